"""One act in a position, and everything that follows until the next decision.

Whole games: deal them, and play them at random to their end.

A turn: passes and exchanges of tiles, draws, dead tiles, its end, and the beginning of the next turn.
"""

from __future__ import annotations

from games.opponents.core import board, money
from games.opponents.core import layout as at
from games.opponents.core.layout import Numbers, compiled, numbers
from games.opponents.core.legal import any_act, any_but_end


@compiled
def fill(s: Numbers, player: int, goal: int) -> None:
    """Draw until a player's hand has ``goal`` tiles or the bag is empty."""
    while s[at.HELD + player] < goal and s[at.BAGGED]:
        board.draw(s, player)
        s[at.DREW] = 1


@compiled
def take_out(s: Numbers, player: int, tile: int) -> None:
    """Remove a tile of a hand from the game."""
    board.leave_hand(s, player, tile)
    s[at.GONE + tile] = 1


@compiled
def replace_before_turn(s: Numbers, e: Numbers, player: int) -> None:
    """Replace dead tiles of a player one by one before a turn, in editions with `AUTO` dead tiles."""
    if e[at.E_DEAD] != at.AUTO:
        return
    tile = board.first_dead(s, e, player)
    while tile >= 0:
        take_out(s, player, tile)
        fill(s, player, s[at.HELD + player] + 1)
        tile = board.first_dead(s, e, player)


@compiled
def pass_turn(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Go on without placing a tile; the edition says whether the hand is exchanged first."""
    player = s[at.PLAYER]
    s[at.PASSED] = 1
    s[at.MORE] = 0
    rule = e[at.E_NO_PLAY]
    if rule == at.ENDS_GAME:
        money.finish(s, e, r, at.NO_PLAY)
    elif s[at.HELD + player] and ((rule == at.MSO and not s[at.EXCHANGED]) or (rule == at.REDRAW_ALL and s[at.BAGGED])):
        exchange(s, e, r)
    else:
        s[at.PHASE] = at.BUY


@compiled
def exchange(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Exchange the hand of the player in turn: draw as many tiles, then put the old ones back into the bag or out of the game (R17-R21)."""
    player = s[at.PLAYER]
    shown = s[at.HELD + player]
    start = at.HANDS + at.HAND_AT_MOST * player
    for place in range(shown):
        s[at.STACK + place] = s[start + place]
    whole = e[at.E_NO_PLAY] == at.REDRAW_ALL
    left = 0
    for place in range(shown):
        tile = s[at.STACK + place]
        if whole or board.is_dead(s, e, tile):
            take_out(s, player, tile)
        else:
            s[at.STACK + left] = tile
            left += 1
    fill(s, player, s[at.HELD + player] + shown)
    for place in range(left):
        board.leave_hand(s, player, s[at.STACK + place])
        board.give_back(s, r, s[at.STACK + place])
    resume(s, e, r)


@compiled
def resume(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Go on with the turn after tiles were exchanged or drawn before placing one (R20, R21)."""
    player = s[at.PLAYER]
    s[at.GOAL] = 0
    replace_before_turn(s, e, player)
    s[at.PHASE] = at.PLAY
    if not s[at.PASSED]:
        return
    s[at.EXCHANGED] = 1
    if not board.is_stuck(s, e, player):
        s[at.PASSED] = 0
    elif e[at.E_NO_PLAY] == at.MSO:
        if e[at.E_CALL] != at.MANDATORY and money.end_condition(s, e):
            money.finish(s, e, r, at.FORCED)
        else:
            s[at.PHASE] = at.BUY


@compiled
def reach_draw(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Come to the draw at the end of a turn; it is a decision only if the player may end the game instead."""
    s[at.PHASE] = at.DRAW
    if s[at.REASON]:
        money.finish(s, e, r, s[at.REASON])
    elif not money.may_end(s, e):
        draw_and_close(s, e, r)


@compiled
def draw_and_close(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Fill the hand, replace dead tiles if the edition does so now, and end the turn; stop where the player may end the game first."""
    player = s[at.PLAYER]
    rule = e[at.E_DEAD]
    while True:
        if s[at.HELD + player] < e[at.E_HAND] and s[at.BAGGED]:
            fill(s, player, e[at.E_HAND])
            s[at.GOAL] = 1
        if s[at.SAFE] == 0 or not (rule == at.REPEAT or (rule == at.ONCE and not s[at.EXCHANGED])):
            break
        tile = board.first_dead(s, e, player)
        if tile < 0:
            break
        take_out(s, player, tile)
        if rule == at.ONCE:
            tile = board.first_dead(s, e, player)
            while tile >= 0:
                take_out(s, player, tile)
                tile = board.first_dead(s, e, player)
        s[at.EXCHANGED] = 1
        if s[at.BAGGED] and s[at.HELD + player] < e[at.E_HAND] and money.may_end(s, e):
            return
    end_turn(s, e, r)


@compiled
def end_turn(s: Numbers, e: Numbers, r: Numbers) -> None:
    """End the turn; then end the game if it ends by itself now, else begin the next turn."""
    if s[at.PLACED] >= 0:
        s[at.BLOCKED] = 0
        s[at.STILL] = 0
    else:
        s[at.BLOCKED] += 1
        s[at.STILL] = 0 if s[at.DREW] else s[at.STILL] + 1
    if s[at.BLOCKED] or s[at.BAGGED] == 0 or e[at.E_CALL] == at.MANDATORY or s[at.OUT]:
        reason = money.automatic_end(s, e)
        if reason:
            money.finish(s, e, r, reason)
            return
    player = (s[at.PLAYER] + 1) % s[at.SEATS]
    while s[at.OUT] >> player & 1:
        player = (player + 1) % s[at.SEATS]
    begin_turn(s, e, r, player)


@compiled
def begin_turn(s: Numbers, e: Numbers, r: Numbers, player: int) -> None:
    """Begin the turn of a player."""
    s[at.PLAYER] = player
    s[at.ACTOR] = player
    s[at.TURN] += 1
    s[at.PLACED] = -1
    s[at.PASSED] = 0
    s[at.DREW] = 0
    s[at.EXCHANGED] = 0
    s[at.GOAL] = 0
    s[at.EARLY] = 0
    s[at.LATE] = 0
    s[at.MORE] = 0
    s[at.SWAPS] = 0
    s[at.PHASE] = at.PLAY
    if s[at.SAFE]:
        replace_before_turn(s, e, player)
    if e[at.E_NO_PLAY] == at.ENDS_GAME and board.is_stuck(s, e, player):
        money.finish(s, e, r, at.NO_PLAY)


@compiled
def step(s: Numbers, e: Numbers, r: Numbers, act: int) -> None:
    """Do a legal act in a position, and go on to the next decision or the end of the game."""
    if act < at.PASS:
        place(s, e, r, act)
    elif act >= at.PURCHASE:
        buy(s, act)
        reach_draw(s, e, r)
    elif act >= at.DISPOSAL:
        money.dispose(s, e, r, (act - at.DISPOSAL) % 32, (act - at.DISPOSAL) // 32 * 2)
    elif act >= at.CARD:
        decide(s, e, r, act)
    elif act >= at.ORDERS:
        money.take_defunct(s, e, r, act - at.ORDERS)
        if s[at.PHASE] != at.DISPOSE:
            money.next_defunct(s, e, r)
    elif act >= at.SURVIVORS:
        money.settle(s, e, r, act - at.SURVIVORS)
    elif act >= at.FOUNDS:
        found(s, e, act - at.FOUNDS)
    else:
        pass_turn(s, e, r)


@compiled
def decide(s: Numbers, e: Numbers, r: Numbers, act: int) -> None:
    """Do an act of the kinds card, trade by a card, draw or end."""
    if act >= at.SWAP:
        swap(s, (act - at.SWAP) // 7, (act - at.SWAP) % 7)
    elif act == at.DRAWS:
        draw_and_close(s, e, r)
    elif act == at.END:
        money.call_end(s, e, r)
    else:
        play_card(s, e, r, act - at.CARD)


@compiled
def place(s: Numbers, e: Numbers, r: Numbers, tile: int) -> None:
    """Place a tile of the player in turn on the board; it may found a chain, let one grow or begin a merger."""
    board.leave_hand(s, s[at.PLAYER], tile)
    bits = board.touched(s, e, tile)
    if s[at.MORE] and s[at.PLACED] >= 0:
        s[at.MORE] -= 1
    s[at.PLACED] = tile
    chains = bits & at.ALL_CHAINS
    if chains & (chains - 1):
        money.begin_merger(s, e, r, tile, chains)
        return
    if chains:
        board.absorb(s, e, money.lowest_chain(chains), tile)
    else:
        s[at.SPACES + tile] = at.LONE
        if bits and s[at.ON_BOARD] != at.ALL_CHAINS:
            s[at.PHASE] = at.FOUND
            return
    s[at.PHASE] = at.PLAY if s[at.MORE] else at.BUY


@compiled
def found(s: Numbers, e: Numbers, chain: int) -> None:
    """Found a chain with the placed tile; the player in turn gets a share if the bank has one."""
    board.absorb(s, e, chain, s[at.PLACED])
    s[at.ON_BOARD] |= 1 << chain
    if s[at.BANK + chain]:
        s[at.BANK + chain] -= 1
        s[at.SHARES + at.SEATS_AT_MOST * chain + s[at.PLAYER]] += 1
    s[at.PHASE] = at.PLAY if s[at.MORE] else at.BUY


@compiled
def buy(s: Numbers, act: int) -> None:
    """Buy the shares that a purchase encodes for the player in turn."""
    player = s[at.PLAYER]
    paid = s[at.LATE] != at.FREE_3 + 1
    for chain in range(at.CHAINS):
        count = act >> 3 * chain & 7
        if count:
            s[at.BANK + chain] -= count
            s[at.SHARES + at.SEATS_AT_MOST * chain + player] += count
            if paid:
                s[at.CASH + player] -= count * s[at.PRICES + chain]


@compiled
def swap(s: Numbers, given: int, taken: int) -> None:
    """Give two shares of one chain for one of another (card TRADE_2_STOCK)."""
    player = s[at.PLAYER]
    s[at.SHARES + at.SEATS_AT_MOST * given + player] -= 2
    s[at.BANK + given] += 2
    s[at.SHARES + at.SEATS_AT_MOST * taken + player] += 1
    s[at.BANK + taken] -= 1
    s[at.SWAPS] -= 1


@compiled
def play_card(s: Numbers, e: Numbers, r: Numbers, card: int) -> None:
    """Play a power-up card; the acts that it allows follow in the same turn."""
    player = s[at.PLAYER]
    s[at.CARDS + player] &= ~(1 << card)
    if card > at.PLACE_4:
        s[at.LATE] = card + 1
        s[at.SWAPS] = 3 if card == at.TRADE_2 else 0
        return
    s[at.EARLY] = card + 1
    if card == at.DRAW_5:
        fill(s, player, s[at.HELD + player] + 5)
        resume(s, e, r)
    else:
        s[at.MORE] = 3


#: More turns than any game has.
MANY_TURNS = 1 << 40


def position_room() -> Numbers:
    """Return an array for a position."""
    return numbers([0] * at.POSITION)


@compiled
def set_out(s: Numbers, e: Numbers, seats: int) -> None:
    """Set the position before a game: all tiles in the bag in ascending order, everybody with cash and cards as at the start."""
    for place in range(at.POSITION):
        s[place] = 0
    s[at.SEATS] = seats
    for tile in range(at.TILES):
        s[at.BAG + tile] = tile
    s[at.BAGGED] = at.TILES
    for chain in range(at.CHAINS):
        s[at.BANK + chain] = e[at.E_SHARES]
        s[at.PRICES + chain] = e[at.E_PRICES + (at.TILES + 1) * chain]
        s[at.MARKET + chain] = -1
    for seat in range(seats):
        s[at.CASH + seat] = e[at.E_CASH]
        s[at.CARDS + seat] = 31 if e[at.E_CARDS] else 0
    s[at.PLACED] = -1


@compiled
def deal_game(s: Numbers, e: Numbers, r: Numbers, seats: int) -> None:
    """Begin a game: shuffle the bag, lay the starting tiles, deal the hands, and begin the first turn."""
    set_out(s, e, seats)
    board.shuffle(s, r, at.BAG, at.TILES)
    for _ in range(seats * e[at.E_STARTING]):
        s[at.BAGGED] -= 1
        s[at.SPACES + s[at.BAG + s[at.BAGGED]]] = at.LONE
    for seat in range(seats):
        for _ in range(e[at.E_HAND]):
            if s[at.BAGGED]:
                board.draw(s, seat)
    begin_turn(s, e, r, 0)


@compiled
def play_any(s: Numbers, e: Numbers, r: Numbers, out: Numbers) -> int:
    """Play a position to its end, every legal act with the same chance; return the number of acts."""
    count = 0
    while s[at.PHASE] != at.OVER:
        step(s, e, r, any_act(s, e, r, out))
        count += 1
    return count


@compiled
def play_out(s: Numbers, e: Numbers, r: Numbers, out: Numbers) -> None:
    """Play a position to its end at random; a player who may end the game ends it with the turn."""
    play_turns(s, e, r, out, MANY_TURNS)


@compiled
def play_turns(s: Numbers, e: Numbers, r: Numbers, out: Numbers, turns: int) -> None:
    """Play at random as `play_out` does, but only for ``turns`` turns, including the present one."""
    last = s[at.TURN] + turns
    while s[at.PHASE] != at.OVER and s[at.TURN] < last:
        if s[at.PHASE] == at.DRAW and money.may_end(s, e):
            step(s, e, r, at.END)
        else:
            step(s, e, r, any_but_end(s, e, r, out))


@compiled
def play_games(s: Numbers, e: Numbers, r: Numbers, out: Numbers, seats: int, games: int) -> int:
    """Play ``games`` games at random, one after the other; return the number of acts."""
    acts = 0
    for _ in range(games):
        deal_game(s, e, r, seats)
        acts += play_any(s, e, r, out)
    return acts


@compiled
def deal_hidden(s: Numbers, r: Numbers, knows: int) -> None:
    """Deal the bag and all hands anew at random, except the hand of the seat ``knows``."""
    count = s[at.BAGGED]
    for seat in range(s[at.SEATS]):
        if seat != knows:
            start = at.HANDS + at.HAND_AT_MOST * seat
            for place in range(s[at.HELD + seat]):
                s[at.BAG + count] = s[start + place]
                count += 1
    board.shuffle(s, r, at.BAG, count)
    for seat in range(s[at.SEATS]):
        if seat != knows:
            start = at.HANDS + at.HAND_AT_MOST * seat
            for place in range(s[at.HELD + seat]):
                count -= 1
                s[start + place] = s[at.BAG + count]
    s[at.BAGGED] = count
