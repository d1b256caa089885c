"""A whole installation brought up from its backup on another machine: database and key put in the folder that `serve` serves.

Standard library only.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from tournament.installation.hall import DATABASE, is_made, make_folder
from tournament.installation.local import LocalFolderError
from tournament.installation.snapshots import KEY, SnapshotError, carry_key, check_copy, names_in


class TakeOverError(Exception):
    """A backup that cannot be brought up here; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class TakenOver:
    """What was brought up: from which file, and whether its key was there."""

    source: Path
    has_key: bool


def take_over(source: Path, folder: Path) -> TakenOver:
    """Put a backup, or the latest snapshot of a second place, in the place of an installation that is not there yet.

    Raises TakeOverError where one is there, and where the copy is missing or not whole: then nothing is made.
    """
    if is_made(folder):
        raise TakeOverError(
            f"There is an installation already, in {folder}; rename that folder first, so that nothing of it is overwritten."
        )
    copy, key = _found(source)
    try:
        check_copy(copy)
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
            f"{source} could not be brought up: {getattr(failure, 'strerror', None) or failure}."
        ) from failure
    return TakenOver(copy, key.is_file())


def _found(source: Path) -> tuple[Path, Path]:
    """The copy that is meant, and where its key lies."""
    if source.is_file():
        beside = source.with_name(f"{source.name}.key")
        return source, beside if beside.is_file() else source.with_name(KEY)
    names = names_in(source)
    if not names:
        raise TakeOverError(
            f"There is no backup {source}, and no folder of snapshots either; name the file, or the stick's folder."
        )
    return source / max(names), source / KEY
