"""The client of the search process, which is started for the first job and ends by itself when no further job comes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, Any

from games.background import apart
from games.opponents.insight.deciding import DOLLARS
from wording import gettext as _

ROOT = Path(__file__).resolve().parents[3]
COMMAND = (sys.executable, "-m", "games.opponents.insight.worker")
#: The variables of the environment that the process gets; no secret of an installation is among them.
PASSED_ON = (
    *("PATH", "HOME", "XDG_CACHE_HOME", "GAMES_PLAIN", "LANG", "TMPDIR", "VIRTUAL_ENV"),
    *("SYSTEMROOT", "USERPROFILE", "LOCALAPPDATA", "TEMP", "TMP"),  # which Windows needs
)
#: Seconds by which an answer may be late, and seconds to wait for a process that is starting.
LATE = 2.0
STARTING = 4.0


class SearchError(Exception):
    """The search gave no answer; the message is a sentence that says why and what to do."""


class GettingReadyError(SearchError):
    """The search process is still compiling, as after an update; the message says so."""

    def __init__(self) -> None:
        super().__init__(_("The search is starting on this server, which takes a minute. Ask again then."))


class Searcher:
    """One child process that searches; its jobs are done one after the other. ``command`` starts it."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._running: subprocess.Popen[bytes] | None = None
        self._is_ready = False
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._numbers = count(1)
        self._lock = Lock()

    def judged(self, log: str, event: int, seconds: float, unit: str = DOLLARS) -> dict[str, Any]:
        """Wait for the judgement on a decision, and return it as `Judged.document` does.

        ``log`` is the text of a log, ``event`` the number of the decision's event in it, ``seconds`` how long may be searched.

        Raises:
            GettingReadyError: if the process is not ready yet; it goes on compiling.
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
            while (answer := self._line(max(0.0, last - time.monotonic()))) is not None:
                if answer.get("id") == number:
                    return _judgement_in(answer)
            self._end()  # or the late job would delay the next one
            raise SearchError(_("The search took too long because this server is busy. Ask again in a moment."))

    def end(self) -> None:
        """End the process; the next job starts another one."""
        with self._lock:
            self._end()

    def _start(self) -> None:
        """Start the process, unless it runs."""
        if self._running is not None and self._running.poll() is None:
            return
        self._end()
        self._running = subprocess.Popen(  # noqa: S603  our own module
            self._command,
            cwd=ROOT,
            env={name: os.environ[name] for name in PASSED_ON if name in os.environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **apart(),  # what ends the server in its terminal ends this by the end of its input
        )
        self._lines = SimpleQueue()
        # A thread, because not every system can wait for a pipe and a moment at once.
        Thread(target=_read_lines, args=(self._running.stdout, self._lines), daemon=True, name="search").start()

    def _end(self) -> None:
        """Kill the process, if there is one, and wait until it has ended."""
        running, self._running = self._running, None
        self._is_ready = False
        if running is None:
            return
        running.kill()
        if running.stdin is not None:
            with suppress(OSError):  # a job that the process did not read any more
                running.stdin.close()
        running.wait()

    def _write(self, job: dict[str, Any]) -> None:
        """Send a job to the process; SearchError if it has ended."""
        assert self._running is not None  # noqa: S101  it was started
        assert self._running.stdin is not None  # noqa: S101  by a pipe
        try:
            self._running.stdin.write(json.dumps(job).encode() + b"\n")
            self._running.stdin.flush()
        except OSError:
            self._end()
            raise SearchError(_("The search ended without an answer. Ask again.")) from None

    def _line(self, patience: float) -> dict[str, Any] | None:
        """Wait ``patience`` seconds for the next line of the process and return its JSON; None if none came, SearchError if it ended."""
        try:
            line = self._lines.get(timeout=patience)
        except Empty:
            return None
        if not line.endswith(b"\n"):
            self._end()
            raise SearchError(_("The search ended without an answer. Ask again."))
        message: dict[str, Any] = json.loads(line)
        return message


def _read_lines(output: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Put each line that a process writes into a queue, and an empty one when it has ended."""
    with output, suppress(ValueError):
        for line in output:
            lines.put(line)
    lines.put(b"")


def _judgement_in(answer: dict[str, Any]) -> dict[str, Any]:
    """The judgement in an answer; SearchError with the problem that the answer names if there is none."""
    if "judged" not in answer:
        raise SearchError(str(answer.get("problem") or _("The search gave no answer.")))
    judged: dict[str, Any] = answer["judged"]
    return judged
