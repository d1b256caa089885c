"""A database of every edition after the first, migrated, says every figure, state and change that the edition itself said of it."""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.upgrade.old_house import FIRST_EDITION, SQLITE_NAME

WORDS = frozenset({"told", "differences", "why", "decided_by", "csv"})
LATER = {
    "given_name": "",
    "family_name": "",
    "shown_as": "full",
    "codes_withdrawn": 0,
    "total": None,
    "places": [],
    "is_told": True,
}
"""What a later edition says besides of an entry and of a ruling on a tie, and what it says of those of an earlier one: nothing, the
whole name, no total that was kept and no shared places."""
EMPTY = {
    *(
        "devicecode",
        "helper",
        "printedsheet",
        "programprocess",
    ),  # of one installation's phones, people, paper and processes
    *("series", "seriesgame", "seriesmessage"),  # a series is played by a command
}
"""The tables of an event and its games in which the day of a fixture writes nothing, and why."""
EDITIONS = sorted(folder for folder in FIRST_EDITION.parent.iterdir() if folder != FIRST_EDITION)


def test_every_released_version_has_a_database_and_its_archives() -> None:
    told = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = sorted(re.findall(r"^## (\d+\.\d+)$", told, re.MULTILINE))
    assert released == sorted(folder.name for folder in FIRST_EDITION.parent.iterdir())
    for folder in (FIRST_EDITION.parent / version for version in released):
        assert {f"{SQLITE_NAME}.gz", "archives.json.gz", "expected.json.gz"} <= {file.name for file in folder.iterdir()}


def test_the_day_of_the_newest_version_was_played_and_not_only_migrated(tmp_path: Path) -> None:
    newest = max(EDITIONS, key=lambda folder: [int(part) for part in folder.name.split(".")])
    file = tmp_path / SQLITE_NAME
    file.write_bytes(gzip.decompress((newest / f"{SQLITE_NAME}.gz").read_bytes()))
    with closing(sqlite3.connect(file)) as database:
        tables = [
            name
            for (name,) in database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'tournament_*'"
            )
        ]
        found = [
            name
            for name in tables
            if not database.execute(f"SELECT 1 FROM {name}").fetchone()  # noqa: S608  its own
        ]
    assert {name.removeprefix("tournament_") for name in found} == EMPTY


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda folder: folder.name)
def test_everything_is_said_as_it_was(edition: Path, tmp_path: Path) -> None:
    file = tmp_path / SQLITE_NAME
    file.write_bytes(gzip.decompress((edition / f"{SQLITE_NAME}.gz").read_bytes()))
    surroundings = os.environ | {"DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    line = [sys.executable, "-m", "tests.upgrade.told"]
    done = subprocess.run(line, cwd=ROOT, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    now, then = json.loads(done.stdout), json.loads(gzip.decompress((edition / "expected.json.gz").read_bytes()))
    assert sorted(now) == sorted(then)
    for slug in then:
        assert without_words(now[slug]) == without_words(then[slug]), slug


def without_words(told: Any) -> Any:
    """What was told without the sentences, which may be written better from one version to the next, and what came later."""
    if isinstance(told, dict):
        return {
            name: without_words(value) for name, value in told.items() if name not in WORDS and LATER.get(name) != value
        }
    return [without_words(value) for value in told] if isinstance(told, list) else told
