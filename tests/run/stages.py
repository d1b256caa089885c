"""The stages of a full run as values, and the running of one of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tests.run.postgres import PostgresError, running_server

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = Path(sys.prefix) / "bin"
NO_TESTS_COLLECTED = 5


class Voice(Enum):
    """What of a program's output is shown: all of it as it comes, or only where it fails."""

    ALWAYS = "always"
    ON_FAILURE = "on failure"


class Database(Enum):
    """The database that a stage's tests run on."""

    SQLITE = "sqlite"
    POSTGRESQL = "postgresql"


@dataclass(frozen=True, slots=True)
class Stage:
    """One program to run, with the stage's number of seven, its name and a few words on what it proves."""

    number: int
    name: str
    title: str
    command: tuple[str, ...]
    voice: Voice
    database: Database = Database.SQLITE


def checks() -> list[Stage]:
    """The checks that read the source and run none of it; djade only where there are templates."""
    python = (sys.executable, "-m")
    templates = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "templates").rglob("*.html"))
    import_linter = (
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as lint; lint()",
        "--no-logo",
    )
    found = [
        ("layout of the code", (*python, "ruff", "format", "--check", ".")),
        ("ruff", (*python, "ruff", "check", ".")),
        ("types, strictly", (*python, "mypy")),
        ("imports and layers", import_linter),
        *([("layout of the templates", (str(PROGRAMS / "djade"), "--check", *templates))] if templates else []),
    ]
    return [Stage(3, "checks", title, command, Voice.ON_FAILURE) for title, command in found]


def pytest_stages(left_out: Iterable[str]) -> list[Stage]:
    """The stages of pytest, in their order, without the parts left out; unit and page tests always run.

    Two processes fill two processors with what only computes; where a test waits for a server or a browser, a third works meanwhile.
    """
    pytest = (sys.executable, "-m", "pytest")
    on_two = (*pytest, "-n", "2", "--dist", "worksteal", "-m")
    on_three = (*pytest, "-n", "3", "--dist", "worksteal", "-m")
    by_hand = "not browser and not alone and not load and not install"
    unit = (*on_two, f"not database and not server and not whole and {by_hand}")
    pages = (*on_three, f"(database or server or whole) and {by_hand}")
    browser = (*on_three, "browser and not alone and not load", "tests/browser")
    alone = (*pytest, "-m", "alone and not load", "tests/tournament/serving")
    again = (*on_two, f"database and not alike and {by_hand}")
    stages = [
        Stage(4, "unit tests", "without a database", unit, Voice.ALWAYS),
        Stage(5, "page tests", "on SQLite, real servers, whole games and sheets", pages, Voice.ALWAYS),
        Stage(6, "postgresql", "the database's tests again", again, Voice.ALWAYS, Database.POSTGRESQL),
        Stage(7, "browser", "a crowd before the desk, with nothing beside it", alone, Voice.ALWAYS),
        Stage(7, "browser", "pages in Chromium", browser, Voice.ALWAYS),
    ]
    return [stage for stage in stages if stage.name not in left_out]


def run_stage(stage: Stage) -> str:
    """Run the stage; returns why it failed as one line, or an empty text where it passed."""
    if stage.database is Database.SQLITE:
        return outcome_of(stage, {})
    try:
        with running_server() as address:
            return outcome_of(stage, {"DATABASE_URL": address})
    except PostgresError as refusal:
        return str(refusal)


def surroundings(given: dict[str, str]) -> dict[str, str]:
    """The environment of a stage's programs: no database but the stage's own, and compiled modules kept for the next stage and run.

    Without them each of pytest's processes compiles every test anew, two thirds of its way to the first. They lie beside pytest's cache.
    """
    kept = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PYTHONDONTWRITEBYTECODE")
    }
    return {"PYTHONPYCACHEPREFIX": str(ROOT / ".pytest_cache" / "compiled"), **kept, **given}


def outcome_of(stage: Stage, environment: dict[str, str]) -> str:
    """Run the stage's program without input, in the project's folder; returns why it failed, or an empty text."""
    sink = None if stage.voice is Voice.ALWAYS else subprocess.PIPE
    done = subprocess.run(
        stage.command,
        cwd=ROOT,
        env=surroundings(environment),
        stdin=subprocess.DEVNULL,
        stdout=sink,
        stderr=sink and subprocess.STDOUT,
        text=True,
    )
    if done.returncode and done.stdout:
        sys.stdout.write(done.stdout)
    if done.returncode == NO_TESTS_COLLECTED and stage.voice is Voice.ALWAYS:
        return "it collected no test, which proves nothing"
    if done.returncode:
        return f"{stage.title}, exit status {done.returncode}"
    return ""
