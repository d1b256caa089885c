"""What a change does to the standings: which totals and ranks change, computed before anybody saves it (R68)."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId, Thousandths
from tournament.scores import standings


@dataclass(frozen=True, slots=True)
class Retotal:
    """One player whose total or rank changes; totals in thousandths, ranks None for the disqualified, shared ranks marked.

    A total is None where the player is not in the standings: before, if newly counted; after, if no longer counted.
    """

    player: PlayerId
    name: str
    before: Thousandths | None
    after: Thousandths | None
    rank_before: int | None
    rank_after: int | None
    is_shared_before: bool = False
    is_shared_after: bool = False

    @property
    def is_counted_both(self) -> bool:
        """Whether the player is in the standings before and after."""
        return self.before is not None and self.after is not None


def retotals(before: EventRecord, after: EventRecord) -> tuple[Retotal, ...]:
    """Return everybody whose total or rank differs between two states of an event, in the new order; the no longer counted come last.

    Raises ScoringError where a closed round cannot be scored in one of them.
    """
    old, new = ({row.player: row for row in standings(state)} for state in (before, after))
    names = {entry.player: entry.name for entry in (*before.entries, *after.entries)}
    found = []
    for player in {**new, **old}:
        was, now = old.get(player), new.get(player)
        if was and now and (was.total, was.rank) == (now.total, now.rank):
            continue
        found.append(
            Retotal(
                player,
                names[player],
                was.total if was else None,
                now.total if now else None,
                was.rank if was else None,
                now.rank if now else None,
                was.is_tied if was else False,
                now.is_tied if now else False,
            )
        )
    return tuple(found)
