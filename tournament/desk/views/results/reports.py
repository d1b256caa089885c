"""Reports that wait: which one of a table stands, and all tables that have signed accepted in one act."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct, user_of
from tournament.day.unconfirmed import Waits, waits_for
from tournament.desk.acting import REFUSALS, act_and_go, actor_of, answers_again, ask, page, round_of, table_of
from tournament.desk.frame import desk_context
from tournament.desk.lists.results import cash_by_name
from tournament.desk.tables.waiting import is_hidden_from, latest_of, looked_up, reports_in_words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.record.vocabulary import RoundState, whole_number
from tournament.services.changes import RefusedError
from tournament.services.results.confirming import confirm_results, from_one_phone, waiting_in
from tournament.services.results.official import differing_players
from tournament.tellings.checks import state_words
from tournament.tellings.news.phones import odd_words
from tournament.tellings.words import listed, tables_named


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Accept every table that the page showed as agreed, in one act; those agreed from one phone alone are asked about once, together."""
    event = event_to_direct(request, slug)
    record, is_looked_at = record_of(event), request.POST.get("confirmed") == "yes"
    played, results = round_of(record, number), page("desk_results", event, number)
    asked = {} if is_looked_at else _from_one_phone(event, number)
    if request.method != "POST":
        return _ask_about(request, event, record, number, asked) if asked else redirect(results)
    sent = request.GET if is_looked_at else request.POST
    keys = {whole_number(key) or 0 for key in sent.getlist("report")}
    asked = {key: table for key, table in asked.items() if key in keys}
    chosen = sorted(keys - asked.keys())
    if asked and not chosen:
        return _ask_about(request, event, record, number, asked)
    named = tables_named([table.number for table in played.tables if {row.key for row in table.reports} & set(chosen)])
    return act_and_go(
        request,
        lambda: confirm_results(event, actor_of(request), number, chosen, is_looked_at=is_looked_at),
        f"Accepted {named}.",
        page("desk_accept", event, number) if asked else results,
        refused_to=results,
    )


def _from_one_phone(event: Event, number: int) -> dict[int, int]:
    """The reports of a round that all agreed to from one phone alone, each with its table."""
    waiting = waiting_in(report__table__round__event=event, report__table__round__number=number)
    agreed = [
        each
        for said in waiting.values()
        for each in said
        if each.report.agreed_at is not None and each.report.contested_at is None
    ]
    return {each.report.pk: each.figures.table for each in from_one_phone(agreed)}


def _ask_about(
    request: HttpRequest, event: Event, record: EventRecord, number: int, asked: dict[int, int]
) -> HttpResponse:
    """The question about the tables that agreed from one phone alone."""
    tables = sorted(asked.values())
    named, many = tables_named(tables), len(tables) > 1
    return ask(
        request,
        event,
        record,
        title=f"Accept {named}, agreed from one phone alone?",
        loses=f"All at {'these tables' if many else 'the table'} agreed, but from one phone{' a table' if many else ''} alone: "
        "one person may have said it for everybody. Look at the slip or ask at the table, then accept.",
        action=f"{page('desk_accept', event, number)}?{urlencode([('report', key) for key in sorted(asked)])}",
        label=f"Accept {named}",
        cancel_url=page("desk_results", event, number),
    )


@answers_again
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
            confirm_results(event, actor_of(request), number, [chosen], reason, is_looked_at=True)
        except REFUSALS as refusal:
            problems = [str(refusal)]
        else:
            return act_and_go(request, lambda: None, f"Table {table} is official.", page("desk_results", event, number))
    of_table = {
        "report__table__round__event": event,
        "report__table__round__number": number,
        "report__table__number": table,
    }
    waiting = () if is_hidden else looked_up(event, number, waiting_in(**of_table)).get(table, ())
    latest = latest_of(here)
    context = desk_context(
        event,
        record,
        number=number,
        table=here,
        state_words=state_words(record, here),
        official=cash_by_name(record, {seat.player: seat.cash for seat in here.seats}) if here.has_cash else "",
        reports=reports_in_words(record, waiting),
        differing=listed([record.name_of(player) for player in differing_players([each.figures for each in waiting])]),
        odd=[odd_words(record, odd) for odd in waiting[0].odd] if waiting else [],
        is_from_one=bool(from_one_phone(each for each in waiting if each.report.agreed_at is not None)),
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
