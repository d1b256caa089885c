"""The end of a game: declared, reached by itself, missed, or not told."""

from __future__ import annotations

from games.acquire.editions import EndCall, Money, NoPlay
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.findings import UNFOUNDED_ENDS
from games.acquire.replay.phases import merging
from games.acquire.replay.phases.assuming import carry_exchange, least_bag
from games.acquire.replay.phases.completing import complete_decisions
from games.acquire.replay.phases.counting import compare_finals, warn_of_open
from games.acquire.replay.phases.dues import close_bonuses, note_final_dues
from games.acquire.replay.telling import Kind
from games.acquire.rules import ending, turn
from games.acquire.rules.hands import take_unknown
from games.acquire.rules.lenient import revoke_end, skip_to
from games.acquire.state import EndReason, Merger, Phase, State

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
    if arbiter.tells.tells_any(Kind.BONUSES):
        note_final_dues(arbiter)


def on_market(arbiter: Arbiter, player: int, draw: tuple[int, int]) -> None:
    """The market draws a tile for a chain; where the turn before it ended the game by itself, nothing else in the log says so."""
    state = arbiter.state
    if state.reason is None and state.merger is None and state.phase in _LAST_PHASES and _ends_game(state):
        _close_turn_for_end(arbiter)
    merging.on_market(arbiter, player, draw)


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
    if state.phase is Phase.BUY and arbiter.tells.is_untold(Kind.PURCHASES, state.player):
        skip_to(state, Phase.DRAW)


def _disposes_untold(arbiter: Arbiter, merger: Merger) -> bool:
    """Whether the log tells nothing of those who have still to dispose, so that the merger may be over."""
    untold = arbiter.purse.untold
    return all(entry in untold or arbiter.tells.is_untold(Kind.DISPOSALS, entry[0]) for entry in merger.queue)


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
        course.wound_up = ending.worths(arbiter.state)
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
    final = ending.worths(state)
    if arbiter.course.wound_up is not None:
        for player, (played_on, due) in enumerate(zip(final, arbiter.course.wound_up, strict=True)):
            purse.loosen(player, played_on - due)
        final = arbiter.course.wound_up
    compare_finals(arbiter, final)
    warn_of_open(arbiter, final)
    return dict(enumerate(final))
