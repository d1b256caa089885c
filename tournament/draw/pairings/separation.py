"""Seat the players who must be kept apart so that no two of them share a table, or find that this is impossible.

Players with conflicts are placed one at a time, the one with the fewest possible tables first; dead ends are undone. The number of
placements is bounded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from random import Random

from tournament.draw.pairings.chance import shuffled

MOST_PLACEMENTS = 20_000
"""The most placements, beyond one for each player, before the search is given up."""


class Deadlock(Enum):
    """Why there is no separation: it is impossible, or was not found within the bound."""

    IMPOSSIBLE = "impossible"
    NOT_FOUND = "not found"


def separate(
    enemies: Mapping[int, Sequence[int]], placed: Mapping[int, int], room: Sequence[int], random: Random
) -> dict[int, int] | Deadlock:
    """Return a table index for each player in ``enemies`` who is not in ``placed``, or why there is no such placement.

    ``enemies`` lists for each player with whom he or she must not sit, ``placed`` the table index of players already seated, and ``room``
    the number of free chairs of each table.
    """
    search = _Separation(enemies, [player for player in enemies if player not in placed], room, random)
    for player, table in placed.items():
        search.block(player, table)
    return search.solve()


class _Separation:
    """The search for a placement: for each player, how many enemies sit at each table and how many tables are still possible."""

    def __init__(
        self, enemies: Mapping[int, Sequence[int]], players: list[int], room: Sequence[int], random: Random
    ) -> None:
        self.enemies = enemies
        self.room = list(room)
        self.random = random
        self.waiting = dict.fromkeys(players)
        self.seated: dict[int, int] = {}
        self.blocked = {player: [0] * len(self.room) for player in players}
        self.open = dict.fromkeys(players, sum(1 for chairs in self.room if chairs))
        self.placements = -len(players)

    def solve(self) -> dict[int, int] | Deadlock:
        """Place every player and return the table index of each, or why there is no placement."""
        # A stack instead of recursion, since there may be more players with conflicts than Python allows nested calls.
        path: list[tuple[int, list[int]]] = []
        while self.waiting:
            player = min(self.waiting, key=lambda waiting: (self.open[waiting], -len(self.enemies[waiting]), waiting))
            del self.waiting[player]
            path.append((player, shuffled(self.random, self._tables(player))))
            while not path[-1][1]:
                self.waiting[path.pop()[0]] = None
                if not path:
                    return Deadlock.IMPOSSIBLE
                self._lift(path[-1][0])
            self._seat(path[-1][0], path[-1][1].pop())
            self.placements += 1
            if self.placements > MOST_PLACEMENTS:
                return Deadlock.NOT_FOUND
        return self.seated

    def _tables(self, player: int) -> list[int]:
        """Return the tables that have a chair and no enemy of the player."""
        blocked = self.blocked[player]
        return [table for table, chairs in enumerate(self.room) if chairs and not blocked[table]]

    def block(self, player: int, table: int) -> None:
        """Close a table to the enemies of a player who sits there."""
        for enemy in self.enemies.get(player, ()):
            if enemy in self.blocked:
                blocked = self.blocked[enemy]
                self.open[enemy] -= bool(self.room[table]) and not blocked[table]
                blocked[table] += 1

    def _seat(self, player: int, table: int) -> None:
        """Seat a player at a table."""
        self.seated[player] = table
        self.block(player, table)
        self.room[table] -= 1
        if not self.room[table]:
            self._open_for_all(table, -1)

    def _lift(self, player: int) -> None:
        """Take a player away from the table again."""
        table = self.seated.pop(player)
        if not self.room[table]:
            self._open_for_all(table, 1)
        self.room[table] += 1
        for enemy in self.enemies[player]:
            if enemy in self.blocked:
                blocked = self.blocked[enemy]
                blocked[table] -= 1
                self.open[enemy] += not blocked[table]

    def _open_for_all(self, table: int, change: int) -> None:
        """Change the number of possible tables of every player who has no enemy at a table that became full or free."""
        for player, blocked in self.blocked.items():
            if not blocked[table]:
                self.open[player] += change
