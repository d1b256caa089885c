"""The seating that the search improves: who sits where in every round, how often each two have met, and what meetings cost.

Players are numbered from 0 in an order drawn by chance. Every chair of every round is a slot; players who sit out have the slots of one
more table, whose players do not meet. The number of meetings of a pair is one byte: 0-63 for plain pairs, from 64 for pairs that should be
kept apart, from 128 for pairs that must be. One look-up by that byte therefore gives the cost of repeats and of broken wishes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tournament.record.vocabulary import Reading

REPEAT = 100
"""The cost of one repeat; every other cost is in these units."""

BEYOND = 40 * REPEAT
"""The cost of each meeting beyond what the interpretation of R44 allows.

It is more than such a meeting could save in repeats: in the proven minima at most 7 repeats.
"""

BROKEN_SOFT = 60 * REPEAT
BROKEN_HARD = 10**9
SOFT = 64
HARD = 128
MOST_ROUNDS = 60


def most_meetings(reading: Reading, rounds: int) -> int:
    """Return how often a pair may meet in ``rounds`` random rounds under an interpretation of R44 (``reading``)."""
    if reading is Reading.LITERAL:
        return rounds
    # Ruling: over two rounds every repeat is a meeting in every round, so over two rounds all interpretations allow it.
    return min(rounds, max(2, 2 if reading is Reading.AT_MOST_TWICE else rounds - 1))


@dataclass(frozen=True, slots=True)
class Costs:
    """Costs by the number of meetings v: ``gain[v]`` is added by one more meeting, ``loss[v]`` is saved by one fewer."""

    total: tuple[int, ...]
    gain: tuple[int, ...]
    loss: tuple[int, ...]


def costs_of(reading: Reading, rounds: int) -> Costs:
    """Return the costs under an interpretation of R44; ``rounds`` counts all random rounds, played and planned."""
    cap = most_meetings(reading, rounds)
    plain = [REPEAT * max(0, met - 1) + BEYOND * max(0, met - cap) for met in range(SOFT)]
    soft = [plain[met] + BROKEN_SOFT * met for met in range(SOFT)]
    hard = [plain[met] + BROKEN_HARD * met for met in range(SOFT)]
    total = (*plain, *soft, *hard)
    gain = tuple(total[v + 1] - total[v] for v in range(len(total) - 1))
    loss = (0, *gain)
    return Costs(total, (*gain, 0), loss)


EMPTY = -1

Progress = Callable[[int, int], bool | None]
"""A function called with the steps done and the most steps that there will be.

If it returns False, the search ends with the best draw found.
"""


class Seating:
    """The slots, players and meetings of a draw; ``cost`` is the cost of all meetings, history included, kept current by each exchange."""

    __slots__ = (
        "bench_slots",
        "cost",
        "costs",
        "faced_before",
        "free_in_group",
        "gone",
        "group_of",
        "is_bench",
        "is_free",
        "least_unevenness",
        "mates",
        "meetings",
        "opponents",
        "player_count",
        "rested",
        "round_slots",
        "sizes",
        "table_of",
        "table_slots",
        "unevenness",
        "who",
    )

    def __init__(
        self, player_count: int, sizes: Sequence[tuple[int, ...]], benches: Sequence[int], costs: Costs
    ) -> None:
        self.costs = costs
        self.cost = 0
        self.unevenness = 0  # the sum of the squares of ``opponents``, kept up to date like ``cost``
        self.player_count = player_count
        self.meetings = [bytearray(player_count) for _ in range(player_count)]
        self.opponents = [
            0
        ] * player_count  # opponents met over all rounds, each time counted; uneven if table sizes differ
        self.least_unevenness = 0  # known once everybody is seated
        self.faced_before = [0] * player_count  # ``opponents`` in the history alone
        self.gone = [0] * player_count  # opponents in the history who have left since
        self.rested = [0] * player_count  # how often each has sat out, history included
        self.who: list[int] = []
        self.mates: list[tuple[int, ...]] = []
        self.table_of: list[int] = []
        self.group_of: list[int] = []
        self.sizes: list[int] = []
        self.is_bench: list[bool] = []
        self.is_free: list[bool] = []
        self.round_slots: list[range] = []
        self.table_slots: list[list[range]] = []
        self.bench_slots: list[range] = []
        self.free_in_group: list[list[int]] = []  # set by `list_free`, like the groups, once everybody is seated
        for round_sizes, bench in zip(sizes, benches, strict=True):
            self._add_round(round_sizes, bench)

    def _add_round(self, sizes: tuple[int, ...], bench: int) -> None:
        """Add the slots of a round: its tables, then ``bench`` slots for players who sit out."""
        start = len(self.who)
        tables = []
        for table, size in enumerate((*sizes, bench)):
            first = len(self.who)
            chairs = range(first, first + size)
            tables.append(chairs)
            is_bench = table == len(sizes)
            self.who += [EMPTY] * size
            self.mates += [() if is_bench else tuple(other for other in chairs if other != chair) for chair in chairs]
            self.table_of += [table] * size
            self.group_of += [0] * size
            self.sizes += [1 if is_bench else size] * size
            self.is_bench += [is_bench] * size
            self.is_free += [True] * size
        self.bench_slots.append(tables.pop())
        self.table_slots.append(tables)
        self.round_slots.append(range(start, len(self.who)))

    def keep_apart(self, one: int, other: int, is_hard: bool) -> None:
        """Mark a pair as to be kept apart, before anybody is seated; a hard wish replaces a soft one for the same pair."""
        offset = HARD if is_hard else SOFT
        if self.meetings[one][other] < offset:
            self.meetings[one][other] = self.meetings[other][one] = offset

    def remember(self, table: Sequence[int], size: int) -> None:
        """Count the meetings of a table of the history; ``size`` is the number of its players, including those who have left since."""
        for index, one in enumerate(table):
            self._face(one, size - 1)
            self.faced_before[one] += size - 1
            self.gone[one] += size - len(table)
            for other in table[index + 1 :]:
                self._meet(one, other)

    def seat(self, slot: int, player: int) -> None:
        """Put a player on an empty slot and count the meetings with those already at the table."""
        self.who[slot] = player
        self._face(player, self.sizes[slot] - 1)
        if self.is_bench[slot]:
            self.rested[player] += 1
        for mate in self.mates[slot]:
            if self.who[mate] != EMPTY:
                self._meet(player, self.who[mate])

    def _face(self, player: int, chairs: int) -> None:
        """Add ``chairs`` opponents to a player and update the unevenness."""
        self.unevenness += chairs * (2 * self.opponents[player] + chairs)
        self.opponents[player] += chairs

    def different_opponents(self) -> list[int]:
        """Return the number of different opponents of each player, including those who have left."""
        strangers = (0, SOFT, HARD)
        return [
            self.player_count - sum(map(row.count, strangers)) + gone
            for row, gone in zip(self.meetings, self.gone, strict=True)
        ]

    def _meet(self, one: int, other: int) -> None:
        """Count one meeting of two players and its cost."""
        count = self.meetings[one][other]
        self.cost += self.costs.gain[count]
        self.meetings[one][other] = self.meetings[other][one] = count + 1

    def list_free(self, *, by_seat: bool = False) -> None:
        """Finish the seating: set the groups within which the search may exchange the players of free slots.

        A group is a round; with ``by_seat`` it is one seat number of a round, so that players keep their seat number and change only the
        table.
        """
        groups: list[list[int]] = []
        for slots, tables in zip(self.round_slots, self.table_slots, strict=True):
            seats = zip_longest(*tables) if by_seat else [slots]
            groups += [[slot for slot in group if slot is not None] for group in seats]
        for number, group in enumerate(groups):
            for slot in group:
                self.group_of[slot] = number
        free = [[slot for slot in group if self.is_free[slot]] for group in groups]
        self.free_in_group = [group if len({self.table_of[slot] for slot in group}) > 1 else [] for group in free]
        self.least_unevenness = self._least_unevenness()

    def _least_unevenness(self) -> int:
        """Return the unevenness if all numbers of opponents were as equal as the table sizes allow."""
        if all(len({len(chairs) for chairs in tables}) == 1 for tables in self.table_slots):
            return self.unevenness  # no table is larger than another: there is nothing to level
        least, most = list(self.faced_before), list(self.faced_before)
        for slots in self.round_slots:
            chairs = [self.sizes[slot] - 1 for slot in slots]
            fewest, largest = min(chairs), max(chairs)
            for slot in slots:
                least[self.who[slot]] += fewest
                most[self.who[slot]] += largest
        total, level = sum(self.opponents), min(least)
        filled = list(least)
        while sum(filled) < total:
            level += 1
            filled = [max(low, min(high, level)) for low, high in zip(least, most, strict=True)]
        # The last step may have filled too many by one each.
        surplus = sum(filled) - total
        return sum(count * count for count in filled) - surplus * (2 * level - 1)

    def may_exchange(self, a: int, b: int) -> bool:
        """Return whether two free slots of a round may exchange players.

        They must be at different tables, and nobody may sit out twice (R49).
        """
        if self.table_of[a] == self.table_of[b]:
            return False
        if self.is_bench[a]:
            return not self.rested[self.who[b]]
        if self.is_bench[b]:
            return not self.rested[self.who[a]]
        return True

    def exchange(self, a: int, b: int, change: int) -> None:
        """Exchange the players of two slots; ``change`` is the change of cost, as `change_of` returns it."""
        who, meetings = self.who, self.meetings
        p, q = who[a], who[b]
        row_p, row_q = meetings[p], meetings[q]
        for slot in self.mates[a]:
            x = who[slot]
            row = meetings[x]
            row_p[x] -= 1
            row[p] -= 1
            row_q[x] += 1
            row[q] += 1
        for slot in self.mates[b]:
            y = who[slot]
            row = meetings[y]
            row_q[y] -= 1
            row[q] -= 1
            row_p[y] += 1
            row[p] += 1
        who[a], who[b] = q, p
        self.cost += change
        growth = self.sizes[b] - self.sizes[a]
        if growth:
            self.unevenness += 2 * growth * (self.opponents[p] - self.opponents[q] + growth)
            self.opponents[p] += growth
            self.opponents[q] -= growth
            if self.is_bench[a] or self.is_bench[b]:
                self.rested[p] += self.is_bench[b] - self.is_bench[a]
                self.rested[q] += self.is_bench[a] - self.is_bench[b]

    def change_of(self, a: int, b: int) -> int:
        """Return by how much the cost would change if the players of two slots were exchanged."""
        who, gain, loss = self.who, self.costs.gain, self.costs.loss
        p, q = who[a], who[b]
        row_p, row_q = self.meetings[p], self.meetings[q]
        change = 0
        for slot in self.mates[a]:
            x = who[slot]
            change += gain[row_q[x]] - loss[row_p[x]]
        for slot in self.mates[b]:
            y = who[slot]
            change += gain[row_p[y]] - loss[row_q[y]]
        return change

    def restore(self, who: Sequence[int]) -> None:
        """Return to an earlier seating of the same players by exchanges within each round."""
        for slots in self.round_slots:
            place = {self.who[slot]: slot for slot in slots}
            for slot in slots:
                wanted, seated = who[slot], self.who[slot]
                if wanted != seated:
                    source = place[wanted]
                    if self.table_of[source] == self.table_of[slot]:
                        self.who[slot], self.who[source] = wanted, seated
                    else:
                        self.exchange(slot, source, self.change_of(slot, source))
                    place[seated], place[wanted] = source, slot
