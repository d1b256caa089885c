"""The chart of one player's ranks over the rounds."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.draw.naming import name_of_round, title_of_round
from tournament.record.vocabulary import PlayerId, Standing
from tournament.scores import Scores
from tournament.tellings.charts.drawing import WIDTH, dot, line, picture, words
from tournament.tellings.figures import rank_text
from tournament.tellings.words import round_head
from wording import gettext as _
from wording import ngettext
from wording.figures import whole

LEFT = 26
"""The x coordinate of the first round."""


@dataclass(frozen=True, slots=True)
class Climb:
    """The rank of one player after each closed round: ``ranks`` as text, ``places`` as the index of the row in the standings, from 0."""

    player: PlayerId
    name: str
    places: tuple[int, ...]
    ranks: tuple[str, ...]


def climbs(scores: Scores) -> tuple[Climb, ...]:
    """Return the ranks of every player after each closed round, in the order of the present standings; empty before a round is closed."""
    numbers = [round_.number for round_ in scores.record.closed_rounds]
    if not numbers:
        return ()
    after = [_places(scores.standings(number)) for number in numbers]
    return tuple(
        Climb(
            row.player,
            scores.record.entry(row.player).name,
            tuple(places[row.player][0] for places in after),
            tuple(places[row.player][1] for places in after),
        )
        for row in scores.standings(numbers[-1])
    )


def _places(rows: tuple[Standing, ...]) -> dict[PlayerId, tuple[int, str]]:
    """Return for each player the index of the row in the standings, from 0, and the rank as text."""
    return {row.player: (place, rank_text(row.rank, row.is_tied)) for place, row in enumerate(rows)}


def _columns(rounds: int, right: int) -> list[int]:
    """Return the x coordinate of each round, the last one at ``right``."""
    return [LEFT + (right - LEFT) * at // max(rounds - 1, 1) for at in range(rounds)]


def player_chart(scores: Scores, player: PlayerId) -> str:
    """Return the SVG of one player's rank after each closed round; empty before two rounds are closed or without a rank."""
    way = next((way for way in climbs(scores) if way.player == player), None)
    rounds = len(scores.record.closed_rounds)
    if way is None or rounds < 2:
        return ""
    field = len(scores.standings())
    columns = _columns(rounds, WIDTH - LEFT)
    heights = [34 + 80 * place // max(field - 1, 1) for place in way.places]
    points = list(zip(columns, heights, strict=True))
    heads, dots = [], []
    for (x, y), rank, round_ in zip(points, way.ranks, scores.record.closed_rounds, strict=True):
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
            words(x, y - 9, rank, "mid figure"),  # not said
        ]
    description = ", ".join(
        f"{name_of_round(scores.record, round_.number)}: {rank}"
        for round_, rank in zip(scores.record.closed_rounds, way.ranks, strict=True)
    )
    title = _("Rank after each round: {name}", name=way.name)
    told = ngettext("Of {n} player: {ranks}.", "Of {n} players: {ranks}.", field, ranks=description)
    return picture("rank", 146, title, told, [*heads, line(points, "way first"), *dots])  # not said
