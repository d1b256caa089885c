"""The server that `serve` starts, on a free port and with a given database, for measuring."""

from __future__ import annotations

import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from laboratory.hall.browsers import Browser
from tournament.access.commands import refuse
from tournament.management.serving.wall import Wall

LONGEST_START = 60.0
OWN_AND_SYSTEM = slice(11, 13)
"""Where `/proc/PID/stat`, after the name, has the ticks of the processor for the program itself and for the system on its behalf."""
PROPORTIONAL = re.compile(r"^Pss: +(\d+)", re.MULTILINE)
"""The kilobytes of a process in `/proc/PID/smaps_rollup`; memory that processes share is divided among them."""


@dataclass(frozen=True, slots=True)
class Served:
    """A running server: its address, its processes (the front and the two servers behind it), and the address of the games' sockets."""

    address: str
    pids: tuple[int, ...]
    socket: str = ""

    def busy(self) -> float:
        """The seconds of a processor that it has used so far, with its child processes; 0 where the system does not tell (no Linux)."""
        try:
            stats = [
                Path(f"/proc/{pid}/stat").read_text(encoding="utf-8") for part in self.pids for pid in _family(part)
            ]
        except OSError:
            return 0.0
        ticks = sum(int(each) for text in stats for each in text.rpartition(")")[2].split()[OWN_AND_SYSTEM])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """The bytes of memory of all its processes, shared memory counted once; 0 where the system does not tell."""
        try:
            rollups = [
                Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
                for part in self.pids
                for pid in _family(part)
            ]
        except OSError:
            return 0
        return sum(1024 * int(kilobytes) for rollup in rollups for kilobytes in PROPORTIONAL.findall(rollup))


def _family(pid: int) -> list[int]:
    """The numbers of a process and its children."""
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split())]


@contextmanager
def served(database: Path | str, **more: str) -> Iterator[Served]:
    """Serve a database as `serve` does, with a front, the desk's server and the crowd's, and stop it after the block.

    ``database`` is the path of an SQLite file or the address of another database, ``more`` are further environment variables.
    """
    opened = socket.create_server(("127.0.0.1", 0), backlog=1024)
    address = f"http://127.0.0.1:{opened.getsockname()[1]}"
    server = Wall([opened], lambda line: refuse(line))
    server.start(
        {
            "DATABASE_URL": database if isinstance(database, str) else f"sqlite:///{database}",
            "TOPTABLE_DEBUG": "off",
            "TOPTABLE_SECRET_KEY": str(settings.SECRET_KEY),
            "TOPTABLE_PUBLIC_ADDRESS": address,
            "TOPTABLE_ALLOWED_HOSTS": "127.0.0.1",
            "TOPTABLE_SNAPSHOTS": "off",
            "TOPTABLE_LOG_LEVEL": "ERROR",
            **more,
        }
    )
    try:
        _wait(server, address)
        yield Served(address, server.pids, f"ws://127.0.0.1:{opened.getsockname()[1]}/live/")
    finally:
        server.stop()
        opened.close()


def _wait(server: Wall, address: str) -> None:
    """Wait until the server answers; raises CommandError where it does not within `LONGEST_START` seconds."""
    last = time.monotonic() + LONGEST_START
    while time.monotonic() < last and server.ended() is None:
        browser = Browser(address)
        status = browser.get("/").status
        browser.close()
        if status == 200:
            return
        time.sleep(0.1)
    refuse(f"The server at {address} did not answer; its messages are above.")
