"""The standings on the desk; the final list with medals, juniors and Pentamind points; its publication."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse

from tournament.desk.desk import Desk, desk_act, desk_confirmation, desk_page
from tournament.desk.frame import still_hidden
from tournament.public.lists import (
    PageList,
    addresses,
    csv_file,
    list_file,
    on_page,
    spreadsheet,
    wants_export,
    wants_spreadsheet,
)
from tournament.record.formats import Part
from tournament.scores.explaining import Scores
from tournament.services.events import publish_final_list, withdraw_final_list
from tournament.tellings.csv import DESK_PENTAMIND, medal_form_csv, pentamind_csv, standings_csv
from tournament.tellings.listing import Listing
from tournament.tellings.medals import form_listing, junior_listing, medal_listing, pentamind_listing
from tournament.tellings.standings import FOR_FILES, FOR_PROGRAMS, standings_listing
from tournament.tellings.words import disputed_in
from wording import gettext as _


@desk_page
def standings(desk: Desk) -> HttpResponse:
    """Show the standings over the closed rounds, with lines where the final is cut."""
    record = desk.record
    scores = Scores(record)
    if wants_export(desk.request):
        return list_file(
            desk.request,
            f"{desk.slug}-standings",
            lambda: standings_csv(record),
            lambda: standings_listing(scores).without(*FOR_PROGRAMS),
        )
    listing = standings_listing(scores, with_draft=True, with_moves=True).without(*FOR_FILES)
    return desk.page(
        "director/event/standings.html",
        "standings",
        table=_page_list(desk.slug, listing),
        closed=len(record.closed_rounds),
        disputed=disputed_in(record.closed_rounds),
    )


def _page_list(slug: str, listing: Listing) -> PageList | None:
    """Return a list for a page, its names linked to the entries; None where it has no rows."""
    return on_page(listing, addresses(slug, player="desk_entry")) if listing.rows else None


@desk_page
def final_list(desk: Desk) -> HttpResponse:
    """Show the medals with the reason for each place, Pentamind points and juniors; as a file the medal form."""
    request, record = desk.request, desk.record
    if request.GET.get("_export") == "pentamind":
        return csv_file(pentamind_csv(record, DESK_PENTAMIND), f"{desk.slug}-pentamind")
    if wants_spreadsheet(request) and request.GET.get("list") == "pentamind":
        return spreadsheet(pentamind_listing(Scores(record)), f"{desk.slug}-pentamind")
    if wants_export(request):
        return list_file(
            request,
            f"{desk.slug}-medal-form",
            lambda: medal_form_csv(record),
            lambda: form_listing(Scores(record)),
        )
    return final_page(desk, {})


def final_page(desk: Desk, typed: Mapping[str, str]) -> HttpResponse:
    """Render the final list; ``typed`` are the fields of a refused form on it, shown again, empty for none."""
    record, slug = desk.record, desk.slug
    scores = Scores(record)
    places = medal_listing(scores, in_lines=True).without("nation")
    won = sum(row["medal"].mark is not None for row in places.records() if "medal" in row)
    return desk.page(
        "director/event/final.html",
        medals=_page_list(slug, places.part(0, won or len(places.rows))),
        places=_page_list(slug, places.part(won, len(places.rows))) if won else None,
        pentamind=_page_list(slug, pentamind_listing(scores).without("player", "nation")) if scores.medals else None,
        juniors=_page_list(slug, junior_listing(scores, in_lines=True).without("nation")),
        typed=typed,
        is_complete=record.is_complete,
        closed=len(record.closed_rounds),
        open_disputes=record.open_disputes,
        disputed=disputed_in(record.closed_rounds),
    )


@desk_act
def publish(desk: Desk) -> HttpResponse:
    """Publish the final list; ``over_dispute`` in the form is the reason to do so despite an open dispute."""
    return desk.act(
        lambda: publish_final_list(desk.event, desk.actor, desk.request.POST.get("over_dispute", "")),
        desk.address("desk_final"),
        "" if desk.event.is_shown else still_hidden(desk.event),
    )


@desk_confirmation
def withdraw(desk: Desk) -> HttpResponse:
    """Unpublish the final list, after asking."""
    if desk.is_post:
        return desk.act(
            lambda: withdraw_final_list(desk.event, desk.actor),
            desk.address("desk_final"),
            undo=desk.address("desk_publish_final"),
        )
    loses = _("Medals and the results of the last round will disappear from the public pages.")
    if not desk.record.has(Part.MEDALS):
        loses = _("The results of the last round will disappear from the public pages.")
    return desk.ask(_("Unpublish the final list"), loses, desk.address("desk_final"))
