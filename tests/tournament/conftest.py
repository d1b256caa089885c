"""What tests of several rooms share: an event being played; made once in a process, a server with games and the demo's events."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.build import being_played, logged_in, make_director
from tournament.models import Event

if TYPE_CHECKING:
    from tests.tournament.games.sockets.standing import Stand


@pytest.fixture
def event(db: None) -> Event:
    """Eight players at two tables, round 1 being played; where a file needs another event, it makes its own."""
    return being_played()


@pytest.fixture
def director_user(db: None) -> User:
    """The director whose events `make_event` makes."""
    return make_director()


@pytest.fixture
def director(director_user: User) -> Client:
    """A browser in which the director is logged in."""
    return logged_in(director_user)


@pytest.fixture
def stranger(db: None) -> Client:
    """A browser in which somebody is logged in who directs no event of the test."""
    return logged_in(make_director("stranger"))


@pytest.fixture(scope="module")
def stages(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, str]]:
    """The events at all stages of their day: their slugs by the names of the stages."""
    from tests.tournament.pages.stages import all_stages, kept  # only where all of them are wanted

    with kept(django_db_blocker, all_stages) as slugs:
        yield slugs


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
