"""Mends the result of one table while its round is played: cleared, or with the amounts of two of its players exchanged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tournament.models import Event
from tournament.record.acts import Act
from tournament.record.event import TableRecord
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.services.changes import By, RefusedError, act_on, actor_of
from tournament.services.results.confirming import TypedResult, hand_in
from tournament.services.results.official import Provenance, write_official
from tournament.services.results.stored import pending_in, round_in, stored_tables
from wording import gettext as _


def clear_result(event: Event, by: By, round_number: int, table: int) -> None:
    """Clear everything that was reported of a table: its official result and the reports that wait; the undo brings both back.

    A result that is cleared no longer counts, so no second person has to check it. Raises RefusedError where nothing was reported.
    """
    act = Act.RECORD_RESULT
    with act_on(event, by, act, round_number=round_number, table_number=table) as doing:
        tables = stored_tables(round_in(doing.event, round_number, RoundState.PUBLISHED), [table])
        doing.refuse_own(table)
        stored = tables[table].result
        if stored == stored.without_result() and not pending_in(report__table=tables[table].row):
            raise RefusedError(_("Table {table} has no result to clear.", table=table))
        write_official(doing, actor_of(by), tables, [stored.without_result()], Provenance(act))


def exchange_amounts(
    event: Event, by: By, round_number: int, shown: TableRecord, one: PlayerId, other: PlayerId
) -> None:
    """Give two players of a table each other's amount, each with its reason; who ran out of time stays as it is.

    ``shown`` is the table with the amounts that the page showed. Where results are checked, the new amounts are one more report. Raises
    RefusedError where one of them has no amount, both have the same, or the result cannot be stored.
    """
    refusals = hand_in(event, by, round_number, [TypedResult(exchanged(shown, one, other), over=_latest(shown))])
    for refusal in refusals.values():
        raise refusal


def exchanged(table: TableRecord, one: PlayerId, other: PlayerId) -> TableRecord:
    """Return the table with the amounts of two players exchanged; raises RefusedError where that would change nothing."""
    lines: Mapping[PlayerId, PlayerId] = {one: other, other: one}
    seats = {seat.player: seat for seat in table.seats}
    if not lines.keys() <= seats.keys() or seats[one].cash is None or seats[other].cash is None:
        raise RefusedError(_("Choose two players of table {table} who have an amount.", table=table.number))
    if seats[one].cash == seats[other].cash:
        raise RefusedError(_("Both amounts are the same; there is nothing to exchange."))
    return replace(
        table,
        equal_shares_ruling="",
        seats=tuple(
            replace(seat, cash=source.cash, cash_reason=source.cash_reason)
            for seat in table.seats
            for source in [seats[lines.get(seat.player, seat.player)]]
        ),
    )


def _latest(table: TableRecord) -> int:
    """Return the key of the latest report that waits at a table, 0 for none."""
    return table.reports[-1].key if table.reports else 0
