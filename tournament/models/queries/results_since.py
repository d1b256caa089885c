"""Derives the record of an event from its latest kept one where the acts since then only typed results, without reading all of it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tournament.models.plain_sql import SqlRows, moment
from tournament.models.queries.kept import EventKey
from tournament.models.queries.reading import official_of
from tournament.record.acts import Act
from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import ResultCheck

SINCE = SqlRows(
    f"""
    SELECT played.number, place.number, entry.number, line.cash, line.timed_out, line.reason, report.ended_by, report.equal_shares,
        report.id, report.source, COALESCE(reporter.username, report.reported_by_name), report.reported_at,
        COALESCE(official.username, report.official_by_name), report.official_at, report.official_version, report.why
    FROM tournament_reportedseat AS line JOIN tournament_tablereport AS report ON report.id = line.report_id
        JOIN tournament_table AS place ON place.id = report.table_id JOIN tournament_round AS played ON played.id = place.round_id
        JOIN tournament_entry AS entry ON entry.id = line.entry_id
        LEFT JOIN auth_user AS reporter ON reporter.id = report.reported_by_id
        LEFT JOIN auth_user AS official ON official.id = report.official_by_id
    WHERE played.event_id = %s AND report.official_version > %s AND NOT EXISTS (
        SELECT 1 FROM tournament_change AS change WHERE change.event_id = %s AND change.version > %s
            AND (change.act <> '{Act.RECORD_RESULT.value}' OR change.undoes IS NOT NULL))
    ORDER BY line.id
    """,  # noqa: S608  the act is a word of ours
    {4: bool, 11: moment, 13: moment},
)
"""The lines (figures of one player each) of the reports that were made official after a version; none where another act was done since."""


def record_after(kept: tuple[EventKey, EventRecord], key: EventKey) -> EventRecord | None:
    """Return the record of an event from a ``kept`` one and its key; None where more may have changed than typed results.

    ``key`` is what the event rests on now. Where results are checked a second time or reports are pending, an act changes more than the
    official figures.
    """
    old, record = kept
    event, version = key.column("id"), old.column("version")
    if (
        not (version < key.column("version") and key.differs_by_versions_alone(old))
        or record.result_check is not ResultCheck.NONE
    ):
        return None
    lines: dict[tuple[int, int], list[Sequence[Any]]] = {}
    for number, table, *line in SINCE.of(event, version, event, version):
        of_table = lines.setdefault((number, table), [])
        if of_table and of_table[0][6] != line[6]:
            of_table.clear()  # a later report of the same table
        of_table.append(line)
    if not lines:
        return None
    for (number, table), of_table in lines.items():
        before = record.table(number, table)
        if before.reports or {line[0] for line in of_table} != {seat.player for seat in before.seats}:
            return None
        record = record.with_round(record.round(number).with_table(_with_lines(before, of_table)))
    return replace(record, version=key.column("version"), public_version=key.column("public_version"))


def _with_lines(table: TableRecord, lines: Sequence[Sequence[Any]]) -> TableRecord:
    """Return the table with the figures and origin of the report whose lines these are."""
    seats = tuple(
        SeatRecord(player, cash=cash, timed_out=timed_out, cash_reason=reason)
        for player, cash, timed_out, reason, *_ in lines
    )
    _, _, _, _, ended_by, equal_shares, *official = lines[0]
    result = TableRecord(table.number, seats, ended_by=ended_by, equal_shares_ruling=equal_shares)
    return replace(table.with_result(result), official=official_of(*official))
