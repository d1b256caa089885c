"""Processes that end together with the one that started them, and what a process may open; the same on every system."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import psutil
import pytest

from games.running import process_options
from tournament.installation import processes
from tournament.installation.environment import joined_environment
from tournament.installation.processes import end_child, open_files

ROOT: Final = Path(__file__).parents[2]
CHILD: Final = """
import os, sys, time
from tournament.installation.processes import ends_with_parent
def end():
    print("asked to end", flush=True)
    os._exit(7)
ends_with_parent(end if "politely" in sys.argv else None)
print("stands", flush=True)
time.sleep(30)
"""
PARENT: Final = """
import os, subprocess, sys
from tournament.installation.environment import joined_environment
child = subprocess.Popen([sys.executable, "-c", sys.argv[1]], stdin=subprocess.PIPE,
    env=joined_environment(os.environ, served_by=str(os.getpid())))
print(child.pid, flush=True)
os.read(0, 1)
os._exit(9)
"""


def start(*words: str) -> subprocess.Popen[str]:
    """A child with a lifeline; it has said that it stands."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env=joined_environment(os.environ, served_by=str(os.getpid())),
        **process_options(),
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "stands\n"
    return child


@pytest.mark.parametrize(("words", "status", "told"), [((), 0, ""), (("politely",), 7, "asked to end\n")])
def test_a_child_ends_when_its_lifeline_is_closed(words: tuple[str, ...], status: int, told: str) -> None:
    child = start(*words)
    end_child(child, patience=20)
    assert child.returncode == status
    assert child.stdout is not None
    with child.stdout as said:
        assert said.read() == told


def test_a_child_whose_parent_is_killed_ends_too() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert parent.stdout is not None
    number = int(parent.stdout.readline())
    assert parent.stdout.readline() == "stands\n"
    assert psutil.pid_exists(number)
    parent.kill()
    parent.communicate()
    until = time.monotonic() + 10
    while psutil.pid_exists(number) and time.monotonic() < until:
        time.sleep(0.05)
    assert not psutil.pid_exists(number)


def test_a_child_that_does_not_end_is_killed() -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"], stdin=subprocess.PIPE)
    end_child(child, patience=0.1)
    assert child.returncode not in (None, 0)


def test_where_a_system_has_no_limit_of_files_as_many_are_allowed_as_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert open_files(64) >= 64
    monkeypatch.setattr(processes, "resource", None)
    assert open_files(5_000) == 5_000


def test_nobody_looks_for_unused_memory_while_a_program_is_loaded() -> None:
    with processes.loading():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_is_loaded_is_not_looked_through_again() -> None:
    gc.unfreeze()  # the tests themselves let go of it too
    assert gc.get_freeze_count() == 0
    processes.let_go_of_what_is_loaded()
    assert gc.get_freeze_count() > 10_000
