"""Reports that are not official yet: what each table waits for, in sentences for the desk, for closing and for paper."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import ReportSource, ResultCheck
from wording import gettext_noop, ngettext
from wording.figures import listed
from wording.worded import Worded

MOST_LISTED = 6
"""The most tables that a sentence names one by one."""


class PendingStep(Worded):
    """What a table's latest report still needs to become official.

    At the desk: a second typing, a decision between two typings, signatures, acceptance, or just a look. By phone: confirmation by the
    other players, or a decision between their versions.
    """

    SECOND_TYPING = "second-typing", gettext_noop("reported; enter it again")
    DECISION = "decision", gettext_noop("typed twice, differs")
    SIGNATURES = "signatures", gettext_noop("reported, not signed")
    ACCEPTANCE = "acceptance", gettext_noop("agreed by the table, not yet official")
    PLAYERS = "players", gettext_noop("reported by phone, not yet confirmed by everybody")
    VERSIONS = "versions", gettext_noop("the players disagree")
    LOOK = "look", gettext_noop("reported, not official")


def _step_in_words(step: PendingStep, tables: tuple[int, ...]) -> str:
    """Return the sentence on what some tables wait for."""
    many, names = len(tables), numbers_listed(tables)
    match step:
        case PendingStep.SECOND_TYPING:
            return ngettext(
                "Table {tables} needs a second check.", "Tables {tables} need a second check.", many, tables=names
            )
        case PendingStep.DECISION:
            return ngettext(
                "Table {tables} was entered twice, with different figures.",
                "Tables {tables} were entered twice, with different figures.",
                many,
                tables=names,
            )
        case PendingStep.SIGNATURES:
            return ngettext(
                "Not everyone at table {tables} has signed yet.",
                "Not everyone at tables {tables} has signed yet.",
                many,
                tables=names,
            )
        case PendingStep.ACCEPTANCE:
            return ngettext(
                "The players at table {tables} agree; the result needs accepting.",
                "The players at tables {tables} agree; the results need accepting.",
                many,
                tables=names,
            )
        case PendingStep.PLAYERS:
            return ngettext(
                "Table {tables} reported by phone, but not everybody there has confirmed.",
                "Tables {tables} reported by phone, but not everybody there has confirmed.",
                many,
                tables=names,
            )
        case PendingStep.VERSIONS:
            return ngettext(
                "The players at table {tables} disagree about the result.",
                "The players at tables {tables} disagree about their results.",
                many,
                tables=names,
            )
        case PendingStep.LOOK:
            return ngettext(
                "Table {tables} has a report that is not official yet.",
                "Tables {tables} have reports that are not official yet.",
                many,
                tables=names,
            )


def pending_step(record: EventRecord, table: TableRecord) -> PendingStep | None:
    """Return what the latest report of a table waits for; None if no report is pending."""
    if not table.reports:
        return PendingStep.LOOK if table.waiting is not None else None
    latest = table.reports[-1]
    if table.is_contested:
        return PendingStep.VERSIONS
    if table.is_split:
        return PendingStep.DECISION
    if latest.is_agreed:
        return PendingStep.ACCEPTANCE
    if latest.source is ReportSource.PLAYER:
        return PendingStep.PLAYERS
    if latest.source is not ReportSource.DESK:
        return PendingStep.LOOK
    return {ResultCheck.REKEY: PendingStep.SECOND_TYPING, ResultCheck.TABLE: PendingStep.SIGNATURES}.get(
        record.result_check, PendingStep.LOOK
    )


def tables_by_pending_step(record: EventRecord, round_: RoundRecord) -> dict[PendingStep, tuple[int, ...]]:
    """Return the tables of a round with pending reports, by the step that they wait for."""
    found: dict[PendingStep, tuple[int, ...]] = {}
    for table in round_.tables:
        wait = pending_step(record, table)
        if wait is not None:
            found[wait] = (*found.get(wait, ()), table.number)
    return dict(sorted(found.items(), key=lambda row: list(PendingStep).index(row[0])))


def waiting_in_words(record: EventRecord, round_: RoundRecord) -> str:
    """Return what tables wait for: "Table 3 needs a second check."; empty if no report is pending."""
    return " ".join(_step_in_words(step, tables) for step, tables in tables_by_pending_step(record, round_).items())


def holds_up_closing(record: EventRecord, round_: RoundRecord) -> bool:
    """Return whether a pending report keeps the round from being closed; it never does in an event without a check of results."""
    return record.result_check is not ResultCheck.NONE and any(table.waiting is not None for table in round_.tables)


def numbers_listed(tables: Sequence[int]) -> str:
    """Return the numbers of tables as a list: "3 and 5"; of more than six tables, neighbours as a span: "1–7 and 9"."""
    if len(tables) <= MOST_LISTED:
        return listed(tables)
    runs: list[list[int]] = []
    for number in tables:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed(f"{run[0]}–{run[-1]}" if run[1:] else run[0] for run in runs)
