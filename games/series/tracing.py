"""The trace of a series: every message to and from its bots, one JSON object a line."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TextIO


class MessageDirection(StrEnum):
    """Whether a message was sent to a bot, came from it, or is a remark about it for the trace."""

    TO = "to"
    FROM = "from"
    ABOUT = "about"


class Trace:
    """Writes every message into a file; without one it does nothing."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file
        self._began_at = time.monotonic()

    def add(self, place: Mapping[str, Any], direction: MessageDirection, message: object) -> None:
        """Add a message; ``place`` has the fields that name its game and seat. A line that is not JSON is written as text."""
        if self._file is None:
            return
        if isinstance(message, bytes):
            message = _decode(message)
        at = int((time.monotonic() - self._began_at) * 1000)
        line = {**place, "at": at, "way": direction.value, "message": message}
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")


def _decode(line: bytes) -> object:
    """Return the JSON value of a line; its text if it is not JSON, or holds values that strict readers refuse, such as NaN."""
    try:
        message: object = json.loads(line)
        json.dumps(message, allow_nan=False)
        return message
    except (ValueError, RecursionError):
        return line.decode("utf-8", "backslashreplace")
