"""The course of a turn: its beginning, passes and exchanges, draws, dead tiles and its end.

A player without a legal tile passes (R16). In the tournament's rules he then shows his hand (R17),
lays dead tiles on the board (R18), draws as many new tiles as he showed, puts the other exposed
tiles back (R19) and may place one of the new ones; if he still cannot, the game ends if it may
(R20), else he goes on to buy (R21).

Hands that are only partly known.

``hands[p]`` are the tiles known to be in a hand, ``hidden[p]`` is the number of the others. A hidden tile is no tile in
particular: ``seen`` does not contain it, although ``bag``, the number of tiles in the bag, no longer counts it.
"""

from __future__ import annotations

from collections.abc import Collection

from games.acquire.actions import Card
from games.acquire.editions import DeadTiles, EndCall, NoPlay, TimeoutPolicy
from games.acquire.rules.ending import automatic_end, end_condition, finish, is_stuck
from games.acquire.rules.merger import next_disposal
from games.acquire.rules.placement import dead_tiles
from games.acquire.rules.purchase import TRADES
from games.acquire.state import NO_TILE, EndReason, Phase, State


def take_unknown(state: State, player: int, count: int = 1) -> None:
    """Move ``count`` unknown tiles from the bag to a hand."""
    state.hidden[player] += count
    state.bag -= count


def fill_hand(state: State, player: int) -> None:
    """Fill a hand up to its full size with unknown tiles, as far as the bag has any."""
    missing = min(state.edition.hand_size - state.count(player), state.bag)
    if missing > 0:
        take_unknown(state, player, missing)


def fill_hands(state: State, known: Collection[int] = ()) -> None:
    """Fill every hand with unknown tiles, except those of the players in ``known``."""
    for player in range(state.seats):
        if player not in known:
            fill_hand(state, player)


def tell_hand(state: State, player: int, tiles: Collection[int]) -> None:
    """Replace the known tiles of a hand by these; the total number of tiles in the hand stays the same."""
    size = state.count(player)
    state.seen -= state.hands[player]
    state.seen.update(tiles)
    state.hands[player] = set(tiles)
    state.hidden[player] = size - len(state.hands[player])


def tell_more(state: State, player: int, tiles: set[int]) -> None:
    """Make further tiles of a hand known, except tiles that are elsewhere; the total number in the hand stays the same."""
    size = state.count(player)
    state.hands[player] |= tiles - state.seen
    state.seen |= tiles
    state.hidden[player] = size - len(state.hands[player])


def leave_hand(state: State, player: int, tile: int) -> None:
    """Remove a known tile from a hand; the caller decides where it is put."""
    state.hands[player].remove(tile)


def leave_unseen(state: State, player: int, tile: int) -> None:
    """Remove one hidden tile from a hand, if it has any, and count the given tile as seen: the hidden one turned out to be it."""
    if state.hidden[player]:
        state.hidden[player] -= 1
    state.seen.add(tile)


def lose_unknown(state: State, player: int, count: int = 1) -> None:
    """Remove up to ``count`` hidden tiles from a hand."""
    state.hidden[player] -= min(count, state.hidden[player])


def hide_hand(state: State, player: int) -> None:
    """Make all tiles of a hand unknown; their number stays the same."""
    state.hidden[player] += len(state.hands[player])
    state.seen -= state.hands[player]
    state.hands[player].clear()


def hide_tile(state: State, tile: int) -> None:
    """Make a tile unknown if it is a known tile of some hand; the size of that hand stays the same."""
    for player, hand in enumerate(state.hands):
        if tile in hand:
            hand.remove(tile)
            state.seen.discard(tile)
            state.hidden[player] += 1


def holder_of(state: State, tile: int) -> int:
    """Return the player who is known to hold a tile, -1 for none."""
    for player, hand in enumerate(state.hands):
        if tile in hand:
            return player
    return NO_TILE


def lies_open(state: State, tile: int) -> bool:
    """Whether a tile is on the board or out of the game."""
    return state.spaces[tile] != 0 or tile in state.dead


# Reading a member of an enumeration is slow; these are needed at every turn.
PLAY, DRAW, EXCHANGE, TURN_OVER = Phase.PLAY, Phase.DRAW, Phase.EXCHANGE, Phase.TURN_OVER
AUTO, MANDATORY, ENDS_GAME = DeadTiles.AUTO, EndCall.MANDATORY, NoPlay.ENDS_GAME


def seat_players(state: State, order: tuple[int, ...], first: int = 0) -> None:
    """Set the turn order, and let the player at index ``first`` of it have the next turn."""
    state.seat_by(order)
    state.player = order[first - 1]
    state.phase = Phase.TURN_OVER


def begin_turn(state: State, player: int) -> None:
    """Begin the turn of a player and reset everything that concerns one turn only."""
    state.player = player
    state.turn += 1
    state.placed = NO_TILE
    state.passed = state.drew = state.exchanged = state.rushed = False
    state.before = None
    state.goal = 0
    state.phase = PLAY
    edition = state.edition
    if edition.cards:
        state.early_card = state.late_card = None
        state.more_tiles = 0
    if state.safe and edition.dead_tiles is AUTO and dead_tiles(state, state.hands[player]):
        state.phase = Phase.REPLACE


def must_end(state: State) -> bool:
    """Whether the game ends at the beginning of this turn because the player in turn can place no tile."""
    return state.edition.no_play is ENDS_GAME and is_stuck(state, state.player)


def pass_turn(state: State) -> None:
    """Let the player in turn pass; the edition says whether his hand is exchanged or the game ends."""
    state.passed = True
    state.more_tiles = 0
    no_play = state.edition.no_play
    if no_play is ENDS_GAME:
        finish(state, EndReason.NO_PLAY)
    elif state.count(state.player) and may_exchange(state):
        state.phase = Phase.SHOW
    else:
        state.phase = Phase.BUY


def may_exchange(state: State) -> bool:
    """Whether a player who passes now exchanges his hand first.

    Ruling: where an edition exchanges the whole hand, this is done only while the bag has tiles.
    """
    no_play = state.edition.no_play
    if no_play is NoPlay.MSO:
        return not state.exchanged
    return no_play is NoPlay.REDRAW_ALL and state.bag > 0


def show_hand(state: State) -> None:
    """Expose the whole hand of the player in turn (R17) and set the phase for what follows."""
    state.exposed = set(state.hands[state.player])
    state.shown = state.count(state.player)
    if state.edition.no_play is NoPlay.REDRAW_ALL or dead_tiles(state, state.exposed):
        state.phase = Phase.LAY
    else:
        begin_exchange(state)


def lay_out(state: State, tile: int) -> None:
    """Move one tile from the hand of the player in turn to the dead tiles, out of the game (R18)."""
    player = state.player
    if tile in state.hands[player]:
        state.hands[player].remove(tile)
    else:
        state.hidden[player] -= 1
        state.seen.add(tile)
    state.exposed.discard(tile)
    state.dead.add(tile)


def begin_exchange(state: State) -> None:
    """Let as many tiles be drawn as were shown, if the bag has them (R19).

    Ruling: the new tiles are drawn before the exposed ones go back, so none of these can be drawn again at once.
    """
    state.goal = state.count(state.player) + state.shown
    state.concealed = state.hidden[state.player]
    state.phase = Phase.EXCHANGE
    after_exchange_draw(state)


def tiles_to_draw(state: State) -> int:
    """Return how many tiles the player in turn still has to draw in this phase."""
    player = state.player
    goal = state.goal if state.phase is EXCHANGE else state.edition.hand_size
    missing = goal - len(state.hands[player]) - state.hidden[player]
    if missing > state.bag:
        return state.bag
    return missing if missing > 0 else 0


def take_tile(state: State, player: int, tile: int) -> None:
    """Move a tile from the bag into a hand."""
    state.seen.add(tile)
    state.hands[player].add(tile)
    state.bag -= 1


def give_back(state: State, player: int, tile: int) -> None:
    """Move a known tile from a hand into the bag."""
    state.hands[player].remove(tile)
    state.seen.discard(tile)
    state.bag += 1


def give_back_concealed(state: State, player: int) -> None:
    """Move those exposed tiles that the log does not name from a hand into the bag."""
    state.hidden[player] -= state.concealed
    state.bag += state.concealed
    state.concealed = 0


def finish_draw(state: State) -> None:
    """Note that a tile was drawn, and go on to the next phase if no more are due."""
    state.drew = True
    if state.phase is EXCHANGE:
        after_exchange_draw(state)
    elif state.phase is DRAW:
        state.goal = state.edition.hand_size  # The draw has begun: nobody ends the game any more (R8, R13).
        after_draw(state)


def after_exchange_draw(state: State) -> None:
    """Go on to the next phase if all tiles of a draw that precedes placing are in the hand; otherwise do nothing."""
    if tiles_to_draw(state):
        return
    if state.exposed or state.concealed:
        state.phase = Phase.RETURN
    else:
        resume(state)


def put_back(state: State) -> None:
    """Put the remaining exposed tiles back into the bag (R19) and go on with the turn."""
    for tile in state.exposed:
        give_back(state, state.player, tile)
    state.exposed = set()
    give_back_concealed(state, state.player)
    resume(state)


def resume(state: State) -> None:
    """Go on with the turn after tiles were exchanged (R20, R21)."""
    state.exposed = set()
    state.goal = state.shown = state.concealed = 0
    if state.edition.dead_tiles is AUTO and dead_tiles(state, state.hands[state.player]):
        state.phase = Phase.REPLACE
        return
    state.phase = Phase.PLAY
    if not state.passed:
        return
    state.exchanged = True
    if not is_stuck(state, state.player):
        state.passed = False
    elif state.edition.no_play is NoPlay.MSO:
        if state.edition.end is not EndCall.MANDATORY and end_condition(state):
            finish(state, EndReason.FORCED)
        else:
            state.phase = Phase.BUY


def set_aside(state: State, tiles: tuple[int, ...]) -> None:
    """Lay dead tiles of the hand out of the game and let as many be drawn in their place."""
    for tile in tiles:
        lay_out(state, tile)
    player = state.player
    if state.edition.dead_tiles is AUTO:
        state.goal = state.count(player) + len(tiles)
        state.phase = Phase.EXCHANGE
        after_exchange_draw(state)
    else:
        state.phase = Phase.DRAW
        state.exchanged = True
        after_draw(state)


def after_draw(state: State) -> None:
    """If no tile is to be drawn, set the phase: to REPLACE if the hand has dead tiles to replace, else to TURN_OVER."""
    if tiles_to_draw(state):
        return
    if state.safe and _replaces_dead(state) and dead_tiles(state, state.hands[state.player]):
        state.phase = Phase.REPLACE
    else:
        state.phase = TURN_OVER


def _replaces_dead(state: State) -> bool:
    """Whether the edition replaces dead tiles after the draw of this turn."""
    rule = state.edition.dead_tiles
    return rule is DeadTiles.END_OF_TURN_REPEAT or (rule is DeadTiles.END_OF_TURN_ONCE and not state.exchanged)


def end_turn(state: State) -> None:
    """Count turns without a tile, and end the game if it is over without anybody calling the end."""
    if state.placed != NO_TILE:
        state.blocked = state.still = 0
    elif state.player in state.timed_out:
        # His tiles went back into the bag (R32), so the players who still have time may be able to act (R34).
        state.still = 0
    else:
        state.blocked += 1
        state.still = 0 if state.drew else state.still + 1
    state.phase = TURN_OVER
    may_be_over = state.blocked or not state.bag or state.timed_out or state.edition.end is MANDATORY
    if state.reason is None and may_be_over:
        reason = automatic_end(state)
        if reason is not None:
            finish(state, reason)


def next_player(state: State) -> int:
    """Return who is next in turn order; players who are out of time are skipped (R34)."""
    player: int = state.following[state.player]
    while player in state.timed_out and len(state.timed_out) < state.seats:
        player = state.following[player]
    return player


def play_card(state: State, card: Card) -> None:
    """Play a power-up card: note what it allows in the rest of this turn."""
    player = state.player
    state.cards[player].discard(card)
    if card is Card.DRAW_5_TILES:
        state.early_card = card
        state.goal = state.count(player) + 5
        state.phase = Phase.EXCHANGE
        after_exchange_draw(state)
    elif card is Card.PLACE_4_TILES:
        state.early_card = card
        state.more_tiles = 3
    else:
        state.late_card = card
        state.swaps = TRADES if card is Card.TRADE_2_STOCK else 0


def time_out(state: State, player: int) -> None:
    """End a player's time: his tiles go into the bag, his money and shares are kept (R31-R34).

    Ruling: in a disposal he sells everything; his turn ends without a purchase. Where the edition only lets him
    place a random tile, this turn is all that he loses.
    """
    if state.edition.timeout_policy is TimeoutPolicy.RANDOM_TILE:
        state.rushed = True
        return
    state.timed_out.add(player)
    for tile in list(state.hands[player]):
        give_back(state, player, tile)
    state.bag += state.hidden[player]
    state.hidden[player] = state.concealed = 0
    state.exposed = set()
    if state.phase == Phase.DISPOSE and state.merger is not None:
        next_disposal(state, state.merger)
    if state.merger is None and player == state.player:
        state.phase = Phase.TURN_OVER
