"""The databases of earlier versions before anything is done to them: sound, alike, and with every kind of act, log and game in them."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest
from django.apps import apps

from tests.conftest import ROOT
from tests.run.postgres import PostgresError, newest_binaries, running_server
from tests.upgrade.versions import FIXTURES, VERSIONS, LoadError, dump, expected, load_postgresql, unpack_sqlite
from tournament.migrations import APPLIED, REPLACED
from tournament.record.acts import Act

FIRST = "2.7.2"
OF_2_7_2 = {*REPLACED["0001_tables_of_2_7_2"], *REPLACED["0002_guards_of_2_7_2"]}
OF_2_8 = OF_2_7_2.union(REPLACED["0003_columns_of_2_8"])
_OF_3_1 = OF_2_8.union(REPLACED)
_OF_3_3 = _OF_3_1 | {"0004_languages"}
_OF_3_4 = _OF_3_3 | {"0005_name_form", "0006_results_held_back", "0007_extras", "0008_paper"}
_OF_3_5 = _OF_3_4 | {
    "0009_clubs_and_fees",
    "0010_list_shapes",
    "0011_people",
    "0012_registrations",
    "0013_forgotten",
    "0014_apart_and_at_the_door",
    "0015_taken_over",
}
_OF_3_6 = _OF_3_5 | {"0016_tokens", "0017_organiser"}
_OF_3_7 = _OF_3_6 | {
    "0018_without_webhooks",
    "0019_wrong_passwords",
    "0020_registrations_by_network",
    "0021_paused_clock",
    "0022_who_counts",
}
_OF_4_0 = _OF_3_7 | {"0023_without_admin", "0024_without_judgements_and_messages"}
_OF_4_2 = _OF_4_0 | {"0025_words_of_logs"}
_OF_4_3 = _OF_4_2 | {"0026_rows_of_changes", "0027_former_entries", "0028_numbers_for_names"}
_OF_4_4 = _OF_4_3 | {
    *(
        "0029_top_table_wins",
        "0030_format",
        "0031_second_figure",
        "0032_order_of_arrival",
        "0033_seats_by_the_draw",
    ),
    *("0034_stages", "0035_person"),
}
MIGRATIONS = {
    "2.7.2": OF_2_7_2,
    "2.8": OF_2_8,
    "3.0": OF_2_8,
    "3.1": _OF_3_1,
    "3.2": _OF_3_1,
    "3.3": _OF_3_3,
    "3.4": _OF_3_4,
    "3.5": _OF_3_5,
    "3.6": _OF_3_6,
    "3.7": _OF_3_7,
    "4.0": _OF_4_0,
    "4.1": _OF_4_0,
    "4.2": _OF_4_2,
    "4.3": _OF_4_3,
    "4.4": _OF_4_4,
    "4.5": _OF_4_4 | {"0036_shared"},
}
"""The migrations of each version. Django notes what a migration replaces beside it, so 3.0 goes on with a database of 3.1."""

LATER_ACTS = {
    Act.NAME_PHONE: "2.8",
    Act.CORRECT_SEATS: "2.8",
    Act.SHOW_RESULTS: "3.4",
    Act.HOLD_RESULTS: "3.4",
    Act.TAKE_FEE: "3.5",
    Act.SET_SELF_CHECK_IN: "3.5",
    Act.PLAN_ABSENCE: "3.5",
    Act.SET_FILL_IN: "3.5",
    Act.TAKE_OVER: "3.5",
    Act.SET_REGISTRATION: "3.5",
    Act.DECLINE_REGISTRATION: "3.5",
    Act.CHANGE_REGISTRATION: "3.5",
    Act.CANCEL_REGISTRATION: "3.5",
    Act.RENEW_REGISTRATION_LINK: "3.5",
    Act.FORGET: "3.5",
    Act.BLANK: "3.5",
    Act.MAKE_TOKEN: "3.6",
    Act.WITHDRAW_TOKEN: "3.6",
    Act.EXPLAIN_WORDS: "4.2",
    Act.SETTLE_FIELD: "4.4",
}
"""The acts that came after 2.7.2, and with which version."""
NO_CHANGE_LEFT = {Act.DELETE_EVENT}
"""The changes of an event go with it."""
BEGAN_AS_1_0 = ("2.7.2", "2.8", "3.0")
"""The versions whose database began as one of 1.0, and so has what only 1.0 could do."""
OF_1_0_ALONE = {Act.MEND}
UNTIL_4_0 = {Act.RESTORE_DRAW, Act.MERGE_ENTRIES}
"""The acts that nobody can do any more; their changes stay in the log."""
CHOICES_OF_1_0_ALONE = {("tournament_tablereport", "source"): {"import"}}
CHOICES_UNTIL_3_6 = {("tournament_clockpress", "kind"): {"hold", "go"}}
"""The pauses of a table's clock by a press, which a round's own pauses have replaced."""
LATER_CHOICES = {
    ("tournament_event", "seat_source"): {"drawn": "4.4"},
    ("tournament_round", "kind"): dict.fromkeys(("arrival", "levels", "dealt", "snake", "hand"), "4.4"),
    ("tournament_sitout", "kind"): {"waits": "4.4"},
    ("tournament_plannedabsence", "kind"): {"out": "4.4", "waits": "4.4"},
    ("tournament_round", "seat_source"): {"drawn": "4.4"},
    ("tournament_playerrequest", "kind"): {"miss": "3.5"},
    ("tournament_sitout", "source"): {"absence": "3.5"},
}
"""The choices of a column that came after it, and with which version."""

CHANGES = "SELECT id, event_id, version, made_at, made_by_id, act, words, before, after, reason FROM tournament_change ORDER BY id"
Kind = TypeVar("Kind", bound=str)
JOURNAL_VERSIONS = slice(18, 20)  # of an SQLite file's header: 1 and 1 without a write-ahead log

every_version = pytest.mark.parametrize("version", VERSIONS)


@pytest.fixture
def file(version: str, tmp_path: Path) -> Path:
    return unpack_sqlite(version, tmp_path)


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


def tables_of(database: sqlite3.Connection) -> dict[str, int]:
    """How many rows each table has."""
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {
        name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608  names of the file's own tables
        for name in names
        if not name.startswith("sqlite_")
    }


def later_than(version: str, since: Mapping[Kind, str]) -> set[Kind]:
    """What came with a later version, of what came with these; a version without a database, which is being made, is the latest."""
    here = VERSIONS.index(version)
    return {kind for kind, first in since.items() if first not in VERSIONS or VERSIONS.index(first) > here}


def test_every_version_since_2_7_2_has_a_database_and_its_archives() -> None:
    changes = (ROOT / name for name in ("CHANGELOG.md", "docs/developing/changes-before-2.8.md"))
    text = "\n".join(each.read_text(encoding="utf-8") for each in changes)
    told = re.findall(r"^## (\d+(?:\.\d+)+)$", text, re.MULTILINE)
    assert told[: told.index(FIRST) + 1][::-1] == VERSIONS
    files = {"archives.json.gz", "expected.json.gz", "top-table.sql.gz", "top-table.sqlite3.gz"}
    assert {version: {file.name for file in (FIXTURES / version).iterdir()} for version in VERSIONS} == dict.fromkeys(
        VERSIONS, files
    )


@every_version
def test_the_sqlite_file_is_whole_and_needs_no_journal_beside_it(file: Path, database: sqlite3.Connection) -> None:
    assert file.read_bytes()[JOURNAL_VERSIONS] == b"\x01\x01"
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []


@every_version
def test_it_stands_at_the_last_migration_of_its_version(version: str, database: sqlite3.Connection) -> None:
    assert {name for (name,) in database.execute(APPLIED)} == MIGRATIONS[version]


@every_version
def test_every_kind_of_act_is_in_its_history(version: str, database: sqlite3.Connection) -> None:
    later = later_than(version, LATER_ACTS)
    lost = NO_CHANGE_LEFT | (OF_1_0_ALONE if version not in BEGAN_AS_1_0 else set())
    lost |= UNTIL_4_0 if VERSIONS.index(version) > VERSIONS.index("4.0") else set()
    done = {act for (act,) in database.execute("SELECT DISTINCT act FROM tournament_change")}
    assert done == {act.value for act in set(Act) - later - lost}


@every_version
def test_every_table_has_rows_and_every_choice_of_a_column_is_in_it(version: str, database: sqlite3.Connection) -> None:
    """Logs and games, and what is stored beside them, are of every kind and in every state."""
    ours = {name: count for name, count in tables_of(database).items() if name.startswith("tournament_")}
    assert [name for name, count in ours.items() if not count] == []
    missing = {}
    for model in apps.get_app_config("tournament").get_models():
        table = model._meta.db_table
        there = {row[1] for row in database.execute(f"PRAGMA table_info({table})")}
        for column in (column for column in model._meta.concrete_fields if column.choices and column.column in there):
            found = {value for (value,) in database.execute(f"SELECT DISTINCT {column.column} FROM {table}")}  # noqa: S608
            if left := {choice for choice, _ in column.flatchoices} - found:
                missing[table, column.column] = left
    later = {column: later_than(version, choices) for column, choices in LATER_CHOICES.items() if column[0] in ours}
    lost = {} if version in BEGAN_AS_1_0 else dict(CHOICES_OF_1_0_ALONE)
    lost |= {} if VERSIONS.index(version) < VERSIONS.index("3.7") else CHOICES_UNTIL_3_6
    assert missing == {column: choices for column, choices in later.items() if choices} | lost


@every_version
def test_the_dump_has_as_many_rows_of_every_table_as_the_file(version: str, database: sqlite3.Connection) -> None:
    inserted = Counter(re.findall(r"^INSERT INTO public\.(\w+) VALUES", dump(version), re.MULTILINE))
    assert dict(inserted) == {name: count for name, count in tables_of(database).items() if count}


@every_version
def test_the_expectations_tell_of_every_event_and_every_change(version: str, database: sqlite3.Connection) -> None:
    stored: dict[str, list[tuple[int, str]]] = {
        slug: [] for (slug,) in database.execute("SELECT slug FROM tournament_event")
    }
    query = "SELECT slug, c.version, act FROM tournament_change c JOIN tournament_event e ON e.id = event_id"
    for slug, number, act in database.execute(f"{query} ORDER BY c.version"):
        stored[slug].append((number, act))
    told = expected(version)
    assert {slug: [(row["version"], row["act"]) for row in event["changes"]] for slug, event in told.items()} == stored


@every_version
def test_the_dump_loads_and_holds_the_changes_of_the_file(
    version: str, database: sqlite3.Connection, server: str
) -> None:
    address = new_database(server, f"loaded_{version.replace('.', '_')}")
    load_postgresql(version, address)
    with psycopg.connect(address, options="-c timezone=UTC") as loaded:
        there = loaded.execute(CHANGES).fetchall()
    here = [
        (
            *keys,
            datetime.fromisoformat(made_at).replace(tzinfo=UTC),
            maker,
            act,
            words,
            json.loads(before),
            json.loads(after),
            why,
        )
        for *keys, made_at, maker, act, words, before, after, why in database.execute(CHANGES)
    ]
    assert there == here


def test_a_database_that_is_not_empty_is_refused_and_left_as_it_was(server: str) -> None:
    address = new_database(server, "inhabited")
    with psycopg.connect(address) as connection:
        connection.execute("CREATE TABLE tournament_event (slug text)")
    with pytest.raises(LoadError, match='relation "tournament_event" already exists'):
        load_postgresql(FIRST, address)
    with psycopg.connect(address) as connection:
        there = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert there == [("tournament_event",)]


def new_database(server: str, name: str) -> str:
    """Make an empty database on the tests' server; its address."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    return server.replace("/postgres?", f"/{name}?")
