"""A ranked round: players sorted by total and cut into tables, the top table first (R45-R48).

1. Sort by total, exact to the thousandth; if the event has a tie-break, it decides between equal totals.
2. Cut by the tables' sizes. A block of equal totals that lies within one table needs no decision.
3. A block that straddles a cut is put in order by chance: by the stored seed, or by dice typed in, higher first. The protocol has a line
   for each.

The order of play at the tables comes from starting tiles (R48); players are listed in the order of the cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from tournament.draw.lines import line, named, said
from tournament.draw.pairings.chairs import shuffled_items
from tournament.draw.pairings.request import PairingError, Table
from tournament.record.vocabulary import CutTieBreak, PlayerId, Thousandths
from tournament.scores.order import Ranking
from tournament.scores.tiebreaks import cut_code
from wording import gettext as _
from wording.figures import listed


@dataclass(frozen=True, slots=True)
class Cut:
    """The tables of a ranked round, the top table first, with a line for every decision as it is stored.

    ``by_lot`` says whether the seed decided between any players.
    """

    tables: tuple[Table, ...]
    lines: tuple[str, ...]
    by_lot: bool = False
    names: Mapping[PlayerId, str] = field(default_factory=dict, compare=False)

    @property
    def protocol(self) -> tuple[str, ...]:
        """The decisions in the reader's language, a sentence each."""
        return tuple(map(said, named(self.lines, self.names)))


Roll = tuple[int, ...]
"""The dice of one player: one number, and more numbers if equal rolls were rolled again."""


@dataclass(frozen=True, slots=True)
class _Lots:
    """Chance at a cut: the stored seed, None if there is none, or the dice typed for each player."""

    seed: int | None
    dice: Mapping[PlayerId, Roll]
    names: Mapping[PlayerId, str] = field(default_factory=dict)

    def name(self, player: PlayerId) -> str:
        """Return the player's name, or "Player 7" without one."""
        return self.names.get(player) or _("Player {number}", number=player)

    def order(self, block: Sequence[PlayerId], cuts: Sequence[int]) -> list[PlayerId]:
        """Return the players of a block in the order that chance gives.

        ``cuts`` are the positions in the block before which a table begins. Raises PairingError if neither a seed nor enough dice are
        given.
        """
        if self.is_rolled(block):
            return self._by_dice(block, cuts)
        if self.seed is None:
            names = listed(self.name(player) for player in block)
            raise PairingError(
                _("{names} are level across a cut. Enter a seed or each player's dice roll.", names=names)
            )
        # The players of the block are part of the seed, so that each block of a round is drawn independently of the others.
        return shuffled_items(Random(f"{self.seed} {' '.join(map(str, block))}"), block)

    def is_rolled(self, block: Sequence[PlayerId]) -> bool:
        """Return whether dice decide about a block."""
        return any(player in self.dice for player in block)

    def _by_dice(self, block: Sequence[PlayerId], cuts: Sequence[int]) -> list[PlayerId]:
        """Return the order by dice; raises PairingError if a roll is missing or equal rolls leave a cut undecided."""
        missing = [self.name(player) for player in block if player not in self.dice]
        if missing:
            raise PairingError(
                _(
                    "No dice roll has been entered for {names}. Enter one for everybody in the tie.",
                    names=listed(missing),
                )
            )
        rolled = sorted(block, key=lambda player: self.dice[player], reverse=True)
        for cut in cuts:
            undecided = self._undecided_players(rolled[:cut], rolled[cut:])
            if undecided:
                # Only equal rolls on both sides of a cut have to be rolled again (R47), by everybody who has them.
                equal = [self.name(player) for player in block if player in undecided]
                roll = roll_text(min((self.dice[player] for player in undecided), key=len))
                raise PairingError(_roll_again(equal, roll))
        return rolled

    def _undecided_players(self, above: Sequence[PlayerId], below: Sequence[PlayerId]) -> set[PlayerId]:
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


def _roll_again(names: Sequence[str], roll: str) -> str:
    """Return the sentence that players with equal rolls on both sides of a cut have to roll again."""
    return _(
        "{names} each rolled {roll}. Ask them to roll again and enter both rolls, for example “{roll} 5”.",
        names=listed(names),
        roll=roll,
    )


def roll_text(roll: Roll) -> str:
    """Return a roll as it is typed: "3", or "3 5" if it was rolled again."""
    return " ".join(map(str, roll))


def cut_by_rank(
    ranking: Ranking,
    totals: Mapping[PlayerId, Thousandths],
    sizes: Sequence[int],
    seed: int | None = None,
    dice: Mapping[PlayerId, Roll] | None = None,
    names: Mapping[PlayerId, str] | None = None,
    rule: CutTieBreak = CutTieBreak.TOTAL_ONLY,
) -> Cut:
    """Return the round cut into its tables; ``sizes`` begin with the top table (R42, R46).

    ``ranking`` has who plays, by total and by the keys of the tie-break ``rule`` where totals, in thousandths, are equal (R46). After
    that ``seed`` or ``dice`` (the higher roll plays at the higher table) put players in order who are still equal and straddle a cut
    (R47). Raises PairingError if the sizes do not sum to the players, or if a tie cannot be decided by what was given.
    """
    players = sum(map(len, ranking.groups))
    if sum(sizes) != players:
        raise PairingError(
            _(
                "Tables of {sizes} seat {seats}, but {players} are playing in the final. Choose another arrangement.",
                sizes=" ".join(map(str, sizes)),
                seats=sum(sizes),
                players=players,
            )
        )
    lots = _Lots(seed, dice or {}, names or {})
    ends = tuple(accumulate(sizes))
    order: list[PlayerId] = []
    lines = []
    by_lot = False
    for block in ranking.groups:
        first, last = len(order), len(order) + len(block)
        if any(first < end < last for end in ends):
            drawn = lots.order(block, [end - first for end in ends if first < end < last])
            by_lot = by_lot or not lots.is_rolled(block)
            order += drawn
            lines.append(_lot_line(lots, totals[block[0]], drawn, first, ends))
        else:
            order += block
    lines += _tie_break_lines(totals, order, ends, ranking, rule)
    return Cut(
        tuple(tuple(order[end - size : end]) for size, end in zip(sizes, ends, strict=True)),
        tuple(lines),
        by_lot,
        lots.names,
    )


def _tie_break_lines(
    totals: Mapping[PlayerId, Thousandths],
    order: Sequence[PlayerId],
    ends: Sequence[int],
    ranking: Ranking,
    rule: CutTieBreak,
) -> list[str]:
    """Return a line for every cut at which the tie-break decides between players of equal total (R46)."""
    lines = []
    for number, end in enumerate(ends[:-1], 1):
        name, other = order[end - 1], order[end]
        key = ranking.parted_by(name, other) if totals[name] == totals[other] else None
        if key is not None:
            code = cut_code(rule, key)
            lines.append(line("cut.tie-break", name=name, other=other, total=totals[other], rule=code, table=number))
    return lines


def _lot_line(lots: _Lots, total: Thousandths, drawn: Sequence[PlayerId], first: int, ends: Sequence[int]) -> str:
    """Return the line of the draw record on a block that chance put in order; ``first`` is the position of its first player."""
    table_of = [1 + sum(end <= first + index for end in ends) for index in range(len(drawn))]
    seats = [
        (table, [player for player, place in zip(drawn, table_of, strict=True) if place == table])
        for table in dict.fromkeys(table_of)
    ]
    values = {"first": first + 1, "last": first + len(drawn), "total": total, "seats": seats}
    if lots.is_rolled(drawn):
        return line("cut.dice", **values, rolls=[(player, roll_text(lots.dice[player])) for player in drawn])
    return line("cut.lot", **values, seed=lots.seed)
