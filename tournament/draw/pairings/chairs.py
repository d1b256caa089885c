"""Seat numbers by the movement chart (R6): a different one in every round, then first seats spread evenly.

Each table takes the order of its players that repeats fewest seats. Tables with repeats are arranged again, ties broken by chance, until
as few are left as the numbers allow; a chart without progress is begun anew.

Random choices that are the same on every platform, made from ``Random.random()`` only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from tournament.draw.pairings.request import Table
from tournament.record.vocabulary import LARGEST_TABLE, PlayerId

Item = TypeVar("Item")


def random_below(random: Random, limit: int) -> int:
    """Return a random whole number from 0 to ``limit`` - 1, each equally likely."""
    return int(random.random() * limit)


def shuffled_items(random: Random, items: Sequence[Item]) -> list[Item]:
    """Return the items in random order, each order equally likely."""
    mixed, draw = list(items), random.random
    for last in range(len(mixed) - 1, 0, -1):
        chosen = int(draw() * (last + 1))
        mixed[last], mixed[chosen] = mixed[chosen], mixed[last]
    return mixed


# Thousandths of -ln((i + 1/2) / 64). Each annealing step draws one of these 64 equally likely numbers; times the temperature it is the
# most that the step may cost. The numbers are written out so that no platform's logarithm can change a draw.
LOTS = (
    4852,
    3753,
    3243,
    2906,
    2655,
    2454,
    2287,
    2144,
    2019,
    1908,
    1808,
    1717,
    1633,
    1556,
    1485,
    1418,
    1356,
    1297,
    1241,
    1188,
    1138,
    1091,
    1045,
    1002,
    960,
    920,
    882,
    845,
    809,
    774,
    741,
    709,
    678,
    647,
    618,
    589,
    562,
    535,
    508,
    483,
    458,
    433,
    409,
    386,
    363,
    341,
    319,
    298,
    277,
    257,
    237,
    217,
    198,
    179,
    161,
    143,
    125,
    107,
    90,
    73,
    56,
    40,
    24,
    8,
)


PATIENCE = 12
"""The number of passes over all tables without improvement after which a chart is given up."""

MOST_ARRANGED = 4_000
"""The number of arranged tables after which no further chart is tried, even if the bound was not reached."""

Rounds = list[list[Table]]


def seat_repeats(rounds: Sequence[Sequence[Table]]) -> int:
    """Return how often players have a seat number that they have had before, summed over all players and seats."""
    counts = Counter((player, seat) for tables in rounds for table in tables for seat, player in enumerate(table))
    return sum(count - 1 for count in counts.values())


def fewest_seat_repeats(history: Sequence[Sequence[Table]], rounds: Sequence[Sequence[Table]]) -> int:
    """Return a lower bound for the number of repeated seats over all rounds.

    ``rounds`` are all rounds, including those of ``history``, whose repeats cannot be undone. A seat number can be new to each player
    only once, so more uses of a seat than players who could have it force repeats.
    """
    offered: Counter[int] = Counter()
    reaching: dict[int, set[PlayerId]] = {}
    for tables in rounds:
        for table in tables:
            for seat in range(len(table)):
                offered[seat] += 1
                reaching.setdefault(seat, set()).update(table)
    least = sum(offered.values()) - sum(min(count, len(reaching[seat])) for seat, count in offered.items())
    return max(least, seat_repeats(history))


class _Chart:
    """A chart of seat numbers while it is being made; ``counts`` says how often each player has had each seat, history included."""

    def __init__(self, history: Sequence[Sequence[Table]], rounds: Sequence[Sequence[Table]], random: Random) -> None:
        self.rounds = [list(tables) for tables in rounds]
        self.random = random
        self.arranged = 0  # tables arranged so far
        self.counts: dict[PlayerId, list[int]] = {}
        for tables in history:
            for table in tables:
                self._count(table, 1)
        self.repeats = seat_repeats(history)

    def fewest(self) -> int:
        """Return a lower bound for the repeats of a new chart: the best order of each table, if only the history is counted."""
        return self.repeats + sum(
            _cheapest_seats([self._prices(player, len(table)) for player in table])[0]
            for tables in self.rounds
            for table in tables
        )

    def _row(self, player: PlayerId) -> list[int]:
        """Return how often a player has had each seat."""
        return self.counts.setdefault(player, [0] * LARGEST_TABLE)

    def _count(self, table: Table, change: int) -> None:
        """Add ``change`` to the count of each player's seat at a table."""
        for seat, player in enumerate(table[:LARGEST_TABLE]):
            self._row(player)[seat] += change

    def _prices(self, player: PlayerId, seats: int) -> list[int]:
        """Return for each seat 1 if the player has had it before, else 0."""
        return [int(count > 0) for count in self._row(player)[:seats]]

    def arrange(self, number: int, table: int) -> None:
        """Seat the players of one table in the order with fewest repeats, at random among equal orders, and count their seats.

        The players of the table must not be counted yet.
        """
        players = shuffled_items(self.random, self.rounds[number][table])
        repeats, order = _cheapest_seats([self._prices(player, len(players)) for player in players])
        seated = tuple(player for _, player in sorted(zip(order, players, strict=True)))
        self.repeats += repeats
        self.rounds[number][table] = seated
        self._count(seated, 1)
        self.arranged += 1

    def settle(self, least: int) -> None:
        """Arrange every table, then arrange tables with repeats again.

        This stops when at most ``least`` repeats are left, or after `PATIENCE` passes without improvement.
        """
        places = [(number, table) for number, tables in enumerate(self.rounds) for table in range(len(tables))]
        for number, table in places:
            self.arrange(number, table)
        idle, best = 0, self.repeats
        while self.repeats > least and idle < PATIENCE:
            for number, table in shuffled_items(self.random, places):
                if self.is_repeating(self.rounds[number][table]):
                    self.lift(number, table)
                    self.arrange(number, table)
            idle = 0 if self.repeats < best else idle + 1
            best = min(best, self.repeats)

    def lift(self, number: int, table: int) -> None:
        """Take the seats of the players of a table out of the count, so that the table can be arranged again."""
        seated = self.rounds[number][table]
        self._count(seated, -1)
        self.repeats -= sum(self._row(player)[seat] > 0 for seat, player in enumerate(seated))

    def level_first_seats(self) -> None:
        """Exchange first seats so that players have them equally often, without adding repeats."""
        for number, tables in enumerate(self.rounds):
            for index, table in enumerate(tables):
                for seat in range(1, len(table)):
                    self._exchange_first_seat(number, index, seat)

    def _exchange_first_seat(self, number: int, index: int, seat: int) -> None:
        """Exchange the first player of a table with the player at index ``seat`` if that makes first seats more even and adds no repeat."""
        table = list(self.rounds[number][index])
        first, other = self._row(table[0]), self._row(table[seat])
        more = (first[seat] > 0) + (other[0] > 0) - (first[0] > 1) - (other[seat] > 1)
        if first[0] > other[0] + 1 and more <= 0:
            self._count(tuple(table), -1)
            table[0], table[seat] = table[seat], table[0]
            self._count(tuple(table), 1)
            self.rounds[number][index] = tuple(table)
            self.repeats += more

    def is_repeating(self, table: Table) -> bool:
        """Return whether a player of this table has the same seat in another round."""
        return any(self._row(player)[seat] > 1 for seat, player in enumerate(table))


def _cheapest_seats(prices: list[list[int]]) -> tuple[int, list[int]]:
    """Return the least sum of prices and the seat of each player that gives it; the first of several equal solutions.

    ``prices`` has for each player the price of each seat.
    """
    size = len(prices)
    best: tuple[int, list[int]] = (size + 1, [])
    taken: list[int] = []

    def seat_next(spent: int) -> None:
        nonlocal best
        if len(taken) == size:
            best = (spent, list(taken))
            return
        row = prices[len(taken)]
        for seat in range(size):
            if seat not in taken and spent + row[seat] < best[0]:
                taken.append(seat)
                seat_next(spent + row[seat])
                taken.pop()

    seat_next(0)
    return best


def seat_by_chart(history: Sequence[Sequence[Table]], rounds: Sequence[Sequence[Table]], random: Random) -> Rounds:
    """Return the same tables with their players in seat order, so that few players have a seat number again.

    ``history`` are the rounds played, whose seats count too.
    """
    chart = _Chart(history, rounds, random)
    least = max(fewest_seat_repeats(history, [*history, *rounds]), chart.fewest())
    chart.settle(least)
    spent = chart.arranged
    while chart.repeats > least and spent < MOST_ARRANGED:
        other = _Chart(history, rounds, random)
        other.settle(least)
        spent += other.arranged
        if other.repeats < chart.repeats:
            chart = other
    chart.level_first_seats()
    return chart.rounds
