"""Paper: every sheet with its choices, a round's pack in one click, and the archive of the whole event."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.access import event_to_direct
from tournament.desk.acting import page
from tournament.desk.forms.sheets import SheetForm
from tournament.desk.frame import desk_context
from tournament.models.queries import record_of
from tournament.pdf import SHEETS, PaperError, Scope, round_pack, sheet
from tournament.record.archive import archive as archive_text
from tournament.record.event import EventRecord

PACK = "round-pack"


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Every sheet that can be printed, with the choices that hold for all of them."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    kinds = [
        (title, [kind for kind in SHEETS.values() if kind.scope is scope])
        for title, scope in (("Of the event", Scope.EVENT), ("Of a round", Scope.ROUND))
    ]
    form = SheetForm(request.GET, record=record) if request.GET else SheetForm(record=record)
    latest = max((played.number for played in record.rounds), default=None)
    return render(
        request,
        "director/event/sheets.html",
        desk_context(event, record, "sheets", kinds=kinds, form=form, latest=latest),
    )


@require_safe
def pdf(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One sheet, or the pack of a round, as a PDF that opens in the browser; a refusal leads back to the choices."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    try:
        printed, title = _printed(request, record, name)
    except PaperError as refusal:
        messages.error(request, str(refusal))
        return redirect(f"{page('desk_sheets', event)}?{request.GET.urlencode()}")
    answer = HttpResponse(printed, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{slug}-{title}-v{record.version}.pdf"'
    return answer


def _printed(request: HttpRequest, record: EventRecord, name: str) -> tuple[bytes, str]:
    options = SheetForm(request.GET, record=record).options()
    now = timezone.localtime()
    if name != PACK:
        return sheet(name, record, options, now), name
    number = options.round_number or max((played.number for played in record.rounds), default=1)
    return round_pack(record, number, options, now), f"round-{number}"


@require_safe
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole event as a JSON archive that can be read in again."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    answer = HttpResponse(archive_text(record), content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-v{record.version}.json"'
    return answer
