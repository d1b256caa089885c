"""The stages of a full run: `python3 manage.py test` runs them all, `.venv/bin/python -m nox -l` lists them, `-s unit` runs one.

All but one use the environment at hand. Each tells its end in a line, and below it what it did not prove; what its programs
said lies in `.pytest_cache/stages`. The unit tests have the machine for themselves; the others run three at a time, since
servers and browsers are waited for.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from pathlib import Path

import nox
from nox.command import CommandFailed

from tests.run.locks import LOCKS, compiling
from tests.run.machine import WITHOUT, read_parts_left_out
from tests.run.newest import CORE, lock_without, newer_python
from tests.run.postgres import PostgresError, running_server
from tests.run.told import NOT_PROVEN, STAGES, end_of_node, end_of_pytest

ROOT = Path(__file__).resolve().parent
BY_HAND = "not browser and not load and not install and not release"
NEWER = newer_python()
OF_NEWER = "venv" if NEWER else "none"

nox.options.default_venv_backend = "none"
nox.options.download_python = "never"

# No stage has a database but its own, and compiled modules are kept for the next stage and run, beside pytest's cache.
for _name in ("DATABASE_URL", "PYTHONDONTWRITEBYTECODE"):
    os.environ.pop(_name, None)
os.environ.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / ".pytest_cache" / "compiled"))
signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))  # so that a server of a stage is stopped as well


@nox.session
def unit(session: nox.Session) -> None:
    """What needs no database and no server, and plays no whole game."""
    run_pytest(session, f"not database and not server and not whole and {BY_HAND}", "-n", "2")


@nox.session(allow_parallel=True)
def pages(session: nox.Session) -> None:
    """Pages on SQLite, whole games and sheets."""
    run_pytest(session, f"(database or whole) and not server and {BY_HAND}", "-n", "2")


@nox.session(allow_parallel=True)
def servers(session: nox.Session) -> None:
    """Programs, real servers, and databases of their own; they are waited for, so they run beside what computes."""
    run_pytest(session, f"server and {BY_HAND}", "-n", "2")


@nox.session(allow_parallel=True)
def browser(session: nox.Session) -> None:
    """Pages in Chromium."""
    leave_out(session, "browser")
    run_pytest(session, "browser and not load", "tests/browser", "-n", "2")


@nox.session(allow_parallel=True)
def postgresql(session: nox.Session) -> None:
    """The tests that use a database once more, on a PostgreSQL server of our own."""
    run_on_postgresql(session, f"database and not alike and {BY_HAND}")


@nox.session(allow_parallel=True)
def checks(session: nox.Session) -> None:
    """What reads the source and runs none of it: ruff, mypy, import-linter, djade."""
    began, python = time.monotonic(), (sys.executable, "-m")
    linter = "from importlinter.cli import lint_imports_command as lint; lint()"
    djade = str(Path(sys.prefix) / "bin" / "djade")
    programs = {
        "layout": (*python, "ruff", "format", "--check", "."),
        "ruff": (*python, "ruff", "check", "."),
        "types": (*python, "mypy"),
        "layers": (sys.executable, "-c", linter, "--no-logo"),
        "templates": (djade, "--check", *sorted(map(str, Path("templates").rglob("*.html")))),
    }
    failed = [name for name, command in programs.items() if not passes(session, name, *command)]
    told = f"checks FAILED: {', '.join(failed)}" if failed else f"checks: {', '.join(programs)}"
    print(f"{told} in {time.monotonic() - began:.0f} s")
    if failed:
        session.error(", ".join(failed))


@nox.session(allow_parallel=True)
def scripts(session: nox.Session) -> None:
    """The logic of the browser's scripts, without a browser, in Node."""
    node, files = shutil.which("node"), sorted(map(str, Path("tests/scripts").rglob("*.test.mjs")))
    if not node or not files:
        skip(session, "tests/scripts has no test." if node else "Node is not installed.")
    is_well = passes(session, session.name, str(node), "--test", "--test-reporter=tap", *files, shown=False)
    print(end_of_node(session.name, said(session.name)))
    if not is_well:
        session.error("A test failed.")


@nox.session(default=False, allow_parallel=True, python=NEWER or None, venv_backend=OF_NEWER, reuse_venv=True)
def newest(session: nox.Session) -> None:
    """The core of the tests on the newest Django, in an environment of its own; before a release."""
    if not NEWER:
        skip(session, "The newest Django needs Python 3.12 or 3.13, and neither is installed.")
    lock = Path(session.create_tmp()) / "newest.lock"
    lock.write_text(
        lock_without((ROOT / "tests" / "requirements-test.lock").read_text(encoding="utf-8")), encoding="utf-8"
    )
    wheels = ("--quiet", "--only-binary=:all:", "--disable-pip-version-check", "--retries", "1")
    try:
        session.install(*wheels, "--require-hashes", "--no-deps", "-r", str(lock), silent=True)
        session.install(*wheels, "--upgrade", "django", silent=True)
    except CommandFailed:
        skip(session, "Its packages could not be installed.")
    python = str(Path(session.bin) / "python")
    os.environ.update({"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": str(ROOT)})
    for words in (("check",), ("makemigrations", "--check", "--dry-run")):
        if not passes(session, session.name, python, "-W", "error", "-m", "django", *words):
            print(f"{session.name} FAILED: {' '.join(words)}")
            session.error(words[0])
    run_pytest(session, BY_HAND, *CORE, "-n", "2", python=python)


@nox.session(default=False, allow_parallel=True)
def windows(session: nox.Session) -> None:
    """The installer for Windows, built, installed and used on a Windows that wine plays; by hand, because it takes minutes."""
    if missing := [name for name in ("wine", "wineserver", "makensis") if not shutil.which(name)]:
        skip(session, f"Not installed: {', '.join(missing)}; install Debian's wine, wine64 and nsis.")
    run_pytest(session, "install", "tests/installation/windows")


@nox.session(default=False, allow_parallel=True)
def release(session: nox.Session) -> None:
    """What no other run does: every version between the oldest and the newest, a thousand players, what is measured, the newest Django."""
    session.notify("newest")
    run_pytest(session, "release", "-n", "2")
    run_on_postgresql(session, "release and database and not alike")


@nox.session(default=False, allow_parallel=True)
def locks(session: nox.Session) -> None:
    """Write all lock files by uv, from what pyproject.toml says now; `-- --upgrade-package django` takes a newer one, by hand."""
    if not shutil.which("uv"):
        session.error("uv is not installed; install it, such as by: pipx install uv")
    for lock in LOCKS:
        session.run("uv", *compiling(lock, ROOT, *session.posargs), external=True)


def run_pytest(session: nox.Session, marks: str, *words: str, python: str = sys.executable) -> None:
    """Run the tests that the marks choose, and tell their end in a line, with the failures before it."""
    spread = ("--dist", "worksteal") if "-n" in words else ()  # a process without work takes it from another
    line = (python, "-m", "pytest", "-q", "-rfEs", "--color=no", *words, *spread, "-m", marks)
    is_well = passes(session, session.name, *line, shown=False)
    print(end_of_pytest(session.name, said(session.name)))
    if not is_well:
        session.error("A test failed.")


def run_on_postgresql(session: nox.Session, marks: str) -> None:
    """Run the tests that the marks choose on a PostgreSQL server of our own; where that part is left out, end the stage here."""
    leave_out(session, "postgresql")
    try:
        with running_server() as address:
            os.environ["DATABASE_URL"] = address
            run_pytest(session, marks, "-n", "2")
    except PostgresError as refusal:
        print(f"{session.name} FAILED: {refusal}")
        session.error(str(refusal))


def passes(session: nox.Session, name: str, *command: str, shown: bool = True) -> bool:
    """Whether a program ends well; what it says goes into a file, and is shown here where it fails."""
    STAGES.mkdir(parents=True, exist_ok=True)
    try:
        with (STAGES / f"{name}.log").open("w", encoding="utf-8") as log:
            session.run(*command, stdout=log, log=False, external=True)
    except CommandFailed:
        if shown:
            print(said(name))
        return False
    return True


def said(name: str) -> str:
    """What a program said in its last run."""
    return (STAGES / f"{name}.log").read_text(encoding="utf-8")


def leave_out(session: nox.Session, part: str) -> None:
    """End the stage here where its part of the machine is left out."""
    if part in read_parts_left_out(os.environ.get(WITHOUT, "")):
        session.skip(f"Left out by {WITHOUT}.")


def skip(session: nox.Session, why: str) -> None:
    """End the stage here with a sentence."""
    print(f"{NOT_PROVEN}{session.name}: {why}")
    session.skip(why)
