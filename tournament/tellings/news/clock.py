"""The clock of a round as a hall reads it: what it stands at, when it started, by when the round is over (R29-R30)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo
from enum import StrEnum

from tournament.draw.clock import ClockError, round_time
from tournament.draw.naming import title_of_round
from tournament.record.event import EventRecord, RoundRecord
from tournament.tellings.news.plan import next_start

OFF_THE_CLOCK = "Bonuses are off the clock (R30)."


class ClockState(StrEnum):
    """Whether a round waits for its start, is played against the clock, or no round is played."""

    WAITING = "waiting"
    RUNNING = "running"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock that counts now: a heading, a sentence, and the two moments once it runs; ``over_by`` is None where no time is known."""

    title: str
    state: ClockState
    sentence: str
    starts_at: datetime | None = None
    over_by: datetime | None = None


def round_clock(record: EventRecord, zone: tzinfo) -> RoundClock:
    """The clock of the round that is played; between rounds what is known of the next one."""
    playing = next((round_ for round_ in record.rounds if round_.has_begun and not round_.is_closed), None)
    if playing is None:
        return _between(record, zone)
    title = title_of_round(record, playing.number)
    if playing.starts_at is None:
        planned = next_start(record, zone)
        words = planned[1] if planned and planned[0] == playing.number else ""
        sentence = f"The clock is not started yet{f'; {words}' if words else ''}."
        return RoundClock(title, ClockState.WAITING, sentence)
    over_by = _over_by(record, playing, playing.starts_at)
    started = f"Started {playing.starts_at.astimezone(zone):%H:%M}"
    until = f", over by {over_by.astimezone(zone):%H:%M}" if over_by else ""
    return RoundClock(title, ClockState.RUNNING, f"{started}{until}. {OFF_THE_CLOCK}", playing.starts_at, over_by)


def _over_by(record: EventRecord, round_: RoundRecord, starts_at: datetime) -> datetime | None:
    """When the round is over; None where a table has no time per player (R29)."""
    try:
        return round_time(round_.sizes, record.ruleset).ends(starts_at)
    except ClockError:
        return None


def _between(record: EventRecord, zone: tzinfo) -> RoundClock:
    coming = next_start(record, zone)
    if record.is_complete or coming is None:
        done = record.closed_rounds[-1].number if record.closed_rounds else 0
        title = f"{title_of_round(record, done)} is complete" if done else "No round is being played"
        return RoundClock(title, ClockState.BETWEEN, "")
    number, words = coming
    return RoundClock(title_of_round(record, number), ClockState.BETWEEN, f"{words[:1].upper()}{words[1:]}.")
