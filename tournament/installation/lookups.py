"""Which installation of this machine a command means: the one `serve` made, or the demo's. Standard library only."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

SWITCHES = ("--json", "--to-end", "--no-color", "--traceback")
"""The options of commands on events that take no value; the word after any other is its value."""


def has_event(database: Path, slug: str) -> bool:
    """Whether an SQLite file holds an event of that name; nothing is written, and a file without events holds none."""
    if not slug or not database.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as connection:
            row = connection.execute("SELECT 1 FROM tournament_event WHERE slug = ?", (slug,)).fetchone()
    except sqlite3.Error:
        return False
    return row is not None


def slug_in(words: Sequence[str]) -> str:
    """The event that the words after a command's name mean: that of `--event`, else the first word that is no option's value."""
    positional = []
    for before, word in zip(["--json", *words], words, strict=False):
        if before == "--event":
            return word
        if word.startswith("--event="):
            return word.partition("=")[2]
        takes_value = before.startswith("-") and "=" not in before and before not in SWITCHES
        if not word.startswith("-") and not takes_value:
            positional.append(word)
    return positional[0] if positional else ""
