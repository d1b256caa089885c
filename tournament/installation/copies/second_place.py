"""The second place of an installation: the folder on a stick that every snapshot is copied to.

`serve` keeps the choice in its own folder, so that it holds over restarts, and every process reads it there: a choice holds at once.

The folders that a stick may be plugged in at, and what one could hold: the places for second copies.

Where copies went that this installation cannot reach any more: a line for each file that was downloaded or written elsewhere.
"""

from __future__ import annotations

import logging
import os
import shutil
import string
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.utils import timezone

from tournament.installation.copies.forgotten import ForgottenListError, carry_list
from tournament.installation.copies.snapshots import (
    KEY,
    SnapshotError,
    carry,
    carry_key,
    names_in,
    raise_above,
    snapshots_to_keep,
)
from tournament.installation.local import LocalFolderError
from tournament.installation.serve_folder import change_state, one_at_a_time, read_state
from wording import gettext as _

PLACE_NAME = "top-table-snapshots"
"""The folder on a stick for second copies."""
ROOTS = ("/media", "/media/*", "/run/media/*", "/mnt", "/Volumes")
"""Where Linux and macOS mount what is plugged in, each in a folder below; a star stands for the user's name."""
EXAMPLE = "E:\\" if os.name == "nt" else "/media/stick"
"""The folder of a stick as this system writes it."""
LEAST_FREE = 50_000_000
"""Bytes; a place with less free room is full for our ends."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stick or drive that is plugged in: its folder, the bytes free on it, and whether this user may write to it."""

    folder: Path
    free: int
    is_writable: bool

    @property
    def name(self) -> str:
        """What its owner calls it: the last part of its folder, or the whole where there is none, as of a drive."""
        return self.folder.name or str(self.folder)

    @property
    def is_full(self) -> bool:
        """Whether too little room is left for copies."""
        return self.free < LEAST_FREE

    @property
    def snapshots(self) -> Path:
        """The folder for second copies on it."""
        return self.folder / PLACE_NAME


def places() -> list[Place]:
    """The sticks and drives that are plugged in now, by name; without the disk of this installation, whose loss a copy is to survive.

    The setting ``STICKS`` names other folders to look in, divided by colons; whatever folder lies there counts as plugged in.
    """
    if settings.STICKS:
        found = [folder for root in settings.STICKS.split(os.pathsep) for folder in _folders_in(Path(root))]
    else:
        own = {_disk_of(Path(settings.SNAPSHOT_FOLDER or settings.BASE_DIR)), _disk_of(Path("/"))}
        found = [each for each in (*_mounted_disks(), *_drives()) if _disk_of(each) not in own]
    described = [_place_of(folder) for folder in found]
    return sorted(filter(None, described), key=lambda place: (place.name.casefold(), str(place.folder)))


def is_written(folder: Path) -> bool:
    """Whether this user may write into a folder, and its disk is not write-protected."""
    try:
        # Windows says it when one writes.
        is_protected = hasattr(os, "statvfs") and os.statvfs(folder).f_flag & os.ST_RDONLY
        return os.access(folder, os.W_OK | os.X_OK) and not is_protected
    except OSError:
        return False


def _place_of(folder: Path) -> Place | None:
    """The place that a folder is; None where it has just been unplugged, or cannot be looked into."""
    try:
        return Place(folder, shutil.disk_usage(folder).free, is_written(folder))
    except OSError:
        return None


def _mounted_disks() -> list[Path]:
    """The folders below `ROOTS` at which a disk is mounted, each once."""
    roots = [found for root in ROOTS for found in Path("/").glob(root.lstrip("/"))]
    return list(dict.fromkeys(each for root in roots for each in _folders_in(root) if os.path.ismount(each)))


def _drives() -> list[Path]:
    """The drives that Windows names by letters; none elsewhere."""
    if os.name != "nt":
        return []
    return [drive for letter in string.ascii_uppercase if (drive := Path(f"{letter}:\\")).is_dir()]


def _folders_in(root: Path) -> list[Path]:
    """The folders in a folder; none where it cannot be read."""
    try:
        return [each for each in root.iterdir() if not each.name.startswith(".") and each.is_dir()]
    except OSError:
        return []


def _disk_of(folder: Path) -> int:
    """The number of the disk of a folder, or of the nearest folder above it that is there; -1 where that is not told."""
    try:
        return next(each.stat().st_dev for each in (folder, *folder.parents) if each.exists())
    except (OSError, StopIteration):
        return -1


NOTES = "given-away"
"""The file of these lines, in the folder of snapshots."""
MOST = 1_000
"""How many lines are read, the latest."""


class GivenKind(StrEnum):
    """What was given away: a copy of everything, the archive of an event, or what is stored about a person."""

    EVERYTHING = "everything"
    ARCHIVE = "archive"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Given:
    """A file that was given away: when, what it was, and where to: its name, or the file that a command wrote."""

    at: datetime
    kind: GivenKind
    where: str


def note_given(kind: GivenKind, where: str) -> None:
    """Remember that a file was given away now; where no snapshots are made, or the disk is full, nothing is remembered."""
    folder = Path(settings.SNAPSHOT_FOLDER) if settings.SNAPSHOT_FOLDER else None
    if folder is None:
        return
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = folder / NOTES
        file.touch(mode=0o600)
        with file.open("a", encoding="utf-8") as notes:
            notes.write(f"{timezone.now().isoformat()}\t{kind.value}\t{' '.join(where.split())}\n")
    except OSError:
        return


def files_given_away() -> Sequence[Given]:
    """Return the files that were given away, the latest first; lines that cannot be read are left out."""
    file = Path(settings.SNAPSHOT_FOLDER) / NOTES if settings.SNAPSHOT_FOLDER else None
    try:
        lines = file.read_text(encoding="utf-8").splitlines() if file is not None else []
    except (OSError, UnicodeDecodeError):
        lines = []
    found = []
    for line in reversed(lines[-MOST:]):
        at, _, rest = line.partition("\t")
        kind, _, where = rest.partition("\t")
        try:
            found.append(Given(datetime.fromisoformat(at).astimezone(UTC), GivenKind(kind), where))
        except ValueError:
            continue
    return found


log = logging.getLogger("tournament.installation.keeping")


class PlaceError(Exception):
    """A folder cannot be the second place; the message says why and what to do."""


def may_choose() -> bool:
    """Whether a page may choose the second place: `serve` runs this installation, and no environment variable has chosen."""
    return bool(settings.SERVE_FOLDER) and not settings.IS_SECOND_PLACE_FIXED


def second_place() -> Path | None:
    """The second place that is chosen now; None where there is none. The folder itself may be missing: the stick is not plugged in."""
    chosen = settings.SECOND_PLACE
    if may_choose():
        try:
            chosen = read_state(Path(settings.SERVE_FOLDER)).second_place
        except LocalFolderError as failure:
            log.warning("%s", failure)
    return Path(chosen) if chosen else None


def set_second_place(folder: Path, chosen: Path | None) -> None:
    """Keep the choice in the ``folder`` of `serve`; None ends the copying. Raises LocalFolderError."""
    change_state(folder, second_place=str(chosen or ""))


def make_folder_in(typed: str) -> Path:
    """Make the folder for second copies in the folder that was typed or chosen, and return it.

    Raises PlaceError where the typed folder is missing, is no full path or cannot be written.
    """
    named = Path(typed).expanduser()
    if not named.is_dir():
        raise PlaceError(
            _(
                "{folder} is not there; plug in the stick and name its folder, such as {example}.",
                folder=named,
                example=EXAMPLE,
            )
        )
    named = named.resolve()
    made = named if named.name == PLACE_NAME else named / PLACE_NAME
    try:
        made.mkdir(exist_ok=True)
        trial = made / ".trial"
        trial.touch()
        trial.unlink(missing_ok=True)
    except OSError as error:
        raise PlaceError(
            _("{folder} cannot be written: {error}; name another folder.", folder=made, error=error.strerror)
        ) from None
    return made


def bring_up_to_date(place: Path, snapshots: Path) -> None:
    """Copy the newest snapshot and the key to the place now, and the others that it lacks in a thread; raises SnapshotError."""
    try:
        with one_at_a_time(snapshots):
            newest = raise_above(snapshots, names_in(place))
    except OSError as error:
        raise SnapshotError(f"The snapshots in {snapshots} cannot be read: {error}.") from error
    copy_to(place, snapshots, newest)
    start_copying(place, snapshots)


def start_copying(place: Path, snapshots: Path) -> None:
    """Copy in a thread every snapshot that the place lacks and would keep."""
    Thread(target=copy_missing, args=(place, snapshots), name="second place").start()


def copy_missing(place: Path, snapshots: Path) -> None:
    """Copy every snapshot that the place lacks and would keep, the newest first; so one that was unplugged gets what it missed.

    A failure is logged and ends it.
    """
    try:
        names = names_in(snapshots)
        for name in sorted(names & snapshots_to_keep(names | names_in(place)), reverse=True):
            copy_to(place, snapshots, name)
    except (SnapshotError, OSError) as failure:
        log.warning("%s", failure)


def copy_to(place: Path, snapshots: Path, name: str) -> None:
    """Copy the snapshot of that name, unless it is there, the key, and the list of the forgotten; raises SnapshotError."""
    with one_at_a_time(snapshots):  # two writers of one file on a stick would each spoil the other's
        if name and not (place / name).is_file() and (snapshots / name).is_file():
            carry(snapshots / name, place)
        carry_key(settings.SECRET_KEY, place / KEY)
        try:
            carry_list(place)
        except ForgottenListError as failure:
            raise SnapshotError(str(failure)) from failure
