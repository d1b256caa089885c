"""What a change does to the standings: whose total moves, and from which place to which, before anybody saves it (R68)."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId, Thousandths
from tournament.scores import standings


@dataclass(frozen=True, slots=True)
class Retotal:
    """One player whose total or rank moves; totals in thousandths, ranks None for the disqualified, shared ones marked."""

    player: PlayerId
    name: str
    before: Thousandths
    after: Thousandths
    rank_before: int | None
    rank_after: int | None
    is_shared_before: bool = False
    is_shared_after: bool = False


def retotals(before: EventRecord, after: EventRecord) -> tuple[Retotal, ...]:
    """Everybody whose total or rank differs between two states of an event, in the new order.

    Raises ScoringError where a closed round cannot be scored in one of them.
    """
    old = {row.player: row for row in standings(before)}
    names = {entry.player: entry.name for entry in after.entries}
    return tuple(
        Retotal(
            row.player,
            names[row.player],
            old[row.player].total,
            row.total,
            old[row.player].rank,
            row.rank,
            old[row.player].is_tied,
            row.is_tied,
        )
        for row in standings(after)
        if row.player in old and (old[row.player].total, old[row.player].rank) != (row.total, row.rank)
    )
