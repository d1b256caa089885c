"""The results of a round in piles, one for each person who entered them, for looking through them with the slips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from tournament.access import own_table_in
from tournament.day.unconfirmed import PendingStep, pending_step
from tournament.desk.desk import Desk
from tournament.desk.results.pending import reported_by
from tournament.models import TableReport
from tournament.models.choices import who
from tournament.record.acts import Act
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import Dollars, ResultCheck, RoundState
from tournament.services.results.piles import is_disagreed
from tournament.services.results.stored import ByTable, PendingReport, pending_in
from tournament.tellings.checks import state_words
from wording import gettext as _
from wording import ngettext
from wording.figures import listed


@dataclass(frozen=True, slots=True)
class Entered:
    """One report of a table in a pile, and how far it is.

    ``seats`` are each player's name and cash, and whether the player ran out of time; empty where they are hidden from the reader.
    ``key`` is the report's if the reader may accept it with the pile, else 0. ``second`` is who made it official, if somebody else did.
    """

    table: int
    at: datetime
    seats: tuple[tuple[str, Dollars | None, bool], ...]
    ended_by: str
    is_official: bool
    says: str
    second: str = ""
    key: int = 0


@dataclass(frozen=True, slots=True)
class Pile:
    """Everything that one person, or one source such as the phones, entered in a round, in order of the tables.

    ``why_closed`` says why the reader cannot accept the waiting reports of the pile; empty if there are none, or if the reader can.
    ``is_hidden`` is whether its figures stay hidden until a second person has typed them, and the reader may look at them all the same.
    """

    by: str
    rows: tuple[Entered, ...]
    why_closed: str = ""
    is_hidden: bool = False

    @property
    def tables(self) -> list[int]:
        """The numbers of its tables."""
        return [row.table for row in self.rows]

    @property
    def accepted(self) -> list[Entered]:
        """The rows that the reader may accept with the pile."""
        return [row for row in self.rows if row.key]

    @property
    def label(self) -> str:
        """The words of the button that accepts the pile."""
        tables = [row.table for row in self.accepted]
        return ngettext(
            "Matches the slip: accept table {tables}",
            "All match the slips: accept tables {tables}",
            len(tables),
            tables=listed(tables),
        )


def piles_of(desk: Desk, number: int, shown: str = "") -> list[Pile]:
    """Return the piles of a round, those with reports to accept first, then by name.

    ``shown`` names the pile whose hidden figures the reader has asked to see; only a director is shown them.
    """
    record, round_ = desk.record, desk.round_(number)
    found: dict[tuple[str, int], list[tuple[TableRecord, PendingReport]]] = {}
    pending = pending_in(report__table__round__event=desk.event, report__table__round__number=number)
    disagreed = {table for table, reports in pending.items() if is_disagreed(reports)}
    for table, report in _reports(round_, pending):
        by = _("phones at the tables") if report.is_by_phone else reported_by(record, report)
        found.setdefault((by, report.row.reported_by_id or 0), []).append((table, report))
    own = own_table_in(desk.user, desk.event, "desk_entered", number)
    may_accept = round_.state is RoundState.PUBLISHED and desk.may(Act.CONFIRM_RESULT)
    directs = desk.may(Act.CHANGE_SETTINGS)
    piles = []
    for (by, user), reports in found.items():
        is_mine = user == desk.user.pk
        waits = [(table, report) for table, report in reports if report.row.official_at is None]
        hides = [table.number for table, _report in waits if not is_mine and _is_blind(record, table)]
        looks = directs and may_accept and shown == by
        closed = "" if may_accept or not waits else _("The desk accepts these.")
        if waits and may_accept and is_mine:
            closed = _("You entered these yourself; somebody else must compare them with the slips.")
        if hides and not directs:
            closed = _("The figures stay hidden until somebody else has entered the slips too.")
        of_pile = {report.row.pk for _table, report in waits} if may_accept and not is_mine else set()
        rows = tuple(
            _entered(
                record,
                table,
                report,
                is_hidden=table.number in hides and not looks,
                may_accept=report.row.pk in of_pile
                and table.number not in disagreed
                and not (own and own.table == table.number)
                and (table.number not in hides or looks),
            )
            for table, report in sorted(reports, key=lambda row: row[0].number)
        )
        piles.append(Pile(by, rows, closed, is_hidden=bool(hides) and directs and not looks))
    return sorted(piles, key=lambda pile: (not (pile.accepted or pile.is_hidden), pile.by))


def _is_blind(record: EventRecord, table: TableRecord) -> bool:
    """Whether the figures of a table wait to be typed by a second person who must not see them."""
    return record.result_check is ResultCheck.REKEY and pending_step(record, table) is PendingStep.SECOND_TYPING


def _reports(round_: RoundRecord, pending: ByTable) -> Iterator[tuple[TableRecord, PendingReport]]:
    """Yield the official report and the pending ones of every table, in one query."""
    keys = {table.official.key: table for table in round_.tables if table.official is not None}
    rows = TableReport.objects.filter(pk__in=keys).select_related("reported_by", "official_by", "device__entry")
    for row in rows:
        yield keys[row.pk], PendingReport(row, keys[row.pk])
    for table in round_.tables:
        yield from ((table, report) for report in pending.get(table.number, ()))


def _entered(
    record: EventRecord, table: TableRecord, report: PendingReport, *, is_hidden: bool, may_accept: bool
) -> Entered:
    """Return one report as a row of a pile."""
    row, is_official = report.row, report.row.official_at is not None
    second = who(row, "official_by") if is_official and row.official_by_id != row.reported_by_id else ""
    return Entered(
        table=table.number,
        at=row.reported_at,
        seats=()
        if is_hidden
        else tuple((record.name_of(seat.player), seat.cash, seat.timed_out) for seat in report.result.seats),
        ended_by="" if is_hidden else row.ended_by,
        is_official=is_official,
        says="" if is_official else state_words(record, table),
        second=second,
        key=row.pk if may_accept else 0,
    )
