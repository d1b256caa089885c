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
"""Seconds between two looks at the network's cards."""
LONGEST_END = 15.0
"""Seconds that a server may take to finish what it has begun."""

Variables = Mapping[str, str]


class Server:
    """One web server at a time over the same sockets."""

    def __init__(
        self, name: str, sockets: Sequence[socket.socket], settings: str, live: Sequence[socket.socket] = ()
    ) -> None:
        self.name = name
        self._numbers = [opened.fileno() for opened in sockets]
        self._live = [opened.fileno() for opened in live]
        self._settings = settings
        self._running: subprocess.Popen[bytes] | None = None

    def start(self, variables: Variables) -> None:
        """Start a server with this environment; the one that ran before finishes its requests and ends."""
        before = self._running
        bound = [word for number in self._numbers for word in ("--bind", f"fd://{number}")]
        # Other settings of the server (GUNICORN_CMD_ARGS) are not ours to take: they would bind elsewhere.
        surroundings = {name: value for name, value in os.environ.items() if name != "GUNICORN_CMD_ARGS"}
        self._running = subprocess.Popen(  # noqa: S603
            [
                *(sys.executable, "-m", "gunicorn", "tournament.wsgi", *bound),
                *("--config", f"python:tournament.management.serving.{self._settings}", "--chdir", str(ROOT)),
            ],
            cwd=ROOT,
            env={**surroundings, **variables, SERVED_BY: str(os.getpid()), **socket_variable(self._live)},
            pass_fds=[*self._numbers, *self._live],
            start_new_session=True,  # Ctrl+C is for `serve`, which ends its server in order
        )
        end(before)

    @property
    def pid(self) -> int:
        """The process of the server that runs; 0 for none."""
        return self._running.pid if self._running else 0

    def ended(self) -> int | None:
        """The exit status of a server that ended by itself; None while it runs."""
        return self._running.poll() if self._running else None

    def stop(self) -> None:
        """End the server after its current requests."""
        end(self._running)


def end(server: subprocess.Popen[bytes] | None) -> None:
    """End a program after its current work; kill it where it does not end."""
    if server is None or server.poll() is not None:
        return
    server.send_signal(signal.SIGTERM)
    try:
        server.wait(LONGEST_END)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


class Serving(Protocol):
    """What `keep_serving` watches: something that can be started with an environment and says how it ended."""

    variables: Variables

    def start(self, variables: Variables) -> None:
        """Serve under these variables."""

    def ended(self) -> int | None:
        """The exit status where it ended by itself; None while it runs."""


def keep_serving(
    server: Serving,
    look: Callable[[], Variables],
    tell: Callable[[Variables, Variables], None],
    pause: float = LOOKS_EVERY,
) -> int:
    """Serve until the server ends by itself, and give its exit status.

    An environment that two looks in a row find starts a new server, and ``tell`` gets the old and the new one; two, because a network card
    that is coming up has no address for a moment.
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
