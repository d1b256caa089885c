"""A database of every edition after the first, migrated, says every figure, state and change that the edition itself said of it."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.upgrade.old_house import FIRST_EDITION, SQLITE_NAME

WORDS = frozenset({"told", "differences", "why", "decided_by", "csv"})
LATER = {"given_name": "", "family_name": "", "shown_as": "full", "codes_withdrawn": 0}
"""What a later edition says of an entry besides, and what it says of one of an earlier edition: nothing, and the whole name."""
EDITIONS = sorted(folder for folder in FIRST_EDITION.parent.iterdir() if folder != FIRST_EDITION)


def test_every_released_version_has_a_database_and_its_archives() -> None:
    told = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = sorted(re.findall(r"^## (\d+\.\d+)$", told, re.MULTILINE))
    assert released == sorted(folder.name for folder in FIRST_EDITION.parent.iterdir())
    for folder in (FIRST_EDITION.parent / version for version in released):
        assert {f"{SQLITE_NAME}.gz", "archives.json.gz", "expected.json.gz"} <= {file.name for file in folder.iterdir()}


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
