"""The installation that a load is put on: a server as deploy/ starts it, on a database of its own, with an event that is about to begin."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import django

from tests.run.postgres import running_server
from tests.tournament.serving.deployed.servers import host, installation, run

NAME = "Load Cup"
DAY_OF_LOAD = "load-cup-2026"


@dataclass(frozen=True, slots=True)
class Hall:
    """The event's address, the server's port, the folder of everything."""

    slug: str
    port: int
    folder: Path
    database: str

    def memory(self) -> int:
        """Bytes of memory of the server's processes, what they share divided among them."""
        return sum(_memory(number) for number in self._processes())

    def processor(self) -> float:
        """Seconds of the processor that they have used."""
        return sum(_seconds(number) for number in self._processes())

    def size(self) -> int:
        """Bytes of the database."""
        from django.db import connection

        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_database_size(current_database())")
                return int(cursor.fetchone()[0])
        return sum(path.stat().st_size for path in (self.folder / "home").glob("hall.sqlite3*"))

    def _processes(self) -> list[int]:
        port = f"127.0.0.1:{self.port}".encode()
        return [
            int(path.name)
            for path in Path("/proc").iterdir()
            if path.name.isdecimal() and _environment(path).get(b"TOPTABLE_BIND") == port
        ]


@contextmanager
def hall(players: int, desks: int, rounds: int, *, on_postgresql: bool, workers: int) -> Iterator[Hall]:
    """Make it, serve it, and end it; this process is on the same database then, by the same settings."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="top-table-load-")))
        home = folder / "home"
        home.mkdir()
        database = stack.enter_context(running_server()) if on_postgresql else f"sqlite:///{home}/hall.sqlite3"
        given = installation(home, database, TOPTABLE_PUBLIC_ADDRESS="http://load.example", TOPTABLE_LOG_LEVEL="ERROR")
        run(given, "manage.py", "migrate", "-v", "0")
        os.environ.update(given | {"DJANGO_SETTINGS_MODULE": "tournament.settings"})
        django.setup()
        make(players, desks, rounds)
        port = stack.enter_context(host(given, folder, "host", workers=workers))
        yield Hall(DAY_OF_LOAD, port, folder, "PostgreSQL" if on_postgresql else "SQLite")
        said = (folder / "host.said").read_text(encoding="utf-8")
        if said:
            sys.stderr.write(f"The server said:\n{said[-4000:]}\n")


def make(players: int, desks: int, rounds: int) -> None:
    """The event with everybody checked in, and a director for each desk."""
    from tests.build import make_director, make_event

    for number in range(1, desks + 1):
        director = make_director(f"desk{number}", is_staff=True)
    made = make_event(players, director=director, name=NAME, rounds_planned=rounds, players_report=True)
    type(made).objects.filter(pk=made.pk).update(slug=DAY_OF_LOAD)


def _memory(number: int) -> int:
    try:
        lines = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _seconds(number: int) -> float:
    try:
        parts = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def _environment(path: Path) -> dict[bytes, bytes]:
    try:
        pairs = (path / "environ").read_bytes().split(b"\0")
    except OSError:
        return {}
    return dict(pair.split(b"=", 1) for pair in pairs if b"=" in pair)
