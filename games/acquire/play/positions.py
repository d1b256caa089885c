"""The position of a recorded game after any of its events."""

from __future__ import annotations

from games.acquire.record import GameRecord
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.start import open_game
from games.acquire.replay.walk import walk
from games.acquire.rules.acts import go_on
from games.acquire.rules.ending import await_end
from games.acquire.rules.opening import after_deal, next_to_deal
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
