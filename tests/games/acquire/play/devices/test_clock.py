"""Clocks of a game on devices, in worked numbers; moments are in ms from the beginning, and every player has 20 minutes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.asking import QuestionKind
from games.acquire.play.devices.deciding import ARBITER, decide, write_timeout
from games.acquire.play.devices.questions import legal_documents
from games.acquire.play.devices.session import (
    Session,
    TimeUp,
    add_deed,
    clock_at,
    log_of,
    moment_of_zero,
    open_session,
    pending_question,
    rebuild,
    settle,
    time_up,
)
from games.acquire.replay.judging.judge import replay
from games.acquire.state import Phase
from tests.games.acquire.play.devices.tables import asked, played, terms

FULL = 20 * 60_000


def _done(session: Session, who: int, request: object, at: int, lag: int = 0) -> Session:
    for deed in decide(session, who, request, at=at, choose=min, lag=lag):
        session = add_deed(session, deed)
    return session


def _begun(at: int = 5_000, **others: Any) -> Session:
    """A game of three whose first turn, Cai's, begins at a moment; Ben follows, then Ann."""
    session, _ = settle(open_session(terms("mso", 3, **others)), 0, min)
    while (ask := pending_question(session)) is not None and ask.phase is QuestionKind.START:
        for deed in decide(session, ask.seat, {"act": "start"}, at=at, choose=max):
            session = add_deed(session, deed)
    return session


def _first(session: Session, word: str) -> dict[str, Any]:
    ask = asked(session)
    return next(act for act in legal_documents(session, ask) if act["act"] == word)


def _turn(session: Session, at: int) -> Session:
    """The player in turn places the first tile, buys nothing and draws, all at one moment."""
    seat = session.state.player
    session = _done(session, seat, _first(session, "play"), at)
    if asked(session).phase is QuestionKind.FOUND:
        session = _done(session, seat, _first(session, "found"), at)
    return _done(_done(session, seat, {"act": "buy", "shares": {}}, at), seat, {"act": "draw"}, at)


def test_starting_tiles_and_hands_cost_nobody_time() -> None:
    assert clock_at(_begun(300_000), 300_000) == (FULL, FULL, FULL)


def test_the_clock_runs_for_whoever_is_asked_and_for_nobody_else() -> None:
    session = _begun(5_000)
    assert clock_at(session, 35_000) == (FULL, FULL, FULL - 30_000)
    session = _turn(session, 45_000)
    assert clock_at(session, 45_000) == (FULL, FULL, FULL - 40_000)
    assert clock_at(session, 60_000) == (FULL, FULL - 15_000, FULL - 40_000)
    assert moment_of_zero(session) == 45_000 + FULL


def test_a_game_without_minutes_and_an_edition_without_a_time_out_have_no_clock() -> None:
    without = _begun(minutes=None)
    other, _ = settle(open_session(terms("ah2008", 3)), 0, min)
    assert [clock_at(session, 99) for session in (without, other)] == [None, None]
    assert [time_up(session, 10**9) for session in (without, other)] == [None, None]
    assert moment_of_zero(without) is None


def test_a_pause_stops_the_clock_and_resuming_lets_it_go_on() -> None:
    session = _done(_begun(0), ARBITER, {"act": "pause"}, 10_000)
    assert clock_at(session, 500_000) == (FULL, FULL, FULL - 10_000)
    assert time_up(session, 10**9) is None
    session = _done(session, ARBITER, {"act": "resume"}, 500_000)
    assert clock_at(session, 504_000) == (FULL, FULL, FULL - 14_000)


def test_time_is_given_and_taken_and_a_clock_never_falls_below_nothing() -> None:
    session = _done(
        _begun(0), ARBITER, {"act": "time", "player": "Cai", "seconds": 60, "reason": "a spilt drink"}, 5_000
    )
    assert clock_at(session, 5_000) == (FULL, FULL, FULL + 55_000)
    session = _done(session, ARBITER, {"act": "time", "player": "Ann", "seconds": -120}, 5_000)
    assert clock_at(session, 5_000) == (FULL - 120_000, FULL, FULL + 55_000)
    session = _done(session, ARBITER, {"act": "time", "player": "Ben", "seconds": -3_000}, 5_000)
    assert clock_at(session, 5_000) == (FULL - 120_000, 0, FULL + 55_000)


def test_lag_is_credited_up_to_four_tenths_of_a_second_an_act_and_three_seconds_in_all() -> None:
    session = _done(_begun(0), 2, _first(_begun(0), "play"), 10_000, lag=250)
    assert clock_at(session, 10_000) == (FULL, FULL, FULL - 9_750)
    session = _done(session, 2, {"act": "buy", "shares": {}}, 20_000, lag=900)
    assert clock_at(session, 20_000) == (FULL, FULL, FULL - 19_350)
    # 3 s less 250 and 400 ms are left: five acts of 400 ms and one of 350, and then nothing more.
    credited = [session.deeds[-2].lag, session.deeds[-1].lag]
    at = 20_000
    for _ in range(12):
        at += 1_000
        before = session.number
        seat = session.state.player
        session = _done(session, seat, _any(session), at, lag=400)
        credited += [deed.lag for deed in session.deeds[before:] if _by(deed.what, seat) and seat == 2]
    assert session.clock is not None
    assert session.clock.credit[2] >= 0
    assert all(lag <= 400 for lag in credited)


def _by(what: object, seat: int) -> bool:
    return isinstance(what, Action) and what.player == seat


def _any(session: Session) -> dict[str, Any]:
    ask = asked(session)
    return legal_documents(session, ask)[0]


def test_no_more_than_three_seconds_are_credited_to_a_player_in_a_whole_game() -> None:
    session, at, spent = _begun(0), 0, 0
    credited = [0, 0, 0]
    while not session.is_over and session.number < 200:
        ask = asked(session)
        before = session.number
        at += 1_000
        spent += 1
        session = _done(session, ask.seat, legal_documents(session, ask)[0], at, lag=400)
        credited[ask.seat] += session.deeds[before].lag
    assert credited == [3_000, 3_000, 3_000]
    assert session.clock is not None
    assert 3 * FULL - sum(session.clock.left) >= spent * 1_000 - 9_000 - 10_000


def test_lag_gives_nobody_more_time_than_the_act_took() -> None:
    session = _done(_begun(0), 2, _first(_begun(0), "play"), 100, lag=400)
    assert clock_at(session, 100) == (FULL, FULL, FULL)


def _merger(edition: str = "mso", **others: Any) -> tuple[Session, Session]:
    """A session just before a tile merges two chains, and the one in which the first holder, another player, is to dispose."""
    for seed in range(40):
        before = None
        for session in played(terms(edition, 4, **others), Random(f"merger {seed}"), pace=100):
            ask = pending_question(session)
            if ask is None:
                continue
            opens = ask.phase is QuestionKind.DISPOSE and before is not None and before.state.phase is not Phase.DISPOSE
            if opens and before is not None and ask.seat != session.state.player:
                return before, session
            before = session
    raise AssertionError("no merger")


def test_in_a_merger_clocks_stand_ten_seconds_for_the_bonuses_and_then_run_for_the_disposer() -> None:
    _, session = _merger()
    ask, start = asked(session), session.at
    assert session.state.player != ask.seat
    now = clock_at(session, start)
    assert now is not None
    assert clock_at(session, start + 10_000) == now
    later = clock_at(session, start + 17_000)
    assert later == tuple(left - 7_000 * (seat == ask.seat) for seat, left in enumerate(now))
    assert moment_of_zero(session) == start + 10_000 + now[ask.seat]


def test_a_tap_on_the_board_lets_the_clock_run_before_the_ten_seconds_are_over() -> None:
    _, session = _merger()
    ask, start = asked(session), session.at
    tapped = _done(session, ARBITER, {"act": "resume"}, start + 4_000)
    now, later = clock_at(session, start), clock_at(tapped, start + 9_000)
    assert now is not None
    assert later == tuple(left - 5_000 * (seat == ask.seat) for seat, left in enumerate(now))
    with pytest.raises(IllegalActionError, match="not possible now"):
        decide(tapped, ARBITER, {"act": "resume"}, at=start + 5_000, choose=min)


def test_who_disposes_while_bonuses_are_looked_at_pays_nothing_and_the_next_clock_runs_at_once() -> None:
    _, session = _merger()
    ask, start = asked(session), session.at
    after_it = _done(session, ask.seat, legal_documents(session, ask)[0], start + 3_000)
    then = asked(after_it)
    assert clock_at(after_it, start + 3_000) == clock_at(session, start)
    bonus_again = any(
        isinstance(d.what, Action) and d.what.act is ActKind.BONUS for d in after_it.deeds[session.number :]
    )
    assert not bonus_again
    left = clock_at(after_it, start + 5_000)
    now = clock_at(session, start)
    assert now is not None
    assert left == tuple(value - 2_000 * (seat == then.seat) for seat, value in enumerate(now))


def test_after_the_merger_the_clock_runs_for_whoever_laid_the_tile_again() -> None:
    _, session = _merger()
    laid_by = session.state.player
    while (ask := pending_question(session)) is not None and ask.phase in (QuestionKind.DISPOSE, QuestionKind.ORDER):
        session = _done(session, ask.seat, legal_documents(session, ask)[0], session.at + 100)
    assert session.clock is not None
    assert (asked(session).phase, session.clock.running) == (QuestionKind.BUY, laid_by)


def test_at_zero_the_player_who_is_asked_is_out_of_time_and_is_passed_over() -> None:
    session = _begun(0)
    assert time_up(session, FULL - 1) is None
    with pytest.raises(IllegalActionError, match="Nobody can run out of time"):
        write_timeout(session, FULL - 1, min)
    assert time_up(session, FULL) == TimeUp(2, names_open=False)
    deeds = write_timeout(session, FULL, min)
    assert [deed.what for deed in deeds] == [Action(ActKind.TIMEOUT, 2), Action(ActKind.TURN, 1, 2)]
    timed = rebuild(session.terms, [*session.deeds, *deeds])
    assert timed.state.timed_out == {2}
    assert clock_at(timed, FULL + 1_000) == (FULL, FULL - 1_000, 0)
    with pytest.raises(IllegalActionError, match="Cai is out of time"):
        decide(timed, ARBITER, {"act": "time", "player": "Cai", "seconds": 60}, at=FULL, choose=min)


def test_in_a_merger_it_is_the_disposer_who_runs_out_of_time_and_sells_everything() -> None:
    _, session = _merger()
    ask, zero = asked(session), moment_of_zero(session)
    assert zero is not None
    assert session.state.merger is not None
    _, chain = session.state.merger.queue[0]
    assert time_up(session, zero) == TimeUp(ask.seat, names_open=False)
    timed = rebuild(session.terms, [*session.deeds, *write_timeout(session, zero, min)])
    assert (timed.state.shares[chain][ask.seat], timed.state.timed_out) == (0, {ask.seat})


@pytest.mark.parametrize("phase", [QuestionKind.FOUND, QuestionKind.SURVIVOR])
def test_while_a_chain_is_to_be_named_the_arbiter_settles_it_before_time_is_called(phase: QuestionKind) -> None:
    session = next(
        s
        for seed in range(40)
        for s in played(terms("mso", 4), Random(f"names {seed}"), pace=100)
        if (ask := pending_question(s)) is not None and ask.phase is phase
    )
    ask, zero = asked(session), moment_of_zero(session)
    assert zero is not None
    assert time_up(session, zero) == TimeUp(ask.seat, names_open=True)
    with pytest.raises(IllegalActionError, match="Nobody can run out of time"):
        write_timeout(session, zero, min)
    request = {**legal_documents(session, ask)[0], "player": session.terms.ids[ask.seat]}
    settled = _done(session, ARBITER, request, zero)
    if phase is QuestionKind.FOUND:
        assert time_up(settled, zero) == TimeUp(ask.seat, names_open=False)
    assert clock_at(settled, zero)[ask.seat] == 0  # type: ignore[index]


def test_a_rewind_gives_back_the_time_of_what_was_played_in_vain_and_keeps_what_the_arbiter_gave() -> None:
    session = _begun(0)
    number = session.number
    later = _turn(session, 30_000)
    later = _done(later, ARBITER, {"act": "time", "player": "Ann", "seconds": 60}, 40_000)
    later = _turn(later, 90_000)
    assert clock_at(later, 90_000) == (FULL + 60_000, FULL - 60_000, FULL - 30_000)
    back = _done(later, ARBITER, {"act": "rewind", "to": number, "reason": "a wrong tile"}, 100_000)
    assert clock_at(back, 100_000) == (FULL + 60_000, FULL, FULL)
    assert clock_at(back, 103_000) == (FULL + 60_000, FULL, FULL - 3_000)
    again = _done(_turn(back, 110_000), ARBITER, {"act": "rewind", "to": number, "reason": "once more"}, 120_000)
    assert clock_at(again, 120_000) == (FULL + 60_000, FULL, FULL)
    assert rebuild(again.terms, again.deeds) == again


def test_a_rewind_behind_a_time_out_lets_the_player_play_again() -> None:
    session = _begun(0)
    timed = rebuild(session.terms, [*session.deeds, *write_timeout(session, FULL, min)])
    back = _done(timed, ARBITER, {"act": "rewind", "to": session.number, "reason": "the phone was broken"}, FULL)
    assert clock_at(back, FULL) == (FULL, FULL, FULL)
    assert (pending_question(back), back.state.timed_out) == (pending_question(session), set())


def test_who_alone_has_time_left_goes_on_alone() -> None:
    session = _begun(0)
    for _ in range(2):
        for deed in write_timeout(session, moment_of_zero(session) or 0, min):
            session = add_deed(session, deed)
    ask = asked(session)
    assert (ask.seat, ask.phase, session.state.timed_out) == (0, QuestionKind.PLAY, {1, 2})
    session = _turn(session, session.at)
    assert (pending_question(session), session.state.turn) == (ask, 4)
    assert list(replay(log_of(session)).findings) == []


def test_a_game_in_which_everybody_runs_out_of_time_is_over() -> None:
    session, at = _begun(0), 0
    while not session.is_over:
        at = moment_of_zero(session) or at
        for deed in write_timeout(session, at, min):
            session = add_deed(session, deed)
    assert (session.state.phase, clock_at(session, at)) == (Phase.OVER, (0, 0, 0))
