"""The check of a table in one line: the winner, the bonus in dollars and the adjusted total, or what is missing, doubtful or wrong."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.day.unconfirmed import PendingStep, pending_step
from tournament.record.event import EventRecord, TableRecord
from tournament.record.vocabulary import ResultState, format_dollars
from tournament.scores.judgement import Judgement
from tournament.tellings.figures import with_minus_signs
from tournament.tellings.words import listed

WAITS_WORDS = {
    PendingStep.SECOND_TYPING: "reported, type it again",
    PendingStep.DECISION: "typed twice, differs",
    PendingStep.SIGNATURES: "reported, not signed",
    PendingStep.ACCEPTANCE: "agreed by the table, not official",
    PendingStep.PLAYERS: "reported by phone, not confirmed by all",
    PendingStep.VERSIONS: "disputed by its players",
    PendingStep.LOOK: "reported, not official",
}
"""What the desk shows for a reported result, by the step that it waits for."""

STATE_WORDS = {
    ResultState.NONE: "",
    ResultState.REPORTED: "reported, not official",
    ResultState.AGREED: "agreed by the table, not official",
    ResultState.OFFICIAL: "official",
    ResultState.DISPUTED: "disputed",
    ResultState.REPLACED: "replaced",
}
"""The state of a result as desk and phones show it."""


def state_words(record: EventRecord, table: TableRecord) -> str:
    """Return the state of a table's result as a short tag; empty if nothing was reported."""
    wait = pending_step(record, table)
    if wait is None or table.is_disputed:
        return STATE_WORDS[table.state]
    return WAITS_WORDS[wait]


@dataclass(frozen=True, slots=True)
class Check:
    """The text of the check column for one table, and its style: "ok", "doubt", "wrong" or empty."""

    words: str
    style: str
    notes: tuple[str, ...] = ()
    asks_reason: bool = False
    asks_tick: bool = False
    needs_reason: bool = False
    nothing_to_share: bool = False
    is_tie: bool = False


def check_of(record: EventRecord, judged: Judgement) -> Check:
    """Return the check of a judged table; notes on an amount for which a reason was given are left out."""
    table = judged.table
    filled = sum(seat.cash is not None for seat in table.seats)
    explained = {seat.position for seat in table.seats if seat.cash_reason}
    notes = tuple(with_minus_signs(doubt.sentence) for doubt in judged.notes if doubt.seat not in explained)
    if judged.refusals:
        words = " ".join(doubt.sentence for doubt in judged.refusals)
        return Check(words, "wrong", nothing_to_share=judged.nothing_to_share)
    if judged.open:
        words = " ".join(doubt.sentence for doubt in judged.open)
        return Check(
            words,
            "doubt",
            notes,
            asks_reason=judged.asks_reason,
            asks_tick=judged.asks_tick,
            needs_reason=judged.needs_reason,
            is_tie=judged.is_tie,
        )
    if filled < table.size:
        return Check(f"{filled} of {table.size} entered" if filled else "", "")
    if judged.score is None:
        return Check("", "")
    return Check(_winner(record, judged), "ok", notes, needs_reason=judged.needs_reason)


def _winner(record: EventRecord, judged: Judgement) -> str:
    """Return the check of a table without open doubts: who wins, the bonus and the adjusted total of the table."""
    scored = judged.score
    assert scored is not None  # noqa: S101  asked for only where there is one
    if scored.ruled_equal:
        return "equal shares by ruling · ✓"
    winners = [row for row in scored.rows if row.is_winner]
    names = listed([record.name_of(row.player) for row in winners])
    # With fines after the bonus both figures have the fine taken off, so the difference is still the bonus.
    bonus = winners[0].adjusted - winners[0].scored_net
    verb = "wins" if len(winners) == 1 else "share first"
    return f"{names} {verb}, +{format_dollars(bonus)} · {format_dollars(scored.total_adjusted)} · ✓"
