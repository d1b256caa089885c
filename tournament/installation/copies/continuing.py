"""A copy takes the place of all data of the running installation, which has no account yet, while its servers run.

SQLite's own means exchange the whole database in one transaction, so that whatever fails leaves it as it was; the running servers see the
new data at once. `serve` then replaces its servers, which so get the copy's key and forget what they kept (``taken_over`` in its folder).
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from itertools import accumulate
from operator import itemgetter
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.utils import timezone

from tournament.installation.copies.automatic_snapshots import database_file, snapshot_before
from tournament.installation.copies.backups import Contents, contents_of
from tournament.installation.copies.forgotten import ForgottenListError
from tournament.installation.copies.places import Place
from tournament.installation.copies.replacing import remove
from tournament.installation.copies.snapshots import KEY, SnapshotError, carry_key, made_at, names_in
from tournament.installation.copies.taking_over import (
    SNAPSHOTS,
    TakenOver,
    TakeOverError,
    bring_up_to_date,
    checked_draft,
    forget_in_draft,
    keep_copy,
)
from tournament.installation.local import LocalFolderError
from tournament.installation.serve_folder import (
    DATABASE,
    one_at_a_time,
    read_state,
    serves_own_key,
    write_state,
)
from wording import gettext as _

BEFORE = "take-over"
"""The word in the name of the snapshot that is made before."""
PATIENCE = 30.0
"""Seconds to wait for others who write to the database."""
SHOWN_OF_A_FOLDER, SHOWN = 3, 12
"""How many copies are shown: of a folder of snapshots the latest, and of all."""


def may_continue() -> bool:
    """Whether a copy may take the place of this installation: `serve` keeps data and key in its own folder, and nobody can log in yet."""
    folder, database = settings.SERVE_FOLDER, database_file()
    if not folder or database is None or not serves_own_key(Path(folder), {"TOPTABLE_SECRET_KEY": settings.SECRET_KEY}):
        return False
    return database.resolve() == (Path(folder) / DATABASE).resolve() and not _has(database, "auth_user WHERE is_active")


def may_continue_next() -> bool:
    """Whether a copy may take the place of this installation once the press that may be at it has ended."""
    if not settings.SERVE_FOLDER:
        return False
    with one_at_a_time(Path(settings.SERVE_FOLDER)):
        return may_continue()


def copies_on(places: Iterable[Place]) -> list[Contents]:
    """The copies on the sticks that are plugged in, the latest first: of each folder of snapshots the latest few, and backups beside it.

    A snapshot is never shown as earlier than those before it in its folder, whatever the clock showed. Files that cannot be read as a copy
    are left out.
    """
    found = []
    for place in places:
        names = sorted(names_in(place.snapshots))
        moments = dict(zip(names, accumulate(map(made_at, names), max), strict=True))
        files = [*(place.snapshots / name for name in names[-SHOWN_OF_A_FOLDER:]), *place.folder.glob("[!.]*.sqlite3")]
        for file in files:
            try:
                copy = contents_of(file)
            except SnapshotError:
                continue
            found.append((moments.get(file.name, copy.made_at), file.name, copy))
    return [copy for *_, copy in sorted(found, key=itemgetter(0, 1), reverse=True)[:SHOWN]]


def continue_from(copy: Path) -> TakenOver:
    """Let a copy take the place of all data of this installation; raises TakeOverError, and then nothing has changed."""
    folder = Path(settings.SERVE_FOLDER)
    draft, key = checked_draft(copy, folder)
    try:
        forgotten = forget_in_draft(copy, draft)
        bring_up_to_date(draft)
        with one_at_a_time(folder):
            if not may_continue():
                raise TakeOverError(_("Somebody has created an account here, so nothing was changed. Log in with it."))
            _keep_what_is_here()
            keep_copy(copy, Path(settings.SNAPSHOT_FOLDER or folder / SNAPSHOTS))
            if key:
                carry_key(key, folder / KEY)
            _exchange(draft, folder / DATABASE)
            write_state(folder, replace(read_state(folder), taken_over=timezone.now().isoformat()))
    except (SnapshotError, LocalFolderError, ForgottenListError) as failure:
        raise TakeOverError(str(failure)) from failure
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            remove(draft.with_name(draft.name + ending))
    cache.clear()
    connections.close_all()
    return TakenOver(copy, bool(key), forgotten)


def is_opened() -> bool:
    """Whether this process has begun after a copy took the place of all data, so that it has the copy's key and kept nothing before."""
    try:
        return read_state(Path(settings.SERVE_FOLDER)).taken_over == settings.TAKEN_OVER
    except LocalFolderError:
        return True


def _keep_what_is_here() -> None:
    """Make a snapshot of what is here now; raises TakeOverError where that fails, except where no event would be lost."""
    database = database_file()
    if snapshot_before(BEFORE) is None and database is not None and _has(database, "tournament_event"):
        raise TakeOverError(
            _("No snapshot of the present state could be made, so nothing was changed; make room on this computer.")
        )


def _exchange(draft: Path, database: Path) -> None:
    """Copy the draft over the running database in one transaction; raises TakeOverError, and then the database is as it was."""
    last = time.monotonic() + PATIENCE

    def give_up(_status: int, _left: int, _pages: int) -> None:
        if time.monotonic() > last:
            raise TimeoutError(_("the database is busy"))

    try:
        with closing(sqlite3.connect(draft)) as source, closing(sqlite3.connect(database)) as target:
            (wanted,) = target.execute("PRAGMA page_size").fetchone()
            source.execute("PRAGMA journal_mode = DELETE")
            if source.execute("PRAGMA page_size").fetchone() != (wanted,):
                source.execute(f"PRAGMA page_size = {int(wanted)}")
                source.execute("VACUUM")  # a database in use takes pages of its own size only
            source.backup(target, progress=give_up)
    except (sqlite3.Error, OSError) as failure:
        raise TakeOverError(_("{file} could not be restored: {error}.", file=database.name, error=failure)) from failure


def _has(database: Path, what: str) -> bool:
    """Whether there is a row of ``what``, the end of a query of ours; true where the database does not say."""
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=20)) as opened:
            return bool(opened.execute(f"SELECT EXISTS (SELECT 1 FROM {what})").fetchone()[0])  # noqa: S608
    except sqlite3.Error:
        return True
