"""A program of a stranger: started, told messages as lines, heard line by line, and ended with all that it started.

Nothing it does holds anybody up or fills the memory: it is read only while it is asked, so that whoever floods waits on his own
pipe; what it does not read is forgotten; of what it says on standard error the end is kept.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from games.series.lines import Lines

#: The most bytes that wait for a program that does not read.
MOST_UNREAD: Final = 262_144
#: So many bytes of standard error are kept.
KEPT_ERRORS: Final = 4_096
#: How long (s) a program has to end by itself once its input is closed.
TO_END: Final = 2.0
#: How often (s) it is looked whether it has ended while nothing comes.
BETWEEN_LOOKS: Final = 0.2
_PIECE: Final = 65_536
_LAST_PIECES: Final = 4


class NoProgramError(ValueError):
    """A command that cannot be started, in a sentence."""


class EndedError(Exception):
    """The program has ended or has closed its output; the text is a sentence."""


class LateError(Exception):
    """Nothing was said in time."""


def words_of(command: str) -> list[str]:
    """The words of a command as a shell would split them; no shell runs it.

    Raises:
        NoProgramError: if it has none, or a quotation that does not end.
    """
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise NoProgramError(f"The command {command!r} cannot be read: {problem}; close its quotation.") from None
    if not words or "\0" in command:
        raise NoProgramError("A command is a program and its arguments; name one, as in cmd:'python3 bot.py'.")
    return words


def check_command(command: str) -> None:
    """Refuse a command that names nothing that can be run.

    Raises:
        NoProgramError: with the reason.
    """
    word = words_of(command)[0]
    if shutil.which(word) is None:
        raise NoProgramError(f"{word} cannot be started: no such program is found; name one that can.")


class Program:
    """One running program in a group of its own."""

    def __init__(self, command: str) -> None:
        words = words_of(command)
        self.command = command
        self.errors = b""
        self._ended: bool | None = None
        self._lines = Lines()
        self._unsent: deque[bytes] = deque()
        self._begun = memoryview(b"")
        # Whoever prints without flushing would otherwise wait for a full buffer.
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        try:
            self._running = subprocess.Popen(  # noqa: S603  the program is what the user names
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env=environment,
            )
        except OSError as problem:
            raise NoProgramError(
                f"{words[0]} cannot be started: {problem.strerror}; name a program that can."
            ) from None
        pipes = (self._running.stdin, self._running.stdout, self._running.stderr)
        self._in, self._out, self._err = (pipe.fileno() if pipe else -1 for pipe in pipes)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message as soon as the program reads; what waits too long is forgotten."""
        if sum(map(len, self._unsent)) > MOST_UNREAD:
            self._unsent.clear()
        self._unsent.append(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        self._send()

    def forget(self) -> None:
        """Forget what it said unasked, and what it has not read."""
        self._lines.forget()
        self._unsent.clear()

    def hear(self, until: float) -> bytes:
        """The next line by a moment of the monotonic clock; of one that is too long its beginning.

        Raises:
            LateError: if none came.
            EndedError: if none can come any more.
        """
        while not self._lines.waiting:
            left = until - time.monotonic()
            if left <= 0:
                raise LateError
            if self._out < 0:
                raise EndedError(self._ending())
            has_ended = self._status() is not None  # whatever it started may still hold its output
            self._attend(0 if has_ended else min(left, BETWEEN_LOOKS))
            if has_ended and not self._lines.waiting:
                raise EndedError(self._ending())
        return self._lines.waiting.popleft()

    @property
    def last_words(self) -> str:
        """The last line on standard error, cut."""
        said = self.errors.decode("utf-8", "replace").strip().splitlines()
        return "".join(letter if letter.isprintable() else "?" for letter in said[-1][-200:]) if said else ""

    def hang_up(self) -> None:
        """Close its input, by which it knows that nothing more comes."""
        self._in = self._closed(self._in)

    def end(self, patience: float = TO_END) -> bool:
        """Wait so long (s) until it has ended, or end it and whatever it started; whether it did so by itself."""
        if self._ended is not None:
            return self._ended
        self.hang_up()
        until = time.monotonic() + patience
        while self._status() is None and (left := until - time.monotonic()) > 0:
            self._attend(min(left, 0.05))
            self._lines.forget()
        self._ended = self._status() is not None
        # Not yet waited for, it still holds its number, so that no other group is meant.
        os.killpg(self._running.pid, signal.SIGKILL)
        self._running.wait()
        self._out, self._err = self._closed(self._out), self._closed(self._err)
        return self._ended

    def _attend(self, seconds: float) -> None:
        """Wait for the pipes: write what it takes, read what it says."""
        reading = [pipe for pipe in (self._out, self._err) if pipe >= 0]
        writing = [self._in] if self._in >= 0 and (self._begun or self._unsent) else []
        if not reading and not writing:
            time.sleep(seconds)
            return
        ready, _, free = select.select(reading, writing, [], seconds)
        if free:
            self._send()
        if self._err in ready:
            piece = _read(self._err)
            self.errors = (self.errors + (piece or b""))[-KEPT_ERRORS:]
            self._err = self._closed(self._err) if piece == b"" else self._err
        if self._out in ready:
            piece = _read(self._out)
            self._lines.feed(piece or b"")
            self._out = self._closed(self._out) if piece == b"" else self._out

    def _send(self) -> None:
        while self._in >= 0 and (self._begun or self._unsent):
            if not self._begun:
                self._begun = memoryview(self._unsent.popleft())
            try:
                self._begun = self._begun[os.write(self._in, self._begun) :]
            except BlockingIOError:
                return
            except OSError:  # it has closed its input or has ended
                self.hang_up()

    def _status(self) -> int | None:
        """How it ended, less than 0 for a signal; None while it runs. It is not waited for yet."""
        found = os.waitid(os.P_PID, self._running.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def _ending(self) -> str:
        """How it went, in a sentence."""
        until = time.monotonic() + 0.2  # its output closes a moment before it has ended
        while self._status() is None and time.monotonic() < until:
            time.sleep(0.01)
        for _ in range(_LAST_PIECES):
            self._attend(0)
        status = self._status()
        how = "closed its output" if status is None else _told(status)
        return f"The program {how}" + (f"; it last said: {self.last_words}" if self.last_words else ".")

    def _closed(self, pipe: int) -> int:
        """Close a pipe of the program; -1, which stands for a closed one."""
        for file in (self._running.stdin, self._running.stdout, self._running.stderr):
            if file is not None and not file.closed and file.fileno() == pipe:
                file.close()
        return -1


def _read(pipe: int) -> bytes | None:
    """What can be read at once; empty at the end, None where nothing is there after all."""
    try:
        return os.read(pipe, _PIECE)
    except BlockingIOError:
        return None


def _told(status: int) -> str:
    return f"ended with status {status}" if status >= 0 else f"was ended by signal {-status}"
