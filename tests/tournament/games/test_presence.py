"""Who is there: heard of by whatever a seat's device asks or says, written seldom, away after 45 seconds; the others see it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.acquire.play.devices import pending_question
from games.acquire.play.devices.questions import legal_documents
from tests.tournament.games.phones import Hall, opened_by
from tests.tournament.games.tables import begun, hello, one, opened, seat_at, spoken
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.services import presence
from tournament.play.games.services.acting import act
from tournament.play.games.services.presence import away_since, note_all_seen, note_lags, note_seen
from tournament.play.games.services.sessions import fingerprints_of, session_of
from tournament.play.games.sockets.programs import _answer_hello, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]
NOON = datetime.fromisoformat("2026-05-01T12:00:00+00:00")


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def silent_for(seconds: float, *seats: GameSeat) -> datetime:
    """Let seats have been silent for so long; since when."""
    since = timezone.now() - timedelta(seconds=seconds)
    GameSeat.objects.filter(pk__in=[seat.pk for seat in seats]).update(seen_at=since)
    return since


def test_a_seat_is_away_after_45_seconds_without_news_and_back_with_the_next() -> None:
    seat = seat_at(begun(), 1)
    note_all_seen([seat.pk], after(0))
    seat.seen_at = None
    note_seen(seat, after(20))
    assert [away_since(seat, after(moment)) for moment in (20, 65, 65.001)] == [None, None, after(20)]
    note_seen(seat, after(70))
    assert away_since(seat, after(70)) is None


def test_a_seat_that_has_not_come_is_not_away() -> None:
    seat = seat_at(opened().game, 0)
    note_seen(seat, after(0))
    assert away_since(seat, after(3_600)) is None


def test_a_seat_is_written_at_most_once_in_15_seconds() -> None:
    seat = seat_at(begun(), 0)
    note_seen(seat, after(60 * 60 * 24 * 365))  # long after the game began
    at = seat.seen_at
    assert at is not None
    asked = []
    for seconds in (0, 14.999, 15, 16, 29.999, 30):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            note_seen(seat, at + timedelta(seconds=seconds))
        asked.append(len(queries))
    assert asked == [0, 0, 1, 0, 0, 1]
    other_process = GameSeat(pk=seat.pk)
    note_seen(other_process, at + timedelta(seconds=44))
    assert GameSeat.objects.get(pk=seat.pk).seen_at == at + timedelta(seconds=30)


def test_nobody_waits_for_a_note_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object) -> None:
        raise DatabaseError("database is locked")

    seat = seat_at(begun(), 0)
    before = seat.seen_at
    monkeypatch.setattr(presence, "note_all_seen", locked)
    note_seen(seat, timezone.now() + timedelta(hours=1))
    assert seat.seen_at == before


def looks_at_its_page(hall: Hall) -> None:
    hall.phones[1].get(hall.hand)


def opens_the_socket_of_its_page(hall: Hall) -> None:
    assert page_of(hall.code, hall.phones[1].cookies["seat"].value) == (hall.game.pk, [seat_at(hall.game, 1).pk])


@pytest.mark.parametrize("comes", [looks_at_its_page, opens_the_socket_of_its_page])
def test_a_phone_is_heard_of_by_its_page_and_by_its_socket(comes: Callable[[Hall], None]) -> None:
    hall = opened_by()
    silent_for(60, *hall.game.seats.all())
    comes(hall)
    assert [away_since(seat) is None for seat in hall.game.seats.all()] == [False, True, False]


@pytest.mark.parametrize("by_socket", [False, True])
def test_a_program_is_heard_of_by_what_it_sends(by_socket: bool) -> None:
    made = opened()
    for token in made.tokens.values():
        spoken(token, hello(token))
    silent_for(60, *made.game.seats.all())
    token = made.tokens["P3"]
    if by_socket:
        _answer_hello(f'{{"t": "hello", "v": 1, "token": "{token}"}}')
    else:
        spoken(token, {"t": "ping", "at": 1})
    assert [away_since(seat) is None for seat in made.game.seats.all()] == [False, False, True]


def test_the_board_notes_nobody_and_tells_who_is_away_once_it_is_so() -> None:
    hall = opened_by()
    board = f"/game/{hall.code}/"
    there = Client().get(board)
    stamp, mark = there.context["stamp"], fingerprints_of([hall.game.pk])
    assert "away since" not in there.content.decode()
    assert Client().get(f"{board}?s={stamp}", headers={"HX-Request": "true"}).status_code == 204
    silent_for(46, seat_at(hall.game, 2))
    changed = Client().get(f"{board}?s={stamp}", headers={"HX-Request": "true"})
    assert (changed.status_code, changed.content.decode().count("away since")) == (200, 1)
    assert fingerprints_of([hall.game.pk]) != mark
    assert away_since(seat_at(hall.game, 2)) is not None


def test_the_lags_of_many_seats_are_noted_by_two_queries() -> None:
    seats = list(begun(players=4).seats.order_by("place"))
    with CaptureQueriesContext(connection) as queries:
        note_lags({seat.pk: 45 * seat.place for seat in seats})
    noted = GameSeat.objects.filter(pk__in=[seat.pk for seat in seats]).order_by("place").values_list("lag", flat=True)
    assert (list(noted), len(queries)) == ([0, 40, 80, 120], 2)


def test_lag_is_noted_in_steps_and_credited_to_the_next_act_as_far_as_the_quota_goes() -> None:
    game = begun(minutes=20)
    for place in range(3):
        act(
            seat_at(game, place),
            one(f"start {place}", session_of(Game.objects.get(pk=game.pk)).number + 1, act="start"),
        )
    game = Game.objects.get(pk=game.pk)
    session = session_of(game)
    ask = pending_question(session)
    assert ask is not None
    assert game.begun_at is not None
    seat = seat_at(game, ask.seat)
    noted = []
    for measured in (19, 319, 310, 519):
        with CaptureQueriesContext(connection) as queries:
            note_lags({seat.pk: measured})
        noted.append((seat_at(game, ask.seat).lag, len(queries)))
    assert noted == [(0, 1), (300, 2), (300, 1), (500, 2)]
    later = game.begun_at + timedelta(milliseconds=session.at + 5_000)
    act(seat_at(game, ask.seat), one("late", session.number + 1, **legal_documents(session, ask)[0]), now=later)
    assert GameAct.objects.get(game=game, number=session.number + 1).lag == 400
