"""The trace of a series: every message to and from its bots, one JSON object a line."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any, TextIO


class Trace:
    """Writes every message into a file; without one it does nothing."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file
        self._began_at = time.monotonic()

    def add(self, place: Mapping[str, Any], way: str, message: object) -> None:
        """Add a message that went "to" a bot or came "from" it, or a remark "about" it; ``place`` has fields that name its game and seat.

        A line that is not JSON is written as text.
        """
        if self._file is None:
            return
        if isinstance(message, bytes):
            message = _decode(message)
        at = int((time.monotonic() - self._began_at) * 1000)
        line = {**place, "at": at, "way": way, "message": message}
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")


def _decode(line: bytes) -> object:
    """Return the JSON value of a line; its text if it is not JSON, or holds values that strict readers refuse, such as NaN."""
    try:
        message: object = json.loads(line)
        json.dumps(message, allow_nan=False)
        return message
    except (ValueError, RecursionError):
        return line.decode("utf-8", "backslashreplace")
