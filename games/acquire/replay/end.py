"""The end of a game, and the cash counted at the table before it and at it."""

from __future__ import annotations

from games.acquire.editions import EndCall, Money, NoPlay
from games.acquire.replay.arbiter import Arbiter
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
from games.acquire.rules import ending, turn
from games.acquire.rules.ending import final_cash
from games.acquire.rules.hands import take_unknown
from games.acquire.rules.lenient import revoke_end, skip_to
from games.acquire.state import EndReason, Merger, Phase, State


def on_cash(arbiter: Arbiter, player: int, amount: int) -> None:
    """Cash was counted at the table."""
    due = arbiter.state.cash[player]
    if due != amount:
        _compare_cash(arbiter, player, due, amount)


def _compare_cash(arbiter: Arbiter, player: int, due: Money, amount: int) -> None:
    """Cash differs: because of an earlier finding, of bonuses still to be paid, or wrongly."""
    state, purse = arbiter.state, arbiter.purse
    if is_cash_open(arbiter, player):
        if arbiter.tells.is_untold(LineKind.PURCHASES, player):
            warn_of_untold(arbiter, player, due, amount)
        settle_by_count(arbiter, player, amount)
        return
    difference = amount - due
    if difference in purse.slack[player] or -difference in _unpaid(arbiter, player):
        return
    if state.reason is not None and amount == final_cash(state)[player]:
        return
    if number_after(arbiter.events, arbiter.index) == arbiter.course.number + 2:
        return  # A turn may be missing before this count; what begins next says so.
    name = arbiter.ids[player]
    if difference < 0 and player in purse.unrecorded:
        message = f"{name} has {amount}; without the unrecorded purchase it would be {due}."
        arbiter.report("cash-unrecorded", player, message, due, amount)
    else:
        arbiter.report("cash-wrong", player, f"{name} has {amount}; as the log is written it is {due}.", due, amount)
    purse.slack[player] = {0, difference}


def _unpaid(arbiter: Arbiter, player: int) -> set[Money]:
    """What bonuses that the table may not have paid yet amount to, where they are paid chain by chain."""
    merger = arbiter.state.merger
    open_dues = [due for (p, _), due in arbiter.purse.due.items() if p == player]
    amounts: set[Money] = {*open_dues, sum(open_dues)}
    if merger is not None and not arbiter.tells.misses(LineKind.BONUSES, player):
        waiting = (merger.bonuses.get(chain, ()) for chain in (merger.current, *merger.waiting))
        later = [sum(due for p, due in paid if p == player) for paid in waiting]
        amounts |= {sum(later), sum(later[1:])}
    return amounts


def on_final(arbiter: Arbiter, player: int, cash: int) -> None:
    """The table reports a player's final cash."""
    arbiter.purse.final[player] = (cash, arbiter.index)


def compare_finals(arbiter: Arbiter, final: tuple[Money, ...]) -> None:
    """Compare the final cash that the log tells with what the rules give."""
    open_finals(arbiter)
    for player, (cash, index) in arbiter.purse.final.items():
        if cash != final[player]:
            arbiter.index = index
            if is_cash_open(arbiter, player):
                warn_of_untold(arbiter, player, final[player], cash)
                continue
            _compare_final(arbiter, player, final[player], cash)


def warn_of_open(arbiter: Arbiter, final: tuple[Money, ...]) -> None:
    """Say of whom nobody knows what he has at the end, unless the log itself tells it."""
    for player, due in enumerate(final):
        if is_cash_open(arbiter, player) and player not in arbiter.purse.final:
            warn_of_untold(arbiter, player, due, None)


def _compare_final(arbiter: Arbiter, player: int, due: Money, cash: int) -> None:
    name = arbiter.ids[player]
    if cash - due in arbiter.purse.slack[player]:
        message = (
            f"{name} was recorded with {cash}; as the log is written it is {due}, which an earlier finding explains."
        )
        arbiter.add("final-wrong", player, message, due, cash, Severity.NOTE)
    else:
        arbiter.report(
            "final-wrong", player, f"{name} was recorded with {cash}; as the log is written it is {due}.", due, cash
        )


_LAST_PHASES = frozenset({Phase.BUY, Phase.DRAW, Phase.REPLACE, Phase.TURN_OVER})


def on_end(arbiter: Arbiter, player: int, nothing: None) -> None:
    """A player declares the end (R12, R13)."""
    state = arbiter.state
    if arbiter.purse.due:
        close_bonuses(arbiter)
    if state.phase is Phase.OVER:
        return
    if player != state.player:
        arbiter.say_out_of_turn(player)
    _complete_for_end(arbiter)
    if state.edition.end is EndCall.MANDATORY:
        _end_by_itself(arbiter, player)
    elif state.phase is Phase.PLAY and state.exchanged and ending.end_condition(state):
        ending.finish(state, EndReason.FORCED)
    elif (refusal := ending.end_refusal(state)) is not None:
        arbiter.refuse(refusal, player)
        arbiter.excuse_turn()
    if state.reason is None:
        complete_decisions(arbiter)
        ending.finish(state, EndReason.CALLED)
    if arbiter.tells.tells_any(LineKind.BONUSES):
        note_final_dues(arbiter)


def on_market(arbiter: Arbiter, player: int, draw: tuple[int, int]) -> None:
    """The market draws a tile for a chain; where the turn before it ended the game by itself, nothing else in the log says so."""
    state = arbiter.state
    if state.reason is None and state.merger is None and state.phase in _LAST_PHASES and _ends_game(state):
        _close_turn_for_end(arbiter)
    on_market_of_merger(arbiter, player, draw)


def _ends_game(state: State) -> bool:
    """Whether the game is over by itself if the turn ends now, as where nothing can change any more."""
    closed = state.copy()
    turn.end_turn(closed)
    return closed.reason is not None


def _complete_for_end(arbiter: Arbiter) -> None:
    """Complete what the log leaves out before the end is declared; a merger of which it tells has to be over."""
    state = arbiter.state
    if state.merger is None or state.phase is not Phase.DISPOSE or _disposes_untold(arbiter, state.merger):
        complete_decisions(arbiter)
    carry_exchange(arbiter, Phase.PLAY)
    if state.phase is Phase.BUY and arbiter.tells.is_untold(LineKind.PURCHASES, state.player):
        skip_to(state, Phase.DRAW)


def _disposes_untold(arbiter: Arbiter, merger: Merger) -> bool:
    """Whether the log tells nothing of those who have still to dispose, so that the merger may be over."""
    untold = arbiter.purse.untold
    return all(entry in untold or arbiter.tells.is_untold(LineKind.DISPOSALS, entry[0]) for entry in merger.queue)


def _end_by_itself(arbiter: Arbiter, player: int) -> None:
    """In some editions nobody calls the end; the line then only states it."""
    state = arbiter.state
    _close_turn_for_end(arbiter)
    if state.reason is None:
        arbiter.report("end-not-called", player, "No end condition of this edition holds; the game was not over.")
        ending.finish(state, EndReason.CALLED)


def _close_turn_for_end(arbiter: Arbiter) -> None:
    """Complete the last turn of the log and let the rules say whether the game is over."""
    state = arbiter.state
    complete_decisions(arbiter)
    carry_exchange(arbiter, Phase.PLAY)
    if state.phase is Phase.DRAW:
        take_unknown(state, state.player, turn.tiles_to_draw(state))
    if state.reason is None:
        turn.end_turn(state)


def say_past_end(arbiter: Arbiter, player: int) -> None:
    """The game went on after its end: said once; the cash at that end stands, whatever follows (R13)."""
    if not arbiter.course.past_end:
        arbiter.add("play-after-end", player, _over(arbiter))
        _go_past_end(arbiter)
    revoke_end(arbiter.state)


def _over(arbiter: Arbiter) -> str:
    """What is said of a game that went on."""
    return f"The game was over: {arbiter.state.reason}. What was played after that does not count."


def _go_past_end(arbiter: Arbiter) -> None:
    """Keep what everybody had when the game was over, and owe no bonus of that end any more.

    An end without its condition was none: then nobody knows what the cash would be.
    """
    course = arbiter.course
    course.past_end = True
    if not any(finding.code in UNFOUNDED_ENDS for finding in arbiter.reporter.findings):
        course.wound_up = ending.final_cash(arbiter.state)
    arbiter.purse.forget_dues()


def go_on_past_end(arbiter: Arbiter) -> None:
    """The game was over by itself, yet another turn follows."""
    state = arbiter.state
    if state.reason is EndReason.STANDSTILL:
        revoke_end(state)  # A ruling of this library, not a rule of the edition: the table may go on.
    elif state.edition.end is EndCall.MANDATORY and not arbiter.course.past_end:
        arbiter.report("end-missed", state.player, _over(arbiter))
        _go_past_end(arbiter)
        revoke_end(state)
    else:
        say_past_end(arbiter, state.player)


def _is_after_exchange(arbiter: Arbiter) -> bool:
    """Whether the player in turn got new tiles and placed none of them."""
    state = arbiter.state
    carry_exchange(arbiter, Phase.PLAY)
    return state.phase is Phase.PLAY and state.exchanged and state.placed < 0


def _ended_unseen(arbiter: Arbiter, exchanged: bool) -> bool:
    """Whether a game may have ended because no tile could be placed, in a hand of which the log tells not all."""
    state = arbiter.state
    player = state.player
    if state.edition.no_play is NoPlay.ENDS_GAME:
        return state.hidden[turn.next_player(state) if state.placed >= 0 else player] > 0
    return exchanged and state.hidden[player] > 0 and ending.end_condition(state)


def conclude(arbiter: Arbiter) -> dict[int, Money] | None:
    """Close the log: the final cash by player, or None if the game did not come to its end."""
    state, purse = arbiter.state, arbiter.purse
    if state.reason is None and not purse.final:
        return None
    if state.reason is None:
        exchanged = _is_after_exchange(arbiter)
        _close_turn_for_end(arbiter)
        if state.reason is None:
            # Past the end it is known, and that the game went on was said.
            if not (arbiter.course.past_end or _ended_unseen(arbiter, exchanged)):
                arbiter.report("end-missing", -1, "There is final cash, but nobody ended the game and no rule did.")
            ending.finish(state, EndReason.CALLED)
    elif purse.due:
        close_bonuses(arbiter)
    if state.phase is Phase.MARKET and least_bag(arbiter) > 0:
        arbiter.report("market-missing", -1, "No tiles were drawn for the market at the end of the game.")
    final = ending.final_cash(state)
    if arbiter.course.wound_up is not None:
        for player, (played_on, due) in enumerate(zip(final, arbiter.course.wound_up, strict=True)):
            purse.loosen(player, played_on - due)
        final = arbiter.course.wound_up
    compare_finals(arbiter, final)
    warn_of_open(arbiter, final)
    return dict(enumerate(final))
