"""A database of an earlier version, migrated, says all that the version said of it, on SQLite and on PostgreSQL, and has today's tables.

Sentences may be written better from one version to the next; figures, states and changes may not change.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection

from tests.run.programs import run
from tests.upgrade.told import DESK
from tests.upgrade.versions import EACH_VERSION, expected, load_postgresql, unpack_sqlite
from tournament.draw.lines import exchanged

WORDS = frozenset({"stored_names", "told", "differences", "why", "decided_by", "csv", "counted"})
OF_A_TIE: dict[str, object] = {"total": None, "places": [], "is_told": True, "fills_in": False}
OF_AN_ENTRY = {
    "stored": "",
    "club": "",
    "team": "",
    "email": "",
    "fee_due": None,
    "fee_paid": 0,
    "taken": None,
    "tie_figure": None,
}
OF_AN_EVENT = {
    "desk": {**dict.fromkeys(DESK), "currency": "", "apart_by": "", "score_owner": "first-person"},
    "absences": {},
    "fill_ins": [],
    "registrations": {},
    "shapes": [],
}
LATER = OF_A_TIE | OF_AN_ENTRY | OF_AN_EVENT | {"second": None}
"""What a later version says besides, and what it says of what is older: of a tie no total that was kept, of an event no registrations."""

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", params=EACH_VERSION)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def address(version: str, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[str]:
    """The address of a database as the version left it, of the kind that this run tests on."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{unpack_sqlite(version, tmp_path_factory.mktemp('upgrade'))}"
        return
    own = urlsplit(os.environ["DATABASE_URL"])
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    name = f"upgraded_{version}_{settings.DATABASES['default']['NAME']}_{worker}".replace(".", "_")
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    there = own._replace(path=f"/{name}").geturl()
    load_postgresql(version, there)
    yield there
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture(scope="module")
def told(address: str, django_db_setup: None) -> dict[str, Any]:
    """What the present code says after migrating, by the event's slug."""
    surroundings = os.environ | {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = run([sys.executable, "-m", "tests.upgrade.told"], surroundings)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_everything_is_said_as_it_was(version: str, told: dict[str, Any]) -> None:
    then = expected(version)
    assert sorted(told) == sorted(then)
    if taken := then.get(
        "a-day-of-registrations-at-once-2026"
    ):  # the desk accepts now, where it filled free places by hand
        taken["registrations"]["settings"]["acceptance"] = "desk"
    for slug in then:
        assert without_words(told[slug]) == without_words(then[slug]), slug


def test_a_list_that_was_public_keeps_who_is_counted_and_no_other_does(version: str, told: dict[str, Any]) -> None:
    """Lists that were public before 3.7 keep those who counted then; what 3.7 and later wrote says so itself."""
    then = {slug: each["counted"] for slug, each in expected(version).items() if "counted" in each}
    now = {slug: each["counted"] for slug, each in told.items()}
    assert now == then if then else {tuple(each) for each in now.values()} == {(True, "status"), (False, "seat")}


def test_no_name_that_means_one_entry_stands_where_a_number_belongs(version: str, told: dict[str, Any]) -> None:
    assert {slug: each["stored_names"] for slug, each in told.items() if each["stored_names"]} == {}, version


def without_words(told: Any) -> Any:
    """What was told without the sentences, and what came later; who is a player is counted as it was then (`counted_by_status`)."""
    if isinstance(told, dict):
        return {
            name: without_words(value)
            for name, value in told.items()
            if name not in WORDS
            and (name not in LATER or LATER[name] != value)
            and (name != "entered" or value not in ("", told["name"]))  # since 3.4: the name as it was entered
        }
    if isinstance(told, list):
        return [without_words(value) for value in told]
    return exchanged(told, lambda _player: "")  # since 4.3 a line of a draw says what its players are called now


def test_tables_constraints_and_guards_are_those_of_a_new_database(address: str, told: dict[str, Any]) -> None:
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as migrated:
            assert tables_in(migrated) == tables_in(connection.connection)
        return
    import psycopg

    with psycopg.connect(address) as migrated, connection.cursor() as cursor:
        for query in CATALOGUES:
            cursor.execute(query)
            assert plainly(migrated.execute(query).fetchall()) == plainly(cursor.fetchall())


def plainly(rows: list[tuple[Any, ...]]) -> list[str]:
    """Rows of a catalogue in order, without casts and brackets: a condition that was dumped and loaded has others than it was made with."""
    return sorted(re.sub(r"::(character varying|text)(\[\])?|[()]", "", repr(row)) for row in rows)


def tables_in(database: sqlite3.Connection) -> dict[tuple[str, str], Any]:
    """What an SQLite database has by kind and name: of a table its columns and constraints, of anything else its statement."""
    rows = database.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    )
    return {(kind, name): sorted(_parts(sql)) if kind == "table" else sql for kind, name, sql in rows}


def _parts(statement: str) -> Iterator[str]:
    """The columns and constraints of a statement that makes a table, as one spelling has them: no quotes, the default last."""
    inside = statement[statement.index("(") + 1 : statement.rindex(")")]
    depth, part = 0, ""
    for character in f"{inside},":
        depth += (character == "(") - (character == ")")
        if character == "," and not depth:
            plain = part.strip().replace('"', "")
            yield re.sub(r"(DEFAULT (?:'\w*'|\S+)) NOT NULL", r"NOT NULL \1", plain)
            part = ""
        else:
            part += character


CATALOGUES = (
    """SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default, is_identity
    FROM information_schema.columns WHERE table_schema = 'public'""",
    """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace""",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    """SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal""",
    "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
)
"""What a PostgreSQL database has: columns, constraints, indexes, triggers, functions."""
