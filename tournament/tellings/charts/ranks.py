"""The chart of one player's ranks over the rounds."""

from __future__ import annotations

from tournament.draw.naming import name_of_round, title_of_round
from tournament.record.vocabulary import PlayerId
from tournament.scores import Scores
from tournament.tellings.charts.drawing import WIDTH, dot, line, picture, words
from tournament.tellings.figures import rank_text
from tournament.tellings.words import round_head
from wording import gettext as _
from wording import ngettext
from wording.figures import whole

LEFT = 26
"""The x coordinate of the first round."""


def _way(scores: Scores, player: PlayerId) -> list[tuple[int, str]]:
    """Return a player's row in the standings, from 0, and rank as text after each closed round; empty for who has no rank."""
    ends = [enumerate(scores.standings(round_.number)) for round_ in scores.record.closed_rounds]
    return [(at, rank_text(row.rank, row.is_tied)) for rows in ends for at, row in rows if row.player == player]


def _columns(rounds: int, right: int) -> list[int]:
    """Return the x coordinate of each round, the last one at ``right``."""
    return [LEFT + (right - LEFT) * at // max(rounds - 1, 1) for at in range(rounds)]


def player_chart(scores: Scores, player: PlayerId) -> str:
    """Return the SVG of one player's rank after each closed round; empty before two rounds are closed or without a rank."""
    way = _way(scores, player)
    rounds = len(scores.record.closed_rounds)
    if rounds < 2 or len(way) < rounds:
        return ""
    ranks = [rank for _place, rank in way]
    field = len(scores.standings())
    columns = _columns(rounds, WIDTH - LEFT)
    heights = [34 + 80 * place // max(field - 1, 1) for place, _rank in way]
    points = list(zip(columns, heights, strict=True))
    heads, dots = [], []
    for (x, y), rank, round_ in zip(points, ranks, scores.record.closed_rounds, strict=True):
        heads.append(words(x, 140, round_head(round_.number), "mid"))
        dots += [
            dot(
                x,
                y,
                _(
                    "{round}: {rank} of {players}",
                    round=title_of_round(scores.record, round_.number),
                    rank=rank,
                    players=whole(field),
                ),
            ),
            words(x, y - 9, rank, "mid figure"),
        ]
    description = ", ".join(
        f"{name_of_round(scores.record, round_.number)}: {rank}"
        for round_, rank in zip(scores.record.closed_rounds, ranks, strict=True)
    )
    title = _("Rank after each round: {name}", name=scores.record.entry(player).name)
    told = ngettext("Of {n} player: {ranks}.", "Of {n} players: {ranks}.", field, ranks=description)
    return picture("rank", 146, title, told, [*heads, line(points, "way first"), *dots])
