"""A program on standard input and output sent to a server's game, where it holds one seat.

It is told views and refusals as in a series. What it writes that is no act is refused here; after the second refusal of one
decision any legal act is done for it, so that nobody waits for a program that does not know what to do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Any, Final

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.messages import Acts, refused, stale
from games.opponents.client import FIRST_WAIT, LONGEST_WAIT, Client, serve
from games.opponents.doors import AwayError, Door, ShutError
from games.series.deciding import MOST_LINES, MOST_REFUSED
from games.series.programs import LateError, Program
from games.series.reading import acts_from, named

#: How long (s) an answer is waited for where nobody says otherwise: the server's clock counts.
PATIENCE: Final = 3_600.0


class ProgramPlayer:
    """A program as a player who chooses an act from a view."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._random = Random()

    def hear(self, message: Mapping[str, Any]) -> None:
        """Pass on what the server says."""
        self._program.tell(message)

    def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
        """What the program answers; anything legal where it does not by the deadline.

        Raises:
            EndedError: if the program has ended.
        """
        until = deadline if deadline is not None else time.monotonic() + PATIENCE
        self._program.forget()
        self._program.tell(view)
        refusals = 0
        for _ in range(MOST_LINES):
            try:
                line = self._program.hear(until)
            except LateError:
                break
            try:
                sent = acts_from(line, view["n"] + 1)
            except IllegalActionError as problem:
                refusals += 1
                self._program.tell(refused(named(line), problem, view["n"]))
                if refusals == MOST_REFUSED:
                    break
                self._program.tell(view)
                continue
            if sent is not None and sent.number == view["n"] + 1:
                return _document(sent)
            if sent is not None:
                self._program.tell(stale(sent.id, view["n"]))
        legal = view["ask"].get("legal")
        return dict(self._random.choice(legal)) if legal else {"act": "pass"}


def _document(sent: Acts) -> dict[str, Any]:
    """An act or a whole turn, as it is sent on."""
    if len(sent.requests) == 1 and isinstance(sent.requests[0], Mapping):
        return dict(sent.requests[0])
    return {"acts": list(sent.requests)}


def send_to_series(
    open_door: Callable[[], Door], token: str, program: Program, *, to_look: float
) -> list[Mapping[str, Any]]:
    """Let a program play the seats to which one token leads, game after game, until it leads to none; the last view of each.

    Each game has a door of its own, for its numbers begin anew. Before the next one is open the token still leads to the one that
    is over, of which the program is told nothing more.

    Raises:
        EndedError: if the program ends before.
        ShutError: if the server refuses the token from the first.
    """
    ended: dict[str, Mapping[str, Any]] = {}
    while True:
        try:
            code = _next_game(open_door, token, set(ended))
            view = send_program(open_door(), token, program, to_look=to_look)
        except ShutError:
            if not ended:
                raise
            return list(ended.values())
        if view is not None:
            ended[code] = view


def _next_game(open_door: Callable[[], Door], token: str, ended: Collection[str]) -> str:
    """Wait until a token leads to a game that was not played yet; its code."""
    wait = FIRST_WAIT
    while True:
        door = open_door()
        try:
            view = door.send({"t": "hello", "v": 1, "token": token})[-1]
            if view["game"]["code"] not in ended:
                return str(view["game"]["code"])
            wait = FIRST_WAIT
        except AwayError:
            wait = min(LONGEST_WAIT, 2 * wait)
        finally:
            door.close()
        time.sleep(wait)


def send_program(door: Door, token: str, program: Program, *, to_look: float) -> Mapping[str, Any] | None:
    """Let a program play its seat to the end of the game, looking every so many seconds; the last view.

    Raises:
        EndedError: if the program ends before.
        ShutError: if the server refuses the seat.
    """
    player = ProgramPlayer(program)
    client = Client(door, token, player, pace=0.0, to_think=PATIENCE, to_look=to_look, hear=player.hear)
    try:
        serve([client])
    finally:
        door.close()
    return client.view
