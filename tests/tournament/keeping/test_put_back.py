"""A snapshot goes back in place for one event: as it stood, nothing else touched, the present kept first."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from django.test import Client

from tests.build import director_of, make_event
from tests.run.programs import run
from tests.tournament.pages.pages import desk
from tests.tournament.serving.running import put_migrated
from tournament.services.archives.putting_back import put_back
from tournament.services.changes.refusals import RefusedError


def test_an_event_stands_again_as_it_stood_and_nothing_else_changes(tmp_path: Path, kept_database: Path) -> None:
    put_migrated(kept_database, tmp_path / "hall.sqlite3")
    surroundings = os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path}/hall.sqlite3",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    line = [sys.executable, "-m", "tests.tournament.keeping.putting_back_day", str(tmp_path / "snapshots")]
    done = run(line, surroundings)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    was, now, last = told.pop("version")
    assert now == last > was, "no version is used twice, so that no kept page is taken for another"
    assert told == {
        "same": True,
        "others": True,
        "public": True,
        "act": [True, True],
        "said": f"Event restored to version {was}",
        "accounts": True,
        "helper": [True, 3],
        "asked": [True, 5, "my train leaves", "open"],
        "registered": [["accepted", "New Ash"], ["open", ""]],
        "shared": [[6, "an-address", 17]],
        "phone": True,
        "game": [True, True, True],
        "refused": "Table 1 is still playing. Games on devices would be lost; let the tables finish and agree first.",
        "hands": True,
        "kept": 1,
        "forth": True,
        "forgotten": [1, "N.N.4", False],
    }


@pytest.mark.django_db
def test_where_no_snapshot_is_kept_the_page_says_so_and_nothing_goes_back() -> None:
    event = make_event(7)
    director = Client()
    director.force_login(director_of(event))
    assert "This installation does not take snapshots." in director.get(desk(event, "snapshots/")).content.decode()
    name = "20260820-141502-123456-before-rounds.draw.sqlite3"
    assert director.post(desk(event, f"snapshots/{name}/restore/")).status_code == 302
    with pytest.raises(RefusedError, match="This no longer exists"):
        put_back(event, director_of(event), name)
