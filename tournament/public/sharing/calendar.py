"""An event as a calendar file (RFC 5545): an entry for each round whose start is known, else one for the whole day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.access import event_to_see
from tournament.draw.naming import title_of_round
from tournament.models.event import public_moment
from tournament.public.cache import answer, cached_value, compressed_page
from tournament.public.sharing.previews import absolute, description_of, round_start
from tournament.public.site import Site, open_site
from tournament.tellings.news.times import end_of

if TYPE_CHECKING:  # read where a calendar is written, which few processes do
    import icalendar

    from tournament.models import Event

PROGRAM = "-//Top Table//Top Table//EN"
CALENDAR = "text/calendar; charset=utf-8"
AROUND = timedelta(days=366)
"""How far before and after an event the changes of its clocks are told."""
ASKED_EVERY = timedelta(hours=1)
"""How often a program that has subscribed to the file is to ask for it again."""


@login_not_required
@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the event's calendar file, to be opened once or subscribed to."""
    event = event_to_see(request, slug)
    response = answer(
        request, event, cached_value(event, "calendar", lambda: compressed_page(calendar_of(open_site(event))))
    )
    if response.status_code == 200:
        response["Content-Type"] = CALENDAR
        response["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return response


def calendar_of(site: Site) -> str:
    """Return the text of an event's calendar file, with the definition of the hall's time zone."""
    import icalendar

    found = icalendar.Calendar()
    found.add("prodid", PROGRAM)
    found.add("version", "2.0")
    found.add("method", "PUBLISH")
    found.add("name", site.record.name)
    found.add("x-wr-calname", site.record.name)
    found.add("refresh-interval", ASKED_EVERY, parameters={"VALUE": "DURATION"})
    starts = {number: round_start(site, number) for number in range(1, site.record.rounds_planned + 1)}
    known = {number: start for number, start in starts.items() if start is not None}
    for number, start in known.items():
        found.add_component(_round(site, number, start))
    if not known:
        found.add_component(_day(site))
    days = [start.date() for start in known.values()] or [site.record.date]
    found.add_missing_timezones(min(days) - AROUND, max(days) + AROUND)
    return str(found.to_ical().decode())


def _round(site: Site, number: int, start: datetime) -> icalendar.Event:
    """Return the entry of a round; its end is there once the clock runs, because only then is it known."""
    record = site.record
    plan = record.plan_of(number)
    entry = _entry(
        site, f"round-{number}", f"{record.name}: {title_of_round(record, number)}", plan.hall if plan else ""
    )
    entry.add("dtstart", timezone.localtime(start))
    ends = end_of(record, record.round(number)) if record.has_round(number) else None
    if ends:
        entry.add("dtend", timezone.localtime(ends))
    return entry


def _day(site: Site) -> icalendar.Event:
    """Return the entry of an event of which only the day is known."""
    entry = _entry(site, "day", site.record.name)
    entry.add("dtstart", site.record.date)
    entry.add("dtend", site.record.date + timedelta(days=1))
    entry.add("transp", "TRANSPARENT")
    return entry


def _entry(site: Site, part: str, summary: str, hall: str = "") -> icalendar.Event:
    """Return an entry with what all have; its name stays the same, and its number rises with every public change."""
    changed = public_moment(site.event) or site.event.created_at
    import icalendar

    entry = icalendar.Event()
    entry.add("uid", f"{own_name(site.event)}-{part}@top-table")
    entry.add("sequence", site.event.public_version)
    entry.add("dtstamp", changed)
    entry.add("last-modified", changed)
    entry.add("summary", summary)
    entry.add("description", description_of(site))
    entry.add("url", absolute(site.address("event")))
    if where := ", ".join(filter(None, (hall, site.record.venue))):
        entry.add("location", where)
    return entry


def own_name(event: Event) -> str:
    """Return a name of an event that stays the same when its address changes, and that no other event has."""
    return f"{event.created_at.astimezone(UTC):%Y%m%d%H%M%S%f}"
