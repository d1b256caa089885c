"""No row of a played event has the name of a player where a number belongs."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tournament.record.names import name_key

MEANT = frozenset(
    {
        "entry.name",
        "entry.given_name",
        "entry.family_name",
        "formerentry.named",
        "takenover.name",
        "takenover.given_name",
        "takenover.family_name",
        "gameseat.name",  # with the key of the entry beside it
        "gamelog.text",  # a log, as people write it
        "scribing.opening",  # the header of such a log
        "tablereport.ended_by",  # as a slip says it
        "auth_user.email",  # the demo's own account has an address that has a word of a name
    }
)
"""The columns in which the names of players stand, by table and column."""


def texts(database: Path) -> Iterator[tuple[str, str]]:
    """Every text of every row of a database, with its table and column."""
    with closing(sqlite3.connect(database)) as opened:
        tables = [row[0] for row in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            rows = opened.execute(f'SELECT * FROM "{table}"')  # noqa: S608  the name is the database's own
            columns = [each[0] for each in rows.description]
            for row in rows:
                for column, value in zip(columns, row, strict=True):
                    if isinstance(value, str):
                        yield f"{table.removeprefix('tournament_')}.{column}", json.dumps(value, ensure_ascii=False)


def test_no_row_of_a_played_event_has_a_name_where_it_is_not_meant_to_be(demo_database: Path) -> None:
    with closing(sqlite3.connect(demo_database)) as opened:
        names = [row[0] for row in opened.execute("SELECT DISTINCT name FROM tournament_entry")]
    parts = {word for name in names for word in name_key(name).split() if len(word) > 2}
    assert len(names) > 30
    found: defaultdict[str, set[str]] = defaultdict(set)
    for column, text in texts(demo_database):
        folded = name_key(text)
        if words := {*re.findall(r"\w+", folded)} & parts:
            found[column] |= words
        if any(name_key(name) in folded for name in names):
            found[column].add("a whole name")
    assert {column: words for column, words in found.items() if column not in MEANT} == {}
