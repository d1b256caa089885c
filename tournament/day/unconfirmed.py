"""Reports that are not official yet: what each table waits for, in sentences for the desk, for closing and for paper."""

from __future__ import annotations

from enum import StrEnum

from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import ReportSource, ResultCheck


class PendingStep(StrEnum):
    """What a table's latest report still needs to become official.

    At the desk: a second typing, a decision between two typings, signatures, acceptance, or just a look. By phone: confirmation by the
    other players, or a decision between their versions.
    """

    SECOND_TYPING = "second-typing"
    DECISION = "decision"
    SIGNATURES = "signatures"
    ACCEPTANCE = "acceptance"
    PLAYERS = "players"
    VERSIONS = "versions"
    LOOK = "look"


_WORDS = {
    PendingStep.SECOND_TYPING: ("waits for a second pair of eyes.", "wait for a second pair of eyes."),
    PendingStep.DECISION: ("was typed twice and differs.", "were typed twice and differ."),
    PendingStep.SIGNATURES: ("is not signed by all.", "are not signed by all."),
    PendingStep.ACCEPTANCE: ("is agreed and waits to be accepted.", "are agreed and wait to be accepted."),
    PendingStep.PLAYERS: (
        "is reported by phone and not confirmed by all.",
        "are reported by phone and not confirmed by all.",
    ),
    PendingStep.VERSIONS: ("is disputed by its players.", "are disputed by their players."),
    PendingStep.LOOK: ("has a report that is not official yet.", "have a report that is not official yet."),
}
"""The end of the sentence about one table, and about several."""


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
    """Return what tables wait for: "Table 3 waits for a second pair of eyes."; empty if no report is pending."""
    return " ".join(
        f"{tables_listed(tables)} {_WORDS[wait][len(tables) > 1]}"
        for wait, tables in tables_by_pending_step(record, round_).items()
    )


def holds_up_closing(record: EventRecord, round_: RoundRecord) -> bool:
    """Return whether a pending report keeps the round from being closed; it never does in an event without a check of results."""
    return record.result_check is not ResultCheck.NONE and any(table.waiting is not None for table in round_.tables)


def tables_listed(tables: tuple[int, ...]) -> str:
    """Return tables in words: "Tables 3 and 5", and more than six as a number."""
    if len(tables) == 1:
        return f"Table {tables[0]}"
    if len(tables) > 6:
        return f"{len(tables)} tables"
    return f"Tables {', '.join(map(str, tables[:-1]))} and {tables[-1]}"
