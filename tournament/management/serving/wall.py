"""What `serve` runs: the front, the desk's server behind it, the crowd's, and the process in which computer opponents play.

The desk's server has processes, threads and a share of the processor of its own, so the crowd only slows down its own server. A process
that ends by itself is started again, and where address or settings change, new servers take over.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable, Sequence

from django.conf import settings
from django.core.management.base import CommandError

from tournament.installation.environment import Environment, joined_environment
from tournament.installation.processes import hear_once
from tournament.management.serving.backends import Backend
from tournament.management.serving.forking import Nursery
from tournament.management.serving.fronting.front import FrontThread
from tournament.management.serving.fronting.lanes import Lanes
from tournament.management.serving.place import SECRET
from tournament.play.programs.processes.runner import ProgramRunner

PROXIES = "TOPTABLE_TRUSTED_PROXIES"
OF_THE_DESK, OF_THE_CROWD = 2, 2 if (os.cpu_count() or 1) >= 4 else 1
"""The processes of either server."""
SHORTEST_LIFE = 5.0
"""Seconds; a process that ends sooner after its start is not started again, because it would end again."""
FRONT_ENDED = 1
"""The exit status that is told where the front has ended."""


LOOKS_EVERY = 2.0
"""Seconds between two checks of the machine's address and of the servers."""


class Wall:
    """The front, the two servers behind it and, if given, the process in which computer opponents play."""

    def __init__(
        self, sockets: Sequence[socket.socket], tell: Callable[[str], None], programs: ProgramRunner | None = None
    ) -> None:
        """``sockets`` are those at which the front listens, ``tell`` prints a message, and ``programs`` runs the computer opponents."""
        self._sockets = sockets
        self._nursery = Nursery()
        self._desk, self._crowd = (
            Backend(self._nursery, "desk's server", "desk", OF_THE_DESK),
            Backend(self._nursery, "crowd's server", "crowd", OF_THE_CROWD),
        )
        self._this_machine = secrets.token_hex(20)
        self._lanes = Lanes(self._desk, self._crowd, str(settings.SECRET_KEY))
        self._front = FrontThread(self._lanes, self._this_machine)
        self._tell, self._programs = tell, programs
        self.variables: Environment = {}

    def start(self, variables: Environment) -> None:
        """Start everything with these environment variables; servers that run finish their requests first."""
        self.variables = dict(variables)
        self._lanes.key = variables.get(SECRET) or str(settings.SECRET_KEY)
        # One proxy more than the installation has: the front itself.
        ours = {PROXIES: str(settings.TRUSTED_PROXIES + 1)}
        told = joined_environment(self.variables, ours, this_machine=self._this_machine)
        for backend in (self._desk, self._crowd):
            backend.start(told)  # both with the same, so that one seed serves both
        if not self._front.is_running():
            self._front.start(self._sockets)
        if self._programs is not None:
            self._programs.start(self.variables)

    def ended(self) -> int | None:
        """Start processes again that have ended or that one request holds, with a message for each, and check on the computer opponents.

        Returns None, except where the front has ended, or a process ended within `SHORTEST_LIFE` seconds of its start: it is not started
        again, and its exit status is returned.
        """
        if not self._front.is_running():
            return FRONT_ENDED
        for backend in (self._desk, self._crowd):
            for gone in backend.ended():
                status = gone.process.wait()
                if time.monotonic() - gone.began < SHORTEST_LIFE:
                    return status
                self._tell(f"The {backend.name} stopped unexpectedly (status {status}) and has been restarted.")
                backend.again()
            for _late in backend.replace_overworked():
                self._tell(f"A request took too much work, so it was stopped and the {backend.name} restarted.")
        if self._programs is not None:
            self._programs.look()
        return None

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes: of the desk's server, the crowd's, and this one with the front."""
        return (*self._desk.pids, *self._crowd.pids, os.getpid())

    def stop(self) -> None:
        """End everything, the front before the servers, so that no new request comes."""
        if self._programs is not None:
            self._programs.stop()
        self._front.stop()
        for backend in (self._desk, self._crowd):
            backend.stop()
        self._nursery.stop()


def keep_serving(
    server: Wall,
    variables: Environment,
    begun: Callable[[], None],
    look: Callable[[], Environment] | None = None,
    tell_anew: Callable[[Environment, Environment], None] = lambda _before, _now: None,
    stopping: Callable[[], None] = lambda: None,
) -> None:
    """Serve with these environment variables until Ctrl+C, then end everything; raises CommandError where the server ends by itself.

    ``begun`` is called once it is started, ``stopping`` at Ctrl+C. Every `LOOKS_EVERY` seconds ``look`` returns the variables that a
    server should have now. Where they differ from the running server's and are the same twice in a row (a network card that is coming up
    has no address for a moment), a new server is started, and ``tell_anew`` gets the old variables and the new ones.
    """
    hear_once()
    try:
        server.start(variables)
        begun()
        seen = server.variables
        while (status := server.ended()) is None:
            time.sleep(LOOKS_EVERY)
            found = look() if look else seen
            if found == seen and found != server.variables:
                before = server.variables
                server.start(found)
                tell_anew(before, found)
            seen = found
    except KeyboardInterrupt:
        stopping()
    else:
        raise CommandError(f"The web server stopped unexpectedly (status {status}); its messages are above.")
    finally:
        server.stop()
