"""The container, as far as a machine without containers can try it: what its file copies is built, installed and served as it says."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.installation.built import a_day, environment_with, files_in, served, somebody, told, wheel_of
from tests.tournament.serving.running import free_port, put_migrated
from tournament.installation.local import folder_for

CONTAINERS = ROOT / "deploy" / "containers"
DOCKERFILE = (CONTAINERS / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
LEFT_OUT = (CONTAINERS / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()


def lines_of(part: str, word: str) -> Iterator[str]:
    """What stands behind a word at the beginning of lines."""
    return iter(re.findall(rf"^{word} (.+)$", part, re.MULTILINE))


def copied(part: str, to: Path) -> Path:
    """What a part of the file copies from the project, in a folder of its own."""
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


def test_the_lines_that_start_a_container_are_the_same_wherever_they_stand() -> None:
    told = {
        name: set(re.findall(r"docker (?:build|run) .*", (ROOT / name).read_text(encoding="utf-8")))
        for name in ("README.md", "docs/running/getting.md", "deploy/containers/Dockerfile")
    }
    assert len(lines := told["README.md"]) == 2
    assert all(found == lines for found in told.values()), told
    assert all("-e TOPTABLE_PUBLIC_ADDRESS=http" in line for line in lines if "docker run" in line)


@pytest.mark.server
def test_a_container_prints_the_link_that_lets_in_and_keeps_a_whole_event_in_its_folder(
    tmp_path: Path, kept_database: Path
) -> None:
    source, image = re.split(r"^FROM .*$", DOCKERFILE, flags=re.MULTILINE)[1:]
    assert list(lines_of(source, "RUN")) == ["pip wheel --no-cache-dir --no-deps --wheel-dir /wheel ."]
    programs = environment_with(wheel_of(copied(source, tmp_path / "source"), tmp_path), tmp_path / "environment")
    data = tmp_path / "data"
    put_migrated(kept_database, data / "top-table" / "top-table.sqlite3")
    (surroundings,), (volume,) = lines_of(image, "ENV"), lines_of(image, "VOLUME")
    assert (volume, list(lines_of(image, "WORKDIR"))) == ("/data", ["/data"])
    named = dict(each.split("=") for each in surroundings.replace("/data", str(data)).split())
    given = somebody(tmp_path / "home", **named, TOPTABLE_PUBLIC_ADDRESS="http://192.168.1.20:8000")
    (command,) = lines_of(image, "CMD")
    program, *words = json.loads(command)
    before = files_in(programs.parent)
    with served([programs / program, *words], free_port(), data, given) as serve:
        a_day(serve)
        assert "http://192.168.1.20:8000/" in serve.said
        assert "Set a new password for director" in told([programs / program, "serve", "--new-link"], data, given)
    assert "2 of 2 rounds closed" in told([programs / program, "backup", str(data / "copy")], data, given)
    assert (data / "top-table" / "top-table.sqlite3").stat().st_size > 0
    assert files_in(tmp_path / "home") == []
    assert files_in(programs.parent) == before, "nothing is written beside the program"


def test_a_checkout_keeps_its_own_folder_and_everywhere_else_it_is_the_users(tmp_path: Path) -> None:
    own = tmp_path / "data" / "top-table-demo"
    assert folder_for(tmp_path, {"XDG_DATA_HOME": str(tmp_path / "data")}) == own
    assert folder_for(tmp_path, {"XDG_DATA_HOME": "not/whole"}) == Path.home() / ".local/share/top-table-demo"
    (tmp_path / ".git").touch()
    assert folder_for(tmp_path, {"XDG_DATA_HOME": str(tmp_path / "data")}) == tmp_path / ".local"
