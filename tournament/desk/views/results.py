"""The results grid: the final cash of every table of a round on one page, and the check that answers while it is typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_to_direct
from tournament.desk.acting import actor_of, page, round_of, table_of
from tournament.desk.collisions import both_results
from tournament.desk.forms.results import TableResultForm
from tournament.desk.frame import desk_context
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.cache import without_indents
from tournament.public.lists import csv_file, wants_csv
from tournament.public.lists.page import addresses, on_page
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import RoundState, whole_number
from tournament.scores import Scores
from tournament.scores.judgement import judge_table
from tournament.scores.scoring import ScoringError, fines_of
from tournament.services.reports import ResultConflictError, TableFigures, record_results, shown_tables
from tournament.tellings.checks import STATE_WORDS, Check, check_of
from tournament.tellings.csv import results_csv
from tournament.tellings.results import FOR_FILES, round_results
from tournament.tellings.words import tables_named


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
    if request.method == "POST" and played.state is RoundState.PUBLISHED:
        return _save(request, event, record, played)
    if request.method == "POST":
        messages.error(request, f"Round {number} is closed; open a table's page to correct it.")
        return redirect(page("desk_results", event, number))
    return _page(request, _grid_context(event, record, played, {}, {}))


@require_safe
def check(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What the check column says of a table as it is typed: the same rules and doubts by which it would be saved."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    here = table_of(round_of(record, number), table)
    form = TableResultForm(request.GET, record=record, round_number=number, table=here)
    said = {"check": _check_as_typed(record, form), "slug": slug, "number": number, "table": here}
    return render(request, "director/results/_check.html", said)


def _check_as_typed(record: EventRecord, form: TableResultForm) -> Check:
    """What is to be said of the table as it stands in the fields; where one of them cannot be read, that alone."""
    if form.is_valid() or form.judgement is not None:
        assert form.judgement is not None  # noqa: S101  a form without it has errors of its fields
        return check_of(record, form.judgement)
    return Check(" ".join(str(error) for errors in form.errors.values() for error in errors), "wrong")


def _file(event: Event, record: EventRecord, number: int) -> HttpResponse:
    try:
        return csv_file(results_csv(record, number), f"{event.slug}-round-{number}-results")
    except ScoringError as refusal:
        return HttpResponse(str(refusal), content_type="text/plain; charset=utf-8", status=409)


def _save(request: HttpRequest, event: Event, record: EventRecord, played: RoundRecord) -> HttpResponse:
    actor = actor_of(request)
    own = {table.number: whole_number(request.POST.get(f"t{table.number}-seen")) or None for table in played.tables}
    forms = _forms(request, record, played, shown_tables(event, played.number, actor.seen, own))
    touched = {number: form for number, form in forms.items() if form.is_touched}
    figures = [form.figures() for form in touched.values() if form.is_valid()]
    refusals = record_results(event, actor, played.number, figures) if figures else {}
    conflicts = {table: refusal for table, refusal in refusals.items() if isinstance(refusal, ResultConflictError)}
    for table in refusals.keys() - conflicts.keys():
        touched[table].add_error(None, str(refusals[table]))
    open_forms = {number: form for number, form in touched.items() if number in refusals or not form.is_valid()}
    saved = [each.table for each in figures if each.table not in refusals]
    if saved:
        messages.success(request, f"Saved {tables_named(saved)}.")
    if not open_forms:
        if not saved:
            messages.success(request, "Nothing was changed.")
        return redirect(page("desk_results", event, played.number))
    record = record_of(event)
    played = round_of(record, played.number)
    for number, conflict in conflicts.items():
        sent = open_forms[number].sent_following(conflict.followed)
        open_forms[number] = TableResultForm(
            sent, record=record, round_number=played.number, table=played.table(number)
        )
    context = _grid_context(event, record, played, open_forms, conflicts)
    return _page(request, context, status=409 if conflicts else 200)


def _page(request: HttpRequest, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """The grid without the template's indentation, which would be a quarter of it at 250 players."""
    return HttpResponse(
        without_indents(render_to_string("director/results/results.html", context, request)), status=status
    )


def _forms(
    request: HttpRequest, record: EventRecord, played: RoundRecord, shown: Mapping[int, TableFigures]
) -> dict[int, TableResultForm]:
    """A form for every table that the page sent."""
    fines = fines_of(record, played.number)
    return {
        table.number: TableResultForm(
            request.POST,
            record=record,
            round_number=played.number,
            table=table,
            shown=shown[table.number],
            fines=fines,
        )
        for table in played.tables
        if f"t{table.number}-ended_by" in request.POST
    }


def _grid_context(
    event: Event,
    record: EventRecord,
    played: RoundRecord,
    bound: Mapping[int, TableResultForm],
    conflicts: Mapping[int, ResultConflictError],
) -> dict[str, Any]:
    """What the grid shows; ``bound`` are forms of tables that are not saved, as they were typed."""
    scores = Scores(record)
    fines = scores.fines(played.number)
    rows = [
        _typed_row(record, table, bound[table.number], conflicts.get(table.number))
        if table.number in bound
        else _stored_row(scores, played, table, seen=record.version if bound else 0)
        for table in played.tables
    ]
    waiting = sorted(bound)
    is_open = played.state is RoundState.PUBLISHED
    scored = None if is_open else round_results(scores, played.number).without(*FOR_FILES)
    leads_to = addresses(event.slug, player="desk_entry", table="desk_table")
    return desk_context(
        event,
        record,
        number=played.number,
        round=played,
        rows=rows,
        problems=[f"{tables_named(waiting).capitalize()}: look at what stands beside; the rest is saved."]
        * bool(waiting),
        most_seats=range(max(played.sizes, default=0)),
        scores=on_page(scored, leads_to) if scored and scored.rows else None,
        has_scores=any(table.has_result for table in played.tables),
        is_open=is_open,
        has_fines=bool(fines),
    )


def _stored_row(scores: Scores, played: RoundRecord, table: TableRecord, *, seen: int) -> dict[str, Any]:
    """A table as it stands; ``seen`` is the version that it shows, where the page goes on with an older one."""
    record, fines = scores.record, scores.fines(played.number)
    scored = scores.results(played.number).get(table.number)
    judged = judge_table(record, played.number, table, is_confirmed=True, fines=fines, scored=scored)
    form = TableResultForm(record=record, round_number=played.number, table=table, fines=fines)
    return {**_row(table, form, check_of(record, judged)), "seen": seen}


def _typed_row(
    record: EventRecord, table: TableRecord, form: TableResultForm, conflict: ResultConflictError | None
) -> dict[str, Any]:
    """A table that is not saved, as it was typed; one whose both values are shown is answered as it stands now."""
    said = _check_as_typed(record, form)
    return {
        **_row(table, form, said),
        **both_results(record, conflict),
        "seen": record.version if conflict else whole_number(form.data.get(form.add_prefix("seen"))),
        "errors": [error for error in form.non_field_errors() if error != said.words],
    }


def _row(table: TableRecord, form: TableResultForm, said: Check) -> dict[str, Any]:
    return {
        "table": table,
        "form": form,
        "state": table.state.value,
        "state_words": STATE_WORDS[table.state],
        "check": said,
    }
