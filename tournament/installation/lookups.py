"""Which installation of this machine a command means: the one `serve` made, or the demo's. Standard library only."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from tournament.installation.local import DEMO_DATABASE, FOLDER, demo_environment
from tournament.installation.serve_folder import DATABASE, is_made, serve_environment, serve_folder

SWITCHES = ("--json", "--log", "--to-end", "--watch", "--no-color", "--traceback")
"""The options of commands on events that take no value; the word after any other is its value."""


def environment_for(words: Sequence[str]) -> tuple[dict[str, str], str]:
    """The settings of the installation that holds the event a command means, and a line that says which that is.

    The one `serve` made comes first, then the demo's; an event that neither holds is looked for where there is something, to be
    refused by name there. Raises LocalFolderError where a folder cannot be written.
    """
    slug, folder, demo = slug_in(words), serve_folder(), FOLDER / DEMO_DATABASE
    own = folder / DATABASE
    if has_event(own, slug):
        return serve_environment(folder), f"“{slug}” is in serve's installation, {own}."
    if has_event(demo, slug):
        return demo_environment(), f"“{slug}” is in the demo, {demo}."
    if is_made(folder):
        return serve_environment(folder), f"“{slug}” is neither in serve's installation, {own}, nor in the demo."
    return demo_environment(), ""


def environment_for_game(words: Sequence[str]) -> dict[str, str]:
    """The settings of the installation that a command on games means: the one `serve` made where it has the game, else the demo's.

    So a game is opened in the demo's. Raises LocalFolderError where a folder cannot be written.
    """
    folder = serve_folder()
    return serve_environment(folder) if has_game(folder / DATABASE, slug_in(words)) else demo_environment()


def has_event(database: Path, slug: str) -> bool:
    """Whether an SQLite file holds an event of that name; nothing is written, and a file without events holds none."""
    return _has(database, "SELECT 1 FROM tournament_event WHERE slug = ?", slug)


def has_game(database: Path, code: str) -> bool:
    """Whether an SQLite file holds a game on devices of that code."""
    return _has(database, "SELECT 1 FROM tournament_game WHERE code = ?", code)


def _has(database: Path, question: str, name: str) -> bool:
    if not name or not database.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as connection:
            row = connection.execute(question, (name,)).fetchone()
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
