"""`manage.py backup FILE`: copy the running database whole, check the copy, and say what it holds."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from tournament.installation.keeping import database_file
from tournament.installation.snapshots import SnapshotError, carry_key, check_copy, copy_database
from tournament.management.sentences import EventCommand, refuse

HELD = """
    SELECT e.name, e.date, e.version,
        (SELECT COUNT(*) FROM tournament_entry n WHERE n.event_id = e.id),
        (SELECT COUNT(*) FROM tournament_round r WHERE r.event_id = e.id AND r.state = 'closed'),
        e.rounds_planned
    FROM tournament_event e ORDER BY e.date DESC, e.slug
"""
"""What a copy holds, an event a row; asked of the copy itself."""

LIBPQ = {
    "PGHOST": "host",
    "PGPORT": "port",
    "PGUSER": "user",
    "PGPASSWORD": "password",
    "PGDATABASE": "dbname",
    "PGSSLMODE": "sslmode",
    "PGSSLROOTCERT": "sslrootcert",
    "PGSERVICE": "service",
    "PGPASSFILE": "passfile",
}
"""How PostgreSQL's tools are told the connection: by variables, because other users of the machine read a command line."""

LONGEST_DUMP = 600
"""Seconds."""


class Command(EventCommand):
    """Copy what is stored, while it is in use."""

    help = "Copy the running database into FILE, check the copy, and say what it holds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument(
            "file", type=Path, metavar="FILE", help="the copy; a file that is there already is not touched"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy, check, tell."""
        target = Path(options["file"]).expanduser().resolve()
        if target.is_dir():
            refuse(f"{target} is a folder; name a file in it, such as {target / 'top-table.sqlite3'}")
        if target.exists():
            refuse(f"{target} is there already and is not touched; name another file.")
        if not target.parent.is_dir():
            refuse(f"There is no folder {target.parent}; make it, or plug the stick in.")
        held = dump(target) if connection.vendor == "postgresql" else copy(target)
        key = target.with_name(f"{target.name}.key")
        try:
            carry_key(settings.SECRET_KEY, key)
        except SnapshotError as failure:
            target.unlink(missing_ok=True)
            refuse(failure)
        self.stdout.write(f"{target}: {target.stat().st_size:,} bytes, checked.")
        self.stdout.write(
            f"{key}: the key with which printed codes and log-ins work elsewhere; keep both like the laptop itself."
        )
        for name, date, version, entries, closed, planned in held:
            self.stdout.write(
                f"{name}, {date}: {entries} entries, {closed} of {planned} rounds closed, version {version}"
            )
        if not held:
            self.stdout.write("It holds no event.")


def copy(target: Path) -> list[tuple[Any, ...]]:
    """Copy an SQLite database and check the copy; what it holds. A copy that is not whole is deleted and refused."""
    source = database_file()
    if source is None:
        refuse("The database lies in memory alone, so there is no file to copy.")
    try:
        copy_database(source, target)
        check_copy(target)
        with closing(sqlite3.connect(f"{target.as_uri()}?mode=ro", uri=True)) as opened:
            return opened.execute(HELD).fetchall()
    except (SnapshotError, sqlite3.Error) as failure:
        target.unlink(missing_ok=True)
        refuse(failure)


def dump(target: Path) -> list[tuple[Any, ...]]:
    """Let pg_dump copy a PostgreSQL database as of one moment, and pg_restore read the copy; what the database holds."""
    tools = {name: shutil.which(name) for name in ("pg_dump", "pg_restore")}
    for name, path in tools.items():
        if path is None:
            refuse(
                f"{name} is not installed, and PostgreSQL is copied by nothing else; run: apt-get install postgresql-client"
            )
    given = connection.get_connection_params()
    surroundings = {**os.environ, **{name: str(given[key]) for name, key in LIBPQ.items() if given.get(key)}}
    target.touch(mode=0o600)
    run([str(tools["pg_dump"]), "--format=custom", f"--file={target}"], surroundings, target)
    run([str(tools["pg_restore"]), "--list", str(target)], surroundings, target)
    with connection.cursor() as cursor:
        cursor.execute(HELD)
        return list(cursor.fetchall())


def run(command: list[str], surroundings: dict[str, str], target: Path) -> None:
    """Run a tool of PostgreSQL; refused with its own last line, the unfinished copy deleted."""
    try:
        done = subprocess.run(  # noqa: S603
            command, env=surroundings, capture_output=True, text=True, timeout=LONGEST_DUMP, check=False
        )
        failure = done.stderr.strip().splitlines()[-1] if done.returncode and done.stderr.strip() else ""
        failed = done.returncode != 0
    except subprocess.TimeoutExpired:
        failed, failure = True, f"it took longer than {LONGEST_DUMP} seconds"
    if failed:
        target.unlink(missing_ok=True)
        refuse(f"{Path(command[0]).name} failed: {failure or 'it said nothing'}.")
