"""Our slices are taken away, each a module or a folder and its name in a line: the rest of the day runs, and what was done stays told."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tournament.access.slices import PLACES, slices
from tournament.slices import OURS

pytestmark = pytest.mark.server


def without(taken: tuple[str, ...], tree: Path) -> None:
    """Copy the product into a folder without these slices."""
    for folder in ("tournament", "templates", "static", "wording", "games", "docs"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    for name in taken:
        place = tree / "tournament" / "slices" / name
        shutil.rmtree(place) if place.is_dir() else place.with_suffix(".py").unlink()
    line = tree / "tournament" / "slices" / "__init__.py"
    text = line.read_text(encoding="utf-8")
    for name in taken:
        assert f'    "{name}",\n' in text
        text = text.replace(f'    "{name}",\n', "")
    line.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("taken", [OURS, ("penalties", "helping", "apart")], ids=["all", "three"])
def test_the_day_runs_without_our_slices(taken: tuple[str, ...], tmp_path: Path) -> None:
    without(taken, tmp_path)
    pages = {page.name for each in slices() if each.name in taken for page in each.pages}
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    answer = subprocess.run(
        [sys.executable, "-m", "tests.tournament.slices.day", *sorted(pages)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not answer.returncode, answer.stderr[-2_000:]
    told = json.loads(answer.stdout)
    assert told["tree"].startswith(str(tmp_path))
    assert not pages & told["pages"].keys()
    assert {name: status for name, status in told["pages"].items() if status >= 500} == {}
    assert {
        told["pages"][name] for name in ("desk_event", "desk_entries", "desk_entry", "desk_round", "desk_results")
    } == {200}
    assert {
        told["pages"][name] for name in ("desk_final", "desk_standings", "desk_changes", "desk_settings", "desk_find")
    } == {200}
    assert (told["entries"], told["public"], told["practice"] > 1) == (8, 200, "practice" not in taken)
    untold = ["penalties.give", "entries.keep-apart", "helpers.invite", "disputes.open"]
    assert told["log"] == [act for act in untold if act != "disputes.open" or "disputes" in taken]


def test_what_a_slice_adds_is_on_the_pages_and_in_the_menu() -> None:
    added = slices()
    assert [each.name for each in added][: len(OURS)] == list(OURS)
    assert [entry.page for each in added for entry in each.menu] == [
        "desk_screen",
        "desk_players_see",
        "desk_penalties",
        "desk_helpers",
        "desk_calls",
    ]
    marks = {place: mark for each in added for place, mark in each.marks.items()}
    assert all((ROOT / "templates" / mark.template).exists() for mark in marks.values())
    assert marks.keys() <= PLACES.keys()


def test_every_place_for_marks_is_in_a_template() -> None:
    told = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html"))
    assert set(re.findall(r'{% marks "([^"]+)" %}', told)) == PLACES.keys()
