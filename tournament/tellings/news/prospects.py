"""The prospects of one player: the rank if the event ended now."""

from __future__ import annotations

from tournament.record.vocabulary import PlayerId, Thousandths
from tournament.scores import Scores
from tournament.tellings.figures import rank_text, thousandths
from wording import gettext as _
from wording.figures import whole


def if_it_ended_now(scores: Scores, player: PlayerId) -> str:
    """Return a player's rank and Pentamind points if the event ended now, with the gaps to the ranks above and below, as a sentence.

    It is empty before the first round is closed, after the last one, and for a disqualified player.
    """
    rows = scores.standings()
    row = next((row for row in rows if row.player == player), None)
    if not scores.through or scores.is_complete or row is None or row.rank is None:
        return ""
    points = next((place.points for place in scores.pentamind if place.player == player), None)
    ranked = [other for other in rows if other.rank is not None]
    better = [other.total for other in ranked if other.total > row.total]
    worse = [other.total for other in ranked if other.total < row.total]
    said = [_standing(rank_text(row.rank, row.is_tied), len(rows), points)]
    if better:
        said.append(_("{gap} behind the rank above.", gap=thousandths(min(better) - row.total)))
    if worse:
        said.append(_("{gap} ahead of the rank below.", gap=thousandths(row.total - max(worse))))
    return " ".join(said)


def _standing(rank: str, players: int, points: Thousandths | None) -> str:
    """Return a sentence on a rank among all players, with the Pentamind points if there are any."""
    if points is None:
        return _("Rank {rank} of {players}.", rank=rank, players=whole(players))
    return _(
        "Rank {rank} of {players} and {points} Pentamind points.",
        rank=rank,
        players=whole(players),
        points=thousandths(points),
    )
