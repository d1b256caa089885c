"""The bots that sit at the seats of a series: our players in this process, and users' programs, which a transport joins to it.

All transports run in one thread of their own, so no program can block the series. None fills its memory either: a transport reads little
that was not asked for, and messages that a program does not read are dropped.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Queue
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

if TYPE_CHECKING:  # whose players may have to be compiled
    from games.opponents.players import GamePlayer

#: The most bytes that wait for a program that does not read.
MOST_UNREAD: Final = 262_144
#: The most lines of a program that wait to be read; until they are, no further ones are.
MOST_WAITING: Final = 64
#: The seconds that a program has to read what was sent, and to end by itself, once nothing follows.
TO_END: Final = 2.0
#: The seconds between two looks whether it has.
A_MOMENT: Final = 0.01

_Result = TypeVar("_Result")


class SeriesError(ValueError):
    """A series that cannot be played as it was asked for; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds: the limit of each decision, how much later an answer still counts, and what a first decision may take besides.

    The first decision of a program includes the time that it takes to start.
    """

    decision: float = 2.0
    grace: float = 0.25
    to_start: float = 10.0


@dataclass(frozen=True, slots=True)
class NoReply:
    """Says that a bot gave no answer, with the reason as a code and a sentence."""

    code: str
    sentence: str


#: The answer of a bot: a line (cut if it is too long), or why there is none.
BotAnswer: TypeAlias = bytes | NoReply


class SeriesBot:
    """A bot at a seat of a series. `tell`, `close_input` and `end` do nothing here; programs override them."""

    #: Whether it is sent views with the acts of others although it has nothing to decide.
    is_program = False
    #: Whether it is one from elsewhere that is not connected now.
    is_away = False

    def ask(self, view: Mapping[str, Any]) -> None:
        """Send a view that asks for an act; what the bot said before no longer counts."""
        raise NotImplementedError

    def answer(self) -> BotAnswer:
        """Wait for the answer to the view, until the limit, which counts from the call of `ask`."""
        raise NotImplementedError

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message that asks for nothing, such as a refusal."""

    def close_input(self) -> None:
        """Let the bot know that no message follows."""

    def end(self, patience: float = TO_END) -> bool:
        """End the bot after at most ``patience`` seconds, and return whether it had ended by itself."""
        return True


class OwnBot(SeriesBot):
    """One of our players, asked in this process; it knows nothing but its views."""

    def __init__(self, player: GamePlayer, limits: Limits) -> None:
        self._player, self._limits = player, limits
        self._view: Mapping[str, Any] = {}
        self._until = 0.0

    def ask(self, view: Mapping[str, Any]) -> None:
        """Store the view for `answer`."""
        self._view, self._until = view, time.monotonic() + self._limits.decision

    def answer(self) -> BotAnswer:
        """Let the player choose; an act that comes after limit and grace does not count."""
        chosen = self._player.choose(self._view, self._until)
        is_late = time.monotonic() > self._until + self._limits.grace
        return _too_late(self._limits) if is_late else json.dumps({"t": "act", **chosen}).encode()


class ProgramBot(SeriesBot):
    """A user's program. A transport puts what it says into `_lines`, and sends it what is in `_unsent`, both in the thread of the loop.

    ``_life`` is done once the program has ended, with a sentence that tells how.
    """

    is_program = True

    def __init__(self, loop: asyncio.AbstractEventLoop, limits: Limits) -> None:
        self._loop, self._limits = loop, limits
        self._to_start, self._until = limits.to_start, 0.0
        self._lines: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._unsent: deque[bytes] = deque()
        self._has_unsent = asyncio.Event()
        self._is_stuck = False
        self._life: asyncio.Future[str] = loop.create_future()

    def ask(self, view: Mapping[str, Any]) -> None:
        """Send the view, after dropping messages that the program does not read and lines that were not read."""
        self._until = time.monotonic() + self._limits.decision + self._limits.grace + self._to_start
        self._to_start = 0.0
        self._in_loop(self._ask(view))

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message as soon as the program reads it."""
        self._in_loop(self._tell(message))

    def answer(self) -> BotAnswer:
        """Wait for the next line of the program."""
        return self._in_loop(self._answer())

    def _in_loop(self, what: Coroutine[Any, Any, _Result]) -> _Result:
        """Run a coroutine in the thread of the loop and return what it returns."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()

    async def _ask(self, view: Mapping[str, Any]) -> None:
        """See `ask`."""
        self._drop_lines()
        if self._is_stuck:
            self._unsent.clear()
        await self._tell(view)

    async def _tell(self, message: Mapping[str, Any]) -> None:
        """See `tell`; if too many bytes wait to be sent, the messages before it are dropped."""
        if sum(map(len, self._unsent)) > MOST_UNREAD:
            self._unsent.clear()
        self._unsent.append(json.dumps(message, separators=(",", ":")).encode())
        self._has_unsent.set()

    async def _answer(self) -> BotAnswer:
        """See `answer`."""
        line = asyncio.ensure_future(self._lines.get())
        left = max(0.0, self._until - time.monotonic())  # nothing counts later, however much it says
        await asyncio.wait((line, self._life), timeout=left, return_when=asyncio.FIRST_COMPLETED)
        if line.done() and left:
            return line.result()
        line.cancel()
        return NoReply("program-ended", self._life.result()) if self._life.done() else _too_late(self._limits)

    def _drop_lines(self) -> None:
        """Drop the lines that were not read."""
        while not self._lines.empty():
            self._lines.get_nowait()

    async def _send_all(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is to be sent, as it comes, until this is cancelled."""
        while True:
            while self._unsent:
                self._is_stuck = True
                await send(self._unsent.popleft())
                self._is_stuck = False
            self._has_unsent.clear()
            await self._has_unsent.wait()


@contextmanager
def loop_of_programs() -> Iterator[asyncio.AbstractEventLoop]:
    """Yield a loop that runs in a thread of its own within this context."""
    begun: Queue[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Queue()

    async def run() -> None:
        over = asyncio.Event()
        begun.put((asyncio.get_running_loop(), over))
        await over.wait()

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="programs", daemon=True)
    thread.start()
    loop, over = begun.get()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()


def _too_late(limits: Limits) -> NoReply:
    """Return the answer that says that nothing came within the limit."""
    return NoReply("out-of-time", f"Nothing was answered within {limits.decision:g} seconds.")
