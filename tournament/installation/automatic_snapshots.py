"""Snapshots of the installation that runs: before an act, before a migration; none of them ever stops what it is made for."""

from __future__ import annotations

import logging
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tournament.installation.dumping import dump_before
from tournament.installation.snapshots import KEY, Safety, SnapshotError, carry, carry_key, make_snapshot, safety_of

log = logging.getLogger("tournament.installation.keeping")

MIGRATION = "migration"
"""What a snapshot is called that an upgrade keeps before it."""


def snapshot_before(what: str) -> Path | None:
    """Make a snapshot named by what comes next, and copy it to the second place in a thread of its own; its path.

    None where no folder is set. PostgreSQL is copied before a migration only, by its own tools: before acts a server has other means. A
    failure is logged, shown by `snapshot_safety`, and stops nothing.
    """
    if connection.vendor == "postgresql" and what == MIGRATION and settings.SNAPSHOT_FOLDER:
        return _dump(what)
    database = database_file()
    if not settings.SNAPSHOT_FOLDER or database is None:
        return None
    try:
        made = make_snapshot(database, Path(settings.SNAPSHOT_FOLDER), what, timezone.now())
    except SnapshotError as failure:
        log.warning("%s", failure)
        return None
    if settings.SECOND_PLACE:
        Thread(target=_carry, args=(made, Path(settings.SECOND_PLACE)), name="second place").start()
    return made


def _dump(what: str) -> Path | None:
    try:
        return dump_before(what, Path(settings.SNAPSHOT_FOLDER), connection.get_connection_params(), timezone.now())
    except SnapshotError as failure:
        log.warning("%s", failure)
        return None


def _carry(snapshot: Path, place: Path) -> None:
    try:
        carry(snapshot, place)
        carry_key(settings.SECRET_KEY, place / KEY)
    except SnapshotError as failure:
        log.warning("%s", failure)


def database_file() -> Path | None:
    """The file of the running database; None for one in memory and for PostgreSQL."""
    name = str(connection.settings_dict["NAME"])
    path = Path(name)
    return path if connection.vendor == "sqlite" and path.is_absolute() and path.is_file() else None


def snapshot_safety() -> Safety | None:
    """How safe the running installation is; None where it makes no snapshots before acts."""
    if not settings.SNAPSHOT_FOLDER or connection.vendor == "postgresql":
        return None
    second = Path(settings.SECOND_PLACE) if settings.SECOND_PLACE else None
    return safety_of(Path(settings.SNAPSHOT_FOLDER), second, timezone.now())
