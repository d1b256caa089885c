"""The Swiss final: players sorted by total and cut into tables, the top table first (R45-R48).

1. Sort by total, exact to the thousandth; if the event has a tie-break, it decides between equal totals.
2. Cut by the tables' sizes. A block of equal totals that lies within one table needs no decision.
3. A block that straddles a cut is put in order by chance: by the stored seed, or by dice typed in, higher first. The protocol has a line
   for each.

The order of play at the tables comes from starting tiles (R48); players are listed in the order of the cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from tournament.draw.pairings.chance import shuffled
from tournament.draw.pairings.request import PairingError, Table
from tournament.record.vocabulary import PlayerId, Thousandths, format_thousandths


@dataclass(frozen=True, slots=True)
class Cut:
    """The tables of the final, the top table first, with a line for every decision.

    ``by_lot`` says whether the seed decided between any players.
    """

    tables: tuple[Table, ...]
    protocol: tuple[str, ...]
    by_lot: bool = False


Roll = tuple[int, ...]
"""The dice of one player: one number, and more numbers if equal rolls were rolled again."""


@dataclass(frozen=True, slots=True)
class Parting:
    """A tie-break that is applied before chance: a key for each player, the larger first, and its name in words (R46).

    ``steps`` has words for each number of a key; the words of the first number that differs are then named. If empty, ``words`` are.
    """

    keys: Mapping[PlayerId, tuple[int, ...]] = field(default_factory=dict)
    words: str = ""
    steps: tuple[str, ...] = ()

    def words_for(self, one: PlayerId, other: PlayerId) -> str:
        """Return in words what decides between two players of equal total."""
        parts = zip(self.steps, self.keys.get(one, ()), self.keys.get(other, ()), strict=False)
        return next((words for words, mine, theirs in parts if mine != theirs), self.words)


@dataclass(frozen=True, slots=True)
class _Lots:
    """Chance at a cut: the stored seed, None if there is none, or the dice typed for each player."""

    seed: int | None
    dice: Mapping[PlayerId, Roll]
    names: Mapping[PlayerId, str] = field(default_factory=dict)

    def name(self, player: PlayerId) -> str:
        """Return the player's name, or "Player 7" without one."""
        return self.names.get(player) or f"Player {player}"

    def order(self, block: Sequence[PlayerId], cuts: Sequence[int]) -> tuple[list[PlayerId], str]:
        """Return the players of a block in the order that chance gives, and in words how it was decided.

        ``cuts`` are the positions in the block before which a table begins. Raises PairingError if neither a seed nor enough dice are
        given.
        """
        if self.is_rolled(block):
            return self._by_dice(block, cuts)
        if self.seed is None:
            names = ", ".join(self.name(player) for player in block)
            raise PairingError(f"{names} are equal across a cut; give a seed, or type what each of them rolled.")
        # The players of the block are part of the seed, so that each block of a final is drawn independently of the others.
        drawn = shuffled(Random(f"{self.seed} {' '.join(map(str, block))}"), block)
        return drawn, f"by draw with seed {self.seed}"

    def is_rolled(self, block: Sequence[PlayerId]) -> bool:
        """Return whether dice decide about a block."""
        return any(player in self.dice for player in block)

    def _by_dice(self, block: Sequence[PlayerId], cuts: Sequence[int]) -> tuple[list[PlayerId], str]:
        """Return the order by dice; raises PairingError if a roll is missing or equal rolls leave a cut undecided."""
        missing = [self.name(player) for player in block if player not in self.dice]
        if missing:
            raise PairingError(f"No roll is typed for {', '.join(missing)}; type one for everybody in the tie.")
        rolled = sorted(block, key=lambda player: self.dice[player], reverse=True)
        for cut in cuts:
            undecided = self._undecided(rolled[:cut], rolled[cut:])
            if undecided:
                # Only equal rolls on both sides of a cut have to be rolled again (R47), by everybody who has them.
                equal = ", ".join(self.name(player) for player in block if player in undecided)
                roll = spelled(min((self.dice[player] for player in undecided), key=len))
                raise PairingError(
                    f"{equal} all rolled {roll}, and the cut runs between them; let them roll again and type both rolls, "
                    f"as in “{roll} 5”."
                )
        rolls = ", ".join(f"{self.name(player)} {spelled(self.dice[player])}" for player in rolled)
        return rolled, f"by dice ({rolls})"

    def _undecided(self, above: Sequence[PlayerId], below: Sequence[PlayerId]) -> set[PlayerId]:
        """Return the players who have equal rolls on both sides of a cut.

        Rolls are compared as far as both players have rolled.
        """
        pairs = ((one, other) for one in above for other in below)
        return {
            player
            for one, other in pairs
            if all(first == second for first, second in zip(self.dice[one], self.dice[other], strict=False))
            for player in (one, other)
        }


def spelled(roll: Roll) -> str:
    """Return a roll as it is typed: "3", or "3 5" if it was rolled again."""
    return " ".join(map(str, roll))


def cut_final(
    totals: Mapping[PlayerId, Thousandths],
    sizes: Sequence[int],
    seed: int | None = None,
    dice: Mapping[PlayerId, Roll] | None = None,
    names: Mapping[PlayerId, str] | None = None,
    parting: Parting | None = None,
) -> Cut:
    """Return the final cut into its tables; ``sizes`` begin with the top table (R42, R46).

    ``totals`` are in thousandths. ``parting`` decides between players of equal total by a tie-break (R46). After that ``seed`` or
    ``dice`` (the higher roll plays at the higher table) put players in order who are still equal and straddle a cut (R47). Raises
    PairingError if the sizes do not sum to the players, or if a tie cannot be decided by what was given.
    """
    if sum(sizes) != len(totals):
        tables = " ".join(map(str, sizes))
        raise PairingError(
            f"Tables of {tables} seat {sum(sizes)}, but {len(totals)} play the final; choose another arrangement."
        )
    lots = _Lots(seed, dice or {}, names or {})
    ends = tuple(accumulate(sizes))
    order: list[PlayerId] = []
    protocol = []
    by_lot = False
    rule = parting or Parting()
    for block in _blocks(totals, rule.keys):
        first, last = len(order), len(order) + len(block)
        if any(first < end < last for end in ends):
            drawn, how = lots.order(block, [end - first for end in ends if first < end < last])
            by_lot = by_lot or not lots.is_rolled(block)
            order += drawn
            protocol.append(_lot_line(lots, totals[block[0]], drawn, how, first, ends))
        else:
            order += block
    protocol += _tie_break_lines(lots, totals, order, ends, rule)
    return Cut(
        tuple(tuple(order[end - size : end]) for size, end in zip(sizes, ends, strict=True)), tuple(protocol), by_lot
    )


def _blocks(
    totals: Mapping[PlayerId, Thousandths], keys: Mapping[PlayerId, tuple[int, ...]]
) -> Iterator[list[PlayerId]]:
    """Yield the players of equal total and key, best block first."""
    equal: dict[tuple[int, ...], list[PlayerId]] = {}
    for player in sorted(totals):
        equal.setdefault((totals[player], *keys.get(player, ())), []).append(player)
    for key in sorted(equal, reverse=True):
        yield equal[key]


def _tie_break_lines(
    lots: _Lots, totals: Mapping[PlayerId, Thousandths], order: Sequence[PlayerId], ends: Sequence[int], rule: Parting
) -> list[str]:
    """Return a line for every cut at which the tie-break decides between players of equal total (R46)."""
    return [
        f"{lots.name(order[end - 1])} and {lots.name(order[end])} are equal on {format_thousandths(totals[order[end]])}; "
        f"{rule.words_for(order[end - 1], order[end])}: {lots.name(order[end - 1])} plays at table {number}."
        for number, end in enumerate(ends[:-1], 1)
        if totals[order[end - 1]] == totals[order[end]] and rule.keys.get(order[end - 1]) != rule.keys.get(order[end])
    ]


def _lot_line(
    lots: _Lots, total: Thousandths, drawn: Sequence[PlayerId], how: str, first: int, ends: Sequence[int]
) -> str:
    """Return the line of the protocol on a block that chance put in order; ``first`` is the position of its first player."""
    table_of = [1 + sum(end <= first + index for end in ends) for index in range(len(drawn))]
    parts = []
    for table in dict.fromkeys(table_of):
        there = [lots.name(player) for player, place in zip(drawn, table_of, strict=True) if place == table]
        parts.append(f"{', '.join(there)} at table {table}")
    places = f"{first + 1} to {first + len(drawn)}"
    return f"Places {places} equal on {format_thousandths(total)}, decided {how}: {'; '.join(parts)}."
