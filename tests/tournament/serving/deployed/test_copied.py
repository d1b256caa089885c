"""The folders that the image copies are the whole program: the demo and a practice event need nothing else, and write nothing there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.run.patience import PATIENCE
from tests.tournament.serving.running import put_migrated, surroundings
from tournament.installation.local import DEMO_DATABASE, folder_for

PRACTICE = """
import json, random
from django.contrib.auth.models import User
from django.test import Client
from tournament.models import Event
from tournament.services.practice.making import make_practice_event
from tournament.services.practice.stages import play_to_stage, steps_of, stand_of
by = User.objects.get(username="director")
event = make_practice_event(by, "Practice of the copy", 12, 4)
last = steps_of(stand_of(event))[-1].key
play_to_stage(event, by, last, random.Random(5))
event.refresh_from_db()
director = Client(headers={"host": "127.0.0.1"})
director.force_login(by)
pages = [director.get(f"{path}/{event.slug}/{part}").status_code for path, part in (("/desk", ""), ("", "medals/"))]
print(json.dumps([Event.objects.count(), event.is_final_published, pages]))
"""


def copied(to: Path) -> Path:
    """What deploy/containers/Dockerfile copies, in a folder of its own."""
    dockerfile = (ROOT / "deploy" / "containers" / "Dockerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (.+) \S+$", dockerfile, re.MULTILINE):
        for name in line.split():
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, to / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                to.mkdir(exist_ok=True)
                shutil.copy(source, to / name)
    return to


@pytest.mark.server
def test_the_demo_and_a_practice_event_run_from_what_the_image_copies(tmp_path: Path, kept_database: Path) -> None:
    program, home = copied(tmp_path / "program"), tmp_path / "home"
    home.mkdir()
    given = surroundings(
        home, TOPTABLE_DEBUG="on", TOPTABLE_SNAPSHOTS="off", PYTHONPYCACHEPREFIX=str(tmp_path / "compiled")
    )
    given.pop("PYTHONPATH", None)
    demo = home / "data" / "top-table-demo" / DEMO_DATABASE
    put_migrated(kept_database, demo)

    def does(*words: str) -> str:
        line = [sys.executable, "manage.py", *words]
        told = {**given, "DATABASE_URL": f"sqlite:///{demo}"} if words[0] in ("shell", "load_demo") else given
        done = subprocess.run(
            line, cwd=program, env=told, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    before = sorted(program.rglob("*"))
    assert "Log in as director" in does("demo", "--no-serve")
    assert does("load_demo") == "The demo events are already loaded.\n"
    told = json.loads(does("shell", "--no-imports", "-c", PRACTICE).splitlines()[-1])
    assert told == [3, True, [200, 200]]
    assert sorted(program.rglob("*")) == before, "nothing is written beside the program"


def test_a_checkout_keeps_its_own_folder_and_everywhere_else_it_is_the_users(tmp_path: Path) -> None:
    own = tmp_path / "data" / "top-table-demo"
    assert folder_for(tmp_path, {"XDG_DATA_HOME": str(tmp_path / "data")}) == own
    assert folder_for(tmp_path, {"XDG_DATA_HOME": "not/whole"}) == Path.home() / ".local/share/top-table-demo"
    (tmp_path / ".git").touch()
    assert folder_for(tmp_path, {"XDG_DATA_HOME": str(tmp_path / "data")}) == tmp_path / ".local"
