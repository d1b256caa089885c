"""`python3 manage.py test`: every check of the project, a line for each stage, and a line for all of them last.

Installs what the tests need of Debian's packages, then lets nox run the stages of noxfile.py, three at a time where they allow it.
A failed stage does not stop the later ones; the exit status is 1 if any failed. Given arguments, only pytest runs, with them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from tests.run.machine import PART_NAMES, WITHOUT, MachineError, prepare_machine, read_parts_left_out
from tests.run.told import NOT_PROVEN, closing_line, how_far

ROOT = Path(__file__).resolve().parents[2]
BEGINS, ENDS, OF_NOX = "Starting session ", "========== ", "nox > "
"""How the lines begin in which nox itself tells what it does."""


def run_tests(arguments: list[str]) -> int:
    """Run every stage, or pytest alone with the given arguments; returns the exit status."""
    os.chdir(ROOT)
    if arguments in (["-h"], ["--help"]):
        say(f"{__doc__}\n{WITHOUT} leaves parts out, with commas between: {', '.join(PART_NAMES)}.")
        return 0
    if arguments:
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *arguments])  # noqa: S606
    try:
        left_out = read_parts_left_out(os.environ.get(WITHOUT, ""))
        say(f"machine: {prepare_machine(left_out)}, Python {sys.version.split()[0]}")
    except MachineError as refusal:
        say(f"machine FAILED: {refusal}")
        return 1
    return run_stages([f"{NOT_PROVEN}{part}: left out by {WITHOUT}" for part in sorted(left_out)])


def run_stages(not_proven: list[str]) -> int:
    """Run the stages of noxfile.py, tell the end of each as it comes, and then what was not proven and the figures of all."""
    began, lines, running = time.monotonic(), [], set[str]()
    line = [sys.executable, "-m", "nox", "--parallel", "3", "--no-color"]
    nox = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    signal.signal(signal.SIGTERM, lambda *_: nox.send_signal(signal.SIGINT))  # as Ctrl+C: nox stops what it has started
    with nox, showing_what_runs(running):
        for told in nox.stdout or ():
            if told.startswith(BEGINS):
                running.add(told.removeprefix(BEGINS).strip(". \n"))
            elif told.startswith(ENDS):
                running.discard(told.split()[2].rstrip(":"))
            elif told.startswith(NOT_PROVEN):
                not_proven.append(told.rstrip())
            elif not told.startswith(OF_NOX):
                lines.append(told.rstrip())
                say(lines[-1])
    if failed := [line.split(" FAILED: ")[0] for line in lines if " FAILED: " in line]:
        say(f"Failed: {', '.join(failed)}; what each said is in .pytest_cache/stages")
    if not_proven:
        say("\n".join(("Not proven here:", *(f"  {line.removeprefix(NOT_PROVEN)}" for line in not_proven))))
    say(closing_line(lines, time.monotonic() - began))
    return 1 if nox.returncode else 0


@contextmanager
def showing_what_runs(running: set[str]) -> Iterator[None]:
    """At a terminal, show below the lines which stages run, how far they are and for how long they have been at it."""
    if not sys.stdout.isatty():
        yield
        return
    is_over, began = Event(), time.monotonic()

    def show() -> None:
        while not is_over.wait(1):
            stages = ", ".join(f"{name} {how_far(name)}".strip() for name in sorted(running))
            say(f"{stages} ({time.monotonic() - began:.0f} s)", end="")

    shower = Thread(target=show, daemon=True)
    shower.start()
    try:
        yield
    finally:
        is_over.set()
        shower.join()
        say("", end="")


def say(text: str, end: str = "\n") -> None:
    """Print at once, over the line that shows what runs, if there is one."""
    sys.stdout.write(f"\r\x1b[K{text}{end}" if sys.stdout.isatty() else f"{text}{end}")
    sys.stdout.flush()
