"""The application where only what every system has is there: everything is imported, and a day of an event is served.

Each program here begins with `without_posix/sitecustomize.py`, which takes away what Windows lacks and refuses what Windows refuses.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import psutil
import pytest

from tests.conftest import ROOT
from tests.run.patience import PATIENCE
from tests.tournament.keeping.browsing import Browser
from tests.tournament.serving.running import Served, command, hall_database, serving, surroundings

WITHOUT_POSIX: Final = str(Path(__file__).parent / "without_posix")
IMPORTS: Final = """
import importlib, json, pkgutil
import django
django.setup()
failed = {}
for top in ("tournament", "games", "wording"):
    for found in pkgutil.walk_packages(importlib.import_module(top).__path__, f"{top}."):
        if not found.name.endswith("__main__") and ".migrations.0" not in found.name:
            try:
                importlib.import_module(found.name)
            except Exception as problem:
                failed[found.name] = repr(problem)
print(json.dumps(failed))
"""
CODES: Final = """
import json, os
from tournament.installation.serve_folder import serve_environment, serve_folder
os.environ.update(serve_environment(serve_folder()))
import django
django.setup()
from tournament.access.devices import codes_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.devices import table_subject
Event.objects.update(players_report=True)
event = Event.objects.get()
table = record_of(event).round(1).tables[0]
subject = table_subject(1, table.number)
print(json.dumps([event.slug, table.number, codes_of(event, [subject])[subject], [seat.player for seat in table.seats]]))
"""
PASSWORD: Final = "seven hotels on a board"


def python(home: Path, code: str, debug: str = "off") -> str:
    """What a program prints that runs without POSIX."""
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={
            **surroundings(home, PYTHONPATH=WITHOUT_POSIX),
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "TOPTABLE_DEBUG": debug,
        },
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_everything_is_imported_where_only_what_every_system_has_is_there(tmp_path: Path) -> None:
    failed = json.loads(python(tmp_path, IMPORTS, debug="on"))
    assert failed == {}


@pytest.mark.server
def test_a_day_of_an_event_is_served_where_only_what_every_system_has_is_there(tmp_path: Path) -> None:
    home, copy = tmp_path / "home", tmp_path / "copy.sqlite3"
    with serving(home, PYTHONPATH=WITHOUT_POSIX) as served:
        served.until_up()
        director = Browser(served.port)
        director.open(served.link)
        director.fill("username", username="ada", password1=PASSWORD, password2=PASSWORD)
        director.open("/desk/practice/")
        director.fill("players", name="Trial Cup 2026", players="8", rounds_planned="1")
        overview = director.address
        director.open(f"{overview}entries/check-in/").send(f"{overview}entries/check-in/", to="everybody")
        director.open(overview).fill("use")
        director.send(f"{overview}rounds/1/publish/")
        slug, table, code, players = json.loads(python(home, CODES))
        phone = Browser(served.port)
        phone.open(f"/{slug}/c/1/{table}/{code}/")
        phone.fill("holder", holder="0")
        phone.open(f"/{slug}/t/1/{table}/report/")
        assert f"cash-{players[0]}" in phone.text, phone.words
        cash = {f"cash-{each}": f"{34_000 + 700 * each}" for each in players}
        phone.fill(f"cash-{players[0]}", **cash, player=list(map(str, players)), confirmed="on", reason="counted twice")
        assert f"{34_000 + 700 * players[0]:,}" in phone.text, phone.words
        director.send(f"{overview}play/")
        director.open(f"/desk/{slug}/sheets/standings.pdf")
        assert director.body.startswith(b"%PDF")
        told = command(home, "standings", slug, PYTHONPATH=WITHOUT_POSIX)
        assert (told.returncode, "Player 1" in told.stdout) == (0, True), told.stderr
        director.open("/desk/phones/copy/")
        assert director.body.startswith(b"SQLite format 3")
        (home / "downloaded.sqlite3").write_bytes(director.body)
        done = command(home, "backup", str(copy), PYTHONPATH=WITHOUT_POSIX)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        archived = command(home, "archive", slug, str(home / "cup.toptable"), PYTHONPATH=WITHOUT_POSIX)
        assert archived.returncode == 0, archived.stderr
        again = command(home, "serve", PYTHONPATH=WITHOUT_POSIX)
        assert f"already running at http://127.0.0.1:{served.port}/" in again.stderr
        it_ends_together(served)
    snapshots = [each.name for each in (hall_database(home).parent / "snapshots").iterdir()]
    assert any("publish" in name for name in snapshots), snapshots
    restored = command(home, "restore", str(home / "cup.toptable"), PYTHONPATH=WITHOUT_POSIX)
    assert restored.returncode == 0, restored.stderr
    on_another_machine(tmp_path / "other", copy)


def it_ends_together(served: Served) -> None:
    """End the server, and see that nothing of it stays."""
    parts = psutil.Process(served.program.pid).children(recursive=True)
    assert parts
    served.stop()
    assert served.program.returncode == 0, served.said
    assert not psutil.wait_procs(parts, timeout=PATIENCE)[1]


def on_another_machine(home: Path, copy: Path) -> None:
    """Take the copy over in another home, and serve it there."""
    taken = command(home, "take_over", str(copy), PYTHONPATH=WITHOUT_POSIX)
    assert taken.returncode == 0, taken.stderr
    with serving(home, PYTHONPATH=WITHOUT_POSIX) as served:
        served.until_up()
        director = Browser(served.port)
        director.open("/login/")
        director.fill("username", username="ada", password=PASSWORD)
        assert "Trial Cup 2026" in director.open("/desk/").text
