"""The results grid: the cash of every table of a round, saved as a whole or table by table, and the check while it is typed.

Mending one table of the results grid by one press: clear it, or take one of two reports that differ.

Pending reports: accepting all agreed tables at once, and choosing one of several reports of a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache

from tournament.access.devices import oddities
from tournament.day.phones import PendingStep, pending_step
from tournament.desk.acting import cash_by_name
from tournament.desk.desk import Desk, desk_act, desk_form, desk_page
from tournament.desk.frame import for_page
from tournament.desk.results.forms import CorrectionForm, TableResultForm, WhoSat, hand_in_forms
from tournament.desk.results.grid import Grid, accept_tables, tables_touched
from tournament.desk.results.pending import Pending, is_hidden_from, latest_typed, reports_in_words, with_browsers
from tournament.desk.results.rows import check_as_typed, stamp_of
from tournament.draw.lines import line
from tournament.draw.seating import title_of_round
from tournament.public.cache import without_indents
from tournament.public.lists import list_file, wants_export
from tournament.record.event import TableRecord
from tournament.record.vocabulary import ResultCheck, RoundState
from tournament.scores.explaining import Scores
from tournament.scores.steps import ScoringError
from tournament.services.changes import check_key, restored_among
from tournament.services.changes.refusals import RefusedError, StaleError
from tournament.services.results.confirming import confirm_results, from_one_phone
from tournament.services.results.official import ResultConflictError, clear_result
from tournament.services.results.stored import pending_in
from tournament.tellings.csv import results_csv
from tournament.tellings.hall import odd_words
from tournament.tellings.results import every_seat, state_words
from wording import gettext as _
from wording import ngettext
from wording.digits import whole_number
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
    return results_page(results)


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
def changed_results(desk: Desk, number: int) -> HttpResponse:
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


def results_page(results: Grid) -> HttpResponse:
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
    typed = [form for form in touched.values() if form.is_valid()]
    refusals = _hand_in(results, typed) if typed else {}
    conflicts = {table: refusal for table, refusal in refusals.items() if isinstance(refusal, ResultConflictError)}
    for table in refusals.keys() - conflicts.keys():
        touched[table].add_error(None, str(refusals[table]))
    unsaved = {number: form for number, form in touched.items() if number in refusals or not form.is_valid()}
    saved = sorted({form.table.number for form in typed} - refusals.keys())
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
        refusal = _hand_in(results, [form]).get(table.number)
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


def _hand_in(results: Grid, typed: Sequence[TableResultForm]) -> Mapping[int, RefusedError]:
    """Store typed results and return the refusals by table; a refusal of all (such as of a closed round) is returned for each table."""
    try:
        return hand_in_forms(results.desk.event, results.desk.actor, results.number, typed)
    except RefusedError as refusal:
        return {form.table.number: refusal for form in typed}


def _conflict(words: str) -> HttpResponse:
    """Return a sentence as plain text with status 409."""
    return HttpResponse(words, content_type="text/plain; charset=utf-8", status=409)


def _answer(
    request: HttpRequest, context: Mapping[str, Any], name: str = "director/rounds/round.html", status: int = 200
) -> HttpResponse:
    """Render the grid or a row without the template's indentation, which would be a quarter of the page for 250 players."""
    return HttpResponse(without_indents(render_to_string(name, context, request)), status=status)


@desk_act
def mend(desk: Desk, number: int) -> HttpResponse:
    """Do what a button beside a table asks for, see `_clear` and `_choose`; ``number`` is the round.

    The field ``clear`` has the table's number and the stamp of its row, the field ``report`` the key of a pending report.
    """
    table, _blank, stamp = desk.typed("clear").partition(" ")
    return _clear(desk, number, whole_number(table), stamp) if table else _choose(desk, number)


def _clear(desk: Desk, number: int, table: int, stamp: str) -> HttpResponse:
    """Clear everything that was reported of a table of a round being played."""
    table_ = desk.table(number, table)

    def act() -> None:
        _refuse_another(desk, table_, stamp)
        clear_result(desk.event, desk.actor, number, table)

    return desk.act(act, desk.address("desk_round", number))


def _choose(desk: Desk, number: int) -> HttpResponse:
    """Make one of several reports of a table that differ the official one; where that is refused, the page of the reports says why."""
    key, results = whole_number(desk.typed("report")), desk.address("desk_round", number)
    found = [table.number for table in desk.round_(number).tables if key in {report.key for report in table.reports}]

    def act() -> None:
        check_key(desk.actor)
        if not found:
            raise RefusedError(_("This report has already been dealt with; check the remaining reports."))
        confirm_results(desk.event, desk.actor, number, [key], line("result.chosen"), is_looked_at=True)

    return desk.act(act, results, refused_to=desk.address("desk_reports", number, found[0]) if found else results)


def _refuse_another(desk: Desk, table: TableRecord, stamp: str) -> None:
    """Raise StaleError where the table is not any more what the page showed of it, DoneBeforeError where the form was sent before."""
    check_key(desk.actor)
    if stamp != stamp_of(table):
        raise StaleError


@desk_form
def accept(desk: Desk, number: int) -> HttpResponse:
    """Accept at once every report that the page showed as agreed; about those agreed from one phone alone, ask once for all.

    ``number`` is the round; the field ``report`` has the key of each report.
    """
    request, is_looked_at = desk.request, desk.request.POST.get("confirmed") == "yes"
    desk.round_(number)
    results = desk.address("desk_round", number)
    alone = {} if is_looked_at else _from_one_phone(desk, number)
    if not desk.is_post:
        return _ask_about(desk, number, alone) if alone else redirect(results)
    sent = request.GET if is_looked_at else request.POST
    keys = {whole_number(key) for key in sent.getlist("report")}
    alone = {key: table for key, table in alone.items() if key in keys}
    chosen = sorted(keys - alone.keys())
    if alone and not chosen:
        return _ask_about(desk, number, alone)
    return desk.act(
        lambda: confirm_results(desk.event, desk.actor, number, chosen, is_looked_at=is_looked_at),
        desk.address("desk_accept", number) if alone else results,
        refused_to=results,
    )


def _from_one_phone(desk: Desk, number: int) -> dict[int, int]:
    """Return the keys of a round's agreed reports to which one phone alone agreed for everybody, each with the number of its table."""
    pending = pending_in(report__table__round__event=desk.event, report__table__round__number=number)
    agreed = [
        each for of_table in pending.values() for each in of_table if each.is_agreed and each.contested_at is None
    ]
    return {each.pk: each.result.number for each in from_one_phone(agreed)}


def _ask_about(desk: Desk, number: int, alone: dict[int, int]) -> HttpResponse:
    """Ask whether to accept reports that were agreed from one phone alone; ``alone`` has the number of the table by key of the report."""
    numbers = sorted(alone.values())
    return desk.ask(
        accept_tables(numbers),
        ngettext(
            "One phone agreed for everybody at this table, so one person may have answered for all. "
            "Check the slip or ask at the table, then accept.",
            "At each of these tables one phone agreed for everybody, so one person may have answered for all. "
            "Check the slips or ask at the tables, then accept.",
            len(numbers),
        ),
        desk.address("desk_round", number),
        action=f"{desk.address('desk_accept', number)}?{urlencode([('report', key) for key in sorted(alone)])}",
    )


@desk_form
def choose(desk: Desk, number: int, table: int) -> HttpResponse:
    """Show the pending reports of a table side by side; a POST makes one of them official, with a reason. ``number`` is the round."""
    round_, table_, record = desk.round_(number), desk.table(number, table), desk.record
    if round_.state is not RoundState.PUBLISHED:
        return redirect(desk.address("desk_table", number, table))
    chosen, reason = whole_number(desk.request.POST.get("report")), str(desk.request.POST.get("reason", ""))
    is_hidden = is_hidden_from(record, table_, desk.user.get_username())
    if desk.is_post and not is_hidden:
        with desk.refusals():
            if chosen not in {report.key for report in table_.reports}:
                raise RefusedError(_("This report has already been dealt with; check the remaining reports."))
            confirm_results(desk.event, desk.actor, number, [chosen], reason, is_looked_at=True)
            return desk.did(desk.address("desk_round", number))
    of_table = {
        "report__table__round__event": desk.event,
        "report__table__round__number": number,
        "report__table__number": table,
    }
    pending = () if is_hidden else with_browsers(pending_in(**of_table)).get(table, ())
    latest = latest_typed(table_)
    return desk.page(
        "director/results/reports.html",
        number=number,
        table=table_,
        state_words=state_words(record, table_),
        official=cash_by_name(record, table_.seats) if table_.has_cash else "",
        reports=reports_in_words(Pending(record, pending)),
        odd=[odd_words(record, odd) for odd in oddities(desk.event, number, table).get(table, ())],
        is_from_one=bool(from_one_phone(each for each in pending if each.is_agreed)),
        is_hidden=is_hidden,
        is_alone=pending_step(record, table_) is PendingStep.SECOND_TYPING,
        needs_reason=table_.is_contested or not all(report.is_agreed for report in table_.reports),
        typed_by=latest.reported_by if latest else "",
        typed_at=latest.reported_at if latest else None,
        chosen=chosen,
        reason=reason,
    )
