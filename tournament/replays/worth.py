"""What everybody was worth turn by turn in a game that was played, and the turns with the largest swings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from games.acquire.logs import read_log, write_text
from games.acquire.play.worth import Worth, worth_by_turn
from tournament.record.vocabulary import Dollars
from tournament.replays.reading import READ_LOGS_KEPT, GameReading
from tournament.replays.renaming import called

MOST_SWINGS: Final = 3


@dataclass(frozen=True, slots=True)
class Swing:
    """What one player gained on another in a turn, in dollars; ``turn`` counts from 1, players are by their places in the log, from 0."""

    turn: int
    winner: int
    loser: int
    amount: Dollars


def worth_of(reading: GameReading) -> tuple[Worth, ...]:
    """Return what everybody was worth before each turn and at the end.

    Empty where a place of the log cannot be read, or the replay has other turns than the log.
    """
    if reading.problems:
        return ()
    record = reading.record
    names = [f"P{place}" for place in range(1, len(record.header.players) + 1)]
    worth = _worth_of_text(write_text(called(record, names)))
    return worth if len(worth) - 1 == reading.turns[-1].place else ()


@lru_cache(maxsize=READ_LOGS_KEPT)
def _worth_of_text(text: str) -> tuple[Worth, ...]:
    """Return the worth in a log with placeholders for names; it is cached by the text."""
    return worth_by_turn(read_log(text))


def swings_of(worth: Sequence[Worth]) -> tuple[Swing, ...]:
    """Return the turns in which somebody gained most on somebody else, at most three, the largest swing first."""
    swings = [_swing(before, after) for before, after in pairwise(worth)]
    found = sorted([swing for swing in swings if swing.amount], key=lambda swing: -swing.amount)
    return tuple(found[:MOST_SWINGS])


def _swing(before: Worth, after: Worth) -> Swing:
    """Return the swing of the turn between two moments: from the player who lost most, or gained least, to the one who gained most."""
    gains = [int(later - earlier) for earlier, later in zip(before.cash, after.cash, strict=True)]
    winner, loser = gains.index(max(gains)), gains.index(min(gains))
    return Swing(before.turn, winner, loser, gains[winner] - gains[loser])
