"""The test database as the migrations made it, kept in pytest's cache: they run once for what they say, and not in every process.

What is kept is put into the empty database before Django makes it; `migrate` then runs as ever, and finds everything applied. The file
is named by what the migrations say and by who runs them, so another word in one of them runs them all anew. That they run
from an empty database, and from every earlier edition's, is proved by `tests/upgrade` and by the first run of all.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path

MIGRATIONS = Path(__file__).resolve().parent.parent.parent / "tournament" / "migrations"


def kept_name(migrations: Path = MIGRATIONS) -> str:
    """The name of the file that holds what these migrations make."""
    import axes  # only once Django is set up
    import django

    said = sha256(f"{sys.version} {sqlite3.sqlite_version} {django.__version__} {axes.__version__}".encode())
    for path in sorted(migrations.glob("*.py")):
        said.update(f"\n{path.name}\n".encode() + path.read_bytes())
    return f"{said.hexdigest()[:20]}.sqlite3"


def keep(made: sqlite3.Connection, kept: Path) -> None:
    """Keep that database as it stands; whoever else keeps it at the same moment writes the same."""
    if kept.exists():
        return
    kept.parent.mkdir(parents=True, exist_ok=True)
    being_written = kept.with_suffix(f".{os.getpid()}")
    with closing(sqlite3.connect(being_written)) as file:
        made.backup(file)
    being_written.replace(kept)


def put(kept: Path, into: sqlite3.Connection) -> bool:
    """Put what is kept into an empty database; false where nothing is."""
    if not kept.exists():
        return False
    with closing(sqlite3.connect(f"file:{kept}?mode=ro", uri=True)) as file:
        file.backup(into)
    return True
