"""Whoever was forgotten stays forgotten where an older copy comes back: put over the database, taken over, or continued from a stick."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.run.programs import run
from tests.tournament.serving.running import command, hall_database, installed, put_migrated, surroundings
from tournament.installation.environment import joined_environment

NAME = "Ada Example"
CONTINUE = """
import sys
from pathlib import Path
sys.path.insert(0, ".")
import django
django.setup()
from tournament.installation.copies.taking_over import continue_from
print(continue_from(Path(sys.argv[1])).forgotten)
"""


@pytest.fixture
def given(tmp_path: Path, demo_database: Path) -> dict[str, str]:
    """The environment of an installation of its own with those events."""
    own = tmp_path / "own" / "own.sqlite3"
    own.parent.mkdir()
    with closing(sqlite3.connect(demo_database)) as source, closing(sqlite3.connect(own)) as target:
        source.backup(target)
    return installed(own)


def holds(file: Path) -> bool:
    """Whether the name is anywhere in a database's file, free pages too."""
    files = [path for path in file.parent.glob(f"{file.name}*") if not path.name.endswith("-shm")]
    return any(NAME.encode() in path.read_bytes() for path in files)


def said(tmp_path: Path, *words: str, **given: str) -> str:
    done = command(tmp_path / "home", *words, **given)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_older_copy_brings_nobody_back(tmp_path: Path, kept_database: Path, given: dict[str, str]) -> None:
    own, sticks = tmp_path / "own" / "own.sqlite3", tmp_path / "stick"
    sticks.mkdir()
    said(tmp_path, "backup", str(sticks / "old.sqlite3"), **given)
    assert not (sticks / "forgotten.json").exists(), "nobody was forgotten yet"
    tried = json.loads(said(tmp_path, "forget", NAME, "--dry-run", "--json", **given))
    assert holds(own)
    told = json.loads(said(tmp_path, "forget", NAME, "--json", **given))
    assert tried | {"dry_run": False, "out_of_reach": []} == told | {"out_of_reach": []}
    assert told["left"] == {}
    assert any(f"{sticks}/old.sqlite3" in each["what"] for each in told["out_of_reach"])
    assert not holds(own)
    assert command(tmp_path / "home", "person", NAME, **given).returncode == 2
    said(tmp_path, "backup", str(sticks / "new.sqlite3"), **given)
    assert (sticks / "forgotten.json").read_bytes() == (own.parent / "forgotten.json").read_bytes()
    assert NAME not in (sticks / "forgotten.json").read_text("utf-8")
    _put_over(tmp_path, own, sticks / "old.sqlite3", given)
    _taken_over(tmp_path, sticks / "old.sqlite3")
    put_migrated(kept_database, tmp_path / "third" / "top-table.sqlite3")
    _continued(tmp_path, sticks / "old.sqlite3", given)


def _put_over(tmp_path: Path, own: Path, old: Path, given: dict[str, str]) -> None:
    """The older file in the place of the database; the next start migrates, and finds the list beside it."""
    shutil.copyfile(old, own)
    assert holds(own)
    assert "1 people were forgotten since this copy was made" in said(tmp_path, "migrate", **given)
    assert not holds(own)
    assert "were forgotten" not in said(tmp_path, "migrate", **given)


def _taken_over(tmp_path: Path, old: Path) -> None:
    """Another machine takes the older copy over, and finds the list beside it."""
    other = tmp_path / "other"
    done = command(other, "take_over", str(old))
    assert done.returncode == 0, done.stderr
    assert "1 people were forgotten since this copy was made" in done.stdout
    assert not holds(hall_database(other))
    with closing(sqlite3.connect(hall_database(other))) as opened:
        assert opened.execute("SELECT COUNT(*) FROM tournament_entry WHERE name LIKE 'N.N.%'").fetchone() == (1,)


def _continued(tmp_path: Path, old: Path, given: dict[str, str]) -> None:
    """A laptop without an account continues from the older copy on the stick."""
    folder = tmp_path / "third"
    (folder / "secret-key").write_text("s" * 40)
    more = {
        **joined_environment(given, serve_folder=str(folder)),
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "DATABASE_URL": f"sqlite:///{folder}/top-table.sqlite3",
    }
    done = run([sys.executable, "-c", CONTINUE, str(old)], surroundings(tmp_path, **more))
    assert done.stdout == "1\n", done.stderr
    assert not holds(folder / "top-table.sqlite3")
    assert (folder / "forgotten.json").exists()


def test_a_list_that_cannot_be_read_stops_the_start_with_a_sentence(tmp_path: Path, given: dict[str, str]) -> None:
    (tmp_path / "own" / "forgotten.json").write_text("{", encoding="utf-8")
    done = command(tmp_path / "home", "migrate", **given)
    assert done.returncode == 1
    assert "put back the one from a stick or a backup" in done.stderr


def test_retention_by_a_date(tmp_path: Path, given: dict[str, str]) -> None:
    words = ("retention", "--before", "2026-08-22", "--json")
    tried = json.loads(said(tmp_path, *words, "--dry-run", **given))
    assert [each["people"] for each in tried["events"]] == [17, 21]
    assert holds(tmp_path / "own" / "own.sqlite3")
    done = json.loads(said(tmp_path, *words, **given))
    assert done == tried | {"dry_run": False}
    assert not holds(tmp_path / "own" / "own.sqlite3")
    assert json.loads(said(tmp_path, *words, **given))["events"] == []
    assert "N.N.1" in said(tmp_path, "standings", "acquire-of-twenty-one-2026", **given)


def test_what_is_stored_about_a_person_in_a_file(tmp_path: Path, given: dict[str, str]) -> None:
    target = tmp_path / "ada.zip"
    told = json.loads(said(tmp_path, "person", NAME, "--json", "--zip", str(target), **given))
    assert told["names"] == [NAME]
    assert told["events"][0]["rows"]["Seat"]
    assert target.stat().st_mode & 0o077 == 0
    assert command(tmp_path / "home", "person", NAME, "--zip", str(target), **given).returncode == 2
