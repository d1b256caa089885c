"""The check of a table in one line: the winner, the bonus in dollars and the adjusted total, or what is missing, doubtful or wrong."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.day.unconfirmed import pending_step
from tournament.record.event import EventRecord, TableRecord
from tournament.record.vocabulary import TableScore
from tournament.scores.judgement import Judgement
from tournament.tellings.figures import dollars, with_minus_signs
from wording import gettext as _
from wording import ngettext, npgettext
from wording.figures import listed


def state_words(record: EventRecord, table: TableRecord) -> str:
    """Return the state of a table's result as a short tag; empty if nothing was reported."""
    wait = pending_step(record, table)
    if wait is None or table.is_disputed:
        return table.state.words
    return wait.words


@dataclass(frozen=True, slots=True)
class Check:
    """The text of the check column for one table, and its style: "ok", "doubt", "wrong" or empty.

    ``facts`` are the same as labels with their values, where the words are a list of them.
    """

    words: str
    style: str
    facts: tuple[tuple[str, str], ...] = ()
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
            notes=notes,
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
    if judged.score.ruled_equal:
        return Check(_("equal shares by ruling"), "ok", notes=notes, needs_reason=judged.needs_reason)
    facts = _outcome(record, judged.score)
    words = ", ".join(f"{label} {value}" for label, value in facts)
    return Check(words, "ok", facts, notes, needs_reason=judged.needs_reason)


def _outcome(record: EventRecord, scored: TableScore) -> tuple[tuple[str, str], ...]:
    """Return who wins a table, the bonus and the adjusted total of the table, each with its label."""
    winners = [row for row in scored.rows if row.is_winner]
    # With fines after the bonus both figures have the fine taken off, so the difference is still the bonus.
    bonus = winners[0].adjusted - winners[0].scored_net
    return (
        (
            npgettext("of a table", "Winner", "Shared first:", len(winners)),
            listed(record.name_of(row.player) for row in winners),
        ),
        (npgettext("of a table", "bonus", "bonus each", len(winners)), dollars(bonus)),
        (_("table total"), dollars(scored.total_adjusted)),
    )
