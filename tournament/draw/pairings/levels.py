"""The draw of a round by levels: who has as many points sits together, and nobody meets anybody again where that is possible.

A level is all players with equal points. The aims, each before all that follow:

1. who must be kept apart does not share a table; fixed tables are kept always;
2. byes: to those who have had fewest, then to the lowest levels;
3. meetings again: the earlier meetings of each two players at one table, summed over all such pairs, are as few as possible;
4. who should be kept apart does not share a table;
5. tables below the largest size: for those who have been at one least often;
6. breaks of levels: the levels between two players at one table, summed over all such pairs, are as few as possible;
7. places: each as often as any other (`places`).

Breaks are counted for pairs as in a Swiss draw for two, where a pair of players of different levels costs the levels between them. So a
table of three players of one level and one of the next costs as much if the one is above as if the one is below.

How good a draw is is told by bounds that are proved: no draw has fewer meetings again or fewer breaks than `LevelReport` says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from tournament.draw.pairings.board import (
    AGAIN,
    BREAK,
    BYE,
    EARLIER_BYE,
    HARD_WISH,
    SMALLER,
    SOFT_WISH,
    Board,
)
from tournament.draw.pairings.level_report import (
    LevelReport,
    heights_of,
    judge_levels,
    least_again,
    least_breaks,
    meetings_of,
)
from tournament.draw.pairings.places import Places, make_even, seated
from tournament.draw.pairings.request import DrawnRound, DrawRequest, RoundPlan, check_request, places_of
from tournament.draw.pairings.seating import Progress
from tournament.draw.pairings.starts import Numbering, start
from tournament.record.vocabulary import PlayerId, Thousandths

BUDGET = 400_000
"""The most steps of the search."""

MENDING_BUDGET = 100_000
"""The steps after which a start is made that keeps every hard wish, if one is still broken."""

EVEN_BUDGET = 20_000
"""The number of exchanges looked at to make places even."""


@dataclass(frozen=True, slots=True)
class LevelDraw:
    """A round drawn by levels, the table of the highest levels first, with players in seat order, and the report on it."""

    round: DrawnRound
    report: LevelReport


def draw_levels(
    request: DrawRequest, points: Mapping[PlayerId, Thousandths], progress: Progress | None = None
) -> LevelDraw:
    """Draw the one planned round of a request by levels; a player without ``points`` has none yet.

    ``sat_out`` of the request names a player once for each bye that he or she has had. ``progress`` is called with the steps done and the
    most steps; if it returns False, the best draw found by then is taken. Raises PairingError for a malformed request, and
    ImpossibleDrawError with the players' names if wishes and fixed tables contradict each other.
    """
    check_request(request)
    random = Random(request.seed)
    field = _Field.of(request, points, random)
    board = field.board()
    board.seat(field.start(), field.fixed)
    steps = _search(field, board, random, progress)
    make_even(board, field.places, field.levels, random, EVEN_BUDGET)
    drawn = field.drawn(board, seated(board, field.places, random))
    return LevelDraw(
        drawn, replace(judge_levels(request, points, drawn), steps=request.steps if steps is None else steps)
    )


def _search(field: _Field, board: Board, random: Random, progress: Progress | None) -> int | None:
    """Search until the bounds are reached or the budget is spent; returns the steps if ``progress`` ended it before, else None."""
    request, done, is_stopped = field.request, 0, False
    budget = BUDGET if request.steps is None else min(request.steps, BUDGET)
    again = least_again(request)
    apart = () if again or board.byes else request.history  # who has a bye may change who can sit together
    least = AGAIN * again + BREAK * least_breaks(field.heights_at(board), field.plan.sizes, apart)
    least += sum(board.alone[chair][board.who[chair]] for chair in board.byes)

    def go_on(steps: int, _most: int) -> bool:
        nonlocal is_stopped
        is_stopped = is_stopped or (progress is not None and progress(done + steps, budget) is False)
        return not is_stopped

    done = board.improve(random, least, min(budget, MENDING_BUDGET), go_on)
    if board.cost >= HARD_WISH:
        board.seat(field.separated(board, random), field.fixed)
    done += board.improve(random, least, budget - done, go_on)
    return done if is_stopped else None


class _Field:
    """The players of the round by number, the highest level first, and what each two of them cost at one table."""

    def __init__(self, request: DrawRequest, heights: Mapping[PlayerId, int], players: Sequence[PlayerId]) -> None:
        self.request = request
        self.plan = request.rounds[0]
        self.players = tuple(players)
        self.number = {player: number for number, player in enumerate(self.players)}
        self.heights = [heights[player] for player in self.players]
        self.levels = _ranges(self.heights)
        self.places = Places.after(request.history, self.number)
        self.named = [self.number[player] for player in self.plan.sitting_out]
        self.tables = {self.number[player]: table - 1 for player, table in places_of(request, self.plan).items()}

    @classmethod
    def of(cls, request: DrawRequest, points: Mapping[PlayerId, Thousandths], random: Random) -> _Field:
        """Number the players of the round, the highest level first and by chance within a level."""
        heights = heights_of(points, request.players_of(request.rounds[0]))
        mixed = [player for player in Numbering.draw_numbers(request, random).players if player in heights]
        return cls(request, heights, sorted(mixed, key=lambda player: -heights[player]))

    @property
    def fixed(self) -> list[int]:
        """The players who stay where they are: at fixed tables, or named for a bye."""
        return [*self.named, *self.tables]

    def board(self) -> Board:
        """Return the empty board of the round with all costs."""
        at_smaller = self._times_at_smaller()
        largest = max(self.plan.sizes)
        alone = {size: [SMALLER * (size < largest) * times for times in at_smaller] for size in self.plan.sizes}
        return Board(self.plan.sizes, self.plan.sit_outs, self._pair_costs(), {**alone, 1: self._bye_costs()})

    def _times_at_smaller(self) -> list[int]:
        """Return how often each player has been at a table below the largest size of its round."""
        times = Counter(
            player
            for tables in self.request.history
            for table in tables
            if len(table) < max(map(len, tables))
            for player in table
        )
        return [times[player] for player in self.players]

    def _pair_costs(self) -> list[list[int]]:
        """Return what each two players cost at one table."""
        pairs = [[BREAK * abs(height - other) for other in self.heights] for height in self.heights]
        for (first, second), times in meetings_of(self.request).items():
            if first in self.number and second in self.number:
                one, other = self.number[first], self.number[second]
                pairs[one][other] += AGAIN * times
                pairs[other][one] += AGAIN * times
        for wish in self.request.apart:
            group = [self.number[player] for player in wish.players if player in self.number]
            for one, other in combinations(group, 2):
                pairs[one][other] += HARD_WISH if wish.is_hard else SOFT_WISH
                pairs[other][one] = pairs[one][other]
        return pairs

    def _bye_costs(self) -> list[int]:
        """Return what a bye costs for each player."""
        had = Counter(self.request.sat_out)
        return [
            BYE * (EARLIER_BYE * had[player] + height)
            for player, height in zip(self.players, self.heights, strict=True)
        ]

    def start(self) -> list[int]:
        """Return the player of each chair at the start: byes where they cost least, then tables cut from the levels."""
        cost = self._bye_costs()
        numbers = range(len(self.players))
        willing = sorted(
            numbers, key=lambda player: (player not in self.named, player in self.tables, cost[player], -player)
        )
        byes = willing[: self.plan.sit_outs]
        fixed = {player: table for player, table in self.tables.items() if player not in byes}
        settled = {*fixed, *byes}
        waiting = iter([player for player in numbers if player not in settled])
        who: list[int] = []
        for table, size in enumerate(self.plan.sizes):
            here = [player for player, at in fixed.items() if at == table]
            who += here + [next(waiting) for _chair in range(size - len(here))]
        return who + byes

    def separated(self, board: Board, random: Random) -> list[int]:
        """Return the player of each chair so that every hard wish is kept; byes stay as they are on the board.

        Raises ImpossibleDrawError if no way is found.
        """
        out = tuple(self.players[board.who[chair]] for chair in board.byes)
        plan = RoundPlan(self.plan.sizes, self.plan.sit_outs, out)
        request = replace(self.request, players=self.players, rounds=(plan,), sat_out=())
        numbering = Numbering(self.players, self.number)
        return list(start(request, numbering, random, separated=True).who)

    def heights_at(self, board: Board) -> dict[PlayerId, int]:
        """Return the levels of the players at tables."""
        seated = [board.who[chair] for chairs in board.tables for chair in chairs]
        return {self.players[player]: self.heights[player] for player in seated}

    def drawn(self, board: Board, tables: Sequence[Sequence[int]]) -> DrawnRound:
        """Return the round as drawn: tables without fixed players are put in the order of their levels, each size among its own."""
        pinned = set(self.tables.values())
        order = list(range(len(tables)))
        for size in set(self.plan.sizes):
            own = [table for table in order if len(tables[table]) == size and table not in pinned]
            ranked = sorted(own, key=lambda table: sorted(tables[table]))
            for place, table in zip(own, ranked, strict=True):
                order[place] = table
        return DrawnRound(
            tuple(tuple(self.players[player] for player in tables[table]) for table in order),
            tuple(self.players[board.who[chair]] for chair in board.byes),
        )


def _ranges(heights: Sequence[int]) -> list[range]:
    """Return the numbers of the players of each level; ``heights`` begins with the highest."""
    starts = [number for number, height in enumerate(heights) if not number or height != heights[number - 1]]
    return [range(first, end) for first, end in zip(starts, [*starts[1:], len(heights)], strict=True)]
