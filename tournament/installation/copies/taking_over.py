"""A whole installation brought up from its backup on another machine: database and key put in the folder that `serve` serves.

Standard library only.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tournament.installation.copies.snapshots import KEY, SnapshotError, carry_key, check_copy, names_in
from tournament.installation.local import LocalFolderError
from tournament.installation.serve_folder import DATABASE, is_made, make_folder
from tournament.installation.watching.program import program_version
from tournament.migrations import APPLIED, REPLACED, why_too_old

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"


class TakeOverError(Exception):
    """A backup cannot be installed here; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class TakenOver:
    """The result of `take_over`: which copy was installed, and whether its secret key was found and installed too."""

    source: Path
    has_key: bool


def take_over(source: Path, folder: Path) -> TakenOver:
    """Install a backup, with its secret key where that is found, in a folder that has no installation yet.

    ``source`` is the file, or a folder whose latest snapshot is taken. Raises TakeOverError where the folder has an installation already,
    and where the copy is missing, damaged, or of a later or too early a version of the program: then nothing is installed.
    """
    if is_made(folder):
        raise TakeOverError(
            f"There is already an installation in {folder}; rename that folder first, so that nothing in it is overwritten."
        )
    copy, key = _copy_and_key(source)
    try:
        check_copy(copy)
        check_version(copy)
        make_folder(folder)
        draft = folder / f".{DATABASE}.{os.getpid()}"
        draft.touch(mode=0o600)
        with copy.open("rb") as whole, draft.open("wb") as written:
            shutil.copyfileobj(whole, written, 1 << 20)
            written.flush()
            os.fsync(written.fileno())
        if key.is_file():
            carry_key(key.read_text(encoding="utf-8").strip(), folder / KEY)
        draft.replace(folder / DATABASE)
    except (SnapshotError, LocalFolderError) as failure:
        raise TakeOverError(str(failure)) from failure
    except (OSError, UnicodeDecodeError) as failure:
        raise TakeOverError(
            f"{source} could not be restored: {getattr(failure, 'strerror', None) or failure}."
        ) from failure
    return TakenOver(copy, key.is_file())


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
            f"{copy} was written by a later version of Top Table than this one, {program_version()}. "
            "Update this machine to the version that wrote it, or a later one, then try again."
        )


def _copy_and_key(source: Path) -> tuple[Path, Path]:
    """The copy that ``source`` (a file, or a folder of snapshots) means, and the path of its key, where no file need be.

    Raises TakeOverError where there is no copy.
    """
    if source.is_file():
        beside = source.with_name(f"{source.name}.key")
        return source, beside if beside.is_file() else source.with_name(KEY)
    names = names_in(source)
    if not names:
        raise TakeOverError(
            f"{source} is neither a backup nor a folder of snapshots; name the file, or the folder on the stick."
        )
    return source / max(names), source / KEY
