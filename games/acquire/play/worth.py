"""The final cash that all players would have had if the game had ended at each of its turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.acquire.actions import ActKind
from games.acquire.editions import Money
from games.acquire.record import GameRecord
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import walk
from games.acquire.rules.ending import worths


@dataclass(frozen=True, slots=True)
class Worth:
    """The final cash of all players, in the order of the log, in dollars, if the game had ended before an event of a turn (numbers)."""

    event: int
    turn: int
    cash: tuple[Money, ...]


def worth_by_turn(record: GameRecord) -> tuple[Worth, ...]:
    """Return what all players would have had at the beginning of each turn and at the end of the log, by replaying it.

    Turns count from 1 without those that a rewind undid; the end of the log has the number of the last turn plus one.
    """
    return tuple(_worths(record))


def _worths(record: GameRecord) -> Iterator[Worth]:
    """Replay the log and yield the worth at each turn and at the end."""
    replayer = Replayer(record, edition=record.header.rulebook())
    turn = 0
    for number, event in enumerate(replayer.events):
        if event.act is ActKind.TURN:
            walk(replayer, number)
            turn += 1
            yield Worth(number, turn, worths(replayer.state))
    walk(replayer)
    yield Worth(len(replayer.events), turn + 1, worths(replayer.state))
