"""The commands that measure: small runs of each, how they are ended, and the product without them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from laboratory.benching import line_of
from laboratory.changes import measure_changes
from laboratory.desk import PageFigures, measure_loop, share_of_a_row
from laboratory.previews import measure_previews
from tests.conftest import ROOT
from tests.run.patience import PATIENCE
from tests.run.programs import begin
from tests.tournament.serving.running import wait
from tournament.management.cli import SECRETLESS
from tournament.models import Event
from tournament.models.queries import record_of


@pytest.mark.release
@pytest.mark.django_db
def test_every_page_of_the_loop_is_measured_and_opened_with_twelve_queries_at_most() -> None:
    rows = list(measure_loop(8, 1))
    assert len({row.what for row in rows}) == len(rows) > 20
    assert {"publish", "one row saved", "close"} < {row.what for row in rows if row.is_act}
    together, share = share_of_a_row(rows)
    assert share > 0
    assert together > 0
    assert {row.what: row.queries for row in rows if not row.is_act and row.queries > 12} == {}
    assert all(row.compressed > 0 and row.queries > 2 for row in rows)
    played = record_of(Event.objects.get())
    assert len(played.closed_rounds) == 4
    assert played.version < 40, "what was sent to be measured was not taken back"


def test_a_page_that_misses_a_goal_is_told_with_the_goal() -> None:
    slow = PageFigures("grid", is_act=False, queries=13, processor=200.1, wall=250, size=150_000, compressed=9_000)
    saved = PageFigures("close", is_act=True, queries=40, processor=200, wall=250, size=0, compressed=20)
    assert slow.missed == ("over 200 ms", "over 12 queries")
    assert saved.missed == ()
    assert line_of(250, slow).endswith("over 200 ms, over 12 queries")


@pytest.mark.release
def test_what_follows_a_change_is_measured_and_asks_little(transactional_db: None) -> None:
    rows = {row.what: row for row in measure_changes(8, 1)}
    assert {"a row saved", "final cut", "publish", "close"} < {what for what, row in rows.items() if row.is_act}
    assert {
        what: row.queries for what, row in rows.items() if what.endswith(("later", "new")) and row.queries > 1
    } == {}
    assert rows["players' own pages"].queries < 10 + 8, "each player's page asks once, the first one more"
    assert all(row.queries <= 10 for what, row in rows.items() if what.endswith("first"))
    assert rows["a row saved"].queries <= 24


@pytest.mark.parametrize("players", [6, 25])
def test_every_preview_is_equal_to_the_pure_way(players: int, transactional_db: None) -> None:
    rows = list(measure_previews(players, 3))
    assert [row.what for row in rows if row.equal != row.compared] == []
    assert sum(row.compared for row in rows) == 27
    assert all(row.held > 0 for row in rows)


BOTH_JOBS = 4
"""The command, what keeps its semaphores, and two that play."""


def running_in(group: int) -> list[int]:
    """The processes of a group that run: the field after the name is the state, two later comes the group."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, rest = int(stat.parent.name), stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if rest[0] != "Z" and int(rest[2]) == group:
            found.append(pid)
    return found


@pytest.mark.server
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it counts processes as Linux tells them")
@pytest.mark.parametrize(
    ("number", "to_all"), [(signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGKILL, False)]
)
def test_whatever_ends_it_nothing_of_it_goes_on(number: signal.Signals, to_all: bool, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "laboratory", "check-core", "--jobs", "2"]
    with (tmp_path / "said").open("wb") as said:
        running = begin(command, os.environ, said, has_group=True)
    try:
        wait(lambda: len(running_in(running.pid)) >= BOTH_JOBS)
        (os.killpg if to_all else os.kill)(running.pid, number)
        running.wait(PATIENCE)
        wait(lambda: not running_in(running.pid))
    finally:
        running.kill()
        if running_in(running.pid):
            os.killpg(running.pid, signal.SIGKILL)
    told = (tmp_path / "said").read_text()
    assert "Traceback" not in told
    if number == signal.SIGINT:
        assert running.returncode == 130
        assert told.endswith("Stopped before the end.\n")
    elif number == signal.SIGTERM:
        assert running.returncode == 143


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
