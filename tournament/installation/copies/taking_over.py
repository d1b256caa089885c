"""A whole installation brought up from its backup on another machine: database and key put in the folder that `serve` serves.

A copy takes the place of all data of the running installation, which has no account yet, while its servers run.

SQLite's own means exchange the whole database in one transaction, so that whatever fails leaves it as it was; the running servers see the
new data at once. `serve` then replaces its servers, which so get the copy's key and forget what they kept (``taken_over`` in its folder).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from operator import itemgetter
from pathlib import Path
from threading import get_ident

from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.utils import timezone

from tournament.installation.copies.automatic_snapshots import database_file, snapshot_before
from tournament.installation.copies.backups import Contents, contents_of
from tournament.installation.copies.forgotten import LIST, ForgottenListError, carry_list, lacks_lines, read_list
from tournament.installation.copies.replacing import put_in_place, remove
from tournament.installation.copies.second_place import PLACE_NAME, Place
from tournament.installation.copies.snapshots import (
    KEY,
    NAME,
    SnapshotError,
    carry,
    carry_key,
    check_copy,
    drop_key_in,
    key_inside,
    made_at,
    names_in,
    run_on_file,
)
from tournament.installation.local import LocalFolderError
from tournament.installation.serve_folder import (
    DATABASE,
    is_made,
    make_folder,
    one_at_a_time,
    read_state,
    serves_own_key,
    write_state,
)
from tournament.installation.watching import program_version
from tournament.migrations import APPLIED, REPLACED, why_too_old
from wording import gettext as _

SNAPSHOTS = "snapshots"
"""The folder of snapshots beside the database of `serve`."""
MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"


class TakeOverError(Exception):
    """A backup cannot be installed here; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class TakenOver:
    """The result of `take_over`: which copy was installed, and whether its secret key was found and installed too.

    ``forgotten`` is how many of its players were forgotten since it was made, and have pseudonyms in the installation. ``later`` is another
    copy beside it, with a higher number or a later time: a clock was wrong, or an older one was named, and somebody should look at both.
    """

    source: Path
    has_key: bool
    forgotten: int = 0
    later: Path | None = None


def take_over(source: Path, folder: Path) -> TakenOver:
    """Install a backup, with its secret key where that is found, in a folder that has no installation yet.

    ``source`` is the file, or a folder whose latest snapshot is taken. Raises TakeOverError where the folder has an installation already,
    and where the copy is missing, damaged, or of a later or too early a version of the program: then nothing is installed.
    """
    if is_made(folder):
        raise TakeOverError(
            f"There is already an installation in {folder}; rename that folder first, so that nothing in it is overwritten."
        )
    copy = _copy_in(source)
    draft, key = checked_draft(copy, folder)
    try:
        forgotten = forget_in_draft(copy, draft)
        keep_copy(copy, folder / SNAPSHOTS)
        if key:
            carry_key(key, folder / KEY)
        put_in_place(draft, folder / DATABASE)
    except (OSError, SnapshotError, ForgottenListError) as failure:
        remove(draft)
        raise _not_restored(source, failure) from failure
    return TakenOver(copy, bool(key), forgotten, _later_than(copy))


def keep_copy(copy: Path, snapshots: Path) -> None:
    """Keep a snapshot that becomes the installation among its snapshots, so that theirs have higher numbers; raises SnapshotError."""
    if NAME.match(copy.name) and copy.parent != snapshots:
        make_folder(snapshots)
        carry(copy, snapshots)


def _later_than(copy: Path) -> Path | None:
    """The snapshot beside this one that has the highest number or, where this one has that, the latest time; None for this one itself."""
    if not NAME.match(copy.name):
        return None
    names = names_in(copy.parent)
    latest = max(names) if copy.name != max(names) else max(names, key=lambda name: (made_at(name), name))
    return copy.with_name(latest) if latest != copy.name else None


def forget_in_draft(copy: Path, draft: Path) -> int:
    """Apply the list of the forgotten, that beside the copy and that of the folder of the draft, and return how many players it named.

    The draft is migrated to this version for that, and stays as it is where it has the whole list. Raises ForgottenListError, and
    TakeOverError where the list cannot be applied.
    """
    carry_list(draft.parent, copy.with_name(LIST))
    if not lacks_lines(draft, read_list(draft.with_name(LIST))):
        return 0
    before = _pseudonyms_in(draft)
    bring_up_to_date(draft)
    return _pseudonyms_in(draft) - before


def bring_up_to_date(draft: Path) -> None:
    """Migrate the draft to this version of the program; raises TakeOverError."""
    try:
        why = run_on_file(draft, "migrate", "--verbosity", "0")
    except TimeoutError as late:
        raise TakeOverError(_("Reading the copy took too long; try again.")) from late
    if why:
        raise TakeOverError(_("The copy could not be read: {error}", error=why[:200]))


def _pseudonyms_in(draft: Path) -> int:
    """Return how many entries in a copy have the name of somebody who was forgotten."""
    with closing(sqlite3.connect(f"{draft.resolve().as_uri()}?mode=ro", uri=True)) as opened:
        return int(opened.execute("SELECT COUNT(*) FROM tournament_entry WHERE name LIKE 'N.N.%'").fetchone()[0])


def checked_draft(copy: Path, folder: Path) -> tuple[Path, str]:
    """Carry a copy into the folder of an installation, as a file of its own beside the database, and return that file and the copy's key.

    The key is empty where there is none: it is in a file beside the copy, or inside it. Raises TakeOverError, and leaves no file then,
    where the copy is missing, damaged, or of a later or too early a version.
    """
    draft = folder / f".{DATABASE}.{os.getpid()}-{get_ident()}"
    try:
        check_copy(copy)
        check_version(copy)
        key = _key_of(copy)
        make_folder(folder)
        draft.touch(mode=0o600)
        with copy.open("rb") as whole, draft.open("wb") as written:
            shutil.copyfileobj(whole, written, 1 << 20)
            written.flush()
            os.fsync(written.fileno())
        drop_key_in(draft)
    except (SnapshotError, LocalFolderError) as failure:
        raise TakeOverError(str(failure)) from failure
    except (OSError, UnicodeDecodeError, sqlite3.Error) as failure:
        remove(draft)
        raise _not_restored(copy, failure) from failure
    return draft, key


def _not_restored(source: Path, failure: Exception) -> TakeOverError:
    """The error of a copy that cannot be installed, with the reason."""
    return TakeOverError(
        _("{file} could not be restored: {error}.", file=source, error=getattr(failure, "strerror", None) or failure)
    )


def check_version(copy: Path) -> None:
    """Raise TakeOverError where another version has written this copy: a later one, with migrations unknown here, or too early a one."""
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            applied = {row[0] for row in connection.execute(APPLIED)}
    except sqlite3.Error:  # a database without a table of migrations
        return
    if refusal := why_too_old(applied):
        raise TakeOverError(f"{copy} cannot be restored. {refusal}")
    if applied - {file.stem for file in MIGRATIONS.glob("*.py")} - set(chain(*REPLACED.values())):
        raise TakeOverError(
            _(
                "{file} was written by a later version of Top Table than this one, {version}. "
                "Update this machine to the version that wrote it, or a later one, then try again.",
                file=copy,
                version=program_version(),
            )
        )


def _copy_in(source: Path) -> Path:
    """The copy that ``source`` means: the file itself, or the latest snapshot in a folder. Raises TakeOverError where there is none."""
    if source.is_file():
        return source
    for folder in (source, source / PLACE_NAME):
        if names := names_in(folder):
            return folder / max(names)
    raise TakeOverError(
        f"{source} is neither a backup nor a folder of snapshots; name the file, or the folder on the stick."
    )


def _key_of(copy: Path) -> str:
    """The secret key of a copy: in the file beside it, in that of its folder, or inside it; empty where it has none."""
    for file in (copy.with_name(f"{copy.name}.key"), copy.with_name(KEY)):
        if file.is_file():
            return file.read_text(encoding="utf-8").strip()
    return key_inside(copy)


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
    return database.resolve() == (Path(folder) / DATABASE).resolve() and not _has_row(
        database, "auth_user WHERE is_active"
    )


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
    if snapshot_before(BEFORE) is None and database is not None and _has_row(database, "tournament_event"):
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


def _has_row(database: Path, what: str) -> bool:
    """Whether there is a row of ``what``, the end of a query of ours; true where the database does not say."""
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=20)) as opened:
            return bool(opened.execute(f"SELECT EXISTS (SELECT 1 FROM {what})").fetchone()[0])  # noqa: S608
    except sqlite3.Error:
        return True
