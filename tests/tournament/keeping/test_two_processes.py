"""Two processes serve one database: what each keeps of an event is never older than what is stored, whoever changed or replaced it."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.run.postgres import newest_binaries, running_server
from tests.tournament.keeping.visiting import Visitor, visiting
from tests.tournament.serving.running import put_migrated, put_migrated_on_server


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(
    request: pytest.FixtureRequest, kept_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a database with empty tables, of either kind."""
    if request.param == "sqlite":
        file = tmp_path_factory.mktemp("two") / "two.sqlite3"
        put_migrated(kept_database, file)
        yield f"sqlite:///{file}"
        return
    with running_server() as address:
        put_migrated_on_server(kept_database, address)
        yield address


@pytest.fixture
def both(database: str, tmp_path: Path) -> Iterator[tuple[Visitor, Visitor]]:
    """Two processes that look at one event with a round being played."""
    with visiting(database, str(tmp_path / "snapshots") if "sqlite" in database else "") as (one, other):
        one.does("make")
        yield one, other


def same(one: Visitor, other: Visitor) -> None:
    """Both show what is stored, and so the same."""
    assert one.does("look") == other.does("look")
    assert len(one.does("look")) == 1


def test_no_page_is_older_than_what_is_stored(both: tuple[Visitor, Visitor], database: str, tmp_path: Path) -> None:
    one, other = both
    same(one, other)
    one.does("enter", table=1)
    same(other, one)
    other.does("enter", table=2)
    one.does("enter", table=1, more=100)
    other.does("enter", table=1, more=200)
    same(one, other)
    one.does("undo")
    same(other, one)
    for each in (1, 2, 3):
        other.does("enter", table=each, more=300)
    one.does("close")
    same(other, one)
    copy = copied(database, tmp_path)
    for text, who in (("Lunch", one), ("Dinner", other)):
        who.does("notice", text=text)
        same(one, other)
        version = one.does("version")
        replaced(database, copy)
        assert one.does("version") == version - 1
        same(other, one)
    one.does("notice", text="The version that was another one before")
    assert other.does("version") == version
    same(other, one)
    if "sqlite" in database:
        other.does("back")
        same(one, other)


def copied(database: str, folder: Path) -> Path:
    """A copy of the whole database as it is now."""
    copy = folder / "copy"
    if "sqlite" in database:
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as now, closing(sqlite3.connect(copy)) as to:
            now.backup(to)
    else:
        subprocess.run([str(newest_binaries() / "pg_dump"), "--clean", "-d", database, "-f", str(copy)], check=True)
    return copy


def replaced(database: str, copy: Path) -> None:
    """Bring the copy back in place of the database, beneath the processes that have it open."""
    if "sqlite" in database:
        with (
            closing(sqlite3.connect(copy)) as then,
            closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as to,
        ):
            then.backup(to)
    else:
        line = [str(newest_binaries() / "psql"), "-q", "-v", "ON_ERROR_STOP=1", "-d", database, "-f", str(copy)]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
