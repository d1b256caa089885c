"""Pending reports for the pages of a round's results, and what the fields of a table show while a report is pending.

The versions of a table's result as its page lists them, the newest first, with the fines between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.day.phones import ENOUGH, PendingStep, pending_step
from tournament.desk.acting import amount_by_name, cash_by_name
from tournament.desk.desk import Desk
from tournament.desk.results.forms import ResultBasis
from tournament.draw.lines import said
from tournament.models import TableReport
from tournament.models.choices import who
from tournament.record.acts import Part, acts_of
from tournament.record.event import EventRecord, TableRecord
from tournament.record.rounds import WaitingReport
from tournament.record.vocabulary import PlayerId, ReportSource, ResultCheck, ResultState
from tournament.services.results.phones import browsers_agreed
from tournament.services.results.reports import versions_with_acts
from tournament.services.results.stored import (
    ByTable,
    differing_players,
    pending_in,
    results_of,
)
from tournament.tellings.diary import sentence_of
from tournament.tellings.undoing import against_the_one_before, fines_between, how_it_came
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
    agreed = [each for of_table in pending.values() for each in of_table if each.is_by_phone and each.is_agreed]
    browsers = browsers_agreed(agreed) if agreed else {}
    for each in agreed:
        each.browsers = browsers.get(each.pk)
    return pending


def latest_typed(table: TableRecord) -> WaitingReport | None:
    """Return the latest pending report that was typed at the desk, None where there is none."""
    typed = [report for report in table.reports if report.source is ReportSource.DESK]
    return typed[-1] if typed else None


def basis_of(record: EventRecord, table: TableRecord) -> ResultBasis:
    """Return the pending report whose figures the fields of a table's row show."""
    latest = latest_typed(table) if record.result_check is not ResultCheck.NONE else None
    return ResultBasis(latest.key, latest.is_agreed) if latest else ResultBasis()


@dataclass(frozen=True, slots=True)
class Pending:
    """The pending reports of a table, with the event in which their players have names."""

    record: EventRecord
    reports: Sequence[TableReport] = ()


def in_fields(table: TableRecord, pending: Pending) -> TableRecord:
    """Return the table as the fields of its row show it.

    That is without a result where a second person must type it, as reported where it must be signed, otherwise as stored.
    """
    if not basis_of(pending.record, table).report:
        return table
    if pending.record.result_check is ResultCheck.REKEY:
        return table.without_result()
    typed = [each for each in pending.reports if each.is_typed]
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
    reported = {each.pk: each.result for of_table in pending.values() for each in of_table}
    if gone := set(bases.values()) - reported.keys() - {0}:
        reports = TableReport.objects.filter(pk__in=gone, table__round__event=desk.event, table__round__number=number)
        reported |= results_of(list(reports.select_related("table")))
    return {table: reported.get(bases[table], result) for table, result in shown.items()}


def reports_in_words(pending: Pending) -> list[dict[str, Any]]:
    """Return each pending report for the template, its figures in words; ``lines`` mark the players on whom the reports differ."""
    record, differing = pending.record, differing_players([each.result for each in pending.reports])
    return [
        {
            "key": each.pk,
            "by": reporter_label(pending, each),
            "at": each.reported_at,
            "agreed": _agreement_sentence(each),
            "cash": cash_by_name(record, each.result.seats),
            "lines": [
                (amount_by_name(record, seat, each.result.seats), seat.player in differing)
                for seat in each.result.seats
            ],
            "late": [record.name_of(seat.player) for seat in each.result.seats if seat.timed_out],
            "ended_by": each.result.ended_by,
        }
        for each in pending.reports
    ]


def reporter_label(pending: Pending, report: TableReport) -> str:
    """Return who sent one of the pending reports, as a label: a user, or whose phone it was."""
    device = report.device
    if device is not None:
        if device.entry is None:
            return _("A phone at the table")
        return _("{player}'s phone", player=pending.record.name_of(PlayerId(device.entry.number)))
    name = who(report, "reported_by")
    if name:
        return name
    return _("A phone at the table") if report.is_by_phone else _("Somebody")  # phones are not in an archive


def _agreement_sentence(pending: TableReport) -> str:
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


def versions_shown(desk: Desk, number: int, table: TableRecord) -> list[dict[str, Any]]:
    """Return every version of a result and every fine at its table, newest first: when, how, by whom, why, and what it changed.

    ``restores`` in a row is the version of the event to restore that result by, 0 where it cannot be restored. ``number`` is the round.
    """
    reports = versions_with_acts(desk.event, number, table.number)
    names = {player: entry.name for player, entry in desk.record.people.items()}
    results = [report.result_from(report.figures.all()) for report, *_ in reports]
    changed = against_the_one_before(results, names, desk.record.format.amount)
    rows = [
        {
            "at": report.official_at,
            "version": report.official_version,
            "came_about": how_it_came(act, ReportSource(report.source), is_undo=is_undo),
            "by": who(report, "official_by"),
            "why": said(report.why),
            "differences": [each.words for each in differences],
            "is_current": report.state is ResultState.OFFICIAL,
            "restores": 0
            if report.state is ResultState.OFFICIAL or _has_other_players(report, table)
            else report.official_version,
        }
        for (report, act, is_undo), differences in zip(reports, changed, strict=True)
    ]
    return sorted([*rows, *_fines(desk, number, table)], key=lambda row: -(row["version"] or 0))


def _has_other_players(report: TableReport, table: TableRecord) -> bool:
    """Whether a report is about other players than those who sit at the table now, so that it cannot be restored."""
    return {line.entry.number for line in report.figures.all()} != {seat.player for seat in table.seats}


def _fines(desk: Desk, number: int, table: TableRecord) -> list[dict[str, Any]]:
    """Return the fines given, cancelled and restored at the table, as rows of `versions_shown`; ``number`` is the round."""
    record = desk.record
    seated = {seat.player for seat in table.seats}
    if not any(row.amount and row.round == number and row.player in seated for row in record.penalties):
        return []
    names = {player: record.name_of(player) for player in seated}
    changes = (
        desk.event.changes.filter(round_number=number, act__in=acts_of(Part.PENALTIES))
        .order_by("version")
        .select_related("made_by")
    )
    return [
        {
            "at": change.made_at,
            "version": change.version,
            "came_about": sentence_of(change, record),
            "by": who(change, "made_by"),
            "why": said(change.reason),
            "differences": [differs.words],
            "is_current": False,
            "restores": 0,
        }
        for change, differs in fines_between([each for each in changes if seated & set(each.entries)], names)
    ]
