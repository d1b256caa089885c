"""Write the databases of this version and what it says of them into fixtures/upgrade: `python -m tests.upgrade.write 3.1`.

A day of this version is played in a new database (`day`, `every_kind`), and the same rows are dumped from PostgreSQL.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.run.postgres import running_server
from tests.upgrade.as_postgresql import copy, dumped
from tests.upgrade.versions import FIXTURES, SQLITE_NAME

MIGRATE = ("-m", "django", "migrate", "--verbosity", "0")


def main(version: str) -> None:
    """Write all files of ``version``; refuses to write over those of an earlier day."""
    folder = FIXTURES / version
    folder.mkdir()
    with TemporaryDirectory() as scratch, running_server() as server:
        file = Path(scratch) / SQLITE_NAME
        here = f"sqlite:///{file}"
        for command in (MIGRATE, ("-m", "tests.upgrade.day"), ("-m", "tests.upgrade.every_kind")):
            run(here, *command)
        told, archives = run(here, "-m", "tests.upgrade.told"), run(here, "-m", "tests.upgrade.archives")
        with closing(sqlite3.connect(file)) as database:
            database.executescript("DELETE FROM django_session; PRAGMA journal_mode = DELETE; VACUUM")
        run(server, *MIGRATE)
        copy(file, server)
        texts = {"archives.json": archives, "expected.json": told, "top-table.sql": dumped(server)}
        (folder / f"{SQLITE_NAME}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    for name, text in texts.items():
        (folder / f"{name}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def run(address: str, *command: str) -> str:
    """Run Python on the database at ``address`` and return what it prints; ends with what it said where it fails."""
    surroundings = os.environ | {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run([sys.executable, *command], env=surroundings, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout


if __name__ == "__main__":
    main(*sys.argv[1:])
