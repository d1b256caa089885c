"""Copies of a running SQLite database: made whole while it is written to, checked, kept in a folder, and thinned out.

A snapshot is called `n0000012-20260820-141502-123456-before-rounds.draw.sqlite3`: a number that only rises, the moment in UTC, and what
came next. The number says which is the latest, whatever the clock shows; names of versions before 3.7 have none, and sort before all
others. Standard library only.

Copies of a PostgreSQL database by its own tools: as of one moment, while others write, and read once to see that they are whole.

Commands run on a copy of a database in a process of its own, so that a copy of an earlier version can be migrated and read.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from django.conf import settings

from tournament.installation.copies.replacing import put_in_place, remove
from tournament.installation.environment import joined_environment

NAME = re.compile(r"^(?:n(?P<number>\d{7})-)?(?P<moment>\d{8}-\d{6}-\d{6})-before-[a-z.-]+\.sqlite3$")
MOMENT = "%Y%m%d-%H%M%S-%f"
KEY = "secret-key"
"""The name of the file with the secret key, in an installation's folder and in the folder for second copies."""
KEY_TABLE = "top_table_key"
"""The table of a downloaded copy that holds the secret key; it is dropped where the copy becomes an installation."""
LATEST_KEPT = 40
DAYS_KEPT = 14
LOW_DISK = 1_000_000_000
"""Bytes; with fewer free the director's pages warn that the disk is nearly full."""
ROOM_TO_LEAVE = 100_000_000
"""Bytes that a snapshot must leave free, so that the change after it can still be stored."""
TIME_TO_ARRIVE = timedelta(seconds=60)
"""How old the latest snapshot may be before its second copy counts as missing: a USB stick can be slow."""


class SnapshotError(Exception):
    """A copy could not be made, or is damaged; the message says why."""


@dataclass(frozen=True, slots=True)
class Safety:
    """The state of an installation's snapshots: their folder, how many there are, when the last was made, and the second copies.

    ``second_place`` is the folder for second copies, None where none is set; ``is_behind`` is set where that folder is there but lacks the
    last snapshot: it is full, or cannot be written. ``free`` is in bytes, on the disk of ``folder``.
    """

    folder: Path
    count: int
    last: datetime | None
    second_place: Path | None
    is_second_there: bool
    is_behind: bool
    free: int

    @property
    def is_disk_low(self) -> bool:
        """Whether the machine's disk is nearly full."""
        return self.free < LOW_DISK


def copy_database(source: Path, target: Path) -> None:
    """Copy a running SQLite database, as it is at one moment, into a file of mode 0600.

    Where it fails no file is left, and SnapshotError is raised.
    """
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600)
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as running,
            closing(sqlite3.connect(draft)) as copy,
        ):
            # The original is safe on the disk; the copy may follow in its time.
            copy.execute("PRAGMA synchronous = OFF")
            running.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, which can be carried away
        put_in_place(draft, target)
    except (OSError, sqlite3.Error) as error:
        remove(draft)
        raise SnapshotError(f"{source} could not be copied to {target}: {_error_in_words(error)}.") from error


def check_copy(copy: Path) -> None:
    """Check a copied database from end to end; raises SnapshotError where it is damaged or cannot be read."""
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
            astray = connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.Error as error:
        raise SnapshotError(f"{copy} cannot be read as a database: {error}.") from error
    if found != ["ok"] or astray:
        raise SnapshotError(
            f"{copy} is damaged: {'; '.join(found[:3]) if found != ['ok'] else 'some rows refer to missing ones'}."
        )


def make_snapshot(database: Path, folder: Path, before: str, now: datetime) -> Path:
    """Copy the database into the folder, delete the snapshots that are not to be kept, and return the new file.

    ``before`` is the operation that comes next, and part of the file's name. Raises SnapshotError, also where the disk is nearly full.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        free, size = shutil.disk_usage(folder).free, database.stat().st_size
    except OSError as error:
        raise SnapshotError(f"No snapshot was written to {folder}: {_error_in_words(error)}.") from error
    if free < size + ROOM_TO_LEAVE:
        raise SnapshotError(f"No snapshot was written to {folder}: only {free // 1_000_000:,} MB are left on the disk.")
    number = 1 + max(map(number_of, names_in(folder)), default=0)
    target = folder / f"n{number:07}-{now.astimezone(UTC):{MOMENT}}-before-{before}.sqlite3"
    copy_database(database, target)
    thin_out(folder)
    return target


def carry(snapshot: Path, place: Path) -> None:
    """Copy a snapshot into the folder ``place``, flush it to that disk, and delete the snapshots there that are not to be kept.

    Where there is no room for it, the oldest there make room, all but the latest. Raises SnapshotError, also where the folder is missing:
    it is never made, because it belongs to a stick that is not plugged in, and would be on the disk whose loss the copy is to survive.
    """
    draft = place / f".{snapshot.name}.part"
    try:
        if not place.is_dir():
            raise SnapshotError(f"The backup drive {place} is not there.")
        _make_room(place, snapshot)
        draft.touch(mode=0o600)
        with snapshot.open("rb") as whole, draft.open("wb") as copy:
            shutil.copyfileobj(whole, copy, 1 << 20)
            copy.flush()
            os.fsync(copy.fileno())
        put_in_place(draft, place / snapshot.name)
    except OSError as error:
        if place.is_dir():
            remove(draft)
        raise SnapshotError(f"{snapshot.name} could not be copied to {place}: {_error_in_words(error)}.") from error
    thin_out(place)


def _make_room(place: Path, snapshot: Path) -> None:
    """Delete the oldest snapshots in a folder until one more fits in, but never the latest, and none where that would not be enough."""
    lacking, going = snapshot.stat().st_size - shutil.disk_usage(place).free, []
    for old in [place / name for name in sorted(names_in(place) - {snapshot.name})[:-1]]:
        if lacking >= 0:
            going.append(old)
            lacking -= old.stat().st_size
    for old in going if lacking < 0 else ():
        remove(old)


def carry_key(secret: str, target: Path) -> None:
    """Write the installation's secret key into the file ``target`` with mode 0600; raises SnapshotError.

    With it, codes printed before work in an installation made from a copy of the database. Whoever has both files can act as anybody in
    that installation, so they are to be guarded like the laptop itself.
    """
    draft = target.with_name(f".{target.name}.part")
    try:
        if target.is_file() and target.read_text(encoding="utf-8").strip() == secret:
            return
        draft.touch(mode=0o600)
        draft.write_text(f"{secret}\n", encoding="utf-8")
        put_in_place(draft, target)
    except OSError as error:
        raise SnapshotError(f"The key could not be kept in {target}: {_error_in_words(error)}.") from error


def put_key_in(copy: Path, secret: str) -> None:
    """Store the installation's secret key inside a copy, for where a file beside it would be left behind; raises SnapshotError."""
    try:
        with closing(sqlite3.connect(copy)) as opened, opened:
            opened.execute(f"CREATE TABLE {KEY_TABLE} (secret TEXT NOT NULL)")
            opened.execute(f"INSERT INTO {KEY_TABLE} VALUES (?)", (secret,))  # noqa: S608  a name of ours
    except sqlite3.Error as error:
        raise SnapshotError(f"The key could not be kept in {copy}: {error}.") from error


def key_inside(copy: Path) -> str:
    """The secret key that `put_key_in` stored in a copy; empty where it holds none."""
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as opened:
            return str(opened.execute(f"SELECT secret FROM {KEY_TABLE}").fetchone()[0])  # noqa: S608  a name of ours
    except (sqlite3.Error, TypeError):
        return ""


def drop_key_in(copy: Path) -> None:
    """Delete the secret key inside a copy; raises sqlite3.Error."""
    with closing(sqlite3.connect(copy)) as opened, opened:
        opened.execute(f"DROP TABLE IF EXISTS {KEY_TABLE}")


def raise_above(folder: Path, others: Iterable[str]) -> str:
    """Give the latest snapshot of a folder a higher number than these ``others`` have, and return its name; empty where it has none.

    They are those of a place that another installation has used: what is carried there from now on is later than all of them.
    """
    newest, highest = max(names_in(folder), default=""), max(map(number_of, others), default=0)
    if not newest or newest in others or number_of(newest) > highest:
        return newest
    raised = f"n{highest + 1:07}-{made_at(newest):{MOMENT}}-before-{newest.partition('-before-')[2]}"
    (folder / newest).rename(folder / raised)
    return raised


def thin_out(folder: Path) -> None:
    """Delete the snapshots in the folder that `snapshots_to_keep` does not name, and nothing else; raises SnapshotError."""
    try:
        names = names_in(folder)
        for name in names - snapshots_to_keep(names):
            remove(folder / name)
    except OSError as error:
        raise SnapshotError(f"Old snapshots in {folder} could not be deleted: {_error_in_words(error)}.") from error


def snapshots_to_keep(names: Iterable[str]) -> set[str]:
    """Of these names of snapshots, those to keep: the `LATEST_KEPT` latest, and the last of each of the `DAYS_KEPT` latest days."""
    ordered = sorted(names)
    last_of_day: dict[date, str] = {}
    for name in reversed(ordered):
        last_of_day.setdefault(made_at(name).date(), name)
    return {*ordered[-LATEST_KEPT:], *list(last_of_day.values())[:DAYS_KEPT]}


def number_of(name: str) -> int:
    """The number of a snapshot, by its name; 0 where it has none."""
    found = NAME.match(name)
    return int(found["number"] or 0) if found else 0


def made_at(name: str) -> datetime:
    """When a snapshot was made, by its name: as the clock of that machine showed it."""
    found = NAME.match(name)
    if found is None:
        raise ValueError(f"{name} is not the name of a snapshot.")
    return datetime.strptime(found["moment"], MOMENT).replace(tzinfo=UTC)


def names_in(folder: Path) -> set[str]:
    """The names of the snapshots in a folder; an empty set where the folder is missing."""
    return {path.name for path in folder.iterdir() if NAME.match(path.name)} if folder.is_dir() else set()


def safety_of(folder: Path, second_place: Path | None, now: datetime) -> Safety:
    """The state of an installation's snapshots at the moment ``now``; ``second_place`` is None where no such folder is set."""
    names = names_in(folder)
    newest = max(names, default="")
    last = made_at(newest) if newest else None
    is_there = second_place is not None and second_place.is_dir()
    is_due = last is not None and abs(now - last) > TIME_TO_ARRIVE  # a clock that was set back makes nothing young
    has_it = is_there and second_place is not None and (second_place / newest).is_file()
    nearest = next(place for place in (folder, *folder.parents) if place.exists())
    return Safety(
        folder,
        len(names),
        last,
        second_place,
        is_there,
        is_there and is_due and not has_it,
        shutil.disk_usage(nearest).free,
    )


def _error_in_words(error: Exception) -> str:
    """The reason of an error in words, for the end of a sentence."""
    return str(error.strerror or error) if isinstance(error, OSError) else str(error)


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
DUMP_NAME = re.compile(r"^\d{8}-\d{6}-\d{6}-before-[a-z.-]+\.dump$")
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
        _run_tool([str(tools["pg_dump"]), "--format=custom", f"--file={target}"], surroundings)
        _run_tool([str(tools["pg_restore"]), "--list", str(target)], surroundings)
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
    for old in sorted(path for path in folder.iterdir() if DUMP_NAME.match(path.name))[:-DUMPS_KEPT]:
        old.unlink(missing_ok=True)
    return target


def _run_tool(command: list[str], surroundings: dict[str, str]) -> None:
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


LONGEST = 120
"""The seconds that a command may take."""


def run_on_file(copy: Path, *words: str) -> str:
    """Run a command on an SQLite file, and return why it failed, in one line; empty where it succeeded.

    Raises TimeoutError where it takes longer than `LONGEST` seconds.
    """
    own = {
        "PYTHONUTF8": "1",
        "DATABASE_URL": f"sqlite:///{copy}",
        "TOPTABLE_SECRET_KEY": settings.SECRET_KEY,
        "TOPTABLE_SNAPSHOTS": "off",
        "TOPTABLE_SECOND_PLACE": "off",
    }
    try:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "django", *words],
            cwd=settings.BASE_DIR,
            env=joined_environment(os.environ, own, serve_folder=""),
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise TimeoutError(f"{words[0]} took longer than {LONGEST} seconds.") from late
    return (done.stderr.strip().splitlines() or ["nothing"])[-1] if done.returncode else ""
