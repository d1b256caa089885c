"""The games as a library: it stands alone, it can be installed, and its page says what is so."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.conftest import ROOT

PAGE = ROOT / "docs/developing/library.md"
WITHOUT_NUMBA = {"GAMES_PLAIN": "1"}
IMPORT_ALL = """
import importlib, pkgutil, sys, games
for module in pkgutil.walk_packages(games.__path__, "games."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(sorted({name.partition(".")[0] for name in sys.modules} & {"django", "tournament"}), "games.acquire.rules" in sys.modules)
"""


def test_the_lines_of_the_page_do_what_stands_below_them() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 25
    assert found.failed == 0


def test_nothing_of_the_games_brings_in_django_or_the_tournament() -> None:
    alone = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{IMPORT_ALL}"
    told = subprocess.run(
        [sys.executable, "-c", alone], env=os.environ | WITHOUT_NUMBA, capture_output=True, text=True, check=True
    )
    assert told.stdout == "[] True\n"


@pytest.mark.install
def test_the_games_are_installed_alone_and_their_page_runs_outside_a_checkout(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    commands: tuple[list[str | Path], ...] = (
        [python, "-m", "pip", "install", "--quiet", ROOT / "games"],
        [python, "-m", "doctest", PAGE],
        [python, "-m", "games", "editions"],
        [python, "-c", f"import games; assert games.__file__.startswith({str(tmp_path)!r}), games.__file__"],
    )
    for command in commands:
        done = subprocess.run(command, cwd=tmp_path, env=surroundings, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
