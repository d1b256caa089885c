"""Seat the players who must be kept apart so that no two of them share a table, or find that this cannot be done.

Players with conflicts are placed one at a time, the one with the fewest tables left first; a table without room or with somebody to
be avoided is passed over, a dead end taken back. The number of placements tried is bounded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from random import Random

from tournament.pairings.chance import shuffled

MOST_PLACEMENTS = 20_000


class Deadlock(Enum):
    """Why no separation is returned."""

    IMPOSSIBLE = "impossible"
    NOT_FOUND = "not found"


def separate(
    enemies: Mapping[int, Sequence[int]],
    placed: Mapping[int, int],
    room: Sequence[int],
    may_take: Mapping[int, Sequence[int]],
    random: Random,
) -> dict[int, int] | Deadlock:
    """A table index for each player of ``may_take`` (the tables open to that player), or why there is none.

    ``enemies`` lists with whom a player must not sit; ``placed`` the tables of those already seated; ``room`` the free chairs by table.
    """
    return _Separation(enemies, placed, room, may_take, random).solve()


class _Separation:
    def __init__(
        self,
        enemies: Mapping[int, Sequence[int]],
        placed: Mapping[int, int],
        room: Sequence[int],
        may_take: Mapping[int, Sequence[int]],
        random: Random,
    ) -> None:
        self.enemies = enemies
        self.seated = dict(placed)
        self.room = list(room)
        self.may_take = may_take
        self.random = random
        self.waiting = list(may_take)
        self.placements = 0

    def solve(self) -> dict[int, int] | Deadlock:
        if self._seat_rest():
            return {player: self.seated[player] for player in self.may_take}
        return Deadlock.NOT_FOUND if self.placements > MOST_PLACEMENTS else Deadlock.IMPOSSIBLE

    def _open(self, player: int) -> list[int]:
        avoided = {self.seated[enemy] for enemy in self.enemies[player] if enemy in self.seated}
        return [table for table in self.may_take[player] if self.room[table] and table not in avoided]

    def _seat_rest(self) -> bool:
        if not self.waiting:
            return True
        ranked = [(len(self._open(player)), -len(self.enemies[player]), player) for player in self.waiting]
        player = min(ranked)[2]
        self.waiting.remove(player)
        for table in shuffled(self.random, self._open(player)):
            self.placements += 1
            if self.placements > MOST_PLACEMENTS:
                break
            self.seated[player] = table
            self.room[table] -= 1
            if self._seat_rest():
                return True
            del self.seated[player]
            self.room[table] += 1
        self.waiting.append(player)
        return False
