"""Results as the desk shows them while they are entered: the check of a table in a line, notes, and amounts by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import Dollars, format_dollars
from tournament.scores import Scores
from tournament.scores.plausibility import Severity, doubts
from tournament.scores.scoring import ScoringError
from tournament.tellings.figures import with_minus_signs


@dataclass(frozen=True, slots=True)
class Check:
    """What the check column says of a table, and the style of the words: "ok", "doubt" or nothing."""

    words: str
    style: str


def check_of(scores: Scores, number: int, table: TableRecord) -> Check:
    """A stored table in a line: who wins, the bonus in dollars, the adjusted total; or what is missing."""
    filled = sum(seat.cash is not None for seat in table.seats)
    if filled < table.size:
        return Check(f"{filled} of {table.size} entered" if filled else "", "")
    scored = scores.results(number)[table.number]
    if isinstance(scored, ScoringError):
        return Check(str(scored), "doubt")
    if scored.ruled_equal:
        return Check("equal shares by ruling · ✓", "ok")
    winners = [row for row in scored.rows if row.is_winner]
    names = " and ".join(scores.record.entry(row.player).name for row in winners)
    # Where a winner is fined after the bonus, adjusted is below the cash with the bonus; the bonus is what was added.
    bonus = winners[0].adjusted - winners[0].scored_net
    verb = "wins" if len(winners) == 1 else "share first"
    return Check(f"{names} {verb}, +{format_dollars(bonus)} · {format_dollars(scored.total_adjusted)} · ✓", "ok")


def notes_on(scores: Scores, number: int, table: TableRecord) -> tuple[str, ...]:
    """What is worth knowing about a stored table and asks for nothing; an amount that was explained is not explained again."""
    if not table.has_result:
        return ()
    names = {seat.player: scores.record.entry(seat.player).name for seat in table.seats}
    explained = {seat.position for seat in table.seats if seat.cash_reason}
    scored = scores.results(number)[table.number]
    found = doubts(table, scores.fines(number), scores.record.ruleset, names=names, scored=scored)
    told = [doubt for doubt in found if doubt.severity is Severity.NOTE and doubt.seat not in explained]
    return tuple(with_minus_signs(doubt.sentence) for doubt in told)


def with_result(played: RoundRecord, table: TableRecord) -> RoundRecord:
    """A round in which one table stands as it would after a correction."""
    return replace(played, tables=tuple(table if row.number == table.number else row for row in played.tables))


def cash_by_name(record: EventRecord, amounts: Mapping[Any, Dollars | None]) -> str:
    """Amounts in a line: "Ada 41,200, Ben nothing"."""
    return ", ".join(
        f"{record.entry(player).name} {'nothing' if cash is None else format_dollars(cash)}"
        for player, cash in amounts.items()
    )
