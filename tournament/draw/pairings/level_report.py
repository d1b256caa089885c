"""The report on a round drawn by levels, and the bounds that no draw can be better than.

Meetings again, each pair counted as often as it has met before, are at least what the tables of the earlier rounds must share with those
of this one (`proof`), summed over these rounds; and each player meets at least those at a table of the smallest size whom he or she has
met least often.

Breaks: between two neighbouring levels, a table with some of its players above and some below has a break for each such pair. A split of
a table's players costs less the more unequal it is, so the fewest breaks leave at most one table split: for each way to fill whole
tables from above, the rest of the players above sit at one more.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournament.draw.pairings.places import Places
from tournament.draw.pairings.proof import mixed_overlaps
from tournament.draw.pairings.report import list_objections, pairs_at
from tournament.draw.pairings.request import DrawnRound, DrawRequest
from tournament.record.vocabulary import PlayerId, Thousandths

METHOD = "levels 1"
"""The version of the method: it is raised whenever the same request, points and seed would give another draw."""


@dataclass(frozen=True, slots=True)
class Found:
    """A figure of a draw and the least that any draw can have, which is proved."""

    value: int
    least: int

    @property
    def is_least(self) -> bool:
        """Whether it is proved that no draw has less."""
        return self.value <= self.least


@dataclass(frozen=True, slots=True)
class LevelReport:
    """How good a round drawn by levels is.

    ``again`` sums the earlier meetings of every two players at one table, ``repeats`` counts the pairs that have met before; ``breaks``
    sums the levels between every two players at one table, and its least is for the players who have no bye. ``byes_again`` counts byes of
    players who have had one. ``uneven`` counts the players who have had a place more than one game away from its even share (`places`),
    this round included. ``broken`` lists broken wishes as they are stored. ``steps`` is the number of steps after which somebody stopped
    the search, None where it ended by itself.
    """

    again: Found
    repeats: int
    breaks: Found
    byes_again: Found
    uneven: Found
    broken: tuple[str, ...]
    seed: int
    fingerprint: str
    method: str = METHOD
    steps: int | None = None


def heights_of(points: Mapping[PlayerId, Thousandths], players: Iterable[PlayerId]) -> dict[PlayerId, int]:
    """Return the level of each player, counted from 0 for the lowest."""
    scores = {player: points.get(player, 0) for player in players}
    height = {score: number for number, score in enumerate(sorted(set(scores.values())))}
    return {player: height[score] for player, score in scores.items()}


def judge_levels(request: DrawRequest, points: Mapping[PlayerId, Thousandths], drawn: DrawnRound) -> LevelReport:
    """Return the report on a round as drawn, or as it was changed by hand, for the first planned round of the request."""
    players = request.players_of(request.rounds[0])
    heights = heights_of(points, players)
    met = meetings_of(request)
    pairs = [pair for table in drawn.tables for pair in pairs_at(table)]
    sizes = tuple(map(len, drawn.tables))
    breaks = sum(abs(heights[one] - heights[other]) for one, other in pairs)
    seated = [heights[player] for table in drawn.tables for player in table]
    had = set(request.sat_out)
    return LevelReport(
        again=Found(sum(met[pair] for pair in pairs), least_again(request)),
        repeats=sum(met[pair] > 0 for pair in pairs),
        breaks=Found(breaks, least_breaks(seated, sizes)),
        byes_again=Found(
            sum(player in had for player in drawn.sit_outs), max(0, len(drawn.sit_outs) - len(set(players) - had))
        ),
        uneven=_uneven(request, drawn),
        broken=list_objections(request, (drawn,)),
        seed=request.seed,
        fingerprint=_fingerprint(request, heights),
        steps=request.steps,
    )


def meetings_of(request: DrawRequest) -> Counter[tuple[PlayerId, PlayerId]]:
    """Return how often each two players have met, the lower number first."""
    return Counter(pair for tables in request.history for table in tables for pair in pairs_at(table))


def _fingerprint(request: DrawRequest, heights: Mapping[PlayerId, int]) -> str:
    """Return sixteen hexadecimal digits that change with anything the draw depends on, except the seed and the steps."""
    text = f"{request.fingerprint} {sorted(heights.items())}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _uneven(request: DrawRequest, drawn: DrawnRound) -> Found:
    """Return how many players have uneven places after the round, and how many must, whoever sits with whom."""
    number = {player: index for index, player in enumerate(request.players_of(request.rounds[0]))}
    places = Places.after(request.history, number)
    sizes = set(map(len, drawn.tables))
    idle = [number[player] for player in drawn.sit_outs]
    must = sum(places.is_uneven(player) for player in idle)
    for table in drawn.tables:
        must += sum(all(places.must_be_uneven(number[player], size) for size in sizes) for player in table)
    for table in drawn.tables:
        places.remember([number[player] for player in table])
    return Found(sum(map(places.is_uneven, range(len(number)))), must)


def least_again(request: DrawRequest) -> int:
    """Return a lower bound for the meetings again of the first planned round, each pair counted as often as it has met before."""
    return max(mixed_overlaps(request), _least_by_player(request))


def _least_by_player(request: DrawRequest) -> int:
    """Return the bound from what each player must meet again; those with the most are thought to have a bye."""
    plan = request.rounds[0]
    players = request.players_of(plan)
    others = min(plan.sizes) - 1
    times = meetings_of(request)
    earlier: dict[PlayerId, list[int]] = {player: [] for player in players}
    for (one, other), count in times.items():
        if one in earlier and other in earlier:
            earlier[one].append(count)
            earlier[other].append(count)
    least = []
    for met in earlier.values():
        strangers = len(players) - 1 - len(met)
        least.append(sum(sorted(met)[: max(0, others - strangers)]))
    playing = sorted(least)[: len(players) - plan.sit_outs]
    return -(-sum(playing) // 2)


def least_breaks(heights: Sequence[int], sizes: Sequence[int]) -> int:
    """Return a lower bound for the breaks of a round with players of these levels at tables of these sizes."""
    others = {size: _sums_without(size, sizes) for size in set(sizes)}
    at_height = Counter(heights)
    least = above = 0
    for height, lower in pairwise(sorted(at_height, reverse=True)):
        above += at_height[height]
        least += (height - lower) * _least_split(above, others)
    return least


def _sums_without(size: int, sizes: Sequence[int]) -> int:
    """Return which numbers of players some whole tables, all but one of ``size``, can seat: bit n of the result stands for n players."""
    rest = list(sizes)
    rest.remove(size)
    sums = 1
    for each in rest:
        sums |= sums << each
    return sums


def _least_split(above: int, others: Mapping[int, int]) -> int:
    """Return the fewest pairs of a player above and one below at one table; ``above`` counts the players above.

    ``others`` has for each size of a table how many players whole other tables can seat, as `_sums_without` tells it.
    """
    return min(
        split * (size - split)
        for size, sums in others.items()
        for split in range(min(size, above) + 1)
        if sums >> (above - split) & 1
    )
