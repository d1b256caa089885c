"""The databases that the first edition wrote, unpacked for a test, and what it said of them itself.

Nothing here knows models: the files are older than the code that is tested.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from pathlib import Path
from typing import Any

FIRST_EDITION = Path(__file__).resolve().parent.parent.parent / "fixtures/upgrade/1.0"
SQLITE_NAME = "top-table.sqlite3"


class LoadError(RuntimeError):
    """The dump cannot be loaded; the message carries what psql said."""


def unpack_sqlite(folder: Path) -> Path:
    """Write the SQLite file of the first edition into ``folder`` and return its path; the file is the caller's to change."""
    file = folder / SQLITE_NAME
    file.write_bytes(gzip.decompress((FIRST_EDITION / f"{SQLITE_NAME}.gz").read_bytes()))
    return file


def dump() -> str:
    """The text of the PostgreSQL dump of the same rows."""
    return gzip.decompress((FIRST_EDITION / "top-table.sql.gz").read_bytes()).decode("utf-8")


def load_postgresql(address: str) -> None:
    """Load the dump into the empty PostgreSQL database at ``address``, wholly or not at all.

    The address is one for DATABASE_URL, such as postgresql://user@/name?host=%2Ffolder. Raises LoadError where psql refuses.
    """
    # A caller's own PGOPTIONS or .psqlrc must not change what is loaded; NOTICE and the setval rows are nobody's concern.
    psql = ["psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output", os.devnull]
    surroundings = {name: value for name, value in os.environ.items() if name != "PGOPTIONS"}
    done = subprocess.run(
        [*psql, f"--dbname={address}"], input=dump(), capture_output=True, text=True, env=surroundings
    )
    if done.returncode:
        raise LoadError(f"psql ended with status {done.returncode}:\n{done.stderr.strip()}")


def expected() -> dict[str, Any]:
    """What the first edition said of its own rows: ``users``, and by slug each of ``events``; fixtures/upgrade/1.0/README.md tells more."""
    content: dict[str, Any] = json.loads(gzip.decompress((FIRST_EDITION / "expected.json.gz").read_bytes()))
    return content
