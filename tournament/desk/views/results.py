"""The results grid: the final cash of every table of a round on one page."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct, user_of
from tournament.desk.acting import page, round_of
from tournament.desk.forms.results import TableResultForm, shown
from tournament.desk.frame import desk_context
from tournament.desk.lists.results import cash_by_name, check_of, notes_on
from tournament.models import Event, Table
from tournament.models.queries import record_of
from tournament.public.lists import csv_file, wants_csv
from tournament.public.lists.page import addresses, on_page
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import RoundState
from tournament.scores import Scores
from tournament.scores.scoring import ScoringError
from tournament.services.results import (
    ResultConflictError,
    TableEntry,
    record_results,
)
from tournament.tellings.csv import results_csv
from tournament.tellings.results import FOR_FILES, round_results


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
    versions = versions_of(event, number)
    if request.method == "POST" and played.state is RoundState.PUBLISHED:
        return _save(request, event, record, played, versions)
    if request.method == "POST":
        messages.error(request, f"Round {number} is closed; open a table's page to correct it.")
        return redirect(page("desk_results", event, number))
    forms = {
        table.number: TableResultForm(
            record=record, round_number=number, table=table, version=versions.get(table.number, 0)
        )
        for table in played.tables
    }
    return render(request, "director/results/results.html", _grid_context(event, record, played, forms, versions, {}))


def _file(event: Event, record: EventRecord, number: int) -> HttpResponse:
    try:
        return csv_file(results_csv(record, number), f"{event.slug}-round-{number}-results")
    except ScoringError as refusal:
        return HttpResponse(str(refusal), content_type="text/plain; charset=utf-8", status=409)


def versions_of(event: Event, number: int) -> dict[int, int]:
    """The version of each table's result, by which an older page is told."""
    stored = Table.objects.filter(round__event=event, round__number=number)
    return dict(stored.values_list("number", "result_version"))


def _save(
    request: HttpRequest, event: Event, record: EventRecord, played: RoundRecord, versions: dict[int, int]
) -> HttpResponse:
    forms = {
        table.number: TableResultForm(
            request.POST, record=record, round_number=played.number, table=table, version=versions.get(table.number, 0)
        )
        for table in played.tables
        if f"t{table.number}-version" in request.POST
    }
    touched = {number: form for number, form in forms.items() if form.is_touched}
    entries: list[TableEntry] = [form.entry() for form in touched.values() if form.is_valid()]
    refusals = record_results(event, user_of(request), played.number, entries)
    conflicts = {table: refusal for table, refusal in refusals.items() if isinstance(refusal, ResultConflictError)}
    for table in refusals.keys() - conflicts.keys():
        touched[table].add_error(None, str(refusals[table]))
    open_forms = {number: form for number, form in touched.items() if number in refusals or not form.is_valid()}
    saved = [entry.table for entry in entries if entry.table not in refusals]
    if saved:
        messages.success(request, f"Saved {_tables(saved)}.")
    if not open_forms:
        if not saved:
            messages.success(request, "Nothing was changed.")
        return redirect(page("desk_results", event, played.number))
    record = record_of(event)
    played = round_of(record, played.number)
    versions = versions_of(event, played.number)
    rest = {
        table.number: TableResultForm(
            record=record, round_number=played.number, table=table, version=versions.get(table.number, 0)
        )
        for table in played.tables
        if table.number not in open_forms
    }
    context = _grid_context(event, record, played, {**rest, **open_forms}, versions, conflicts)
    return render(request, "director/results/results.html", context, status=409 if conflicts else 200)


def _tables(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"table {numbers[0]}"
    return f"tables {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _grid_context(
    event: Event,
    record: EventRecord,
    played: RoundRecord,
    forms: dict[int, TableResultForm],
    versions: dict[int, int],
    conflicts: dict[int, ResultConflictError],
) -> dict[str, Any]:
    scores = Scores(record)
    rows = [
        {
            "table": table,
            "form": forms[table.number],
            "version": versions.get(table.number, 0),
            "shown": shown(table),
            "check": check_of(scores, played.number, table),
            "notes": notes_on(scores, played.number, table),
            "conflict": cash_by_name(record, conflicts[table.number].stored) if table.number in conflicts else "",
            "typed": cash_by_name(record, conflicts[table.number].typed) if table.number in conflicts else "",
        }
        for table in played.tables
    ]
    problems = [
        f"{_tables(waiting).capitalize()}: look at what stands beside; the rest is saved."
        for waiting in [[number for number, form in sorted(forms.items()) if form.is_bound]]
        if waiting
    ]
    scored = round_results(scores, played.number).without(*FOR_FILES)
    leads_to = addresses(event.slug, player="desk_entry", table="desk_table")
    return desk_context(
        event,
        record,
        number=played.number,
        round=played,
        rows=rows,
        problems=problems,
        most_seats=range(max(played.sizes, default=0)),
        scores=on_page(scored, leads_to) if scored.rows else None,
        bonus=" ".join(str(record.ruleset.bonus_multipliers[count]) for count in range(1, 7)),
        fines=record.ruleset.fine_timing.value,
        is_open=played.state is RoundState.PUBLISHED,
        has_fines=bool(scores.fines(played.number)),
    )
