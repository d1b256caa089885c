"""What tests of several rooms share, made once in a process of tests: a server with games, and the events of the demo."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.tournament.games.sockets.standing import Stand


@pytest.fixture(scope="session")
def stand(tmp_path_factory: pytest.TempPathFactory, kept_database: Path) -> Iterator[Stand]:
    """A server of two processes on one SQLite file; every test opens games of its own there, and starts again what it has killed."""
    from tests.tournament.games.sockets.standing import standing_on_file  # only where a server is wanted

    with standing_on_file(tmp_path_factory.mktemp("stand"), kept_database) as answers:
        yield answers


@pytest.fixture(scope="session")
def demo_database(tmp_path_factory: pytest.TempPathFactory, kept_database: Path) -> Path:
    """A database with the demo's two events and their director, to be copied or read."""
    from tests.tournament.serving.running import LOAD_DEMO, command, installed, put_migrated

    folder = tmp_path_factory.mktemp("demo")
    put_migrated(kept_database, folder / "demo.sqlite3")
    for words in LOAD_DEMO:
        given = installed(folder / "demo.sqlite3")
        done = command(folder, *words, DJANGO_SUPERUSER_PASSWORD="tiles and chains", **given)
        assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(folder / "demo.sqlite3")) as made:
        made.execute("PRAGMA journal_mode=DELETE")  # as one that may be copied as a file
    return folder / "demo.sqlite3"
