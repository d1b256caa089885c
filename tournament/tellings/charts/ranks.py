"""Charts and a list of ranks over the rounds: of the leaders, and of one player."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.draw.naming import name_of_round, title_of_round
from tournament.record.vocabulary import PlayerId, Standing
from tournament.scores import Scores
from tournament.tellings.cells import name_cell
from tournament.tellings.charts.drawing import WIDTH, cut, dot, line, picture, words
from tournament.tellings.figures import rank_cell, rank_text
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from tournament.tellings.words import round_head
from wording import gettext as _
from wording import ngettext
from wording.figures import whole

LEADERS = 20
"""The most lines in the chart of an event: more cannot be told apart."""
LOWEST = 24
"""The number of ranks that are drawn at a height of their own; all players below are drawn at one height."""
LEFT, RIGHT = 26, 216
STEP, TOP = 17, 30
LEADING = ("first", "second", "third")


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


def ranks_listing(scores: Scores) -> Listing:
    """Return the list of everybody's rank after each closed round."""
    numbers = [round_.number for round_ in scores.record.closed_rounds]
    after = [{row.player: rank_cell(row.rank, row.is_tied) for row in scores.standings(number)} for number in numbers]
    return Listing(
        key="ranks",
        caption=_("Ranks after each round"),
        columns=(
            Column("name", _("Name"), ColumnKind.NAME),
            *(
                Column(
                    f"r{number}",
                    round_head(number),
                    full=_("After {round}", round=name_of_round(scores.record, number)),
                )
                for number in numbers
            ),
        ),
        rows=tuple(
            Row(
                climb.player,
                (name_cell(scores.record.entry(climb.player)), *(ranks.get(climb.player, Cell()) for ranks in after)),
            )
            for climb in climbs(scores)
        ),
    )


def ranks_chart(scores: Scores) -> str:
    """Return the SVG of the leaders' ranks as lines, each named at its end; empty before two rounds are closed."""
    ways = climbs(scores)
    rounds = len(scores.record.closed_rounds)
    if rounds < 2 or not ways:
        return ""
    shown = ways[:LEADERS]
    deepest = min(max(max(way.places) for way in shown), LOWEST)
    columns = _columns(rounds, RIGHT)
    heads = [
        words(x, 14, round_head(round_.number), "mid")
        for x, round_ in zip(columns, scores.record.closed_rounds, strict=True)
    ]
    ranks = [words(LEFT - 12, _height(place) + 4, str(place + 1), "end") for place in range(min(deepest + 1, LOWEST))]
    if deepest == LOWEST:
        ranks.append(words(LEFT - 12, _height(LOWEST) + 4, "…", "end"))
    lines = [_way(way, columns, LEADING[at] if at < len(LEADING) else "") for at, way in enumerate(shown)]
    names = [words(RIGHT + 10, _height(way.places[-1]) + 4, f"{way.ranks[-1]} {cut(way.name)}") for way in shown]
    if len(shown) == len(ways):
        title = _("Rank after each round: all players")
    else:
        title = _("Rank after each round: the first {shown} of {players}", shown=len(shown), players=whole(len(ways)))
    description = ". ".join(f"{way.name}: {', '.join(way.ranks)}" for way in shown[: len(LEADING)])
    return picture(
        "ranks",
        _height(deepest) + 14,
        title,
        _("Ranks after each round. {ranks}.", ranks=description),
        [*heads, *ranks, *lines, *names],
    )


def _columns(rounds: int, right: int) -> list[int]:
    """Return the x coordinate of each round, the last one at ``right``."""
    return [LEFT + (right - LEFT) * at // max(rounds - 1, 1) for at in range(rounds)]


def _height(place: int) -> int:
    """Return the y coordinate of a row of the standings, counted from 0."""
    return TOP + STEP * min(place, LOWEST)


def _way(way: Climb, columns: list[int], classes: str) -> str:
    """Return the line of one player's ranks; ``columns`` are the x coordinates of the rounds."""
    points = [(x, _height(place)) for x, place in zip(columns, way.places, strict=True)]
    return line(points, f"way {classes}".strip(), f"{way.name}: {', '.join(way.ranks)}")  # not said


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
