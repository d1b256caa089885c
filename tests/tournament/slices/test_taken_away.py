"""Slices are taken away, each a module or a folder and its name in one line: the rest of the day runs, and what was done stays told."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tournament.access.slices import Mark, slices
from tournament.slices import OURS

pytestmark = pytest.mark.server


def without(taken: tuple[str, ...], tree: Path) -> None:
    """Copy the product into a folder without these slices."""
    for folder in ("tournament", "templates", "static", "wording", "games", "docs"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    for name in taken:
        for path in (tree / "tournament" / "slices").glob(f"{name}*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    line = tree / "tournament" / "slices" / "__init__.py"
    left = tuple(name for name in OURS if name not in taken)
    text = line.read_text(encoding="utf-8")
    assert f"OURS = {OURS!r}".replace("'", '"') in text
    line.write_text(text.replace(f"OURS = {OURS!r}".replace("'", '"'), f"OURS = {left!r}"), encoding="utf-8")


def test_the_day_runs_without_slices(tmp_path: Path) -> None:
    taken = OURS
    without(taken, tmp_path)
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    answer = subprocess.run(
        [sys.executable, "-m", "tests.tournament.slices.day"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not answer.returncode, answer.stderr[-2_000:]
    told = json.loads(answer.stdout)
    assert told["tree"].startswith(str(tmp_path))
    pages = {page.name for each in slices() if each.name in taken for page in each.pages}
    assert not pages & told["pages"].keys()
    assert {name: status for name, status in told["pages"].items() if status >= 500} == {}
    assert {
        told["pages"][name] for name in ("desk_event", "desk_entries", "desk_entry", "desk_round", "desk_results")
    } == {200}
    assert {
        told["pages"][name] for name in ("desk_final", "desk_standings", "desk_changes", "desk_settings", "desk_find")
    } == {200}
    assert (told["entries"], told["public"], told["practice"] > 1) == (8, 200, True)
    assert told["log"] == ["penalties.give", "entries.keep-apart", "helpers.invite"]


def test_what_a_slice_adds_is_on_the_pages_and_in_the_menu() -> None:
    added = slices()
    assert [each.name for each in added][: len(OURS)] == list(OURS)
    assert [entry.page for each in added for entry in each.menu] == ["desk_penalties", "desk_helpers", "desk_calls"]
    marks = [mark.template if isinstance(mark, Mark) else mark for each in added for mark in each.marks.values()]
    assert all((ROOT / "templates" / name).exists() for name in marks)
