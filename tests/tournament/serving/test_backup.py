"""`backup`: a running database copied whole, on SQLite and PostgreSQL alike, and every way in which that is refused."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.build import make_director, make_event, play_to
from tests.tournament.pages.reading import html, words_of
from tests.tournament.serving.running import command, installed, put_migrated
from tournament.installation.copies.automatic_snapshots import MIGRATION, snapshot_before
from tournament.installation.copies.snapshots import check_copy


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as refusal:
        call_command("backup", *words)
    assert refusal.value.returncode == 2
    return str(refusal.value)


def test_before_serve_was_ever_started_there_is_nothing_to_copy(tmp_path: Path) -> None:
    done = command(tmp_path / "home", "backup", str(tmp_path / "copy.sqlite3"))
    assert done.returncode == 1
    assert done.stderr.startswith(
        "There is no installation here yet: start “python3 manage.py serve” once, which makes one."
    )
    assert list(tmp_path.iterdir()) == [], "asking makes nothing"


def test_what_a_copy_holds_is_told_an_event_a_line(tmp_path: Path, demo_database: Path) -> None:
    home, copy = tmp_path / "home", tmp_path / "copy.sqlite3"
    given = installed(demo_database)
    said = command(home, "backup", str(copy), **given).stdout.splitlines()
    with closing(sqlite3.connect(copy)) as opened:
        names = [name for (name,) in opened.execute("SELECT name FROM tournament_event ORDER BY date DESC, slug")]
    assert len(names) == 2
    assert [line.partition(", 20")[0] for line in said[2:]] == names
    assert all("rounds closed, version" in line for line in said[2:])


@pytest.mark.django_db
def test_a_file_that_cannot_be_meant_is_refused(tmp_path: Path) -> None:
    (tmp_path / "there.sqlite3").touch()
    assert refused(str(tmp_path)) == f"{tmp_path} is a folder; name a file in it, such as {tmp_path}/top-table.sqlite3"
    assert refused(str(tmp_path / "there.sqlite3")) == (f"{tmp_path}/there.sqlite3 already exists; name another file.")
    assert (
        refused(str(tmp_path / "stick" / "copy"))
        == f"There is no folder {tmp_path}/stick; create it, or plug in the stick."
    )


def test_a_copy_that_fails_leaves_no_file(tmp_path: Path, kept_database: Path) -> None:
    source, copy = tmp_path / "own.sqlite3", tmp_path / "copy.sqlite3"
    put_migrated(kept_database, source)
    given = installed(source)
    whole = bytearray(source.read_bytes())
    with closing(sqlite3.connect(source)) as opened:
        (size,) = opened.execute("PRAGMA page_size").fetchone()
        (page,) = opened.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tournament_entry'").fetchone()
    whole[(page - 1) * size : page * size] = b"\xff" * size
    source.write_bytes(whole)
    done = command(tmp_path / "home", "backup", str(copy), **given)
    assert done.returncode == 2, done.stdout
    assert done.stderr == f"{copy} cannot be read as a database: database disk image is malformed.\n"
    assert not copy.exists()


@pytest.mark.django_db
def test_postgresql_is_copied_by_its_own_tool_and_one_in_memory_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.dump"
    if connection.vendor == "sqlite":
        assert refused(str(copy)) == "The database is only in memory, so there is no file to copy."
        return
    event = play_to(make_event(8, name="Sample Cup 2026"), round_closed=1)
    out = StringIO()
    call_command("backup", str(copy), stdout=out)
    _, key, told = out.getvalue().splitlines()
    assert key.startswith(f"{copy}.key: the key that printed codes and log-ins need on another machine")
    assert told == f"Sample Cup 2026, 2026-08-20: 8 entries, 1 of 4 rounds closed, version {event.version}"
    assert copy.read_bytes()[:5] == b"PGDMP"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert refused(str(tmp_path / "second.dump")) == (
        "pg_dump is not installed, but backups of PostgreSQL need it; run: apt-get install postgresql-client"
    )
    assert not (tmp_path / "second.dump").exists()


def test_backups_into_a_folder_are_named_by_the_moment_and_only_the_latest_are_kept(
    tmp_path: Path, kept_database: Path
) -> None:
    put_migrated(kept_database, tmp_path / "own.sqlite3")
    folder = tmp_path / "backups"
    folder.mkdir()
    others = ["top-table-20260820-090000.sqlite3", "top-table-20260820-100000.sqlite3", "notes.txt", "old.sqlite3"]
    for name in [*others, f"{others[0]}.key"]:
        (folder / name).touch()
    given = installed(tmp_path / "own.sqlite3")
    done = command(tmp_path / "home", "backup", "--into", str(folder), "--keep", "2", **given)
    assert done.returncode == 0, done.stderr
    (made,) = [path for path in folder.iterdir() if path.name > "top-table-20260821" and path.suffix == ".sqlite3"]
    check_copy(made)
    assert {path.name for path in folder.iterdir()} == {*others[1:], made.name, f"{made.name}.key"}
    for words in (["--into", str(folder), "here"], ["--keep", "2", "here"], []):
        assert command(tmp_path / "home", "backup", *words, **given).returncode == 2


@pytest.mark.django_db
def test_postgresql_is_dumped_before_a_migration_where_a_folder_is_named(tmp_path: Path, settings: Settings) -> None:
    folder = tmp_path / "snapshots"
    if connection.vendor == "sqlite":
        settings.SNAPSHOT_FOLDER = str(folder)
        assert snapshot_before(MIGRATION) is None, "a database in memory has nothing to be kept"
        return
    assert snapshot_before(MIGRATION) is None, "no folder is named"
    settings.SNAPSHOT_FOLDER = str(folder)
    folder.mkdir()
    for hour in range(6):
        (folder / f"20260820-{hour:02}0000-000000-before-migration.dump").touch()
    made = snapshot_before(MIGRATION)
    assert made is not None
    assert made.read_bytes()[:5] == b"PGDMP"
    assert made.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name[:11] for path in folder.iterdir())[:-1] == [f"20260820-{hour:02}" for hour in range(2, 6)]
    assert snapshot_before("rounds.draw") is None, "before acts a server has other means"


@pytest.mark.django_db
def test_a_copy_is_downloaded_from_the_page_by_administrators_alone() -> None:
    director, boss = Client(), Client()
    director.force_login(make_director())
    boss.force_login(make_director("boss", is_superuser=True, is_staff=True))
    page, copy = reverse("desk_installation"), reverse("desk_download_copy")
    assert copy not in html(director, page)
    assert director.get(copy).status_code == 403
    assert copy in html(boss, page)
    if connection.vendor == "sqlite":
        refused = boss.get(copy, follow=True)
        assert "No copy was made: The database is only in memory" in words_of(refused.content.decode())
        return
    sent = boss.get(copy)
    assert b"".join(sent.streaming_content)[:5] == b"PGDMP"  # type: ignore[attr-defined]
    assert re.fullmatch(r'attachment; filename="top-table-\d{8}-\d{6}\.dump"', sent["Content-Disposition"])
