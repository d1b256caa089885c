"""Replaying the end of a game, and the cash that is counted at the table during the game and at its end.

Comparing the cash that is counted at the table, during the game and at its end, with what the rules give.
"""

from __future__ import annotations

from games.acquire.actions import ActKind
from games.acquire.editions import EndCall, NoPlay
from games.acquire.editions.bonus import Money
from games.acquire.replay import omissions
from games.acquire.replay.coverage import LineKind, disposers_in_turn, is_last_turn, rest_of_turn
from games.acquire.replay.findings import UNFOUNDED_ENDS, Severity
from games.acquire.replay.merging import compare_bonus, draw_for_market
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.start import open_position, stands_alone, stands_before_gap
from games.acquire.rules import ending, turn
from games.acquire.rules.lenient import revoke_end, skip_to
from games.acquire.rules.placement import dead_tiles
from games.acquire.state import EndReason, Merger, Phase, State
from games.sentences import Sentence, gettext_noop
from games.sentences import gettext_lazy as _


def on_cash(replayer: Replayer, player: int, amount: int) -> None:
    """Compare cash counted at the table with what the rules give."""
    position = replayer.record.header.position
    if position is not None and not replayer.progress.started:
        if not stands_alone(replayer):
            due: Money = dict(position.cash).get(player, replayer.state.edition.start_cash)
            if due != amount:
                message = _("{player} has {amount}; the position gives {due}.", amount=amount, due=due)
                replayer.add("cash-wrong", player, message, due, amount)
            return
        open_position(replayer)
    due = replayer.state.cash[player]
    if due != amount:
        _compare_cash(replayer, player, due, amount)
    elif replayer.ledger.question is not None:
        replayer.close_question(player)


def _compare_cash(replayer: Replayer, player: int, due: Money, amount: int) -> None:
    """Report counted cash that differs from ``due``, unless an earlier finding or a bonus still to be paid explains it."""
    ledger = replayer.ledger
    if omissions.is_cash_unknown(replayer, player):
        if replayer.coverage.is_absent(LineKind.PURCHASES, player):
            omissions.warn_of_unknown_cash(replayer, player, due, amount)
        omissions.take_counted_cash(replayer, player, amount)
        return
    difference = amount - due
    if difference in ledger.tolerated[player] or -difference in _unpaid_sums(replayer, player):
        return
    if _is_after_final_sale(replayer, player, amount):
        ledger.finals.setdefault(player, (amount, replayer.index))
        return
    if difference in _still_to_come(replayer, player):
        return
    if stands_before_gap(replayer):
        return  # The next turn shows it.
    if difference < 0 and player in ledger.without_purchase:
        message = _("{player} has {amount}; without the unrecorded purchase it would be {due}.", amount=amount, due=due)
        replayer.report("cash-unrecorded", player, message, due, amount)
    else:
        message = _(
            "{player} has {amount}; according to the log as written, it should be {due}.", amount=amount, due=due
        )
        replayer.report("cash-wrong", player, message, due, amount)
    ledger.tolerated[player] = {0, difference}


def _is_after_final_sale(replayer: Replayer, player: int, amount: int) -> bool:
    """Whether the cash may have been counted when the game was over and all shares had been sold."""
    state = replayer.state
    may_be_over = state.reason is not None or (state.merger is None and is_last_turn(replayer.events, replayer.index))
    return may_be_over and amount == ending.worths(state)[player]


def _still_to_come(replayer: Replayer, player: int) -> set[Money]:
    """Return by how much the player's cash changes in the rest of the turn, of which the count may be, though it is written earlier."""
    state = replayer.state
    if replayer.events[replayer.index].act is not ActKind.CASH:
        return set()
    changes: set[Money] = {0}
    for act, of, value in rest_of_turn(replayer.events, replayer.index + 1):
        change: Money = 0
        if of == player and act is ActKind.BUY:
            change = -sum(state.price[chain] * count for chain, count in value)
        elif of == player and act is ActKind.DISPOSE and state.settled is not None:
            change = value[1] * state.settled.prices.get(value[0], 0)
        changes |= {earlier + change for earlier in changes}
    return changes


def _unpaid_sums(replayer: Replayer, player: int) -> set[Money]:
    """Return the sums of bonuses that the players may not have paid out yet when the cash was counted."""
    merger = replayer.state.merger
    open_dues = [due for (p, _), due in replayer.ledger.due.items() if p == player]
    amounts: set[Money] = {*open_dues, sum(open_dues)}
    if merger is not None and not replayer.coverage.is_complete(LineKind.BONUSES, player):
        waiting = (merger.bonuses.get(chain, ()) for chain in (merger.current, *merger.waiting))
        later = [sum(due for p, due in paid if p == player) for paid in waiting]
        amounts |= {sum(later), sum(later[1:])}
    return amounts


def on_final(replayer: Replayer, player: int, cash: int) -> None:
    """Store the final cash that the log states for a player; it is compared when the game is closed."""
    replayer.ledger.finals[player] = (cash, replayer.index)


def compare_finals(replayer: Replayer, final: tuple[Money, ...]) -> None:
    """Compare the final cash that the log states with what the rules give."""
    omissions.leave_paid_unknown(replayer, replayer.state.chains_on_board())
    for player, (cash, index) in replayer.ledger.finals.items():
        if cash != final[player]:
            replayer.index = index
            if omissions.is_cash_unknown(replayer, player):
                omissions.warn_of_unknown_cash(replayer, player, final[player], cash)
                continue
            _compare_final(replayer, player, final[player], cash)


def warn_of_unknown_finals(replayer: Replayer, final: tuple[Money, ...]) -> None:
    """Report each player whose cash at the end cannot be computed, unless the log states it."""
    for player, due in enumerate(final):
        if omissions.is_cash_unknown(replayer, player) and player not in replayer.ledger.finals:
            omissions.warn_of_unknown_cash(replayer, player, due, None)


def _compare_final(replayer: Replayer, player: int, due: Money, cash: int) -> None:
    """Report final cash that differs from what the rules give; only a note if an earlier finding explains it."""
    if cash - due in replayer.ledger.tolerated[player]:
        message = _(
            "{player} was recorded with {cash}; according to the log as written, it should be {due}. An "
            "earlier finding explains the difference.",
            cash=cash,
            due=due,
        )
        replayer.add("final-wrong", player, message, due, cash, Severity.NOTE)
    else:
        message = _("{player} has {amount}; according to the log as written, it should be {due}.", amount=cash, due=due)
        replayer.report("final-wrong", player, message, due, cash)


#: The phases in which the last recorded turn of a game may be when the game ends.
_LAST_PHASES = frozenset({Phase.BUY, Phase.DRAW, Phase.REPLACE, Phase.TURN_OVER})


def on_end(replayer: Replayer, player: int, nothing: None) -> None:
    """Let a player declare the end (R12, R13), and report it if he may not."""
    state = replayer.state
    if stands_alone(replayer):
        open_position(replayer)
        if state.phase is Phase.TURN_OVER:
            turn.begin_turn(state, player)
    if replayer.ledger.due:
        omissions.report_missing_bonuses(replayer)
    if state.phase is Phase.OVER:
        return
    if player != state.player:
        replayer.report_out_of_turn(player)
    _complete_for_end(replayer)
    _end_if_due(replayer, player)
    completes = state.edition.end is EndCall.OPTIONAL_COMPLETES_TURN and state.phase in (Phase.PLAY, Phase.BUY)
    if state.reason is None and completes:
        replayer.progress.end_called = True
        return
    if state.reason is None:
        omissions.complete_decisions(replayer)
        ending.finish(state, EndReason.CALLED)
    if replayer.coverage.has(ActKind.BONUS):
        omissions.note_final_bonuses(replayer)


def _end_if_due(replayer: Replayer, player: int) -> None:
    """Let the game end by itself or by force where it does, or report that the player in turn may not end it now."""
    state = replayer.state
    if state.edition.end is EndCall.MANDATORY:
        _end_by_itself(replayer, player)
    elif state.phase is Phase.PLAY and state.exchanged and ending.end_condition(state):
        ending.finish(state, EndReason.FORCED if state.edition.no_play is NoPlay.MSO else EndReason.CALLED)
    elif (refusal := ending.end_refusal(state)) is not None:
        replayer.refuse(refusal, player)
        replayer.excuse_turn()


def end_completed_turn(replayer: Replayer) -> None:
    """End the game at the end of a turn in which the end was called, in an edition in which the turn is completed first."""
    ending.finish(replayer.state, EndReason.CALLED)
    replayer.progress.end_called = False
    if replayer.coverage.has(ActKind.BONUS):
        omissions.note_final_bonuses(replayer)


def on_market(replayer: Replayer, player: int, draw: tuple[int, int]) -> None:
    """Let the market draw a tile for a chain.

    This may be the first event after a game that ended without a call by a player; then the last turn is closed before.
    """
    state = replayer.state
    if state.reason is None and state.merger is None and state.phase in _LAST_PHASES and _ends_game(state):
        _close_turn_for_end(replayer)
    elif replayer.progress.end_called and state.merger is None:
        _wind_up(replayer)
    draw_for_market(replayer, player, draw)


def on_bonus(replayer: Replayer, player: int, payment: tuple[int, int]) -> None:
    """Compare a recorded bonus with those that are due.

    If nothing is due in the last turn of the log, this may be the first event after a game whose end is not written down.
    """
    state, ledger = replayer.state, replayer.ledger
    chain = payment[0]
    is_closed = state.phase in _LAST_PHASES or state.phase is Phase.PLAY
    is_idle = state.reason is None and state.merger is None and not ledger.due
    if is_idle and is_closed and state.members[chain] and is_last_turn(replayer.events, replayer.index):
        _wind_up(replayer)
        omissions.note_final_bonuses(replayer)
    compare_bonus(replayer, player, payment)


def _ends_game(state: State) -> bool:
    """Whether the game would be over if the turn ended now, without anybody declaring the end."""
    closed = state.copy()
    turn.end_turn(closed)
    return closed.reason is not None


def _complete_for_end(replayer: Replayer) -> None:
    """Complete what the log leaves out before the end is declared, but not a merger whose disposals are recorded."""
    state = replayer.state
    if state.merger is None or state.phase is not Phase.DISPOSE or _are_disposals_unrecorded(replayer, state.merger):
        omissions.complete_decisions(replayer)
    omissions.continue_exchange(replayer, Phase.PLAY)
    is_untold = replayer.coverage.is_absent(LineKind.PURCHASES, state.player)
    if state.phase is Phase.BUY and (is_untold or _buys_nothing(replayer)):
        skip_to(state, Phase.DRAW)


def _buys_nothing(replayer: Replayer) -> bool:
    """Whether, in an edition in which the end is called after the purchase, the player in turn buys nothing.

    The log says so behind the end, or not at all, as it does of nobody who buys nothing.
    """
    if replayer.state.edition.end is not EndCall.OPTIONAL_END_OF_TURN:
        return False
    later = [event.value for event in rest_of_turn(replayer.events, replayer.index) if event.act is ActKind.BUY]
    return not any(later) if later else not replayer.coverage.tells_empty_purchases()


def _are_disposals_unrecorded(replayer: Replayer, merger: Merger) -> bool:
    """Whether the log records no disposals of those who still have to dispose, so that the merger may be over."""
    unknown = replayer.ledger.unknown_shares
    later = disposers_in_turn(replayer.events, replayer.index)
    return all(
        entry in unknown
        or replayer.coverage.is_absent(LineKind.DISPOSALS, entry[0])
        or (entry not in later and omissions.is_taken_to_hold(replayer, entry[0]))
        for entry in merger.queue
    )


def _end_by_itself(replayer: Replayer, player: int) -> None:
    """Close a game whose edition ends it without a call by a player; report it if no end condition holds."""
    state = replayer.state
    _close_turn_for_end(replayer)
    if state.reason is None:
        replayer.report("end-not-called", player, _("The game was not over: no end condition of this edition was met."))
        ending.finish(state, EndReason.CALLED)


def _close_turn_for_end(replayer: Replayer) -> None:
    """Complete the last turn of the log and let the rules decide whether the game is over."""
    state = replayer.state
    omissions.complete_decisions(replayer)
    omissions.continue_exchange(replayer, Phase.PLAY)
    if state.phase is Phase.DRAW:
        turn.take_unknown(state, state.player, turn.tiles_to_draw(state))
    if state.reason is None:
        turn.end_turn(state)


def report_past_end(replayer: Replayer, player: int) -> None:
    """Report once that the game went on after its end, whose cash counts (R13), and let it go on."""
    if not replayer.progress.past_end:
        replayer.add("play-after-end", player, _went_on_message(replayer))
        _go_past_end(replayer)
    revoke_end(replayer.state)


def _went_on_message(replayer: Replayer) -> Sentence:
    """Return the message that the game went on after its end."""
    return _(
        "The game was over: {reason}. Anything played after that does not count.",
        reason=Sentence(replayer.state.reason or ""),
    )


def _go_past_end(replayer: Replayer) -> None:
    """Store everybody's cash at the end of a game that goes on, and remove the bonuses that are due.

    If the end was declared without an end condition, no cash is stored: the game was not over.
    """
    progress = replayer.progress
    progress.past_end = True
    if not any(finding.code in UNFOUNDED_ENDS for finding in replayer.reporter.findings):
        progress.cash_at_end = ending.worths(replayer.state)
    replayer.ledger.forget_dues()


def go_on_past_end(replayer: Replayer) -> None:
    """Let another turn follow although the game was over without anybody declaring the end."""
    state = replayer.state
    if state.reason is EndReason.STANDSTILL:
        revoke_end(state)  # A ruling of this library, not a rule of the edition: the table may go on.
    elif state.edition.end is EndCall.MANDATORY and not replayer.progress.past_end:
        replayer.report("end-missed", state.player, _went_on_message(replayer))
        _go_past_end(replayer)
        revoke_end(state)
    else:
        report_past_end(replayer, state.player)


def _is_after_exchange(replayer: Replayer) -> bool:
    """Whether the player in turn has exchanged his hand and placed no tile since."""
    state = replayer.state
    omissions.continue_exchange(replayer, Phase.PLAY)
    return state.phase is Phase.PLAY and state.exchanged and state.placed < 0


def _ended_unseen(replayer: Replayer, exchanged: bool) -> bool:
    """Whether the game may have ended because a player, whose hand is not wholly recorded, could place no tile, or tiles ran out."""
    state = replayer.state
    player = state.player
    if state.edition.empty_bag_ends and omissions.least_in_bag(replayer) <= 0:
        return True
    if state.edition.blocked_round_ends and omissions.least_in_bag(replayer) <= 0:
        unseen = state.unseen()
        if len(dead_tiles(state, unseen)) == len(unseen):
            return True  # All of them may have been replaced as dead, and nobody has a tile.
    if state.edition.no_play is NoPlay.ENDS_GAME:
        return state.hidden[turn.next_player(state) if state.placed >= 0 else player] > 0
    return exchanged and state.hidden[player] > 0 and ending.end_condition(state)


def _wind_up(replayer: Replayer) -> None:
    """Close the game in its last turn as the log has it, whether or not the rules end it there."""
    state = replayer.state
    exchanged = _is_after_exchange(replayer)
    _close_turn_for_end(replayer)
    if state.reason is None:
        # Past the end that was reported already.
        progress = replayer.progress
        progress.end_unsaid = not (progress.past_end or progress.end_called or _ended_unseen(replayer, exchanged))
        progress.end_called = False
        ending.finish(state, EndReason.CALLED)


_TURNS_MISSING = gettext_noop(
    "The turns after {turn} were not written down: there is final cash, but neither a player nor a rule ended the game."
)
_TURNS_MISSING_AFTER_POSITION = gettext_noop(
    "The turns after the position were not written down: there is final cash, but neither a player nor a rule "
    "ended the game."
)


def _report_unsaid_end(replayer: Replayer, final: tuple[Money, ...]) -> None:
    """Report that nobody is written to have ended the game: only a note if he could, and the final cash is that of the last turn."""
    ledger, number = replayer.ledger, replayer.progress.number
    is_other = any(
        cash - final[player] not in ledger.tolerated[player] and not omissions.is_cash_unknown(replayer, player)
        for player, (cash, _left) in ledger.finals.items()
    )
    severity = None
    if not ending.end_condition(replayer.state):
        message = Sentence(_TURNS_MISSING if number else _TURNS_MISSING_AFTER_POSITION, {"turn": number})
    elif is_other and number:
        message = _(
            "The log does not say who ended the game, and the final cash does not match the cash after turn "
            "{turn}: either later play was not written down or the final cash is wrong.",
            turn=number,
        )
    else:
        message = _(
            "The log does not say who ended the game; it could have ended, so the last turn is taken as the end."
        )
        severity = Severity.NOTE
    replayer.report("end-missing", -1, message, severity=severity)


def conclude(replayer: Replayer) -> dict[int, Money] | None:
    """Close the game and return the final cash by player, or None if the game did not come to its end."""
    state, ledger = replayer.state, replayer.ledger
    if stands_alone(replayer):
        open_position(replayer)
    if state.reason is None and not ledger.finals and not replayer.progress.end_called:
        return None
    if state.reason is None:
        _wind_up(replayer)
    if ledger.due:
        omissions.report_missing_bonuses(replayer)
    if state.phase is Phase.MARKET and omissions.least_in_bag(replayer) > 0:
        replayer.report("market-missing", -1, _("No tiles were drawn for the market at the end of the game."))
    final = ending.worths(state)
    if replayer.progress.cash_at_end is not None:
        for player, (played_on, due) in enumerate(zip(final, replayer.progress.cash_at_end, strict=True)):
            ledger.tolerate(player, played_on - due)
        final = replayer.progress.cash_at_end
    if replayer.progress.end_unsaid:
        _report_unsaid_end(replayer, final)
    compare_finals(replayer, final)
    warn_of_unknown_finals(replayer, final)
    return dict(enumerate(final))
