"""Tables as they are stored, with the result that is official, and the reports of them that are pending.

Each is read in the same number of queries whatever the count of tables. Every result is a `TableRecord`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import F, Q, QuerySet

from tournament.day.browsers import Oddity
from tournament.draw.naming import title_of, title_of_round
from tournament.models import Entry, Event, ReportedSeat, Round, Seat, Table, TableReport
from tournament.models.prepared import PreparedModels
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import PlayerId, ReportSource, RoundState
from tournament.services.changes import RefusedError


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is stored: its row, the entries of its seats by number, its official result and the report that states it."""

    row: Table
    entries: Mapping[int, Entry]
    result: TableRecord
    official: TableReport | None = None


@dataclass(frozen=True, slots=True)
class PendingReport:
    """A report that is not official, with its result; for the desk also from how many browsers all agreed, and what is odd about them."""

    row: TableReport
    result: TableRecord
    browsers: int | None = None
    odd: tuple[Oddity, ...] = ()

    @property
    def is_by_phone(self) -> bool:
        """Whether a phone of the table reported it."""
        return self.row.source == ReportSource.PLAYER.value

    @property
    def is_typed(self) -> bool:
        """Whether it was typed at the desk."""
        return self.row.source == ReportSource.DESK.value

    @property
    def is_agreed(self) -> bool:
        """Whether the whole table agrees to it."""
        return self.row.agreed_at is not None


ByTable = Mapping[int, Sequence[PendingReport]]

TABLES: PreparedModels[Table] = PreparedModels(
    lambda round_, *numbers: Table.objects.filter(round=round_, number__in=numbers).select_related("official"),
    (-2_000_000_001, 32_701),
)
SEATS: PreparedModels[Seat] = PreparedModels(
    lambda *tables: Seat.objects.filter(table__in=tables).select_related("entry").order_by("position")
)
LINES: PreparedModels[ReportedSeat] = PreparedModels(lambda *reports: ReportedSeat.objects.filter(report__in=reports))
"""Tables of a round by their numbers, seats of tables, lines of reports: the SQL of each is compiled once for one of them,
as a row that is saved and a report by phone need it, many times a minute."""


def round_in(event: Event, number: int, state: RoundState | None = None) -> Round:
    """The row of a round; RefusedError where it is not drawn, or not in the wanted state."""
    row = round_at(event, number)
    if row is None:
        raise RefusedError(f"{title_of_round(record_of(event), number)} is not drawn.")
    if state is not None and row.state != state.value:
        raise RefusedError(
            f"{title_of_round(record_of(event), number)} is {row.state}; only a round being played takes results."
        )
    return row


def stored_tables(round_: Round, numbers: Sequence[int]) -> dict[int, StoredTable]:
    """The stored tables of these numbers, in three queries whatever their count."""
    rows = {row.number: row for row in TABLES.of(round_.pk, *numbers)}
    for row in rows.values():
        row.round = round_
    for number in numbers:
        if number not in rows:
            raise RefusedError(f"{title_of(round_)} has no table {number}; reload the page.")
    tables = [row.pk for row in rows.values()]
    seats: dict[int, list[Seat]] = {table: [] for table in tables}
    for seat in SEATS.of(*tables):
        seats[seat.table_id].append(seat)
    lines: dict[int, list[ReportedSeat]] = {}
    officials = [row.official_id for row in rows.values() if row.official_id]
    for line in LINES.of(*officials) if officials else ():
        lines.setdefault(line.report_id, []).append(line)
    return {
        number: StoredTable(
            row,
            {seat.entry.number: seat.entry for seat in seats[row.pk]},
            _official_result(row, seats[row.pk], lines.get(row.official_id or 0, ())),
            row.official,
        )
        for number, row in rows.items()
    }


def _official_result(row: Table, seats: Sequence[Seat], lines: Sequence[ReportedSeat]) -> TableRecord:
    by_entry = {line.entry_id: line for line in lines}
    return TableRecord(
        row.number,
        tuple(_seat(seat, by_entry.get(seat.entry_id)) for seat in seats),
        ended_by=row.official.ended_by if row.official else "",
        equal_shares_ruling=row.official.equal_shares if row.official else "",
    )


def _seat(row: Seat, line: ReportedSeat | None) -> SeatRecord:
    player = PlayerId(row.entry.number)
    if line is None:
        return SeatRecord(player, row.position, row.starting_tile)
    return SeatRecord(player, row.position, row.starting_tile, line.cash, line.timed_out, line.reason)


def result_of(report: TableReport, lines: Iterable[ReportedSeat], table: int) -> TableRecord:
    """The result that a report states; its seats are in the order of its lines, which must have their entries."""
    seats = tuple(
        SeatRecord(PlayerId(line.entry.number), cash=line.cash, timed_out=line.timed_out, cash_reason=line.reason)
        for line in lines
    )
    return TableRecord(table, seats, ended_by=report.ended_by, equal_shares_ruling=report.equal_shares)


def results_of(reports: Sequence[TableReport]) -> dict[int, TableRecord]:
    """The results that several reports of one table or round state, by their keys, in two queries whatever their count."""
    lines: dict[int, list[ReportedSeat]] = {report.pk: [] for report in reports}
    for line in ReportedSeat.objects.filter(report__in=lines).select_related("entry").order_by("pk") if lines else ():
        lines[line.report_id].append(line)
    return {report.pk: result_of(report, lines[report.pk], report.table.number) for report in reports}


def shown_results(
    tables: Mapping[int, StoredTable], own: Mapping[int, int | None], seen: int | None, version: int
) -> dict[int, TableRecord]:
    """The result of each table that a page showed: the official one, unless it became so since the version that the page had.

    ``seen`` is the version of the page, ``own`` that of single tables where they have another; ``version`` is the event's now.
    """
    results = {number: table.result for number, table in tables.items()}
    for number, table in tables.items():
        then = own.get(number) or seen
        since = table.row.official.official_version or 0 if table.row.official else 0
        if then is None or then >= version or since <= then:
            continue
        old = table.row.reports.filter(official_version__lte=then).order_by("-official_version").first()
        results[number] = (
            result_of(old, old.figures.select_related("entry").order_by("pk"), number)
            if old
            else table.result.without_result()
        )
    return results


def pending_lines(**where: Any) -> QuerySet[ReportedSeat]:
    """The lines of reports that are later than what is official of their table, report by report in the order of arrival; one query."""
    later = Q(report__table__official=None) | Q(report__gt=F("report__table__official"))
    lines = ReportedSeat.objects.filter(later, report__official_at=None, report__left_at=None, **where).order_by(
        "report_id", "pk"
    )
    return lines.select_related("report__table", "report__reported_by", "report__device__entry", "entry")


PENDING_AT: PreparedModels[ReportedSeat] = PreparedModels(
    lambda table, source: pending_lines(report__table=table, report__source=source),
    (-2_000_000_001, "\N{NOT SIGN}"),
)
"""The pending lines of one table and one source; their SQL is compiled once."""


def pending_in(**where: Any) -> dict[int, tuple[PendingReport, ...]]:
    """The pending reports by table: of each person at the desk the latest since the official one, of the phones all that somebody backs.

    ``where`` filters their lines; one query.
    """
    return _by_table(pending_lines(**where))


def pending_at(table: Table) -> tuple[PendingReport, ...]:
    """The pending reports of the phones of one table; one query, whose SQL is compiled once."""
    return _by_table(PENDING_AT.of(table.pk, ReportSource.PLAYER.value)).get(table.number, ())


def _by_table(lines: Iterable[ReportedSeat]) -> dict[int, tuple[PendingReport, ...]]:
    found: dict[int, dict[tuple[str, int | str], PendingReport]] = {}
    for _, group in groupby(lines, key=lambda line: line.report_id):
        of_report = list(group)
        row = of_report[0].report
        pending = PendingReport(row, result_of(row, of_report, row.table.number))
        author = row.source, row.pk if pending.is_by_phone else row.reported_by_id or row.reported_by_name
        of_table = found.setdefault(row.table.number, {})
        of_table.pop(author, None)
        of_table[author] = pending
    return {number: tuple(reports.values()) for number, reports in found.items()}


def differing_players(results: Sequence[TableRecord]) -> list[PlayerId]:
    """The players whose cash or time-out several reports of a table state differently, in the order of the first report."""
    lines = [{seat.player: (seat.cash, seat.timed_out) for seat in result.seats} for result in results]
    return [player for player in (lines[0] if lines else ()) if len({each.get(player) for each in lines}) > 1]
