"""Why an action is refused: one check an act, without listing what else would be legal.

What a check says may be told to whoever tried: it speaks of his own hand and of what lies open, never of other hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from games.acquire.actions import EARLY_CARDS, NOBODY, Act, Card
from games.acquire.board import TILE_NAMES, touched
from games.acquire.editions import DeadTiles
from games.acquire.errors import IllegalActionError
from games.acquire.rules import ending, legal, merger, opening, placement, purchase, turn
from games.acquire.rules.hands import lies_open
from games.acquire.state import Phase, State

Refusal: TypeAlias = IllegalActionError | None

# Members of an enumeration are slow to reach; these are asked for at every turn.
PLAY, BUY, DRAW = Phase.PLAY, Phase.BUY, Phase.DRAW

_WAITS_FOR = {
    Phase.START: "a starting tile",
    Phase.DEAL: "a tile of the first hands",
    Phase.PLAY: "a tile or a pass",
    Phase.FOUND: "the name of the new chain",
    Phase.SURVIVOR: "the surviving chain",
    Phase.ORDER: "the defunct chain that is settled next",
    Phase.MARKET: "the market's tile",
    Phase.DISPOSE: "a disposal",
    Phase.BUY: "a purchase",
    Phase.DRAW: "a draw",
    Phase.REPLACE: "dead tiles to be set aside",
    Phase.SHOW: "the hand to be shown",
    Phase.LAY: "dead tiles to be laid out",
    Phase.EXCHANGE: "a draw",
    Phase.RETURN: "the exposed tiles to be put back",
    Phase.TURN_OVER: "the next turn",
    Phase.OVER: "nothing",
}


def _not_now(state: State, act: Act) -> IllegalActionError:
    if state.phase is Phase.OVER:
        return IllegalActionError(f"The game is over; {act.word} comes too late.", "game-over")
    return IllegalActionError(f"{act.word} is not possible now: {_WAITS_FOR[state.phase]} comes first.", "not-now")


def _not_yours(player: int, right: int) -> IllegalActionError:
    whose = f"player {right}'s" if right >= 0 else "nobody's"
    return IllegalActionError(f"It is {whose} turn to act, not player {player}'s.", "act-out-of-turn")


def _misplaced(state: State, act: Act, player: int, *phases: Phase) -> Refusal:
    """Why the player in turn must be another one, or the phase another one, for this act."""
    if state.phase not in phases:
        return _not_now(state, act)
    return None if player == state.player else _not_yours(player, state.player)


def _taken(state: State, tile: int) -> IllegalActionError:
    if lies_open(state, tile):
        return IllegalActionError(f"{TILE_NAMES[tile]} lies on the board or is out of the game.", "tile-on-board")
    return IllegalActionError(f"{TILE_NAMES[tile]} is not in the bag.", "tile-not-in-bag")


def _start(state: State, player: int, tile: int) -> Refusal:
    if state.phase is not Phase.START:
        return _not_now(state, Act.START)
    if player != len(state.start_tiles):
        return _not_yours(player, len(state.start_tiles))
    return _taken(state, tile) if tile in state.seen else None


def _draw(state: State, player: int, tiles: tuple[int, ...]) -> Refusal:
    phase = state.phase
    if phase is DRAW or phase is Phase.EXCHANGE:
        right, due = state.player, turn.tiles_to_draw(state)
    elif phase is Phase.DEAL:
        right, due = opening.next_to_deal(state), 1
    else:
        return _not_now(state, Act.DRAW)
    if player != right:
        return _not_yours(player, right)
    if not due:
        return IllegalActionError("There is no tile to draw; the turn can only be closed.", "draw-count")
    if len(tiles) != 1:
        return IllegalActionError(f"Tiles are drawn one by one, not {len(tiles)} at a time.", "draw-one-by-one")
    return _taken(state, tiles[0]) if tiles[0] in state.seen else None


def _play(state: State, player: int, tile: int) -> Refusal:
    if state.phase is not PLAY or player != state.player:
        return _misplaced(state, Act.PLAY, player, Phase.PLAY)
    if tile not in state.hands[player]:
        if lies_open(state, tile):
            return _taken(state, tile)
        if tile in state.seen or not state.hidden[player]:
            return IllegalActionError(f"{TILE_NAMES[tile]} is not in this hand.", "tile-not-in-hand")
    return placement.placement_refusal(state, tile, touched(state.spaces, tile))


def _pass(state: State, player: int, nothing: None) -> Refusal:
    refusal = _misplaced(state, Act.PASS, player, Phase.PLAY)
    if refusal is None and not placement.may_pass(state, player):
        return IllegalActionError("A tile of this hand can be placed; place one.", "pass-with-legal", "R16")
    return refusal


def _found(state: State, player: int, chain: int) -> Refusal:
    return _misplaced(state, Act.FOUND, player, Phase.FOUND) or placement.founding_refusal(state, chain)


def _survivor(state: State, player: int, chain: int) -> Refusal:
    return _misplaced(state, Act.SURVIVOR, player, Phase.SURVIVOR) or merger.survivor_refusal(state, chain)


def _order(state: State, player: int, chains: tuple[int, ...]) -> Refusal:
    refusal = _misplaced(state, Act.ORDER, player, Phase.ORDER) or merger.order_refusal(state, chains[0])
    if refusal is None and len(chains) > 1:
        message = f"Name one chain at a time, not {len(chains)}: the next is asked for when it is due."
        return IllegalActionError(message, "order-one-by-one", "R14")
    return refusal


def _market(state: State, player: int, draw: tuple[int, int]) -> Refusal:
    refusal = _misplaced(state, Act.MARKET, player, Phase.MARKET)
    if refusal is not None:
        return refusal
    chain, tile = draw
    due = legal.market_chain(state)
    if chain != due:
        names = state.labels.names
        return IllegalActionError(f"The market draws for {names[due]}, not for {names[chain]}.", "market-unexpected")
    return _taken(state, tile) if tile in state.seen else None


def _dispose(state: State, player: int, disposal: tuple[int, int, int, int | None]) -> Refusal:
    chain, sell, trade, hold = disposal
    if merger.disposal_fault(state, player, chain, sell, trade):
        return merger.disposal_refusal(state, player, chain, sell, trade)
    left = state.shares[chain][player] - sell - trade
    if hold is not None and hold != left:
        name = state.labels.names[chain]
        return IllegalActionError(f"{hold} shares of {name} cannot be held: {left} are left.", "dispose-hold")
    return None


def _buy(state: State, player: int, wanted: purchase.Purchase) -> Refusal:
    if state.phase is not BUY or player != state.player:
        return _misplaced(state, Act.BUY, player, Phase.BUY)
    return purchase.purchase_refusal(state, player, wanted)


def _swap(state: State, player: int, chains: tuple[int, int]) -> Refusal:
    return _misplaced(state, Act.SWAP, player, Phase.BUY) or purchase.swap_refusal(state, player, *chains)


def _card(state: State, player: int, card: Card) -> Refusal:
    early = card in EARLY_CARDS
    refusal = _misplaced(state, Act.CARD, player, Phase.PLAY if early else Phase.BUY)
    if refusal is not None:
        return refusal
    if card in (legal.early_cards(state) if early else legal.late_cards(state)):
        return None
    if card not in state.cards[player]:
        return IllegalActionError(f"The card {card} is not there to be played.", "card-used")
    return IllegalActionError(f"The card {card} cannot be played in this turn any more.", "card-unexpected")


def _end(state: State, player: int, nothing: None) -> Refusal:
    if state.phase is Phase.OVER:
        return _not_now(state, Act.END)
    if ending.end_fault(state):
        return ending.end_refusal(state)
    return None if player == state.player else _not_yours(player, state.player)


def _dead(state: State, player: int, tiles: tuple[int, ...]) -> Refusal:
    refusal = _misplaced(state, Act.DEAD, player, Phase.REPLACE, Phase.LAY)
    if refusal is not None:
        return refusal
    if state.phase is Phase.LAY:
        return _exactly(Act.DEAD, tiles, legal.dead_to_lay(state), "R18")
    dead = tuple(placement.dead_tiles(state, state.hands[player]))
    if state.edition.dead_tiles is DeadTiles.END_OF_TURN_ONCE:
        return _exactly(Act.DEAD, tiles, dead, "R18")
    if len(tiles) != 1:
        return IllegalActionError(
            f"Dead tiles are set aside one by one, not {len(tiles)} at a time.", "dead-one-by-one"
        )
    return None if tiles[0] in dead else _exactly(Act.DEAD, tiles, dead[:1], "R18")


def _exactly(act: Act, tiles: tuple[int, ...], right: tuple[int, ...], rule: str) -> Refusal:
    """Refuse all but the tiles that have to be named; they lie open, or are in the hand of whoever acts."""
    if tiles == right:
        return None
    given = " ".join(TILE_NAMES[tile] for tile in tiles) or "no tile"
    wanted = " ".join(TILE_NAMES[tile] for tile in right) or "no tile"
    return IllegalActionError(f"{act.word} must name {wanted}, not {given}.", f"{act.word}-differs", rule)


def _show(state: State, player: int, tiles: tuple[int, ...]) -> Refusal:
    refusal = _misplaced(state, Act.SHOW, player, Phase.SHOW)
    return refusal or _exactly(Act.SHOW, tiles, tuple(sorted(state.hands[player])), "R17")


def _return(state: State, player: int, tiles: tuple[int, ...]) -> Refusal:
    refusal = _misplaced(state, Act.RETURN, player, Phase.RETURN)
    return refusal or _exactly(Act.RETURN, tiles, tuple(sorted(state.exposed)), "R19")


def _clock(state: State, player: int, nothing: None) -> Refusal:
    if not legal.may_close_draw(state) and not legal.may_press_clock(state):
        return _not_now(state, Act.CLOCK)
    return None if player == state.player else _not_yours(player, state.player)


def _timeout(state: State, player: int, nothing: None) -> Refusal:
    clocked = legal.clocked_player(state)
    if clocked == NOBODY:
        return IllegalActionError("Nobody can run out of time now.", "timeout-unexpected", "R31")
    return None if player == clocked else _not_yours(player, clocked)


def _takeback(state: State, player: int, nothing: None) -> Refusal:
    if not legal.may_take_back(state):
        return IllegalActionError("There is no tile to take back.", "takeback-nothing", "R23")
    return None if player == state.player else _not_yours(player, state.player)


def _redraw(state: State, player: int, tiles: tuple[int, ...]) -> Refusal:
    idle = state.merger is None and state.phase in (Phase.PLAY, Phase.BUY, Phase.DRAW)
    if not idle or len(tiles) != state.count(player):
        return IllegalActionError("A hand can be redrawn between actions, tile for tile.", "redraw-count", "R27")
    for tile in tiles:
        if tile in state.seen and tile not in state.hands[player]:
            return IllegalActionError(f"{TILE_NAMES[tile]} is not in the bag.", "tile-not-in-bag", "R27")
    return None


#: For each act, why it is refused by player and value in their normal form; None if legal or a possible intervention.
CHECKS: Final[dict[Act, Callable[[State, int, Any], Refusal]]] = {
    Act.START: _start,
    Act.DRAW: _draw,
    Act.PLAY: _play,
    Act.PASS: _pass,
    Act.FOUND: _found,
    Act.SURVIVOR: _survivor,
    Act.ORDER: _order,
    Act.MARKET: _market,
    Act.DISPOSE: _dispose,
    Act.BUY: _buy,
    Act.SWAP: _swap,
    Act.CARD: _card,
    Act.END: _end,
    Act.DEAD: _dead,
    Act.SHOW: _show,
    Act.RETURN: _return,
    Act.CLOCK: _clock,
    Act.TIMEOUT: _timeout,
    Act.TAKEBACK: _takeback,
    Act.REDRAW: _redraw,
}
