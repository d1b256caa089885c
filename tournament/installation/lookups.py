"""Which installation of this machine a command means: the one `serve` made, or the demo's."""

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
    """The settings of the installation whose event a command names, and a sentence that says which installation that is.

    ``words`` are the words after the command's name. The installation that `serve` made is searched first, then the demo's. Where neither
    has the event, the settings are those of `serve`'s if it exists, else the demo's (the command then refuses the event), and the sentence
    may be empty. Raises LocalFolderError where a folder cannot be written.
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
    """The settings of the installation for a command on games: the one that `serve` made if it has the game, else the demo's.

    ``words`` are the words after the command's name; a new game is therefore opened in the demo. Raises LocalFolderError where a folder
    cannot be written.
    """
    folder = serve_folder()
    return serve_environment(folder) if has_game(folder / DATABASE, slug_in(words)) else demo_environment()


def has_event(database: Path, slug: str) -> bool:
    """Whether an SQLite file has an event of this slug; false for a missing or unreadable file. Nothing is written."""
    return _finds_row(database, "SELECT 1 FROM tournament_event WHERE slug = ?", slug)


def has_game(database: Path, code: str) -> bool:
    """Whether an SQLite file has a game on devices with this code; false for a missing or unreadable file."""
    return _finds_row(database, "SELECT 1 FROM tournament_game WHERE code = ?", code)


def _finds_row(database: Path, question: str, name: str) -> bool:
    """Whether the query finds a row for the name; false for an empty name and a missing or unreadable file."""
    if not name or not database.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as connection:
            row = connection.execute(question, (name,)).fetchone()
    except sqlite3.Error:
        return False
    return row is not None


def slug_in(words: Sequence[str]) -> str:
    """The slug in the words after a command's name: the value of `--event`, else the first word that is neither an option nor a value.

    Empty where there is none.
    """
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
