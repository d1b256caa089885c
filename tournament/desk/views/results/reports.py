"""Reports that wait: which one of a table stands, and all tables that have signed accepted in one act."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import event_to_direct, user_of
from tournament.day.unconfirmed import Waits, waits_for
from tournament.desk.acting import REFUSALS, act_and_go, actor_of, page, round_of, table_of
from tournament.desk.frame import desk_context
from tournament.desk.lists.results import cash_by_name
from tournament.desk.tables.waiting import is_hidden_from, latest_of, reports_in_words
from tournament.models.queries import record_of
from tournament.record.vocabulary import RoundState, whole_number
from tournament.services.changes import RefusedError
from tournament.services.results.confirming import confirm_results, waiting_in
from tournament.tellings.checks import state_words
from tournament.tellings.words import tables_named


@require_POST
def accept(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Accept every table that the page showed as agreed, in one act."""
    event = event_to_direct(request, slug)
    played = round_of(record_of(event), number)
    keys = [whole_number(key) for key in request.POST.getlist("report")]
    named = tables_named([table.number for table in played.tables if {row.key for row in table.reports} & set(keys)])
    return act_and_go(
        request,
        lambda: confirm_results(event, actor_of(request), number, keys),
        f"Accepted {named}.",
        page("desk_results", event, number),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The reports of a table that wait, side by side, and which one stands, with the reason."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    if played.state is not RoundState.PUBLISHED:
        return redirect(page("desk_table", event, number, table))
    user, problems = user_of(request), []
    chosen, reason = whole_number(request.POST.get("report")), str(request.POST.get("reason", ""))
    is_hidden = is_hidden_from(record, here, user)
    if request.method == "POST" and not is_hidden:
        try:
            if chosen not in {report.key for report in here.reports}:
                raise RefusedError("This report does not wait any more; look at those that do.")
            confirm_results(event, actor_of(request), number, [chosen], reason)
        except REFUSALS as refusal:
            problems = [str(refusal)]
        else:
            return act_and_go(request, lambda: None, f"Table {table} is official.", page("desk_results", event, number))
    of_table = {
        "report__table__round__event": event,
        "report__table__round__number": number,
        "report__table__number": table,
    }
    waiting = () if is_hidden else waiting_in(**of_table).get(table, ())
    latest = latest_of(here)
    context = desk_context(
        event,
        record,
        number=number,
        table=here,
        state_words=state_words(record, here),
        official=cash_by_name(record, {seat.player: seat.cash for seat in here.seats}) if here.has_cash else "",
        reports=reports_in_words(record, waiting),
        is_hidden=is_hidden,
        is_alone=waits_for(record, here) is Waits.SECOND_TYPING,
        needs_reason=here.is_contested or not all(report.is_agreed for report in here.reports),
        typed_by=latest.reported_by if latest else "",
        typed_at=latest.reported_at if latest else None,
        chosen=chosen,
        reason=reason,
        problems=problems,
    )
    return render(request, "director/results/reports.html", context)
