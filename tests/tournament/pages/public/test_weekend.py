"""Several events, one weekend: the front page says what is on, where and who leads; one page adds up the Pentamind."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.build import director_of, make_event, play_round, play_to, publish
from tests.tournament.pages.reading import html
from tests.tournament.pages.words import words
from tournament.models import Entry, Event
from tournament.models.queries import record_of
from tournament.record.rounds import PlannedStart
from tournament.record.vocabulary import NameShown
from tournament.scores.medals import pentamind
from tournament.scores.totals import standings
from tournament.services.copying import plan_times
from tournament.services.entries import join_entries
from tournament.services.events import publish_final_list
from tournament.tellings.words import thousandths

pytestmark = pytest.mark.django_db


def ended(name: str, players: int = 6, **settings: Any) -> Event:
    """An event of one round whose final list is public."""
    event = play_to(make_event(players, name=name, rounds_planned=1, **settings), round_closed=1)
    publish_final_list(event, director_of(event))
    return Event.objects.get(pk=event.pk)


def front() -> str:
    return words(Client().get("/"))


def test_the_front_page_names_who_leads_by_public_results_alone() -> None:
    event = make_event(6, holds_results=True)
    play_round(event, 1)
    assert "In the lead" not in front()
    Event.objects.filter(pk=event.pk).update(results_shown_through=1, public_version=99, version=99)
    leader = record_of(event).name_of(standings(record_of(event))[0].player)
    assert f"In the lead: {leader}" in front()


def test_the_front_page_names_nobody_who_is_a_number() -> None:
    event = make_event(6, names_shown=NameShown.NUMBER.value)
    play_round(event, 1)
    leader = standings(record_of(event))[0].player
    assert f"In the lead: Player {leader}" in front()


def test_the_front_page_says_in_which_hall_the_round_of_today_is_played() -> None:
    event = make_event(6, date=timezone.localdate())
    plan_times(
        event,
        director_of(event),
        {number: PlannedStart(number, timezone.now() + timedelta(hours=number), f"Hall {number}") for number in (1, 2)},
    )
    publish(event, 1)
    assert "Hall 1" in front()


def test_who_has_won_is_named_once_the_final_list_is_public(django_assert_max_num_queries: Callable[..., Any]) -> None:
    events = [ended(f"Cup {count}") for count in range(4)]
    page = front()
    assert page.count("Won by") == 4
    with django_assert_max_num_queries(3):  # kept for each event until something public changes
        assert front() == page
    assert len(events) == 4


def listed() -> dict[str, str]:
    """The sum of everybody on the page of the Pentamind, by the name."""
    page = html(Client(), "/pentamind/")
    return dict(re.findall(r'<th scope="row" class="name">(.*?)</th>.*?<td class="total">(.*?)</td>', page))


def points(event: Event, number: int) -> int:
    return next(place.points for place in pentamind(record_of(event)) if place.player == number)


def test_the_pentamind_adds_up_who_is_joined_and_nobody_else() -> None:
    first, second = ended("Acquire"), ended("Catan", names=["Ada Demo", "X", "Y", "Z"])
    make_event(4, name="Not over")
    assert sorted(Entry.objects.filter(name="Ada Demo").values_list("event__name", flat=True)) == [
        "Acquire",
        "Catan",
        "Not over",
    ]
    page = html(Client(), "/pentamind/")
    assert page.count(">Ada Demo<") == 2
    join_entries(director_of(first), [first.entries.get(number=1), second.entries.get(number=1)])
    assert listed()["Ada Demo"] == thousandths(points(first, 1) + points(second, 1))
    assert html(Client(), "/pentamind/").count(">Ada Demo<") == 1
    assert 'href="/pentamind/"' in html(Client(), "/")


def test_the_pentamind_tells_of_nobody_what_an_event_keeps_to_itself() -> None:
    first, second = ended("Acquire"), ended("Catan", names_shown=NameShown.NUMBER.value)
    join_entries(director_of(first), [first.entries.get(number=1), second.entries.get(number=1)])
    assert [listed()["Ada Demo"], listed()["Player 1"]] == [thousandths(points(event, 1)) for event in (first, second)]


def test_the_pentamind_costs_three_queries_once_its_events_are_kept(
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for count in range(4):
        ended(f"Cup {count}")
    listed()
    with django_assert_max_num_queries(3):
        listed()
    cache.clear()
