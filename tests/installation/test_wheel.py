"""The wheel, alone in an environment: every command runs from any folder and brings what it needs; it writes among the user's data.

The container too, as far as a machine without containers can try it: what its file copies is built, installed and served as it says.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.installation.built import a_day, environment_with, files_in, links_of, served, somebody, told, wheel_of
from tests.tournament.serving.running import free_port, put_migrated
from tournament.installation.local import folder_for

CONTAINERS = ROOT / "deploy" / "containers"
DOCKERFILE = (CONTAINERS / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
LEFT_OUT = (CONTAINERS / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()

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


def lines_of(part: str, word: str) -> Iterator[str]:
    """What stands behind a word at the beginning of lines."""
    return iter(re.findall(rf"^{word} (.+)$", part, re.MULTILINE))


def copied(part: str, to: Path) -> Path:
    """What a part of the container's file copies from the project, in a folder of its own."""
    for line in lines_of(part, "COPY"):
        *names, target = line.split()
        for name in names:
            assert name.split("/")[0] not in LEFT_OUT
            source, into = ROOT / name, to / target
            if source.is_dir():
                shutil.copytree(source, into, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                into.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, into)
    return to


def is_a_container_that_keeps_a_whole_event_in_its_folder(programs: Path, image: str, folder: Path, kept: Path) -> None:
    """The link that lets in is printed, and nothing is written anywhere else."""
    data = folder / "data"
    put_migrated(kept, data / "top-table" / "top-table.sqlite3")
    (surroundings,), (volume,) = lines_of(image, "ENV"), lines_of(image, "VOLUME")
    assert (volume, list(lines_of(image, "WORKDIR"))) == ("/data", ["/data"])
    named = dict(each.split("=") for each in surroundings.replace("/data", str(data)).split())
    given = somebody(folder / "nobody", **named, TOPTABLE_PUBLIC_ADDRESS="http://192.168.1.20:8000")
    (command,) = lines_of(image, "CMD")
    program, *words = json.loads(command)
    before = files_in(programs.parent)
    with served([programs / program, *words], free_port(), data, given) as serve:
        a_day(serve)
        assert "http://192.168.1.20:8000/" in serve.said
        assert "Set a new password for director" in told([programs / program, "serve", "--new-link"], data, given)
    assert "2 of 2 rounds closed" in told([programs / program, "backup", str(data / "copy")], data, given)
    assert (data / "top-table" / "top-table.sqlite3").stat().st_size > 0
    assert files_in(folder / "nobody") == []
    assert files_in(programs.parent) == before, "nothing is written beside the program"


@pytest.mark.server
def test_what_is_installed_runs_from_any_folder_and_as_a_container(tmp_path: Path, kept_database: Path) -> None:
    wheel = wheel_of(ROOT, tmp_path)
    inside = zipfile.ZipFile(wheel).namelist()
    assert {path.split("/")[0] for path in inside if ".dist-info/" not in path} == {"games", "tournament", "wording"}
    assert "wording/locale/de/LC_MESSAGES/django.mo" in inside
    source, image = re.split(r"^FROM .*$", DOCKERFILE, flags=re.MULTILINE)[1:]
    assert list(lines_of(source, "RUN")) == ["pip wheel --no-cache-dir --no-deps --wheel-dir /wheel ."]
    of_container = wheel_of(copied(source, tmp_path / "source"), tmp_path / "container")
    assert sorted(zipfile.ZipFile(of_container).namelist()) == sorted(inside)
    for database in ("top-table-demo/demo.sqlite3", "top-table/top-table.sqlite3"):
        put_migrated(kept_database, tmp_path / "home" / ".local" / "share" / database)
    programs = environment_with(wheel, tmp_path / "environment")
    runs_from_any_folder(programs, tmp_path)
    is_a_container_that_keeps_a_whole_event_in_its_folder(programs, image, tmp_path, kept_database)


def test_the_lines_that_start_a_container_are_the_same_wherever_they_stand() -> None:
    told = {
        name: set(re.findall(r"docker (?:build|run) .*", (ROOT / name).read_text(encoding="utf-8")))
        for name in ("README.md", "docs/running/getting.md", "deploy/containers/Dockerfile")
    }
    assert len(lines := told["README.md"]) == 2
    assert all(found == lines for found in told.values()), told
    assert all("-e TOPTABLE_PUBLIC_ADDRESS=http" in line for line in lines if "docker run" in line)


def test_a_checkout_keeps_its_own_folder_and_everywhere_else_it_is_the_users(tmp_path: Path) -> None:
    own = tmp_path / "data" / "top-table-demo"
    assert folder_for(tmp_path, {"XDG_DATA_HOME": str(tmp_path / "data")}) == own
    assert folder_for(tmp_path, {"XDG_DATA_HOME": "not/whole"}) == Path.home() / ".local/share/top-table-demo"
    (tmp_path / ".git").touch()
    assert folder_for(tmp_path, {"XDG_DATA_HOME": str(tmp_path / "data")}) == tmp_path / ".local"


@pytest.mark.install
def test_it_runs_in_an_environment_that_was_empty(tmp_path: Path) -> None:
    wheel, environment = wheel_of(ROOT, tmp_path), tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--disable-pip-version-check", str(wheel)], check=True)
    runs_from_any_folder(environment / "bin", tmp_path)
