"""Makes an event from another one: its settings and, on request, its entries with their keep-apart rules."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from tournament.access import may_make_events, roles_of
from tournament.day.lists.rosters import RosterLine
from tournament.draw.lines import line
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import DIRECTORS
from tournament.record.rounds import PlannedStart
from tournament.record.vocabulary import NameShown
from tournament.services.changes import By, NotAllowedError, actor_of
from tournament.services.entries import add_entries
from tournament.services.events.planning import moment_of, plan_times
from tournament.services.events.settings import SETTINGS, create_event
from tournament.services.people.apart import keep_apart
from tournament.services.printing import store_way
from wording import gettext as _


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
    settings = {setting: getattr(event, setting) for setting in SETTINGS}
    made = create_event(
        by, settings | {"name": name, "date": day}, line("event.copied", event=event.name, date=f"{event.date}")
    )
    record = record_of(event)
    store_way(made, prints=record.prints)
    if record.planned_starts:
        plan_times(made, actor.user, {plan.number: _moved(plan, day - event.date) for plan in record.planned_starts})
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
    numbers = {was.player: entry.number for was, entry in zip(record.entries, entered, strict=True)}
    for rule in record.aparts:
        group = [numbers[player] for player in rule.players]
        keep_apart(made, actor.user, [group], reason=rule.reason, is_hard=rule.is_hard)
    return made


def _moved(plan: PlannedStart, by: timedelta) -> PlannedStart:
    """Return the planned start at the same local time, later by that many days."""
    if plan.starts_at is None:
        return plan
    start = timezone.localtime(plan.starts_at).replace(tzinfo=None) + by
    return PlannedStart(plan.number, moment_of(start.date(), start.time()), plan.hall)
