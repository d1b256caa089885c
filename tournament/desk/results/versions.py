"""The versions of a table's result as its page lists them, the newest first, with the fines between them."""

from __future__ import annotations

from typing import Any

from tournament.desk.desk import Desk
from tournament.draw.lines import said
from tournament.models import TableReport
from tournament.models.choices import who
from tournament.record.acts import Part, acts_of
from tournament.record.event import TableRecord
from tournament.record.vocabulary import ReportSource, ResultState
from tournament.services.results.reports import versions_with_acts
from tournament.services.results.stored import result_of
from tournament.tellings.diary import sentence_of
from tournament.tellings.history.versions import against_the_one_before, fines_between, how_it_came


def versions_shown(desk: Desk, number: int, table: TableRecord) -> list[dict[str, Any]]:
    """Return every version of a result and every fine at its table, newest first: when, how, by whom, why, and what it changed.

    ``restores`` in a row is the version of the event to restore that result by, 0 where it cannot be restored. ``number`` is the round.
    """
    reports = versions_with_acts(desk.event, number, table.number)
    names = {player: entry.name for player, entry in desk.record.people.items()}
    changed = against_the_one_before(
        [result_of(report, report.figures.all(), table.number) for report, *_ in reports], names
    )
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
