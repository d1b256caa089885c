"""The wheel, alone in an environment: every command runs from any folder and brings what it needs; it writes among the user's data."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.installation.built import a_day, environment_with, files_in, links_of, served, somebody, told, wheel_of
from tests.tournament.serving.running import free_port, put_migrated

pytestmark = pytest.mark.server

PAGES = 20
EVENT = "acquire-of-seventeen-2026"


def runs_from_any_folder(programs: Path, tmp_path: Path) -> None:
    """Commands, the demo, and a day at `serve`, by somebody who has the program alone."""
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    elsewhere.mkdir()
    given, top_table = somebody(home), str(programs / "top-table")
    before = files_in(programs.parent)
    by_module = [str(programs / "python"), "-m", "tournament.management", "tables", "17"]
    assert told(by_module, elsewhere, given).startswith("4 4 3 3 3 (primary)\n")
    assert "usage: top-table games" in told([top_table, "games", "--help"], elsewhere, given)
    refused = subprocess.run([top_table, "test"], cwd=elsewhere, env=given, capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stderr) == (
        1,
        "The tests are in the source, not in what is installed; in a checkout enter: python3 manage.py test\n",
    )
    assert "Log in as director" in told([top_table, "demo", "--no-serve"], elsewhere, given)
    assert EVENT in told([top_table, "standings", EVENT, "--json"], elsewhere, given)
    with served([top_table, "serve", "--host", "127.0.0.1"], free_port(), elsewhere, given) as serve:
        browser = a_day(serve)
        slug = browser.address.split("/")[2]
        paths = links_of(browser)
        for path in links_of(browser.open(f"/{slug}/")):
            paths += [path] if path not in paths else []
        assert [browser.open(path).status for path in paths[:PAGES]] == [200] * PAGES, paths
        assert "Leave out --host to let phones in: top-table serve\n" in serve.said
        assert browser.open(f"/desk/{slug}/sheets/pairings-by-table.pdf?round=1").body.startswith(b"%PDF")
        assert browser.open("/de/floor/rules/").status == 200
    told([top_table, "serve", "--install-unit"], elsewhere, given)
    unit = (home / ".config" / "systemd" / "user" / "top-table.service").read_text(encoding="utf-8")
    assert f"\nExecStart={programs}/python -m tournament.management serve --port 8000\n" in unit
    assert told([top_table, "backup", str(elsewhere / "copy")], elsewhere, given)
    kept = home / ".local" / "share"
    assert sorted(path.name for path in kept.iterdir()) == ["applications", "top-table", "top-table-demo"]
    assert (kept / "top-table" / "top-table.sqlite3").stat().st_size > 0
    assert sorted(path.name for path in elsewhere.iterdir()) == ["copy", "copy.key"]
    assert files_in(programs.parent) == before, "nothing is written beside the program"


def test_what_is_installed_runs_from_any_folder(tmp_path: Path, kept_database: Path) -> None:
    wheel = wheel_of(ROOT, tmp_path)
    for database in ("top-table-demo/demo.sqlite3", "top-table/top-table.sqlite3"):
        put_migrated(kept_database, tmp_path / "home" / ".local" / "share" / database)
    runs_from_any_folder(environment_with(wheel, tmp_path / "environment"), tmp_path)
    inside = zipfile.ZipFile(wheel).namelist()
    assert {path.split("/")[0] for path in inside if ".dist-info/" not in path} == {"games", "tournament", "wording"}
    assert "wording/locale/de/LC_MESSAGES/django.mo" in inside


@pytest.mark.install
def test_it_runs_in_an_environment_that_was_empty(tmp_path: Path) -> None:
    wheel, environment = wheel_of(ROOT, tmp_path), tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--disable-pip-version-check", str(wheel)], check=True)
    runs_from_any_folder(environment / "bin", tmp_path)
