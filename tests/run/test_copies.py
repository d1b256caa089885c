"""Rounds that are copied into an event are those that the services would have made there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from tests import copies
from tests.build import draw_round, make_event, play_round, play_to, publish
from tournament.day.lists.lines import RosterLine
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import PenaltyKind, PlayerId, Status
from tournament.services.changes.refusals import RefusedError
from tournament.services.entries import Particulars, add_entries, edit_entry
from tournament.services.events import change_settings
from tournament.slices.apart import keep_apart
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 8, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def nothing_played_yet() -> None:
    copies.forget()


def without_keys(record: EventRecord) -> EventRecord:
    """The event but for its name and for what no two runs share: keys and times."""
    rounds = []
    for played in record.rounds:
        tables = tuple(
            replace(
                table, official=table.official and replace(table.official, key=0, reported_at=NOON, official_at=NOON)
            )
            for table in played.tables
        )
        drawn = played.draw and replace(played.draw, key=0)
        rounds.append(replace(played, tables=tables, draw=drawn, published_at=None))
    return replace(record, slug="", name="", public_address="", rounds=tuple(rounds))


def history(event: Event) -> list[tuple[Any, ...]]:
    columns = ("version", "act", "round_number", "table_number", "entries", "before", "after", "reason", "key")
    return [tuple(row) for row in event.changes.order_by("version").values_list(*columns, "made_by__username")]


MAKINGS: dict[str, Callable[[Event], object]] = {
    "a draft": lambda event: draw_round(event, 1, sizes=(3, 3)),
    "a round being played": lambda event: publish(event, 1, sizes=(4, 3)),
    "a closed round with a sit-out": lambda event: play_round(event, 1, sizes=(3, 3)),
    "three rounds": lambda event: play_to(event, round_closed=3),
    "one round after another": lambda event: [play_round(event, number) for number in (1, 2)],
}


@pytest.mark.parametrize("make", MAKINGS.values(), ids=MAKINGS.keys())
def test_a_copied_event_is_as_the_services_made_the_first(make: Callable[[Event], object]) -> None:
    first, second = make_event(7), make_event(7, name="Second Cup 2026")
    make(first)
    copied = copies.kept()
    make(second)
    assert copies.kept() == copied  # nothing was made anew
    assert without_keys(record_of(second)) == without_keys(record_of(first))
    assert history(second)[1:] == history(first)[1:]  # the first change names the event
    assert Event.objects.get(pk=second.pk).version == second.version


@pytest.mark.parametrize("status", [Status.PRESENT, Status.REGISTERED])
def test_players_that_are_copied_are_those_that_the_services_entered(status: Status) -> None:
    first = make_event(7, status=status)
    copied = copies.kept()
    second = make_event(7, status=status, name="Second Cup 2026", rounds_planned=3)
    assert copies.kept() == copied  # nobody was entered anew
    assert replace(without_keys(record_of(second)), rounds_planned=4) == without_keys(record_of(first))
    assert history(second)[1:] == history(first)[1:]
    assert Event.objects.get(pk=second.pk).version == first.version == second.version


def test_players_that_are_copied_keep_given_name_and_surname_apart() -> None:
    lines = [RosterLine(1, "Ada van Demo", "NL", given_name="Ada", family_name="van Demo")]
    entered = []
    for name in ("First Cup 2026", "Second Cup 2026"):
        event = make_event(0, name=name)
        made = copies.entered_once(event, "one", partial(add_entries, event, event.created_by, lines))
        entered.append(record_of(made).entries)
    assert copies.kept() == 1
    expected = EntryRecord(
        PlayerId(1), "Ada van Demo", "NL", status=Status.REGISTERED, given_name="Ada", family_name="van Demo"
    )
    assert entered == [(expected,), (expected,)]


def test_other_players_are_entered_for_themselves() -> None:
    kept = [copies.kept()]
    for of in ({"players": 7}, {"players": 8}, {"players": 7, "status": Status.LATE}, {"names": ["Ada Demo"]}):
        make_event(**of)
        kept.append(copies.kept())
    assert kept == [0, 1, 2, 3, 4]


CHANGES: tuple[Callable[[Event], object], ...] = (
    lambda event: event,
    lambda event: keep_apart(event, event.created_by, [[1, 2]]),
    lambda event: give_penalty(event, event.created_by, PenaltyOrder(1, 1, PenaltyKind.FINE, "again", 5_000)),
    lambda event: change_settings(event, event.created_by, {"reading": "not-every-round"}),
    lambda event: edit_entry(event, event.created_by, 1, Particulars("Ada Sample")),
)


def test_an_event_that_stands_otherwise_is_played_for_itself() -> None:
    """Kept apart, fined, of other names or other settings: whatever a draw, its words or a score rests on."""
    for number, change in enumerate(CHANGES):
        event = make_event(8, name=f"Cup {number} 2026")
        play_round(event, 1)
        change(event)
        before = copies.kept()
        play_round(event, 2)
        assert copies.kept() > before


def test_what_the_services_refuse_is_refused_every_time() -> None:
    event = make_event(9, rounds_planned=1)
    play_round(event, 1)
    for _ in range(2):
        with pytest.raises(RefusedError, match="The only round has been drawn"):
            play_round(event, 2)
