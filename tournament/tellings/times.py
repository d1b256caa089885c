"""When and where a round starts, and how long it still lasts: as planned, and by the clock once that runs (R29-R30)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from enum import StrEnum

from tournament.draw.seating import ClockError, round_time, title_of_round
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.figures import capitalized
from tournament.record.rounds import PlannedStart
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import clock_time, listed, long_date, zone_name

OFF_THE_CLOCK = gettext_noop("Clocks stop while bonuses are paid.")
"""What is said below a running clock, for `gettext`."""


class ClockState(StrEnum):
    """The state of the present round's clock: not started yet (WAITING), started (RUNNING), or no round being played (BETWEEN)."""

    WAITING = "waiting"
    RUNNING = "running"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of the present round: a heading and a sentence, and once it is started its start and end.

    ``over_by`` is None if the end is unknown; while the clock is paused (``paused_at``), it is when the round would have ended without
    this pause.
    """

    title: str
    state: ClockState
    sentence: str
    starts_at: datetime | None = None
    over_by: datetime | None = None
    paused_at: datetime | None = None


def round_clock(record: EventRecord, zone: tzinfo) -> RoundClock:
    """Return the clock of the round being played; between rounds, what is known of the next one."""
    playing = next((round_ for round_ in record.rounds if round_.has_begun and not round_.is_over), None)
    if playing is None:
        return _clock_between_rounds(record, zone)
    title = title_of_round(record, playing.number)
    if playing.starts_at is None:
        planned = next_start(record, zone)
        words = planned[1] if planned and planned[0] == playing.number else ""
        sentence = _("The clock has not started yet{plan}.", plan=f"; {words}" if words else "")
        return RoundClock(title, ClockState.WAITING, sentence)
    over_by = end_of(record, playing)
    start = clock_time(playing.starts_at.astimezone(zone))
    if playing.paused_at:
        paused = clock_time(playing.paused_at.astimezone(zone))
        sentence = _("The director paused the clock at {time}.", time=paused)
    elif over_by:
        end = clock_time(over_by.astimezone(zone))
        sentence = " ".join((_("Started at {start}, over by {end}.", start=start, end=end), _(OFF_THE_CLOCK)))
    else:
        sentence = " ".join((_("Started at {start}.", start=start), _(OFF_THE_CLOCK)))
    return RoundClock(title, ClockState.RUNNING, sentence, playing.starts_at, over_by, playing.paused_at)


def end_of(record: EventRecord, round_: RoundRecord) -> datetime | None:
    """Return when a round ends by its clock; None before that is started, and where a table has no time per player (R29).

    A pause that lasts does not count yet: while it does, the time left is that from its begin to this end.
    """
    if round_.starts_at is None:
        return None
    try:
        return round_.clock_after(round_.starts_at, round_time(round_.sizes, record.format).length)
    except ClockError:
        return None


def _clock_between_rounds(record: EventRecord, zone: tzinfo) -> RoundClock:
    """Return the clock between two rounds: the start of the next round if it is known."""
    coming = next_start(record, zone)
    if coming is None:
        done = max((round_.number for round_ in record.rounds if round_.is_over), default=0)
        title = _("{round} is complete", round=title_of_round(record, done)) if done else _("No round is being played.")
        return RoundClock(title, ClockState.BETWEEN, "")
    number, words = coming
    return RoundClock(title_of_round(record, number), ClockState.BETWEEN, f"{capitalized(words)}.")


def start_in_words(record: EventRecord, number: int, zone: tzinfo) -> str:
    """Return "starts 14:15" once the clock of a round is started, before that "planned for 14:00, Hall B"; empty if neither is known.

    While the clock is paused, it is "clock paused at 14:40".
    """
    started = record.round(number).starts_at if record.has_round(number) else None
    plan = record.plan_of(number)
    if started is not None and (paused_at := record.round(number).paused_at):
        return _("clock paused at {time}", time=clock_time(paused_at.astimezone(zone)))
    if started is not None:
        start = clock_time(started.astimezone(zone))
        return ", ".join(filter(None, (_("starts {start}", start=start), plan.hall if plan else "")))
    return _("planned for {plan}", plan=planned_in_words(plan, record.date, zone)) if plan else ""


def planned_in_words(plan: PlannedStart, day: date, zone: tzinfo) -> str:
    """Return a planned start with its hall, "14:00, Hall B", and with the date if it is not ``day``, the day of the event."""
    start = _moment(plan.starts_at.astimezone(zone), day) if plan.starts_at else ""
    return ", ".join(part for part in (start, plan.hall) if part)


def zone_in_words(starts: Iterable[datetime], zone: tzinfo) -> str:
    """Return a sentence on the time zone of planned starts, for people who may be elsewhere; empty without any start.

    Where clocks change between the starts, it names both.
    """
    names = dict.fromkeys(zone_name(start.astimezone(zone)) for start in starts)
    if not names:
        return ""
    return ngettext("Time zone: {zones}.", "Time zones: {zones}.", len(names), zones=listed(names))


def starts_to_come(record: EventRecord) -> tuple[datetime, ...]:
    """Return the planned starts of rounds that are not public yet, those without a time left out."""
    return tuple(plan.starts_at for plan in _plans_to_come(record) if plan.starts_at is not None)


def _moment(start: datetime, day: date) -> str:
    """Return a time as "14:00", with the date if it is not ``day``."""
    if start.date() == day:
        return clock_time(start)
    return _("{date}, {time}", date=long_date(start.date()), time=clock_time(start))


def on_paper(record: EventRecord, number: int, zone: tzinfo) -> str:
    """Return the planned start of a round for a printed sheet; empty if nothing is planned."""
    plan = record.plan_of(number)
    return _("Planned start: {plan}.", plan=planned_in_words(plan, record.date, zone)) if plan else ""


def next_start(record: EventRecord, zone: tzinfo) -> tuple[int, str] | None:
    """Return the number of the first round that is not over and its start in words; None if no start is known."""
    over = {round_.number for round_ in record.rounds if round_.is_over}
    number = next((number for number in range(1, record.rounds_planned + 1) if number not in over), 0)
    words = start_in_words(record, number, zone) if number else ""
    return (number, words) if words else None


def plans_to_come(record: EventRecord, zone: tzinfo) -> tuple[tuple[int, str], ...]:
    """Return the planned starts of rounds that are not public yet: (3, "planned for 16:00")."""
    return tuple((plan.number, start_in_words(record, plan.number, zone)) for plan in _plans_to_come(record))


def _plans_to_come(record: EventRecord) -> tuple[PlannedStart, ...]:
    """Return the plans of rounds that are not public yet."""
    begun = {round_.number for round_ in record.begun_rounds}
    return tuple(
        plan for plan in record.planned_starts if plan.number not in begun and plan.number <= record.rounds_planned
    )
