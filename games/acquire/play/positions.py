"""The position of a recorded game after any of its events.

The final cash that all players would have had if the game had ended at each of its turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.acquire.actions import ActKind
from games.acquire.editions.bonus import Money
from games.acquire.record import GameRecord
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.start import open_game
from games.acquire.replay.walk import walk
from games.acquire.rules.acts import go_on
from games.acquire.rules.ending import await_end, worths
from games.acquire.rules.lenient import after_deal, next_to_deal
from games.acquire.rules.turn import begin_turn, next_player
from games.acquire.state import Phase, State


def position_at(record: GameRecord, upto: int | None = None) -> State:
    """Return the position after the first ``upto`` events of a record, or after all for None, by the edition in its header.

    Hands and draws that a log does not tell are unknown in the position. Mistakes in a log are treated as in its replay, so ask the
    replay first whether it found any. If a turn is over, the next one is begun, as in a game under way.
    """
    replayer = Replayer(record, edition=record.header.rulebook())
    walk(replayer, upto)
    if replayer.progress.end_called:
        await_end(replayer.state)
    if replayer.progress.started:
        go_on(replayer.state)
    else:
        _begin(replayer)
    return replayer.state


def _begin(replayer: Replayer) -> None:
    """Begin the first turn if the log has everything that comes before it."""
    state, position = replayer.state, replayer.record.header.position
    if position is not None:
        open_game(replayer, position.to_play or 0, None)
        begin_turn(state, next_player(state))
    elif state.phase is Phase.DEAL and next_to_deal(state) < 0:
        after_deal(state)


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
