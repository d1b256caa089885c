"""The processes of the servers, as the one that runs `serve` starts them: copies of a process that has loaded the program.

So the program is loaded once, and most of its memory is there once. That is for Linux; elsewhere each server is a program of its own.

Loads code and templates before a web server's processes are forked, so that no first request is slow.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import IO

from django.core.wsgi import get_wsgi_application
from django.template import engines
from django.urls import reverse

from games.running import process_options
from tournament.installation.environment import Environment, joined_environment
from tournament.installation.faults import Application, with_whole_bodies
from tournament.installation.folders import ROOT
from tournament.installation.processes import close_at_exit, loading
from tournament.management.serving.bodiless import without_needless_bodies


def application_read_beforehand(leaving_out: Collection[str] = ()) -> Application:
    """Return the application with the code of its pages loaded, and every template, see `read_beforehand`."""
    close_at_exit()
    with loading():
        application = without_needless_bodies(with_whole_bodies(get_wsgi_application()))
        read_beforehand(leaving_out)
    return application


def read_beforehand(leaving_out: Collection[str] = ()) -> int:
    """Load the code of every page and every template, without a database query; return the number of templates.

    ``leaving_out`` are folders of templates that this process hardly needs: it reads theirs when they are asked for.
    """
    reverse("rules")  # the modules of the pages are read when an address is first asked for
    engine = engines["django"]
    files = [file.relative_to(folder) for folder in engine.dirs for file in sorted(Path(folder).rglob("*.html"))]
    names = [str(file) for file in files if file.parts[0] not in leaving_out]
    for name in names:
        engine.get_template(name)
    return len(names)


MODULE = "tournament.management.serving.behind"
ADOPTS = 36
"""What Linux calls `PR_SET_CHILD_SUBREAPER`: whether a process gets those of its descendants whose parents have ended as its children."""
LOOKS_EVERY = 0.02


def copies_come_here(are_to: bool) -> bool:
    """Whether copies that another process made become children of this one, as they are to or not; false where the system cannot."""
    if sys.platform != "linux" or not hasattr(os, "fork"):
        return False
    return ctypes.CDLL(None).prctl(ADOPTS, int(are_to), 0, 0, 0) == 0 and are_to


class Copy:
    """A child process that the seed makes, with what `subprocess.Popen` has for one."""

    def __init__(self, seed: subprocess.Popen[bytes], stdin: IO[bytes], stdout: IO[bytes]) -> None:
        """``seed`` has been asked for it; ``stdin`` is its lifeline, in ``stdout`` it tells its number first."""
        self.pid, self.stdin, self.stdout = 0, stdin, stdout
        """Its number is 0 until it is heard."""
        self.returncode: int | None = None
        self._seed, self._lock = seed, Lock()

    def hear(self) -> None:
        """Wait until it has told its number, or has ended."""
        self.pid = int(self.stdout.readline() or 0)

    def poll(self) -> int | None:
        """Its exit status, None while it runs; before it has begun, that of the seed."""
        with self._lock, suppress(ChildProcessError):  # in its first moment it is nobody's child yet
            if self.returncode is None and not self.pid:
                self.returncode = self._seed.poll()
            elif self.returncode is None and (ended := os.waitpid(self.pid, os.WNOHANG))[0]:
                self.returncode = os.waitstatus_to_exitcode(ended[1])
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended, and return its exit status; raises TimeoutExpired."""
        began = time.monotonic()
        while (status := self.poll()) is None:
            if timeout is not None and time.monotonic() - began > timeout:
                raise subprocess.TimeoutExpired(MODULE, timeout)
            time.sleep(LOOKS_EVERY)
        return status

    def kill(self) -> None:
        """End it at once; where it has not begun, the seed."""
        if self.poll() is None:
            os.kill(self.pid or self._seed.pid, signal.SIGKILL)


class Nursery:
    """Starts the processes of servers."""

    def __init__(self, *, copies: bool = True) -> None:
        """Without ``copies`` each process is a program of its own, as where the system has no copies."""
        self._copies = copies and copies_come_here(True)
        self._lock = Lock()
        self._variables: Environment = {}
        self._seed: subprocess.Popen[bytes] | None = None
        self._asking: socket.socket | None = None

    def start(self, part: str, variables: Environment) -> subprocess.Popen[bytes] | Copy:
        """Start a process of ``part`` (see `behind`) with these environment variables; what it needs is loaded while nobody waits."""
        if not self._copies:
            return _program((part,), variables, subprocess.PIPE, subprocess.PIPE)
        with self._lock:
            if self._variables == variables:
                with suppress(OSError):  # the seed has ended
                    return self._copy(part)
            self._end_seed()
            self._variables = variables
            self._asking, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                self._seed = _program((), variables, theirs.fileno(), subprocess.DEVNULL)
            return self._copy(part)

    def _copy(self, part: str) -> Copy:
        """Ask the seed for a copy of itself; raises OSError where it has ended."""
        if self._seed is None or self._asking is None:
            raise ProcessLookupError
        (its_lifeline, lifeline), (told, telling) = os.pipe(), os.pipe()
        found = Copy(self._seed, os.fdopen(lifeline, "wb", 0), os.fdopen(told, "rb"))
        try:
            socket.send_fds(self._asking, [part.encode()], [its_lifeline, telling])
        except OSError:
            found.stdin.close()
            found.stdout.close()
            raise
        finally:
            os.close(its_lifeline)
            os.close(telling)
        return found

    def _end_seed(self) -> None:
        """End the seed, which answers no request; its copies go on."""
        if self._seed is not None and self._asking is not None:
            self._asking.close()
            self._seed.kill()
            self._seed.wait()

    def stop(self) -> None:
        """End the seed. Call it when the servers have ended."""
        with self._lock:
            self._end_seed()
            self._seed = None
            copies_come_here(False)


def _program(words: tuple[str, ...], variables: Environment, stdin: int, stdout: int) -> subprocess.Popen[bytes]:
    """Start the program of a server."""
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", MODULE, *words],
        cwd=ROOT,
        env=joined_environment(os.environ, variables, served_by=str(os.getpid())),
        stdin=stdin,
        stdout=stdout,
        **process_options(),
    )


def copy_as_seed() -> str:
    """As the seed: wait until copies are asked for, in standard input, and return in each copy, with its part.

    A copy becomes the child of the process that asks, to which it tells its number: so the seed's end is not its own. The seed ends when
    nobody can ask any more.
    """
    asked = socket.socket(fileno=0)
    while (found := socket.recv_fds(asked, 64, 2))[0]:
        if not (between := os.fork()):
            if os.fork():
                os._exit(0)
            asked.detach()
            os.setsid()
            for number, given in enumerate(found[1]):
                os.dup2(given, number)
                os.close(given)
            sys.stdout.write(f"{os.getpid()}\n")
            sys.stdout.flush()
            return found[0].decode()
        os.waitpid(between, 0)
        for given in found[1]:
            os.close(given)
    raise SystemExit(0)
