"""What a meeting costs: one table per reading, looked up by how often two players have met.

A pair's count lives in one byte. Pairs to be kept apart start at an offset, so that the same look-up that prices repeats also prices
broken wishes: 0-63 plain meetings, from 64 softly kept apart, from 128 never to meet.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament.record.vocabulary import Reading

REPEAT = 100
"""The cost of one repeat; every other cost is in these units."""

BEYOND = 40 * REPEAT
"""A meeting more than the reading allows: above every difference of repeats it could save in the proven minima (at most 7)."""

BROKEN_SOFT = 60 * REPEAT
BROKEN_HARD = 10**9
SOFT = 64
HARD = 128
MOST_ROUNDS = 60


def most_meetings(reading: Reading, rounds: int) -> int:
    """How often a pair may meet in so many random rounds before the reading objects (R44)."""
    if reading is Reading.LITERAL:
        return rounds
    # Ruling: over two rounds every repeat is a meeting in every round, so there the readings are one.
    return min(rounds, max(2, 2 if reading is Reading.AT_MOST_TWICE else rounds - 1))


@dataclass(frozen=True, slots=True)
class Costs:
    """``gain[v]`` is the cost of one more meeting of a pair at ``v``, ``loss[v]`` what is saved by one fewer."""

    total: tuple[int, ...]
    gain: tuple[int, ...]
    loss: tuple[int, ...]


def costs_of(reading: Reading, rounds: int) -> Costs:
    """The costs by count for a reading over all random rounds, played and planned."""
    cap = most_meetings(reading, rounds)
    plain = [REPEAT * max(0, met - 1) + BEYOND * max(0, met - cap) for met in range(SOFT)]
    soft = [plain[met] + BROKEN_SOFT * met for met in range(SOFT)]
    hard = [plain[met] + BROKEN_HARD * met for met in range(SOFT)]
    total = (*plain, *soft, *hard)
    gain = tuple(total[v + 1] - total[v] for v in range(len(total) - 1))
    loss = (0, *gain)
    return Costs(total, (*gain, 0), loss)
