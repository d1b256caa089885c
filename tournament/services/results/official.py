"""How a result becomes official.

1. A form whose page showed an older version is merged, figure by figure, with what was made official since. Where both changed the same
figure, it is refused, and the error holds both results.

2. A table whose figures would not change is left alone; each of the others gets a report, which becomes its official one.

Mends the result of one table while its round is played: it is cleared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from tournament.models import Event, ReportedSeat, Table, TableReport
from tournament.record.acts import Act
from tournament.record.event import TableRecord
from tournament.record.figures import CashFigures, ResultFigures
from tournament.record.lengths import LONGEST_ENDING
from tournament.record.vocabulary import PlayerId, ReportSource, RoundState
from tournament.scores.amounts import out_of_bounds
from tournament.services.changes import Actor, By, Doing, act_on, actor_of, checked_text, merged_fields
from tournament.services.changes.refusals import ConflictError, DoneError, RefusedError, StaleError
from tournament.services.results.stored import StoredTable, pending_in, round_in, stored_tables
from wording import gettext as _

Figure = tuple[str, PlayerId]
"""The name of a field of a table's result, and the player to whom it belongs; `NOBODY` for fields of the whole table."""
NOBODY = PlayerId(0)
OF_SEATS = ("cash", "second", "cash_reason", "timed_out")


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a report is made official: by which act, from what source, why, and the key of the game log if it comes from one."""

    act: Act
    source: ReportSource = ReportSource.DESK
    why: str = ""
    log: int | None = None


class ResultConflictError(RefusedError):
    """Somebody else changed the table's result meanwhile; the error holds the ``stored`` and the ``typed`` result for the page.

    ``fields`` gives for each figure that both sides changed the stored and the typed value. ``followed`` gives the stored values of
    figures that somebody else changed and the form did not.
    """

    def __init__(self, stored: TableRecord, typed: TableRecord, conflict: ConflictError) -> None:
        super().__init__(
            _("Somebody else changed this while you were typing. Compare the two versions and save the right one.")
        )
        self.stored, self.typed = stored, typed
        self.fields: Mapping[Figure, tuple[Any, Any]] = conflict.conflicts
        self.followed: Mapping[Figure, Any] = conflict.followed


class NothingToDoError(Exception):
    """The results of all tables are official already or refused: the act changes nothing and is not recorded."""


def check_result(table: StoredTable, result: TableRecord) -> None:
    """Raise RefusedError for a result of other players than sit at the table, impossible amounts, and texts that are too long."""
    if set(result.cash) != set(table.entries):
        raise StaleError
    checked_text(result.ended_by, LONGEST_ENDING)
    for seat in result.seats:
        checked_text(seat.cash_reason)
        for name, amount in table.row.round.event.format.amount.figures.items():
            value = getattr(seat, name)
            if value is not None and (wrong := out_of_bounds(amount, value)):
                raise RefusedError(wrong)


def merged_result(
    table: StoredTable, shown: TableRecord, typed: TableRecord, *, is_meant_whole: bool = False
) -> TableRecord:
    """Return the official result of a table after saving ``typed``, a form over a page that showed ``shown``.

    With ``is_meant_whole`` the figures belong together, and none of them is replaced by what somebody else stored meanwhile. Raises
    ResultConflictError where both changed a figure, RefusedError for an impossible result.
    """
    check_result(table, typed)
    stored = table.result
    try:
        values = merged_fields(_figures(shown), _figures(stored), _figures(typed), is_meant_whole=is_meant_whole)
    except ConflictError as conflict:
        raise ResultConflictError(stored, typed, conflict) from None
    seats = tuple(replace(seat, **{name: values[name, seat.player] for name in OF_SEATS}) for seat in stored.seats)
    # A ruling of equal shares holds only for the amounts on which it was made (R62).
    is_same = [seat.cash for seat in seats] == [seat.cash for seat in stored.seats]
    ruling = stored.equal_shares_ruling if is_same else ""
    return replace(stored, seats=seats, ended_by=values["ended_by", NOBODY], equal_shares_ruling=ruling)


def _figures(result: TableRecord) -> dict[Figure, Any]:
    """Return the figures of a result by field and player."""
    values: dict[Figure, Any] = {("ended_by", NOBODY): result.ended_by.strip()}
    for seat in result.seats:
        values["cash", seat.player] = seat.cash
        values["second", seat.player] = seat.second
        values["cash_reason", seat.player] = seat.cash_reason.strip()
        values["timed_out", seat.player] = seat.timed_out
    return values


def write_official(
    doing: Doing,
    actor: Actor,
    tables: Mapping[int, StoredTable],
    results: Sequence[TableRecord],
    provenance: Provenance,
) -> None:
    """Store a report for each result and make it the official one of its table, in three queries whatever the number of tables.

    Raises NothingToDoError where there are no results.
    """
    if not results:
        raise NothingToDoError
    now = timezone.now()
    reports = TableReport.objects.bulk_create(
        TableReport(
            table=tables[result.number].row,
            source=provenance.source.value,
            reported_by=actor.user,
            reported_at=now,
            ended_by=result.ended_by,
            equal_shares=result.equal_shares_ruling,
            log_id=provenance.log,
            official_at=now,
            official_by=actor.user,
            official_version=doing.event.version + 1,
            why=provenance.why,
        )
        for result in results
    )
    store_lines(zip(reports, results, strict=True), tables)
    make_current(doing, tables, dict(zip((result.number for result in results), reports, strict=True)))
    doing.before = {"tables": {str(result.number): in_diary(tables[result.number].result) for result in results}}
    doing.after = {"tables": {str(result.number): in_diary(result) for result in results}}


def make_current(doing: Doing, tables: Mapping[int, StoredTable], reports: Mapping[int, TableReport]) -> None:
    """Make these reports, by table number, the official ones of their tables, in one query."""
    rows = []
    for number, report in reports.items():
        row = tables[number].row
        row.official = report
        rows.append(row)
    Table.objects.bulk_update(rows, ["official"])
    if len(rows) == 1:
        doing.table_number = rows[0].number


def store_lines(results: Iterable[tuple[TableReport, TableRecord]], tables: Mapping[int, StoredTable]) -> None:
    """Store the lines of reports, the figures of one player each, in one query."""
    ReportedSeat.objects.bulk_create(
        ReportedSeat(
            report=report,
            entry=tables[result.number].entries[seat.player],
            cash=seat.cash,
            second=seat.second,
            timed_out=seat.timed_out,
            reason=seat.cash_reason.strip(),
        )
        for report, result in results
        for seat in result.seats
    )


def in_diary(result: TableRecord) -> ResultFigures:
    """Return the figures of a table as the log of changes stores them; empty fields are left out."""
    seats: dict[str, CashFigures] = {}
    for seat in result.seats:
        row = seats[str(seat.player)] = CashFigures(cash=seat.cash)
        if seat.second is not None:
            row["second"] = seat.second
        if seat.timed_out:
            row["timed_out"] = True
        if seat.cash_reason:
            row["reason"] = seat.cash_reason
    figures = ResultFigures(seats=seats)
    if result.ended_by:
        figures["ended_by"] = result.ended_by
    if result.equal_shares_ruling:
        figures["equal_shares"] = result.equal_shares_ruling
    return figures


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
            raise DoneError
        write_official(doing, actor_of(by), tables, [stored.without_result()], Provenance(act))
