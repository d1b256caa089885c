"""Pending reports for the pages of a round's results, and what the fields of a table show while a report is pending."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournament.day.browsers import ENOUGH
from tournament.day.unconfirmed import PendingStep, pending_step
from tournament.desk.conflicts import cash_by_name
from tournament.desk.desk import Desk
from tournament.desk.forms.results import ResultBasis
from tournament.models import TableReport
from tournament.models.choices import who
from tournament.record.event import EventRecord, TableRecord, WaitingReport
from tournament.record.vocabulary import PlayerId, ReportSource, ResultCheck
from tournament.services.results.phones import browsers_agreed
from tournament.services.results.stored import ByTable, PendingReport, differing_players, pending_in, results_of
from wording import gettext as _


def pending_reports(desk: Desk, number: int, tables: Iterable[TableRecord]) -> ByTable:
    """Return the pending reports of a round by table, with how many phones agreed; ``number`` is the round.

    Empty, without a query, where none of these tables has a report whose figures may be shown.
    """
    if not any(table.reports and pending_step(desk.record, table) is not PendingStep.SECOND_TYPING for table in tables):
        return {}
    of_round = pending_in(report__table__round__event=desk.event, report__table__round__number=number)
    return with_browsers(of_round)


def with_browsers(pending: ByTable) -> ByTable:
    """Return the pending reports with how many browsers agreed on those that came by phone."""
    agreed = [each.row for of_table in pending.values() for each in of_table if each.is_by_phone and each.is_agreed]
    browsers = browsers_agreed(agreed) if agreed else {}
    return {
        table: [replace(each, browsers=browsers.get(each.row.pk)) for each in of_table]
        for table, of_table in pending.items()
    }


def latest_typed(table: TableRecord) -> WaitingReport | None:
    """Return the latest pending report that was typed at the desk, None where there is none."""
    typed = [report for report in table.reports if report.source is ReportSource.DESK]
    return typed[-1] if typed else None


def basis_of(record: EventRecord, table: TableRecord) -> ResultBasis:
    """Return the pending report whose figures the fields of a table's row show."""
    latest = latest_typed(table) if record.result_check is not ResultCheck.NONE else None
    return ResultBasis(latest.key, latest.is_agreed) if latest else ResultBasis()


def in_fields(record: EventRecord, table: TableRecord, pending: Sequence[PendingReport] = ()) -> TableRecord:
    """Return the table as the fields of its row show it.

    That is without a result where a second person must type it, as reported where it must be signed, otherwise as stored.
    """
    if not basis_of(record, table).report:
        return table
    if record.result_check is ResultCheck.REKEY:
        return table.without_result()
    typed = [each for each in pending if each.is_typed]
    return table.with_result(typed[-1].result) if typed else table


def shown_in_fields(
    desk: Desk, number: int, shown: Mapping[int, TableRecord], bases: Mapping[int, int], pending: ByTable
) -> dict[int, TableRecord]:
    """Return by number what the fields of a page showed of each table.

    ``shown`` are the official results at that time, ``bases`` the keys of the reports whose figures the fields showed (0 for none).
    Only reports that are not pending any more are read from the database.
    """
    check = desk.record.result_check
    if check is ResultCheck.NONE or not any(bases.values()):
        return dict(shown)
    if check is ResultCheck.REKEY:
        return {table: result.without_result() if bases[table] else result for table, result in shown.items()}
    reported = {each.row.pk: each.result for of_table in pending.values() for each in of_table}
    if gone := set(bases.values()) - reported.keys() - {0}:
        reports = TableReport.objects.filter(pk__in=gone, table__round__event=desk.event, table__round__number=number)
        reported |= results_of(list(reports.select_related("table")))
    return {table: reported.get(bases[table], result) for table, result in shown.items()}


def reports_in_words(record: EventRecord, pending: Sequence[PendingReport]) -> list[dict[str, Any]]:
    """Return each pending report for the template, its figures in words; ``lines`` mark the players on whom the reports differ."""
    differing = differing_players([each.result for each in pending])
    return [
        {
            "key": each.row.pk,
            "by": reported_by(record, each),
            "at": each.row.reported_at,
            "agreed": _agreed(each),
            "cash": cash_by_name(record, each.result.cash),
            "lines": [
                (cash_by_name(record, {seat.player: seat.cash}), seat.player in differing) for seat in each.result.seats
            ],
            "late": [record.name_of(seat.player) for seat in each.result.seats if seat.timed_out],
            "ended_by": each.result.ended_by,
        }
        for each in pending
    ]


def reported_by(record: EventRecord, pending: PendingReport) -> str:
    """Return who sent a report, as a label: a user, or whose phone it was."""
    device = pending.row.device
    if device is not None:
        if device.entry is None:
            return _("A phone at the table")
        return _("{player}'s phone", player=record.name_of(PlayerId(device.entry.number)))
    name = who(pending.row, "reported_by")
    if name:
        return name
    return _("A phone at the table") if pending.is_by_phone else _("Somebody")  # phones are not in an archive


def _agreed(pending: PendingReport) -> str:
    """Return a sentence about who agreed to a report, and whether from one phone alone; empty where not all agreed."""
    if not pending.is_agreed:
        return ""
    if not pending.is_by_phone:
        return _("Signed by everyone.")
    if pending.browsers and pending.browsers < ENOUGH:
        return _("Agreed by everyone, but on only one phone.")
    return _("Agreed by everyone.")


def is_hidden_from(record: EventRecord, table: TableRecord, username: str) -> bool:
    """Whether the figures of a table are hidden from a user because that user must type them a second time."""
    latest = latest_typed(table)
    return (
        pending_step(record, table) is PendingStep.SECOND_TYPING
        and latest is not None
        and latest.reported_by != username
    )
