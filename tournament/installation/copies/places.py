"""The folders that a stick may be plugged in at, and what one could hold: the places for second copies."""

from __future__ import annotations

import os
import shutil
import string
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

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
        found = [each for each in (*_mounted(), *_drives()) if _disk_of(each) not in own]
    described = [_described(folder) for folder in found]
    return sorted(filter(None, described), key=lambda place: (place.name.casefold(), str(place.folder)))


def is_written(folder: Path) -> bool:
    """Whether this user may write into a folder, and its disk is not write-protected."""
    try:
        is_protected = (
            hasattr(os, "statvfs") and os.statvfs(folder).f_flag & os.ST_RDONLY
        )  # Windows says it when one writes
        return os.access(folder, os.W_OK | os.X_OK) and not is_protected
    except OSError:
        return False


def _described(folder: Path) -> Place | None:
    """The place that a folder is; None where it has just been unplugged, or cannot be looked into."""
    try:
        return Place(folder, shutil.disk_usage(folder).free, is_written(folder))
    except OSError:
        return None


def _mounted() -> list[Path]:
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
