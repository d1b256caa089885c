"""Copies of a PostgreSQL database by its own tools: as of one moment, while others write, and read once to see that they are whole."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from tournament.installation.copies.snapshots import MOMENT, SnapshotError

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
    "PGTARGETSESSIONATTRS": "target_session_attrs",
}
"""How PostgreSQL's tools are told the connection: by variables, because other users of the machine read a command line."""

LONGEST_DUMP = 600
"""Seconds."""
NAME = re.compile(r"^\d{8}-\d{6}-\d{6}-before-[a-z.-]+\.dump$")
DUMPS_KEPT = 5


def dump(target: Path, given: Mapping[str, object]) -> None:
    """Copy a PostgreSQL database to the file ``target`` with pg_dump, and check the copy with pg_restore.

    ``given`` holds Django's connection parameters of the database. Where a step fails the file is deleted and SnapshotError raised.
    """
    tools = {name: shutil.which(name) for name in ("pg_dump", "pg_restore")}
    for name, path in tools.items():
        if path is None:
            raise SnapshotError(
                f"{name} is not installed, but backups of PostgreSQL need it; run: apt-get install postgresql-client"
            )
    surroundings = {**os.environ, **{name: str(given[key]) for name, key in LIBPQ.items() if given.get(key)}}
    try:
        target.touch(mode=0o600)
        _run([str(tools["pg_dump"]), "--format=custom", f"--file={target}"], surroundings)
        _run([str(tools["pg_restore"]), "--list", str(target)], surroundings)
    except OSError as error:
        raise SnapshotError(f"{target} cannot be written: {error.strerror}.") from error
    except SnapshotError:
        target.unlink(missing_ok=True)
        raise


def dump_before(what: str, folder: Path, given: Mapping[str, object], now: datetime) -> Path:
    """Copy a PostgreSQL database into the folder, delete all but the `DUMPS_KEPT` latest copies, and return the new file.

    ``what`` is the operation that comes next, and part of the file's name; ``given`` are Django's connection parameters.
    Raises SnapshotError.
    """
    target = folder / f"{now.astimezone(UTC):{MOMENT}}-before-{what}.dump"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SnapshotError(f"No snapshot was written to {folder}: {error.strerror}.") from error
    dump(target, given)
    for old in sorted(path for path in folder.iterdir() if NAME.match(path.name))[:-DUMPS_KEPT]:
        old.unlink(missing_ok=True)
    return target


def _run(command: list[str], surroundings: dict[str, str]) -> None:
    """Run one of PostgreSQL's tools; raises SnapshotError with the last line of its output where it fails or takes too long."""
    try:
        done = subprocess.run(  # noqa: S603
            command, env=surroundings, capture_output=True, text=True, timeout=LONGEST_DUMP, check=False
        )
        failure = done.stderr.strip().splitlines()[-1] if done.returncode and done.stderr.strip() else ""
        failed = done.returncode != 0
    except subprocess.TimeoutExpired:
        failed, failure = True, f"it took longer than {LONGEST_DUMP} seconds"
    if failed:
        raise SnapshotError(f"{Path(command[0]).name} failed: {failure or 'it said nothing'}.")
