"""Replaying turns: who begins one, the tile placed in it, the clocks that end it, and how it is closed."""

from __future__ import annotations

from typing import Final

from games.acquire.actions import ActKind
from games.acquire.board import FOUR_NEIGHBOURS, TILE_NAMES
from games.acquire.editions import NoPlay, TimeoutPolicy
from games.acquire.replay import omissions
from games.acquire.replay.coverage import LineKind, comes_in_turn, mentioned_later
from games.acquire.replay.end import end_completed_turn, go_on_past_end, report_past_end
from games.acquire.replay.hands import keep_dead, skip_replacement
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.start import compare_number, compare_order, open_game
from games.acquire.rules import turn
from games.acquire.rules.ending import finish
from games.acquire.rules.lenient import break_off, force_inert, force_loose, force_tile, let_go_on, skip_tile, skip_to
from games.acquire.rules.placement import place, placement_refusal
from games.acquire.state import NO_TILE, EndReason, Phase
from games.sentences import Sentence, gettext_noop
from games.sentences import gettext_lazy as _

PLAY, DRAW, TURN_OVER = Phase.PLAY, Phase.DRAW, Phase.TURN_OVER
ENDS_GAME = NoPlay.ENDS_GAME


def on_clock(replayer: Replayer, player: int, nothing: None) -> None:
    """End the turn because its player has pressed the clock before drawing (R9)."""
    state = replayer.state
    if player != state.player:
        replayer.report_out_of_turn(player)
        return
    omissions.complete_decisions(replayer)
    if state.phase not in (Phase.BUY, Phase.DRAW):
        replayer.add("clock-unexpected", player, _("{player} pressed the clock with no turn to end."))
    skip_to(state, Phase.TURN_OVER)
    replayer.progress.clock_pressed = True


def on_timeout(replayer: Replayer, player: int, nothing: None) -> None:
    """End a player's time (R31-R34), unless he has to name a chain first."""
    state = replayer.state
    if state.edition.timeout_policy is not TimeoutPolicy.RANDOM_TILE:
        if player in state.timed_out:
            replayer.add("timeout-unexpected", player, _("{player} is already out of time."))
            return
        if _names_chain_first(replayer, player):
            return
        if state.phase is not Phase.DISPOSE:
            omissions.complete_decisions(replayer)
    turn.time_out(state, player)


#: For each phase in which a chain is to be named, the act that names it.
_NAMING: Final = {Phase.FOUND: ActKind.FOUND, Phase.SURVIVOR: ActKind.SURVIVOR}


def _names_chain_first(replayer: Replayer, player: int) -> bool:
    """Whether a player's time is called while he has to name a chain, and the log has the name later in the turn; reports it.

    Ruling: nobody is out of time while a chain is still to be named (R31); his time ends after that.
    """
    naming = _NAMING.get(replayer.state.phase)
    if naming is None or player != replayer.state.player:
        return False
    if not comes_in_turn(replayer.events, replayer.index, naming):
        return False
    message = _(
        "{player}'s time was called before a chain was named; the chain is named first, then {player} is out of time."
    )
    replayer.add("time-called-early", player, message)
    replayer.progress.time_called = player
    return True


def _place_tile(replayer: Replayer, player: int, tile: int) -> None:
    """Place a tile, and report it if the rules forbid it."""
    state = replayer.state
    if state.phase is not PLAY or player != state.player:
        _prepare_to_place(replayer, player, tile)
    if replayer.takes_back:
        replayer.progress.before_tile = state.copy()
        replayer.progress.doubtful_before_tile = replayer.reporter.doubtful
    if tile in state.hands[player]:
        turn.leave_hand(state, player, tile)
    elif state.hidden[player] and tile not in state.seen:
        turn.leave_unseen(state, player, tile)
    else:
        tile = _tile_not_held(replayer, player, tile)
        if tile < 0:
            skip_tile(state)
            return
    spaces = state.spaces
    a, b, c, d = FOUR_NEIGHBOURS[tile]
    bits = spaces[a] | spaces[b] | spaces[c] | spaces[d]
    if bits:
        refusal = placement_refusal(state, tile, bits)
        if refusal is not None:
            replayer.refuse(refusal, player, None, TILE_NAMES[tile])
            _place_anyway(replayer, tile, bits, refusal.code)
            return
    place(state, tile, bits)
    if state.settled is not replayer.ledger.noted_merger:
        omissions.note_due_bonuses(replayer)


def _place_anyway(replayer: Replayer, tile: int, bits: int, code: str) -> None:
    """Put an illegal tile on the board all the same: it stays there until the director rules otherwise."""
    replayer.excuse_turn()
    claims = (ActKind.BONUS, ActKind.DISPOSE, ActKind.SURVIVOR)
    merged = any(comes_in_turn(replayer.events, replayer.index, act) for act in claims)
    if code == "place-beside-loose" or (merged and code in ("place-two-safe", "place-safe")):
        force_tile(replayer.state, tile, bits)
        omissions.note_due_bonuses(replayer)
    elif code == "place-eighth-chain":
        force_loose(replayer.state, tile)
    else:
        force_inert(replayer.state, tile)


def _prepare_to_place(replayer: Replayer, player: int, tile: int) -> None:
    """Report why no tile is expected where the log has one, and set the phase so that it can be placed."""
    state = replayer.state
    if player == state.player:
        omissions.continue_exchange(replayer, PLAY)
        if skip_replacement(replayer, tile) or state.phase is PLAY:
            return
    if state.phase is Phase.OVER:
        report_past_end(replayer, player)
    elif player != state.player:
        replayer.report_out_of_turn(player)
        omissions.complete_decisions(replayer)
    elif state.phase is Phase.TURN_OVER or state.phase is Phase.REPLACE:
        values = {"tile": TILE_NAMES[tile]}
        message = Sentence(gettext_noop("{player} placed {tile} after the turn was over."), values)
        replayer.add("play-after-draw", player, message)
        if player in state.timed_out:
            let_go_on(state, player)
    elif state.phase in (Phase.SHOW, Phase.LAY, Phase.EXCHANGE, Phase.RETURN):
        message = _("{player} placed {tile} before the hand was exchanged.", tile=TILE_NAMES[tile])
        replayer.report("show-missing", player, message)
        break_off(state, player)
    else:
        omissions.complete_decisions(replayer)
        if state.phase is Phase.BUY or state.phase is Phase.DRAW:
            replayer.add("place-twice", player, _("{player} has already placed a tile in this turn."))
    skip_to(state, PLAY)


def _tile_not_held(replayer: Replayer, player: int, tile: int) -> int:
    """Report a tile that the player is not known to hold, and return the tile that was probably meant; -1 if unknown."""
    state = replayer.state
    text = TILE_NAMES[tile]
    holder = turn.holder_of(state, tile)
    if tile not in state.seen:
        hand = replayer.tile_names(sorted(state.hands[player]))
        message = _("{player} does not hold {tile}; the hand is {tiles}.", tile=text, tiles=" ".join(hand))
        replayer.add("tile-not-in-hand", player, message, hand, text)
    elif holder < 0:
        replayer.add_tile("tile-on-board", player, _("{tile} is on the board or out of the game."), tile)
    else:
        replayer.report_holder(player, tile, holder)
    return _tile_meant(replayer, player, tile, holder)


def _tile_meant(replayer: Replayer, player: int, tile: int, holder: int) -> int:
    """Return the tile that was probably placed instead of a wrong one; -1 if unknown.

    If the named tile is on the board or occurs later in the log, it was misread: then a tile of the hand that does not occur later
    was placed. Otherwise an earlier draw was misread, and the named tile was placed.
    """
    state, events, index = replayer.state, replayer.events, replayer.index
    hand = sorted(state.hands[player])
    idle = [held for held in hand if player not in mentioned_later(events, index, held)]
    if turn.lies_open(state, tile) or mentioned_later(events, index, tile):
        if state.hidden[player] or not idle:
            turn.lose_unknown(state, player)
            replayer.reporter.doubtful = True
            return NO_TILE
        if len(idle) > 1:
            replayer.reporter.doubtful = True
        turn.leave_hand(state, player, idle[0])
        return idle[0]
    if holder >= 0:
        turn.hide_tile(state, tile)
    for held in idle:
        turn.hide_tile(state, held)
    if not state.hidden[player]:
        turn.hide_hand(state, player)
    turn.leave_unseen(state, player, tile)
    return tile


def on_turn(replayer: Replayer, player: int, number: int | None) -> None:
    """Close the turn before, and begin a player's turn; wrong numbers and a wrong order are reported."""
    state, progress = replayer.state, replayer.progress
    if progress.started:
        _close_turn(replayer)
    else:
        open_game(replayer, player, number)
    expected = state.following[state.player]
    if state.timed_out:
        expected = turn.next_player(state)
    due = progress.number = progress.number + 1
    progress.replaced = 0
    if number != due and number is not None:
        expected = compare_number(replayer, player, number, expected)
    if player != expected or progress.passed_over >= 0:
        compare_order(replayer, player, expected)
    turn.begin_turn(state, player)
    if state.edition.no_play is ENDS_GAME and turn.must_end(state) and not progress.past_end:
        finish(state, EndReason.NO_PLAY)


def on_play(replayer: Replayer, player: int, tile: int) -> None:
    """Place a tile; if it is the next player's, his turn is begun first, although the log does not say so."""
    if player != replayer.state.player and _is_next(replayer, player):
        message = _("{player} placed {tile}, but the log does not say that {player}'s turn began.")
        on_turn(replayer, player, None)
        replayer.add_tile("act-out-of-turn", player, message, tile)
    _place_tile(replayer, player, tile)


def _is_next(replayer: Replayer, player: int) -> bool:
    """Whether the present turn may be over and this player is next, so that he may begin his turn."""
    state = replayer.state
    if not replayer.progress.started:
        return True
    over = state.phase is TURN_OVER or state.phase is Phase.REPLACE
    is_complete = over or (state.phase is DRAW and not replayer.coverage.is_complete(LineKind.DRAWS, state.player))
    return is_complete and player == turn.next_player(state)


def _close_turn(replayer: Replayer) -> None:
    """Complete the turn that ends now, and check whether the game is over."""
    state = replayer.state
    if state.phase is not TURN_OVER:
        _complete_turn(replayer)
    replayer.progress.clock_pressed = False
    replayer.progress.time_called = NO_TILE
    if replayer.watch is not None:
        replayer.watch(replayer)
    turn.end_turn(state)
    if replayer.progress.end_called:
        end_completed_turn(replayer)
    if state.reason is not None:
        go_on_past_end(replayer)


def _complete_turn(replayer: Replayer) -> None:
    """Complete what the log leaves out at the end of a turn, and report what should have been recorded."""
    state = replayer.state
    player = state.player
    if state.reason is not None:
        report_past_end(replayer, player)
        return
    if state.phase is not DRAW and state.phase is not Phase.REPLACE:
        omissions.complete_turn_to_draw(replayer)
    if state.phase is DRAW:
        missing = turn.tiles_to_draw(state)
        if missing:
            if replayer.coverage.is_complete(LineKind.DRAWS, player) and (
                min(missing, omissions.least_in_bag(replayer)) > replayer.progress.replaced
            ):
                message = _("{player} drew no tile and did not press the clock early.")
                replayer.add("draw-missing", player, message, missing, 0)
            turn.take_unknown(state, player, missing)
        turn.after_draw(state)
    if state.phase is Phase.REPLACE:
        keep_dead(replayer)
