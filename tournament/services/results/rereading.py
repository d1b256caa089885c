"""Derives the record of an event after an act that only made results official, without reading the whole event again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import F
from django.db.models.functions import Coalesce

from tournament.models import ReportedSeat
from tournament.models.prepared import PreparedRows
from tournament.models.queries import official_of
from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import ResultCheck

LATEST = PreparedRows(
    lambda event: (
        ReportedSeat.objects.filter(
            report__table__round__event=event, report__official_version=F("report__table__round__event__version")
        )
        .order_by("pk")
        .values_list(
            *("report__table__round__number", "report__table__number", "entry__number", "cash", "timed_out", "reason"),
            *("report__ended_by", "report__equal_shares", "report_id", "report__source"),
            *(Coalesce("report__reported_by__username", "report__reported_by_name"), "report__reported_at"),
            *(Coalesce("report__official_by__username", "report__official_by_name"), "report__official_at"),
            *("report__official_version", "report__why"),
        )
    )
)
"""The lines (figures of one player each) of the reports that the latest act of an event made official."""


def record_after(record: EventRecord, event: int, version: int, public_version: int) -> EventRecord | None:
    """Return the record after one act that only made results official; None where more may have changed.

    ``event`` is the event's primary key, and ``version`` and ``public_version`` are its versions now. The version must be the next one
    after the record's, so that no other act was done between. Where results are checked a second time or reports are pending, an act
    changes more than the official figures, and then everything must be read.
    """
    if version != record.version + 1 or record.result_check is not ResultCheck.NONE:
        return None
    lines: dict[tuple[int, int], list[Sequence[Any]]] = {}
    for number, table, *line in LATEST.of(event):
        lines.setdefault((number, table), []).append(line)
    if not lines:
        return None
    for (number, table), of_table in lines.items():
        before = record.table(number, table)
        if before.reports or {line[0] for line in of_table} != {seat.player for seat in before.seats}:
            return None
        record = record.with_round(record.round(number).with_table(_with_lines(before, of_table)))
    return replace(record, version=version, public_version=public_version)


def _with_lines(table: TableRecord, lines: Sequence[Sequence[Any]]) -> TableRecord:
    """Return the table with the figures and origin of the report whose lines these are."""
    seats = tuple(
        SeatRecord(player, cash=cash, timed_out=bool(timed_out), cash_reason=reason)
        for player, cash, timed_out, reason, *_ in lines
    )
    _, _, _, _, ended_by, equal_shares, *official = lines[0]
    result = TableRecord(table.number, seats, ended_by=ended_by, equal_shares_ruling=equal_shares)
    return replace(table.with_result(result), official=official_of(*official))
