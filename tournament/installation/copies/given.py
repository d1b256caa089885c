"""Where copies went that this installation cannot reach any more: a line for each file that was downloaded or written elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from django.conf import settings
from django.utils import timezone

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


def given_away() -> Sequence[Given]:
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
