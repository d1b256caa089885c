"""A program that begins as a copy has what it was given, and ends as one that was started alone."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.run.programs import Talker, begin, run

pytestmark = pytest.mark.server
TOLD = "import os, sys; print(os.getcwd(), sys.argv, os.environ['HOME'], sorted(os.environ)); sys.exit({})"
ENV = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH")} | {"HOME": "/nowhere"}


def test_a_copy_has_its_environment_its_words_and_the_projects_folder() -> None:
    done = run([sys.executable, "-c", TOLD.format(3), "a", "-b"], ENV)
    assert (done.returncode, done.stderr) == (3, "")
    assert done.stdout == f"{ROOT} ['-c', 'a', '-b'] /nowhere {sorted(ENV)}\n"


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        ("", 0, ""),
        ("import sys; sys.exit('No.')", 1, "No.\n"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL, ""),
        ("import atexit, sys; atexit.register(print, 'end', file=sys.stderr)", 0, "end\n"),
        ("from django.conf import settings; import sys; sys.exit(settings.configured)", 0, ""),
    ],
)
def test_a_copy_ends_as_a_program_does(code: str, status: int, said: str) -> None:
    done = run([sys.executable, "-c", code], ENV)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", said)


def test_a_copy_heeds_ctrl_c_and_a_group_of_its_own_is_killed_together(tmp_path: Path) -> None:
    waits = [sys.executable, "-c", "import time; print('here', flush=True); time.sleep(600)"]
    with (tmp_path / "said").open("wb") as said:
        one, other = (begin(waits, ENV, said, has_group=is_group) for is_group in (False, True))
        assert os.getpgid(other.pid) == other.pid != os.getpgid(one.pid)
        assert (one.poll(), other.poll()) == (None, None)
        while (tmp_path / "said").read_text().count("here") < 2:
            pass
        one.send_signal(signal.SIGINT)
        os.killpg(other.pid, signal.SIGTERM)
        assert (one.wait(60), other.wait(60)) == (-signal.SIGINT, -signal.SIGTERM)
    assert "KeyboardInterrupt" in (tmp_path / "said").read_text()


def test_what_brings_packages_of_its_own_is_no_copy() -> None:
    loaded = [sys.executable, "-c", "import sys; print('games.acquire' in sys.modules)"]
    found = [run(loaded, {**ENV, **more}).stdout for more in ({}, {"PYTHONPATH": "/elsewhere"})]
    assert found == ["True\n", "False\n"]


def test_who_talks_is_answered_line_by_line_and_gone_in_the_end() -> None:
    clerk = Talker("tests.tournament.serving.clerk", os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"})
    assert clerk.answer(["nosuchcommand"])["failed"].endswith("Unknown command: 'nosuchcommand'\n")
    clerk.go()
