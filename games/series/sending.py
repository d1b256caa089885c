"""A program on standard input and output that holds a seat of a server's game.

It gets views and refusals as in a series. A line that is no act is refused here; after the second refusal of one decision any legal
act is done in its place, so that nobody waits for a program that does not know what to do. Its faults are reported.
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

#: The seconds for which an answer is waited for where there is no deadline: the server's clock counts.
PATIENCE: Final = 3_600.0


class Faults:
    """The faults of a program: each is counted, and reported to ``say`` when it occurs first."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._seen: Counter[tuple[str, str]] = Counter()
        self.lost = 0

    def note(self, code: str, sentence: str) -> None:
        """Count a fault."""
        self._seen[code, sentence] += 1
        if self._seen[code, sentence] == 1:
            self._say(f"{code}: {sentence}")

    def report_total(self) -> None:
        """Report how many faults there were; nothing where there was none."""
        if count := self._seen.total():
            made = f"{self.lost} decision{' was' if self.lost == 1 else 's were'} made for it"
            self._say(f"It did something wrong {count} time{'s' * (count != 1)}; {made}.")


class ProgramPlayer:
    """A program as a player that chooses an act from a view."""

    def __init__(self, program: Program, faults: Faults, trace: Trace) -> None:
        self._program, self._faults, self._trace = program, faults, trace
        self._place: dict[str, Any] = {}
        self._random = Random()

    def forward(self, message: Mapping[str, Any]) -> None:
        """Send the program a message, of the server or of this process."""
        self._trace.add(self._place, MessageDirection.TO, message)
        self._program.send(message)

    def note_refusal(self, refusal: Mapping[str, Any]) -> None:
        """Count what the server refused; an act that came too late is no fault."""
        if refusal["code"] != "stale":
            self._faults.note(refusal["code"], refusal["message"])

    def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
        """Choose what the program answers; any legal act where it does not answer by the deadline.

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
                self._faults.note("out-of-time", "Nothing was answered in time.")
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
    """The message for the server: one act, or the acts of a whole turn."""
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
    """Let a program play the seats to which one token leads, game after game, until it leads to none; gives the last view of each.

    Each game has a transport of its own, for its numbers begin anew. Until the next game is open the token still leads to the one that
    is over, of which the program gets no further message.

    Raises:
        EndedError: if the program ends before.
        SeatRefusedError: if the server refuses the token from the first.
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
    """Wait until a token leads to a game that was not played yet; gives the code of that game."""
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
    """Let a program play its seat to the end of the game and give the last view; it looks for news every so many seconds.

    ``say`` gets a sentence when the server stops answering.

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
    """The sentence for a server that does not answer."""
    return f"{problem} It is asked again until it does."
