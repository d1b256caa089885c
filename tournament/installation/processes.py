"""Processes of this installation: how they end with the one that started them, how they step back, and how much they may open.

All of it works on Linux, macOS and Windows. A process that is to end with the one that starts it (`ends_with_parent`) is started like this:

    Popen(words, stdin=PIPE, env=joined(os.environ, served_by=str(os.getpid())), **apart())

Its standard input is its lifeline: it is never written to, and the system closes it when the parent ends, in whatever way. So closing it is
also how a parent asks the child to end (`end_child`), which Windows has no signal for.

Reads what people bring in a process that can be killed, so that no text, however it is made, stops a desk.

Each process that asks has one such process: started when it is first wanted, ended when nothing was wanted for `IDLE` seconds, and replaced
where it had to be killed. As a program this module is that process: each job on standard input has one answer on standard output. It loads
what it reads with, neither pages nor a database.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import pickle
import signal
import stat
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread, Timer
from types import FrameType
from typing import IO, Any, BinaryIO, Final, Protocol, TypeVar
from weakref import WeakSet

import psutil
from django.db import Error
from django.db.backends.signals import connection_created

from games.running import lower_priority, process_options
from tournament.installation.environment import variables_passed_on
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
                [sys.executable, "-m", "tournament.installation.processes"],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                **process_options(),
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


def _answer_next_job(jobs: BinaryIO) -> bytes:
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
            answers.write(_answer_next_job(jobs))
            answers.flush()


if __name__ == "__main__":
    main()


try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]


TO_WATCH: Final = 0.5
"""Seconds between two looks whether the parent process still runs, where no lifeline tells it."""
TO_END: Final = 10.0
"""Seconds that a child process has to end by itself once its lifeline is closed."""
_ENDING = (signal.SIGINT, signal.SIGTERM, *([signal.SIGBREAK] if hasattr(signal, "SIGBREAK") else []))
"""Signals to end; Windows sends the third when Ctrl+Break is pressed or the window is closed."""


def hear_once() -> None:
    """From now on raise KeyboardInterrupt at the first SIGINT or SIGTERM, and ignore later ones, so that work can be finished."""
    for number in _ENDING:
        signal.signal(number, _end)


def _end(_number: int, _frame: FrameType | None) -> None:
    """The handler of the first signal to end: ignores later ones and raises KeyboardInterrupt."""
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def number_of_parent() -> int:
    """The number of the process that started this one: as that one passed it on (`served_by`), else the parent process.

    What was passed on is asked first because a process whose parent has ended gets another parent from the system.
    """
    stated = variables_passed_on(os.environ).get("served_by", "")
    return int(stated) if stated.isdecimal() else os.getppid()


def ends_with_parent(end: Callable[[], None] | None = None) -> None:
    """From now on call ``end`` as soon as the process that started this one has ended or asks this one to end; return at once.

    ``end`` is called once, in a thread of its own, and None ends this process at once (status 0). The process that started this one is what
    it passed on (`served_by`), and this one's standard input is its lifeline (see above): do not read it, and give it to no child. Where
    standard input is no pipe, the parent is looked for every `TO_WATCH` seconds. Where nothing was passed on the parent process is it.
    """
    parent = number_of_parent()  # asked now: a process whose parent ends gets another
    has_lifeline = bool(variables_passed_on(os.environ).get("served_by")) and _is_lifeline()
    Thread(target=_wait_for_end, args=(parent, has_lifeline, end), daemon=True, name="lifeline").start()


def _is_lifeline() -> bool:
    """Whether this process's standard input is a pipe."""
    try:
        return stat.S_ISFIFO(os.fstat(0).st_mode)
    except OSError:  # it has none
        return False


def _wait_for_end(parent: int, has_lifeline: bool, end: Callable[[], None] | None) -> None:
    """Wait until the lifeline is closed, or without one until the process number ``parent`` is gone; then call ``end``."""
    if has_lifeline:
        with suppress(OSError):
            while os.read(0, 1024):
                pass
    else:
        while _is_running(parent):
            time.sleep(TO_WATCH)
    if end is None:
        os._exit(0)
    end()


def _is_running(parent: int) -> bool:
    """Whether the process that started this one still runs; other systems than Windows give a process left behind another parent."""
    return psutil.pid_exists(parent) if sys.platform == "win32" else os.getppid() == parent


class Child(Protocol):
    """What a process that is to be ended has, as `subprocess.Popen` has it."""

    @property
    def stdin(self) -> IO[Any] | None:
        """Its lifeline, where it has one."""

    def poll(self) -> int | None:
        """Its exit status; None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; raises TimeoutExpired."""

    def kill(self) -> None:
        """End it at once."""


def end_child(child: Child, patience: float = TO_END) -> None:
    """End a process that `ends_with_parent`: close its lifeline, and kill it after ``patience`` seconds; return when it has ended."""
    if child.stdin is not None:
        with suppress(OSError):
            child.stdin.close()
    try:
        child.wait(patience)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def open_files(wanted: int) -> int:
    """Raise the limit of this process's open files and sockets to ``wanted`` as far as the system allows; return how many it may open.

    The answer is ``wanted`` at most where the system has no such limit, as Windows, and where there is none for this process.
    """
    if resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(ValueError, OSError):  # macOS refuses what its kernel does not allow to any process
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else soft


AUTOGROUP: Final = Path("/proc/self/autogroup")
"""The file for the priority of the whole session: many Linux systems share the processors among sessions first."""


def step_back(session: int) -> None:
    """Lower the priority of this process (`lower_priority`), and on Linux that of its session by ``session`` steps of `nice`.

    With 5 steps the session gets a third of another session's share of the processor, with 10 a tenth.
    """
    lower_priority()
    if sys.platform == "linux":
        with suppress(OSError):  # some know no such groups
            AUTOGROUP.write_text(str(session), encoding="ascii")


_open: WeakSet[Any] = WeakSet()


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """Let nobody look for unused memory while a program is loaded: what is loaded stays, and looking takes a sixth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def let_go_of_what_is_loaded() -> None:
    """Let the collector of unused memory look no more at what has been loaded up to now.

    To look through the whole program would stop all requests of a process for a fifth of a second, most often when many come.
    """
    gc.collect()
    gc.freeze()


def close_at_exit() -> None:
    """When this process ends, close every database connection that was opened after this call, in any thread."""
    connection_created.connect(_remember_connection, dispatch_uid="tournament.closing")
    atexit.register(_close_all)


def _remember_connection(connection: Any, **_: Any) -> None:
    _open.add(connection)


def _close_all() -> None:
    for each in list(_open):
        with contextlib.suppress(Error):  # the process ends either way
            if each.connection is not None:
                each.connection.close()
