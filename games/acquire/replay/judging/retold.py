"""Hypotheses about the sequence of turns: that a second writing is right, or that turns are only numbered wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from games.acquire.actions import Action
from games.acquire.record import GameRecord
from games.acquire.replay.judging.hypotheses import ErrorKind, Hypothesis, numbered_on
from games.acquire.writings.doubles import Difference, WrittenAgain, written_again

#: Of so many contradictions between two writings every choice is tried; of more only each one alone and all together.
_MOST_CHOICES: Final = 6


def other_writings(record: GameRecord) -> Iterator[Hypothesis]:
    """Yield hypotheses by which the second writing of a turn is right where it contradicts the first: in one place, or in several."""
    found = dict(written_again(record.events))
    differing = [(marker, other) for marker, again in found.items() for other in again.differences]
    counts = range(1, len(differing) + 1) if len(differing) <= _MOST_CHOICES else (1, len(differing))
    for count in counts:
        for chosen in combinations(differing, count):
            yield _retold(record, found, [other for _, other in chosen])


def _retold(record: GameRecord, found: Mapping[int, WrittenAgain], chosen: Sequence[Difference]) -> Hypothesis:
    """Return the hypothesis by which the second writing is right in the chosen places."""
    first = min(other.places[0] for other in chosen)
    markers = [marker for marker, again in found.items() if not set(again.differences).isdisjoint(chosen)]
    put: list[Action] = []
    for place in range(first, markers[-1] + 1):
        event = record.events[place]
        other = next((other for other in chosen if place in other.places), None)
        if place in markers:
            left = tuple(other for other in found[place].differences if other not in chosen)
            put.append(event._replace(value=replace(found[place], differences=left)))
        elif other is None:
            put.append(event)
        elif place == other.places[0]:
            put += other.instead
    clause = chosen[0].instead[0]
    return Hypothesis(ErrorKind.RETOLD, first, markers[-1] + 1 - first, tuple(put), at=first, clause=clause)


def wrong_numbers(record: GameRecord, at: int, missing: int) -> Iterator[Hypothesis]:
    """Yield the hypothesis by which ``missing`` turns before the one at the event ``at`` are not missing: its number is too high."""
    put = tuple(numbered_on(record.events[at:], -missing))
    yield Hypothesis(ErrorKind.NUMBERED, at, len(put), put, at=at)
