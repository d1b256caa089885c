"""A real server on a real database, a desk that saves tables there, and the hands that pull its plug."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from tests.build import plausible_cash
from tests.run.patience import PATIENCE
from tests.run.programs import Running, begin, run
from tests.tournament.faults.prepare import TOKEN
from tests.tournament.serving.running import is_taken, surroundings, wait
from tournament.public.form_words import OF_THE_FORM

SECRET = "known to everybody and good for tests alone"


@dataclass(frozen=True)
class Prepared:
    """What a database holds: the event's address, a director's cookies, and by table the fields of cash."""

    slug: str
    cookies: str
    cash: dict[int, list[str]]


def prepare(home: Path, database: str) -> Prepared:
    """Fill a database that has its tables."""
    done = run([sys.executable, "-m", "tests.tournament.faults.prepare"], variables(home, database, 8000))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    return Prepared(told["slug"], told["cookies"], {int(table): names for table, names in told["cash"].items()})


def variables(home: Path, database: str, port: int) -> dict[str, str]:
    """The environment of the server."""
    return surroundings(
        home,
        DJANGO_SETTINGS_MODULE="tournament.settings",
        DATABASE_URL=database,
        TOPTABLE_SECRET_KEY=SECRET,
        TOPTABLE_PUBLIC_ADDRESS=f"http://127.0.0.1:{port}",
        TOPTABLE_SNAPSHOTS="off",
    )


class House:
    """A server that can be killed, stopped, and started again at the same port; ``inside`` are words before its line."""

    def __init__(self, home: Path, database: str, port: int, inside: Sequence[str] = ()) -> None:
        self.home, self.database, self.port, self.inside = home, database, port, inside
        self.log = home / "log"
        self._program: Running | None = None

    def start(self, before: Callable[[], None] | None = None) -> None:
        """Start the server and wait until it answers; ``before`` runs in its process first."""
        gunicorn = [
            sys.executable,
            "-m",
            "gunicorn",
            "tournament.wsgi",
            "--bind",
            f"127.0.0.1:{self.port}",
            "--preload",
        ]
        how = ["--workers", "2", "--threads", "2", "--worker-class", "gthread", "--keep-alive", "30"]
        line = [*self.inside, *gunicorn, *how, "--no-control-socket"]
        env = variables(self.home, self.database, self.port)
        with self.log.open("ab") as said:
            program = self._program = begin(line, env, said, has_group=True, before=before)
        wait(lambda: is_taken(self.port) or program.poll() is not None)
        assert program.poll() is None, self.said

    @property
    def said(self) -> str:
        """The log."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    @property
    def pid(self) -> int:
        """The server's first process."""
        assert self._program is not None
        return self._program.pid

    def signal(self, number: signal.Signals) -> None:
        """Tell every process of the server at once."""
        os.killpg(self.pid, number)

    def holds_still(self) -> bool:
        """Whether every process of the server stands where it was told to."""
        told = subprocess.run(["ps", "-o", "stat=", "-g", str(self.pid)], capture_output=True, text=True, check=False)
        states = told.stdout.split()
        return bool(states) and all(state.startswith(("T", "Z")) for state in states)

    def kill(self) -> None:
        """Pull the plug, and wait until nobody listens any more: the last of its processes may outlive the first by a moment."""
        if self._program is not None and self._program.poll() is None:
            self.signal(signal.SIGKILL)
            self._program.wait()
            wait(lambda: not is_taken(self.port))

    def stop(self) -> None:
        """End the server in order."""
        assert self._program is not None
        self._program.terminate()
        self._program.wait(PATIENCE)


@contextmanager
def standing(home: Path, database: str, port: int, **how: Any) -> Iterator[House]:
    """A house that answers; killed in the end, whatever happened."""
    home.mkdir(exist_ok=True)
    before = how.pop("before", None)
    house = House(home, database, port, **how)
    try:
        house.start(before)
        yield house
    finally:
        house.kill()


@dataclass(frozen=True)
class Save:
    """A table's cash as a desk sends it, in the order of its fields, under a key of its own."""

    key: str
    table: int
    cash: tuple[int, ...]


@dataclass(frozen=True)
class Answered:
    """What came back; status 0 where nothing did."""

    status: int
    text: str
    headers: dict[str, str]


class Desk:
    """A browser of the director's that saves tables."""

    def __init__(self, port: int, prepared: Prepared, seed: int = 7) -> None:
        self.port, self.prepared = port, prepared
        self._chance = Random(seed)

    def next_save(self, tables: Sequence[int] = ()) -> Save:
        """A result that nobody has sent before."""
        table = self._chance.choice(list(tables) or list(self.prepared.cash))
        cash = plausible_cash(len(self.prepared.cash[table]), self._chance.randrange(10**9))
        return Save(secrets.token_hex(16), table, cash)

    def send(self, save: Save, *, as_page: bool = False) -> Answered:
        """Save one table, as the script of the grid does, or as its form does without script."""
        fields = self.fields(save)
        if as_page:
            del fields["row"]
        accept = {"Accept": "text/html"} if as_page else {"Accept": "*/*"}
        return self.post(f"/desk/{self.prepared.slug}/rounds/1/results/", fields, accept)

    def fields(self, save: Save) -> dict[str, Any]:
        """What the form of one table holds, made on a page that has seen everything; a text is last."""
        typed = dict(zip(self.prepared.cash[save.table], save.cash, strict=True))
        seen, text = {f"t{save.table}-seen": "999999"}, {f"t{save.table}-ended_by": "all safe"}
        return {"key": save.key, "seen": "999999", "row": save.table, **seen, **typed, **text}

    def post(self, path: str, fields: dict[str, Any], headers: dict[str, str] | None = None) -> Answered:
        """Send a form of the desk."""
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields})
        sent = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{self.port}"}
        return self.ask("POST", path, body, {**sent, **(headers or {})})

    def get(self, path: str) -> Answered:
        """Open a page."""
        return self.ask("GET", path, None, {"Accept": "text/html"})

    def ask(self, method: str, path: str, body: str | bytes | None, headers: dict[str, str]) -> Answered:
        """One request; a connection that breaks is an answer too."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {"Cookie": self.prepared.cookies, **headers})
            answer = connection.getresponse()
            return Answered(answer.status, answer.read().decode(errors="replace"), dict(answer.headers))
        except (OSError, HTTPException):
            return Answered(0, "", {})
        finally:
            connection.close()


Ask = Callable[[str], list[tuple[Any, ...]]]
"""A question in SQL to a database, and its rows."""

CHANGES = "SELECT version, key FROM tournament_change ORDER BY version"
FIGURES = (
    "SELECT substr(c.key, 1, 20), r.id, s.cash FROM tournament_change c JOIN tournament_tablereport r ON r.official_version = c.version "
    "JOIN tournament_reportedseat s ON s.report_id = r.id WHERE c.key IS NOT NULL ORDER BY s.id"
)
VERSION = "SELECT version FROM tournament_event"
HALF = (
    "SELECT t.number, COUNT(*) FROM tournament_table t JOIN tournament_seat p ON p.table_id = t.id "
    "JOIN tournament_reportedseat s ON s.report_id = t.official_id AND s.entry_id = p.entry_id "
    "WHERE t.official_id IS NOT NULL GROUP BY t.id, t.number"
)


def check_whole(ask: Ask, acknowledged: Sequence[Save], prepared: Prepared) -> int:
    """Everything that was answered "saved" is stored as it was sent, and nothing half; how many saves are stored."""
    versions = [version for version, _ in ask(CHANGES)]
    assert versions == list(range(1, len(versions) + 1)), "every version has its change"
    assert ask(VERSION) == [(len(versions),)]
    stored: dict[str, list[int]] = {}
    for key, _, cash in ask(FIGURES):
        stored.setdefault(key, []).append(cash)
    missing = [save for save in acknowledged if sorted(stored.get(save.key[:OF_THE_FORM], [])) != sorted(save.cash)]
    assert missing == []
    assert all(seats == len(prepared.cash[table]) for table, seats in ask(HALF))
    return len(stored)
