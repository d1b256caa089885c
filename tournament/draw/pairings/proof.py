"""What is possible: the least number of repeats, with the proof that can be printed (R44).

Three bounds are computed. One table: everybody meets everybody in every round. Counting: if there are more meetings than pairs, some are
repeats. Overlap: however the players of a table are spread over another round's tables, some pairs may have to sit together again; with K
such pairs for two rounds, and no pair meeting more than c times, repeats are at least 2 K / c, summed over all pairs of rounds.
If no draw reaches a bound, the minimum was found by enumerating all seatings that differ by more than names, and is written down here.

The fewest pairs of players who share a table in both of two rounds, by the sizes of the tables alone.

The players of each table of one round are spread over the tables of the other, no table taking more than it seats; some may be at none.
Of ``a`` players of one table who sit at the same table again, ``a (a - 1) / 2`` pairs meet again. The least sum is found exactly, as a
flow of least cost: players are placed one at a time, each in the cheapest way, which may move players placed before.

The lower bound with which a draw is compared, given the rounds already played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import combinations
from types import MappingProxyType

from tournament.draw.lines import line, said
from tournament.draw.pairings.request import DrawRequest, RoundPlan, Table
from tournament.draw.pairings.seating import most_meetings
from tournament.record.vocabulary import PlayerId, Reading


def pairs_of(count: int) -> int:
    """Return the number of pairs among ``count`` players."""
    return count * (count - 1) // 2


def least_overlap(sizes: Iterable[int], others: Iterable[int], free: int) -> int:
    """Return the fewest pairs who share a table of ``sizes`` in one round and a table of ``others`` in another.

    At most ``free`` players of the first round have no table in the other.
    """
    return _least_of_sorted(tuple(sorted(sizes, reverse=True)), tuple(sorted(others, reverse=True)), free)


@cache
def _least_of_sorted(sizes: tuple[int, ...], others: tuple[int, ...], free: int) -> int:
    """Return `least_overlap` for sizes sorted largest first."""
    if _can_spread_singly(sizes, others):
        return 0
    # Players for whom the other round has no chair have no table there, even if the caller counted fewer.
    free = max(free, sum(sizes) - sum(others))
    spread = _Spread((*others, free), len(sizes))
    for table, size in enumerate(sizes):
        for _ in range(size):
            spread.send(table)
    return sum(pairs_of(count) for row in spread.counts for count in row[:-1])


def _can_spread_singly(sizes: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Return whether the players of each table can all go to different tables (theorem of Gale and Ryser).

    ``sizes`` are largest first.
    """
    return all(
        sum(sizes[:tables]) <= sum(min(other, tables) for other in others)
        for tables in range(1, min(len(sizes), max(others, default=0)) + 1)
    ) and sum(sizes) <= sum(others)


class _Spread:
    """The number of players from each table (row) at each table of the other round (column).

    The last column has the players without a table there; it costs nothing.
    """

    def __init__(self, room: tuple[int, ...], rows: int) -> None:
        self.room = list(room)
        self.counts = [[0] * len(room) for _ in range(rows)]

    def send(self, start: int) -> None:
        """Place one more player of the table ``start``, along the cheapest path to a column with room."""
        far = 1 << 30
        row_cost = [far] * len(self.counts)
        column_cost = [far] * len(self.room)
        came_from = [start] * len(self.room)  # the row before each column
        left_for = [-1] * len(self.counts)  # the column before each row
        row_cost[start] = 0
        queue = [start]
        last = len(self.room) - 1
        while queue:
            row = queue.pop(0)
            for column, count in enumerate(self.counts[row]):
                cost = row_cost[row] + (count if column != last else 0)
                if cost >= column_cost[column]:
                    continue
                column_cost[column], came_from[column] = cost, row
                for other, counts in enumerate(self.counts):
                    back = cost - (counts[column] - 1 if column != last else 0)
                    if counts[column] and back < row_cost[other]:
                        row_cost[other], left_for[other] = back, column
                        queue.append(other)
        column = min((column for column, room in enumerate(self.room) if room), key=column_cost.__getitem__)
        self.room[column] -= 1
        while True:
            row = came_from[column]
            self.counts[row][column] += 1
            if row == start:
                return
            column = left_for[row]
            self.counts[row][column] -= 1


class Proof(StrEnum):
    """How a minimum, or a lower bound, is known."""

    ONE_TABLE = "one table"
    TRIVIAL = "zero"
    OVERLAP = "overlap"
    COUNTING = "counting"
    ENUMERATION = "enumeration"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Minimum:
    """The least possible number of repeats, or a lower bound if ``is_reached`` is false; ``line`` is the proof as it is stored.

    ``value`` is None if no draw satisfies the interpretation of R44 at all; then ``kind`` is IMPOSSIBLE.
    """

    value: int | None
    line: str
    kind: Proof
    is_reached: bool

    @property
    def proof(self) -> str:
        """The proof in the reader's language."""
        return said(self.line)


def _fact(text: str) -> tuple[int | None, ...]:
    """Return minima written as "9 10 -"; "-" is None, for no such draw."""
    return tuple(None if part == "-" else int(part) for part in text.split())


ENUMERATED: Mapping[tuple[tuple[int, ...], int], tuple[int | None, ...]] = MappingProxyType(
    {
        # (sizes, sit-outs in each round): least repeats over four rounds by interpretation: literal, not every round, at most twice
        ((3, 3), 0): _fact("9 10 12"),
        ((4, 3), 0): _fact("15 15 18"),
        ((3, 3), 1): _fact("5 6 6"),
        ((4, 4), 0): _fact("20 20 24"),
        ((3, 3, 3), 0): _fact("0 0 0"),
        ((4, 3, 3), 0): _fact("3 5 7"),
        ((5, 5), 0): _fact("35 38 -"),
        ((4, 4, 3), 0): _fact("8 10 12"),
        ((4, 4, 4), 0): _fact("13 15 18"),
        ((5, 4, 4), 0): _fact("14 20 24"),
        ((4, 4, 4), 1): _fact("9 9 12"),
        ((5, 5, 4), 0): _fact("17 25 30"),
        ((5, 5, 5), 0): _fact("23 30 36"),
    }
)
"""Minima found by enumerating every seating of four rounds that differs by more than names."""

REACHED_OVERLAP: frozenset[tuple[int, ...]] = frozenset(
    {
        (5, 4, 4, 4),
        (5, 5, 4, 4),
        (5, 5, 5, 4),
        (6, 5, 5, 5, 5),
        (6, 6, 5, 5, 5),
        (6, 6, 6, 5, 5),
        (6, 6, 6, 6, 5),
        (6, 6, 6, 6, 6),
    }
)
"""Arrangements whose overlap bound is reached over three rounds under every interpretation of R44: such draws have been found."""

REACHED_LITERALLY: frozenset[tuple[tuple[int, ...], int, int]] = frozenset(
    {
        *(((4, 3), 0, 3), ((4, 4), 0, 3), ((4, 3, 3), 0, 3), ((4, 4, 3), 0, 3), ((4, 4, 4), 0, 3), ((4, 4, 4), 1, 3)),
        *(((5, 4, 4), 0, 3), ((5, 5, 4), 0, 3), ((5, 5, 5), 0, 3)),
        *(((5, 4, 4, 4), 0, 4), ((5, 5, 4, 4), 0, 4), ((5, 5, 5, 4), 0, 4)),
    }
)
"""Sizes, sit-outs and rounds for which the bound is reached if R44 is taken literally: such draws have been found."""

_READINGS = (Reading.LITERAL, Reading.NOT_EVERY_ROUND, Reading.AT_MOST_TWICE)


@dataclass(frozen=True, slots=True)
class Bound:
    """A lower bound for repeats, with its kind and the proof as it is stored."""

    value: int
    kind: Proof
    line: str


def strongest_bound(overlaps: int, meetings: int, pairs: int, cap: int) -> Bound:
    """Return the higher of the counting bound and the overlap bound.

    ``overlaps`` is K summed over all pairs of rounds and ``cap`` is c, both as in the proof above; ``meetings`` counts all meetings and
    ``pairs`` all pairs of players.
    """
    by_overlap = -(-2 * overlaps // cap)
    by_counting = max(0, meetings - pairs)
    if not by_overlap and not by_counting:
        return Bound(0, Proof.TRIVIAL, line("proof.none-fewer"))
    if by_counting > by_overlap:
        proof = line("proof.counting", meetings=meetings, pairs=pairs, least=by_counting)
        return Bound(by_counting, Proof.COUNTING, proof)
    return Bound(by_overlap, Proof.OVERLAP, line("proof.overlap", overlaps=overlaps, cap=cap, least=by_overlap))


@cache
def _minimum(sizes: tuple[int, ...], sit_outs: int, rounds: int, reading: Reading) -> Minimum:
    """Return the least repeats of ``rounds`` rounds; ``sizes`` are sorted, largest first."""
    if rounds < 2:
        return Minimum(0, line("proof.one-round"), Proof.TRIVIAL, is_reached=True)
    if len(sizes) == 1 and not sit_outs:
        value = (rounds - 1) * pairs_of(sizes[0])
        return Minimum(value, line("proof.one-table"), Proof.ONE_TABLE, is_reached=True)
    facts = ENUMERATED.get((sizes, sit_outs))
    if rounds == 4 and facts is not None:
        value_or_none = facts[_READINGS.index(reading)]
        if value_or_none is None:
            return Minimum(None, line("proof.impossible"), Proof.IMPOSSIBLE, is_reached=False)
        if value_or_none:
            return Minimum(value_or_none, line("proof.enumerated"), Proof.ENUMERATION, is_reached=True)
    players = sum(sizes) + sit_outs
    overlaps = pairs_of(rounds) * least_overlap(sizes, sizes, sit_outs)
    meetings = rounds * sum(map(pairs_of, sizes))
    bound = strongest_bound(overlaps, meetings, pairs_of(players), most_meetings(reading, rounds))
    is_literal = reading is Reading.LITERAL and (sizes, sit_outs, rounds) in REACHED_LITERALLY
    return Minimum(bound.value, bound.line, bound.kind, is_literal or _is_reached(sizes, sit_outs, rounds, bound))


def _is_reached(sizes: tuple[int, ...], sit_outs: int, rounds: int, bound: Bound) -> bool:
    """Return whether draws with exactly this number of repeats are known to exist."""
    if bound.kind is Proof.OVERLAP:
        return rounds == 3 and sit_outs == 0 and sizes in REACHED_OVERLAP
    if bound.kind is Proof.TRIVIAL:
        is_nine = sizes == (3, 3, 3) and rounds <= 4 and sit_outs == 0
        return is_nine or (rounds <= 3 and len(sizes) >= 4)
    return False


def minimum_repeats(sizes: Iterable[int], sit_outs: int, rounds: int, reading: Reading) -> Minimum:
    """Return the least repeats over ``rounds`` random rounds of one arrangement, without history and wishes (R44).

    ``sit_outs`` is the number of players who sit out in each round. The function is fast: it looks up a number or computes a few sums.
    """
    return _minimum(tuple(sorted(sizes, reverse=True)), sit_outs, rounds, reading)


def bound_of(request: DrawRequest, reading: Reading, most: int | None = None) -> Minimum:
    """Return the least repeats over all random rounds, played and planned, that a draw can have under this interpretation of R44.

    ``most`` is how often the most frequent pair of the draw meets, None before there is a draw. With a history or wishes the exact
    minimum is in general not known: the value is then only a lower bound, and ``is_reached`` is false.
    """
    cap = max(most_meetings(reading, request.total_rounds), most or 0)
    general = _general_bound(request, cap)
    uniform = _minimum_of_uniform_rounds(request, reading)
    if uniform is not None and uniform.kind in {Proof.ONE_TABLE, Proof.IMPOSSIBLE}:
        return uniform
    if uniform is None or (most is not None and most > most_meetings(reading, request.total_rounds)):
        return general
    if (uniform.value or 0) < (general.value or 0):
        return general
    return replace(uniform, is_reached=uniform.is_reached and not _is_bound_by_wishes(request))


def least_to_come(request: DrawRequest, reading: Reading) -> Minimum:
    """Return the least repeats that the planned rounds add, given the meetings of the rounds played.

    Without a history this equals `bound_of`. With a history it is a lower bound. That bound is known to be reached only in two cases: at
    one table, and after one round of the same players at the same sizes, since any such first round is like any other.
    """
    times = Counter(pair for tables in request.history for table in tables for pair in combinations(sorted(table), 2))
    often = max(times.values(), default=0)
    is_one_table = any(len(plan.sizes) == 1 for plan in request.rounds)
    cap = max(request.total_rounds if is_one_table else most_meetings(reading, request.total_rounds), often + 1)
    total = bound_of(request, reading, cap if request.history else None)
    if not request.history or total.value is None:
        return total
    fresh = _minimum_of_uniform_rounds(request, reading)
    if len(request.history) == 1 and fresh is not None and not _has_wishes(request):
        return fresh
    repeats_played = sum(times.values()) - len(times)
    if total.kind is Proof.ONE_TABLE:
        return replace(total, value=total.value - repeats_played)
    overlaps = mixed_overlaps(request) + _planned_overlaps(request)
    by_overlap = -(-2 * overlaps // _most_overlaps(len(request.rounds), often, cap))
    by_total = total.value - repeats_played
    return replace(total, value=max(0, by_overlap, by_total), is_reached=False)


def _most_overlaps(rounds: int, often: int, cap: int) -> int:
    """Return twice the greatest number of pairs of rounds in which two players meet, for each repeat that they add.

    At least one round of such a pair of rounds is still to come. Two players who met h times and meet n times more add n repeats, or n -
    1 if h is 0, and h n + n (n - 1) / 2 pairs of rounds. No two players have met more than ``often`` times, or will meet more than
    ``cap`` times in all.
    """
    return max(
        2 * met + more - 1 if met else more for met in range(often + 1) for more in range(1, min(rounds, cap - met) + 1)
    )


def _is_bound_by_wishes(request: DrawRequest) -> bool:
    """Return whether rounds played or wishes restrict the draw."""
    return bool(request.history) or _has_wishes(request)


def _has_wishes(request: DrawRequest) -> bool:
    """Return whether anything but the rounds played restricts the draw: wishes, fixed tables or past sit-outs."""
    return bool(request.apart or request.fixed_tables or request.sat_out)


def _minimum_of_uniform_rounds(request: DrawRequest, reading: Reading) -> Minimum | None:
    """Return the proven minimum if every round, played or planned, has the same players and table sizes; else None."""
    everybody = set(request.players)
    plans = {(tuple(sorted(plan.sizes)), plan.sit_outs) for plan in request.rounds}
    played_sizes = {tuple(sorted(map(len, tables))) for tables in request.history}
    if len(plans) != 1 or any(set(request.players_of(plan)) != everybody for plan in request.rounds):
        return None
    ((sizes, sit_outs),) = plans
    if played_sizes - {sizes} or any(not everybody.issuperset(_players_at(tables)) for tables in request.history):
        return None
    return minimum_repeats(sizes, sit_outs, request.total_rounds, reading)


def _players_at(tables: tuple[Table, ...]) -> set[PlayerId]:
    """Return the players at these tables."""
    return {player for table in tables for player in table}


def _general_bound(request: DrawRequest, cap: int) -> Minimum:
    """Return the bound for any request; no pair meets more than ``cap`` times."""
    everybody = set(request.players).union(*map(_players_at, request.history))
    sizes = [tuple(map(len, tables)) for tables in request.history] + [plan.sizes for plan in request.rounds]
    meetings = sum(pairs_of(size) for tables in sizes for size in tables)
    bound = strongest_bound(_overlaps(request), meetings, pairs_of(len(everybody)), cap)
    return Minimum(
        bound.value, bound.line, bound.kind, is_reached=bound.kind is Proof.TRIVIAL and request.total_rounds == 1
    )


def _overlaps(request: DrawRequest) -> int:
    """Return a lower bound for the pairs of players who meet in both of two rounds, summed over all pairs of rounds."""
    among_played = sum(_met_in_both(one, other) for one, other in combinations(request.history, 2))
    return among_played + mixed_overlaps(request) + _planned_overlaps(request)


def mixed_overlaps(request: DrawRequest) -> int:
    """Return `_overlaps` for pairs of a played and a planned round."""
    return sum(_played_and_planned(request, tables, plan) for tables in request.history for plan in request.rounds)


def _planned_overlaps(request: DrawRequest) -> int:
    """Return `_overlaps` for pairs of planned rounds."""
    return sum(_both_planned(request, one, other) for one, other in combinations(request.rounds, 2))


def _met_in_both(one: tuple[Table, ...], other: tuple[Table, ...]) -> int:
    """Return the number of pairs of players who shared a table in both of two played rounds."""
    place = {player: table for table, players in enumerate(other) for player in players}
    together = Counter((index, place[p]) for index, table in enumerate(one) for p in table if p in place)
    return sum(map(pairs_of, together.values()))


def _played_and_planned(request: DrawRequest, tables: tuple[Table, ...], plan: RoundPlan) -> int:
    """Return a lower bound for the pairs who share a table in a played round and in a planned one."""
    seated, coming = _players_at(tables), set(request.players_of(plan))
    staying = [len(coming.intersection(table)) for table in tables]
    return max(
        least_overlap(plan.sizes, map(len, tables), len(coming - seated)),
        least_overlap(staying, plan.sizes, plan.sit_outs),
    )


def _both_planned(request: DrawRequest, one: RoundPlan, other: RoundPlan) -> int:
    """Return a lower bound for the pairs who share a table in both of two planned rounds."""
    first, second = set(request.players_of(one)), set(request.players_of(other))
    return max(
        least_overlap(one.sizes, other.sizes, len(first - second) + other.sit_outs),
        least_overlap(other.sizes, one.sizes, len(second - first) + one.sit_outs),
    )
