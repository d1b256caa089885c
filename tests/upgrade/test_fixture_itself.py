"""The first edition's databases before anything is done to them: sound, as old as they claim, alike, and with every act in them."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from tests.run.postgres import PostgresError, newest_binaries, running_server
from tests.upgrade.old_house import LoadError, dump, expected, load_postgresql, unpack_sqlite

MIGRATIONS = ["0001_tournament", "0002_guards", "0003_movement_chart", "0004_cut_tie_break"]
VERBS = {
    *("create event", "change settings", "mend"),
    *("enter players", "edit entry", "remove entry", "check in", "undo", "withdraw", "disqualify", "reinstate"),
    *("mark as registered", "mark as late", "mark as excluded", "mark as absent", "keep apart", "let meet"),
    *("draw round", "discard draft", "publish round", "withdraw round", "start clock", "close round", "reopen round"),
    *("swap seats", "mark no-show", "join table", "set starting tiles", "set seating"),
    *("publish movement chart", "withdraw movement chart"),
    *("record result", "correct result", "restore result", "rule equal shares", "cancel equal shares"),
    *("open dispute", "reopen dispute", "rule dispute", "withdraw dispute"),
    *("attach log", "publish log", "withdraw log"),
    *("give warning", "give new-hand", "give two-minutes", "give fine", "cancel penalty", "restore penalty"),
    *("publish final list", "withdraw final list", "rule tie", "cancel tie ruling"),
}
"""Every verb that the first edition can write into a change."""

CHANGES = "SELECT id, event_id, version, made_at, made_by_id, verb, subject, before, after, reason FROM tournament_change ORDER BY id"
JOURNAL_VERSIONS = slice(18, 20)  # of an SQLite file's header: 1 and 1 without a write-ahead log


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return unpack_sqlite(tmp_path)


@pytest.fixture
def database(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file)) as connection:
        yield connection


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    try:
        newest_binaries()
    except PostgresError as missing:
        pytest.skip(str(missing))
    with running_server() as address:
        yield address


def test_the_sqlite_file_is_whole_and_needs_no_journal_beside_it(file: Path, database: sqlite3.Connection) -> None:
    assert file.read_bytes()[JOURNAL_VERSIONS] == b"\x01\x01"
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def test_it_stands_at_the_last_migration_of_the_first_edition(database: sqlite3.Connection) -> None:
    applied = database.execute("SELECT name FROM django_migrations WHERE app = 'tournament' ORDER BY id")
    assert [name for (name,) in applied] == MIGRATIONS


def test_every_act_of_the_first_edition_is_in_its_history(database: sqlite3.Connection) -> None:
    assert len(VERBS) == 53
    assert {verb for (verb,) in database.execute("SELECT DISTINCT verb FROM tournament_change")} == VERBS


def test_the_dump_has_as_many_rows_of_every_table_as_the_file(database: sqlite3.Connection) -> None:
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = {
        name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608  names of the file's own tables
        for name in tables
        if not name.startswith("sqlite_")
    }
    assert rows["tournament_change"] == 316
    inserted = Counter(re.findall(r"^INSERT INTO public\.(\w+) VALUES", dump(), re.MULTILINE))
    assert dict(inserted) == {name: count for name, count in rows.items() if count}


def test_the_expectations_tell_of_every_event_and_every_change(database: sqlite3.Connection) -> None:
    stored: dict[str, list[tuple[int, str]]] = {
        slug: [] for (slug,) in database.execute("SELECT slug FROM tournament_event")
    }
    query = "SELECT slug, c.version, verb FROM tournament_change c JOIN tournament_event e ON e.id = event_id"
    for slug, version, verb in database.execute(f"{query} ORDER BY c.version"):
        stored[slug].append((version, verb))
    events = expected()["events"]
    assert len(events) == 7
    assert {
        slug: [(row["version"], row["verb"]) for row in event["changes"]] for slug, event in events.items()
    } == stored


def test_the_dump_loads_and_holds_the_changes_of_the_file(database: sqlite3.Connection, server: str) -> None:
    address = new_database(server, "first_edition")
    load_postgresql(address)
    with psycopg.connect(address, options="-c timezone=UTC") as loaded:
        there = loaded.execute(CHANGES).fetchall()
    here = [
        (
            *keys,
            datetime.fromisoformat(made_at).replace(tzinfo=UTC),
            maker,
            verb,
            subject,
            json.loads(before),
            json.loads(after),
            why,
        )
        for *keys, made_at, maker, verb, subject, before, after, why in database.execute(CHANGES)
    ]
    assert there == here


def test_a_database_that_is_not_empty_is_refused_and_left_as_it_was(server: str) -> None:
    address = new_database(server, "inhabited")
    with psycopg.connect(address) as connection:
        connection.execute("CREATE TABLE tournament_event (slug text)")
    with pytest.raises(LoadError, match='relation "tournament_event" already exists'):
        load_postgresql(address)
    with psycopg.connect(address) as connection:
        there = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert there == [("tournament_event",)]


def new_database(server: str, name: str) -> str:
    """Make an empty database on the tests' server; its address."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    return server.replace("/postgres?", f"/{name}?")
