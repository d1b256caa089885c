"""Reads what people bring in a process that can be killed, so that no text, however it is made, stops a desk.

Each process that asks has one such process: started when it is first wanted, ended when nothing was wanted for `IDLE` seconds, and replaced
where it had to be killed. As a program this module is that process: each job on standard input has one answer on standard output. It loads
what it reads with, neither pages nor a database.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread, Timer
from typing import Any, BinaryIO, Final, TypeVar

import psutil

from games.background import apart
from tournament.installation.folders import ROOT
from wording import ngettext
from wording.languages import language, speaking

MOST_WORK: Final = 5
"""Seconds of processor time that one reading may take."""
LONGEST: Final = 60.0
"""Seconds after which a reading is given up even if it only waits."""
LOOKS_EVERY: Final = 0.25
IDLE: Final = 300.0

Read = TypeVar("Read")


class Apart:
    """The process that reads for this one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._idle: Timer | None = None

    def ask(self, job: bytes) -> Any:
        """Return the answer to a job; raises TimeoutError where it took too long, EOFError where the process ends by itself."""
        with self._lock:
            if self._idle is not None:
                self._idle.cancel()
            try:
                return _answer_of(self._running(), job)
            finally:
                self._idle = Timer(IDLE, self.end)
                self._idle.daemon = True
                self._idle.start()

    def _running(self) -> subprocess.Popen[bytes]:
        """The process, started where none runs."""
        if self._process is not None and self._process.poll() is not None:
            self._process.communicate()  # somebody else has ended it
            self._process = None
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tournament.installation.watching.apart"],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                **apart(),
            )
        return self._process

    def end(self) -> None:
        """End the process; the next job starts another."""
        with self._lock:
            if self._process is not None:
                self._process.communicate()  # the end of its input is the sign
                self._process = None


def _answer_of(process: subprocess.Popen[bytes], job: bytes) -> Any:
    """Return the answer of a process, which is watched meanwhile; raises TimeoutError where it was killed, EOFError where it has ended."""
    done, is_late = Event(), Event()
    watch = Thread(target=_watch, args=(process, done, is_late), daemon=True, name="deadline")
    watch.start()
    try:
        assert process.stdin is not None  # noqa: S101  both are pipes
        assert process.stdout is not None  # noqa: S101
        process.stdin.write(job)
        process.stdin.flush()
        return pickle.load(process.stdout)  # noqa: S301  our own program wrote it
    except (OSError, EOFError, pickle.UnpicklingError):
        process.kill()
        process.communicate()
        raise (TimeoutError if is_late.is_set() else EOFError) from None
    finally:
        done.set()


def _watch(process: subprocess.Popen[bytes], done: Event, is_late: Event) -> None:
    """Kill a process that is not done after `MOST_WORK` seconds of processor time, or after `LONGEST` seconds."""
    with suppress(psutil.Error):
        at_start = _work_of(process)
        for _look in range(int(LONGEST / LOOKS_EVERY)):
            if done.wait(LOOKS_EVERY):
                return
            if _work_of(process) - at_start > MOST_WORK:
                break
        is_late.set()
        process.kill()


def _work_of(process: subprocess.Popen[bytes]) -> float:
    """The seconds of processor time that a process has used."""
    used = psutil.Process(process.pid).cpu_times()
    return used.user + used.system


READER: Final = Apart()


def read_apart(refusing: Callable[[str], Exception], read: Callable[..., Read], *given: Any) -> Read:
    """Return what ``read`` makes of ``given``, in the process that can be killed; raise what it raises.

    Where that takes more than `MOST_WORK` seconds of work, ``refusing`` makes the error of a sentence that says so.
    """
    try:
        is_read, answer = READER.ask(pickle.dumps((language(), read, given)))
    except TimeoutError:
        sentence = ngettext(
            "Reading this took more than {n} second of work, so it was stopped. Take out what does not belong to it, such as"
            " very long lines, and send it again.",
            "Reading this took more than {n} seconds of work, so it was stopped. Take out what does not belong to it, such as"
            " very long lines, and send it again.",
            MOST_WORK,
        )
        raise refusing(sentence) from None
    if not is_read:
        raise answer
    found: Read = answer
    return found


def _answered(jobs: BinaryIO) -> bytes:
    """Do the next job of a stream, and return the answer; raises EOFError at the end of the stream."""
    code, read, given = pickle.load(jobs)  # noqa: S301  our own program wrote it
    with speaking(code):
        try:
            return pickle.dumps((True, read(*given)))
        except Exception as error:  # noqa: BLE001  it is raised where it was asked for
            if not isinstance(error, ValueError):
                error.add_note(traceback.format_exc())
            return pickle.dumps((False, error))


def main() -> None:
    """Answer one job after the other until nobody asks any more."""
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a reader prints is no answer
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            answers.write(_answered(jobs))
            answers.flush()


if __name__ == "__main__":
    main()
