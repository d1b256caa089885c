"""An event as a calendar file (RFC 5545): an entry for each round whose start is known, else one for the whole day.

The lists of the public pages as files: for programs CSV that never changes, for people spreadsheets in the language of the page.

Standings and results as parts of other sites' pages: no form, no cookie, no script, and the only pages that may be framed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.html import escape
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournament.access import event_to_see
from tournament.draw.seating import title_of_round
from tournament.models.event import public_moment
from tournament.public.cache import answer, cached_page, cached_value, compressed_page
from tournament.public.front import description_of, round_start, whole_address
from tournament.public.lists import PageList, addresses, csv_file, on_page, spreadsheet, wants_spreadsheet
from tournament.public.polled_parts import held_sentence
from tournament.public.results import closed_round
from tournament.public.site import Site, open_site
from tournament.record.event import EventRecord
from tournament.scores.explaining import Scores
from tournament.tellings.csv import chart_csv, juniors_csv, medals_csv, pentamind_csv, results_csv, standings_csv
from tournament.tellings.draw import chart_listing
from tournament.tellings.listing import Listing
from tournament.tellings.medals import junior_listing, medal_listing, pentamind_listing
from tournament.tellings.results import every_seat, round_results
from tournament.tellings.standings import FOR_PROGRAMS, standings_listing
from tournament.tellings.times import end_of
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording.languages import SOURCE_LANGUAGE

if TYPE_CHECKING:
    import icalendar

    from tournament.models import Event


@dataclass(frozen=True, slots=True)
class Export:
    """A list as a file: the name of the file after the event's, the text for programs, and the list for people."""

    name: str
    text: Callable[[Site], str]
    listing: Callable[[Site], Listing]


def export_list(request: HttpRequest, slug: str, export: Export) -> HttpResponse:
    """Return a list of the event's public figures as the file that the address asks for; Http404 where it is not public yet."""
    event = event_to_see(request, slug)
    name = f"{slug}-{export.name}"
    if wants_spreadsheet(request):
        return spreadsheet(export.listing(open_site(event)), name)
    with translation.override(SOURCE_LANGUAGE):  # a file for programs has the same heads in every event
        return csv_file(cached_value(event, f"csv:{export.name}", lambda: export.text(open_site(event))), name)


STANDINGS_FILES = Export(
    "standings",
    lambda site: standings_csv(site.record),
    lambda site: standings_listing(site.scores).without(*FOR_PROGRAMS),
)


def results_of(number: int) -> Export:
    """Return the results of a closed round as files."""
    return Export(
        f"round-{number}",
        lambda site: results_csv(site.record, closed_round(site, number).number),
        lambda site: every_seat(site.scores, closed_round(site, number).number),
    )


CHART_FILES = Export(
    "movement-chart",
    lambda site: chart_csv(_record_with_chart(site)),
    lambda site: chart_listing(_record_with_chart(site)),
)


def _record_with_chart(site: Site) -> EventRecord:
    """Return the public record with its chart; Http404 where none is public."""
    if not site.record.chart:
        raise Http404(_("There is no movement chart."))
    return site.record


FINAL_TEXTS: Mapping[str, Callable[[EventRecord], str]] = {
    "medals": medals_csv,
    "pentamind": pentamind_csv,
    "juniors": juniors_csv,
}
"""The lists of the prize-giving by their names in addresses, as files for programs."""
FINAL_LISTINGS: Mapping[str, Callable[[Scores], Listing]] = {
    "medals": medal_listing,
    "pentamind": pentamind_listing,
    "juniors": junior_listing,
}


def final_list(name: str) -> Export:
    """Return one of the final lists as files, by its key."""
    return Export(
        name if name in FINAL_TEXTS else "list",
        lambda site: FINAL_TEXTS[_public(site, name)](site.record),
        lambda site: FINAL_LISTINGS[_public(site, name)](site.scores),
    )


def _public(site: Site, name: str) -> str:
    """Return the key of a final list; Http404 where there is no such list, or it is not public."""
    may_be_empty = name not in ("juniors", "pentamind") or FINAL_LISTINGS[name](site.scores).rows
    if not site.record.is_final_published or name not in FINAL_TEXTS or not may_be_empty:
        raise Http404(_("There is no such list yet."))
    return name


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
    entry.add("url", whole_address(site.address("event")))
    if where := ", ".join(filter(None, (hall, site.record.venue))):
        entry.add("location", where)
    return entry


def own_name(event: Event) -> str:
    """Return a name of an event that stays the same when its address changes, and that no other event has."""
    return f"{event.created_at.astimezone(UTC):%Y%m%d%H%M%S%f}"


LINES = 60
"""The lines that an embedded list has; the whole page, to which it leads, has all of them."""
OF_STANDINGS = frozenset({"rank", "name", "total", "medal"})
OF_RESULTS = frozenset({"place", "name", "score"})
"""The columns that an embedded list has: those for which 320 pixels are enough."""
FRAMED_BY_ALL: Mapping[str, Any] = {"frame-ancestors": ["*"], "script-src": [NONE], "connect-src": [NONE]}
"""What the content security policy of an embedded page says otherwise than that of every other page."""
_LINE = '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy"></iframe>'


def embedding_lines(home: str) -> list[tuple[str, str]]:
    """Return the lines by which another site shows standings and results, each with its title; ``home`` is the event's address."""
    pages = ((_("Standings"), "standings"), (_("Results"), "results"))
    return [(title, _LINE.format(escape(f"{home}embed/{page}/"), escape(title))) for title, page in pages]


def may_be_framed(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let every site show the page of a view inside its own, and let nothing run in it; a refusal of the page cannot be framed."""
    return csp_replace(dict(FRAMED_BY_ALL))(xframe_options_exempt(view))


@login_not_required
@require_safe
@may_be_framed
def standings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the first lines of the public standings."""
    return _embedded_page(request, slug, _standings)


@login_not_required
@require_safe
@may_be_framed
def results(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the results of the last round whose results are public."""
    return _embedded_page(request, slug, _results)


def _embedded_page(request: HttpRequest, slug: str, build: Callable[[Site], Mapping[str, Any]]) -> HttpResponseBase:
    """Return an embedded page of an event, from the cache or rendered and cached."""
    event = event_to_see(request, slug)

    def written() -> str:
        site = open_site(event)
        frame = {"event": site.record, "as_of": site.as_of, "event_url": site.address("event")}
        return render_to_string("public/sharing/embedded.html", {**frame, **build(site)})

    return cached_page(request, event, written)


def _standings(site: Site) -> dict[str, Any]:
    """Return the context of the standings; without a list before the results of the first round are public."""
    context = {"title": _("Standings"), "url": site.address("standings"), "held": held_sentence(site)}
    if not site.through:
        return context
    listing = standings_listing(site.scores)
    title = {"title": listing.caption} if site.record.is_final_published else {}
    disputed = {"disputed": disputed_in(site.record.closed_rounds)}
    return context | title | disputed | _first_lines(site, listing, OF_STANDINGS)


def _results(site: Site) -> dict[str, Any]:
    """Return the context of the last public results; without a list before the results of the first round are public."""
    number = site.through
    if not number:
        return {"title": _("Results"), "url": site.address("event"), "held": held_sentence(site)}
    title = _("Results of round {number}", number=number)
    context = {"title": title, "url": site.address("results", number), "held": held_sentence(site)}
    disputed = disputed_in([site.record.round(number)])
    return {**context, "disputed": disputed} | _first_lines(site, round_results(site.scores, number), OF_RESULTS)


def _first_lines(site: Site, listing: Listing, columns: frozenset[str]) -> dict[str, Any]:
    """Return the first lines of a list in these columns, and how many lines the list has if that is more."""
    few = listing.only(column.key for column in listing.columns if column.key in columns).part(0, LINES)
    rows = tuple(replace(row, why="") for row in few.rows)
    leads_to = addresses(site.record.slug, player="player", table="table")
    table: PageList = on_page(replace(few, rows=rows, legend=(), note=""), leads_to)
    return {"table": table, "lines": len(listing.rows) if len(listing.rows) > LINES else 0}
