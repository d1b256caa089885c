"""The folder of published files: changed files are written in an order that never shows a half state, stale ones are removed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

MEMORY = ".top-table-files.json"
"""Which files of the folder are ours: no other is ever changed."""


class FolderError(Exception):
    """The folder cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """How many files were written, left as they were, and removed."""

    written: int
    same: int
    removed: int


def put(folder: Path, files: Mapping[str, bytes], last: str) -> FolderChanges:
    """Make the folder hold exactly these files of ours; ``last`` is written after all others.

    Raises FolderError where it holds files that are not ours, or cannot be written.
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
    memory = folder / MEMORY
    if memory.is_file():
        try:
            return {str(name) for name in json.loads(memory.read_text(encoding="utf-8"))}
        except ValueError:
            raise FolderError(f"{memory} cannot be read; empty {folder}, or name another folder.") from None
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderError(f"{folder} holds what “publish_static” has not written; name an empty folder, or a new one.")
    return set()


def _remember(folder: Path, names: set[str]) -> None:
    _write(folder / MEMORY, json.dumps(sorted(names), indent=0).encode())


def _write(path: Path, content: bytes) -> bool:
    """Write a file atomically if its contents differ; whether they did."""
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)
    return True


def _remove(folder: Path, name: str) -> None:
    """Take a file away, and the folders that are empty without it."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        return
    path.unlink(missing_ok=True)
    for above in path.parents:
        if above == folder or any(above.iterdir()):
            return
        above.rmdir()
