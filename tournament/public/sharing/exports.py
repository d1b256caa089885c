"""The lists of the public pages as files: for programs CSV that never changes, for people spreadsheets in the language of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation

from tournament.access import event_to_see
from tournament.public.cache import cached_value
from tournament.public.lists import csv_file, spreadsheet, wants_spreadsheet
from tournament.public.results import closed_round
from tournament.public.site import Site, open_site
from tournament.record.event import EventRecord
from tournament.scores import Scores
from tournament.tellings.csv import chart_csv, juniors_csv, medals_csv, pentamind_csv, results_csv, standings_csv
from tournament.tellings.draw import chart_listing
from tournament.tellings.listing import Listing
from tournament.tellings.medals import junior_listing, medal_listing, pentamind_listing
from tournament.tellings.results import every_seat
from tournament.tellings.standings import FOR_PROGRAMS, standings_listing
from wording import gettext as _
from wording.languages import SOURCE_LANGUAGE


@dataclass(frozen=True, slots=True)
class Export:
    """A list as a file: the name of the file after the event's, the text for programs, and the list for people."""

    name: str
    text: Callable[[Site], str]
    listing: Callable[[Site], Listing]


def exported(request: HttpRequest, slug: str, export: Export) -> HttpResponse:
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
    lambda site: chart_csv(_charted(site)),
    lambda site: chart_listing(_charted(site)),
)


def _charted(site: Site) -> EventRecord:
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
    has_juniors = name != "juniors" or junior_listing(site.scores).rows
    if not site.record.is_final_published or name not in FINAL_TEXTS or not has_juniors:
        raise Http404(_("There is no such list yet."))
    return name
