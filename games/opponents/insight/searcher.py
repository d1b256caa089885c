"""A search in a process of its own, started when somebody asks and ended by itself when nobody does any more."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any

from games.opponents.insight.deciding import DOLLARS

ROOT = Path(__file__).resolve().parents[3]
COMMAND = (sys.executable, "-m", "games.opponents.insight.worker")
#: What of the environment the process needs; secrets of an installation are none of it.
HANDED_ON = ("PATH", "HOME", "XDG_CACHE_HOME", "GAMES_PLAIN", "LANG", "TMPDIR", "VIRTUAL_ENV")
#: So long an answer may be late, and so long is waited for a process that starts, in seconds.
LATE = 2.0
STARTING = 4.0


class SearchError(Exception):
    """A search that gave no answer; the message says why and what to do."""


class GettingReadyError(SearchError):
    """The process is still making itself ready, as after an update; the message says so."""

    def __init__(self) -> None:
        super().__init__("The search is being made ready on this server, which takes a minute; ask again then.")


class Searcher:
    """One process that searches; what is asked of it is answered one after the other."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._running: subprocess.Popen[bytes] | None = None
        self._is_ready = False
        self._read = b""
        self._numbers = count(1)
        self._lock = Lock()

    def judged(self, log: str, event: int, seconds: float, unit: str = DOLLARS) -> dict[str, Any]:
        """What the search makes of the decision at an event of a log, as `Judged.document` has it; waits for it.

        Raises:
            GettingReadyError: if the process is not ready yet; it goes on getting ready.
            SearchError: if it gave no answer.
        """
        with self._lock:
            self._start()
            if not self._is_ready:
                if self._line(STARTING) is None:
                    raise GettingReadyError
                self._is_ready = True
            number = next(self._numbers)
            self._write({"id": number, "log": log, "event": event, "seconds": seconds, "unit": unit})
            last = time.monotonic() + seconds + LATE
            while (told := self._line(max(0.0, last - time.monotonic()))) is not None:
                if told.get("id") == number:
                    return _judged(told)
            self._end()  # What takes so long is lost, or would hold up whoever asks next.
            raise SearchError("The search took too long, as this server has much to do; ask again in a moment.")

    def end(self) -> None:
        """End the process; the next question starts another one."""
        with self._lock:
            self._end()

    def _start(self) -> None:
        if self._running is not None and self._running.poll() is None:
            return
        self._end()
        self._running = subprocess.Popen(  # noqa: S603  our own module
            self._command,
            cwd=ROOT,
            env={name: os.environ[name] for name in HANDED_ON if name in os.environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # what ends the server in its terminal ends this by the end of its input
        )

    def _end(self) -> None:
        running, self._running = self._running, None
        self._is_ready, self._read = False, b""
        if running is None:
            return
        running.kill()
        for pipe in (running.stdin, running.stdout):
            if pipe is not None:
                pipe.close()
        running.wait()

    def _write(self, job: dict[str, Any]) -> None:
        assert self._running is not None  # noqa: S101  it was started
        assert self._running.stdin is not None  # noqa: S101  by a pipe
        try:
            self._running.stdin.write(json.dumps(job).encode() + b"\n")
            self._running.stdin.flush()
        except OSError:
            self._end()
            raise SearchError("The search has ended without an answer; ask again.") from None

    def _line(self, patience: float) -> dict[str, Any] | None:
        """The next line of the process; None where none came in so many seconds. Raises SearchError where it has ended."""
        assert self._running is not None  # noqa: S101  it was started
        assert self._running.stdout is not None  # noqa: S101  by a pipe
        last = time.monotonic() + patience
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._running.stdout, selectors.EVENT_READ)
            while b"\n" not in self._read:
                if not waiting.select(max(0.0, last - time.monotonic())):
                    return None
                more = os.read(self._running.stdout.fileno(), 1 << 16)
                if not more:
                    self._end()
                    raise SearchError("The search has ended without an answer; ask again.")
                self._read += more
        line, _, self._read = self._read.partition(b"\n")
        told: dict[str, Any] = json.loads(line)
        return told


def _judged(told: dict[str, Any]) -> dict[str, Any]:
    if "judged" not in told:
        raise SearchError(str(told.get("problem", "The search gave no answer.")))
    judged: dict[str, Any] = told["judged"]
    return judged
