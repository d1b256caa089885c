"""Snapshots of the running installation, made before a recorded change or a migration; a failed snapshot never stops either."""

from __future__ import annotations

import logging
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tournament.installation.copies.second_place import second_place, start_copying
from tournament.installation.copies.snapshots import Safety, SnapshotError, dump_before, make_snapshot, safety_of

log = logging.getLogger("tournament.installation.keeping")

MIGRATION = "migration"
"""The word in the name of a snapshot that is made before the database is migrated."""


def snapshot_before(what: str) -> Path | None:
    """Make a snapshot, copy it to the second place in a thread of its own, and return its path.

    ``what`` is the operation that comes next, such as "migration"; it becomes part of the file's name. Returns None where no folder is set
    and where the copy failed: a failure is logged and not raised. PostgreSQL is copied only before a migration, with pg_dump.
    """
    folder, database = Path(settings.SNAPSHOT_FOLDER), database_file()
    is_dumped = connection.vendor == "postgresql" and what == MIGRATION
    if not settings.SNAPSHOT_FOLDER or (database is None and not is_dumped):
        return None
    try:
        if database is None:
            return dump_before(what, folder, connection.get_connection_params(), timezone.now())
        made = make_snapshot(database, folder, what, timezone.now())
    except SnapshotError as failure:
        log.warning("%s", failure)
        return None
    if place := second_place():
        start_copying(place, made.parent)
    return made


def database_file() -> Path | None:
    """The file of the running SQLite database; None for a database in memory and for PostgreSQL."""
    name = str(connection.settings_dict["NAME"])
    path = Path(name)
    return path if connection.vendor == "sqlite" and path.is_absolute() and path.is_file() else None


def snapshot_safety() -> Safety | None:
    """The state of the running installation's snapshots; None where it makes none before recorded changes."""
    if not settings.SNAPSHOT_FOLDER or connection.vendor == "postgresql":
        return None
    return safety_of(Path(settings.SNAPSHOT_FOLDER), second_place(), timezone.now())
