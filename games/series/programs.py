"""A user's program that plays by its standard input and output: its process in a process group of its own, and its pipes.

A line that is too long is cut to one byte more than allowed, so that readers see that it is too long.

Windows can neither wait for pipes nor end a program with all that it started, so there such programs are refused in a sentence; those
that join by a socket play from there too.

Check a program: it plays one whole game against bots that go by rules of thumb, and its faults are listed in sentences.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from typing import Final

from games.acquire.editions.values import edition_named
from games.acquire.play.devices.messages import LONGEST
from games.series.bots import A_MOMENT, TO_END, Limits, ProgramBot, SeriesError
from games.series.table import BotFault, BotRow

#: The seconds between two checks whether a silent program has ended.
BETWEEN_CHECKS: Final = 0.2


def words_of(command: str) -> list[str]:
    """Split a command into words as a shell would; no shell runs it.

    Raises:
        SeriesError: if it has no word, or a quotation that does not end.
    """
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise SeriesError(f"The command {command!r} cannot be read: {problem}; close its quotation.") from None
    if not words or "\0" in command:
        raise SeriesError("A command is a program and its arguments; name one, as in cmd:'python3 bot.py'.")
    return words


def check_command(command: str) -> list[str]:
    """Return the words of a command, which names a program that is found, on a system that can run it.

    Raises:
        SeriesError: with the reason where that is not so.
    """
    if not hasattr(os, "killpg") or not hasattr(os, "waitid"):
        raise SeriesError(
            "A program that plays by its standard input and output runs on Linux and macOS only; "
            "on this system let it join by a socket, as remote:NAME (docs/developing/opponents.md)."
        )
    words = words_of(command)
    if shutil.which(words[0]) is None:
        raise SeriesError(f"{words[0]} cannot be started: no such program is found; name one that can.")
    return words


class Program(ProgramBot):
    """A running program on its standard input and output; what it writes to standard error goes where this process writes its own."""

    def __init__(self, command: str, loop: asyncio.AbstractEventLoop, limits: Limits) -> None:
        words = check_command(command)
        super().__init__(loop, limits)
        self._has_ended: bool | None = None
        # Whoever prints without flushing would otherwise wait for a full buffer.
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        pipe = subprocess.PIPE
        try:
            self._running = subprocess.Popen(  # noqa: S603  the program is what the user names
                words, stdin=pipe, stdout=pipe, bufsize=0, start_new_session=True, env=environment
            )
        except OSError as problem:
            raise SeriesError(f"{words[0]} cannot be started: {problem.strerror}; name a program that can.") from None
        self._in_loop(self._connect())

    def close_input(self) -> None:
        """Close the standard input of the program, which tells it that no further message follows."""
        self._loop.call_soon_threadsafe(self._input.close)

    def end(self, patience: float = TO_END) -> bool:
        """Close the input, wait ``patience`` seconds, then kill the program with all that it started; return whether it ended by itself."""
        if self._has_ended is None:
            self._has_ended = self._in_loop(self._end(patience))
        return self._has_ended

    async def _connect(self) -> None:
        """Begin to read and write the pipes, and to watch the process."""
        output, unread = asyncio.StreamReader(limit=LONGEST), asyncio.StreamReader()
        self._output, _ = await self._loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(output), self._running.stdout
        )
        self._input, protocol = await self._loop.connect_write_pipe(
            lambda: asyncio.StreamReaderProtocol(unread), self._running.stdin
        )
        self._input.set_write_buffer_limits(0)
        self._writer = asyncio.StreamWriter(self._input, protocol, None, self._loop)
        self._listening = asyncio.create_task(self._listen(output))
        self._sending = asyncio.create_task(self._send_all(self._write))
        self._life = asyncio.create_task(self._live())

    async def _listen(self, output: asyncio.StreamReader) -> None:
        """Read lines until the output ends."""
        is_rest = False
        while True:
            try:
                line = await output.readuntil()
            except asyncio.IncompleteReadError:
                return
            except asyncio.LimitOverrunError as longer:
                piece = await output.readexactly(longer.consumed)
                if not is_rest:
                    await self._lines.put(piece[: LONGEST + 1])
                is_rest = True
                while time.monotonic() > self._until:  # it waits on its own pipe while it is not asked
                    await asyncio.sleep(BETWEEN_CHECKS)
                continue
            if not is_rest and line.strip():
                await self._lines.put(line[:-1])
            is_rest = False

    async def _write(self, message: bytes) -> None:
        """Write a message as a line, and wait until the pipe has taken it; do nothing more for a program that has closed its input."""
        self._writer.write(message + b"\n")
        try:
            await self._writer.drain()
        except OSError:
            self._input.close()

    async def _live(self) -> str:
        """Wait for the end of the program, whatever still holds its pipes, or of its output; return in a sentence how it ended."""
        while self._status() is None and not self._listening.done():
            await asyncio.wait([self._listening], timeout=BETWEEN_CHECKS)
        await asyncio.sleep(BETWEEN_CHECKS)  # one of them may come a moment after the other
        status = self._status()
        if status is None:
            return "The program closed its output."
        how = f"ended with status {status}" if status >= 0 else f"was ended by signal {-status}"
        return f"The program {how}."

    async def _end(self, patience: float) -> bool:
        """See `end`."""
        self._input.close()
        until = time.monotonic() + patience
        while self._status() is None and time.monotonic() < until:
            await asyncio.sleep(A_MOMENT)
            self._drop_lines()
        has_ended = self._status() is not None
        for task in (self._life, self._listening, self._sending):
            task.cancel()
        # The process was not waited for yet, so its ID is still its own and no other process group can be killed.
        os.killpg(self._running.pid, signal.SIGKILL)
        self._running.wait()
        self._output.close()
        return has_ended

    def _status(self) -> int | None:
        """Return the exit status of the program, less than 0 for a signal, or None while it runs; its process ID stays reserved."""
        found = os.waitid(os.P_PID, self._running.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


#: The players of the game by which a program is checked, six with power-up cards, as far as the edition allows it.
USUAL_PLAYERS: Final = 4
PLAYERS_WITH_CARDS: Final = 6


def usual_seats(edition: str) -> int:
    """Return the number of players of the game by which a program is checked."""
    rules = edition_named(edition)
    usual = PLAYERS_WITH_CARDS if rules.cards else USUAL_PLAYERS
    return min(max(usual, rules.min_players), rules.max_players)


def sentences(rows: Sequence[BotRow]) -> Iterator[str]:
    """Yield sentences on what the program of the first row did wrong in its game, each fault once, and on how the game went."""
    program, conduct = rows[0], rows[0].conduct
    alike: dict[tuple[str, str], list[BotFault]] = {}
    for fault in conduct.faults:
        alike.setdefault((fault.code, fault.sentence), []).append(fault)
    for (code, sentence), (first, *others) in alike.items():
        often = f" ({len(others) + 1} times)" if others else ""
        yield f"Decision {first.decision} ({first.phase}): {code}{often}: {sentence}"
    if not conduct.has_ended:
        yield "It did not end when its input was closed, and was ended."
    yield (
        f"{conduct.decisions} decisions, the slowest after {conduct.slowest:.2f} s; {conduct.timeouts} made for it, "
        f"{conduct.refused} acts refused; {program.total:,.0f} of {sum(row.total for row in rows):,.0f} dollars."
    )
    yield "It does not play as it should." if conduct.faults else "It plays as it should."
