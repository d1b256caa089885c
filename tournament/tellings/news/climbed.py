"""How far everybody moved in the standings with the last round."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.record.vocabulary import PlayerId
from tournament.scores import Scores


def ranks_climbed(scores: Scores) -> Mapping[PlayerId, int]:
    """Places won (above zero) or lost since the round before; nobody after round 1, nor who has no rank in one of them (R67)."""
    before = scores.through - 1
    if before < 1:
        return {}
    ranks = {row.player: row.rank for row in scores.standings(before)}
    moves = {}
    for row in scores.standings():
        was = ranks.get(row.player)
        if was is not None and row.rank is not None:
            moves[row.player] = was - row.rank
    return moves


def climb_in_words(places: int) -> str:
    """A movement to be read out: "up 3", "down 1", "unmoved"."""
    if not places:
        return "unmoved"
    return f"{'up' if places > 0 else 'down'} {abs(places)}"
