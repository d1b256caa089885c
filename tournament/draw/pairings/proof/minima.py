"""What is possible: the least number of repeats, with the proof that can be printed (R44).

Three bounds are computed. One table: everybody meets everybody in every round. Counting: if there are more meetings than pairs, some are
repeats. Overlap: however the players of a table are spread over another round's tables, some pairs may have to sit together again; with K
such pairs for two rounds, and no pair meeting more than c times, repeats are at least 2 K / c, summed over all pairs of rounds.
If no draw reaches a bound, the minimum was found by enumerating all seatings that differ by more than names, and is written down here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from tournament.draw.lines import line, said
from tournament.draw.pairings.proof.overlaps import least_overlap, pairs_of
from tournament.draw.pairings.seating import most_meetings
from tournament.record.vocabulary import Reading


class Proof(StrEnum):
    """How a minimum, or a lower bound, is known."""

    ONE_TABLE = "one table"
    TRIVIAL = "zero"
    OVERLAP = "overlap"
    COUNTING = "counting"
    ENUMERATION = "enumeration"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Minimum:
    """The least possible number of repeats, or a lower bound if ``is_reached`` is false; ``line`` is the proof as it is stored.

    ``value`` is None if no draw satisfies the interpretation of R44 at all; then ``kind`` is IMPOSSIBLE.
    """

    value: int | None
    line: str
    kind: Proof
    is_reached: bool

    @property
    def proof(self) -> str:
        """The proof in the reader's language."""
        return said(self.line)


def _fact(text: str) -> tuple[int | None, ...]:
    """Return minima written as "9 10 -"; "-" is None, for no such draw."""
    return tuple(None if part == "-" else int(part) for part in text.split())


ENUMERATED: Mapping[tuple[tuple[int, ...], int], tuple[int | None, ...]] = MappingProxyType(
    {
        # (sizes, sit-outs in each round): least repeats over four rounds by interpretation: literal, not every round, at most twice
        ((3, 3), 0): _fact("9 10 12"),
        ((4, 3), 0): _fact("15 15 18"),
        ((3, 3), 1): _fact("5 6 6"),
        ((4, 4), 0): _fact("20 20 24"),
        ((3, 3, 3), 0): _fact("0 0 0"),
        ((4, 3, 3), 0): _fact("3 5 7"),
        ((5, 5), 0): _fact("35 38 -"),
        ((4, 4, 3), 0): _fact("8 10 12"),
        ((4, 4, 4), 0): _fact("13 15 18"),
        ((5, 4, 4), 0): _fact("14 20 24"),
        ((4, 4, 4), 1): _fact("9 9 12"),
        ((5, 5, 4), 0): _fact("17 25 30"),
        ((5, 5, 5), 0): _fact("23 30 36"),
    }
)
"""Minima found by enumerating every seating of four rounds that differs by more than names."""

REACHED_OVERLAP: frozenset[tuple[int, ...]] = frozenset(
    {
        (5, 4, 4, 4),
        (5, 5, 4, 4),
        (5, 5, 5, 4),
        (6, 5, 5, 5, 5),
        (6, 6, 5, 5, 5),
        (6, 6, 6, 5, 5),
        (6, 6, 6, 6, 5),
        (6, 6, 6, 6, 6),
    }
)
"""Arrangements whose overlap bound is reached over three rounds under every interpretation of R44: such draws have been found."""

REACHED_LITERALLY: frozenset[tuple[tuple[int, ...], int, int]] = frozenset(
    {
        *(((4, 3), 0, 3), ((4, 4), 0, 3), ((4, 3, 3), 0, 3), ((4, 4, 3), 0, 3), ((4, 4, 4), 0, 3), ((4, 4, 4), 1, 3)),
        *(((5, 4, 4), 0, 3), ((5, 5, 4), 0, 3), ((5, 5, 5), 0, 3)),
        *(((5, 4, 4, 4), 0, 4), ((5, 5, 4, 4), 0, 4), ((5, 5, 5, 4), 0, 4)),
    }
)
"""Sizes, sit-outs and rounds for which the bound is reached if R44 is taken literally: such draws have been found."""

_READINGS = (Reading.LITERAL, Reading.NOT_EVERY_ROUND, Reading.AT_MOST_TWICE)


@dataclass(frozen=True, slots=True)
class Bound:
    """A lower bound for repeats, with its kind and the proof as it is stored."""

    value: int
    kind: Proof
    line: str


def strongest_bound(overlaps: int, meetings: int, pairs: int, cap: int) -> Bound:
    """Return the higher of the counting bound and the overlap bound.

    ``overlaps`` is K summed over all pairs of rounds and ``cap`` is c, both as in the proof above; ``meetings`` counts all meetings and
    ``pairs`` all pairs of players.
    """
    by_overlap = -(-2 * overlaps // cap)
    by_counting = max(0, meetings - pairs)
    if not by_overlap and not by_counting:
        return Bound(0, Proof.TRIVIAL, line("proof.none-fewer"))
    if by_counting > by_overlap:
        proof = line("proof.counting", meetings=meetings, pairs=pairs, least=by_counting)
        return Bound(by_counting, Proof.COUNTING, proof)
    return Bound(by_overlap, Proof.OVERLAP, line("proof.overlap", overlaps=overlaps, cap=cap, least=by_overlap))


@cache
def _minimum(sizes: tuple[int, ...], sit_outs: int, rounds: int, reading: Reading) -> Minimum:
    """Return the least repeats of ``rounds`` rounds; ``sizes`` are sorted, largest first."""
    if rounds < 2:
        return Minimum(0, line("proof.one-round"), Proof.TRIVIAL, is_reached=True)
    if len(sizes) == 1 and not sit_outs:
        value = (rounds - 1) * pairs_of(sizes[0])
        return Minimum(value, line("proof.one-table"), Proof.ONE_TABLE, is_reached=True)
    facts = ENUMERATED.get((sizes, sit_outs))
    if rounds == 4 and facts is not None:
        value_or_none = facts[_READINGS.index(reading)]
        if value_or_none is None:
            return Minimum(None, line("proof.impossible"), Proof.IMPOSSIBLE, is_reached=False)
        if value_or_none:
            return Minimum(value_or_none, line("proof.enumerated"), Proof.ENUMERATION, is_reached=True)
    players = sum(sizes) + sit_outs
    overlaps = pairs_of(rounds) * least_overlap(sizes, sizes, sit_outs)
    meetings = rounds * sum(map(pairs_of, sizes))
    bound = strongest_bound(overlaps, meetings, pairs_of(players), most_meetings(reading, rounds))
    is_literal = reading is Reading.LITERAL and (sizes, sit_outs, rounds) in REACHED_LITERALLY
    return Minimum(bound.value, bound.line, bound.kind, is_literal or _is_reached(sizes, sit_outs, rounds, bound))


def _is_reached(sizes: tuple[int, ...], sit_outs: int, rounds: int, bound: Bound) -> bool:
    """Return whether draws with exactly this number of repeats are known to exist."""
    if bound.kind is Proof.OVERLAP:
        return rounds == 3 and sit_outs == 0 and sizes in REACHED_OVERLAP
    if bound.kind is Proof.TRIVIAL:
        is_nine = sizes == (3, 3, 3) and rounds <= 4 and sit_outs == 0
        return is_nine or (rounds <= 3 and len(sizes) >= 4)
    return False


def minimum_repeats(sizes: Iterable[int], sit_outs: int, rounds: int, reading: Reading) -> Minimum:
    """Return the least repeats over ``rounds`` random rounds of one arrangement, without history and wishes (R44).

    ``sit_outs`` is the number of players who sit out in each round. The function is fast: it looks up a number or computes a few sums.
    """
    return _minimum(tuple(sorted(sizes, reverse=True)), sit_outs, rounds, reading)
