"""What every test may rely on: hypothesis' profile, the `database` mark, and where the games with known answers lie."""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Collection, Generator, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, settings
from pytest_django import DjangoDbBlocker

from tests.run.kept import keep, kept_name, put
from tournament.draw.pairings import planning

if TYPE_CHECKING:
    from tests.tournament.keeping.evening import Evening

# Opponents play as plain Python in tests, which need few games and no compiler's minute; one test compares both ways.
os.environ.setdefault("GAMES_PLAIN", "1")

ROOT = Path(__file__).resolve().parent.parent
KNOWN_GAMES = ROOT / "fixtures" / "games"
"""Games with known answers that nobody on this project wrote or played."""

SERVING = [
    ROOT / "tests" / name for name in ("tournament/serving", "tournament/faults", "tournament/keeping", "upgrade")
]
"""Tests that start installations as programs of their own, or have databases of their own; single ones elsewhere say `server`."""

OF_DATABASE = [
    *(ROOT / "tests/tournament" / name for name in ("services", "devices", "games/at_tables", "games/sockets")),
    *(ROOT / "tests/tournament/pages" / name for name in ("acting", "events", "people", "rules")),
    *(ROOT / "tests/tournament/pages/desk" / name for name in ("disputes", "paper", "rounds")),
]
"""Folders all of whose tests use the database or start programs; one that does neither is refused there, for it would be overlooked."""

ON_BOTH_DATABASES = tuple(
    ROOT / "tests" / path
    for path in (
        "fuzz/test_fuzz.py",
        "test_access.py",
        "tournament/devices/test_reporting.py",
        "tournament/keeping",
        "tournament/record/test_kept.py",
        "tournament/record/test_plain_sql.py",
        "tournament/services/people/test_forgetting.py",
        "tournament/services/people/test_numbers.py",
        "tournament/services/test_any_acts.py",
        "tournament/services/test_guards.py",
        "tournament/services/test_undoing.py",
        "tournament/serving/test_backup.py",
        "upgrade",
    )
)
"""Tests that run on PostgreSQL too, because a database decides what they say: on constraints and guards, limits, JSON, and raw statements.

Every act of the services and of phones writes there once, every page reads there once, every row goes out into an archive and comes
back, and what nobody should send is sent. All else is the same statements with other words about them.
"""

WHOLE = [
    *(ROOT / "tests" / name for name in ("fuzz", "games/opponents", "laboratory", "tournament/pdf")),
    ROOT / "tests/tournament/replays/test_causes.py",
    ROOT / "tests/games/acquire/people/test_people_liberties.py",
    ROOT / "tests/tournament/scores/test_needed.py",
    ROOT / "tests/games/acquire/replay/test_known_games.py",
    ROOT / "tests/games/acquire/replay/judging/test_disposals.py",
]
"""Tests that search whole games for causes, play them, try every amount or set every sheet: half of the time of what has no database."""

LONG = {
    ROOT / "tests/tournament/serving/test_readme.py",
    ROOT / "tests/tournament/serving/deployed",
    ROOT / "tests/games/opponents/test_core.py",
    *(ROOT / "tests/browser" / f"{name}.py" for name in ("test_every_page", "desk/test_directors_day")),
}
"""Of those, and of the pages in Chromium, the ones with the longest tests."""

# While tests are collected little becomes rubbish, and looking for it costs more than keeping it.
gc.disable()

IN_MEMORY = "file:of_the_tests?mode=memory&cache=shared"
"""The test database on SQLite: one for all connections of a process."""
REPEATED = 20

# The same examples on every run and machine, no clock, nothing kept on disk: a failure here is a failure everywhere.
settings.register_profile(
    "repeatable",
    max_examples=REPEATED,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
# `pytest --hypothesis-profile=wide` tries more, the same each time; `=search` looks further, with new examples each time.
settings.register_profile("wide", parent=settings.get_profile("repeatable"), max_examples=100)
settings.register_profile("search", parent=settings.get_profile("repeatable"), max_examples=1000, derandomize=False)
settings.load_profile("repeatable")


def tried(number: int) -> int:
    """So many examples of what is long; a wider profile tries as many more of them as of every other property."""
    return max(1, number * settings().max_examples // REPEATED)


def trying(number: int, phases: Collection[Phase] = tuple(Phase)) -> settings:
    """The settings of a property whose examples are long: so many of them, and more with a wider profile."""
    return settings(max_examples=tried(number), phases=phases)


DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_server",
}


@pytest.hookimpl(wrapper=True, tryfirst=True)  # before pytest chooses by `-m`, and after everything has its order
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Mark every test that uses the database, so that one `-m database` runs them on another one; and those with real servers.

    Those come last, and long ones first, so that no process is left with one when the other has nothing more to do.
    """
    serving = cache(lambda path: any(folder in path.parents for folder in SERVING))
    of_database = cache(lambda path: any(folder in path.parents for folder in OF_DATABASE))
    on_both = cache(runs_on_both)
    whole = cache(lambda path: path in WHOLE or any(folder in path.parents for folder in WHOLE))
    for item in items:
        if whole(item.path):
            item.add_marker("whole")
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker("database")
            if not on_both(item.path):
                item.add_marker("alike")
        elif serving(item.path):
            item.add_marker("server")
        elif of_database(item.path) and not item.get_closest_marker("server"):
            raise pytest.UsageError(f"{item.nodeid} uses no database; put it where tests without one are looked for.")
    yield
    items.sort(key=lambda item: (bool(item.get_closest_marker("server")), not is_long(item)))


def runs_on_both(path: Path) -> bool:
    """Whether the tests of a file run on PostgreSQL too, but for those that are marked `alike`."""
    return any(each == path or each in path.parents for each in ON_BOTH_DATABASES)


def is_long(item: pytest.Item) -> bool:
    """Whether a test takes as long as many others together."""
    starts_programs = item.get_closest_marker("server") or item.get_closest_marker("browser")
    return bool(starts_programs) and (item.path in LONG or bool(LONG.intersection(item.path.parents)))


def pytest_collection_finish() -> None:
    """Leave to the collector of rubbish only what tests make: modules and tests that were collected live as long as the run."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import nothing all of whose tests the marks leave out: Chromium's, those of servers, of one or both databases, and whole ones."""
    chosen = str(config.option.markexpr)
    if collection_path == ROOT / "tests/browser":
        return "not browser" in chosen or None
    if "not alike" in chosen and collection_path.is_file() and not runs_on_both(collection_path):
        return True
    is_left_out = collection_path in SERVING or collection_path in OF_DATABASE
    is_unit = "not database" in chosen and "not server" in chosen
    return (is_left_out and is_unit) or (collection_path in WHOLE and "not whole" in chosen) or None


@pytest.fixture(scope="session", autouse=True)
def gathered_files(django_test_environment: None) -> None:
    """Gather style sheets and scripts once for all processes, as a server does before its first page."""
    from tournament.installation.static_files import gather

    gather()


@pytest.fixture(scope="session")
def kept_database(pytestconfig: pytest.Config, django_test_environment: None) -> Path:
    """Where the test database is kept as the migrations made it, for every process and run after the first."""
    return pytestconfig.cache.mkdir("database") / kept_name()


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory, kept_database: Path) -> Evening:
    """An installation on the evening of an event, to be laid into homes."""
    from tests.tournament.keeping.evening import an_evening

    return an_evening(tmp_path_factory.mktemp("evening"), kept_database)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, kept_database: Path) -> Iterator[None]:
    """Put what is kept into SQLite's memory where Django is about to make the test database; `migrate` runs upon it all the same."""
    from django.conf import settings
    from django.db import connection

    database = settings.DATABASES["default"]
    if connection.vendor != "sqlite" or database["NAME"] != ":memory:":
        yield
        return
    database.setdefault("TEST", {})["NAME"] = IN_MEMORY
    with closing(sqlite3.connect(IN_MEMORY, uri=True)) as memory:
        put(kept_database, memory)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker, kept_database: Path) -> None:
    """Keep the test database when the migrations have just made it."""
    from django.db import connection

    with django_db_blocker.unblock():
        if connection.vendor == "sqlite":
            connection.ensure_connection()
            keep(connection.connection, kept_database)


@pytest.fixture(autouse=True)
def short_searches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw without proof takes a tenth of its steps: hundreds of tests draw, and one file looks at what the rest brings."""
    if request.path.name != "test_planning.py":
        monkeypatch.setattr(planning, "OPEN_BUDGET", planning.ANNEALED)


@pytest.fixture(autouse=True)
def emptied_after_real_transactions(request: pytest.FixtureRequest) -> Iterator[None]:
    """Open every round and take games away before the tables are emptied after a test that commits: both are guarded against deletion."""
    mark = request.node.get_closest_marker("django_db")
    commits = mark is not None and mark.kwargs.get("transaction")
    if not commits and not {"transactional_db", "live_server"} & set(request.fixturenames):
        yield
        return
    from django.db import connection, transaction

    from tournament.models import Round

    # The models are there only once Django is set up.
    from tournament.play.games.models import Game, GameAct, GameSeat
    from tournament.play.programs.models import SeriesGame
    from tournament.record.vocabulary import RoundState

    request.getfixturevalue("transactional_db")
    yield
    Round.objects.update(state=RoundState.PUBLISHED.value)
    with transaction.atomic():
        for rows in (
            SeriesGame,
            Game,
            GameAct,
            GameSeat,
        ):  # a game first: its acts stay while it stands
            with connection.cursor() as cursor:
                cursor.execute(f'DELETE FROM "{rows._meta.db_table}"')  # noqa: S608
