"""Events in the order of their dates, the next one first, and found by name, date and place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.day.agenda import is_meant, next_first

TODAY = date(2026, 8, 20)


@dataclass
class Listed:
    """An event as lists know it."""

    name: str
    date: date
    venue: str = ""


CUP = Listed("Zoë's Łódź Cup", TODAY, "Great Hall")


def test_the_next_event_is_first_and_the_latest_of_the_past_follows_the_last_to_come() -> None:
    days = (-400, -1, 0, 2, 90)
    listed = [Listed(str(day), TODAY + timedelta(days=day)) for day in days]
    assert [event.name for event in next_first(reversed(listed), TODAY)] == ["0", "2", "90", "-1", "-400"]


def test_events_of_one_day_stand_by_name() -> None:
    listed = [Listed(name, day) for name in ("Öre", "Pat", "nim") for day in (TODAY, TODAY - timedelta(days=1))]
    assert [event.name for event in next_first(listed, TODAY)] == ["nim", "Öre", "Pat"] * 2


@given(st.lists(st.dates()), st.dates())
def test_no_event_is_lost_and_everything_to_come_stands_before_the_past(days: list[date], today: date) -> None:
    listed = next_first([Listed("Cup", day) for day in days], today)
    assert sorted(event.date for event in listed) == sorted(days)
    assert [event.date < today for event in listed] == sorted(day < today for day in days)


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "zoe",
        "CUP lodz",
        "great",
        "hall cup",
        "20 August",
        "aug 2026",
        "2026-08",
        "20.8.2026",
        "20.08.2026",
        "Hall, August",
    ],
)
def test_an_event_is_found_by_the_beginnings_of_its_words(asked: str) -> None:
    assert is_meant(CUP, asked)


def test_quotes_and_brackets_around_a_word_of_the_name_do_not_hide_it() -> None:
    cup = Listed("Cup “Łódź” (open) d’Or", date(2026, 8, 20))
    assert all(is_meant(cup, asked) for asked in ("lodz", "“Łódź”", "(open)", "d'or"))
    assert not is_meant(cup, "odz")


@pytest.mark.parametrize("asked", ["up", "cup september", "2027", "zoe x"])
def test_every_word_must_be_met(asked: str) -> None:
    assert not is_meant(CUP, asked)
