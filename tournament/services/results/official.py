"""The figures of tables as they are stored, what a page showed of them, and how a report becomes official.

1. The stored tables are read, in the same number of queries whatever their count.
2. What a page of an older version shows is merged with what was made official since, figure by figure; what collides is refused with both.
3. A table whose figures would stay as they are is left alone; the others get a report each, and point at it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournament.draw.naming import title_of
from tournament.models import Entry, ReportedSeat, Round, Seat, Table, TableReport
from tournament.models.prepared import PreparedModels
from tournament.record.acts import Act
from tournament.record.figures import CashFigures, ResultFigures
from tournament.record.lengths import LONGEST_ENDING
from tournament.record.vocabulary import Dollars, PlayerId, ReportSource, format_dollars
from tournament.services.changes import Actor, ConflictError, Doing, RefusedError, merged, whole


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What is said of one seat: final cash in dollars before fines (None for not known), a reason, and the time-out mark."""

    player: PlayerId
    cash: Dollars | None
    reason: str = ""
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class TableFigures:
    """What is said of one table: its seats, who ended the game, and the reason of equal shares where they are ruled (R62).

    ``seen`` is the version of the event that showed this very table, where that is another than the page's.
    """

    table: int
    seats: tuple[SeatFigures, ...]
    ended_by: str = ""
    equal_shares: str = ""
    seen: int | None = None

    @property
    def cash(self) -> dict[PlayerId, Dollars | None]:
        """Final cash by player."""
        return {seat.player: seat.cash for seat in self.seats}

    @property
    def is_whole(self) -> bool:
        """Whether every seat has its cash."""
        return all(seat.cash is not None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Officially:
    """How a report is made official: by which act, from what, and why."""

    act: Act
    source: ReportSource = ReportSource.DESK
    why: str = ""
    log: int | None = None


class ResultConflictError(RefusedError):
    """Somebody else changed the table meanwhile; both values are kept for the page to show.

    ``fields`` are those that collide, by "cash 3", "reason 3", "timed_out 3" (for player 3) and "ended_by"; ``followed`` as there.
    """

    def __init__(self, table: int, stored: TableFigures, typed: TableFigures, conflict: ConflictError) -> None:
        super().__init__(f"Table {table} was changed on another page meanwhile; compare both and save the right one.")
        self.table, self.fields, self.followed = table, conflict.conflicts, conflict.followed
        self.stored, self.typed, self.stands = stored.cash, typed.cash, stored


class NothingToDoError(Exception):
    """Every table is as it would be, or refused: the act leaves no trace."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is stored: its row, the entries of its seats by number, what stands, and the official report that says it."""

    row: Table
    entries: Mapping[int, Entry]
    stands: TableFigures
    said: TableReport | None = None


TABLES: PreparedModels[Table] = PreparedModels(
    lambda played, *numbers: Table.objects.filter(round=played, number__in=numbers).select_related("official"),
    (-2_000_000_001, 32_701),
)
SEATS: PreparedModels[Seat] = PreparedModels(
    lambda *tables: Seat.objects.filter(table__in=tables).select_related("entry").order_by("position")
)
LINES: PreparedModels[ReportedSeat] = PreparedModels(lambda *reports: ReportedSeat.objects.filter(report__in=reports))
"""Tables of a round by their numbers, seats of tables, lines of reports: each written once for one of them,
as a row that is saved and a report by phone are, many times a minute."""


def stored_tables(played: Round, numbers: Sequence[int]) -> dict[int, StoredTable]:
    """The stored tables of these numbers, in three queries whatever their count."""
    rows = {row.number: row for row in TABLES.of(played.pk, *numbers)}
    for row in rows.values():
        row.round = played
    for number in numbers:
        if number not in rows:
            raise RefusedError(f"{title_of(played)} has no table {number}; reload the page.")
    tables = [row.pk for row in rows.values()]
    seats: dict[int, list[Seat]] = {table: [] for table in tables}
    for seat in SEATS.of(*tables):
        seats[seat.table_id].append(seat)
    said: dict[int, list[ReportedSeat]] = {}
    officials = [row.official_id for row in rows.values() if row.official_id]
    for line in LINES.of(*officials) if officials else ():
        said.setdefault(line.report_id, []).append(line)
    return {
        number: StoredTable(
            row,
            {seat.entry.number: seat.entry for seat in seats[row.pk]},
            _stands(row, seats[row.pk], said.get(row.official_id or 0, ())),
            row.official,
        )
        for number, row in rows.items()
    }


def _stands(row: Table, seats: Sequence[Seat], said: Sequence[ReportedSeat]) -> TableFigures:
    by_entry = {line.entry_id: line for line in said}
    return TableFigures(
        row.number,
        tuple(_figures(PlayerId(seat.entry.number), by_entry.get(seat.entry_id)) for seat in seats),
        row.official.ended_by if row.official else "",
        row.official.equal_shares if row.official else "",
    )


def _figures(player: PlayerId, line: ReportedSeat | None) -> SeatFigures:
    return SeatFigures(player, line.cash, line.reason, line.timed_out) if line else SeatFigures(player, None)


def figures_said(report: TableReport, table: int) -> TableFigures:
    """What a report says, in the order of its lines."""
    lines = report.figures.select_related("entry").order_by("pk")
    seats = tuple(_figures(PlayerId(line.entry.number), line) for line in lines)
    return TableFigures(table, seats, report.ended_by, report.equal_shares)


def said_of(reports: Sequence[TableReport]) -> dict[int, TableFigures]:
    """What several reports say, by their keys, in one query; the number of the table is left to who asks."""
    lines: dict[int, list[SeatFigures]] = {report.pk: [] for report in reports}
    for line in ReportedSeat.objects.filter(report__in=lines).select_related("entry").order_by("pk") if lines else ():
        lines[line.report_id].append(_figures(PlayerId(line.entry.number), line))
    return {
        report.pk: TableFigures(0, tuple(lines[report.pk]), report.ended_by, report.equal_shares) for report in reports
    }


def waiting_lines(**where: Any) -> QuerySet[ReportedSeat]:
    """The lines of reports that are later than what is official of their table, report by report in the order of arrival; one query."""
    later = Q(report__table__official=None) | Q(report__gt=F("report__table__official"))
    lines = ReportedSeat.objects.filter(later, report__official_at=None, report__left_at=None, **where).order_by(
        "report_id", "pk"
    )
    return lines.select_related("report__table", "report__reported_by", "report__device__entry", "entry")


WAITING_AT: PreparedModels[ReportedSeat] = PreparedModels(
    lambda table, source: waiting_lines(report__table=table, report__source=source),
    (-2_000_000_001, "\N{NOT SIGN}"),
)
"""The same of one table and one source, written once."""


def figures_in(lines: Sequence[ReportedSeat]) -> TableFigures:
    """What the lines of one report say together."""
    report = lines[0].report
    seats = tuple(_figures(PlayerId(line.entry.number), line) for line in lines)
    return TableFigures(report.table.number, seats, report.ended_by, report.equal_shares)


def differing_players(said: Sequence[TableFigures]) -> list[PlayerId]:
    """Whose cash or time-out several reports of a table say differently, in the order of the first; nobody's where they are one."""
    lines = [{seat.player: (seat.cash, seat.timed_out) for seat in each.seats} for each in said]
    return [player for player in (lines[0] if lines else ()) if len({each.get(player) for each in lines}) > 1]


def is_same_result(first: TableFigures, second: TableFigures) -> bool:
    """Whether two people typed the same of a table: cash and time-outs of every seat, and who ended it where the second says so."""
    figures = [{seat.player: (seat.cash, seat.timed_out) for seat in said.seats} for said in (first, second)]
    return figures[0] == figures[1] and second.ended_by in ("", first.ended_by)


def figures_shown(
    tables: Mapping[int, StoredTable], own: Mapping[int, int | None], seen: int | None, version: int
) -> dict[int, TableFigures]:
    """What a page showed of each table: what stands, unless something became official since the version seen.

    ``seen`` is the version of the page, ``own`` that of single tables where they have another; ``version`` is the event's now.
    """
    stands = {number: table.stands for number, table in tables.items()}
    for number, table in tables.items():
        then = own.get(number) or seen
        since = table.row.official.official_version or 0 if table.row.official else 0
        if then is None or then >= version or since <= then:
            continue
        old = table.row.reports.filter(official_version__lte=then).order_by("-official_version").first()
        nothing = TableFigures(number, tuple(SeatFigures(seat.player, None) for seat in table.stands.seats))
        stands[number] = figures_said(old, number) if old else nothing
    return stands


def check_figures(table: StoredTable, figures: TableFigures) -> None:
    """Refuse figures of other players than those who sit at the table, cash below zero, and texts that are not kept whole."""
    if set(figures.cash) != set(table.entries):
        raise RefusedError(
            f"The seats of table {figures.table} were changed meanwhile; reload the page and type again."
        )
    whole(figures.ended_by, LONGEST_ENDING, "Who ended the game, and why,")
    for seat in figures.seats:
        whole(seat.reason, what="The reason of an amount")
        if seat.cash is not None and seat.cash < 0:
            raise RefusedError(f"{format_dollars(seat.cash)} is below zero; final cash is counted before fines.")


def weighed(
    tables: Mapping[int, StoredTable],
    shown: Mapping[int, TableFigures],
    figures: TableFigures,
    round_number: int,
    *,
    is_meant_whole: bool = False,
) -> list[tuple[TableFigures, TableFigures]]:
    """What stands and what is to stand of a table, as a pair; nothing where both are the same. Raises RefusedError.

    ``is_meant_whole``: the figures belong together, so that none of them is left as somebody else stored it meanwhile.
    """
    if figures.table not in tables:
        raise RefusedError(f"There is no table {figures.table} in this round; reload the page.")
    table = tables[figures.table]
    check_figures(table, figures)
    stands = table.stands
    try:
        then, now, typed = _flat(shown[figures.table]), _flat(stands), _flat(figures)
        values = merged(then, now, typed, is_meant_whole=is_meant_whole)
    except ConflictError as conflict:
        raise ResultConflictError(figures.table, stands, figures, conflict) from None
    seats = tuple(
        SeatFigures(
            seat.player,
            values[f"cash {seat.player}"],
            values[f"reason {seat.player}"],
            values[f"timed_out {seat.player}"],
        )
        for seat in stands.seats
    )
    # A ruling of equal shares was about the amounts that stood there (R62).
    ruling = stands.equal_shares if [seat.cash for seat in seats] == [seat.cash for seat in stands.seats] else ""
    wanted = TableFigures(figures.table, seats, values["ended_by"], ruling)
    return [] if wanted == stands else [(stands, wanted)]


def _flat(figures: TableFigures) -> dict[str, Any]:
    values: dict[str, Any] = {"ended_by": figures.ended_by.strip()}
    for seat in figures.seats:
        values[f"cash {seat.player}"] = seat.cash
        values[f"reason {seat.player}"] = seat.reason.strip()
        values[f"timed_out {seat.player}"] = seat.timed_out
    return values


def write_official(
    doing: Doing,
    actor: Actor,
    tables: Mapping[int, StoredTable],
    ready: Sequence[tuple[TableFigures, TableFigures]],
    how: Officially,
) -> None:
    """Write a report for each table and let the tables point at them, in three queries whatever their count."""
    if not ready:
        raise NothingToDoError
    now = timezone.now()
    reports = TableReport.objects.bulk_create(
        TableReport(
            table=tables[wanted.table].row,
            source=how.source.value,
            reported_by=actor.user,
            reported_at=now,
            ended_by=wanted.ended_by,
            equal_shares=wanted.equal_shares,
            log_id=how.log,
            official_at=now,
            official_by=actor.user,
            official_version=doing.event.version + 1,
            why=how.why,
        )
        for _, wanted in ready
    )
    entries = {number: entry for table in tables.values() for number, entry in table.entries.items()}
    store_figures([(report, wanted) for report, (_, wanted) in zip(reports, ready, strict=True)], entries)
    rows = []
    for report, (_, wanted) in zip(reports, ready, strict=True):
        row = tables[wanted.table].row
        row.official = report
        rows.append(row)
    Table.objects.bulk_update(rows, ["official"])
    if len(ready) == 1:
        doing.table_number = ready[0][1].table
    doing.before = {"tables": {str(stood.table): spelled(stood) for stood, _ in ready}}
    doing.after = {"tables": {str(wanted.table): spelled(wanted) for _, wanted in ready}}


def store_figures(said: Sequence[tuple[TableReport, TableFigures]], entries: Mapping[int, Entry]) -> None:
    """Store the lines of reports in one query; ``entries`` are those of the seats by number."""
    ReportedSeat.objects.bulk_create(
        ReportedSeat(
            report=report,
            entry=entries[seat.player],
            cash=seat.cash,
            timed_out=seat.timed_out,
            reason=seat.reason.strip(),
        )
        for report, figures in said
        for seat in figures.seats
    )


def spelled(figures: TableFigures) -> ResultFigures:
    """A table's figures as the diary stores them: what says nothing is left out."""
    seats: dict[str, CashFigures] = {}
    for seat in figures.seats:
        row = seats[str(seat.player)] = CashFigures(cash=seat.cash)
        if seat.timed_out:
            row["timed_out"] = True
        if seat.reason:
            row["reason"] = seat.reason
    result = ResultFigures(seats=seats)
    if figures.ended_by:
        result["ended_by"] = figures.ended_by
    if figures.equal_shares:
        result["equal_shares"] = figures.equal_shares
    return result
