"""What a new plan of a round changes for whom, against a plan that was made or published before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.draw.pairings.request import Table
from tournament.record.vocabulary import PlayerId


@dataclass(frozen=True, slots=True)
class Moved:
    """A player whose table is another one; None where the player had or has no table (came, left, or sits out)."""

    player: PlayerId
    before: int | None
    after: int | None


def moved_players(before: Sequence[Table], after: Sequence[Table]) -> tuple[Moved, ...]:
    """List everybody whose table number changes, by number of entry; companions may change for the others."""
    old, new = _table_of(before), _table_of(after)
    return tuple(
        Moved(player, old.get(player), new.get(player))
        for player in sorted(old.keys() | new.keys())
        if old.get(player) != new.get(player)
    )


def _table_of(tables: Sequence[Table]) -> dict[PlayerId, int]:
    return {player: number for number, table in enumerate(tables, 1) for player in table}
