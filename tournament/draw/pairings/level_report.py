"""The report on a round drawn by levels, and the bounds that no draw can be better than.

Meetings again, each pair counted as often as it has met before, are at least what the tables of the earlier rounds must share with those
of this one (`proof`), summed over these rounds; each player meets at least those at a table of the smallest size whom he or she has met
least often; and players who are fixed at one table meet.

Breaks: between two neighbouring levels, a table with some of its players above and some below has a break for each such pair. The least
is found by trying sets of tables that are so split, the other tables being all above or all below. If nobody need meet anybody again,
the players of an earlier table sit at as many tables, which limits how many of those above, or below, the fullest tables can seat
(theorem of Gale and Ryser).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import accumulate, pairwise

from tournament.draw.lines import line
from tournament.draw.pairings.places import Places
from tournament.draw.pairings.proof import mixed_overlaps
from tournament.draw.pairings.report import list_objections, pairs_at
from tournament.draw.pairings.request import DrawnRound, DrawRequest, Table, places_of
from tournament.record.vocabulary import PlayerId, Thousandths

MOST_SPLITS = 400
"""How many sets of split tables are tried between two levels."""

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
    sums the levels between every two players at one table. Its least is for draws with these byes, and in which nobody meets again if
    that is so in this one. ``byes_again`` counts byes of players who have had one. ``uneven`` counts the players who have had a place more
    than one game away from its even share (`places`), this round included. ``broken`` lists broken wishes as they are stored. ``steps`` is
    the number of steps after which somebody stopped the search, None where it ended by itself.
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

    @property
    def stored_lines(self) -> tuple[str, ...]:
        """The lines of the draw record on this round, as they are stored."""
        return (
            line("levels.again", value=self.again.value, least=self.again.least),
            line("levels.breaks", value=self.breaks.value, least=self.breaks.least),
            line("levels.places", value=self.uneven.value, least=self.uneven.least),
            *self.broken,
            line("report.seed", seed=self.seed, mark=self.fingerprint),
            *([] if self.steps is None else [line("report.steps", steps=self.steps)]),
        )


def heights_of(points: Mapping[PlayerId, Thousandths], players: Iterable[PlayerId]) -> dict[PlayerId, int]:
    """Return the level of each player, counted from 0 for the lowest."""
    scores = {player: points.get(player, 0) for player in players}
    height = {score: number for number, score in enumerate(sorted(set(scores.values())))}
    return {player: height[score] for player, score in scores.items()}


def judge_levels(request: DrawRequest, points: Mapping[PlayerId, Thousandths], drawn: DrawnRound) -> LevelReport:
    """Return the report on a round as drawn, or as it was changed by hand, for the one planned round of the request."""
    players = request.players_of(request.rounds[0])
    heights = heights_of(points, players)
    met = meetings_of(request)
    pairs = [pair for table in drawn.tables for pair in pairs_at(table)]
    sizes = tuple(map(len, drawn.tables))
    breaks = sum(abs(heights[one] - heights[other]) for one, other in pairs)
    seated = {player: heights[player] for table in drawn.tables for player in table}
    again = Found(sum(met[pair] for pair in pairs), least_again(request))
    had = set(request.sat_out)
    return LevelReport(
        again=again,
        repeats=sum(met[pair] > 0 for pair in pairs),
        breaks=Found(breaks, least_breaks(seated, sizes, () if again.value else request.history)),
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
    """Return a lower bound for the meetings again of the planned round, each pair counted as often as it has met before."""
    return max(mixed_overlaps(request), _least_by_player(request), _least_by_tables(request))


def _least_by_tables(request: DrawRequest) -> int:
    """Return the meetings again of players who are fixed at the same table."""
    met = meetings_of(request)
    places = places_of(request, request.rounds[0])
    return sum(met[pair] for pair in pairs_at(places) if places[pair[0]] == places[pair[1]])


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


def least_breaks(heights: Mapping[PlayerId, int], sizes: Sequence[int], apart: Sequence[Sequence[Table]] = ()) -> int:
    """Return a lower bound for the breaks of a round with players of these levels at tables of these sizes.

    ``apart`` has the earlier rounds if nobody may meet anybody again.
    """
    least = 0
    for height, lower in pairwise(sorted(set(heights.values()), reverse=True)):
        above = {player for player, at in heights.items() if at >= height}
        below = heights.keys() - above
        limits = [(_limits(above, tables), _limits(below, tables)) for tables in apart]
        least += (height - lower) * _least_split(len(above), Counter(sizes), limits)
    return least


Limits = list[int]
"""How many of some players the fullest table can seat, the two fullest, and so on, if nobody meets again a player of an earlier round."""


def _limits(players: Set[PlayerId], tables: Sequence[Table]) -> Limits:
    """Return the limits by one earlier round; with more tables than it returns there is none."""
    groups = Counter(len(players & set(table)) for table in tables)
    groups[1] += len(players) - sum(size * count for size, count in groups.items())
    most = max((size for size, count in groups.items() if count), default=0)
    return [sum(min(size, fullest) * count for size, count in groups.items()) for fullest in range(1, most)]


def _least_split(above: int, sizes: Counter[int], limits: Sequence[tuple[Limits, Limits]]) -> int:
    """Return the fewest pairs of a player above and one below at one table; ``above`` counts the players above.

    ``limits`` has for each earlier round those of the players above and of those below. Sets of split tables are tried, the cheapest
    first; after `MOST_SPLITS` of them the pairs of the next are returned, which are not too many either.
    """
    kinds = [(size, part) for size in sizes for part in range(1, size)]
    waiting: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    cost = 0
    for _split in range(MOST_SPLITS):
        if not waiting:
            break
        cost, chosen = heappop(waiting)
        split = [kinds[kind] for kind in chosen]
        whole = sizes - Counter(size for size, _part in split)
        rest = above - sum(part for _size, part in split)
        if whole.total() + len(split) != sizes.total() or rest < 0:
            continue
        if any(_fits(split, full, whole - full, limits) for full in _filling(rest, whole)):
            return cost
        for kind in range(chosen[-1] if chosen else 0, len(kinds)):
            size, part = kinds[kind]
            heappush(waiting, (cost + part * (size - part), (*chosen, kind)))
    return cost


def _filling(players: int, tables: Counter[int]) -> Iterator[Counter[int]]:
    """Yield every choice of tables that so many players fill; ``tables`` and the choices count them by size."""
    sizes = sorted(tables)
    if not sizes:
        if not players:
            yield Counter()
        return
    size, others = sizes[0], Counter({each: tables[each] for each in sizes[1:]})
    for count in range(min(tables[size], players // size) + 1):
        if sizes[1:] or count * size == players:
            for more in _filling(players - count * size, others):
                yield more + Counter({size: count})


def _fits(
    split: Sequence[tuple[int, int]], full: Counter[int], empty: Counter[int], limits: Sequence[tuple[Limits, Limits]]
) -> bool:
    """Return whether the fullest tables keep to the limits, for the players above and for those below."""
    most = max((len(side) for pair in limits for side in pair), default=0)
    seated = []
    for tables, parts in ((full, [part for _size, part in split]), (empty, [size - part for size, part in split])):
        fullest = [size for size, count in tables.items() for _table in range(min(count, most))]
        seated.append(list(accumulate(sorted(fullest + parts, reverse=True)))[:most])
    return all(
        sitting <= limit
        for pair in limits
        for side, sums in zip(pair, seated, strict=True)
        for limit, sitting in zip(side, sums, strict=False)
    )
