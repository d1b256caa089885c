"""Mending one table of the results grid by one press with an Undo: clear it, or exchange two of its amounts."""

from __future__ import annotations

from itertools import combinations

from django.http import HttpResponse
from django.shortcuts import redirect

from tournament.desk.desk import Desk, desk_act, desk_form
from tournament.desk.results.pending import in_fields, pending_reports
from tournament.desk.results.rows import stamp_of
from tournament.record.event import TableRecord
from tournament.record.vocabulary import PlayerId, ResultCheck, RoundState, whole_number
from tournament.services.changes import RefusedError, check_key
from tournament.services.results.mending import clear_result, exchange_amounts
from tournament.tellings.figures import dollars
from wording import gettext as _


@desk_act
def clear(desk: Desk, number: int, table: int) -> HttpResponse:
    """Clear everything that was reported of a table of a round being played; ``number`` is the round."""
    table_ = desk.table(number, table)

    def act() -> None:
        _refuse_another(desk, table_)
        clear_result(desk.event, desk.actor, number, table)

    return desk.act(
        act, _("Cleared table {table}.", table=table), desk.address("desk_results", number), undo=desk.undo_address
    )


@desk_form
def exchange(desk: Desk, number: int, table: int) -> HttpResponse:
    """Show every two amounts of a table that can be exchanged, a button each; a POST exchanges them. ``number`` is the round."""
    table_, results = desk.table(number, table), desk.address("desk_results", number)
    shown = in_fields(desk.record, table_, pending_reports(desk, number, [table_]).get(table, ()))
    if desk.round_(number).state is not RoundState.PUBLISHED:
        return redirect(desk.address("desk_table", number, table))
    if desk.is_post:
        one, other = (PlayerId(whole_number(player)) for player in f"{desk.typed('players')}-".split("-")[:2])

        def act() -> None:
            _refuse_another(desk, table_)
            exchange_amounts(desk.event, desk.actor, number, shown, one, other)

        names = {seat.player: desk.record.name_of(seat.player) for seat in table_.seats}
        return desk.act(
            act,
            _(
                "Exchanged the amounts of {one} and {other} at table {table}.",
                one=names.get(one, ""),
                other=names.get(other, ""),
                table=table,
            ),
            results,
            undo=desk.undo_address if desk.record.result_check is ResultCheck.NONE else "",
        )
    pairs = [
        (
            f"{one.player}-{other.player}",
            *((desk.record.name_of(seat.player), dollars(seat.cash or 0)) for seat in (one, other)),
        )
        for one, other in combinations((seat for seat in shown.seats if seat.cash is not None), 2)
        if one.cash != other.cash
    ]
    return desk.page("director/results/exchange.html", number=number, table=table_, pairs=pairs, stamp=stamp_of(table_))


def _refuse_another(desk: Desk, table: TableRecord) -> None:
    """Raise RefusedError where the table is not any more what the page showed of it, DoneBeforeError where the form was sent before."""
    check_key(desk.actor)
    if desk.typed("stamp") != stamp_of(table):
        raise RefusedError(
            _("Somebody else changed table {table} meanwhile. Look at it, then press again.", table=table.number)
        )
