"""The child processes of `serve`: the front, which reads every request completely, the desk's server behind it, and the crowd's.

The desk's server has processes, threads and a share of the processor of its own, so the crowd only slows down its own server. A child
process that ends by itself is started again.
"""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from django.conf import settings

from tournament.installation.local import ROOT
from tournament.installation.processes import SERVED_BY
from tournament.management.serving.game_sockets import LIVE_PORT
from tournament.management.serving.place import SECRET
from tournament.management.serving.server import Server, Variables, end
from tournament.management.serving.sockets import behind_the_front
from tournament.play.programs.processes.runner import ProgramRunner

PROXIES, THIS_MACHINE = "TOPTABLE_TRUSTED_PROXIES", "TOPTABLE_THIS_MACHINE"
SHORTEST_LIFE = 5.0
"""Seconds; a child process that ends sooner after its start is not started again, because it would end again."""


class FrontProcess:
    """The front server in a child process, which listens at the installation's sockets."""

    name = "front"

    def __init__(self, sockets: Sequence[socket.socket], desk: int, crowd: int) -> None:
        """``desk`` and ``crowd`` are the ports of the two servers behind the front."""
        self._numbers = [opened.fileno() for opened in sockets]
        self._ports = ("--desk", str(desk), "--crowd", str(crowd))
        self._running: subprocess.Popen[bytes] | None = None
        self._secret = ""

    def start(self, variables: Variables) -> None:
        """Start the process if it does not run, or reads devices' cookies with an earlier key; no other variable matters to it."""
        before, secret = self._running, variables.get(SECRET, "")
        if before is not None and before.poll() is None and secret == self._secret:
            return
        self._secret = secret
        numbers = [str(number) for number in self._numbers]
        self._running = subprocess.Popen(  # noqa: S603
            [
                *(sys.executable, "-m", "tournament.management.serving.front"),
                *("--sockets", *numbers, *self._ports),
            ],
            cwd=ROOT,
            env={**os.environ, **variables, SERVED_BY: str(os.getpid())},
            pass_fds=self._numbers,
            start_new_session=True,
        )
        end(before)

    def ended(self) -> int | None:
        """The exit status where the process has ended; None while it runs and where it was never started."""
        return self._running.poll() if self._running else None

    @property
    def pid(self) -> int:
        """The number of the process; 0 where it was never started."""
        return self._running.pid if self._running else 0

    def stop(self) -> None:
        """End the process after its current requests."""
        end(self._running)


class Wall:
    """The front, the two servers behind it and, if given, the process in which computer opponents play, all as child processes."""

    def __init__(
        self,
        sockets: Sequence[socket.socket],
        tell: Callable[[str], None],
        live: Sequence[socket.socket] = (),
        programs: ProgramRunner | None = None,
    ) -> None:
        """``live`` are the sockets for games on devices, which the crowd's server serves; ``programs`` runs the computer opponents.

        ``tell`` prints a message.
        """
        desk, crowd = behind_the_front(), behind_the_front()
        self._sockets = (*sockets, *live, desk, crowd)  # they must stay open as long as this object exists
        self._parts: tuple[Server | FrontProcess, ...] = (
            Server("desk's server", [desk], "lifeline"),
            Server("crowd's server", [crowd], "crowd", live),
            FrontProcess(sockets, desk.getsockname()[1], crowd.getsockname()[1]),
        )
        self._live = {LIVE_PORT: str(live[0].getsockname()[1])} if live else {}
        self._this_machine = secrets.token_hex(20)
        self._tell = tell
        self._programs = programs
        self._began = dict.fromkeys(self._parts, 0.0)
        self.variables: Variables = {}

    def start(self, variables: Variables) -> None:
        """Start all child processes with these environment variables; servers that run finish their requests first."""
        self.variables = dict(variables)
        for part in self._parts:
            self._start(part)
        if self._programs is not None:
            self._programs.start(self.variables)

    def _start(self, part: Server | FrontProcess) -> None:
        """Start one child process with the present environment variables."""
        self._began[part] = time.monotonic()
        # One proxy more than the installation has: the front itself.
        ours = {PROXIES: str(settings.TRUSTED_PROXIES + 1), THIS_MACHINE: self._this_machine}
        part.start({**self.variables, **self._live, **ours})

    def ended(self) -> int | None:
        """Start child processes again that have ended, with a message for each, and check on the computer opponents.

        Returns None, except where a child process ended within `SHORTEST_LIFE` seconds of its start: it is not started again, and its exit
        status is returned.
        """
        for part in self._parts:
            status = part.ended()
            if status is None:
                continue
            if time.monotonic() - self._began[part] < SHORTEST_LIFE:
                return status
            self._tell(f"The {part.name} stopped unexpectedly (status {status}) and has been restarted.")
            self._start(part)
        if self._programs is not None:
            self._programs.look()
        return None

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the child processes: of the desk's server, the crowd's, and the front."""
        return tuple(part.pid for part in self._parts)

    def stop(self) -> None:
        """End all child processes, the front before the servers, so that no new request comes."""
        if self._programs is not None:
            self._programs.stop()
        for part in reversed(self._parts):
            part.stop()
