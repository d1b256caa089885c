"""A web server behind `serve`, and the loop that watches it: where address or settings change, a new server takes over.

Requests under way are finished by the old server; new ones wait in the socket meanwhile. None is refused.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from tournament.installation.local import ROOT
from tournament.installation.processes import SERVED_BY
from tournament.management.serving.game_sockets import socket_variable

LOOKS_EVERY = 2.0
"""Seconds between two checks of the machine's address and of the servers."""
LONGEST_END = 15.0
"""Seconds that a server may take to finish its requests, before it is killed."""

Variables = Mapping[str, str]


class Server:
    """A web server (gunicorn) in a child process, which can be replaced by a new one over the same sockets."""

    def __init__(
        self, name: str, sockets: Sequence[socket.socket], settings: str, live: Sequence[socket.socket] = ()
    ) -> None:
        """``name`` is what messages call it, ``settings`` the module of its gunicorn settings, ``live`` the sockets for games."""
        self.name = name
        self._numbers = [opened.fileno() for opened in sockets]
        self._live = [opened.fileno() for opened in live]
        self._settings = settings
        self._running: subprocess.Popen[bytes] | None = None

    def start(self, variables: Variables) -> None:
        """Start a server with these environment variables; one that ran before finishes its requests and ends."""
        before = self._running
        bound = [word for number in self._numbers for word in ("--bind", f"fd://{number}")]
        # GUNICORN_CMD_ARGS would change the addresses at which the server listens, so it is left out.
        surroundings = {name: value for name, value in os.environ.items() if name != "GUNICORN_CMD_ARGS"}
        self._running = subprocess.Popen(  # noqa: S603
            [
                *(sys.executable, "-m", "gunicorn", "tournament.wsgi", *bound),
                *("--config", f"python:tournament.management.serving.{self._settings}", "--chdir", str(ROOT)),
            ],
            cwd=ROOT,
            env={**surroundings, **variables, SERVED_BY: str(os.getpid()), **socket_variable(self._live)},
            pass_fds=[*self._numbers, *self._live],
            start_new_session=True,  # Ctrl+C must reach only `serve`, which then ends its servers
        )
        end(before)

    @property
    def pid(self) -> int:
        """The number of the server's process; 0 where none was started."""
        return self._running.pid if self._running else 0

    def ended(self) -> int | None:
        """The exit status of the server's process where it has ended; None while it runs and where none was started."""
        return self._running.poll() if self._running else None

    def stop(self) -> None:
        """End the server after its current requests."""
        end(self._running)


def end(server: subprocess.Popen[bytes] | None) -> None:
    """End a child process: ask it to finish its requests, and kill it where it takes longer than `LONGEST_END` seconds."""
    if server is None or server.poll() is not None:
        return
    server.send_signal(signal.SIGTERM)
    try:
        server.wait(LONGEST_END)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


class Serving(Protocol):
    """What `keep_serving` watches: something that is started with environment variables, and that can end by itself."""

    variables: Variables

    def start(self, variables: Variables) -> None:
        """Start, or start anew, with these environment variables."""

    def ended(self) -> int | None:
        """The exit status where it has ended by itself; None while it runs. Called at each check."""


def keep_serving(
    server: Serving,
    look: Callable[[], Variables],
    tell: Callable[[Variables, Variables], None],
    pause: float = LOOKS_EVERY,
) -> int:
    """Watch a started server until it ends by itself, and return its exit status.

    Every ``pause`` seconds ``look`` returns the environment variables that a server should have now. Where they differ from the running
    server's and are the same twice in a row (a network card that is coming up has no address for a moment), a new server is started, and
    ``tell`` gets the old variables and the new ones.
    """
    seen = server.variables
    while (status := server.ended()) is None:
        time.sleep(pause)
        found = look()
        if found == seen and found != server.variables:
            before = server.variables
            server.start(found)
            tell(before, found)
        seen = found
    return status
