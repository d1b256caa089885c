"""Measuring is ended by Ctrl+C, a signal or a kill: in a sentence, at once, and no process of it goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.run.patience import PATIENCE
from tests.tournament.serving.running import heeds_ctrl_c, wait

BOTH_JOBS = 4
"""The command, what keeps its semaphores, and two that play."""


def running_in(group: int) -> list[int]:
    """The processes of a group that run: the field after the name is the state, two later comes the group."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, rest = int(stat.parent.name), stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if rest[0] != "Z" and int(rest[2]) == group:
            found.append(pid)
    return found


@pytest.mark.server
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it counts processes as Linux tells them")
@pytest.mark.parametrize(
    ("number", "to_all"), [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGKILL, False)]
)
def test_whatever_ends_it_nothing_of_it_goes_on(number: signal.Signals, to_all: bool) -> None:
    command = [sys.executable, "-m", "laboratory", "check-core", "--jobs", "2"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=heeds_ctrl_c,
    ) as running:
        try:
            wait(lambda: len(running_in(running.pid)) >= BOTH_JOBS)
            assert len(running_in(running.pid)) >= BOTH_JOBS
            (os.killpg if to_all else os.kill)(running.pid, number)
            told, _ = running.communicate(timeout=PATIENCE)
            wait(lambda: not running_in(running.pid))
            assert running_in(running.pid) == []
        finally:
            running.kill()
            if running_in(running.pid):
                os.killpg(running.pid, signal.SIGKILL)
    assert "Traceback" not in told
    if number == signal.SIGINT:
        assert running.returncode == 130
        assert told.endswith("Stopped before the end.\n")
    elif number == signal.SIGTERM:
        assert running.returncode == 143
