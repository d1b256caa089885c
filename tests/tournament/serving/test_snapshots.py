"""Copies of a running database: whole while it is written to, thinned out, carried to a second place, never in an act's way."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT
from tests.run.patience import PATIENCE
from tests.run.programs import run
from tests.tournament.serving.running import can_leave_the_network, command, installed, put_migrated, surroundings
from tests.upgrade.versions import VERSIONS, unpack_sqlite
from tournament.installation.copies.second_place import copy_missing
from tournament.installation.copies.snapshots import (
    DAYS_KEPT,
    KEY,
    LATEST_KEPT,
    MOMENT,
    Safety,
    SnapshotError,
    carry,
    check_copy,
    copy_database,
    made_at,
    make_snapshot,
    names_in,
    raise_above,
    safety_of,
    snapshots_to_keep,
)

NOW = datetime(2026, 8, 20, 14, 15, 2, 123456, tzinfo=UTC)
FIRST = "n0000001-20260820-141502-123456-before-rounds.draw.sqlite3"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database in use, with a thousand rows, in the way the application keeps it."""
    path = tmp_path / "top-table.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE pairs (a INTEGER, b INTEGER)")
        connection.executemany("INSERT INTO pairs VALUES (?, ?)", [(number, -number) for number in range(1000)])
        connection.commit()
    return path


def rows(path: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT COUNT(*), SUM(a + b) FROM pairs").fetchone()
    return int(found[0]), int(found[1])


def test_a_copy_made_while_rows_are_written_is_whole_and_of_one_moment(database: Path, tmp_path: Path) -> None:
    stop = Event()

    def write() -> None:
        with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection:
            number = 1000
            while not stop.is_set():
                connection.execute("INSERT INTO pairs VALUES (?, 0)", (number,))
                connection.execute("INSERT INTO pairs VALUES (0, ?)", (-number,))
                connection.commit()
                number += 1

    writer = Thread(target=write)
    writer.start()
    try:
        for number in range(20):
            copy_database(database, tmp_path / f"copy-{number}.sqlite3")
    finally:
        stop.set()
        writer.join()
    copies = sorted(tmp_path.glob("copy-*"))
    counts = []
    for copy in copies:
        check_copy(copy)
        count, total = rows(copy)
        assert (count % 2, total) == (0, 0), "a transaction is in a copy whole or not at all"
        counts.append(count)
    assert len(copies) == 20
    assert {path.stat().st_mode & 0o777 for path in copies} == {0o600}
    assert not list(tmp_path.glob(".*")), "no half-made file is left"


def test_a_copy_that_was_damaged_is_found_out(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy_database(database, copy)
    check_copy(copy)
    whole = copy.read_bytes()
    copy.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SnapshotError, match=r"copy\.sqlite3 (is damaged|cannot be read as a database)"):
        check_copy(copy)
    copy.write_bytes(b"no database" * 500)
    with pytest.raises(SnapshotError, match="cannot be read as a database: file is not a database"):
        check_copy(copy)


def test_a_snapshot_is_named_by_its_moment_and_by_what_came_next(database: Path, tmp_path: Path) -> None:
    made = make_snapshot(database, tmp_path / "snapshots", "rounds.draw", NOW)
    assert made == tmp_path / "snapshots" / FIRST
    assert rows(made) == (1000, 0)
    assert made.parent.stat().st_mode & 0o777 == 0o700
    assert names_in(made.parent) == {FIRST}


def test_a_snapshot_of_nothing_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match=r"No snapshot was written to .*: No such file or directory\."):
        make_snapshot(tmp_path / "gone.sqlite3", tmp_path / "snapshots", "rounds.draw", NOW)


def name_of(moment: datetime, number: int = 0) -> str:
    """The name of a snapshot; without a number that of a version before 3.7."""
    return f"{f'n{number:07}-' if number else ''}{moment:{MOMENT}}-before-rounds.draw.sqlite3"


@given(st.lists(st.integers(0, 60 * 24 * 40), max_size=200, unique=True))
def test_what_is_kept_are_the_latest_and_the_last_of_each_of_the_latest_days(minutes: list[int]) -> None:
    names = sorted(name_of(NOW + timedelta(minutes=minute)) for minute in minutes)
    left = snapshots_to_keep(names)
    days = sorted({name[:8] for name in names})[-DAYS_KEPT:]
    assert left == {*names[-LATEST_KEPT:], *(max(name for name in names if name[:8] == day) for day in days)}
    assert len(left) <= LATEST_KEPT + DAYS_KEPT
    assert snapshots_to_keep(left) == left, "what was kept is kept the next time"


def test_the_latest_snapshot_is_that_of_the_highest_number_whatever_the_clock_shows(
    database: Path, tmp_path: Path
) -> None:
    folder, stick = tmp_path / "snapshots", tmp_path / "stick"
    folder.mkdir()
    for day in range(36):
        (folder / name_of(NOW - timedelta(days=day))).touch()
    in_2003 = make_snapshot(database, folder, "rounds.close", datetime(2003, 1, 1, 10, tzinfo=UTC))
    assert max(names_in(folder)) == in_2003.name == "n0000001-20030101-100000-000000-before-rounds.close.sqlite3"
    assert in_2003.name in snapshots_to_keep(names_in(folder))
    assert made_at(in_2003.name) == datetime(2003, 1, 1, 10, tzinfo=UTC)
    stick.mkdir()
    assert safety_of(folder, stick, datetime(2003, 1, 1, 11, tzinfo=UTC)).is_behind
    assert safety_of(folder, stick, NOW).is_behind


def test_a_stick_that_another_installation_has_used_takes_our_latest_as_its_latest(
    database: Path, tmp_path: Path
) -> None:
    folder, stick = tmp_path / "snapshots", tmp_path / "stick"
    make_snapshot(database, folder, "rounds.draw", NOW)
    stick.mkdir()
    (stick / name_of(NOW - timedelta(days=9), 300)).touch()
    assert raise_above(folder, names_in(stick)) == name_of(NOW, 301)
    assert make_snapshot(database, folder, "rounds.draw", NOW).name == name_of(NOW, 302)
    assert raise_above(folder, names_in(folder)) == name_of(NOW, 302)
    assert raise_above(stick, ()) == name_of(NOW - timedelta(days=9), 300)


def test_old_snapshots_go_and_nothing_else_does(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "snapshots"
    folder.mkdir()
    (folder / "my own copy.sqlite3").touch()
    for number in range(60):
        (folder / name_of(NOW - timedelta(minutes=60 - number))).touch()
    make_snapshot(database, folder, "rounds.draw", NOW)
    assert (len(names_in(folder)), (folder / "my own copy.sqlite3").exists()) == (LATEST_KEPT, True)
    assert max(names_in(folder)) == FIRST


# The second place


def test_a_snapshot_is_carried_to_the_second_place_and_old_ones_there_go(database: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    for number in range(60):
        (stick / name_of(NOW - timedelta(minutes=60 - number))).touch()
    made = make_snapshot(database, tmp_path / "snapshots", "rounds.draw", NOW)
    carry(made, stick)
    assert len(names_in(stick)) == LATEST_KEPT
    check_copy(stick / FIRST)
    assert (stick / FIRST).stat().st_mode & 0o777 == 0o600


def test_a_second_place_that_is_gone_is_never_made(database: Path, tmp_path: Path) -> None:
    made = make_snapshot(database, tmp_path / "snapshots", "rounds.draw", NOW)
    with pytest.raises(SnapshotError, match=r"The backup drive .*/stick is not there\."):
        carry(made, tmp_path / "stick")
    assert not (tmp_path / "stick").exists()


def test_a_stick_that_was_away_gets_what_it_missed(database: Path, tmp_path: Path) -> None:
    snapshots, stick = tmp_path / "snapshots", tmp_path / "stick"
    for minute in range(3):
        make_snapshot(database, snapshots, "rounds.draw", NOW + timedelta(minutes=minute))
    copy_missing(stick, snapshots)
    assert not stick.exists()
    stick.mkdir()
    later = [name_of(NOW + timedelta(days=1, minutes=minute), 4 + minute) for minute in range(LATEST_KEPT)]
    for name in later:
        (stick / name).touch()  # of another laptop
    copy_missing(stick, snapshots)
    last = name_of(NOW + timedelta(minutes=2), 3)
    assert names_in(stick) == {*later, last}, "what would be thinned out at once is not copied"
    (stick / last).unlink()
    for name in later:
        (stick / name).unlink()
    copy_missing(stick, snapshots)
    assert names_in(stick) == names_in(snapshots)


FILL = """
import sys
from pathlib import Path
sys.path.insert(0, ".")
from tournament.installation.copies.snapshots import SnapshotError, carry, names_in
try:
    carry(Path(sys.argv[1]), Path(sys.argv[2]))
except SnapshotError as failure:
    print(failure)
print(sorted(path.name for path in Path(sys.argv[2]).iterdir()))
"""


@pytest.mark.skipif(not can_leave_the_network(), reason="this machine lets no program have mounts of its own (unshare)")
def test_a_second_place_that_is_full_is_a_sentence_and_keeps_no_half_of_a_copy(database: Path, tmp_path: Path) -> None:
    made = make_snapshot(database, tmp_path / "snapshots", "rounds.draw", NOW)
    stick = tmp_path / "stick"
    stick.mkdir()
    mounted = f"mount -t tmpfs -o size=8k tmpfs {stick} && exec {sys.executable} -c '{FILL}' {made} {stick}"
    tried = subprocess.run(["unshare", "-rm", "sh", "-c", mounted], capture_output=True, text=True, cwd=ROOT)
    assert tried.stdout.splitlines() == [
        f"{FIRST} could not be copied to {stick}: No space left on device.",
        "[]",
    ], tried.stderr


@pytest.mark.skipif(not can_leave_the_network(), reason="this machine lets no program have mounts of its own (unshare)")
def test_on_a_full_stick_our_oldest_copies_make_room_for_the_newest(database: Path, tmp_path: Path) -> None:
    made, stick = make_snapshot(database, tmp_path / "snapshots", "rounds.draw", NOW), tmp_path / "stick"
    stick.mkdir()
    size = made.stat().st_size
    old = [name_of(NOW - timedelta(days=day)) for day in (1, 2, 3)]
    room = 4 * size - 4096

    def left(each: int, films: int) -> str:
        """What is on the stick afterwards, on which old copies of this size and other files were."""
        files = {**dict.fromkeys(old, each), "films": films}
        fill = " && ".join(f"head -c {bytes_} /dev/zero > {stick}/{name}" for name, bytes_ in files.items())
        mounted = (
            f"mount -t tmpfs -o size={room} tmpfs {stick} && {fill} && exec {sys.executable} -c '{FILL}' {made} {stick}"
        )
        tried = subprocess.run(["unshare", "-rm", "sh", "-c", mounted], capture_output=True, text=True, cwd=ROOT)
        return (tried.stdout.splitlines() or [tried.stderr])[-1]

    assert left(size, 0) == str(sorted([*old[:2], FIRST, "films"]))
    assert left(4096, room - 4 * 4096) == str(sorted([*old, "films"])), "nothing goes where that would be in vain"


def test_how_safe_an_installation_is(database: Path, tmp_path: Path) -> None:
    folder, stick = tmp_path / "snapshots", tmp_path / "stick"

    def safety(after: int) -> tuple[int, datetime | None, bool, bool]:
        found = safety_of(folder, stick, NOW + timedelta(seconds=after))
        return found.count, found.last, found.is_second_there, found.is_behind

    assert safety(0) == (0, None, False, False)
    made = make_snapshot(database, folder, "rounds.draw", NOW)
    assert safety(0) == (1, NOW, False, False), "a stick that is missing is missing, and not behind as well"
    stick.mkdir()
    assert [safety(after) for after in (60, 61)] == [(1, NOW, True, False), (1, NOW, True, True)]
    carry(made, stick)
    assert safety(61) == (1, NOW, True, False)
    assert safety_of(folder, None, NOW).second_place is None


def test_a_disk_is_low_below_a_gigabyte() -> None:
    free = [Safety(Path("/"), 0, None, None, False, False, left).is_disk_low for left in (999_999_999, 1_000_000_000)]
    assert free == [True, False]


# Acts


def play(home: Path, kept: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """A round of a real event, on a real database, in a program of its own."""
    script = """
import sys
from datetime import date
from random import Random
sys.path.insert(0, ".")
import django
django.setup()
from django.contrib.auth.models import User
from tournament.day.lists.rosters import RosterLine
from tournament.models import Event
from tournament.services.attendance import check_in
from tournament.services.entries import add_entries
from tournament.services.events import create_event
from tournament.slices.practice.playing import play_round
director = User.objects.create_user("director")
event = create_event(director, {"name": "Sample Cup", "date": date(2026, 8, 20)})
add_entries(event, director, [RosterLine(line, f"Demo {line}") for line in range(1, 9)])
check_in(event, director, range(1, 9))
play_round(event, director, Random(1))
print(Event.objects.get().rounds.get().state)
"""
    put_migrated(kept, home / "own.sqlite3")
    given = {"DJANGO_SETTINGS_MODULE": "tournament.settings", **installed(home / "own.sqlite3")}
    return run([sys.executable, "-c", script], surroundings(home, **given, **more))


def befores(folder: Path) -> list[str]:
    return [name.partition("-before-")[2].removesuffix(".sqlite3") for name in sorted(names_in(folder))]


def test_draw_publication_and_closing_each_leave_a_snapshot_in_both_places(tmp_path: Path, kept_database: Path) -> None:
    home, stick = tmp_path / "home", tmp_path / "stick"
    stick.mkdir()
    played = play(home, kept_database, TOPTABLE_SECOND_PLACE=str(stick))
    assert played.stdout == "closed\n", played.stderr
    assert befores(home / "snapshots") == befores(stick) == ["rounds.draw", "rounds.publish", "rounds.close"]
    carried = sorted(names_in(stick))
    assert {path.name for path in stick.iterdir()} == {*carried, KEY, "sample-cup-2026-handover.pdf"}
    for name in carried:
        check_copy(stick / name)
    with closing(sqlite3.connect(stick / carried[-1])) as last:
        assert last.execute("SELECT state FROM tournament_round").fetchall() == [("published",)]


def test_acts_go_on_where_no_snapshot_can_be_made_at_all(tmp_path: Path, kept_database: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "snapshots").write_text("a file where the folder should be", encoding="utf-8")
    played = play(home, kept_database)
    assert played.stdout == "closed\n"
    assert played.stderr.count("No snapshot was written to") == 3


def test_acts_go_on_where_the_second_place_is_gone(tmp_path: Path, kept_database: Path) -> None:
    played = play(tmp_path / "home", kept_database, TOPTABLE_SECOND_PLACE=str(tmp_path / "stick"))
    assert played.stdout == "closed\n"
    assert played.stderr.count(f"The backup drive {tmp_path}/stick is not there.") == 3
    assert befores(tmp_path / "home" / "snapshots") == ["rounds.draw", "rounds.publish", "rounds.close"]


def test_a_database_of_an_earlier_version_is_kept_before_it_is_migrated(tmp_path: Path) -> None:
    home = tmp_path / "home"
    given = installed(home / "own.sqlite3")

    def migrate() -> None:
        assert command(home, "migrate", **given).returncode == 0

    home.mkdir()
    migrate()
    assert befores(home / "snapshots") == [], "an empty database has nothing to keep"
    unpack_sqlite(VERSIONS[0], home).replace(home / "own.sqlite3")
    migrate()
    migrate()
    assert befores(home / "snapshots") == ["migration"], "where nothing is to be done nothing is kept"
    with closing(sqlite3.connect(next((home / "snapshots").iterdir()))) as kept_one:
        names = kept_one.execute("SELECT name FROM django_migrations WHERE app = 'tournament' ORDER BY name").fetchall()
    assert names[-1] == ("0033_insight",)
