"""The product without the laboratory: it starts as before, and has no command that measures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT
from tournament.management.cli import SECRETLESS


def run_without_laboratory(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder that holds the product's packages alone."""
    for name in ("games", "tournament", "wording"):
        (tmp_path / name).symlink_to(ROOT / name)
    environment = {"PATH": os.environ["PATH"], "TOPTABLE_DEBUG": "on", "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    return subprocess.run(
        [sys.executable, *words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )


def test_the_commands_of_the_library_are_there_without_it(tmp_path: Path) -> None:
    done = run_without_laboratory(tmp_path, "-m", "games", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert {"replay", "editions", "convert", "series", "bots"} <= set(done.stdout.split())
    assert not {"bench", "strength"} & set(done.stdout.split())


def test_django_begins_without_it_and_has_no_command_that_measures(tmp_path: Path) -> None:
    begin = (
        "import django; django.setup(); from django.core.management import get_commands; print(*sorted(get_commands()))"
    )
    done = run_without_laboratory(tmp_path, "-c", begin)
    assert done.returncode == 0, done.stderr
    commands = done.stdout.split()
    assert "standings" in commands
    assert [name for name in commands if name.startswith("bench_") or name == "check_minima"] == []


def test_every_command_that_measures_events_needs_no_installation() -> None:
    commands = {path.stem for path in (ROOT / "laboratory/management/commands").glob("[a-z]*.py")}
    assert commands <= {*SECRETLESS}
