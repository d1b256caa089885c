"""Places at the tables of a round drawn by levels: each player has each place as often as any other, as far as the tables allow.

The regret of a player on a place is how often he or she has had that place, less how often the one had least. A table takes the order of
its players with the least regret; of such orders the one that gives early places to those who have sat late.

The even share of a place is one game divided by the size of the table, summed over a player's games at tables that have that place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import permutations
from random import Random

from tournament.draw.pairings.board import Board
from tournament.draw.pairings.chairs import random_below, shuffled_items
from tournament.draw.pairings.request import Table
from tournament.record.vocabulary import LARGEST_TABLE, PlayerId

LEAP = 20
"""One in so many of the exchanges that add one regret is made, to leave dead ends."""

REGRET = 10**5
"""What a regret of one weighs beside the sum of how early and late players sit."""

GAME = 60
"""One game, in parts that the size of every table divides."""


class Places:
    """How often each player has had each place, its even share, and how late that was; players are numbers from 0."""

    def __init__(self, players: int) -> None:
        self.counts = [[0] * LARGEST_TABLE for _player in range(players)]
        self.shares = [[0] * LARGEST_TABLE for _player in range(players)]  # in sixtieths
        self.lateness = [0] * players

    @classmethod
    def after(cls, history: Iterable[Sequence[Table]], number: Mapping[PlayerId, int]) -> Places:
        """Return the places after the rounds played; ``number`` has the players who are counted."""
        places = cls(len(number))
        for tables in history:
            for table in tables:
                places.remember([number.get(player) for player in table])
        return places

    def remember(self, table: Sequence[int | None]) -> None:
        """Count the places of a table in seat order; None is a player who is not counted."""
        for place, player in enumerate(table):
            if player is not None:
                self.counts[player][place] += 1
                self.lateness[player] += _lateness(place, len(table))
                for each in range(len(table)):
                    self.shares[player][each] += GAME // len(table)

    def _regrets(self, player: int, size: int) -> tuple[int, ...]:
        """Return the regret of a player on each place of a table."""
        row = self.counts[player][:size]
        least = min(row)
        return tuple(count - least for count in row)

    def regret(self, table: Sequence[int]) -> int:
        """Return the least sum of regrets of the players of a table."""
        return _least_regret(tuple(sorted(self._regrets(player, len(table)) for player in table)))

    def order(self, table: Sequence[int]) -> list[int]:
        """Return the players of a table in the best seat order; of equal ones the first."""
        size = len(table)
        prices = [
            [
                REGRET * regret + self.lateness[player] * _lateness(place, size)
                for place, regret in enumerate(self._regrets(player, size))
            ]
            for player in table
        ]
        seats = min(_orders(size), key=lambda seats: sum(map(list.__getitem__, prices, seats)))
        return [player for _seat, player in sorted(zip(seats, table, strict=True))]

    def is_uneven(self, player: int) -> bool:
        """Return whether a player has had a place more than one game away from its even share."""
        pairs = zip(self.counts[player], self.shares[player], strict=True)
        return any(abs(GAME * count - share) > GAME for count, share in pairs)

    def must_be_uneven(self, player: int, size: int) -> bool:
        """Return whether a player is uneven after one more game at a table of this size, on whichever place."""
        shares = [share + GAME // size * (place < size) for place, share in enumerate(self.shares[player])]
        off = [GAME * count - share for count, share in zip(self.counts[player], shares, strict=True)]
        return not any(
            all(abs(each + GAME * (place == seat)) <= GAME for place, each in enumerate(off)) for seat in range(size)
        )


def _lateness(place: int, size: int) -> int:
    """Return twice the distance of a place (from 0) from the middle of its table; early places are below zero."""
    return 2 * place - size + 1


@cache
def _orders(size: int) -> tuple[tuple[int, ...], ...]:
    """Return all orders of the places of a table."""
    return tuple(permutations(range(size)))


@cache
def _least_regret(rows: tuple[tuple[int, ...], ...]) -> int:
    """Return the least sum of one number of each row, each from another column."""
    return min(sum(row[place] for row, place in zip(rows, order, strict=True)) for order in _orders(len(rows)))


def make_even(board: Board, places: Places, levels: Sequence[range], random: Random, budget: int) -> None:
    """Exchange players of a level between tables, at no cost, so that fewer places are regretted; ``levels`` has the numbers of each.

    Exchanges that add no regret are made, and one in `LEAP` of those that add one; the board is left at the best state found.
    """
    regrets = [places.regret(board.players_at(table)) for table in range(len(board.tables))]
    level_of = [level for level in levels for _player in level]
    total = least = sum(regrets)
    best = list(board.who)
    moved = _regretting(board, regrets)
    for _step in range(budget):
        if not moved:
            break
        p = moved[random_below(random, len(moved))]
        level = level_of[p]
        a, b = board.chair_of[p], board.chair_of[level[random_below(random, len(level))]]
        if not board.may_exchange(a, b) or board.change_of(a, b):
            continue
        board.exchange(a, b, 0)
        touched = [table for table in (board.table_of[a], board.table_of[b]) if table >= 0]
        found = [places.regret(board.players_at(table)) for table in touched]
        more = sum(found) - sum(regrets[table] for table in touched)
        if more > 1 or (more == 1 and random_below(random, LEAP)):
            board.exchange(a, b, 0)
            continue
        for table, regret in zip(touched, found, strict=True):
            regrets[table] = regret
        total += more
        if total < least:
            least, best = total, list(board.who)
        moved = _regretting(board, regrets)
    board.restore(best)


def _regretting(board: Board, regrets: Iterable[int]) -> list[int]:
    """Return the players of the tables with regrets."""
    return [player for table, regret in enumerate(regrets) if regret for player in board.players_at(table)]


def seated(board: Board, places: Places, random: Random) -> list[list[int]]:
    """Return the players of each table in seat order, by chance where nothing tells."""
    return [places.order(shuffled_items(random, board.players_at(table))) for table in range(len(board.tables))]
