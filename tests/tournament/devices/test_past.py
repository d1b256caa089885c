"""My past: what a person has played in the events that everybody may read, whom they met, and nothing that an event keeps to itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client

from tests.build import director_of, make_event, play_to, publish
from tests.tournament.pages.reading import words_of
from tournament.models import Entry, Event
from tournament.models.queries import record_of
from tournament.public.devices.past import MOST_MET, Past, past_of
from tournament.record.vocabulary import NameShown
from tournament.scores.explaining import Scores
from tournament.scores.medals import pentamind
from tournament.services.entries import join_entries
from tournament.services.events import publish_final_list
from tournament.services.showing import hide_event
from tournament.slices.putting_away import put_away
from tournament.tellings.words import thousandths

pytestmark = pytest.mark.django_db

TWO = ("Ada Demo", "Ben Demo", "Cai Demo", "Dot Demo")


def ended(name: str, day: int = 1, names: tuple[str, ...] = TWO, **settings: Any) -> Event:
    """An event of one round and one table whose final list is public."""
    event = play_to(make_event(names=names, name=name, rounds_planned=1, **settings), round_closed=1)
    publish_final_list(event, director_of(event))
    Event.objects.filter(pk=event.pk).update(date=date(2026, 8, day))
    return Event.objects.get(pk=event.pk)


def join(*events: Event, number: int = 1) -> None:
    join_entries(director_of(events[0]), [event.entries.get(number=number) for event in events])


def mine(event: Event) -> Past | None:
    return past_of(event.entries.get(number=1))


def past(event: Event) -> Past:
    found = mine(event)
    assert found is not None
    return found


def place_at_the_table(event: Event, number: int) -> int:
    (table,) = Scores(record_of(event)).tables(1)
    return next(row.place for row in table.rows if row.player == number)


def met(event: Event) -> dict[str, tuple[int, int, int]]:
    """Everybody met, with tables, before and behind."""
    return {each.name: (each.tables, each.before, each.behind) for each in past(event).met}


def test_the_past_has_place_total_and_pentamind_points_of_each_event_the_latest_first() -> None:
    first, second = ended("Acquire", 1), ended("Catan", 2)
    join(first, second)
    told = past(first)
    assert [(each.name, each.progress, each.url) for each in told.events] == [
        ("Catan", "Final list", f"/{second.slug}/players/1/"),
        ("Acquire", "Final list", f"/{first.slug}/players/1/"),
    ]
    for event, each in zip((second, first), told.events, strict=True):
        row = next(row for row in Scores(record_of(event)).standings() if row.player == 1)
        points = next(place.points for place in pentamind(record_of(event)) if place.player == 1)
        assert (each.place.split()[-1], each.total, each.pentamind) == (
            "4",
            thousandths(row.total),
            thousandths(points),
        )
    assert past(second) == told


def test_the_head_to_head_counts_tables_and_who_was_placed_before_whom() -> None:
    first, second = ended("Acquire", 1), ended("Catan", 2)
    join(first, second)
    join(first, second, number=2)
    both = [(place_at_the_table(event, 1), place_at_the_table(event, 2)) for event in (first, second)]
    before, behind = sum(own < other for own, other in both), sum(own > other for own, other in both)
    told = met(first)
    assert told["Ben Demo"] == (2, before, behind)
    assert [each.name for each in past(first).met].count("Cai Demo") == 2  # a name alone joins nobody


def test_who_is_joined_with_nobody_or_only_with_hidden_events_has_no_past() -> None:
    first, second, third = ended("Acquire"), ended("Catan", 2), ended("Hare", 3)
    assert mine(first) is None
    join(first, second)
    hide_event(second, director_of(second))
    assert (mine(first), [each.name for each in past(second).events]) == (None, ["Acquire"])
    join(first, third)
    assert [each.name for each in past(first).events] == ["Hare", "Acquire"]


def test_an_event_for_practice_does_not_count_and_an_archived_one_does() -> None:
    first, second, third = ended("Acquire"), ended("Catan", 2), ended("Try-out", 3)
    join(first, second, third)
    Event.objects.filter(pk=third.pk).update(is_practice=True)
    put_away(second, director_of(second))
    assert [each.name for each in past(first).events] == ["Catan", "Acquire"]


def test_results_that_are_held_back_count_nothing() -> None:
    first = ended("Acquire")
    second = play_to(make_event(names=TWO, name="Catan", rounds_planned=2, holds_results=True), round_closed=1)
    publish(second, 2)
    join(first, second)
    (later,) = [each for each in past(first).events if each.name == "Catan"]
    assert (later.place, later.total, later.pentamind) == ("", "", "")
    assert "not public yet" in later.progress
    assert {each.tables for each in past(first).met} == {1}
    Event.objects.filter(pk=second.pk).update(results_shown_through=1, public_version=99, version=99)
    (later,) = [each for each in past(first).events if each.name == "Catan"]
    assert (later.place.split()[-1], later.pentamind) == ("4", "")
    assert later.total


def test_nobody_who_is_a_number_in_an_event_is_known_by_another_one() -> None:
    first, second = ended("Acquire", 1), ended("Catan", 2, names_shown=NameShown.NUMBER.value)
    join(first, second)
    join(first, second, number=2)
    told = met(first)
    assert (told["Ben Demo"][0], told["Player 2"][0]) == (1, 1)
    assert len(past(first).events) == 2  # but their own page has the event


def test_the_longest_known_come_first_and_beyond_twenty_only_their_number_is_told() -> None:
    first, second = ended("Acquire", 1), ended("Catan", 2)
    many = [ended(f"Cup {day}", day, ("Ada Demo", *(f"New {day} {n}" for n in "abcd"))) for day in range(3, 9)]
    join(*many, second, first)
    told = past(first)
    assert [each.name for each in told.met[:3]] == [each.name for each in told.met if each.name in TWO[1:]][:3]
    assert (len(told.met), told.more) == (MOST_MET, 3 + 3 + 4 * 6 - MOST_MET)
    shown = words_of(render_to_string("public/devices/_past.html", {"past": told}))
    assert "You met 10 more players." in shown


def test_the_past_costs_two_queries_once_its_events_are_kept(
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    events = [ended(f"Cup {day}", day) for day in range(1, 6)]
    join(*events)
    entry = Entry.objects.get(pk=events[0].entries.get(number=1).pk)
    told = past_of(entry)
    with django_assert_max_num_queries(2):
        assert past_of(entry) == told
    cache.clear()


def test_the_part_of_the_page_leads_to_public_pages_alone() -> None:
    first, second = ended("Acquire"), ended("Catan", 2)
    join(first, second)
    page = render_to_string("public/devices/_past.html", {"past": past(first)})
    assert "Whom you met" in words_of(page)
    for each in past(first).events:
        assert f'href="{each.url}"' in page
        assert Client().get(each.url).status_code == 200
