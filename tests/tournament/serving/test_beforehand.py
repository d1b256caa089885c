"""What a process of the web server reads before its first request."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.engine import Engine
from django.urls import reverse

from tests.conftest import ROOT
from tests.run.patience import PATIENCE
from tests.tournament.serving.running import installed, surroundings
from tournament.management.commands.serve import DESK, HOME
from tournament.management.serving.forking import read_beforehand
from tournament.management.serving.fronting.lanes import LETS_IN


def test_every_template_is_read_before_the_first_request_and_no_database_is_asked() -> None:
    files = {
        str(file.relative_to(settings.BASE_DIR / "templates")) for file in settings.BASE_DIR.glob("templates/**/*.html")
    }
    cached: Any
    (cached,) = Engine.get_default().template_loaders
    cached.reset()
    assert read_beforehand() == len(files) > 100
    assert files <= cached.get_template_cache.keys()


@pytest.mark.parametrize(
    ("loads", "never"),
    [
        pytest.param(
            "import tournament.management.commands.serve",
            {"tournament.urls", "tournament.pdf", "reportlab"},
            id="the process of serve",
        ),
        pytest.param(
            "from tournament.management.serving.forking import read_beforehand; read_beforehand()",
            {"games.opponents.core", "games.opponents.search", "numba", "numpy", "openpyxl", "icalendar"},
            id="a server's",
        ),
    ],
)
def test_no_process_carries_what_it_does_not_need(tmp_path: Path, loads: str, never: set[str]) -> None:
    program = f"import django, sys; django.setup(); {loads}; print(*sys.modules)"
    given = {**installed(tmp_path / "none.sqlite3"), "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    line = [sys.executable, "-c", program]
    done = subprocess.run(
        line,
        cwd=ROOT,
        env=surroundings(tmp_path, **given),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert set(done.stdout.split()) & never == set()


def test_the_addresses_that_serve_shows_are_those_of_the_pages() -> None:
    assert (HOME, DESK, f"{LETS_IN}x/") == (reverse("home"), reverse("desk"), reverse("let_in", args=["x"]))
