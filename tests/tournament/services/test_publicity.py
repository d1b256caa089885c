"""What everybody sees has a version of its own: it rises with whatever changes that, and typing a result wakes no phone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from tests.acts.doing import try_act
from tests.acts.starts import STARTS, days, starts, taken_back, whole_days
from tests.build import director_of, make_event, publish
from tests.tournament.services.results.seating import day_behind
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import EventRecord
from tournament.record.public import as_public
from tournament.record.vocabulary import CutTieBreak, FineTiming, PenaltyKind, PlayerId, Reading, SeatSource
from tournament.services.entries import edit_entry, particulars_of
from tournament.services.events import change_settings
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db

RESULTS = {Act.RECORD_RESULT, Act.REPORT_RESULT, Act.RULE_EQUAL_SHARES, Act.CANCEL_EQUAL_SHARES}


def seen(event: Event) -> EventRecord:
    """What everybody sees of the record, versions set aside."""
    return replace(as_public(record_of(event)), version=0, public_version=0)


def looked_at(event: Event) -> tuple[EventRecord, bool, str]:
    """The same with whether it is shown at all, and the notice."""
    return seen(event), event.is_shown, event.notice


@whole_days
@given(start=starts, day=days)
def test_whatever_changes_what_everybody_sees_raises_its_version(start: str, day: list[tuple[str, int]]) -> None:
    with taken_back():
        event = STARTS[start]()
        shown, public = looked_at(event), event.public_version
        for name, number in day:
            if not try_act(event, name, Random(number)):
                continue
            now = looked_at(event)
            if now != shown:
                assert event.public_version == event.version, f"{name} changed what everybody sees"
            assert event.public_version in (public, event.version)
            if Act(event.changes.all()[0].act) in RESULTS:
                assert event.public_version == public, f"{name} woke every phone"
            shown, public = now, event.public_version


# The cases that the property stands for


@pytest.fixture
def playing() -> Event:
    """Eight players, round 1 closed and round 2 being played."""
    return day_behind()


@pytest.mark.parametrize(
    ("settings_of", "is_seen"),
    [
        ({"venue": "Great hall"}, True),
        ({"dilution": 950}, True),
        ({"cut_tie_break": CutTieBreak.MOST_WINS.value}, True),
        ({"reading": Reading.NOT_EVERY_ROUND.value}, False),
        ({"seat_source": SeatSource.CHART.value}, False),
        ({"seat_source": SeatSource.CHART.value, "venue": "Great hall"}, True),
    ],
)
def test_only_settings_of_which_something_is_seen_are_public(
    playing: Event, settings_of: dict[str, object], is_seen: bool
) -> None:
    before, public = seen(playing), playing.public_version
    change_settings(playing, director_of(playing), settings_of)
    assert (seen(playing) != before, playing.public_version > public) == (is_seen, is_seen)


@pytest.mark.parametrize(
    ("typed", "is_seen"),
    [
        ({"name": "Ada Sample"}, True),
        ({"country": "NL"}, True),
        ({"is_junior": True}, False),  # who is a junior is public with the juniors' list alone
        ({"note": "left-handed"}, False),
        ({"contestant_id": "501", "fixed_table": 1}, False),
        ({"note": "left-handed", "country": "NL"}, True),
    ],
)
def test_notes_about_a_player_are_the_desks(playing: Event, typed: dict[str, object], is_seen: bool) -> None:
    before, public = seen(playing), playing.public_version
    stored = particulars_of(playing.entries.get(number=1))
    edit_entry(playing, director_of(playing), 1, replace(stored, **typed))  # type: ignore[arg-type]
    assert (seen(playing) != before, playing.public_version > public) == (is_seen, is_seen)


@pytest.mark.parametrize(
    ("round_number", "kind", "timing", "is_seen"),
    [
        (1, PenaltyKind.FINE, None, True),
        (2, PenaltyKind.FINE, None, False),
        (2, PenaltyKind.FINE, FineTiming.AFTER_BONUS, True),  # the rules that everybody reads are others now
        (2, PenaltyKind.WARNING, FineTiming.AFTER_BONUS, False),
    ],
)
def test_a_fine_is_seen_with_the_round_it_counts_in(
    playing: Event, round_number: int, kind: PenaltyKind, timing: FineTiming | None, is_seen: bool
) -> None:
    before, public = seen(playing), playing.public_version
    player = record_of(playing).table(round_number, 1).seats[0].player
    give_penalty(playing, director_of(playing), PenaltyOrder(player, round_number, kind, "again", 5_000, timing=timing))
    assert (seen(playing) != before, playing.public_version > public) == (is_seen, is_seen)


def test_why_somebody_sits_out_is_the_desks() -> None:
    """That a player is unwell is written for the protocol and read by nobody else."""
    event = make_event(7, name="Seven Cup 2026")
    publish(event, 1, sizes=(3, 3), sitting_out=PlayerId(3), sit_out_reason="is unwell")
    (sit_out,) = record_of(event).round(1).sit_outs
    assert sit_out.chosen == "is unwell"
    assert "unwell" not in repr(seen(event))
