"""The end of a game, and the cash counted at the table before it and at it."""

from __future__ import annotations

from games.acquire.editions import EndCall, Money, NoPlay
from games.acquire.replay.coverage import LineKind, number_after
from games.acquire.replay.findings import UNFOUNDED_ENDS, Severity
from games.acquire.replay.merging import on_market as on_market_of_merger
from games.acquire.replay.omissions import (
    carry_exchange,
    close_bonuses,
    complete_decisions,
    is_cash_open,
    least_bag,
    note_final_dues,
    open_finals,
    settle_by_count,
    warn_of_untold,
)
from games.acquire.replay.replayer import Replayer
from games.acquire.rules import ending, turn
from games.acquire.rules.ending import worths
from games.acquire.rules.hands import take_unknown
from games.acquire.rules.lenient import revoke_end, skip_to
from games.acquire.state import EndReason, Merger, Phase, State


def on_cash(replayer: Replayer, player: int, amount: int) -> None:
    """Cash was counted at the table."""
    due = replayer.state.cash[player]
    if due != amount:
        _compare_cash(replayer, player, due, amount)


def _compare_cash(replayer: Replayer, player: int, due: Money, amount: int) -> None:
    """Cash differs: because of an earlier finding, of bonuses still to be paid, or wrongly."""
    state, purse = replayer.state, replayer.purse
    if is_cash_open(replayer, player):
        if replayer.tells.is_untold(LineKind.PURCHASES, player):
            warn_of_untold(replayer, player, due, amount)
        settle_by_count(replayer, player, amount)
        return
    difference = amount - due
    if difference in purse.slack[player] or -difference in _unpaid(replayer, player):
        return
    if state.reason is not None and amount == worths(state)[player]:
        return
    if number_after(replayer.events, replayer.index) == replayer.course.number + 2:
        return  # A turn may be missing before this count; what begins next says so.
    name = replayer.ids[player]
    if difference < 0 and player in purse.unrecorded:
        message = f"{name} has {amount}; without the unrecorded purchase it would be {due}."
        replayer.report("cash-unrecorded", player, message, due, amount)
    else:
        replayer.report("cash-wrong", player, f"{name} has {amount}; as the log is written it is {due}.", due, amount)
    purse.slack[player] = {0, difference}


def _unpaid(replayer: Replayer, player: int) -> set[Money]:
    """What bonuses that the table may not have paid yet amount to, where they are paid chain by chain."""
    merger = replayer.state.merger
    open_dues = [due for (p, _), due in replayer.purse.due.items() if p == player]
    amounts: set[Money] = {*open_dues, sum(open_dues)}
    if merger is not None and not replayer.tells.misses(LineKind.BONUSES, player):
        waiting = (merger.bonuses.get(chain, ()) for chain in (merger.current, *merger.waiting))
        later = [sum(due for p, due in paid if p == player) for paid in waiting]
        amounts |= {sum(later), sum(later[1:])}
    return amounts


def on_final(replayer: Replayer, player: int, cash: int) -> None:
    """The table reports a player's final cash."""
    replayer.purse.final[player] = (cash, replayer.index)


def compare_finals(replayer: Replayer, final: tuple[Money, ...]) -> None:
    """Compare the final cash that the log tells with what the rules give."""
    open_finals(replayer)
    for player, (cash, index) in replayer.purse.final.items():
        if cash != final[player]:
            replayer.index = index
            if is_cash_open(replayer, player):
                warn_of_untold(replayer, player, final[player], cash)
                continue
            _compare_final(replayer, player, final[player], cash)


def warn_of_open(replayer: Replayer, final: tuple[Money, ...]) -> None:
    """Say of whom nobody knows what he has at the end, unless the log itself tells it."""
    for player, due in enumerate(final):
        if is_cash_open(replayer, player) and player not in replayer.purse.final:
            warn_of_untold(replayer, player, due, None)


def _compare_final(replayer: Replayer, player: int, due: Money, cash: int) -> None:
    name = replayer.ids[player]
    if cash - due in replayer.purse.slack[player]:
        message = (
            f"{name} was recorded with {cash}; as the log is written it is {due}, which an earlier finding explains."
        )
        replayer.add("final-wrong", player, message, due, cash, Severity.NOTE)
    else:
        replayer.report(
            "final-wrong", player, f"{name} was recorded with {cash}; as the log is written it is {due}.", due, cash
        )


_LAST_PHASES = frozenset({Phase.BUY, Phase.DRAW, Phase.REPLACE, Phase.TURN_OVER})


def on_end(replayer: Replayer, player: int, nothing: None) -> None:
    """A player declares the end (R12, R13)."""
    state = replayer.state
    if replayer.purse.due:
        close_bonuses(replayer)
    if state.phase is Phase.OVER:
        return
    if player != state.player:
        replayer.say_out_of_turn(player)
    _complete_for_end(replayer)
    if state.edition.end is EndCall.MANDATORY:
        _end_by_itself(replayer, player)
    elif state.phase is Phase.PLAY and state.exchanged and ending.end_condition(state):
        ending.finish(state, EndReason.FORCED)
    elif (refusal := ending.end_refusal(state)) is not None:
        replayer.refuse(refusal, player)
        replayer.excuse_turn()
    if state.reason is None:
        complete_decisions(replayer)
        ending.finish(state, EndReason.CALLED)
    if replayer.tells.tells_any(LineKind.BONUSES):
        note_final_dues(replayer)


def on_market(replayer: Replayer, player: int, draw: tuple[int, int]) -> None:
    """The market draws a tile for a chain; where the turn before it ended the game by itself, nothing else in the log says so."""
    state = replayer.state
    if state.reason is None and state.merger is None and state.phase in _LAST_PHASES and _ends_game(state):
        _close_turn_for_end(replayer)
    on_market_of_merger(replayer, player, draw)


def _ends_game(state: State) -> bool:
    """Whether the game is over by itself if the turn ends now, as where nothing can change any more."""
    closed = state.copy()
    turn.end_turn(closed)
    return closed.reason is not None


def _complete_for_end(replayer: Replayer) -> None:
    """Complete what the log leaves out before the end is declared; a merger of which it tells has to be over."""
    state = replayer.state
    if state.merger is None or state.phase is not Phase.DISPOSE or _disposes_untold(replayer, state.merger):
        complete_decisions(replayer)
    carry_exchange(replayer, Phase.PLAY)
    if state.phase is Phase.BUY and replayer.tells.is_untold(LineKind.PURCHASES, state.player):
        skip_to(state, Phase.DRAW)


def _disposes_untold(replayer: Replayer, merger: Merger) -> bool:
    """Whether the log tells nothing of those who have still to dispose, so that the merger may be over."""
    untold = replayer.purse.untold
    return all(entry in untold or replayer.tells.is_untold(LineKind.DISPOSALS, entry[0]) for entry in merger.queue)


def _end_by_itself(replayer: Replayer, player: int) -> None:
    """In some editions nobody calls the end; the line then only states it."""
    state = replayer.state
    _close_turn_for_end(replayer)
    if state.reason is None:
        replayer.report("end-not-called", player, "No end condition of this edition holds; the game was not over.")
        ending.finish(state, EndReason.CALLED)


def _close_turn_for_end(replayer: Replayer) -> None:
    """Complete the last turn of the log and let the rules say whether the game is over."""
    state = replayer.state
    complete_decisions(replayer)
    carry_exchange(replayer, Phase.PLAY)
    if state.phase is Phase.DRAW:
        take_unknown(state, state.player, turn.tiles_to_draw(state))
    if state.reason is None:
        turn.end_turn(state)


def say_past_end(replayer: Replayer, player: int) -> None:
    """The game went on after its end: said once; the cash at that end stands, whatever follows (R13)."""
    if not replayer.course.past_end:
        replayer.add("play-after-end", player, _over(replayer))
        _go_past_end(replayer)
    revoke_end(replayer.state)


def _over(replayer: Replayer) -> str:
    """What is said of a game that went on."""
    return f"The game was over: {replayer.state.reason}. What was played after that does not count."


def _go_past_end(replayer: Replayer) -> None:
    """Keep what everybody had when the game was over, and owe no bonus of that end any more.

    An end without its condition was none: then nobody knows what the cash would be.
    """
    course = replayer.course
    course.past_end = True
    if not any(finding.code in UNFOUNDED_ENDS for finding in replayer.reporter.findings):
        course.wound_up = ending.worths(replayer.state)
    replayer.purse.forget_dues()


def go_on_past_end(replayer: Replayer) -> None:
    """The game was over by itself, yet another turn follows."""
    state = replayer.state
    if state.reason is EndReason.STANDSTILL:
        revoke_end(state)  # A ruling of this library, not a rule of the edition: the table may go on.
    elif state.edition.end is EndCall.MANDATORY and not replayer.course.past_end:
        replayer.report("end-missed", state.player, _over(replayer))
        _go_past_end(replayer)
        revoke_end(state)
    else:
        say_past_end(replayer, state.player)


def _is_after_exchange(replayer: Replayer) -> bool:
    """Whether the player in turn got new tiles and placed none of them."""
    state = replayer.state
    carry_exchange(replayer, Phase.PLAY)
    return state.phase is Phase.PLAY and state.exchanged and state.placed < 0


def _ended_unseen(replayer: Replayer, exchanged: bool) -> bool:
    """Whether a game may have ended because no tile could be placed, in a hand of which the log tells not all."""
    state = replayer.state
    player = state.player
    if state.edition.no_play is NoPlay.ENDS_GAME:
        return state.hidden[turn.next_player(state) if state.placed >= 0 else player] > 0
    return exchanged and state.hidden[player] > 0 and ending.end_condition(state)


def conclude(replayer: Replayer) -> dict[int, Money] | None:
    """Close the log: the final cash by player, or None if the game did not come to its end."""
    state, purse = replayer.state, replayer.purse
    if state.reason is None and not purse.final:
        return None
    if state.reason is None:
        exchanged = _is_after_exchange(replayer)
        _close_turn_for_end(replayer)
        if state.reason is None:
            # Past the end it is known, and that the game went on was said.
            if not (replayer.course.past_end or _ended_unseen(replayer, exchanged)):
                replayer.report("end-missing", -1, "There is final cash, but nobody ended the game and no rule did.")
            ending.finish(state, EndReason.CALLED)
    elif purse.due:
        close_bonuses(replayer)
    if state.phase is Phase.MARKET and least_bag(replayer) > 0:
        replayer.report("market-missing", -1, "No tiles were drawn for the market at the end of the game.")
    final = ending.worths(state)
    if replayer.course.wound_up is not None:
        for player, (played_on, due) in enumerate(zip(final, replayer.course.wound_up, strict=True)):
            purse.loosen(player, played_on - due)
        final = replayer.course.wound_up
    compare_finals(replayer, final)
    warn_of_open(replayer, final)
    return dict(enumerate(final))
