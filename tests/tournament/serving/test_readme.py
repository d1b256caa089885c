"""Every command that `help` lists runs, in its shortest form, and so do those that measure; `test`, which runs this, set apart."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.run.patience import PATIENCE
from tests.tournament.serving.running import (
    fetch,
    free_port,
    give_compiled,
    hall_database,
    put_migrated,
    surroundings,
    wait,
)
from tournament.management.cli import LISTED

README = (ROOT / "README.md").read_text(encoding="utf-8")
MEASURING = (ROOT / "laboratory/README.md").read_text(encoding="utf-8")
EVENT = "acquire-of-twenty-one-2026"
LOG = "fixtures/logs/06-four-chains-two-choices.acq"
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "tests", "upgrade", "pictures", "paper")

# Two lines of work at once. What is served runs until it answers; what stands in one row then runs in one process, whose settings
# are for the same installation. What measures does so once, on little.
ON_THE_DEMO = (
    ("demo", "--fresh"),
    (
        ("standings", EVENT),
        ("play", EVENT),
        ("paper", EVENT, "standings", "-o", "FILE.pdf"),
        ("archive", EVENT, "FILE.toptable"),
        ("publish_static", EVENT, "FOLDER"),
        ("person", "Ada Sample"),
        ("forget", f"{EVENT}:1", "--dry-run"),
        ("forget", "--before", "2020-01-01"),
    ),
    (("game",),),
)
ON_THE_HALL = (
    ("serve", "--second-place", "STICK", "--new-link"),
    (("createsuperuser", "--noinput", "--username", "ada", "--email", "ada@example.org"), ("backup", "FILE")),
    (
        ("tables", "17"),
        ("plugins", "--json"),
        ("roster", "fixtures/lists/field/form-with-questions-as-headings.tsv", "--json"),
        ("score", "41200", "33800", "29900", "25100", "18400"),
        ("format", "list"),
        ("draw", "--players", "17", "--sizes", "4,4,3,3,3", "--rounds", "3", "--seed", "7"),
        ("bench_draw", "17", "--draws", "1"),
        ("bench_paper", "3", "--times", "1"),
        ("check_minima", "--seeds", "1", "--most", "7"),
    ),
)
RUN_ELSEWHERE = {
    *("bench_public", "bench_games", "bench_desk", "bench_small", "bench_changes", "bench_previews"),
    *("series", "bots", "games", "restore", "tournament_log", "take_over", "changepassword", "compare_levels"),
}
"""By tests of their own, and the benches of a hall, of games and of small requests by hand."""
BOT = "cmd:python3 fixtures/programs/any_act.py"
GAMES = (
    ("replay", LOG),
    ("convert", LOG),
    ("editions",),
    ("series", "--edition", "codewar", "--games", "1", "--seats", "6", "--out", "scores.json", "--json", BOT),
    ("bots", "check", "python3", "fixtures/programs/any_act.py"),
)
MEASURES = (("bench", "--play", "--games", "1"),)


def named(text: str, program: str) -> set[str]:
    """The commands of a program that a document names."""
    return set(re.findall(rf"{re.escape(program)} (\w+)", text))


def test_every_command_of_help_and_every_bench_is_run_here() -> None:
    in_rows = {words[0] for row in (*ON_THE_DEMO[1:], *ON_THE_HALL[1:]) for words in row}
    listed = {name for names in LISTED.values() for name in names}
    measuring = named(MEASURING, "manage.py")
    assert listed | measuring == {ON_THE_DEMO[0][0], ON_THE_HALL[0][0]} | in_rows | RUN_ELSEWHERE


def test_the_readme_names_the_two_commands_and_points_to_help_for_the_others() -> None:
    assert named(README, "manage.py") == {"serve", "demo", "test", "help"}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, kept_database: Path) -> Path:
    """A copy of the project with a home of its own, so that nobody's demo is forgotten."""
    folder = tmp_path_factory.mktemp("readme") / "project"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    give_compiled(folder)
    (folder.parent / "stick").mkdir()
    put_migrated(kept_database, hall_database(folder.parent))
    return folder


def given(project: Path) -> dict[str, str]:
    """The environment of its programs."""
    return surroundings(project.parent, PYTHONPYCACHEPREFIX="")


@contextmanager
def served(project: Path, *words: str) -> Iterator[tuple[int, Path]]:
    """A command that serves, with its port and what it says."""
    port, said = free_port(), project.parent / f"said-{words[0]}-{len(words)}"
    line = [sys.executable, "manage.py", *words, "--port", str(port)]
    with said.open("wb") as out:
        program = subprocess.Popen(line, cwd=project, env=given(project), stdout=out, stderr=subprocess.STDOUT)
    try:
        wait(lambda: fetch(port, "/")[0] == 200 or program.poll() is not None)
        yield port, said
    finally:
        program.terminate()
        program.wait()


IN_ONE_PROCESS = """
import json, os, runpy, sys
sys.path.insert(0, "")
program, lines = json.load(sys.stdin)
before = dict(os.environ)
for words in lines:
    os.environ.clear()
    os.environ.update(before)
    sys.argv = [program, *words]
    print("\\0", *words, flush=True)
    try:
        (runpy.run_path if program.endswith(".py") else runpy.run_module)(program, run_name="__main__")
    except SystemExit as ended:
        if ended.code:
            raise
"""
"""Runs a program for one line of words after the other, each with the environment of the first; it ends at the first that fails."""


def run(project: Path, program: str, lines: Sequence[Sequence[str]]) -> str:
    """Why the lines of a program did not all run, with what they said; empty where each did, and said something."""
    surrounded = given(project) | {"DJANGO_SUPERUSER_PASSWORD": "seven hotels on a board"}
    done = subprocess.run(
        [sys.executable, "-c", IN_ONE_PROCESS],
        cwd=project,
        env=surrounded,
        input=json.dumps([program, lines]),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    said = [part.partition("\n")[2] for part in done.stdout.split("\0 ")[1:]]
    if done.returncode == 0 and len(said) == len(lines) and all(said):
        return ""
    return f"{program}: status {done.returncode}\n{done.stdout[-500:]}{done.stderr[-500:]}"


def test_every_command_runs_as_it_is_printed(project: Path) -> None:
    files = {"STICK": str(project.parent / "stick"), "FILE": str(project.parent / "copy.sqlite3")}
    files["FILE.pdf"] = str(project.parent / "sheet.pdf")
    files["FILE.toptable"] = str(project.parent / "event.toptable")
    files["FOLDER"] = str(project.parent / "published")

    def work(served_first: Sequence[str], *rows: Sequence[Sequence[str]]) -> list[str]:
        with served(project, *(files.get(word, word) for word in served_first)) as (port, said):
            assert fetch(port, "/")[0] == 200, said.read_text(encoding="utf-8")
        return [run(project, "manage.py", [[files.get(word, word) for word in words] for words in row]) for row in rows]

    with ThreadPoolExecutor(2) as both:
        demo, hall = both.submit(work, *ON_THE_DEMO), both.submit(work, *ON_THE_HALL)
        library = [run(project, "games", GAMES), run(project, "laboratory", MEASURES)]
        failed = [*library, *demo.result(), *hall.result()]
    assert "\n".join(filter(None, failed)) == ""
    assert Path(files["FILE.pdf"]).read_bytes().startswith(b"%PDF")
