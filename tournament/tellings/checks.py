"""The check of a table in one line: the winner, the bonus in dollars and the adjusted total, or what is missing, doubtful or wrong."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.day.unconfirmed import PendingStep, pending_step
from tournament.record.event import EventRecord, TableRecord
from tournament.record.vocabulary import ResultState
from tournament.scores.judgement import Judgement
from tournament.tellings.figures import dollars, with_minus_signs
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import listed

WAITS_WORDS = {
    PendingStep.SECOND_TYPING: gettext_noop("reported, type it again"),
    PendingStep.DECISION: gettext_noop("typed twice, differs"),
    PendingStep.SIGNATURES: gettext_noop("reported, not signed"),
    PendingStep.ACCEPTANCE: gettext_noop("agreed by the table, not yet official"),
    PendingStep.PLAYERS: gettext_noop("reported by phone, not confirmed by all"),
    PendingStep.VERSIONS: gettext_noop("disputed by its players"),
    PendingStep.LOOK: gettext_noop("reported, not official"),
}
"""What the desk shows for a reported result, by the step that it waits for; for `gettext`."""

STATE_WORDS = {
    ResultState.NONE: "",
    ResultState.REPORTED: gettext_noop("reported, not official"),
    ResultState.AGREED: gettext_noop("agreed by the table, not yet official"),
    ResultState.OFFICIAL: gettext_noop("official"),
    ResultState.DISPUTED: gettext_noop("disputed"),
    ResultState.REPLACED: gettext_noop("replaced"),
}
"""The state of a result as desk and phones show it; for `gettext`."""


def state_words(record: EventRecord, table: TableRecord) -> str:
    """Return the state of a table's result as a short tag; empty if nothing was reported."""
    wait = pending_step(record, table)
    if wait is None or table.is_disputed:
        return _(STATE_WORDS[table.state])
    return _(WAITS_WORDS[wait])


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
        return Check(
            ngettext("{n} of {size} entered", "{n} of {size} entered", filled, size=table.size) if filled else "", ""
        )
    if judged.score is None:
        return Check("", "")
    return Check(_winner(record, judged), "ok", notes, needs_reason=judged.needs_reason)


def _winner(record: EventRecord, judged: Judgement) -> str:
    """Return the check of a table without open doubts: who wins, the bonus and the adjusted total of the table."""
    scored = judged.score
    assert scored is not None  # noqa: S101  asked for only where there is one
    if scored.ruled_equal:
        return _("equal shares by ruling · ✓")
    winners = [row for row in scored.rows if row.is_winner]
    names = listed(record.name_of(row.player) for row in winners)
    # With fines after the bonus both figures have the fine taken off, so the difference is still the bonus.
    bonus = winners[0].adjusted - winners[0].scored_net
    return ngettext(
        "{names} wins, +{bonus} · {total} · ✓",
        "{names} share first, +{bonus} · {total} · ✓",
        len(winners),
        names=names,
        bonus=dollars(bonus),
        total=dollars(scored.total_adjusted),
    )
