"""The databases that earlier versions wrote, unpacked for a test, and what each version said of its own.

Nothing here knows models: the files are older than the code that is tested.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures/upgrade"
SQLITE_NAME = "top-table.sqlite3"
VERSIONS = sorted(
    (folder.name for folder in FIXTURES.iterdir()), key=lambda name: [int(part) for part in name.split(".")]
)
"""Every version whose database goes on, the earliest first."""
EACH_VERSION = [
    pytest.param(version, marks=pytest.mark.release if 0 < place < len(VERSIONS) - 1 else ())
    for place, version in enumerate(VERSIONS)
]
"""The versions as a parameter of tests that take seconds: the oldest and the newest in every run, those between before a release."""


class LoadError(RuntimeError):
    """The dump cannot be loaded; the message carries what psql said."""


def unpack_sqlite(version: str, folder: Path) -> Path:
    """Write the SQLite file of a version into ``folder`` and return its path; the file is the caller's to change."""
    file = folder / SQLITE_NAME
    file.write_bytes(gzip.decompress((FIXTURES / version / f"{SQLITE_NAME}.gz").read_bytes()))
    return file


def dump(version: str) -> str:
    """The text of the PostgreSQL dump of the same rows."""
    return gzip.decompress((FIXTURES / version / "top-table.sql.gz").read_bytes()).decode("utf-8")


def load_postgresql(version: str, address: str) -> None:
    """Load the dump into the empty PostgreSQL database at ``address``, wholly or not at all.

    The address is one for DATABASE_URL, such as postgresql://user@/name?host=%2Ffolder. Raises LoadError where psql refuses.
    """
    # A caller's own PGOPTIONS or .psqlrc must not change what is loaded; NOTICE and the setval rows are nobody's concern.
    psql = ["psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output", os.devnull]
    surroundings = {name: value for name, value in os.environ.items() if name != "PGOPTIONS"}
    done = subprocess.run(
        [*psql, f"--dbname={address}"], input=dump(version), capture_output=True, text=True, env=surroundings
    )
    if done.returncode:
        raise LoadError(f"psql ended with status {done.returncode}:\n{done.stderr.strip()}")


def expected(version: str) -> dict[str, Any]:
    """What a version said of each event of its own rows, by slug."""
    content: dict[str, Any] = json.loads(gzip.decompress((FIXTURES / version / "expected.json.gz").read_bytes()))
    return content


def archives(version: str) -> dict[str, str]:
    """The archive that a version wrote of each of its events, by slug, in base64."""
    content: dict[str, str] = json.loads(gzip.decompress((FIXTURES / version / "archives.json.gz").read_bytes()))
    return content
