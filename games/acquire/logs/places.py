"""Where a value stands in a JSON text: line and column for a path of keys and indexes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")


def place_of(text: str, path: Sequence[str | int]) -> tuple[int, int]:
    """Line and column, from 1, of the value at a path; of what encloses it where the path ends early.

    The text must be valid JSON.
    """
    at = _skip(text, 0)
    for step in path:
        inside = _member(text, at, step) if text[at] in "{[" else None
        if inside is None:
            break
        at = inside
    return line_and_column(text, at)


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1, of the character at an index."""
    line_start = text.rfind("\n", 0, at) + 1
    return text.count("\n", 0, at) + 1, at - line_start + 1


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _member(text: str, at: int, step: str | int) -> int | None:
    """Where the member of an object or list begins, or None if there is no such member."""
    is_object = text[at] == "{"
    at = _skip(text, at + 1)
    index = 0
    while text[at] not in "}]":
        key: object = index
        if is_object:
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        if key == step:
            return at
        _, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
        index += 1
    return None
