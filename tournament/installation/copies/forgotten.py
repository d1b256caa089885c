"""The list of the forgotten: digests by which a forgotten name is known again, kept in a file beside the database and its copies.

The database has the same list, and every copy of it has what was listed then. The file survives when an older copy takes the place of the
database, and then tells what was forgotten since. No name can be read from a digest; whoever has the list and a name can try it.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import pbkdf2_hmac
from pathlib import Path

from django.conf import settings
from django.db import connection

from tournament.installation.copies.replacing import put_in_place, remove
from tournament.installation.serve_folder import one_at_a_time

LIST = "forgotten.json"
"""The name of the file, beside a database and in every folder with copies of it."""
FORMAT = "top-table-forgotten-1"
STEPS = 1000
"""How often a digest is made anew, so that trying many names takes a while."""
SALT_BYTES = 16
IN_A_COPY = "SELECT digest FROM tournament_forgotten"


class Listed(StrEnum):
    """What a digest is of: an entry that was forgotten, a name that was, or an entry that was spared although its name was forgotten."""

    ENTRY = "entry"
    NAME = "name"
    SPARED = "spared"


class ForgottenListError(Exception):
    """The file of the list cannot be read or written; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Digest:
    """One line of the list: what it is of, its salt and digest in hexadecimal, and when it was listed."""

    kind: Listed
    salt: str
    digest: str
    at: datetime


def list_file() -> Path | None:
    """Return the file of the list: beside an SQLite database, else in the folder of snapshots; None where there is neither."""
    database = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite":
        return database.with_name(LIST) if database.is_absolute() and database.is_file() else None
    return Path(settings.SNAPSHOT_FOLDER) / LIST if settings.SNAPSHOT_FOLDER else None


def new_salt() -> str:
    """Return a salt for a new list."""
    return secrets.token_hex(SALT_BYTES)


def digest_of(kind: Listed, salt: str, *words: str) -> str:
    """Return the digest of these words, such as an event's address, a number and a name, in hexadecimal."""
    told = "\0".join((kind.value, *words)).encode()
    return pbkdf2_hmac("sha256", told, bytes.fromhex(salt), STEPS).hex()


def read_list(file: Path) -> tuple[Digest, ...]:
    """Return the lines of the list in a file; none where there is no file. Raises ForgottenListError where it cannot be read."""
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        if stored["format"] != FORMAT:
            raise ValueError(stored["format"])
        return tuple(
            Digest(Listed(kind), bytes.fromhex(salt).hex(), bytes.fromhex(digest).hex(), datetime.fromisoformat(at))
            for kind, salt, digest, at in stored["forgotten"]
        )
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, KeyError, TypeError) as failure:
        raise ForgottenListError(
            f"The list of the forgotten in {file} cannot be read ({failure}); put back the one from a stick or a backup."
        ) from failure


def add_to_list(file: Path, lines: Iterable[Digest]) -> int:
    """Add the lines that the list in a file lacks, and return how many these were; raises ForgottenListError."""
    with one_at_a_time(file.parent):
        here = read_list(file)
        known = {line.digest for line in here}
        new = list({line.digest: line for line in lines if line.digest not in known}.values())
        if new:
            _write(file, (*here, *new))
    return len(new)


def carry_list(place: Path, file: Path | None = None) -> None:
    """Bring the list in the folder ``place`` up to date with that of this installation, or in ``file``; raises ForgottenListError.

    Nothing is written where there is no list.
    """
    file = file or list_file()
    if file is not None and (lines := read_list(file)):
        add_to_list(place / LIST, lines)


def lacks_lines(copy: Path, lines: Iterable[Digest]) -> bool:
    """Return whether an SQLite copy lacks one of these lines, so that names in it may be of people who were forgotten since."""
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as opened:
            known = {str(row[0]) for row in opened.execute(IN_A_COPY)}
    except sqlite3.Error:  # a copy of a version without a list
        known = set()
    return any(line.digest not in known for line in lines)


def _write(file: Path, lines: Iterable[Digest]) -> None:
    """Write the whole list into a file of mode 0600, in one step."""
    draft = file.with_name(f".{file.name}.part")
    rows = [[line.kind.value, line.salt, line.digest, line.at.isoformat()] for line in lines]
    try:
        draft.touch(mode=0o600)
        draft.write_text(json.dumps({"format": FORMAT, "forgotten": rows}, indent=0) + "\n", encoding="utf-8")
        put_in_place(draft, file)
    except OSError as failure:
        remove(draft)
        raise ForgottenListError(
            f"The list of the forgotten could not be written to {file}: {failure.strerror or failure}; make room, then try again."
        ) from failure
