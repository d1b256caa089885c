"""A backup: the whole installation in one file, copied while it is in use and checked, and what such a file holds."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tournament.installation.copies import snapshots
from tournament.installation.copies.automatic_snapshots import database_file
from tournament.installation.copies.second_place import GivenKind, note_given
from tournament.installation.copies.snapshots import NAME, SnapshotError, check_copy, copy_database, dump, put_key_in

HELD = """
    SELECT e.name, e.date, e.version,
        (SELECT COUNT(*) FROM tournament_entry n WHERE n.event_id = e.id),
        (SELECT COUNT(*) FROM tournament_round r WHERE r.event_id = e.id AND r.state = 'closed'),
        e.rounds_planned
    FROM tournament_event e ORDER BY e.date DESC, e.slug
"""
"""The query for what a copy holds: name, date, version, entries, closed rounds and planned rounds of each event."""
ACCOUNTS = "SELECT username FROM auth_user WHERE is_active ORDER BY id"
STAMP = "%Y%m%d-%H%M%S"
DOWNLOADED = "downloaded"
"""An empty file beside the snapshots; its time is that of the last download."""


@dataclass(frozen=True, slots=True)
class HeldEvent:
    """An event in a copy: its name, its date (ISO 8601), its version, and how many entries, closed and planned rounds it has."""

    name: str
    date: str
    version: int
    entries: int
    closed: int
    planned: int


@dataclass(frozen=True, slots=True)
class Contents:
    """What the file of a copy holds: its events, the latest first, and the names of its accounts.

    ``made_at`` is when it was made: by its name, else by the time of the file. ``size`` is in bytes.
    """

    file: Path
    made_at: datetime
    size: int
    events: tuple[HeldEvent, ...]
    accounts: tuple[str, ...]


def backup_name() -> str:
    """The name of a backup made at this moment."""
    return f"top-table-{timezone.now():{STAMP}}.{'dump' if connection.vendor == 'postgresql' else 'sqlite3'}"


def write_backup(target: Path) -> list[HeldEvent]:
    """Copy the running database to the file ``target``, check the copy, and return what it holds.

    Raises SnapshotError, and leaves no file then; so for a database that is only in memory.
    """
    if connection.vendor == "postgresql":
        dump(target, connection.get_connection_params())
        with connection.cursor() as cursor:
            cursor.execute(HELD)
            return [HeldEvent(str(name), str(date), *rest) for name, date, *rest in cursor.fetchall()]
    source = database_file()
    if source is None:
        raise SnapshotError("The database is only in memory, so there is no file to copy.")
    copy_database(source, target)
    try:
        check_copy(target)
        return list(contents_of(target).events)
    except SnapshotError:
        target.unlink(missing_ok=True)
        raise


def contents_of(copy: Path) -> Contents:
    """What a copy of an SQLite database holds; raises SnapshotError where it cannot be read, or is no database of Top Table."""
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as opened:
            events = tuple(HeldEvent(*row) for row in opened.execute(HELD))
            accounts = tuple(str(row[0]) for row in opened.execute(ACCOUNTS))
        stored = copy.stat()
    except (sqlite3.Error, OSError) as failure:
        raise SnapshotError(f"{copy} cannot be read as a database of Top Table: {failure}.") from failure
    made_at = datetime.fromtimestamp(stored.st_mtime, UTC)
    if NAME.match(copy.name):
        made_at = snapshots.made_at(copy.name)
    return Contents(copy, made_at, stored.st_size, events, accounts)


@contextmanager
def backup_to_send() -> Iterator[tuple[str, IO[Any]]]:
    """Make a backup, and give its name and the opened file, which whoever sends it closes; it is on the disk until then.

    A copy of SQLite has the installation's key inside (`put_key_in`), because a browser saves one file and not two. Raises SnapshotError.
    """
    name = backup_name()
    try:
        with TemporaryDirectory(prefix="top-table-") as folder:
            file = Path(folder) / name
            write_backup(file)
            if connection.vendor != "postgresql":
                put_key_in(file, settings.SECRET_KEY)
            whole = TemporaryFile(prefix="top-table-")  # noqa: SIM115  whoever sends it closes it, and nothing is left then
            with file.open("rb") as made:
                shutil.copyfileobj(made, whole, 1 << 20)
            whole.seek(0)
        note_given(GivenKind.EVERYTHING, name)
        yield name, whole
    except OSError as failure:
        raise SnapshotError(f"No copy could be made: {failure.strerror or failure}.") from failure
    _note_download()


def _note_download() -> None:
    """Remember that a copy was downloaded now, beside the snapshots; without their folder nothing is remembered."""
    folder = Path(settings.SNAPSHOT_FOLDER) if settings.SNAPSHOT_FOLDER else None
    if folder is not None and folder.is_dir():
        try:
            (folder / DOWNLOADED).touch(mode=0o600)
        except OSError:
            return  # a full disk: the copy itself was made elsewhere


def last_download() -> datetime | None:
    """When a copy was downloaded last; None where that was never, or is not known."""
    file = Path(settings.SNAPSHOT_FOLDER) / DOWNLOADED if settings.SNAPSHOT_FOLDER else None
    return datetime.fromtimestamp(file.stat().st_mtime, UTC) if file is not None and file.is_file() else None
