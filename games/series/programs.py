"""A user's program that plays by its standard input and output: its process, its lines, and the acts that it writes.

A program can neither block this process nor fill its memory: its output is read only while it is asked, so a program that writes too
much waits on its own pipe; messages that it does not read are dropped; of its standard error only the end is stored.

Windows can neither wait for pipes nor end a program with all that it started, so there such programs are refused in a sentence; those
that join by a socket play from there too.
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

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deeds import unreadable
from games.acquire.play.devices.messages import LONGEST, Acts, message_from

#: The most bytes that wait for a program that does not read.
MOST_UNREAD: Final = 262_144
#: The number of bytes of standard error that are stored.
STORED_ERRORS: Final = 4_096
#: The seconds that a program has to end by itself once its input is closed.
TO_END: Final = 2.0
#: The seconds between two checks whether a silent program has ended.
BETWEEN_CHECKS: Final = 0.2
_PIECE: Final = 65_536
_LAST_PIECES: Final = 4
_NO_ID: Final = "-"


class LineBuffer:
    """Splits bytes into lines. A line that is too long is cut to one byte more than allowed, so that readers see that it is too long."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._partial = bytearray()
        self._is_skipping = False
        #: The complete lines that were not read yet.
        self.waiting: deque[bytes] = deque()

    def feed(self, piece: bytes) -> None:
        """Add bytes that were read."""
        *ended, last = piece.split(b"\n")
        for part in ended:
            self._add(part)
            if not self._is_skipping and self._partial.strip():
                self.waiting.append(bytes(self._partial))
            self._partial.clear()
            self._is_skipping = False
        self._add(last)

    def _add(self, part: bytes) -> None:
        """Add a part of a line; once that is too long, the rest of it is skipped."""
        if self._is_skipping:
            return
        self._partial += part
        if len(self._partial) > self._longest:
            self.waiting.append(bytes(self._partial[: self._longest + 1]))
            self._partial.clear()
            self._is_skipping = True

    def clear(self) -> None:
        """Drop the lines that were not read yet."""
        self.waiting.clear()


def parse_acts(line: bytes | Mapping[str, Any], number: int) -> Acts | None:
    """Parse a message of the protocol with one act or several; None for a message that is not needed here, such as a hello.

    ``t``, ``id`` and ``n`` may be left out of the message; ``number`` is then used as the number of the act.

    Raises:
        IllegalActionError: ``act-unreadable`` if the line is no message.
    """
    if isinstance(line, bytes) and len(line) > LONGEST:
        raise unreadable(f"A line has at most {LONGEST} bytes; send one act at a time.")  # not said
    document = _document(line) if isinstance(line, bytes) else line
    if not isinstance(document, Mapping):
        raise unreadable('A line is an object such as {"act": "pass"}; send one.')  # not said
    if document.get("t", "act") != "act":
        if document["t"] in ("hello", "ping", "agree"):
            return None
        raise unreadable("'t' is act on a line; leave it out or send that.")  # not said
    whole = {"t": "act", "id": _NO_ID, "n": number, **document}
    try:
        message = message_from(json.dumps(whole, ensure_ascii=False, separators=(",", ":")))
    except RecursionError:
        raise _too_deep() from None
    return message if isinstance(message, Acts) else None


def _too_deep() -> IllegalActionError:
    """The refusal of a line whose JSON is nested too deeply."""
    return unreadable("This line is nested too deeply; send one act.")  # not said


def _document(line: bytes) -> Any:
    """The JSON value of a line; IllegalActionError where it is not JSON."""
    try:
        return json.loads(line)
    except ValueError:
        raise unreadable('This line is not JSON; send an object such as {"act": "pass"}.') from None  # not said
    except RecursionError:
        raise _too_deep() from None


def id_of(line: bytes | Mapping[str, Any]) -> str:
    """Return the id of a message, which a refusal of it repeats; empty where it has none."""
    try:
        document = _document(line) if isinstance(line, bytes) else line
    except IllegalActionError:
        return ""
    name = document.get("id") if isinstance(document, Mapping) else None
    return name[:64] if isinstance(name, str) else ""


class NoProgramError(ValueError):
    """A command that cannot be started; the text is a sentence."""


class EndedError(Exception):
    """The program has ended or has closed its output; the text is a sentence."""


class LateError(Exception):
    """The program wrote no line in time."""


def words_of(command: str) -> list[str]:
    """Split a command into words as a shell would; no shell runs it.

    Raises:
        NoProgramError: if it has no word, or a quotation that does not end.
    """
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise NoProgramError(
            f"The command {command!r} cannot be read: {problem}; close its quotation."  # not said
        ) from None
    if not words or "\0" in command:
        raise NoProgramError(
            "A command is a program and its arguments; name one, as in cmd:'python3 bot.py'."  # not said
        )
    return words


def check_command(command: str) -> None:
    """Check that a command names a program that is found, on a system that can run it.

    Raises:
        NoProgramError: with the reason.
    """
    _check_system()
    word = words_of(command)[0]
    if shutil.which(word) is None:
        raise NoProgramError(f"{word} cannot be started: no such program is found; name one that can.")  # not said


def _check_system() -> None:
    """Check that this system can run programs by their standard input and output; NoProgramError with what to do where it cannot."""
    if not hasattr(os, "killpg") or not hasattr(os, "waitid"):
        raise NoProgramError(
            "A program that plays by its standard input and output runs on Linux and macOS only; "  # not said
            "on this system let it join by a socket, as remote:NAME (docs/developing/opponents.md)."  # not said
        )


class Program:
    """A running program, in a process group of its own."""

    def __init__(self, command: str) -> None:
        _check_system()
        words = words_of(command)
        self.command = command
        self.errors = b""
        self._ended: bool | None = None
        self._lines = LineBuffer()
        self._unsent: deque[bytes] = deque()
        self._sending = memoryview(b"")
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
                f"{words[0]} cannot be started: {problem.strerror}; name a program that can."  # not said
            ) from None
        pipes = (self._running.stdin, self._running.stdout, self._running.stderr)
        self._in, self._out, self._err = (pipe.fileno() if pipe else -1 for pipe in pipes)
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message as soon as the program reads it; if too many bytes wait to be sent, the messages before it are dropped."""
        if sum(map(len, self._unsent)) > MOST_UNREAD:
            self._unsent.clear()
        self._unsent.append(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        self._write()

    def drop_pending(self) -> None:
        """Drop the lines that the program wrote without being asked, and the messages that were not sent to it yet."""
        self._lines.clear()
        self._unsent.clear()

    def read_line(self, until: float) -> bytes:
        """Wait for the next line and return it; of a line that is too long the beginning. ``until`` is a moment of `time.monotonic`.

        Raises:
            LateError: if no line came until then.
            EndedError: if the program has ended or closed its output.
        """
        while not self._lines.waiting:
            left = until - time.monotonic()
            if left <= 0:
                raise LateError
            if self._out < 0:
                raise EndedError(self._ending())
            has_ended = self._status() is not None  # whatever it started may still hold its output
            self._attend(0 if has_ended else min(left, BETWEEN_CHECKS))
            if has_ended and not self._lines.waiting:
                raise EndedError(self._ending())
        return self._lines.waiting.popleft()

    @property
    def last_words(self) -> str:
        """The end of the last line on standard error, at most 200 characters."""
        lines = self.errors.decode("utf-8", "replace").strip().splitlines()
        return "".join(letter if letter.isprintable() else "?" for letter in lines[-1][-200:]) if lines else ""

    def close_input(self) -> None:
        """Close the standard input of the program, which tells it that no further message follows."""
        self._in = self._closed(self._in)

    def end(self, patience: float = TO_END) -> bool:
        """Close the input, wait ``patience`` seconds, then kill the program with all that it started; return whether it ended by itself."""
        if self._ended is not None:
            return self._ended
        self.close_input()
        until = time.monotonic() + patience
        while self._status() is None and (left := until - time.monotonic()) > 0:
            self._attend(min(left, 0.05))
            self._lines.clear()
        self._ended = self._status() is not None
        # The process was not waited for yet, so its ID is still its own and no other process group can be killed.
        os.killpg(self._running.pid, signal.SIGKILL)
        self._running.wait()
        self._out, self._err = self._closed(self._out), self._closed(self._err)
        return self._ended

    def _attend(self, seconds: float) -> None:
        """Wait at most ``seconds`` for the pipes; write as much as the program takes and read what it wrote."""
        reading = [pipe for pipe in (self._out, self._err) if pipe >= 0]
        writing = [self._in] if self._in >= 0 and (self._sending or self._unsent) else []
        if not reading and not writing:
            time.sleep(seconds)
            return
        ready, _, free = select.select(reading, writing, [], seconds)
        if free:
            self._write()
        if self._err in ready:
            piece = _read(self._err)
            self.errors = (self.errors + (piece or b""))[-STORED_ERRORS:]
            self._err = self._closed(self._err) if piece == b"" else self._err
        if self._out in ready:
            piece = _read(self._out)
            self._lines.feed(piece or b"")
            self._out = self._closed(self._out) if piece == b"" else self._out

    def _write(self) -> None:
        """Write pending messages as far as the pipe takes them."""
        while self._in >= 0 and (self._sending or self._unsent):
            if not self._sending:
                self._sending = memoryview(self._unsent.popleft())
            try:
                self._sending = self._sending[os.write(self._in, self._sending) :]
            except BlockingIOError:
                return
            except OSError:  # it has closed its input or has ended
                self.close_input()

    def _status(self) -> int | None:
        """Return the exit status of the program, less than 0 for a signal, or None while it runs; its process ID stays reserved."""
        found = os.waitid(os.P_PID, self._running.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def _ending(self) -> str:
        """Return in a sentence how the program ended, with its last line on standard error."""
        until = time.monotonic() + 0.2  # its output closes a moment before it has ended
        while self._status() is None and time.monotonic() < until:
            time.sleep(0.01)
        for _ in range(_LAST_PIECES):
            self._attend(0)
        status = self._status()
        how = "closed its output" if status is None else _exit_phrase(status)  # not said
        return f"The program {how}" + (f"; it last said: {self.last_words}" if self.last_words else ".")  # not said

    def _closed(self, pipe: int) -> int:
        """Close a pipe of the program; return -1, which stands for a closed pipe."""
        for file in (self._running.stdin, self._running.stdout, self._running.stderr):
            if file is not None and not file.closed and file.fileno() == pipe:
                file.close()
        return -1


def _read(pipe: int) -> bytes | None:
    """Return the bytes that can be read without waiting; empty at the end of the pipe, None where there are none yet."""
    try:
        return os.read(pipe, _PIECE)
    except BlockingIOError:
        return None


def _exit_phrase(status: int) -> str:
    """An exit status in words."""
    return f"ended with status {status}" if status >= 0 else f"was ended by signal {-status}"  # not said
