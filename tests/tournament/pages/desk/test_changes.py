"""The log of changes: every act with before and after, filtered and paged."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_round, play_to, publish
from tests.tournament.pages.words import words
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import ACTS, Act, Part, acts_of
from tournament.record.vocabulary import PenaltyKind
from tournament.services.events import change_settings
from tournament.services.penalties import PenaltyOrder, give_penalty
from tournament.services.people.departures import withdraw
from tournament.tellings.diary import Difference, differences

pytestmark = pytest.mark.django_db


def shown(client: Client, event: Event, query: str = "") -> list[str]:
    """What was done, as the page lists it."""
    answer = client.get(f"/desk/{event.slug}/changes/{query}")
    return [ACTS[Act(row.record.act)].words for row in answer.context["table"].page.object_list]


def test_the_latest_change_stands_first_with_who_what_and_why(director: Client) -> None:
    event = make_event(6)
    withdraw(event, director_of(event), 1, "has to catch a train")
    assert shown(director, event) == ["withdraw", "check in", "enter players", "create event"]
    page = words(director.get(f"/desk/{event.slug}/changes/"))
    assert "director Withdraw: 1 Ada Demo Ada Demo: present → withdrawn has to catch a train" in page


def test_changed_settings_are_shown_in_the_figures_of_the_rules(director: Client) -> None:
    event = make_event(0)
    change_settings(event, director_of(event), {"multiplier_five": 1_250, "fine_amount": 3_000})
    page = words(director.get(f"/desk/{event.slug}/changes/"))
    assert "fine amount: 5,000 → 3,000 · multiplier five: 1.200 → 1.250" in page


def test_the_filter_parts_changes_by_what_they_are_about(director: Client) -> None:
    event = make_event(6)
    play_round(event)
    give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.WARNING, "misread a tile"))
    withdraw(event, director_of(event), 1)
    assert {part.value: set(shown(director, event, f"?kind={part.value}")) for part in Part} == {
        "entries": {"withdraw", "check in", "enter players"},
        "draws and rounds": {"draw round", "publish round", "close round"},
        "results": {"record result"},
        "penalties": {"give penalty"},
        "settings and medals": {"create event"},
        "helpers": set(),
    }


def test_every_act_there_is_belongs_to_one_part_of_the_filter() -> None:
    parts = {act: [part for part in Part if act in acts_of(part)] for act in Act}
    assert {act: found for act, found in parts.items() if len(found) != 1} == {}


def test_the_filter_offers_every_part_of_the_day(director: Client) -> None:
    answer = director.get(f"/desk/{make_event(0).slug}/changes/")
    assert answer.context["kinds"] == [part.value for part in Part]


def test_words_are_looked_for_in_subject_reason_and_user(director: Client) -> None:
    event = make_event(6)
    withdraw(event, director_of(event), 1, "train")
    assert shown(director, event, "?q=ada+train") == ["withdraw"]
    assert len(shown(director, event, "?q=director")) == 4
    assert "No change fits; take a filter away." in words(director.get(f"/desk/{event.slug}/changes/?q=zeppelin"))


@pytest.mark.parametrize("players", [8, 40])
def test_long_logs_come_in_pages_of_fifty_at_twelve_queries(
    director: Client, players: int, django_assert_max_num_queries: Any
) -> None:
    event = make_event(players)
    play_to(event, round_closed=1)
    Change.objects.bulk_create(
        Change(event=event, version=number, act=Act.MEND, words=f"act {number}") for number in range(100, 180)
    )
    with django_assert_max_num_queries(12):
        first = shown(director, event)
    assert len(first) == 50
    assert "Page 1 of" in words(director.get(f"/desk/{event.slug}/changes/"))
    assert "Previous" in words(director.get(f"/desk/{event.slug}/changes/?page=2"))


def test_the_csv_has_every_change_that_fits_and_not_only_a_page(director: Client) -> None:
    event = make_event(0)
    Change.objects.bulk_create(
        Change(event=event, version=number, act=Act.MEND, words=f"act {number}") for number in range(100, 180)
    )
    lines = director.get(f"/desk/{event.slug}/changes/?q=act&_export=csv").content.decode("utf-8-sig").splitlines()
    assert len(lines) == 81
    assert lines[0] == "Version,When,Who,What,Before → after,Reason"


def test_every_change_of_a_played_event_is_told_without_braces(director: Client) -> None:
    event = make_event(17)
    play_round(event)
    publish(event, 2)
    page = words(director.get(f"/desk/{event.slug}/changes/"))
    assert "{" not in page


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({}, {}, ()),
        ({"fields": {"a": 1}}, {"fields": {"a": 1}}, ()),
        ({"fields": {"is_hard": True}}, {"fields": {"is_hard": False}}, (Difference("strength", "yes", "no"),)),
        ({"fields": {"fixed_table": None}}, {"fields": {"fixed_table": 3}}, (Difference("fixed table", "", "3"),)),
        ({}, {"draw": {"kind": "swiss"}}, (Difference("kind", "", "cut from the standings"),)),
        ({"draw": {"kind": "random"}}, {}, (Difference("kind", "random draw", ""),)),
        ({"draw": {"sizes": [4, 3]}}, {}, (Difference("sizes", "4 3", ""),)),
        ({}, {"entries": {"1": {"tile": "2B"}}}, (Difference("Ada Demo", "", "2B"),)),
        ({}, {"tables": {"2": {"seats": {"3": {"cash": 40_700}}}}}, (Difference("Cai Demo", "", "40,700"),)),
        (
            {"tables": {"2": {"seats": {"3": {"cash": 40_700}}}}},
            {"tables": {"2": {"seats": {"3": {"cash": 40_700, "timed_out": True}}, "ended_by": "Ada"}}},
            (Difference("Cai Demo, out of time", "", "yes"), Difference("ended by", "", "Ada")),
        ),
    ],
)
def test_a_difference_is_told_in_words(before: Any, after: Any, expected: tuple[Difference, ...]) -> None:
    record = record_of(make_event(3))
    assert differences(Change(act=Act.EDIT_ENTRY, before=before, after=after), record) == expected
