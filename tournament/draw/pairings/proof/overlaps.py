"""The fewest pairs of players who share a table in both of two rounds, by the sizes of the tables alone.

The players of each table of one round are spread over the tables of the other, no table taking more than it seats; some may be at none.
Of ``a`` players of one table who sit at the same table again, ``a (a - 1) / 2`` pairs meet again. The least sum is found exactly, as a
flow of least cost: players are placed one at a time, each in the cheapest way, which may move players placed before.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache


def pairs_of(count: int) -> int:
    """Return the number of pairs among ``count`` players."""
    return count * (count - 1) // 2


def least_overlap(sizes: Iterable[int], others: Iterable[int], free: int) -> int:
    """Return the fewest pairs who share a table of ``sizes`` in one round and a table of ``others`` in another.

    At most ``free`` players of the first round have no table in the other.
    """
    return _least(tuple(sorted(sizes, reverse=True)), tuple(sorted(others, reverse=True)), free)


@cache
def _least(sizes: tuple[int, ...], others: tuple[int, ...], free: int) -> int:
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
