"""Pending reports: accepting all agreed tables at once, and choosing one of several reports of a table."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode

from tournament.access.browsers import oddities
from tournament.day.unconfirmed import PendingStep, pending_step
from tournament.desk.conflicts import cash_by_name
from tournament.desk.desk import Desk, desk_form
from tournament.desk.results.grid import accept_tables
from tournament.desk.results.pending import (
    is_hidden_from,
    latest_typed,
    reports_in_words,
    with_browsers,
)
from tournament.record.vocabulary import RoundState, whole_number
from tournament.services.changes import RefusedError
from tournament.services.results.confirming import confirm_results, from_one_phone
from tournament.services.results.stored import pending_in
from tournament.tellings.checks import state_words
from tournament.tellings.news.phones import odd_words
from wording import gettext as _
from wording import ngettext


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
        each for of_table in pending.values() for each in of_table if each.is_agreed and each.row.contested_at is None
    ]
    return {each.row.pk: each.result.number for each in from_one_phone(agreed)}


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
        official=cash_by_name(record, table_.cash) if table_.has_cash else "",
        reports=reports_in_words(record, pending),
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
