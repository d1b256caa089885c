"""Mending one table of the results grid by one press: clear it, or take one of two reports that differ."""

from __future__ import annotations

from django.http import HttpResponse

from tournament.desk.desk import Desk, desk_act
from tournament.desk.results.rows import stamp_of
from tournament.draw.lines import line
from tournament.record.event import TableRecord
from tournament.record.vocabulary import whole_number
from tournament.services.changes import RefusedError, StaleError, check_key
from tournament.services.results.confirming import confirm_results
from tournament.services.results.mending import clear_result
from wording import gettext as _


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
