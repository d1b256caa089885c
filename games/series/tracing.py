"""The trace of a series: every message that was told or said, one JSON object a line."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TextIO


class Way(StrEnum):
    """Which way a message went: to the bot, from it, or it is about what it did."""

    TO = "to"
    FROM = "from"
    ABOUT = "about"


#: Whoever is told of every message too: in which game and at which seat, which way, and the message.
Also = Callable[[Mapping[str, Any], Way, object], None]


class Trace:
    """A file that takes every message, and somebody who is told of it ``also``; without both it takes none."""

    def __init__(self, file: TextIO | None = None, also: Also | None = None) -> None:
        self._file, self._also = file, also
        self._begun = time.monotonic()

    def keep(self, place: Mapping[str, Any], way: Way, message: object) -> None:
        """Keep a message; ``place`` says in which game and at which seat. What is no JSON is kept as its text."""
        if self._file is None and self._also is None:
            return
        if isinstance(message, bytes):
            message = _read(message)
        if self._also is not None:
            self._also(place, way, message)
        if self._file is None:
            return
        at = int((time.monotonic() - self._begun) * 1000)
        line = {**place, "at": at, "way": way.value, "message": message}
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")


def _read(line: bytes) -> object:
    """What a line holds; its text where that is no JSON, or holds what strict readers refuse, such as NaN."""
    try:
        message: object = json.loads(line)
        json.dumps(message, allow_nan=False)
        return message
    except (ValueError, RecursionError):
        return line.decode("utf-8", "backslashreplace")
