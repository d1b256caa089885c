"""Planned times and places of rounds, shown until a round's clock is started.

Makes an event from another one: its settings and, on request, its entries with their keep-apart rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.access import may_make_events, roles_of
from tournament.access.slices import slices
from tournament.day.lists.lines import RosterLine
from tournament.draw.lines import line
from tournament.draw.seating import title_of_round
from tournament.models import Event, PlannedTime
from tournament.models.queries import record_of
from tournament.record.acts import DIRECTORS, Act, Part, Place, Publicity
from tournament.record.lengths import too_long
from tournament.record.rounds import PlannedStart
from tournament.record.vocabulary import NameShown
from tournament.services.changes import By, Doing, act, actor_of, merged_fields, seen_before
from tournament.services.changes.refusals import NotAllowedError, RefusedError, UnchangedError
from tournament.services.entries import add_entries
from tournament.services.events import SETTABLE, create_event
from tournament.services.printing import store_way
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import clock_time, long_date

LONGEST_HALL = 60


@act(
    Act.PLAN_TIMES,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Planned round times set"),
    stands_on=Place.PLAN,
)
def plan_times(doing: Doing, plan: Mapping[int, PlannedStart]) -> None:
    """Set start and place of these rounds, by number; a round with neither is no longer planned.

    Each round must start after the one before. Raises ConflictError where another page changed the same field meanwhile.
    """
    _check(doing.event, plan)
    stored = _stored_fields(doing.event, plan)
    typed = {key: value for number, row in plan.items() for key, value in _fields(number, row).items()}
    wanted = merged_fields(seen_before(doing.event, actor_of(doing.actor).seen, "plan", stored), stored, typed)
    changed = [key for key in wanted if wanted[key] != stored[key]]
    if not changed:
        raise UnchangedError
    _check_order(doing.event, wanted)
    for number in plan:
        _save(doing.event, number, wanted)
    doing.before = {"plan": {key: stored[key] for key in changed}}
    doing.after = {"plan": {key: wanted[key] for key in changed}}


class NoSuchTimeError(RefusedError):
    """A local time that does not exist on that day, because clocks go forward past it."""


def moment_of(day: date, at: time) -> datetime:
    """Return a local time on a day as a moment; raises NoSuchTimeError where it does not exist.

    Ruling: a time that comes twice, because clocks go back, means the first of the two.
    """
    naive = datetime.combine(day, at)
    moment = timezone.make_aware(naive)
    if moment.astimezone(UTC).astimezone(moment.tzinfo).replace(tzinfo=None) != naive:
        raise NoSuchTimeError(
            _(
                "{time} does not exist on {day}: the clocks go forward that night. Enter another time.",
                time=clock_time(at),
                day=long_date(day),
            )
        )
    return moment


def comes_twice(moment: datetime) -> bool:
    """Return whether the local time of a moment comes twice on its day, because clocks go back."""
    naive = timezone.localtime(moment).replace(tzinfo=None)
    return timezone.make_aware(naive.replace(fold=1)).utcoffset() != timezone.make_aware(naive).utcoffset()


def _check(event: Event, plan: Mapping[int, PlannedStart]) -> None:
    """Raise RefusedError for a round that the event does not have, or a place that is too long."""
    for number, row in plan.items():
        if not 1 <= number <= event.rounds_planned:
            raise RefusedError(
                ngettext(
                    "{event} has {n} round, so there is no round {number} to plan.",
                    "{event} has {n} rounds, so there is no round {number} to plan.",
                    event.rounds_planned,
                    event=event.name,
                    number=number,
                )
            )
        if wrong := too_long(row.hall, LONGEST_HALL):
            raise RefusedError(wrong)


def _fields(number: int, row: PlannedStart | PlannedTime) -> dict[str, str]:
    """Return the two form fields, start and hall, of the round with that number."""
    start = f"{timezone.localtime(row.starts_at):%Y-%m-%d %H:%M}" if row.starts_at else ""
    return {f"{number}-start": start, f"{number}-hall": " ".join(row.hall.split())}


def _stored_fields(event: Event, plan: Mapping[int, PlannedStart]) -> dict[str, Any]:
    """Return the stored plan of every round as form fields, with empty ones for rounds of the form that have no plan."""
    flat = {key: value for number in plan for key, value in _fields(number, PlannedStart(number)).items()}
    for row in event.planned_times.all():
        flat |= _fields(row.number, row)
    return flat


def _moment(text: str) -> datetime | None:
    """Return the moment of a form field, None for an empty one."""
    return timezone.make_aware(datetime.fromisoformat(text)) if text else None


def _check_order(event: Event, wanted: Mapping[str, str]) -> None:
    """Raise RefusedError where a round would not start after the one before."""
    stored = {key: value for row in event.planned_times.all() for key, value in _fields(row.number, row).items()}
    flat = {**stored, **wanted}
    known = [
        (number, flat[f"{number}-start"])
        for number in range(1, event.rounds_planned + 1)
        if flat.get(f"{number}-start")
    ]
    for (earlier, before), (number, start) in pairwise(known):
        if start <= before:
            raise RefusedError(
                _(
                    "{round} would start at {start}, but round {number} starts at {before}; enter a later time.",
                    round=title_of_round(record_of(event), number),
                    start=start,
                    number=earlier,
                    before=before,
                )
            )


def _save(event: Event, number: int, wanted: Mapping[str, str]) -> None:
    """Store the plan of the round with that number, or delete it where both fields are empty."""
    start, hall = _moment(wanted[f"{number}-start"]), wanted[f"{number}-hall"]
    if start is None and not hall:
        event.planned_times.filter(number=number).delete()
    else:
        PlannedTime.objects.update_or_create(event=event, number=number, defaults={"starts_at": start, "hall": hall})


@transaction.atomic
def copy_event(event: Event, by: By, name: str, day: date, *, with_entries: bool = False) -> Event:
    """Make an event with another one's settings, sheets to print and planned times, hidden and not for practice; return the new event.

    With ``with_entries`` each entered player is registered again with the name and how much of it is shown, country, junior mark,
    organiser's number, club, family or team, e-mail address and keep-apart rules, but without notes, fixed tables and what was paid. The
    user needs the director's role in the other event, which does not change. Raises NotAllowedError without it, and NoSuchTimeError where
    a planned time does not exist on the new day, because clocks go forward past it.
    """
    actor = actor_of(by)
    if not roles_of(actor.user, event) & DIRECTORS or (actor.user and not may_make_events(actor.user)):
        raise NotAllowedError(_("You are not allowed to do this in {event}. Ask its director.", event=event.name))
    settings = {setting: getattr(event, setting) for setting in SETTABLE}
    made = create_event(
        by,
        settings | {"name": name, "date": day, "format": event.format},
        line("event.copied", event=event.name, date=f"{event.date}"),
    )
    record = record_of(event)
    store_way(made, prints=record.prints)
    if record.planned_starts:
        plan_times(
            made, actor.user, {plan.number: _start_moved(plan, day - event.date) for plan in record.planned_starts}
        )
    if not (with_entries and record.entries):
        return made
    lines = [
        RosterLine(
            line,
            entry.as_entered,
            entry.country,
            entry.is_junior,
            entry.contestant_id,
            entry.given_name,
            entry.family_name,
            club=entry.club,
            team=entry.team,
            email=entry.email,
        )
        for line, entry in enumerate(record.entries, 1)
    ]
    entered = add_entries(made, actor.user, lines)
    for was, entry in zip(record.entries, entered, strict=True):
        if was.shown_as is not NameShown.FULL:
            made.entries.filter(pk=entry.pk).update(shown_as=was.shown_as.value)
    numbers: dict[int, int] = {was.player: entry.number for was, entry in zip(record.entries, entered, strict=True)}
    for each in slices(event.format):
        if each.copied is not None:
            each.copied(event, made, actor.user, numbers)
    return made


def _start_moved(plan: PlannedStart, by: timedelta) -> PlannedStart:
    """Return the planned start at the same local time, later by that many days."""
    if plan.starts_at is None:
        return plan
    start = timezone.localtime(plan.starts_at).replace(tzinfo=None) + by
    return PlannedStart(plan.number, moment_of(start.date(), start.time()), plan.hall)
