"""The rows of an SQLite database as a dump of PostgreSQL: copied into migrated tables with the same keys, and dumped."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from tests.run.postgres import newest_binaries

COLUMNS = """
    SELECT table_name, column_name, data_type FROM information_schema.columns
    WHERE table_schema = 'public' ORDER BY table_name, ordinal_position
"""
SEQUENCES = """
    SELECT table_name, pg_get_serial_sequence(quote_ident(table_name), column_name) FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'id'
"""


def copy(file: Path, address: str) -> None:
    """Copy every row of an SQLite file into a PostgreSQL database that the same program has migrated; its guards do not look on."""
    with closing(sqlite3.connect(file)) as source, psycopg.connect(address) as target:
        target.execute("SET session_replication_role = replica")
        kinds: dict[str, dict[str, str]] = {}
        for table, column, kind in target.execute(COLUMNS):
            kinds.setdefault(table, {})[column] = kind
        for table in kinds:
            target.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
        for table, columns in kinds.items():
            names = sql.SQL(", ").join(map(sql.Identifier, columns))
            places = sql.SQL(", ").join([sql.Placeholder()] * len(columns))
            insert = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(sql.Identifier(table), names, places)
            listed = ", ".join(f'"{column}"' for column in columns)
            rows = source.execute(f'SELECT {listed} FROM "{table}" ORDER BY 1')  # noqa: S608  names of the database's own
            with target.cursor() as cursor:
                cursor.executemany(insert, [list(map(_value, columns.values(), row)) for row in rows])
        for table, sequence in target.execute(SEQUENCES).fetchall():
            last = sql.SQL("SELECT setval(%s, COALESCE((SELECT max(id) FROM {}), 1))").format(sql.Identifier(table))
            target.execute(last, [sequence])


def _value(kind: str, value: Any) -> Any:
    """A value as a column of PostgreSQL of that kind takes it."""
    if value is None:
        return None
    if kind == "boolean":
        return bool(value)
    if kind == "jsonb":
        return json.dumps(json.loads(value))
    return datetime.fromisoformat(value).replace(tzinfo=UTC) if kind == "timestamp with time zone" else value


def dumped(address: str) -> str:
    """The dump of a database, one INSERT a row, without what differs from one day to the next."""
    command = [str(newest_binaries() / "pg_dump"), "--inserts", "--no-owner", f"--dbname={address}"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("\\"))
