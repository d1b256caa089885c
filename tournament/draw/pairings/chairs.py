"""Seat numbers by the movement chart (R6): a different one in every round, then first seats spread evenly.

Each table takes the order of its players that repeats fewest seats. Tables with repeats are arranged again, ties broken by chance, until
as few are left as the numbers allow; a chart without progress is begun anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from tournament.draw.pairings.chance import shuffled
from tournament.draw.pairings.request import Table
from tournament.record.rulesets import LARGEST_TABLE
from tournament.record.vocabulary import PlayerId

PATIENCE = 12
"""Passes over the tables without gain before a chart is given up."""

MOST_ARRANGED = 4_000
"""Tables arranged at most before no further chart is begun, where every one had more repeats than the bound."""

Rounds = list[list[Table]]


def seat_repeats(rounds: Sequence[Sequence[Table]]) -> int:
    """Count how often players have a seat number again, summed over all players and seats."""
    counts = Counter((player, seat) for tables in rounds for table in tables for seat, player in enumerate(table))
    return sum(count - 1 for count in counts.values())


def fewest_seat_repeats(history: Sequence[Sequence[Table]], rounds: Sequence[Sequence[Table]]) -> int:
    """Return a lower bound for repeated seats: those of the history, and those forced since each seat is new to a player once.

    ``rounds`` are all rounds, including those of the history.
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
    """A chart of seat numbers in the making: how often each player has had each seat, history included."""

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
        """Return a lower bound for repeats of a new chart: each table at its best against the history alone."""
        return self.repeats + sum(
            _cheapest([self._prices(player, len(table)) for player in table])[0]
            for tables in self.rounds
            for table in tables
        )

    def _row(self, player: PlayerId) -> list[int]:
        return self.counts.setdefault(player, [0] * LARGEST_TABLE)

    def _count(self, table: Table, change: int) -> None:
        for seat, player in enumerate(table[:LARGEST_TABLE]):
            self._row(player)[seat] += change

    def _prices(self, player: PlayerId, seats: int) -> list[int]:
        return [int(count > 0) for count in self._row(player)[:seats]]

    def arrange(self, number: int, table: int) -> None:
        """Choose the best order of one table whose players are not counted, at random among equals, and count it."""
        players = shuffled(self.random, self.rounds[number][table])
        repeats, order = _cheapest([self._prices(player, len(players)) for player in players])
        seated = tuple(player for _, player in sorted(zip(order, players, strict=True)))
        self.repeats += repeats
        self.rounds[number][table] = seated
        self._count(seated, 1)
        self.arranged += 1

    def settle(self, least: int) -> None:
        """Arrange every table, then again those with repeats, until at most ``least`` repeats are left or patience ends."""
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
        """Remove the players of a table from the count."""
        seated = self.rounds[number][table]
        self._count(seated, -1)
        self.repeats -= sum(self._row(player)[seat] > 0 for seat, player in enumerate(seated))

    def level_first_seats(self) -> None:
        """Give first seats to players who had them less often, where that adds no repeats."""
        for number, tables in enumerate(self.rounds):
            for index, table in enumerate(tables):
                for seat in range(1, len(table)):
                    self._hand_over(number, index, seat)

    def _hand_over(self, number: int, index: int, seat: int) -> None:
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


def _cheapest(prices: list[list[int]]) -> tuple[int, list[int]]:
    """Return the least sum of prices and the seat of each player for it, the first found of several."""
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
    """Return the same tables with their players in seat order, spread against the seats of ``history``."""
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
