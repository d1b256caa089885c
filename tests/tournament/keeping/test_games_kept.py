"""Games on devices go where their event goes: out with its archive, in again, away with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from games.acquire.logs.writer import write_text
from games.acquire.play.devices.deeds import terms_from
from games.acquire.play.devices.session import log_of, rebuild
from games.acquire.replay.judging.judge import replay
from tests.acts.games import game_at, play_on
from tests.build import director_of, make_event, publish
from tests.tournament.games.at_tables.hall import ended
from tests.tournament.games.tables import begun
from tests.tournament.keeping.test_restoring import edited, rows_of
from tournament.models import Event, Table
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.services.agreeing import agree
from tournament.play.games.services.sessions import forget_sessions, session_of
from tournament.play.games.tables.opening import phones_kept
from tournament.record.archive import EnvelopeError, unpack
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archive_of
from tournament.services.copying import copy_event
from tournament.services.forgetting.acting import forget
from tournament.services.forgetting.finding import people_of
from tournament.slices.putting_away import delete_event

pytestmark = pytest.mark.django_db
TO_THE_END = -1
"""So many acts are all there are."""


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    forget_sessions()
    yield
    forget_sessions()


def hall(*acts: int, **settings: Any) -> Event:
    """An event whose tables are played on devices, each so many acts far, or to the end."""
    event = make_event(7, **settings)
    publish(event, 1)
    for table, many in zip(Table.objects.filter(round__event=event).order_by("number"), acts, strict=False):
        game = game_at(table, seed=f"seed {table.number}")
        ended(game) if many == TO_THE_END else play_on(game, Random(many), many)
    return event


def games_of(event: Event) -> list[Game]:
    return list(Game.objects.filter(table__round__event=event).order_by("table__number"))


def deleted(event: Event) -> None:
    """Every row of an event away, as of a practice event."""
    Event.objects.filter(pk=event.pk).update(is_practice=True)
    delete_event(Event.objects.get(pk=event.pk), director_of(event))


def acts_of(game: Game) -> list[tuple[Any, ...]]:
    return list(game.acts.values_list("number", "at_ms", "lag", "seat", "client_id", "body", "answer"))


@pytest.mark.alike
@pytest.mark.django_db(transaction=True)  # a session is kept once its acts are committed
def test_games_come_back_in_another_installation_under_way_and_over() -> None:
    event = hall(40, TO_THE_END)
    under_way, over = games_of(event)
    assert (under_way.state, over.state) == ("playing", "over")
    agree(over.seats.all()[1])
    rows, sessions = rows_of(event), [session_of(game) for game in (under_way, over)]
    logs = [write_text(log_of(session)) for session in sessions]
    stored = [acts_of(game) for game in (under_way, over)]
    codes = [under_way.code, over.code]
    file = archive_of(event)
    deleted(event)
    forget_sessions()
    again = restore(file).event
    games = games_of(again)
    assert rows_of(again) == rows
    assert [game.code for game in games] == codes, "a code that nobody has here is kept"
    assert [acts_of(game) for game in games] == stored
    assert [session_of(game) for game in games] == sessions
    assert [write_text(log_of(session_of(game))) for game in games] == logs
    assert replay(log_of(session_of(games[1]))).findings == ()
    seats = list(games[1].seats.select_related("entry"))
    assert [seat.agreed_at is not None for seat in seats] == [False, True, *[False] * (len(seats) - 2)]
    assert {seat.entry.event_id for seat in seats if seat.entry} == {again.pk}
    went_on = play_on(games[0], Random(5), 10)
    assert went_on.last > games[0].last
    assert rebuild(terms_from(went_on.terms), session_of(went_on).deeds) == session_of(went_on)


def test_no_phone_and_no_link_comes_along_and_a_seat_waits_for_its_player() -> None:
    event = hall(10)
    game = games_of(event)[0]
    now = timezone.now()
    game.seats.update(claimed_at=now, seen_at=now)
    for seat in game.seats.all():
        GameSeat.objects.filter(pk=seat.pk).update(link_hash=f"link {seat.place}")
    secrets = [*game.seats.values_list("token_hash", flat=True), "link 0"]
    file = archive_of(event)
    held = repr(unpack(file).document)
    assert [secret for secret in secrets if secret in held] == []
    copy = games_of(restore(file).event)[0]
    assert set(copy.seats.values_list("link_hash", "claimed_at", "seen_at")) == {(None, None, None)}
    assert not set(secrets) & set(copy.seats.values_list("token_hash", flat=True))
    assert [seat.is_free for seat in copy.seats.all()] == [False] * copy.seats.count(), "it is not anybody's to take"


def test_a_code_that_is_taken_is_exchanged_in_the_terms_too_and_the_game_stays_the_same() -> None:
    event = hall(30)
    game = games_of(event)[0]
    copy = games_of(restore(archive_of(event)).event)[0]
    assert copy.code != game.code
    assert copy.terms == {**game.terms, "code": copy.code}
    assert write_text(log_of(session_of(copy))) == write_text(log_of(session_of(game)))
    assert session_of(copy).terms.code == copy.code


def test_an_archive_of_before_has_no_games_and_comes_back() -> None:
    def as_before(document: dict[str, Any]) -> None:
        for name in ("Game", "GameSeat", "GameAct"):
            del document["rows"][name]

    event = hall(5)
    assert games_of(restore(edited(archive_of(event), as_before)).event) == []


HARM: Mapping[str, Any] = {
    "an act that is none": lambda rows: rows["GameAct"][3].update(body={"act": "fly"}),
    "an act that is no object": lambda rows: rows["GameAct"][3].update(body=[]),
    "an act too few": lambda rows: rows["GameAct"].pop(3),
    "more acts than there are": lambda rows: rows["Game"][0].update(last=999),
    "an end that was none": lambda rows: rows["Game"][0].update(state="over", ended_at="2026-08-20T10:00:00+00:00"),
    "terms that are none": lambda rows: rows["Game"][0].update(terms={"header": 7}),
    "a seat too few": lambda rows: rows["GameSeat"].pop(),
    "a place twice": lambda rows: rows["GameSeat"][1].update(place=0),
    "a token": lambda rows: rows["GameSeat"][1].update(token_hash="a" * 64),
    "a number twice": lambda rows: rows["GameAct"][3].update(number=3),
}


@pytest.mark.parametrize("harm", HARM)
def test_a_game_that_cannot_have_been_is_refused_in_a_sentence_and_nothing_is_stored(harm: str) -> None:
    event = hall(12)
    file = edited(archive_of(event), lambda document: HARM[harm](document["rows"]))
    before = (Event.objects.count(), Game.objects.count(), GameAct.objects.count())
    with pytest.raises(EnvelopeError) as refusal:
        restore(file)
    assert str(refusal.value).endswith(".")
    assert (Event.objects.count(), Game.objects.count(), GameAct.objects.count()) == before


@pytest.mark.parametrize("code", ["../../..", "ABC", "aaaaaaa0", ""])
def test_a_code_that_no_game_can_have_is_exchanged(code: str) -> None:
    file = edited(archive_of(hall(3)), lambda document: document["rows"]["Game"][0].update(code=code))
    copy = games_of(restore(file).event)[0]
    assert len(copy.code) == 8
    assert copy.code == copy.terms["code"] != code


def test_games_go_with_their_event_and_with_their_table_and_no_others() -> None:
    casual, other = begun_outside(), hall(3, name="Other Cup 2026")
    event = hall(8, 8)
    first, second = games_of(event)
    first.delete()
    assert games_of(event) == [second]
    deleted(event)
    assert sorted(Game.objects.values_list("pk", flat=True)) == sorted([casual.pk, games_of(other)[0].pk])
    assert set(GameAct.objects.values_list("game_id", flat=True)) <= {casual.pk, games_of(other)[0].pk}


def begun_outside() -> Game:
    """A casual game, which belongs to no event."""
    with override_settings(GAMES=True):
        return play_on(begun(), Random(1), 5)


def test_a_copy_of_an_event_has_no_games() -> None:
    event = hall(5)
    copy = copy_event(event, director_of(event), "Next Cup", event.date, with_entries=True)
    assert (games_of(copy), len(games_of(event))) == ([], 1)


def test_a_phone_holds_its_seat_where_the_same_game_is_put_back() -> None:
    event = hall(6, 6)
    kept, lost = games_of(event)
    held = list(kept.seats.values_list("token_hash", flat=True))
    with phones_kept(event):
        for seat in kept.seats.all():
            GameSeat.objects.filter(pk=seat.pk).update(token_hash=f"restored {seat.pk}")
        lost.delete()
    assert list(kept.seats.values_list("token_hash", flat=True)) == held


def test_a_forgotten_player_is_in_no_game_and_games_go_on() -> None:
    event = hall(40, TO_THE_END)
    _under_way, over = games_of(event)
    seat = over.seats.select_related("entry").order_by("place")[0]
    assert seat.entry is not None
    name, before = seat.name, session_of(over)
    assert name in write_text(log_of(before))
    person = next(person for person in people_of(event) if person.number == seat.entry.number)
    forget([person], director_of(event))
    again, other = games_of(event)[::-1]
    told = [again.terms, *acts_of(again), list(again.seats.values_list("name")), other.terms, *acts_of(other)]
    assert name not in str(told)
    text = write_text(log_of(session_of(again)))
    assert person.pseudonym in text
    assert name not in text
    assert (session_of(again).number, session_of(again).is_over) == (before.number, True)
    assert replay(log_of(session_of(again))).findings == ()
    assert play_on(other, Random(5), 10)
