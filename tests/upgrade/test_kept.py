"""The test database is kept as the migrations made it, by what they say."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection

from tests.run.kept import MIGRATIONS, keep, kept_name, put
from tournament.migrations import applied_and_pending


def _schema(database: sqlite3.Connection) -> list[tuple[str, ...]]:
    return list(database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"))


def test_a_word_changed_in_a_migration_asks_for_a_database_of_its_own(tmp_path: Path) -> None:
    for path in MIGRATIONS.glob("*.py"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert kept_name(tmp_path) == kept_name()
    first = tmp_path / "0002_guards_of_2_7_2.py"
    first.write_text(first.read_text() + "\n# another word\n")
    assert kept_name(tmp_path) != kept_name()


def test_what_is_kept_is_put_back_whole_with_its_guards(tmp_path: Path) -> None:
    kept = tmp_path / "database" / "kept.sqlite3"
    with closing(sqlite3.connect(":memory:")) as made, closing(sqlite3.connect(":memory:")) as other:
        assert not put(kept, other)
        made.executescript(
            "CREATE TABLE closed (n INTEGER); INSERT INTO closed VALUES (7);"
            "CREATE TRIGGER kept BEFORE DELETE ON closed BEGIN SELECT RAISE(ABORT, 'closed'); END;"
        )
        keep(made, kept)
        assert put(kept, other)
        assert _schema(other) == _schema(made)
        assert list(other.execute("SELECT n FROM closed")) == [(7,)]
    assert [path.name for path in kept.parent.iterdir()] == ["kept.sqlite3"]


@pytest.mark.django_db
def test_the_database_of_the_tests_is_what_the_migrations_make(tmp_path: Path, kept_database: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite's is kept")
    assert applied_and_pending() == (True, False)
    connection.ensure_connection()
    with closing(sqlite3.connect(kept_database)) as kept:
        assert _schema(kept) == _schema(connection.connection)
        tables = {name for kind, name, *_ in _schema(kept) if kind == "table"}
    assert {model._meta.db_table for model in apps.get_models()} <= tables
