"""Archives of logs: one JSON log a line, read as a stream so that memory does not grow."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from games.acquire.errors import LogError
from games.acquire.logs.json import read_json
from games.acquire.record import GameRecord


def is_archive(name: str) -> bool:
    """Whether a file name is that of an archive: ``.jsonl`` or ``.jsonl.gz``."""
    return name.endswith((".jsonl", ".jsonl.gz"))


def archive_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of an archive that are not empty, with their numbers from 1.

    Raises:
        OSError: if the file cannot be read.
        LogError: if it is not compressed as its name says, or no text.
    """
    number = 0
    expected = "a whole gzip file with UTF-8 text" if path.suffix == ".gz" else "UTF-8 text"
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, line
    except (gzip.BadGzipFile, zlib.error, EOFError, UnicodeDecodeError) as problem:
        raise LogError(f"the archive is damaged ({problem})", number + 1, 1, expected) from None


def read_archive(path: Path) -> Iterator[GameRecord]:
    """The records of an archive, one at a time.

    Raises:
        LogError: at the first line that is no log; the line is that of the archive.
    """
    for number, line in archive_lines(path):
        try:
            yield read_json(line)
        except LogError as problem:
            raise LogError(problem.problem, number, problem.column, problem.expected) from None
