"""The trace of a series: every message that was told or said, one JSON object a line."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TextIO


class Way(StrEnum):
    """Which way a message went: to the bot, from it, or it is about what it did."""

    TO = "to"
    FROM = "from"
    ABOUT = "about"


class Trace:
    """A file that takes every message; without a file it takes none."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file
        self._begun = time.monotonic()

    def keep(self, place: Mapping[str, Any], way: Way, message: object) -> None:
        """Keep a message; ``place`` says in which game and at which seat. What is no JSON is kept as its text."""
        if self._file is None:
            return
        if isinstance(message, bytes):
            message = _read(message)
        at = int((time.monotonic() - self._begun) * 1000)
        line = {**place, "at": at, "way": way.value, "message": message}
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")


def _read(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return line.decode("utf-8", "backslashreplace")
