"""R43: when a player is disqualified after the start of the final, the director is asked where gold comes from, whoever it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_results, logged_in, make_event, play_to
from tests.tournament.pages.forms import forms_of, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.stages import kept
from tests.tournament.pages.words import words
from tournament.models import Event
from tournament.models.queries import read_event, record_of
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.rounds import close_round, publish_round

pytestmark = pytest.mark.django_db

QUESTION = "Who wins gold now?"
ROOM = "The player with the best total who is not disqualified (R43)"
TOP_TABLE = "Still the winner of the top table, by the director's ruling (R64)"


def sixteen() -> Event:
    """Sixteen players; of two rounds the second is a final, still a draft."""
    event = play_to(make_event(16, rounds_planned=2), round_closed=1)
    draw_round(event, 2)
    return event


@pytest.fixture(scope="module")
def drafted(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    """The draft, once for all tests here."""
    with kept(django_db_blocker, sixteen) as event:
        yield event


@pytest.fixture
def final(db: None, drafted: Event) -> Event:
    """The final as it is published."""
    event = Event.objects.get(pk=drafted.pk)
    publish_round(event, director_of(event), 2)
    return event


def seat_at(event: Event, table: int) -> int:
    return record_of(event).table(2, table).seats[0].player


def ask_for(client: Client, event: Event, number: int) -> Any:
    return client.get(desk(event, f"entries/{number}/disqualify/"))


@pytest.mark.parametrize("table", [1, 2, 4])
def test_once_the_final_is_published_the_question_is_open_at_every_table(
    final: Event, director: Client, table: int
) -> None:
    page = words(ask_for(director, final, seat_at(final, table)))
    assert QUESTION in page
    assert ROOM in page
    assert TOP_TABLE in page
    assert "the offence was before the final began" not in page


def test_it_is_asked_for_who_has_left_before_too(final: Event, director: Client) -> None:
    number = seat_at(final, 3)
    press(director, director.get(desk(final, f"entries/{number}/withdraw/")), "Withdraw")
    assert QUESTION in words(ask_for(director, final, number))


def test_it_needs_an_answer(final: Event, director: Client) -> None:
    number = seat_at(final, 4)
    asked = press(director, ask_for(director, final, number), "Disqualify", {"reason": "collusion"})
    assert "“Who wins gold now?” is empty; fill it in." in words(asked)
    assert read_event(final.slug).entry(PlayerId(number)).status is Status.PRESENT


@pytest.mark.parametrize(("answer", "from_room"), [("room", True), ("top table", False)])
@pytest.mark.parametrize("table", [1, 4])
def test_the_answer_decides_where_gold_comes_from(
    final: Event, director: Client, table: int, answer: str, from_room: bool
) -> None:
    number = seat_at(final, table)
    typed = {"reason": "collusion", "gold": answer}
    press(director, ask_for(director, final, number), "Disqualify", typed)
    record = read_event(final.slug)
    assert (record.entry(PlayerId(number)).status, record.gold_from_room) == (Status.DISQUALIFIED, from_room)


def test_before_the_final_is_published_nobody_is_asked(db: None, drafted: Event, director: Client) -> None:
    number = seat_at(drafted, 1)
    page = ask_for(director, drafted, number)
    assert QUESTION not in words(page)
    press(director, page, "Disqualify", {"reason": "collusion", "gold": "room"})
    record = read_event(drafted.slug)
    assert (record.entry(PlayerId(number)).status, record.gold_from_room) == (Status.DISQUALIFIED, False)


def test_after_the_last_close_it_is_still_asked(final: Event, director: Client) -> None:
    enter_results(final, 2)
    close_round(final, director_of(final), 2)
    assert QUESTION in words(ask_for(director, final, seat_at(final, 2)))


# Nobody joins the top table of a final


@pytest.fixture
def seventeen(db: None, drafted: Event) -> Event:
    """The final of sixteen is public when a seventeenth player is checked in."""
    event = Event.objects.get(pk=drafted.pk)
    publish_round(event, director_of(event), 2)
    client = logged_in(director_of(event))
    read = press(client, client.get(desk(event, "entries/paste/")), "Preview", {"roster": "Late Demo"})
    press(client, read, "Save the selected lines")
    client.post(desk(event, "entries/17/status/"), {"to": "present", "missed": "missed"})
    return event


def test_the_top_table_of_a_final_is_not_offered_to_a_late_comer(seventeen: Event, director: Client) -> None:
    only_one = director.get(desk(seventeen, "rounds/2/join/"))
    assert only_one["Location"].startswith(desk(seventeen, "entries/17/arrive/"))
    page = director.get(desk(seventeen, "entries/17/arrive/"))
    (form,) = [form for form in forms_of(page) if any(button.name == "way" for button in form.buttons)]
    assert [button.value for button in form.buttons] == ["table-2", "table-3", "table-4"]
    assert "Seat at table 1: " in words(page)
