"""Real commands in programs of their own, on an installation in a test's own folder: what is tested is what a director starts."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from importlib.util import cache_from_source
from pathlib import Path
from random import SystemRandom

from tests.conftest import ROOT
from tests.run.patience import PATIENCE
from tests.run.postgres import newest_binaries
from tests.run.programs import Running, begin, run

PORTS = range(20_000, 32_000, 2)
"""Where free ports are looked for: below those that a machine gives to whoever calls from it, so that nobody else comes by one."""
LOAD_DEMO = (
    ("createsuperuser", "--noinput", "--username", "director", "--email", "director@cup.example"),
    (
        *("shell", "--no-imports", "-c"),
        "from django.contrib.auth.models import User; from tournament.slices.practice.playing import load_events; "
        "load_events(User.objects.get())",
    ),
)
"""The commands that make the demo's events, and their director, in an empty installation."""
_chance = SystemRandom()  # every process looks elsewhere, whatever the tests' own chance begins with


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """The environment of somebody who starts the program for the first time, with a home of their own."""
    names = ("PATH", "LANG", "PYTHONPATH", "PYTHONPYCACHEPREFIX", "COVERAGE_FILE")
    kept = {name: value for name, value in os.environ.items() if name in names}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "TOPTABLE_NO_BOOTSTRAP": "1", **more}


def installed(database: Path) -> dict[str, str]:
    """The environment of an installation with this database."""
    return {
        "DATABASE_URL": f"sqlite:///{database}",
        "TOPTABLE_SECRET_KEY": "s" * 40,
        "TOPTABLE_PUBLIC_ADDRESS": "http://cup.example",
    }


def command(home: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return run([sys.executable, "manage.py", *words], surroundings(home, **more))


def free_port() -> int:
    """A port that nobody uses at the moment, and nobody the next one, at which sockets of games are served."""
    while True:
        port = _chance.choice(PORTS)
        if is_free(port) and is_free(port + 1):
            return port


def is_free(port: int) -> bool:
    """Whether somebody could listen at a port now."""
    with closing(socket.socket()) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers ask for it
        try:
            trial.bind(("", port))
        except OSError:
            return False
        return True


def put_migrated(kept: Path, database: Path) -> None:
    """Lay an SQLite file as the migrations made it, for its owner alone; where none is kept yet they run now, once for every test."""
    if not kept.exists():
        making = kept.with_suffix(f".{os.getpid()}")
        done = command(kept.parent, "migrate", "-v", "0", **installed(making), TOPTABLE_SNAPSHOTS="off")
        assert done.returncode == 0, done.stderr
        with closing(sqlite3.connect(making)) as made:
            made.execute("PRAGMA journal_mode=DELETE")  # as one that is kept out of memory
        making.replace(kept)
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    database.touch(mode=0o600)
    shutil.copyfile(kept, database)


def put_migrated_on_server(kept: Path, address: str) -> None:
    """Make the tables of an empty PostgreSQL database, as the migrations made them in the first one; ``kept`` is their SQLite file."""
    tools = newest_binaries()
    dump = kept.with_name(f"{kept.stem}-{tools.parent.name}.sql")
    if dump.exists():
        line = [str(tools / "psql"), "-q", "-v", "ON_ERROR_STOP=1", "-d", address, "-f", str(dump)]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
        return
    given = installed(kept) | {"DATABASE_URL": address}
    done = command(kept.parent, "migrate", "-v", "0", **given)
    assert done.returncode == 0, done.stderr
    making = dump.with_suffix(f".{os.getpid()}")
    subprocess.run([str(tools / "pg_dump"), "-d", address, "-f", str(making)], check=True)
    making.replace(dump)


def give_compiled(copy: Path) -> None:
    """Lay what was compiled of the project beside a copy of it, which then compiles nothing anew where PYTHONPYCACHEPREFIX is empty."""
    for file in copy.rglob("*.py"):
        compiled = Path(cache_from_source(str(ROOT / file.relative_to(copy))))
        if compiled.exists():
            (file.parent / "__pycache__").mkdir(exist_ok=True)
            shutil.copyfile(compiled, file.parent / "__pycache__" / compiled.name)


def hall_database(home: Path) -> Path:
    """The file in which `serve` keeps everything, in a home of `surroundings`."""
    return home / "data" / "top-table" / "top-table.sqlite3"


class Served:
    """A `serve` that runs, with what it has said so far."""

    def __init__(self, program: Running, said: Path, port: int) -> None:
        self.program, self._said, self.port = program, said, port

    @property
    def said(self) -> str:
        """What stands at the terminal."""
        return self._said.read_text(encoding="utf-8")

    def until(self, words: str) -> str:
        """Wait until the program has said something."""
        wait(lambda: words in self.said or self.program.poll() is not None)
        assert words in self.said, self.said
        return self.said

    def status(self, path: str = "/", host: str = "127.0.0.1", name: str = "") -> int:
        """The status of the answer to a GET, 0 where nobody answers; ``name`` is what the browser calls the machine."""
        return fetch(self.port, path, host, name)[0]

    def until_up(self, path: str = "/") -> None:
        """Wait until pages are answered."""
        wait(lambda: self.status(path) == 200 or self.program.poll() is not None)
        assert self.status(path) == 200, self.said

    @property
    def link(self) -> str:
        """The path of the link it has shown last."""
        return str(re.findall(r"/let-in/\w+/", self.said)[-1])

    @property
    def code(self) -> str:
        """The code of its window."""
        return str(re.findall(r"code of this window: ([\w-]+)", self.said)[-1])

    def kill(self) -> None:
        """Pull the plug: nothing is finished, and whatever it had started ends by itself."""
        self.program.kill()
        self.program.wait()
        wait(lambda: not is_taken(self.port) and not is_taken(self.port + 1))

    def stop(self) -> None:
        """Ctrl+C."""
        self.program.send_signal(signal.SIGINT)
        self.program.wait(PATIENCE)


def fetch(port: int, path: str, host: str = "127.0.0.1", name: str = "") -> tuple[int, str]:
    """Status and text of a page; (0, "") where nobody answers."""
    connection = HTTPConnection(host, port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={"Host": name} if name else {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except OSError:
        return 0, ""
    finally:
        connection.close()


def is_taken(port: int) -> bool:
    """Whether somebody listens at a port."""
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


def wait(is_so: object) -> None:
    """Wait until something holds; fails where it does not within PATIENCE."""
    assert callable(is_so)
    last = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < last, f"still not so after {PATIENCE:g} s"
        time.sleep(0.1)


@contextmanager
def serving(home: Path, *words: str, port: int = 0, **more: str) -> Iterator[Served]:
    """Start `serve` on a port, by default a free one; it is killed in the end, whatever happened."""
    number = port or free_port()
    line = [sys.executable, "manage.py", "serve", "--port", str(number), *words]
    with started(line, home, **more) as (program, said):
        yield Served(program, said, number)


@contextmanager
def started(line: Sequence[str], home: Path, **more: str) -> Iterator[tuple[Running, Path]]:
    """A program that runs, with the file of what it says."""
    home.mkdir(exist_ok=True)
    said = home / f"said-{time.monotonic_ns()}"
    with said.open("wb") as out:
        program = begin(line, surroundings(home, **more), out)
    try:
        yield program, said
    finally:
        program.kill()
        program.wait()


def can_leave_the_network() -> bool:
    """Whether this machine lets a program have a network and mounts of its own."""
    tried = subprocess.run(["unshare", "-rnm", "true"], capture_output=True, check=False) if _has("unshare") else None
    return tried is not None and tried.returncode == 0 and _has("ip")


def _has(tool: str) -> bool:
    return any((Path(folder) / tool).exists() for folder in [*os.get_exec_path(), "/usr/sbin", "/sbin"])
