"""Checking in: by name, by ticks, all at once, and what missed rounds score."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_round, publish
from tests.tournament.pages.words import press_undo, told, words
from tournament.day.rosters import RosterLine
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import SitOutKind, Status
from tournament.services.entries import add_entries
from tournament.services.people.attendance import set_status

pytestmark = pytest.mark.django_db

REGISTERED, PRESENT, LATE, ABSENT = Status.REGISTERED, Status.PRESENT, Status.LATE, Status.ABSENT


def statuses(event: Event) -> list[Status]:
    return [entry.status for entry in record_of(event).entries]


def post(client: Client, event: Event, **typed: Any) -> Any:
    return client.post(f"/desk/{event.slug}/entries/check-in/", typed)


def late_event(players: int = 6) -> tuple[Event, int]:
    """An event in round 1 with somebody registered who comes now, and that number."""
    event = make_event(players)
    publish(event)
    (late,) = add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    return event, late.number


def test_everybody_expected_is_checked_in_at_once_and_it_can_be_undone(director: Client) -> None:
    event = make_event(4, status=REGISTERED)
    set_status(event, director_of(event), [3], LATE)
    set_status(event, director_of(event), [4], ABSENT)
    answer = post(director, event, to="everybody")
    assert told(answer) == ["Ada Demo, Ben Demo and Cai Demo are present."]
    assert statuses(event) == [PRESENT, PRESENT, PRESENT, ABSENT]
    press_undo(director, answer)
    assert statuses(event) == [REGISTERED, REGISTERED, LATE, ABSENT]


@pytest.mark.parametrize("who", ["2", "Ben Demo", "ben demo", "ben"])
def test_a_number_or_a_part_of_a_name_and_enter_checks_one_player_in(director: Client, who: str) -> None:
    event = make_event(3, status=REGISTERED)
    assert told(post(director, event, who=who)) == ["2 Ben Demo is present."]
    assert statuses(event) == [REGISTERED, PRESENT, REGISTERED]


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        ("demo", "3 players match “demo”: 1 Ada Demo, 2 Ben Demo and 3 Cai Demo. Enter the number."),
        ("Zed", "No player matches “Zed”. Enter a number or part of the name."),
        ("9", "No player matches “9”. Enter a number or part of the name."),
        ("", "Enter a name or number, or select players and press a button."),
    ],
)
def test_a_name_that_is_not_one_player_says_who_it_may_be_and_stays(director: Client, who: str, sentence: str) -> None:
    event = make_event(3, status=REGISTERED)
    answer = post(director, event, who=who)
    assert sentence in words(answer)
    assert f'value="{who}"' in answer.content.decode()
    assert statuses(event) == [REGISTERED] * 3


@pytest.mark.parametrize("status", [PRESENT, LATE, ABSENT, Status.EXCLUDED])
def test_the_ticked_are_marked_together(director: Client, status: Status) -> None:
    event = make_event(3, status=REGISTERED)
    post(director, event, to=status.value, number=[1, 3])
    assert statuses(event) == [status, REGISTERED, status]


def test_the_button_of_a_row_checks_in_that_player_whatever_is_ticked(director: Client) -> None:
    event = make_event(3, status=REGISTERED)
    post(director, event, one="2", number=[1, 3])
    assert statuses(event) == [REGISTERED, PRESENT, REGISTERED]


def test_nobody_ticked_is_told(director: Client) -> None:
    event = make_event(3, status=REGISTERED)
    assert "Nobody is selected. Select the players first." in words(post(director, event, to="late"))


def test_the_page_says_to_which_tables_the_check_in_leads(director: Client) -> None:
    event = make_event(18, status=REGISTERED)
    post(director, event, to="present", number=list(range(1, 18)))
    page = words(director.get(f"/desk/{event.slug}/entries/check-in/"))
    assert "17 players are here: 2 tables of 4 and 3 tables of 3. If 1 expected player turns up: 6 tables of 3." in page


def test_before_play_nobody_is_asked_about_missed_rounds(director: Client) -> None:
    event = make_event(4, status=REGISTERED)
    assert "What do the rounds score" not in words(director.get(f"/desk/{event.slug}/entries/check-in/"))


def test_after_play_has_begun_every_choice_stands_with_its_consequence_and_none_is_chosen(director: Client) -> None:
    event, _ = late_event()
    answer = director.get(f"/desk/{event.slug}/entries/check-in/")
    page = words(answer)
    assert "0.000 for the round missed; the one sit-out stays unused (R53). Recommended." in page
    assert "25.000 for round 1, as the one sit-out (R51, R53)." in page
    assert "30.000 for round 1, as the one sit-out, because of a mistake in the pairings" in page
    assert "checked" not in answer.content.decode().split("<main")[1]


def test_without_a_choice_nothing_is_done_and_ticks_stay(director: Client) -> None:
    event, number = late_event()
    answer = post(director, event, to="present", number=[number])
    assert "1 round has begun; choose what a missed round scores" in words(answer)
    assert f'value="{number}:registered" checked' in answer.content.decode()
    assert statuses(event)[-1] is REGISTERED


def test_with_a_choice_the_missed_round_scores_it(director: Client) -> None:
    event, number = late_event()
    post(director, event, to="present", number=[number], missed="standard")
    assert [(row.player, row.kind) for row in record_of(event).round(1).sit_outs] == [(number, SitOutKind.STANDARD)]


def test_the_check_in_of_an_empty_event_leads_to_the_roster(director: Client) -> None:
    event = make_event(0)
    assert "Nobody to check in" in words(director.get(f"/desk/{event.slug}/entries/check-in/"))


def test_one_player_is_marked_on_the_entry_page_too(director: Client) -> None:
    event = make_event(3, status=REGISTERED)
    answer = director.post(f"/desk/{event.slug}/entries/2/status/", {"to": "late"})
    assert answer.headers["Location"] == f"/desk/{event.slug}/entries/2/"
    assert told(answer) == ["2 Ben Demo is late."]
    assert press_undo(director, answer).headers["Location"] == f"/desk/{event.slug}/entries/2/"
    assert statuses(event) == [REGISTERED] * 3


@pytest.mark.parametrize("to", ["withdrawn", "disqualified", "gone", ""])
def test_only_what_is_a_mark_is_marked(director: Client, to: str) -> None:
    event = make_event(3)
    answer = director.post(f"/desk/{event.slug}/entries/2/status/", {"to": to})
    assert told(answer) == [f"“{to}” is not a status. Reload the page."]
    assert statuses(event) == [PRESENT] * 3


def test_an_undo_that_comes_too_late_says_so(director: Client) -> None:
    event = make_event(6, status=REGISTERED)
    answer = post(director, event, to="everybody")
    play_round(event)
    late = press_undo(director, answer)
    assert told(late)[-1] == "1 Ada Demo has taken part since; withdraw the player instead (R54)."
