"""Logs of games in two spellings with the same content, text for people and JSON for programs.

`read_log` reads logs in the notation and refuses all others; `read_people` takes liberties with what people write, and notes each.
"""

from __future__ import annotations

from games.acquire.logs.json import document, is_archive, read_archive, read_json, write_json
from games.acquire.logs.language.diagnostics import AskedWord, Liberty, LogReading
from games.acquire.logs.reading import is_json, read_people, read_text, text_of
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord


def read_log(text: str) -> GameRecord:
    """Return the record of a log in either spelling.

    Raises:
        LogError: if it is not well-formed, with line, column and what was expected.
    """
    return read_json(text) if is_json(text) else read_text(text)


__all__ = [
    "AskedWord",
    "Liberty",
    "LogReading",
    "document",
    "is_archive",
    "read_archive",
    "read_json",
    "read_log",
    "read_people",
    "read_text",
    "text_of",
    "write_json",
    "write_text",
]
