"""The board of one round drawn by levels: who sits on which chair, what that costs, and the search for the least cost.

Players are numbered from 0, the highest level first, by chance within a level. Two players at one table cost what `Board.pairs` says, a
player on a chair of some kind what `Board.alone` says, and every cost is one whole number: what comes first in the order of aims weighs
more than all that comes after it together. So one number compares two draws.

A step exchanges two players of neighbouring numbers at different tables if the cost falls, or if a lot at the present temperature allows
the rise. The lots are a written table and the budget is a number of steps: a seed gives the same draw on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

from tournament.draw.pairings.chairs import random_below
from tournament.draw.pairings.search import rises_allowed
from tournament.draw.pairings.seating import Progress

BREAK = 100
"""The cost of two players at one table, for each level between them."""

SMALLER = 10**9
"""The cost of a chair at a table below the largest size, for each earlier round at such a table."""

SOFT_WISH = 10**12
AGAIN = 10**15
"""The cost of two players at one table, for each time that they have met before."""

BYE = 10**21
"""The cost of a bye, for each level above the lowest; an earlier bye counts as `EARLIER_BYE` levels."""

EARLIER_BYE = 10**4
HARD_WISH = 10**31

SHAKEN = 6
MOST_SHAKEN = 50
"""How many exchanges, whatever they cost, begin a cycle of temperatures after the first, with at most so many players."""

CHUNK = 2000
"""The number of steps at one temperature."""

TEMPERATURES = (120, 98, 80, 66, 54, 44, 36, 29, 24, 20, 16, 13, 11, 9)
"""The temperatures of one cycle, in units of cost (one level between two players costs 100)."""

NEAR = 24
FAR = 8
"""By how many numbers two players differ at most, but for every eighth step, in which they may differ by any number."""


class Board:
    """The chairs of one round, tables first and then byes, and the players on them; ``cost`` is kept current by each exchange.

    ``sizes`` has 1 for the chair of a bye; players on such chairs meet nobody. ``alone`` has for each size what a player costs on a chair
    of that size.
    """

    def __init__(self, sizes: Sequence[int], byes: int, pairs: list[list[int]], alone: dict[int, list[int]]) -> None:
        self.pairs = pairs
        ends = list(accumulate(sizes))
        self.tables = [range(end - size, end) for end, size in zip(ends, sizes, strict=True)]
        self.byes = range(ends[-1], ends[-1] + byes)
        self.table_of = [number for number, chairs in enumerate(self.tables) for _chair in chairs] + [-1] * byes
        self.mates = [tuple(mate for mate in chairs if mate != chair) for chairs in self.tables for chair in chairs]
        self.mates += [()] * byes
        self.size_of = [len(self.tables[table]) if table >= 0 else 1 for table in self.table_of]
        self.alone = [alone[size] for size in self.size_of]
        self.who: list[int] = []
        self.chair_of: list[int] = []
        self.is_free: list[bool] = []
        self.cost = 0

    def seat(self, who: Sequence[int], fixed: Sequence[int] = ()) -> None:
        """Seat everybody; ``who`` has the player of each chair, ``fixed`` the players who stay where they are."""
        self.who = list(who)
        self.chair_of = [0] * len(self.who)
        for chair, player in enumerate(self.who):
            self.chair_of[player] = chair
        staying = set(fixed)
        self.is_free = [player not in staying for player in range(len(self.who))]
        self.cost = sum(self._cost_on(chair) for chair in range(len(self.who)))

    def _cost_on(self, chair: int) -> int:
        """Return what the player of a chair costs, alone and with those on lower chairs of the table."""
        player = self.who[chair]
        row = self.pairs[player]
        return self.alone[chair][player] + sum(row[self.who[mate]] for mate in self.mates[chair] if mate < chair)

    def players_at(self, table: int) -> list[int]:
        """Return the players of a table."""
        return [self.who[chair] for chair in self.tables[table]]

    def may_exchange(self, a: int, b: int) -> bool:
        """Return whether two chairs are at different tables and their players may leave them."""
        return self.table_of[a] != self.table_of[b] and self.is_free[self.who[a]] and self.is_free[self.who[b]]

    def restore(self, who: Sequence[int]) -> None:
        """Return to an earlier state, in which the same players were fixed."""
        self.seat(who, [player for player, is_free in enumerate(self.is_free) if not is_free])

    def change_of(self, a: int, b: int) -> int:
        """Return by how much the cost would change if the players of two chairs at different tables were exchanged."""
        who = self.who
        p, q = who[a], who[b]
        row_p, row_q = self.pairs[p], self.pairs[q]
        change = 0
        for chair in self.mates[a]:
            x = who[chair]
            change += row_q[x] - row_p[x]
        for chair in self.mates[b]:
            y = who[chair]
            change += row_p[y] - row_q[y]
        at_a, at_b = self.alone[a], self.alone[b]
        if at_a is not at_b:
            change += at_a[q] - at_a[p] + at_b[p] - at_b[q]
        return change

    def exchange(self, a: int, b: int, change: int) -> None:
        """Exchange the players of two chairs; ``change`` is the change of cost, as `change_of` returns it."""
        p, q = self.who[a], self.who[b]
        self.who[a], self.who[b] = q, p
        self.chair_of[p], self.chair_of[q] = b, a
        self.cost += change

    def improve(self, random: Random, least: int, budget: int, progress: Progress | None = None) -> int:
        """Search until the cost is ``least``, ``budget`` steps are taken or ``progress`` returns False.

        Returns the number of steps taken, and leaves the board at the best state found.
        """
        best, best_who = self.cost, list(self.who)
        done = 0
        while best > least and done < budget:
            if progress is not None and progress(done, budget) is False:
                break
            temperature = TEMPERATURES[done // CHUNK % len(TEMPERATURES)]
            found = self._walk(random, rises_allowed(temperature), least, best)
            done += CHUNK
            if found is not None:
                best, best_who = found
            if done // CHUNK % len(TEMPERATURES) == 0:
                self.restore(best_who)
                if len(best_who) <= MOST_SHAKEN:
                    self._shake(random)
        self.restore(best_who)
        return done

    def _shake(self, random: Random) -> None:
        """Exchange some players of neighbouring numbers whatever that costs, so that a new cycle leaves a dead end."""
        players = len(self.who)
        for _exchange in range(SHAKEN):
            p = random_below(random, players)
            a, b = self.chair_of[p], self.chair_of[(p + 1 + random_below(random, NEAR)) % players]
            if self.may_exchange(a, b):
                self.exchange(a, b, self.change_of(a, b))

    def _walk(self, random: Random, lots: tuple[int, ...], least: int, best: int) -> tuple[int, list[int]] | None:
        """Take one chunk of steps, fewer if ``least`` is reached; return the best state found if it costs less than ``best``."""
        # This loop has to be fast, so everything that it uses is a local name and `change_of` is written out.
        who, chair_of, table_of, mates, pairs = self.who, self.chair_of, self.table_of, self.mates, self.pairs
        alone, is_free, draw, players, cost = self.alone, self.is_free, random.random, len(self.who), self.cost
        found: list[int] | None = None
        for step in range(CHUNK):
            p = int(draw() * players)
            q = p + 1 + int(draw() * (NEAR if step % FAR else players))
            if q >= players:
                continue
            a, b = chair_of[p], chair_of[q]
            if table_of[a] == table_of[b] or not (is_free[p] and is_free[q]):
                continue
            row_p, row_q = pairs[p], pairs[q]
            change = 0
            for chair in mates[a]:
                x = who[chair]
                change += row_q[x] - row_p[x]
            for chair in mates[b]:
                y = who[chair]
                change += row_p[y] - row_q[y]
            at_a, at_b = alone[a], alone[b]
            if at_a is not at_b:
                change += at_a[q] - at_a[p] + at_b[p] - at_b[q]
            if change <= 0 or change <= lots[int(draw() * 64)]:
                who[a], who[b] = q, p
                chair_of[p], chair_of[q] = b, a
                cost += change
                if cost < best:
                    best, found = cost, list(who)
                    if best <= least:
                        break
        self.cost = cost
        return None if found is None else (best, found)
