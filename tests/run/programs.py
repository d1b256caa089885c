"""Programs of their own that begin as copies of one which has loaded the libraries: else each spends most of its time on loading them.

A copy has its own environment, standard files, group, signals and end. No setting is read before it is made, and of our own code only
rooms are loaded that know no settings; so it does what the same line does at a terminal.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import IO, Any, Final

from tests.run.patience import PATIENCE

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LIBRARIES: Final = (
    *("asyncio", "django.contrib.postgres.fields", "django.core.mail", "django.core.management"),
    *("django.core.paginator", "django.core.serializers.json", "django.db.backends.sqlite3.base"),
    *("django.db.migrations.autodetector", "django.db.migrations.executor", "django.middleware.csrf"),
    *("django.template.defaultfilters", "django.template.loader_tags", "django.template.response"),
    *("django.templatetags.i18n", "django.views.debug", "django.views.generic", "filelock", "platformdirs", "psutil"),
    *("whitenoise.base", "games.acquire.play.devices.session", "games.acquire.play.devices.views"),
)
"""What nearly every command and server needs, and reads no settings when it is loaded."""
PURE: Final = ("day", "draw", "pdf", "record", "replays", "scores", "tellings")
"""The rooms that know no settings."""
KINDS: Final = ("manage.py", "-m", "-c")
"""What a copy can run."""
LONGEST: Final = 1 << 17
"""The bytes in which a program is asked for."""


class Program:
    """A program that runs, with what `subprocess.Popen` has for one."""

    def __init__(self, told: int) -> None:
        """``told`` is where its number is told, and later its exit status."""
        self._told = os.fdopen(told, "rb", 0)
        self.pid = int(self._told.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit status, None while it runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended, for so many seconds at most, and return its exit status; raises TimeoutExpired."""
        status = self._ended(timeout)
        if status is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return status

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], timeout)[0]:
            self.returncode = int(self._told.readline())
            self._told.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal where it runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


Running = Program | subprocess.Popen[bytes]


def begin(
    line: Sequence[str],
    env: Mapping[str, str],
    stdout: IO[bytes] | socket.socket,
    stderr: IO[bytes] | None = None,
    stdin: socket.socket | None = None,
    *,
    has_group: bool = False,
    before: Callable[[], None] | None = None,
) -> Running:
    """Start a line in the project's folder: this Python with `manage.py`, a module or code, or another program.

    Without ``stderr`` both outputs are one; with ``has_group`` it has a group of its own. It is no copy where it is another program,
    ``before`` is to run in its process first, or its environment brings packages of its own.
    """
    is_python = line[0] == sys.executable and line[1] in KINDS
    if not is_python or before or env.get("PYTHONPATH") != os.environ.get("PYTHONPATH"):
        return subprocess.Popen(
            line,
            cwd=ROOT,
            env=dict(env),
            stdin=stdin.fileno() if stdin else subprocess.DEVNULL,
            stdout=stdout.fileno(),
            stderr=stderr or subprocess.STDOUT,
            start_new_session=has_group,
            preexec_fn=before or heed_ctrl_c,
        )
    asked = json.dumps({"words": list(line[1:]), "env": dict(env), "has_group": has_group}).encode()
    told, telling = os.pipe()
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        given = [(stdin or nothing).fileno(), stdout.fileno(), (stderr or stdout).fileno(), telling]
        try:
            socket.send_fds(seed(), [asked], given)
        finally:
            os.close(telling)
    return Program(told)


def heed_ctrl_c() -> None:
    """As at a terminal: what a shell starts in the background is born deaf to Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(line: Sequence[str], env: Mapping[str, str], timeout: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, with what it printed; raises TimeoutExpired after so many seconds."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        program = begin(line, env, out, errors)
        try:
            status = program.wait(timeout)
        finally:
            program.kill()
        said = [os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode() for file in (out, errors)]
    return subprocess.CompletedProcess(list(line), status, *said)


class Talker:
    """A module that runs as a program, and answers each line of JSON with one."""

    def __init__(self, module: str, env: Mapping[str, str]) -> None:
        self._ours, theirs = socket.socketpair()
        with theirs, tempfile.TemporaryFile() as errors:
            self._program = begin([sys.executable, "-m", module], env, theirs, errors, theirs)
        self._talk = self._ours.makefile("rw", encoding="utf-8")

    def answer(self, asked: object) -> Any:
        """What it answers."""
        self._talk.write(f"{json.dumps(asked)}\n")
        self._talk.flush()
        answer = self._talk.readline()
        assert answer, f"it ended with status {self._program.wait()}"
        return json.loads(answer)

    def go(self) -> None:
        """End it."""
        self._program.kill()
        self._program.wait()
        self._talk.close()
        self._ours.close()


@cache
def seed() -> socket.socket:
    """Where copies are asked for; the seed ends with this process."""
    asking, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    line = [sys.executable, "-m", "tests.run.programs"]
    with theirs:
        growing = subprocess.Popen(line, cwd=ROOT, stdin=theirs.fileno(), stdout=subprocess.DEVNULL)
    atexit.register(growing.wait)
    atexit.register(asking.close)
    return asking


def libraries() -> list[str]:
    """The modules that are loaded before: what programs need and no setting changes."""
    folders = [str(ROOT / "tournament" / room) for room in PURE]
    names = [f"tournament.{room}" for room in PURE]
    found = [walk_packages([folder], f"{name}.") for folder, name in zip(folders, names, strict=True)]
    return [*LIBRARIES, *names, *(module.name for each in found for module in each)]


def copied() -> list[str]:
    """As the seed: wait until copies are asked for, and return in each, with its words; the seed ends when nobody can ask any more.

    Each tells its number, and a process between the seed and it tells its exit status.
    """
    asking = socket.socket(fileno=os.dup(0))
    while (found := socket.recv_fds(asking, LONGEST, 4))[0]:
        *files, telling = found[1]
        if not os.fork():
            asking.close()
            if copy := os.fork():
                os.write(telling, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]))
                os._exit(0)
            asked = json.loads(found[0])
            if asked["has_group"]:
                os.setsid()
            os.write(telling, b"%d\n" % os.getpid())
            os.close(telling)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.environ.clear()
            os.environ.update(asked["env"])
            for number, file in enumerate(files):
                os.dup2(file, number)
                os.close(file)
            return [*asked["words"]]
        for file in found[1]:
            os.close(file)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    raise SystemExit(0)


def become(words: Sequence[str]) -> None:
    """Run a program in the place of this one."""
    kind, *rest = words
    if kind == "-m":
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    elif kind == "-c":
        sys.argv = [kind, *rest[1:]]
        sys.modules["__main__"] = ModuleType("__main__")
        exec(rest[0], vars(sys.modules["__main__"]))  # noqa: S102  as the line says
    else:
        sys.argv = [*words]
        runpy.run_path(kind, run_name="__main__")


if __name__ == "__main__":
    gc.disable()
    for module in libraries():
        import_module(module)
    gc.freeze()
    gc.enable()
    become(copied())
