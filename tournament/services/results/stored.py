"""Tables as they are stored, with their official results, and their pending reports.

Each is read in the same number of queries whatever the number of tables. Every result is a `TableRecord`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import F, Q, QuerySet

from tournament.draw.seating import title_of, title_of_round
from tournament.models import Device, Entry, Event, ReportedSeat, Round, Seat, Table, TableReport
from tournament.models.plain_sql import SqlModels
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import PlayerId, ReportSource, RoundState
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is stored: its row, its players' entries by number, its official result, and the report that states it.

    ``official`` is None, and the result without figures, while no result is official; ``has_game`` is whether the table plays on devices.
    """

    row: Table
    entries: Mapping[int, Entry]
    result: TableRecord
    official: TableReport | None = None
    has_game: bool = False


ByTable = Mapping[int, Sequence[TableReport]]
"""Pending reports by table number."""

TABLES = SqlModels(
    Table,
    "LEFT JOIN tournament_tablereport AS official ON official.id = row.official_id "
    "WHERE row.round_id = %s AND row.number IN %s ORDER BY row.number",
    related={"official": TableReport},
    beside={"has_game": "EXISTS(SELECT 1 FROM tournament_game AS game WHERE game.table_id = row.id)"},
    reads={"has_game": bool},
)
SEATS = SqlModels(
    Seat,
    "JOIN tournament_entry AS entry ON entry.id = row.entry_id WHERE row.table_id IN %s ORDER BY row.position",
    related={"entry": Entry},
)
LINES = SqlModels(ReportedSeat, "WHERE row.report_id IN %s ORDER BY row.id")
"""Tables of a round by their numbers, each with ``has_game``, whether it plays on devices; seats of tables; and lines of reports (the
figures of one player each)."""


def round_in(event: Event, number: int, state: RoundState | None = None) -> Round:
    """Return the row of the round with that number; raises RefusedError where it is not drawn, or not in the wanted state.

    With ``state`` None any state will do.
    """
    row = round_at(event, number)
    if row is None:
        raise RefusedError(_("{round} has not been drawn.", round=title_of_round(record_of(event), number)))
    if state is not None and row.state != state.value:
        raise RefusedError(
            _(
                "{round} is not being played.",
                round=title_of_round(record_of(event), number),
            )
        )
    return row


def stored_tables(round_: Round, numbers: Sequence[int]) -> dict[int, StoredTable]:
    """Return the stored tables of a round by table number, in three queries whatever their number.

    Raises RefusedError where the round has no table of one of the numbers.
    """
    rows = {row.number: row for row in TABLES.of(round_.pk, tuple(numbers))}
    for row in rows.values():
        row.round = round_
    for number in numbers:
        if number not in rows:
            raise RefusedError(
                _("{round} has no table {table}; reload the page.", round=title_of(round_), table=number)
            )
    tables = [row.pk for row in rows.values()]
    seats: dict[int, list[Seat]] = {table: [] for table in tables}
    for seat in SEATS.of(tuple(tables)):
        seats[seat.table_id].append(seat)
    lines: dict[int, list[ReportedSeat]] = {}
    for line in LINES.of(tuple(row.official_id for row in rows.values() if row.official_id)):
        lines.setdefault(line.report_id, []).append(line)
    return {
        number: StoredTable(
            row,
            {seat.entry.number: seat.entry for seat in seats[row.pk]},
            _official_result(row, seats[row.pk], lines.get(row.official_id or 0, ())),
            row.official,
            getattr(row, "has_game", False),
        )
        for number, row in rows.items()
    }


def _official_result(row: Table, seats: Sequence[Seat], lines: Sequence[ReportedSeat]) -> TableRecord:
    """Return the official result of a table from its seats and the lines of its official report."""
    by_entry = {line.entry_id: line for line in lines}
    return TableRecord(
        row.number,
        tuple(_seat(seat, by_entry.get(seat.entry_id)) for seat in seats),
        ended_by=row.official.ended_by if row.official else "",
        equal_shares_ruling=row.official.equal_shares if row.official else "",
    )


def _seat(row: Seat, line: ReportedSeat | None) -> SeatRecord:
    """Return a seat as a value, with its figures where the official report has a line for it."""
    player = PlayerId(row.entry.number)
    if line is None:
        return SeatRecord(player, row.position, row.starting_tile)
    return SeatRecord(player, row.position, row.starting_tile, line.cash, line.timed_out, line.reason, line.second)


def results_of(reports: Sequence[TableReport]) -> dict[int, TableRecord]:
    """Return the results that several reports of one round state, by the report's primary key; two queries whatever their number."""
    lines: dict[int, list[ReportedSeat]] = {report.pk: [] for report in reports}
    for line in ReportedSeat.objects.filter(report__in=lines).select_related("entry").order_by("pk") if lines else ():
        lines[line.report_id].append(line)
    return {report.pk: report.result_from(lines[report.pk]) for report in reports}


def shown_results(
    tables: Mapping[int, StoredTable], own: Mapping[int, int | None], seen: int | None, version: int
) -> dict[int, TableRecord]:
    """Return the result of each table that a page showed: the one that was official at the page's version.

    ``seen`` is the version of the page (None: it shows the present), ``own`` that of single tables where it is another one, and
    ``version`` is the event's now.
    """
    results = {number: table.result for number, table in tables.items()}
    for number, table in tables.items():
        then = own.get(number) or seen
        since = table.row.official.official_version or 0 if table.row.official else 0
        if then is None or then >= version or since <= then:
            continue
        old = table.row.reports.filter(official_version__lte=then).order_by("-official_version").first()
        results[number] = old.result if old else table.result.without_result()
    return results


def pending_lines(**where: Any) -> QuerySet[ReportedSeat]:
    """Return the lines of reports later than their table's official one, report by report in the order of arrival; one query.

    Reports without support any more are left out; ``where`` filters the lines.
    """
    later = Q(report__table__official=None) | Q(report__gt=F("report__table__official"))
    lines = ReportedSeat.objects.filter(later, report__official_at=None, report__left_at=None, **where).order_by(
        "report_id", "pk"
    )
    return lines.select_related("report__table", "report__reported_by", "report__device__entry", "entry")


PENDING_AT = SqlModels(
    ReportedSeat,
    "JOIN tournament_tablereport AS report ON report.id = row.report_id JOIN tournament_entry AS entry ON entry.id = row.entry_id "
    'JOIN tournament_table AS "table" ON "table".id = report.table_id '
    "LEFT JOIN tournament_device AS report__device ON report__device.id = report.device_id "
    f"WHERE report.table_id = %s AND report.source = '{ReportSource.PLAYER.value}' AND report.official_at IS NULL "
    'AND report.left_at IS NULL AND ("table".official_id IS NULL OR report.id > "table".official_id) '
    "ORDER BY row.report_id, row.id",
    related={"report": TableReport, "entry": Entry, "report__device": Device},
)
"""The lines of the pending reports by the phones of one table, as `pending_lines` finds them."""


def pending_in(**where: Any) -> dict[int, tuple[TableReport, ...]]:
    """Return the pending reports by table number; ``where`` filters their lines; one query.

    Of each person at the desk only the latest report counts, of phones every report that an answer still supports.
    """
    return _by_table(pending_lines(**where))


def pending_at(table: Table) -> tuple[TableReport, ...]:
    """Return the pending reports of the phones of one table; one query."""
    lines = PENDING_AT.of(table.pk)
    for line in lines:
        line.report.table = table
    return _by_table(lines).get(table.number, ())


def _by_table(lines: Iterable[ReportedSeat]) -> dict[int, tuple[TableReport, ...]]:
    """Return the pending reports by table number from their lines, of each person at the desk only the latest."""
    found: dict[int, dict[tuple[str, int | str], TableReport]] = {}
    for _key, group in groupby(lines, key=lambda line: line.report_id):
        of_report = list(group)
        report = of_report[0].report
        report.result = report.result_from(of_report)
        author = report.source, report.pk if report.is_by_phone else report.reported_by_id or report.reported_by_name
        of_table = found.setdefault(report.table.number, {})
        of_table.pop(author, None)
        of_table[author] = report
    return {number: tuple(reports.values()) for number, reports in found.items()}


def differing_players(results: Sequence[TableRecord]) -> list[PlayerId]:
    """Return the players for whom these reports of a table differ in a figure or time-out, in the order of the first report."""
    lines = [result.counted for result in results]
    return [player for player in (lines[0] if lines else ()) if len({each.get(player) for each in lines}) > 1]
