"""The rules of each act: the form of its value, why it is refused, and what it does. `ACTS` is the table of all acts.

A refusal may be shown to the player who tried: it mentions his own hand and what lies open, never other hands. What follows an
act by itself (draws without tiles, the end of a turn, the next turn) is done by `go_on`.

Refusals that many acts share: what comes first, whose turn it is, and which tiles are expected.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from games.acquire.actions import EARLY_CARDS, NOBODY, ActKind, Card
from games.acquire.board import TILE_NAMES, marks_around
from games.acquire.editions import DeadTiles
from games.acquire.errors import IllegalActionError
from games.acquire.rules import ending, forms, legal, lenient, merger, placement, purchase, turn
from games.acquire.rules.forms import Form
from games.acquire.state import EndReason, Phase, State
from games.sentences import Said
from games.sentences import gettext_lazy as _

Refusal: TypeAlias = IllegalActionError | None

WAITS_FOR = {
    Phase.START: _("a starting tile"),
    Phase.DEAL: _("a tile for the first hands"),
    Phase.PLAY: _("a tile or a pass"),
    Phase.FOUND: _("the name of the new chain"),
    Phase.SURVIVOR: _("the surviving chain"),
    Phase.ORDER: _("the defunct chain to settle next"),
    Phase.MARKET: _("the market's tile"),
    Phase.DISPOSE: _("a disposal"),
    Phase.BUY: _("a purchase"),
    Phase.DRAW: _("tiles to be drawn"),
    Phase.REPLACE: _("dead tiles to be set aside"),
    Phase.SHOW: _("the hand to be shown"),
    Phase.LAY: _("dead tiles to be laid out"),
    Phase.EXCHANGE: _("tiles to be drawn"),
    Phase.RETURN: _("the exposed tiles to be put back"),
    Phase.TURN_OVER: _("the next turn"),
    Phase.OVER: _("nothing"),
}


def not_now(state: State, act: ActKind) -> IllegalActionError:
    """Return the refusal of an act that the present phase does not ask for."""
    if state.phase is Phase.OVER:
        return IllegalActionError(_("The game is over."), "game-over")
    return IllegalActionError(
        _("{clause} is not possible now; expected {expected}.", clause=act.word, expected=WAITS_FOR[state.phase]),
        "not-now",
    )


def not_yours(player: int, right: int) -> IllegalActionError:
    """Return the refusal of an act by ``player`` where ``right`` would have to act (negative for nobody)."""
    message = _("Nobody has to act now, not even player {number}.", number=player)
    if right >= 0:
        message = _("Player {right} has to act now, not player {number}.", right=right, number=player)
    return IllegalActionError(message, "act-out-of-turn")


def not_in_bag(state: State, tile: int) -> IllegalActionError:
    """Return the refusal of a tile that is to come from the bag but is not in it."""
    if turn.lies_open(state, tile):
        return IllegalActionError(
            _("{tile} is on the board or out of the game.", tile=TILE_NAMES[tile]), "tile-on-board"
        )
    return IllegalActionError(_("{tile} is not in the bag.", tile=TILE_NAMES[tile]), "tile-not-in-bag")


def _tiles_or_none(tiles: tuple[int, ...]) -> Said:
    """Return the names of tiles, or that there is none."""
    return " ".join(TILE_NAMES[tile] for tile in tiles) or _("no tile")


def refusal_of_tiles(act: ActKind, tiles: tuple[int, ...], right: tuple[int, ...], rule: str) -> Refusal:
    """Return the refusal of ``tiles`` if they are not ``right``, which must be open or in the hand of the player who acts; else None."""
    if tiles == right:
        return None
    given, wanted = _tiles_or_none(tiles), _tiles_or_none(right)
    return IllegalActionError(
        _("{clause} must name {wanted}, not {given}.", clause=act.word, wanted=wanted, given=given),
        f"{act.word}-differs",
        rule,
    )


# Reading a member of an enumeration is slow; these are needed at every turn.

PLAY, BUY, DRAW, DEAL, TURN_OVER = Phase.PLAY, Phase.BUY, Phase.DRAW, Phase.DEAL, Phase.TURN_OVER


def _refusal_of_place(state: State, act: ActKind, player: int, *phases: Phase) -> Refusal:
    """Return the refusal of an act that is possible only in these phases and for the player in turn, or None if both hold."""
    if state.phase not in phases:
        return not_now(state, act)
    return None if player == state.player else not_yours(player, state.player)


def _start_refusal(state: State, player: int, tile: int) -> Refusal:
    """Return why a player may not draw this starting tile now, or None if he may."""
    if state.phase is not Phase.START:
        return not_now(state, ActKind.START)
    if player != len(state.start_tiles):
        return not_yours(player, len(state.start_tiles))
    return not_in_bag(state, tile) if tile in state.seen else None


def _draw_refusal(state: State, player: int, tiles: tuple[int, ...]) -> Refusal:
    """Return why a player may not draw these tiles now, or None if he may."""
    phase = state.phase
    if phase is DRAW or phase is Phase.EXCHANGE:
        right, due = state.player, turn.tiles_to_draw(state)
    elif phase is Phase.DEAL:
        right, due = lenient.next_to_deal(state), 1
    else:
        return not_now(state, ActKind.DRAW)
    if player != right:
        return not_yours(player, right)
    if not due:
        return IllegalActionError(_("There is no tile to draw; just end the turn."), "draw-count")
    if len(tiles) != 1:
        return IllegalActionError(
            _("Name them one at a time, not {count} at once.", count=len(tiles)), "draw-one-by-one"
        )
    return not_in_bag(state, tiles[0]) if tiles[0] in state.seen else None


def _play_refusal(state: State, player: int, tile: int) -> Refusal:
    """Return why a player may not place this tile now, or None if he may; a hidden tile of his hand may be any unseen one."""
    if state.phase is not PLAY or player != state.player:
        return _refusal_of_place(state, ActKind.PLAY, player, Phase.PLAY)
    if tile not in state.hands[player]:
        if turn.lies_open(state, tile):
            return not_in_bag(state, tile)
        if tile in state.seen or not state.hidden[player]:
            return IllegalActionError(_("{tile} is not in this hand.", tile=TILE_NAMES[tile]), "tile-not-in-hand")
    return placement.placement_refusal(state, tile, marks_around(state.spaces, tile))


def _pass_refusal(state: State, player: int, nothing: None) -> Refusal:
    """Return why a player may not pass now, or None if he may."""
    refusal = _refusal_of_place(state, ActKind.PASS, player, Phase.PLAY)
    if refusal is None and not placement.may_pass(state, player):
        return IllegalActionError(_("This hand has a tile that can be placed; place it."), "pass-with-legal", "R16")
    return refusal


def _found_refusal(state: State, player: int, chain: int) -> Refusal:
    return _refusal_of_place(state, ActKind.FOUND, player, Phase.FOUND) or placement.founding_refusal(state, chain)


def _survivor_refusal(state: State, player: int, chain: int) -> Refusal:
    return _refusal_of_place(state, ActKind.SURVIVOR, player, Phase.SURVIVOR) or merger.survivor_refusal(state, chain)


def _order_refusal(state: State, player: int, chains: tuple[int, ...]) -> Refusal:
    """Return why these chains may not be named as the next to be settled, or None if they may."""
    refusal = _refusal_of_place(state, ActKind.ORDER, player, Phase.ORDER) or merger.order_refusal(state, chains[0])
    if refusal is None and len(chains) > 1:
        message = _("Name them one at a time, not {count} at once.", count=len(chains))
        return IllegalActionError(message, "order-one-by-one", "R14")
    return refusal


def _market_refusal(state: State, player: int, draw: tuple[int, int]) -> Refusal:
    """Return why the market may not draw this tile for this chain now, or None if it may."""
    refusal = _refusal_of_place(state, ActKind.MARKET, player, Phase.MARKET)
    if refusal is not None:
        return refusal
    chain, tile = draw
    due = legal.market_chain(state)
    if chain != due:
        names = state.labels.names
        return IllegalActionError(
            _("The market draws for {other}, not for {chain}.", other=names[due], chain=names[chain]),
            "market-unexpected",
        )
    return not_in_bag(state, tile) if tile in state.seen else None


def _dispose_refusal(state: State, player: int, disposal: tuple[int, int, int, int | None]) -> Refusal:
    """Return why a holder may not sell, trade and hold these numbers of shares, or None if he may."""
    chain, sell, trade, hold = disposal
    if refusal := merger.disposal_refusal(state, player, chain, sell, trade):
        return refusal
    left = state.shares[chain][player] - sell - trade
    if hold is not None and hold != left:
        name = state.labels.names[chain]
        return IllegalActionError(
            _("{hold} shares of {chain} cannot be held; {left} are left.", hold=hold, chain=name, left=left),
            "dispose-hold",
        )
    return None


def _buy_refusal(state: State, player: int, wanted: purchase.Purchase) -> Refusal:
    """Return why a player may not make this purchase now, or None if he may."""
    if state.phase is not BUY or player != state.player:
        return _refusal_of_place(state, ActKind.BUY, player, Phase.BUY)
    return purchase.purchase_refusal(state, player, wanted)


def _swap_refusal(state: State, player: int, chains: tuple[int, int]) -> Refusal:
    return _refusal_of_place(state, ActKind.SWAP, player, Phase.BUY) or purchase.swap_refusal(state, player, *chains)


def _card_refusal(state: State, player: int, card: Card) -> Refusal:
    """Return why a player may not play this power-up card now, or None if he may."""
    early = card in EARLY_CARDS
    refusal = _refusal_of_place(state, ActKind.CARD, player, Phase.PLAY if early else Phase.BUY)
    if refusal is not None:
        return refusal
    if card in (legal.early_cards(state) if early else legal.late_cards(state)):
        return None
    if card not in state.cards[player]:
        return IllegalActionError(_("The card {card} has already been played.", card=card), "card-used")
    return IllegalActionError(_("The card {card} can no longer be played in this turn.", card=card), "card-unexpected")


def _end_refusal(state: State, player: int, nothing: None) -> Refusal:
    """Return why a player may not end the game now, or None if he may."""
    if state.reason is not None:
        return not_now(state, ActKind.END)
    if ending.end_fault(state):
        return ending.end_refusal(state)
    return None if player == state.player else not_yours(player, state.player)


def _dead_refusal(state: State, player: int, tiles: tuple[int, ...]) -> Refusal:
    """Return why these tiles are not the ones to set aside (phase REPLACE) or to lay out (phase LAY), or None if they are."""
    refusal = _refusal_of_place(state, ActKind.DEAD, player, Phase.REPLACE, Phase.LAY)
    if refusal is not None:
        return refusal
    if state.phase is Phase.LAY:
        return refusal_of_tiles(ActKind.DEAD, tiles, legal.dead_to_lay(state), "R18")
    dead = tuple(placement.dead_tiles(state, state.hands[player]))
    if state.edition.dead_tiles is DeadTiles.END_OF_TURN_ONCE:
        return refusal_of_tiles(ActKind.DEAD, tiles, dead, "R18")
    if len(tiles) != 1:
        return IllegalActionError(
            _("Name them one at a time, not {count} at once.", count=len(tiles)), "dead-one-by-one"
        )
    return None if tiles[0] in dead else refusal_of_tiles(ActKind.DEAD, tiles, dead[:1], "R18")


def _show_refusal(state: State, player: int, tiles: tuple[int, ...]) -> Refusal:
    """Return why these tiles may not be shown as the hand now, or None if they may."""
    refusal = _refusal_of_place(state, ActKind.SHOW, player, Phase.SHOW)
    return refusal or refusal_of_tiles(ActKind.SHOW, tiles, tuple(sorted(state.hands[player])), "R17")


def _return_refusal(state: State, player: int, tiles: tuple[int, ...]) -> Refusal:
    refusal = _refusal_of_place(state, ActKind.RETURN, player, Phase.RETURN)
    return refusal or refusal_of_tiles(ActKind.RETURN, tiles, tuple(sorted(state.exposed)), "R19")


def _clock_refusal(state: State, player: int, nothing: None) -> Refusal:
    """Return why a player may not press the clock now, or None if he may."""
    if not legal.may_close_draw(state) and not legal.may_press_clock(state):
        return not_now(state, ActKind.CLOCK)
    return None if player == state.player else not_yours(player, state.player)


def _timeout_refusal(state: State, player: int, nothing: None) -> Refusal:
    """Return why a player cannot run out of time now, or None if he can."""
    clocked = legal.clocked_player(state)
    if clocked == NOBODY:
        return IllegalActionError(_("Nobody can run out of time now."), "timeout-unexpected", "R31")
    return None if player == clocked else not_yours(player, clocked)


def _takeback_refusal(state: State, player: int, nothing: None) -> Refusal:
    """Return why a player's tile cannot be taken back now, or None if it can."""
    if not legal.may_take_back(state):
        return IllegalActionError(_("There is no tile to take back."), "takeback-nothing", "R23")
    return None if player == state.player else not_yours(player, state.player)


def _redraw_refusal(state: State, player: int, tiles: tuple[int, ...]) -> Refusal:
    """Return why a hand may not be replaced by these tiles as a penalty (R27), or None if it may."""
    idle = state.merger is None and state.phase in (Phase.PLAY, Phase.BUY, Phase.DRAW)
    if not idle or len(tiles) != state.count(player):
        return IllegalActionError(
            _("A hand can only be redrawn between actions, tile for tile."), "redraw-count", "R27"
        )
    for tile in tiles:
        if tile in state.seen and tile not in state.hands[player]:
            return IllegalActionError(_("{tile} is not in the bag.", tile=TILE_NAMES[tile]), "tile-not-in-bag", "R27")
    return None


def _draw(state: State, player: int, tiles: tuple[int, ...]) -> None:
    """Put drawn tiles into a hand and go on to the next phase if the draw is complete."""
    for tile in tiles:
        turn.take_tile(state, player, tile)
    if state.phase is DEAL:
        lenient.after_deal(state)
    else:
        turn.finish_draw(state)


def _play(state: State, player: int, tile: int) -> None:
    """Move a tile from a hand, where it may have been a hidden one, to the board."""
    if tile in state.hands[player]:
        state.hands[player].remove(tile)
    else:
        turn.leave_unseen(state, player, tile)
    placement.place(state, tile, marks_around(state.spaces, tile))


def _set_dead_aside(state: State, player: int, tiles: tuple[int, ...]) -> None:
    """Set dead tiles aside in phase REPLACE, or lay them out of the game in an exchange."""
    if state.phase is Phase.REPLACE:
        turn.set_aside(state, tiles)
        return
    for tile in tiles:
        turn.lay_out(state, tile)
    turn.begin_exchange(state)


def _clock(state: State, player: int, nothing: None) -> None:
    """Close a draw without tiles, or end the turn before its purchase or draw (R9)."""
    if legal.may_close_draw(state) and state.phase is DRAW:
        turn.after_draw(state)  # A full hand may still have dead tiles to be replaced.
    else:
        state.phase = TURN_OVER


def _takeback(state: State, player: int, nothing: None) -> None:
    """Restore the position before the tile of this turn, if one is stored."""
    if state.before is not None:
        state.become(state.before)


def _redraw(state: State, player: int, tiles: tuple[int, ...]) -> None:
    """Carry out the penalty of R27: the whole hand goes back first, then as many tiles are drawn."""
    for tile in list(state.hands[player]):
        turn.give_back(state, player, tile)
    state.bag += state.hidden[player]
    state.hidden[player] = 0
    for tile in tiles:
        turn.take_tile(state, player, tile)


class ActRule(NamedTuple):
    """The rules of one act: the form of its value, the function that says why it is refused, and the function that performs it.

    ``refusal`` returns None for an act that is possible; ``effect`` trusts that it is.
    """

    form: Form
    refusal: Callable[[State, int, Any], Refusal]
    effect: Callable[[State, int, Any], None]


#: The rules of each act of a player, the bag or the clock; values are in their normal form.
ACTS: Final[dict[ActKind, ActRule]] = {
    ActKind.START: ActRule(forms.A_TILE, _start_refusal, lenient.put_start_tile),
    ActKind.DRAW: ActRule(forms.DRAWN_TILES, _draw_refusal, _draw),
    ActKind.PLAY: ActRule(forms.A_TILE, _play_refusal, _play),
    ActKind.FOUND: ActRule(
        forms.A_CHAIN, _found_refusal, lambda state, player, chain: placement.found_chain(state, chain)
    ),
    ActKind.SURVIVOR: ActRule(
        forms.A_CHAIN, _survivor_refusal, lambda state, player, chain: merger.settle(state, chain)
    ),
    ActKind.ORDER: ActRule(
        forms.SOME_CHAINS, _order_refusal, lambda state, player, chains: merger.take_defunct(state, chains[0])
    ),
    ActKind.DISPOSE: ActRule(
        forms.DISPOSAL, _dispose_refusal, lambda state, player, disposal: merger.dispose(state, player, *disposal[:3])
    ),
    ActKind.MARKET: ActRule(
        forms.CHAIN_AND_TILE, _market_refusal, lambda state, player, draw: ending.hold_market(state, *draw)
    ),
    ActKind.BUY: ActRule(forms.PURCHASE, _buy_refusal, purchase.buy),
    ActKind.SWAP: ActRule(
        forms.TWO_CHAINS, _swap_refusal, lambda state, player, chains: purchase.swap(state, player, *chains)
    ),
    ActKind.PASS: ActRule(forms.NOTHING, _pass_refusal, lambda state, player, nothing: turn.pass_turn(state)),
    ActKind.SHOW: ActRule(forms.HAND_TILES, _show_refusal, lambda state, player, tiles: turn.show_hand(state)),
    ActKind.DEAD: ActRule(forms.HAND_TILES, _dead_refusal, _set_dead_aside),
    ActKind.RETURN: ActRule(forms.HAND_TILES, _return_refusal, lambda state, player, tiles: turn.put_back(state)),
    ActKind.CLOCK: ActRule(forms.NOTHING, _clock_refusal, _clock),
    ActKind.TIMEOUT: ActRule(
        forms.NOTHING, _timeout_refusal, lambda state, player, nothing: turn.time_out(state, player)
    ),
    ActKind.TAKEBACK: ActRule(forms.NOTHING, _takeback_refusal, _takeback),
    ActKind.REDRAW: ActRule(forms.HAND_TILES, _redraw_refusal, _redraw),
    ActKind.CARD: ActRule(forms.CARD, _card_refusal, lambda state, player, card: turn.play_card(state, card)),
    ActKind.END: ActRule(forms.NOTHING, _end_refusal, lambda state, player, nothing: ending.call_end(state)),
}


def perform(state: State, act: ActKind, player: int, value: Any) -> None:
    """Change a state by a legal action in its normal form, then do everything that needs neither a decision nor a tile from the bag."""
    ACTS[act].effect(state, player, value)
    if state.phase is TURN_OVER or state.phase is DRAW:
        go_on(state)


def perform_up_to_draw(state: State, act: ActKind, player: int, value: Any) -> None:
    """Do the same as `perform`, but leave a draw without a tile open, so that its player has to close it with the clock."""
    ACTS[act].effect(state, player, value)
    if state.phase is TURN_OVER or (state.phase is DRAW and state.reason is not None):
        go_on(state)


def go_on(state: State) -> None:
    """Close draws without tiles and turns that are over, and begin the next turn; nothing is drawn once the end is called."""
    if state.reason is not None:
        if state.phase is TURN_OVER or state.phase is DRAW:
            ending.finish(state, state.reason)
        return
    while True:
        if state.phase is TURN_OVER:
            turn.end_turn(state)
            if state.phase is not TURN_OVER:
                return
            turn.begin_turn(state, turn.next_player(state))
            if turn.must_end(state):
                ending.finish(state, EndReason.NO_PLAY)
        elif state.phase is DRAW and not turn.tiles_to_draw(state) and not ending.may_end(state):
            turn.after_draw(state)
        else:
            return
