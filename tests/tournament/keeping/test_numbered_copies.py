"""Copies are chosen by their numbers: a clock that starts in the past makes no copy the oldest, and an older name still serves."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from os import utime
from pathlib import Path

from tests.run.programs import run
from tests.tournament.keeping.evening import Evening
from tests.tournament.serving.running import command, hall_database, installed, put_migrated, surroundings
from tournament.installation.copies.second_place import PLACE_NAME, Place
from tournament.installation.copies.snapshots import MOMENT, make_snapshot, names_in
from tournament.installation.copies.taking_over import copies_on, take_over
from tournament.installation.environment import joined_environment
from tournament.installation.serve_folder import DATABASE, serve_environment, serve_folder

NOW = datetime(2026, 8, 20, 14, 15, 2, tzinfo=UTC)
A_DAY = """
import sys
from datetime import UTC, datetime
sys.path.insert(0, ".")
import django
django.setup()
import time_machine
from tests.build import director_of, draw_round, enter_results
from tournament.models import Event
from tournament.services.rounds import close_round, publish_round
event = Event.objects.get()
director, last = director_of(event), event.rounds.latest("number").number
with time_machine.travel(datetime(int(sys.argv[1]), 1, 1, 10, tzinfo=UTC)):
    if event.rounds.get(number=last).state == "published":
        enter_results(event, last)
        close_round(event, director, last)
        draw_round(event, last := last + 1)
    publish_round(event, director, last)
"""
WAITING = """
import os, sys
from pathlib import Path
from threading import Thread
sys.path.insert(0, ".")
import django
django.setup()
from django.conf import settings
from tournament.installation.copies import taking_over
from tournament.installation.serve_folder import one_at_a_time
folder, found = Path(settings.SERVE_FOLDER), []
press = Thread(target=lambda: found.append(taking_over.may_continue_next()))
with one_at_a_time(folder):
    key = (folder / "secret-key").read_text()
    (folder / "secret-key").write_text("of the copy")
    press.start()
    press.join(0.5)
    (folder / "secret-key").write_text(key)
press.join()
print(found)
"""


def a_day(home: Path, stick: Path, year: int) -> None:
    """The round that is being played is reported and closed, and the next one published, by a clock that shows that year."""
    where = surroundings(home, TOPTABLE_SECOND_PLACE=str(stick))
    given = where | serve_environment(serve_folder(where), where) | {"DJANGO_SETTINGS_MODULE": "tournament.settings"}
    done = run([sys.executable, "-c", A_DAY, str(year)], given)
    assert done.returncode == 0, done.stderr


def closed_in(database: Path) -> int:
    with closing(sqlite3.connect(database)) as opened:
        return int(opened.execute("SELECT COUNT(*) FROM tournament_round WHERE state = 'closed'").fetchone()[0])


def name_of(moment: datetime, number: int = 0) -> str:
    """The name of a snapshot; without a number that of a version before 3.7."""
    return f"{f'n{number:07}-' if number else ''}{moment:{MOMENT}}-before-rounds.draw.sqlite3"


def test_the_round_closed_by_a_clock_of_2003_is_taken_over_from_the_root_of_the_stick(
    tmp_path: Path, evening: Evening
) -> None:
    first, second, kept = tmp_path / "first", tmp_path / "second", tmp_path / "stick" / PLACE_NAME
    evening.lay(first)
    kept.mkdir(parents=True)
    a_day(first, kept, 2003)
    newest = max(names_in(kept))
    assert newest[8:].startswith("-20030101-100000-")
    assert newest.endswith("-before-rounds.publish.sqlite3")
    assert newest == max(names_in(hall_database(first).with_name("snapshots")))
    done = command(second, "take_over", str(kept.parent))
    assert f"{kept / newest} has been restored to " in done.stdout, done.stderr
    (other,) = [
        name for name in names_in(kept) if f"Beside it is {name}, with a higher number or a later time." in done.stdout
    ]
    assert "-2003" not in other
    assert closed_in(hall_database(second)) == 1
    a_day(second, tmp_path / "none", 2003)
    own = names_in(hall_database(second).with_name("snapshots"))
    assert min(own) == newest, "what became the installation is kept"
    assert min(own - {newest}) > newest, "and all later ones have higher numbers"
    again = command(tmp_path / "third", "take_over", str(kept / other))
    assert f"Beside it is {newest}, " in again.stdout, again.stderr


def test_a_stick_of_a_version_before_numbers_serves_as_it_did(tmp_path: Path) -> None:
    hall, stick, folder = tmp_path / "hall.sqlite3", tmp_path / "stick", tmp_path / "top-table"
    with closing(sqlite3.connect(hall)) as opened:
        opened.execute("CREATE TABLE tables (number INTEGER)")
        opened.commit()
    stick.mkdir()
    names = [name_of(NOW - timedelta(hours=hour)) for hour in range(3)]
    for name in names:
        shutil.copyfile(hall, stick / name)
    taken = take_over(stick, folder)
    assert (taken.source.name, taken.later) == (names[0], None)
    made = make_snapshot(folder / DATABASE, folder / "snapshots", "rounds.draw", NOW - timedelta(days=9))
    assert names_in(folder / "snapshots") == {names[0], made.name}
    assert max(*names, made.name) == made.name


def test_the_page_shows_the_latest_copy_first_whatever_the_clock_showed(tmp_path: Path, kept_database: Path) -> None:
    stick = Place(tmp_path, 1 << 30, is_writable=True)
    snapshots = [name_of(NOW - timedelta(days=3)), name_of(NOW, 1), name_of(NOW.replace(year=2003), 2)]
    for name in snapshots:
        put_migrated(kept_database, stick.snapshots / name)
    for backup, moment in (("later", NOW + timedelta(hours=1)), ("earlier", NOW - timedelta(days=1))):
        put_migrated(kept_database, tmp_path / f"{backup}.sqlite3")
        utime(tmp_path / f"{backup}.sqlite3", (moment.timestamp(), moment.timestamp()))
    shown = [copy.file.name for copy in copies_on([stick])]
    assert shown == ["later.sqlite3", *reversed(snapshots[1:]), "earlier.sqlite3", snapshots[0]]


def test_a_press_waits_for_the_one_that_is_at_it(tmp_path: Path, kept_database: Path) -> None:
    put_migrated(kept_database, tmp_path / DATABASE)
    (tmp_path / "secret-key").write_text("s" * 40)
    given = {
        **joined_environment(serve_folder=str(tmp_path)),
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        **installed(tmp_path / DATABASE),
    }
    done = run([sys.executable, "-c", WAITING], surroundings(tmp_path, **given))
    assert done.stdout == "[True]\n", done.stderr
