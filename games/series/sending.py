"""A program on standard input and output that holds a seat of a server's game.

It gets views and refusals as in a series. A line that is not an act is refused here; after the second refusal in one decision a random
legal act is sent for it, so that nobody waits for a program that does not know what to do. Its faults are reported.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Any, Final

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.messages import Acts, refused, stale
from games.opponents.client import FIRST_WAIT, LONGEST_WAIT, Client, serve
from games.opponents.transport import NoAnswerError, SeatRefusedError, Transport
from games.series.deciding import MOST_LINES, MOST_REFUSED
from games.series.programs import LateError, Program, id_of, parse_acts
from games.series.tracing import MessageDirection, Trace

#: How long (s) an answer of the program is waited for where there is no deadline; the server's clock limits it anyway.
PATIENCE: Final = 3_600.0


class Faults:
    """The faults of a program: each is counted, and reported to ``say`` when it occurs for the first time.

    ``lost`` is the number of decisions that were made for the program.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._counts: Counter[tuple[str, str]] = Counter()
        self.lost = 0

    def note(self, code: str, sentence: str) -> None:
        """Count a fault."""
        self._counts[code, sentence] += 1
        if self._counts[code, sentence] == 1:
            self._say(f"{code}: {sentence}")

    def report_total(self) -> None:
        """Report how many faults there were, if there were any."""
        if count := self._counts.total():
            made = f"{self.lost} decision{' was' if self.lost == 1 else 's were'} made for it"  # not said
            self._say(f"It did something wrong {count} time{'s' * (count != 1)}; {made}.")  # not said


class ProgramPlayer:
    """A program as a `GamePlayer`, which chooses an act from a view."""

    def __init__(self, program: Program, faults: Faults, trace: Trace) -> None:
        self._program, self._faults, self._trace = program, faults, trace
        self._place: dict[str, Any] = {}
        self._random = Random()

    def forward(self, message: Mapping[str, Any]) -> None:
        """Send the program a message from the server or from this process."""
        self._trace.add(self._place, MessageDirection.TO, message)
        self._program.send(message)

    def note_refusal(self, refusal: Mapping[str, Any]) -> None:
        """Count a refusal of the server as a fault, unless the act only came too late."""
        if refusal["code"] != "stale":
            self._faults.note(refusal["code"], refusal["message"])

    def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
        """Return the act that the program answers with; a random legal act if it gives none by the deadline or is refused too often.

        Raises:
            EndedError: if the program has ended.
        """
        until = deadline if deadline is not None else time.monotonic() + PATIENCE
        self._place = {"game": view["game"]["code"], "seat": view["you"]}
        self._program.drop_pending()
        self.forward(view)
        refusals = 0
        for _ in range(MOST_LINES):
            try:
                line = self._program.read_line(until)
            except LateError:
                self._faults.note("out-of-time", "Nothing was answered in time.")  # not said
                break
            self._trace.add(self._place, MessageDirection.FROM, line)
            try:
                sent = parse_acts(line, view["n"] + 1)
            except IllegalActionError as problem:
                refusals += 1
                self._faults.note(problem.code, str(problem))
                self.forward(refused(id_of(line), problem, view["n"]))
                if refusals == MOST_REFUSED:
                    break
                self.forward(view)
                continue
            if sent is not None and sent.number == view["n"] + 1:
                return _document(sent)
            if sent is not None:
                self.forward(stale(sent.id, view["n"]))
        self._faults.lost += 1
        legal = view["ask"].get("legal")
        return dict(self._random.choice(legal)) if legal else {"act": "pass"}


def _document(sent: Acts) -> dict[str, Any]:
    """Return what is sent to the server: one act, or a list of acts."""
    if len(sent.requests) == 1 and isinstance(sent.requests[0], Mapping):
        return dict(sent.requests[0])
    return {"acts": list(sent.requests)}


def send_to_series(
    open_transport: Callable[[], Transport],
    token: str,
    player: ProgramPlayer,
    *,
    to_look: float,
    say: Callable[[str], None],
) -> list[Mapping[str, Any]]:
    """Let a program play the seats that one token opens, game after game, until it opens none; return the last view of each game.

    Each game has its own transport, because the numbers of acts begin anew. Until the next game is open the token still opens the seat in
    the game that is over; the program is then sent nothing.

    Raises:
        EndedError: if the program ends before.
        SeatRefusedError: if the server refuses the token before any game was played.
    """
    ended: dict[str, Mapping[str, Any]] = {}
    while True:
        try:
            code = _next_game(open_transport, token, set(ended), say)
            view = send_program(open_transport(), token, player, to_look=to_look, say=say)
        except SeatRefusedError:
            if not ended:
                raise
            return list(ended.values())
        if view is not None:
            ended[code] = view


def _next_game(
    open_transport: Callable[[], Transport], token: str, ended: Collection[str], say: Callable[[str], None]
) -> str:
    """Wait until a token opens a seat in a game whose code is not in ``ended``; return the code of that game."""
    wait = FIRST_WAIT
    while True:
        transport = open_transport()
        try:
            view = transport.send({"t": "hello", "v": 1, "token": token})[-1]
            if view["game"]["code"] not in ended:
                return str(view["game"]["code"])
            wait = FIRST_WAIT
        except NoAnswerError as problem:
            if wait == FIRST_WAIT:
                say(retry_sentence(str(problem)))
            wait = min(LONGEST_WAIT, 2 * wait)
        finally:
            transport.close()
        time.sleep(wait)


def send_program(
    transport: Transport, token: str, player: ProgramPlayer, *, to_look: float, say: Callable[[str], None]
) -> Mapping[str, Any] | None:
    """Let a program play its seat to the end of the game; return the last view, None if there was none.

    The server is asked for news every ``to_look`` seconds; ``say`` gets a sentence when it stops answering.

    Raises:
        EndedError: if the program ends before.
        SeatRefusedError: if the server refuses the seat.
    """
    client = Client(
        transport,
        token,
        player,
        pace=0.0,
        to_think=PATIENCE,
        to_look=to_look,
        on_message=player.forward,
        on_refusal=player.note_refusal,
        on_silence=lambda problem: say(retry_sentence(problem)),
    )
    try:
        serve([client])
    finally:
        transport.close()
    return client.view


def retry_sentence(problem: str) -> str:
    """Return a sentence that says that the server does not answer and is asked again; ``problem`` is the beginning of it."""
    return f"{problem} It is asked again until it does."  # not said
