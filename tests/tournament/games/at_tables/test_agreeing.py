"""At the end: all agree or call the director, a silent seat is accepted once, collisions with the desk follow the usual rules."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.acquire.play.devices.messages import Acts
from games.acquire.rules.game import outcome
from tests.build import director_of, make_event, publish
from tests.tournament.games.at_tables.hall import all_agree, ended, game_of, seat_now, seated
from tournament.models import Call, Event, GameLog, ReportAnswer, TableReport
from tournament.models.queries import record_of
from tournament.play.games.models import Game
from tournament.play.games.services.acting import rule_by_arbiter
from tournament.play.games.services.agreeing import agree, refuse_to_agree
from tournament.play.games.services.sessions import fingerprints_of, session_of
from tournament.play.games.tables.ending import accept_for_seat
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import PlayerId, ResultCheck, ResultState
from tournament.services.changes import RefusedError
from tournament.services.on_devices import close_with_agreed
from tournament.services.results.confirming import TypedResult, hand_in

pytestmark = pytest.mark.django_db


def over(check: ResultCheck = ResultCheck.NONE) -> tuple[Event, Game]:
    """An event of one table of three whose game is over, nobody having agreed."""
    event = make_event(3, name=f"Ended {check} 2026", rounds_planned=1, on_devices=True, result_check=check.value)
    publish(event)
    seated(event)
    return event, ended(game_of(event))


def figures(event: Event, game: Game, add: int = 0) -> TableRecord:
    """What the game says of its table; the first has ``add`` more."""
    ended = outcome(session_of(game).state)
    assert ended is not None
    seats = [PlayerId(seat.entry.number) for seat in game.seats.order_by("place").select_related("entry") if seat.entry]
    return TableRecord(
        1,
        tuple(
            SeatRecord(PlayerId(player), cash=int(ended.cash[place]) + (add if not place else 0))
            for place, player in enumerate(seats)
        ),
    )


def table(event: Event) -> TableRecord:
    """The table as it stands."""
    return record_of(event).table(1, 1)


def test_the_last_yes_hands_in_report_and_log_once() -> None:
    event, game = over()
    for place in (0, 1, 1, 0):
        agree(seat_now(game, place))
    assert not TableReport.objects.exists()
    version = Event.objects.get(pk=event.pk).version
    assert agree(seat_now(game, 2)) == [0, 1, 2]
    agree(seat_now(game, 2))
    event.refresh_from_db()
    assert event.version == version + 1
    assert (TableReport.objects.count(), GameLog.objects.count(), ReportAnswer.objects.count()) == (1, 1, 3)
    assert table(event).waiting is ResultState.AGREED
    close_with_agreed(event, director_of(event), 1)
    assert {seat.player: seat.cash for seat in table(event).seats} == figures(event, game).cash
    assert table(event).ended_by.endswith(("41 tiles", "all chains safe", "no legal play", "all out of time"))


def test_who_says_no_calls_the_director_and_takes_an_earlier_yes_back() -> None:
    event, game = over()
    agree(seat_now(game, 0))
    refuse_to_agree(seat_now(game, 0))
    refuse_to_agree(seat_now(game, 0))
    call = Call.objects.get()
    assert (call.table_number, call.kind) == (1, "dispute")
    assert "does not agree" in call.words
    agree(seat_now(game, 1))
    agree(seat_now(game, 2))
    assert not TableReport.objects.exists()
    agree(seat_now(game, 0))
    assert table(event).waiting is ResultState.AGREED


def test_a_silent_seat_is_accepted_after_five_minutes_and_once() -> None:
    event, game = over()
    agree(seat_now(game, 0))
    agree(seat_now(game, 1))
    silent = seat_now(game, 2)
    assert silent.entry is not None
    with pytest.raises(RefusedError, match="5 minutes"):
        accept_for_seat(event, director_of(event), 1, 1, PlayerId(silent.entry.number))
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(minutes=5))
    accept_for_seat(event, director_of(event), 1, 1, PlayerId(silent.entry.number))
    now = seat_now(game, 2)
    assert (now.accepted_by, now.accepted_by_name) == (director_of(event), "director")
    assert table(event).waiting is ResultState.AGREED
    assert ReportAnswer.objects.count() == 2  # nobody said yes for them
    with pytest.raises(RefusedError, match="already agreed"):
        accept_for_seat(event, director_of(event), 1, 1, PlayerId(silent.entry.number))
    assert TableReport.objects.count() == 1


@pytest.mark.parametrize("check", list(ResultCheck))
def test_with_every_check_what_all_agree_to_waits_for_the_desk(check: ResultCheck) -> None:
    event, game = over(check)
    all_agree(game)
    assert (table(event).waiting, table(event).has_result) == (ResultState.AGREED, False)
    close_with_agreed(event, director_of(event), 1)
    assert record_of(event).round(1).is_closed


def test_the_same_result_typed_meanwhile_needs_no_report_and_the_log_comes_all_the_same() -> None:
    event, game = over()
    assert hand_in(event, director_of(event), 1, [TypedResult(figures(event, game))]) == {}
    all_agree(game)
    assert (TableReport.objects.count(), GameLog.objects.count()) == (1, 1)
    assert (table(event).waiting, table(event).has_result) == (None, True)


def test_another_result_typed_meanwhile_stands_and_the_games_is_contested_beside_it() -> None:
    event, game = over()
    assert hand_in(event, director_of(event), 1, [TypedResult(figures(event, game, add=100))]) == {}
    all_agree(game)
    assert {seat.player: seat.cash for seat in table(event).seats} == figures(event, game, add=100).cash
    assert table(event).is_contested
    assert GameLog.objects.count() == 1


def test_a_first_typing_that_differs_stands_beside_it_and_nobody_accepts_both_unseen() -> None:
    event, game = over(ResultCheck.REKEY)
    assert hand_in(event, director_of(event), 1, [TypedResult(figures(event, game, add=100))]) == {}
    all_agree(game)
    assert table(event).is_contested
    with pytest.raises(RefusedError):
        close_with_agreed(event, director_of(event), 1)


def test_in_a_round_that_was_closed_meanwhile_nothing_is_handed_in() -> None:
    event, game = over()
    assert hand_in(event, director_of(event), 1, [TypedResult(figures(event, game))]) == {}
    close_with_agreed(event, director_of(event), 1, "they went home")
    all_agree(game)
    assert (TableReport.objects.count(), GameLog.objects.count()) == (1, 0)


def test_a_refusal_goes_with_the_end_that_it_was_about_and_may_be_accepted_over() -> None:
    event, game = over()
    before = fingerprints_of([game.pk])
    refuse_to_agree(seat_now(game, 2))
    assert fingerprints_of([game.pk]) != before
    assert seat_now(game, 2).refused_at is not None
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(minutes=5))
    silent = seat_now(game, 2)
    assert silent.entry is not None
    accept_for_seat(event, director_of(event), 1, 1, PlayerId(silent.entry.number))
    assert (seat_now(game, 2).refused_at, seat_now(game, 2).agreed_at is None) == (None, False)
    refuse_to_agree(seat_now(game, 1))
    back = Acts("back", game.last + 1, ({"act": "rewind", "to": 10, "reason": "late"},))
    assert rule_by_arbiter(Game.objects.get(pk=game.pk), back).answer[0]["t"] == "ack"
    assert not game.seats.exclude(refused_at=None).exists()
