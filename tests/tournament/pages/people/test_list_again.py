"""The office's list read again: every change has a tick, nothing happens unticked, and all of it is one act."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import make_event, play_to
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db

FIRST = "ContestantId,First Name,Last Name,Country\n501,Ada,Demo,NL\n502,Ben,Demo,NL\n503,Cai,Demo,NL"
AGAIN = "ContestantId,First Name,Last Name,Country\n501,Ada,Demo,Poland\n502,Ben,Demmo,NL\n504,Dot,Sample,Wales"


def read(client: Client, event: Event, text: str) -> Any:
    return client.post(desk(event, "entries/paste/"), {"roster": text, "step": "read"})


def take(client: Client, page: Any, **typed: Any) -> Any:
    form = form_with(page, "read")
    button = next(each for each in form.buttons if each.value == "enter")
    return client.post(form.action, form.filled(typed, button))


def entered(client: Client, text: str = FIRST) -> Event:
    event = make_event(0)
    take(client, read(client, event, text))
    return Event.objects.get(pk=event.pk)


def entries_of(event: Event) -> list[tuple[int, str, str]]:
    return [(entry.player, entry.name, entry.country) for entry in record_of(event).entries]


@pytest.fixture
def event(director: Client) -> Event:
    """The event with the list that was entered first."""
    return entered(director)


def test_the_same_list_again_asks_for_nothing(event: Event, director: Client) -> None:
    page = read(director, event, FIRST)
    assert "3 entries are the same as in the list." in words(page)
    assert (page.context["rows"], page.context["changed"], page.context["gone"]) == ([], [], [])


def test_new_changed_and_gone_are_shown_with_old_and_new_values(director: Client) -> None:
    text = words(read(director, entered(director), AGAIN))
    assert "1 line" in text
    assert "1 Ada Demo country: NL → PL" in text
    assert "2 Ben Demo name: Ben Demo → Ben Demmo surname: Demo → Demmo" in text
    assert "1 entry is not in the list" in text


def test_what_is_ticked_is_done_in_one_act_that_history_tells(event: Event, director: Client) -> None:
    before = event.version
    answer = take(director, read(director, event, AGAIN), gone=["3"])
    assert told(answer) == ["List imported: 1 new, 2 changed, 1 removed."]
    assert entries_of(event) == [(1, "Ada Demo", "PL"), (2, "Ben Demmo", "NL"), (3, "Dot Sample", "WAL")]
    event.refresh_from_db()
    assert event.version == before + 1
    (change,) = event.changes.filter(version=event.version)
    record = record_of(event)
    assert sentence_of(change, record) == "List imported: 1 new, 2 changed, 1 removed"
    told_in_words = [row.words for row in differences(change, record)]
    assert "Ada Demo, country: NL → PL" in told_in_words
    assert "Ben Demmo, name: Ben Demo → Ben Demmo" in told_in_words


def test_nothing_that_is_not_ticked_happens(event: Event, director: Client) -> None:
    take(director, read(director, event, AGAIN), changed=[], line=["4"])
    assert entries_of(event) == [
        (1, "Ada Demo", "NL"),
        (2, "Ben Demo", "NL"),
        (3, "Cai Demo", "NL"),
        (4, "Dot Sample", "WAL"),
    ]


def test_what_was_corrected_here_is_changed_back_by_a_tick_alone(event: Event, director: Client) -> None:
    director.post(desk(event, "entries/1/"), {"name": "Ada van Demo", "country": "NL", "contestant_id": "501"})
    page = read(director, event, AGAIN)
    assert [(row.entry.player, is_ticked) for row, is_ticked, _ in page.context["changed"]] == [(1, False), (2, True)]


def test_a_row_says_that_it_was_corrected_here_where_it_was_and_nowhere_else(event: Event, director: Client) -> None:
    assert "corrected here" not in words(read(director, event, AGAIN))
    director.post(desk(event, "entries/1/"), {"name": "Ada van Demo", "country": "NL", "contestant_id": "501"})
    first, second = words(read(director, event, AGAIN)).split("1 Ada van Demo")[1].split("2 Ben Demo")
    assert "corrected here" in first
    assert "corrected here" not in second


def test_who_has_played_is_not_removed_by_a_list(director: Client) -> None:
    event = make_event(4)
    play_to(event, round_closed=1)
    page = read(director, event, "Name,Country\nAda Demo,NL")
    assert [may_go for _, _, _, may_go in page.context["gone"]] == [False, False, False]
    form = form_with(page, "read")
    sent = form.filled({"gone": ["2"]}, next(each for each in form.buttons if each.value == "enter"))
    answer = director.post(desk(event, "entries/paste/"), sent)
    assert "2 Ben Demo has a seat, a score, a report or a penalty; withdraw the player instead." in words(answer)
    assert len(entries_of(event)) == 4
    assert entries_of(event)[0] == (1, "Ada Demo", "")  # all or nothing


def test_a_comparison_that_no_longer_holds_is_shown_anew(event: Event, director: Client) -> None:
    page = read(director, event, AGAIN)
    director.post(desk(event, "entries/1/"), {"name": "Ada Demo", "country": "FR", "contestant_id": "501"})
    answer = take(director, page)
    assert "This has changed since you opened it. Check it, then try again." in words(answer)
    assert "country: FR → PL" in words(answer)
    assert entries_of(event)[0] == (1, "Ada Demo", "FR")


def test_a_country_nobody_knows_is_asked_of_an_entry_too_and_the_answer_is_taken_at_once(
    event: Event, director: Client
) -> None:
    page = read(director, event, FIRST.replace("501,Ada,Demo,NL", "501,Ada,Demo,Freedonia"))
    assert "1 Ada Demo country: NL → Freedonia?" in words(page)
    assert "Choose a country for “Freedonia”" in words(take(director, page))
    answer = take(director, page, **{"country:Freedonia": "PL"})
    assert told(answer) == ["List imported: 1 changed."]
    assert entries_of(event)[0] == (1, "Ada Demo", "PL")
