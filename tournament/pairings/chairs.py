"""Seat numbers by the movement chart (R6): a different one in every round, then first seats level.

Each table takes the order of its players that repeats fewest seats; tables with repeats are then arranged again, ties broken by
chance, until as few are left as the numbers allow; a chart that gets stuck is begun anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from tournament.pairings.chance import shuffled
from tournament.pairings.request import Table
from tournament.rulesets import LARGEST_TABLE
from tournament.vocabulary import PlayerId

REPEATED = 16
"""The weight of a repeated seat; a first seat more than others have weighs 4, each further repetition of one seat 1."""

PATIENCE = 12
"""Passes over the tables without gain before a chart is given up."""

OTHER_CHARTS = 15
"""How many more charts are begun where one has more repeats than the bound."""

Rounds = list[list[Table]]


def seat_repeats(rounds: Sequence[Sequence[Table]]) -> int:
    """How often somebody sits on a seat number again, summed over all players and seats."""
    counts = Counter((player, seat) for tables in rounds for table in tables for seat, player in enumerate(table))
    return sum(count - 1 for count in counts.values())


def fewest_seat_repeats(rounds: Sequence[Sequence[Table]]) -> int:
    """A number of repeated seats that no order at these tables can go below: each seat is new at most once to each player."""
    offered: Counter[int] = Counter()
    reaching: dict[int, set[PlayerId]] = {}
    for tables in rounds:
        for table in tables:
            for seat in range(len(table)):
                offered[seat] += 1
                reaching.setdefault(seat, set()).update(table)
    return sum(offered.values()) - sum(min(count, len(reaching[seat])) for seat, count in offered.items())


class _Chart:
    def __init__(self, history: Sequence[Sequence[Table]], rounds: Rounds, random: Random) -> None:
        self.rounds = rounds
        self.random = random
        self.counts: dict[PlayerId, list[int]] = {}
        for tables in history:
            for table in tables:
                self._count(table, 1)
        self.repeats = sum(max(0, count - 1) for row in self.counts.values() for count in row)

    def _row(self, player: PlayerId) -> list[int]:
        return self.counts.setdefault(player, [0] * LARGEST_TABLE)

    def _count(self, table: Table, change: int) -> None:
        for seat, player in enumerate(table[:LARGEST_TABLE]):
            self._row(player)[seat] += change

    def arrange(self, number: int, table: int) -> None:
        """Find the best order of one table whose players are not counted, and count it."""
        rows = [(player, self._row(player)) for player in shuffled(self.random, self.rounds[number][table])]
        prices = [
            [REPEATED * (row[seat] > 0) + 4 * row[0] * (seat == 0) + row[seat] for seat in range(len(rows))]
            for _, row in rows
        ]
        order = _cheapest(prices)
        seated = tuple(player for _, player in sorted((seat, rows[index][0]) for index, seat in enumerate(order)))
        self.repeats += sum(self._row(player)[seat] > 0 for seat, player in enumerate(seated))
        self.rounds[number][table] = seated
        self._count(seated, 1)

    def settle(self, least: int) -> None:
        """Arrange every table, then again those with repeats, until no more than ``least`` repeats are left or patience ends."""
        places = [(number, table) for number, tables in enumerate(self.rounds) for table in range(len(tables))]
        for number, table in places:
            self.arrange(number, table)
        idle, best = 0, self.repeats
        while self.repeats > least and idle < PATIENCE:
            for number, table in shuffled(self.random, places):
                if self.is_repeating(self.rounds[number][table]):
                    self.lift(number, table)
                    self.arrange(number, table)
            idle = 0 if self.repeats < best else idle + 1
            best = min(best, self.repeats)

    def lift(self, number: int, table: int) -> None:
        """Take the players of a table out of the count."""
        seated = self.rounds[number][table]
        self._count(seated, -1)
        self.repeats -= sum(self._row(player)[seat] > 0 for seat, player in enumerate(seated))

    def is_repeating(self, table: Table) -> bool:
        """Whether somebody there has the seat in another round too."""
        return any(self._row(player)[seat] > 1 for seat, player in enumerate(table))


def _cheapest(prices: list[list[int]]) -> list[int]:
    """The seat of each player so that the sum of prices is least; of equals the first found."""
    size = len(prices)
    best: tuple[int, list[int]] = (1 << 30, [])
    taken: list[int] = []

    def seat_next(spent: int) -> None:
        nonlocal best
        if spent >= best[0]:
            return
        if len(taken) == size:
            best = (spent, list(taken))
            return
        row = prices[len(taken)]
        for seat in range(size):
            if seat not in taken:
                taken.append(seat)
                seat_next(spent + row[seat])
                taken.pop()
                if not best[0]:
                    return

    seat_next(0)
    return best[1]


def seat_by_chart(history: Sequence[Sequence[Table]], rounds: Sequence[Sequence[Table]], random: Random) -> Rounds:
    """The same tables with their players in seat order, levelled against the seats of ``history``."""
    least = fewest_seat_repeats([*history, *rounds])
    chart = _Chart(history, [list(tables) for tables in rounds], random)
    chart.settle(least)
    for _ in range(OTHER_CHARTS):
        if chart.repeats <= least:
            break
        other = _Chart(history, [list(tables) for tables in rounds], random)
        other.settle(least)
        if other.repeats < chart.repeats:
            chart = other
    return chart.rounds
