"""The results grid: the cash of every table of a round, saved as a whole or table by table, and the check while it is typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache

from tournament.desk.desk import Desk, desk_form, desk_page
from tournament.desk.forms.results import CorrectionForm, TableResultForm
from tournament.desk.forms.sitting import WhoSat
from tournament.desk.frame import for_page
from tournament.desk.results.grid import Grid
from tournament.desk.results.rows import check_as_typed
from tournament.desk.results.touched import tables_touched
from tournament.draw.naming import title_of_round
from tournament.public.cache import without_indents
from tournament.public.lists import list_file, wants_export
from tournament.record.event import TableRecord
from tournament.record.vocabulary import ResultCheck, RoundState, whole_number
from tournament.scores import Scores
from tournament.scores.scoring import ScoringError
from tournament.services.changes import RefusedError, restored_among
from tournament.services.results.confirming import TypedResult, hand_in
from tournament.services.results.official import ResultConflictError
from tournament.tellings.csv import results_csv
from tournament.tellings.results import every_seat
from wording import gettext as _
from wording import ngettext
from wording.figures import in_a_row, listed


@desk_form
def grid(desk: Desk, number: int) -> HttpResponse:
    """Show the final cash of every table of a round in one form, and save it, or one row of it (field ``row``, a table's number).

    What cannot be saved stays in its field.
    """
    results = Grid(desk, number)
    if results.round_.state is RoundState.DRAFT:
        return redirect(desk.address("desk_round", number))
    if wants_export(desk.request):
        return _file(desk, number)
    if desk.is_post and "row" in desk.request.POST:
        return _save_row(results, desk.table(number, whole_number(desk.request.POST["row"])))
    if desk.is_post and results.is_open:
        return _save(results)
    if desk.is_post:
        return desk.refused(_not_taken(results), desk.address("desk_round", number))
    return shown(results)


@desk_page
def check(desk: Desk, number: int, table: int) -> HttpResponse:
    """Return the content of the column "check" for a table as typed so far, by the same rules as when it is saved."""
    typed, table_ = desk.request.GET, desk.table(number, table)
    form: TableResultForm
    if any(name.startswith("sat-") for name in typed):
        who = WhoSat(typed.dict(), desk.record, desk.round_(number), table_)
        form = CorrectionForm(typed, record=desk.record, round_number=number, table=table_, who=who)
    else:
        form = TableResultForm(typed, record=desk.record, round_number=number, table=table_)
    context = {"check": check_as_typed(desk.record, form), "slug": desk.slug, "number": number, "table": table_}
    return render(desk.request, "director/results/_check.html", context)


@never_cache
@desk_page
def since(desk: Desk, number: int) -> HttpResponse:
    """Return the rows that other desks have changed since version ``v``, with what depends on them; 204 where nothing has changed."""
    seen = whole_number(desk.request.GET.get("v"))
    if desk.event.version == seen:
        return HttpResponse(status=204)
    changes = list(desk.event.changes.filter(version__gt=seen))
    if restored := restored_among(desk.event, changes):
        return _conflict(restored)
    results = Grid(desk, number)
    if not results.is_open:
        title = title_of_round(desk.record, number)
        return _conflict(
            _("{round} is no longer being played: somebody else has changed it. Reload the page.", round=title)
        )
    tables = [results.round_.table(table) for table in tables_touched(changes, results.round_)]
    rows = results.rows(tables, seen=desk.record.version)
    return _answer(desk.request, results.answer(rows), "director/results/rows.html")


def shown(results: Grid) -> HttpResponse:
    """Return the page of a published or closed round: its tables, with the grid in which their results are entered."""
    return _answer(results.desk.request, for_page(results.page(), "desk_round"))


def _file(desk: Desk, number: int) -> HttpResponse:
    """Return the results of a round as the file that the address asks for."""
    name = f"{desk.slug}-round-{number}-results"
    try:
        return list_file(
            desk.request,
            name,
            lambda: results_csv(desk.record, number),
            lambda: every_seat(Scores(desk.record), number),
        )
    except ScoringError as refusal:
        return _conflict(str(refusal))


def _save(results: Grid) -> HttpResponse:
    """Save every table whose fields were changed; those that cannot be saved are shown again."""
    desk, tables = results.desk, results.round_.tables
    forms = results.sent_forms(tables)
    touched = {number: form for number, form in forms.items() if form.is_touched}
    typed = [form.typed_result for form in touched.values() if form.is_valid()]
    refusals = _hand_in(results, typed) if typed else {}
    conflicts = {table: refusal for table, refusal in refusals.items() if isinstance(refusal, ResultConflictError)}
    for table in refusals.keys() - conflicts.keys():
        touched[table].add_error(None, str(refusals[table]))
    unsaved = {number: form for number, form in touched.items() if number in refusals or not form.is_valid()}
    saved = sorted({each.result.number for each in typed} - refusals.keys())
    if saved:
        is_official = desk.event.result_check == ResultCheck.NONE.value  # pending reports have no Undo
        undo = desk.undo_address() if is_official and len(refusals) < len(typed) else ""
        messages.success(desk.request, saved_tables(saved), extra_tags=undo)
    if not unsaved:
        if not saved:
            messages.success(desk.request, _("Nothing was changed."))
        return redirect(desk.address("desk_round", results.number))
    desk.read_again()
    now = Grid(desk, results.number)
    unsaved |= {number: now.form_following(unsaved[number], conflict) for number, conflict in conflicts.items()}
    return _answer(
        desk.request, for_page(now.page(unsaved, conflicts, saved), "desk_round"), status=409 if conflicts else 200
    )


def _save_row(results: Grid, table: TableRecord) -> HttpResponse:
    """Save one table, which the page sends as soon as it is complete; answer with its row, the next step and the stages of the day."""
    desk, number = results.desk, results.number
    if not results.is_open:
        return _conflict(not_open(desk, number, results.round_.state))
    form = results.sent_forms([table]).get(table.number)
    if form is None:
        raise Http404(_("Nothing was sent for table {table}.", table=table.number))
    is_fit, refusal, now = form.is_valid(), None, results
    if is_fit and form.is_touched:
        refusal = _hand_in(results, [form.typed_result]).get(table.number)
        desk.read_again()
        now = Grid(desk, number)
    conflict = refusal if isinstance(refusal, ResultConflictError) else None
    if conflict is not None:
        form = now.form_following(form, conflict)
    elif refusal is not None:
        form.add_error(None, str(refusal))
    if is_fit and refusal is None:
        rows, status = now.rows([now.round_.table(table.number)], seen=desk.record.version), 200
    else:
        rows, status = [now.unsaved_row(form, conflict)], 409 if conflict else 422
    answer = _answer(desk.request, now.answer(rows), "director/results/rows.html", status=status)
    answer["X-Row"] = str(table.number)
    return answer


def saved_tables(numbers: Sequence[int]) -> str:
    """Return the message after the results of these tables were saved."""
    return ngettext("Saved table {tables}.", "Saved tables {tables}.", len(numbers), tables=listed(numbers))


def _not_taken(results: Grid) -> str:
    """Return why the sent form of a round that is not being played was not saved, with each table and the amounts typed for it."""
    desk, round_ = results.desk, results.round_
    why = not_open(desk, results.number, round_.state)
    sent = results.sent_forms(round_.tables).values()
    lost = [form for form in sent if form.is_touched and any(seat.value for seat in form.seats)]
    figures = [
        _(
            "Not saved for table {table}: {amounts}.",
            table=form.table.number,
            amounts=in_a_row(f"{seat.name} {seat.value or '–'}" for seat in form.seats),
        )
        for form in lost
    ]
    return " ".join([why, *figures])


def not_open(desk: Desk, number: int, state: RoundState) -> str:
    """Return why no result of a round can be saved: it is closed, or a draft."""
    title = title_of_round(desk.record, number)
    if state is RoundState.CLOSED:
        return _("{round} is closed; open a table's page to correct it.", round=title)
    return _("{round} is a draft; publish it first.", round=title)


def _hand_in(results: Grid, typed: Sequence[TypedResult]) -> Mapping[int, RefusedError]:
    """Store typed results and return the refusals by table; a refusal of all (such as of a closed round) is returned for each table."""
    try:
        return hand_in(results.desk.event, results.desk.actor, results.number, typed)
    except RefusedError as refusal:
        return {each.result.number: refusal for each in typed}


def _conflict(words: str) -> HttpResponse:
    """Return a sentence as plain text with status 409."""
    return HttpResponse(words, content_type="text/plain; charset=utf-8", status=409)


def _answer(
    request: HttpRequest, context: Mapping[str, Any], name: str = "director/rounds/round.html", status: int = 200
) -> HttpResponse:
    """Render the grid or a row without the template's indentation, which would be a quarter of the page for 250 players."""
    return HttpResponse(without_indents(render_to_string(name, context, request)), status=status)
