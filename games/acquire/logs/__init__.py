"""Logs of games in two spellings with the same content, text for people and JSON for programs.

`read_log` reads what the notation allows and refuses the rest; `read_people` reads what people write, and tells what it took.
"""

from __future__ import annotations

from games.acquire.logs.archive import is_archive, read_archive
from games.acquire.logs.json import document, read_json, write_json
from games.acquire.logs.lenient import Note, Reading, read_people
from games.acquire.logs.text import read_text
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord


def read_log(text: str) -> GameRecord:
    """The record of a log in either spelling: JSON begins with a brace.

    Raises:
        LogError: if it is not well-formed, with line, column and what was expected.
    """
    return read_json(text) if text.lstrip("\ufeff \t\r\n").startswith("{") else read_text(text)


__all__ = [
    "Note",
    "Reading",
    "document",
    "is_archive",
    "read_archive",
    "read_json",
    "read_log",
    "read_people",
    "read_text",
    "write_json",
    "write_text",
]
