"""When and where a round starts: by its clock once that runs, before as it is planned, and nothing where nothing is known."""

from __future__ import annotations

from datetime import date, datetime, tzinfo

from tournament.record.event import EventRecord
from tournament.record.rounds import PlannedStart


def start_in_words(record: EventRecord, number: int, zone: tzinfo) -> str:
    """Words such as "starts 14:15" once the clock is started, "planned for 14:00, Hall B" before; empty where neither is known."""
    started = record.round(number).starts_at if record.has_round(number) else None
    plan = record.plan_of(number)
    if started is not None:
        return f"starts {started.astimezone(zone):%H:%M}{_in_hall(plan)}"
    return f"planned for {planned_in_words(plan, record.date, zone)}" if plan else ""


def planned_in_words(plan: PlannedStart, day: date, zone: tzinfo) -> str:
    """A planned start with its day where that is not the event's, and the hall: "14:00, Hall B"."""
    start = _moment(plan.starts_at.astimezone(zone), day) if plan.starts_at else ""
    return ", ".join(part for part in (start, plan.hall) if part)


def _moment(start: datetime, day: date) -> str:
    return f"{start:%H:%M}" if start.date() == day else f"{start:%Y-%m-%d %H:%M}"


def _in_hall(plan: PlannedStart | None) -> str:
    return f", {plan.hall}" if plan and plan.hall else ""


def on_paper(record: EventRecord, number: int, zone: tzinfo) -> str:
    """The planned start for a sheet, which hangs on when the clock is started; empty where nothing is planned."""
    plan = record.plan_of(number)
    return f"Planned start: {planned_in_words(plan, record.date, zone)}." if plan else ""


def next_start(record: EventRecord, zone: tzinfo) -> tuple[int, str] | None:
    """The first round that is not closed, and when it starts in words; None where nothing is known of it."""
    closed = {round_.number for round_ in record.closed_rounds}
    number = next((number for number in range(1, record.rounds_planned + 1) if number not in closed), 0)
    words = start_in_words(record, number, zone) if number else ""
    return (number, words) if words else None


def plans_to_come(record: EventRecord, zone: tzinfo) -> tuple[tuple[int, str], ...]:
    """The rounds that nobody has seen yet of which something is planned, with what: (3, "planned for 16:00")."""
    begun = {round_.number for round_ in record.begun_rounds}
    return tuple(
        (plan.number, start_in_words(record, plan.number, zone))
        for plan in record.planned_starts
        if plan.number not in begun and plan.number <= record.rounds_planned
    )
