"""The final cash that everybody would have had, turn by turn, if the game had ended there."""

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
    """The cash of all players of a log, in dollars, if the game had ended before the event of this number, in this turn."""

    event: int
    turn: int
    cash: tuple[Money, ...]


def worth_by_turn(record: GameRecord) -> tuple[Worth, ...]:
    """The worth of every player at the beginning of each turn and at the end of the log, by the replay of the log.

    Turns count from 1 without those that a rewind undid; the end of the log has the number after the last turn.
    """
    return tuple(_worths(record))


def _worths(record: GameRecord) -> Iterator[Worth]:
    replayer = Replayer(record, edition=record.header.rulebook())
    turn = 0
    for number, event in enumerate(replayer.events):
        if event.act is ActKind.TURN:
            walk(replayer, number)
            turn += 1
            yield Worth(number, turn, worths(replayer.state))
    walk(replayer)
    yield Worth(len(replayer.events), turn + 1, worths(replayer.state))
