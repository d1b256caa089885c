"""The results grid: the cash of every table of a round, saved whole or a table at a time, and the check that answers while it is typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_to_direct, user_of
from tournament.desk.acting import actor_of, answers_again, page, round_of, table_of, undo_address
from tournament.desk.forms.results import CorrectionForm, TableResultForm, with_figures
from tournament.desk.forms.sitting import WhoSat
from tournament.desk.tables.elsewhere import tables_touched
from tournament.desk.tables.grid import (
    check_as_typed,
    closed_rows,
    grid_context,
    is_signed,
    own_of,
    row_context,
    rows_context,
    stored_rows,
)
from tournament.desk.tables.waiting import in_fields, reports_said, shown_by, waiting_of
from tournament.draw.naming import name_of_round, title_of_round
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.cache import without_indents
from tournament.public.lists import csv_file, wants_csv
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import ResultCheck, RoundState, whole_number
from tournament.scores.scoring import ScoringError, fines_of
from tournament.services.changes import RefusedError, restored_among
from tournament.services.results.after import record_after
from tournament.services.results.confirming import Slip, hand_in
from tournament.services.results.reports import ResultConflictError, shown_tables
from tournament.tellings.csv import results_csv
from tournament.tellings.words import tables_named


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
def grid(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The final cash of every table of a round on one page, one save for all; what cannot be stored stays in its field."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    if played.state is RoundState.DRAFT:
        return redirect(page("desk_round", event, number))
    if wants_csv(request):
        return _file(event, record, number)
    if request.method == "POST" and "row" in request.POST:
        return _save_row(request, event, record, played, table_of(played, whole_number(request.POST["row"]) or 0))
    if request.method == "POST" and played.state is RoundState.PUBLISHED:
        return _save(request, event, record, played)
    if request.method == "POST":
        messages.error(request, f"{title_of_round(record, number)} is closed; open a table's page to correct it.")
        return redirect(page("desk_results", event, number))
    return _page(request, grid_context(event, record, played, {}, {}, user=user_of(request)))


@require_safe
def check(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What the check column says of a table as it is typed: the same rules and doubts by which it would be saved."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    form: TableResultForm
    if any(name.startswith("sat-") for name in request.GET):
        who = WhoSat(request.GET.dict(), record, played, here)
        form = CorrectionForm(request.GET, record=record, round_number=number, table=here, who=who)
    else:
        form = TableResultForm(request.GET, record=record, round_number=number, table=here)
    said = {"check": check_as_typed(record, form), "slug": slug, "number": number, "table": here}
    return render(request, "director/results/_check.html", said)


@require_safe
@never_cache
def since(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What other desks saved of a round since the version a page shows: its rows, what depends on them; nothing where nothing was."""
    event = event_to_direct(request, slug)
    seen = whole_number(request.GET.get("v"))
    if event.version == seen:
        return HttpResponse(status=204)
    changes = list(event.changes.filter(version__gt=seen))
    if restored := restored_among(event, changes):
        return HttpResponse(restored, content_type="text/plain; charset=utf-8", status=409)
    record = record_of(event)
    played = round_of(record, number)
    if played.state is not RoundState.PUBLISHED:
        words = f"{title_of_round(record, number)} is not being played any more: another desk changed that. Reload the page."
        return HttpResponse(words, content_type="text/plain; charset=utf-8", status=409)
    tables = [played.table(table) for table in tables_touched(changes, played)]
    waiting = waiting_of(event, record, replace(played, tables=tuple(tables)))
    user = user_of(request)
    own = own_of(event, played, user)
    closed = closed_rows(event, record, played, user, own)
    rows = stored_rows(record, played, tables, waiting, user, closed, seen=record.version)
    return _page(request, rows_context(event, record, played, rows, own), "director/results/rows.html")


def _file(event: Event, record: EventRecord, number: int) -> HttpResponse:
    try:
        return csv_file(results_csv(record, number), f"{event.slug}-round-{number}-results")
    except ScoringError as refusal:
        return HttpResponse(str(refusal), content_type="text/plain; charset=utf-8", status=409)


def _save(request: HttpRequest, event: Event, record: EventRecord, played: RoundRecord) -> HttpResponse:
    forms = _forms(request, event, record, played)
    touched = {number: form for number, form in forms.items() if form.is_touched}
    slips = [_slip(form) for form in touched.values() if form.is_valid()]
    refusals = _handed_in(request, event, played.number, slips) if slips else {}
    conflicts = {table: refusal for table, refusal in refusals.items() if isinstance(refusal, ResultConflictError)}
    for table in refusals.keys() - conflicts.keys():
        touched[table].add_error(None, str(refusals[table]))
    open_forms = {number: form for number, form in touched.items() if number in refusals or not form.is_valid()}
    before = {whole_number(number) for number in request.POST.getlist("saved")}
    there = {table.number for table in played.tables if table.has_result or table.waiting}
    saved = sorted({*(there & before - touched.keys()), *(slip.figures.table for slip in slips)} - refusals.keys())
    if saved:
        is_official = event.result_check == ResultCheck.NONE.value  # a report stays as it was said
        undo = undo_address(event, event.version) if is_official and len(refusals) < len(slips) else ""
        messages.success(request, f"Saved {tables_named(saved)}.", extra_tags=undo)
    if not open_forms:
        if not saved:
            messages.success(request, "Nothing was changed.")
        return redirect(page("desk_results", event, played.number))
    record = record_of(event)
    played = round_of(record, played.number)
    for number, conflict in conflicts.items():
        open_forms[number] = _following(open_forms[number], conflict, record, played)
    context = grid_context(event, record, played, open_forms, conflicts, saved, user=user_of(request))
    return _page(request, context, status=409 if conflicts else 200)


def _save_row(
    request: HttpRequest, event: Event, record: EventRecord, played: RoundRecord, here: TableRecord
) -> HttpResponse:
    """Save one table as it is complete; the answer is its row, with the next thing to do and the stages of the day."""
    number, table = played.number, here.number
    if played.state is not RoundState.PUBLISHED:
        return HttpResponse(
            f"{name_of_round(record, number)} is {played.state}.", content_type="text/plain; charset=utf-8", status=409
        )
    form = _forms(request, event, record, replace(played, tables=(here,))).get(table)
    if form is None:
        raise Http404(f"Nothing of table {table} was sent.")
    is_fit = form.is_valid()
    refusal = None
    if is_fit and form.is_touched:
        refusal = _handed_in(request, event, number, [_slip(form)]).get(table)
        record = record_after(record, event) or record_of(event)
        played = round_of(record, number)
        here = table_of(played, table)
    conflict = refusal if isinstance(refusal, ResultConflictError) else None
    if conflict:
        form = _following(form, conflict, record, played)
    elif refusal:
        form.add_error(None, str(refusal))
    is_saved = is_fit and refusal is None
    context = row_context(event, record, played, here, None if is_saved else form, conflict, user_of(request))
    answer = _page(request, context, "director/results/rows.html", status=200 if is_saved else 409 if conflict else 422)
    answer["X-Row"] = str(table)
    return answer


def _following(
    form: TableResultForm, conflict: ResultConflictError, record: EventRecord, played: RoundRecord
) -> TableResultForm:
    """The form as it was typed, but what nobody touched in it as it is stored now."""
    sent, table = form.sent_following(conflict.followed), played.table(form.table.number)
    stored = with_figures(table, conflict.stands) if table.waiting else table
    return TableResultForm(
        sent, record=record, round_number=played.number, table=stored, is_agreed=is_signed(record, table)
    )


def _handed_in(request: HttpRequest, event: Event, number: int, slips: Sequence[Slip]) -> Mapping[int, RefusedError]:
    """Hand in what was typed; what is refused as a whole (the round was closed, the event put away) is refused for each table."""
    try:
        return hand_in(event, actor_of(request), number, slips)
    except RefusedError as refusal:
        return {slip.figures.table: refusal for slip in slips}


def _slip(form: TableResultForm) -> Slip:
    return Slip(form.figures(), form.is_signed, form.over)


def _page(
    request: HttpRequest, context: Mapping[str, Any], name: str = "director/results/results.html", status: int = 200
) -> HttpResponse:
    """Grid or row without the template's indentation, which would be a quarter of it at 250 players."""
    return HttpResponse(without_indents(render_to_string(name, context, request)), status=status)


def _forms(request: HttpRequest, event: Event, record: EventRecord, played: RoundRecord) -> dict[int, TableResultForm]:
    """A form for every table that was sent, each with what its page showed."""
    sent = [table for table in played.tables if f"t{table.number}-ended_by" in request.POST]
    own = {table.number: whole_number(request.POST.get(f"t{table.number}-seen")) or None for table in sent}
    shown = shown_tables(event, played.number, actor_of(request).seen, list(own), own)
    waiting = waiting_of(event, record, replace(played, tables=tuple(sent)))
    fines = fines_of(record, played.number)
    forms = {
        table.number: TableResultForm(
            request.POST,
            record=record,
            round_number=played.number,
            table=in_fields(record, table, waiting.get(table.number, ())),
            shown=shown[table.number],
            fines=fines,
            is_agreed=is_signed(record, table),
        )
        for table in sent
    }
    said = reports_said(event, played, [form.over for form in forms.values()], waiting)
    for table in sent:
        form = forms[table.number]
        form.shown = shown_by(record, table, form.shown, waiting, said, form.over)
    return forms
