"""Printing: single sheets, the pack of a round, sheets that are out of date; and the archive of the whole event."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.access.devices import printed_codes
from tournament.desk.desk import Desk, desk_page
from tournament.desk.forms.sheets import SheetForm
from tournament.desk.reprints import ANEW, prints_today, reprint, reprints, sheets_in_use
from tournament.installation.faults import fault_of
from tournament.pdf import (
    SHEETS,
    DisputedError,
    Job,
    Options,
    PaperError,
    Prints,
    Scope,
    SheetState,
    pack_of,
    several,
)
from tournament.record.archive import archive as archive_text
from tournament.record.archive import with_own_keys
from tournament.record.event import EventRecord
from tournament.record.lengths import LONGEST_REASON, too_long
from tournament.record.printing import Contents, Supplement
from tournament.services.printing import store_printed, store_sides, supplements_of
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording.figures import listed_or
from wording.languages import speaking

log = logging.getLogger("tournament.faults")

PACK = "round-pack"


@desk_page
def index(desk: Desk) -> HttpResponse:
    """Show every sheet that can be printed, with the state of its last print, and the options for printing."""
    record, prints = desk.record, prints_today(desk)
    printed = {state.name: reprint(state, record) for state in prints.latest()}
    sheets = [
        (title, [(sheet, printed[sheet.name]) for sheet in SHEETS.values() if sheet.scope is scope])
        for title, scope in ((_("Event sheets"), Scope.EVENT), (_("Round sheets"), Scope.ROUND))
    ]
    return desk.page(
        "director/event/sheets.html",
        "sheets",
        kinds=sheets,
        form=SheetForm(desk.request.GET, record=record) if desk.request.GET else SheetForm(record=record),
        latest=max((round_.number for round_ in record.rounds), default=None),
        reprints=reprints(desk, prints=prints),
    )


@desk_page
def pdf(desk: Desk, name: str) -> HttpResponse:
    """Return as a PDF one sheet, the pack of a round, or all sheets that are out of date; a refusal leads back to the options.

    The sheets are then recorded as printed, but not for a HEAD request or a browser that prefetches the address.
    """
    event, record, now = desk.event, desk.record, timezone.localtime()
    try:
        with speaking(record.printed_in):
            order = _order(desk, name)
            printed = several(record, order.sheets, now, printed_codes(event.pk, record))
    except DisputedError as question:
        return _ask_why(desk, name, question)
    except PaperError as refusal:
        return desk.refused(str(refusal), f"{desk.address('desk_sheets')}?{desk.request.GET.urlencode()}")
    if _is_printed(desk.request):
        reason = next((options.over_dispute for _name, options in order.sheets), "")
        try:
            store_printed(event, desk.user, order.contents, now, record.version, reason)
            store_sides(event, order.sheets[0][1].sides)
        except DatabaseError as error:  # printing must work even with a full disk
            log.error("%s was printed and not written down: %s", order.title, fault_of(error).sentence)  # not said
    answer = HttpResponse(printed, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{desk.slug}-{order.title}-v{record.version}.pdf"'
    return answer


@dataclass(frozen=True, slots=True)
class _Order:
    """What to print: each sheet by name with its options, the contents of each, and the title for the file's name."""

    sheets: Sequence[tuple[str, Options]]
    contents: Sequence[Contents]
    title: str


def _order(desk: Desk, name: str) -> _Order:
    """Return what to print for a name in the address: a sheet, `PACK` or `ANEW`, with the options of the address.

    Raises PaperError where there is no such sheet or an option is wrong.
    """
    query, record = desk.request.GET, desk.record
    reason = query.get("reason", "").strip()
    if refusal := too_long(reason, LONGEST_REASON):
        raise PaperError(refusal)
    options = replace(SheetForm(query, record=record).options(), over_dispute=reason)
    prints, now = prints_today(desk), timezone.localtime()
    if name == ANEW:
        title, wanted = ANEW, _anew(prints, options)
    elif name == PACK:
        number = options.round_number or max((round_.number for round_ in record.rounds), default=1)
        title, wanted = f"round-{number}", pack_of(record, number, options)
    elif name in SHEETS:
        title, wanted = name, ((name, options),)
    else:
        raise PaperError(_("There is no sheet “{name}”; choose {sheets}.", name=name, sheets=listed_or(SHEETS)))
    contents = [SHEETS[sheet].contents(Job(record, chosen, now)) for sheet, chosen in wanted]
    supplements = frozenset[Supplement]().union(*(SHEETS[sheet].supplements for sheet, _options in wanted))
    handed = supplements_of(desk.event, supplements, now)
    sheets = [
        (each.sheet, replace(chosen, **handed, replaces=prints.replaced_version(each)))
        for (_name, chosen), each in zip(wanted, contents, strict=True)
    ]
    return _Order(sheets, contents, title)


def _anew(prints: Prints, options: Options) -> tuple[tuple[str, Options], ...]:
    """Return the sheets that are out of date (of one round where the options name it); slips and cards only for what changed.

    Raises PaperError where there are none.
    """
    found = [state for state in sheets_in_use(prints, options.round_number) if state.is_out_of_date]
    if not found:
        raise PaperError(_("No printed sheet is out of date, so there is nothing to replace."))
    return tuple(
        (
            state.name,
            replace(_for_players(prints.record, state, options), round_number=state.round, tables=state.tables),
        )
        for state in found
    )


def _for_players(record: EventRecord, state: SheetState, options: Options) -> Options:
    """Return options that limit printing to the range of player numbers with changed cards; unlimited where nobody is left to print."""
    changed = {entry.player for entry in record.active or record.entries} & set(state.players)
    return replace(options, first_player=min(changed), last_player=max(changed)) if changed else options


def _is_printed(request: HttpRequest) -> bool:
    """Whether the request really fetches the sheet, and is neither HEAD nor a prefetch by the browser."""
    purposes = f"{request.headers.get('Sec-Purpose', '')} {request.headers.get('Purpose', '')}".lower()  # not said
    return request.method == "GET" and "prefetch" not in purposes and "preview" not in purposes


def _ask_why(desk: Desk, name: str, question: DisputedError) -> HttpResponse:
    """Ask for the reason to print despite an open dispute; the options are sent again with it."""
    return desk.page(
        "director/event/over_dispute.html",
        "sheets",
        title=SHEETS[name].title if name in SHEETS else _("These sheets"),
        question=str(question),
        disputed=disputed_in(desk.record.closed_rounds),
        choices=[(key, value) for key, values in desk.request.GET.lists() if key != "reason" for value in values],
        name=name,
    )


@desk_page
def archive(desk: Desk) -> HttpResponse:
    """Download the event as JSON text, whose checksum stands on the handover page; `events.save` sends what can be restored."""
    text = archive_text(with_own_keys(desk.record))
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{desk.slug}-v{desk.record.version}.json"'
    return answer
