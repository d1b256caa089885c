"""The folder of published files: changed files are written in an order that never shows a half state, stale ones are removed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tournament.installation.copies.replacing import put_in_place

MEMORY = ".top-table-files.json"
"""The file that lists which files of the folder this program wrote; no other file is ever changed."""


class FolderError(Exception):
    """The folder cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """How many files were written, left as they were, and removed."""

    written: int
    same: int
    removed: int


def put(folder: Path, files: Mapping[str, bytes], last: str) -> FolderChanges:
    """Write these files (by their names in the folder), and delete those that an earlier call wrote and this one does not name.

    The file ``last`` is written after all others. Raises FolderError where the folder holds files that this program did not write, or
    cannot be written.
    """
    try:
        ours = _ours(folder)
        gone = sorted(ours - set(files))
        folder.mkdir(parents=True, exist_ok=True)
        _remember(folder, ours | set(files))
        order = sorted(files, key=lambda name: (name == last, name))
        written = sum(_write(folder / name, files[name]) for name in order)
        for name in gone:
            _remove(folder, name)
        _remember(folder, set(files))
    except OSError as error:
        raise FolderError(
            f"{error.filename or folder} cannot be written: {error.strerror}; name another folder."
        ) from None
    return FolderChanges(written, len(files) - written, len(gone))


def _ours(folder: Path) -> set[str]:
    """The names of the files that earlier calls wrote; raises FolderError where the folder holds others but no list of ours."""
    memory = folder / MEMORY
    if memory.is_file():
        try:
            return {str(name) for name in json.loads(memory.read_text(encoding="utf-8"))}
        except ValueError:
            raise FolderError(f"{memory} cannot be read; empty {folder}, or name another folder.") from None
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderError(
            f"{folder} contains files that “publish_static” did not write; name an empty or a new folder."
        )
    return set()


def _remember(folder: Path, names: set[str]) -> None:
    """Store the names of the files that this program wrote into the folder."""
    _write(folder / MEMORY, json.dumps(sorted(names), indent=0).encode())


def _write(path: Path, content: bytes) -> bool:
    """Write a file atomically if its contents differ from what is there, and return whether it was written."""
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    put_in_place(draft, path)
    return True


def _remove(folder: Path, name: str) -> None:
    """Delete a file and the folders that are empty without it; a name that leads out of the folder is ignored."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        return
    path.unlink(missing_ok=True)
    for above in path.parents:
        if above == folder or any(above.iterdir()):
            return
        above.rmdir()
