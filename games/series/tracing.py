"""The trace of a series: every message to and from its bots, one JSON object a line."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TextIO


class MessageDirection(StrEnum):
    """Whether a message was sent to a bot, came from it, or is a remark about it for the trace."""

    TO = "to"
    FROM = "from"
    ABOUT = "about"


#: A function that gets every message: the fields of its game and seat, its direction, and the message.
Listener = Callable[[Mapping[str, Any], MessageDirection, object], None]


class Trace:
    """Writes every message into a file and passes it to a listener; either may be missing."""

    def __init__(self, file: TextIO | None = None, listener: Listener | None = None) -> None:
        self._file, self._listener = file, listener
        self._began_at = time.monotonic()

    def add(self, place: Mapping[str, Any], direction: MessageDirection, message: object) -> None:
        """Add a message; ``place`` has the fields that name its game and seat. A line that is not JSON is written as text."""
        if self._file is None and self._listener is None:
            return
        if isinstance(message, bytes):
            message = _decode(message)
        if self._listener is not None:
            self._listener(place, direction, message)
        if self._file is None:
            return
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
