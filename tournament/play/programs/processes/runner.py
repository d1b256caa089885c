"""Keep the processes that play for programs running beside a server: start them with it, restart them, end them with it.

Nothing depends on them. They play in plain Python at first, while the search is compiled beside them at the lowest priority; then they
end, and others that think faster go on.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Mapping
from typing import Final

from django.conf import settings

from games.running import process_options
from tournament.installation.addresses import in_address
from tournament.installation.environment import joined_environment
from tournament.installation.folders import ROOT

PAUSE: Final = 5.0
"""Seconds before a process that ended is started again."""
MODULE: Final = "tournament.play.programs.processes.playing"
PLAINLY: Final = "GAMES_PLAIN"

Clock = Callable[[], float]


class ProgramRunner:
    """The ``count`` processes that make the moves of programs on the server at ``address``; ``tell`` receives lines for the operator."""

    def __init__(self, address: str, count: int, tell: Callable[[str], None], clock: Clock = time.monotonic) -> None:
        self._address, self._count, self._tell, self._clock = address, count, tell, clock
        self._variables: Mapping[str, str] = {}
        self._running: dict[int, subprocess.Popen[bytes]] = {}
        self._due: dict[int, float] = {}
        self._preparing: subprocess.Popen[bytes] | None = None
        self._wants_ready = count > 0
        self._is_compiled = False

    def start(self, variables: Mapping[str, str]) -> None:
        """Start the processes with these environment variables; those that run already end."""
        self._variables = dict(variables)
        self._start_all()

    def make_ready(self) -> None:
        """Compile the search at the next `look`. Call it again once numba was installed; callable from any thread."""
        self._wants_ready = self._count > 0

    def look(self) -> None:
        """Start or restart the processes that are due; to be called about once a second."""
        if self._wants_ready and self._preparing is None and not self._is_compiled:
            self._wants_ready = False
            self._preparing = self._start_process("--ready", is_preparing=True)
        if self._preparing is not None and (status := self._preparing.poll()) is not None:
            self._preparing = None
            if status == 0:
                self._is_compiled = True
                self._start_all()
        for part in [part for part, running in self._running.items() if running.poll() is not None]:
            status = self._running.pop(part).wait()
            self._due[part] = self._clock() + PAUSE
            self._tell(
                f"What plays for programs ended with status {status}; it is started again in {PAUSE:.0f} seconds."
            )
        for part in [part for part, due in self._due.items() if due <= self._clock()]:
            self._start_part(part)

    def _start_part(self, part: int) -> None:
        """Start the process of a part."""
        self._due.pop(part, None)
        words = ("--address", self._address, "--part", str(part), "--parts", str(self._count))
        self._running[part] = self._start_process(*words)

    def _start_all(self) -> None:
        """End the processes that play and start new ones, which go on with their games."""
        _end(self._running.values())
        for part in range(self._count):
            self._start_part(part)

    def _start_process(self, *words: str, is_preparing: bool = False) -> subprocess.Popen[bytes]:
        """Start a process with these arguments."""
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", MODULE, *words],
            cwd=ROOT,
            env=self.surroundings(is_preparing),
            stdin=subprocess.PIPE,  # its lifeline
            **process_options(),
        )

    def surroundings(self, is_preparing: bool) -> Mapping[str, str]:
        """The environment variables of a process; one that plays uses plain Python until the compilation is done."""
        plain = {} if self._is_compiled or is_preparing else {PLAINLY: "1"}
        return joined_environment(os.environ, self._variables, plain, served_by=str(os.getpid()))

    def stop(self) -> None:
        """Kill all processes; processes that are started later continue their games."""
        _end([*self._running.values(), *([self._preparing] if self._preparing else [])])
        self._running, self._due, self._preparing = {}, {}, None


def _end(ending: Collection[subprocess.Popen[bytes]]) -> None:
    """Kill processes and wait until they have ended."""
    for each in ending:
        each.kill()
    for each in ending:
        each.wait()


def programs_at(host: str, port: int, tell: Callable[[str], None]) -> ProgramRunner | None:
    """Return a runner for the server at a host and port; None where this installation lets no programs play."""
    if not (settings.GAMES and settings.PROGRAMS):
        return None
    return ProgramRunner(f"http://{in_address(host or '127.0.0.1')}:{port}", settings.PROGRAMS, tell)
