"""`python3 manage.py test`: every check of the project, a line for each stage, and pytest's own closing line last.

1. environment: what requirements-test.lock names is installed (done before this module can be imported)
2. machine: Chromium, PostgreSQL, fonts and PDF tools, from Debian's packages where they are missing
3. checks: ruff, mypy, import-linter, djade
4. unit tests, without a database, on two processes
5. page tests on SQLite, on three processes
6. the tests that use a database once more, on a PostgreSQL server of our own, on two processes
7. what compares how long something takes, with nothing beside it, and the browser tests, on three processes

A failed stage does not stop the later ones; the exit status is 1 if any failed. Given arguments, only pytest runs, with them.
"""

from __future__ import annotations

import os
import signal
import sys

from tests.run.machine import PART_NAMES, MachineError, prepare_machine, read_parts_left_out
from tests.run.stages import ROOT, Stage, checks, pytest_stages, run_stage

WITHOUT = "TOPTABLE_TEST_WITHOUT"


def run_tests(arguments: list[str]) -> int:
    """Run every stage, or pytest alone with the given arguments; returns the exit status."""
    os.chdir(ROOT)
    if arguments in (["-h"], ["--help"]):
        say(f"{__doc__}\n{WITHOUT} leaves parts out, with commas between: {', '.join(PART_NAMES)}.")
        return 0
    if arguments:
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *arguments])  # noqa: S606
    say(f"1/7 environment: Python {sys.version.split()[0]}, {sys.prefix}")
    try:
        left_out = read_parts_left_out(os.environ.get(WITHOUT, ""))
        say(f"2/7 machine: {prepare_machine(left_out)}")
    except MachineError as refusal:
        say(f"2/7 machine: {refusal}")
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))  # so that the server of stage 6 is stopped as well
    failed = [f"{stage.name}, {stage.title}" for stage in checks() if not passes(stage)]
    stages = pytest_stages(left_out)
    for stage in stages:
        if stage is stages[-1]:
            say(summary(failed, left_out, "before the last stage"))
        if not passes(stage):
            failed.append(stage.name)
    if failed:
        say(summary(failed, left_out, "in all"))
    return 1 if failed else 0


def passes(stage: Stage) -> bool:
    """Announce the stage, run it and tell how it went; a test stage that passes ends with pytest's own closing line."""
    say(f"{stage.number}/7 {stage.name}: {stage.title}")
    outcome = run_stage(stage)
    if outcome:
        say(f"{stage.number}/7 {stage.name} FAILED: {outcome}")
    return not outcome


def summary(failed: list[str], left_out: frozenset[str], when: str) -> str:
    """One line on what failed and what was left out so far."""
    lines = [f"Failed {when}: {'; '.join(failed)}" if failed else f"Nothing failed {when}."]
    if left_out:
        lines.append(f"Left out by {WITHOUT}, so not proven here: {', '.join(sorted(left_out))}")
    return "\n".join(lines)


def say(line: str) -> None:
    """Print at once, so that lines and the programs' own output keep their order in a file."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
