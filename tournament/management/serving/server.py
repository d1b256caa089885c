"""A web server behind `serve`, and the watch over all of it: where an address or a setting has changed, new servers take over the sockets.

A request that is under way is finished by the old server; one that comes meanwhile waits in the socket. None is refused.
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
        """Start a server under these variables; the one that ran before finishes what it has begun and ends."""
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
        """The status with which the server has ended by itself; None while it runs."""
        return self._running.poll() if self._running else None

    def stop(self) -> None:
        """Let the server finish what it has begun, and end it."""
        end(self._running)


def end(server: subprocess.Popen[bytes] | None) -> None:
    """Let a program finish what it has begun; one that does not is killed."""
    if server is None or server.poll() is not None:
        return
    server.send_signal(signal.SIGTERM)
    try:
        server.wait(LONGEST_END)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


class Serving(Protocol):
    """What is kept serving: the variables it runs under, and how it has ended if it did."""

    variables: Variables

    def start(self, variables: Variables) -> None:
        """Serve under these variables."""

    def ended(self) -> int | None:
        """The status with which it has ended by itself."""


def keep_serving(
    server: Serving,
    look: Callable[[], Variables],
    tell: Callable[[Variables, Variables], None],
    pause: float = LOOKS_EVERY,
) -> int:
    """Serve until the server ends by itself, and give its status.

    What a look finds twice running replaces the server, and is told with what was before; twice, because a card that is coming up
    has no address for a moment.
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
