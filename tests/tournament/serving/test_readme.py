"""Every command that the README names runs as it is printed there, in its shortest form; `test`, which runs this, set apart."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.tournament.serving.running import fetch, free_port, hall_database, put_migrated, surroundings, wait

README = (ROOT / "README.md").read_text(encoding="utf-8")
EVENT = "acquire-of-twenty-one-2026"
LOG = "fixtures/logs/06-four-chains-two-choices.acq"
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "tests", "upgrade", "pictures", "paper")

# What is served until it answers, by its words; then what runs to its end on what those have made. What measures does so once, on little.
SERVED = (("demo", "--fresh"), ("serve", "--second-place", "STICK"), ("serve", "--new-link"))
RUN = (
    ("createsuperuser", "--noinput", "--username", "ada", "--email", "ada@example.org"),
    ("backup", "FILE"),
    ("tables", "17"),
    ("score", "41200", "33800", "29900", "25100", "18400"),
    ("draw", "--players", "17", "--sizes", "4,4,3,3,3", "--rounds", "3", "--seed", "7"),
    ("standings", EVENT),
    ("play", EVENT),
    ("paper", EVENT, "incidents", "-o", "FILE.pdf"),
    ("publish_static", EVENT, "FOLDER"),
    ("game",),
    (
        "series",
        "--edition",
        "codewar",
        "--games",
        "1",
        "--seats",
        "6",
        "--json",
        "cmd:python3 fixtures/programs/any_act.py",
    ),
    ("bench_desk", "8", "--times", "1"),
    ("bench_draw", "17", "--draws", "1"),
    ("bench_paper", "3", "--times", "1"),
    ("check_minima", "--seeds", "1", "--most", "7"),
)
RUN_ELSEWHERE = {"bench_public", "bench_games"}
"""By `test_bench_public.py`, as on a busy machine it ends with 1, for it has bars of its own, and by `test_bench_games.py`."""
BOT = "cmd:python3 fixtures/programs/any_act.py"
GAMES = (
    ("replay", LOG),
    ("convert", LOG),
    ("editions",),
    ("bench", "--play", "--games", "1"),
    ("errors", "--games", "1"),
    ("series", "--edition", "codewar", "--games", "1", "--seats", "6", "--out", "scores.json", "--json", BOT),
    ("bots", "check", "python3", "fixtures/programs/any_act.py"),
)


def named(program: str) -> set[str]:
    """The commands of a program that the README names, those too that stand beside another in a row of its table."""
    found = set(re.findall(rf"{re.escape(program)} (\w+)", README))
    for row in re.findall(rf"^\| `{re.escape(program)} .*$", README, re.MULTILINE):
        found |= {word for word in re.findall(r"`(\w+)(?: \[[^`]*)?`", row) if "_" in word or program.endswith("games")}
    return found - {"test", "pack"}


def test_every_command_of_the_readme_is_run_here() -> None:
    assert named("manage.py") == {words[0] for words in (*SERVED, *RUN)} | RUN_ELSEWHERE
    assert named("python -m games") == {words[0] for words in GAMES}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, kept_database: Path) -> Path:
    """A copy of the project with a home of its own, so that nobody's demo is forgotten."""
    folder = tmp_path_factory.mktemp("readme") / "project"
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    (folder.parent / "stick").mkdir()
    put_migrated(kept_database, hall_database(folder.parent))
    return folder


@contextmanager
def served(project: Path, *words: str) -> Iterator[tuple[int, Path]]:
    """A command that serves, with its port and what it says."""
    port, said = free_port(), project.parent / f"said-{words[0]}-{len(words)}"
    line = [sys.executable, "manage.py", *words, "--port", str(port)]
    with said.open("wb") as out:
        program = subprocess.Popen(
            line, cwd=project, env=surroundings(project.parent), stdout=out, stderr=subprocess.STDOUT
        )
    try:
        wait(lambda: fetch(port, "/")[0] == 200 or program.poll() is not None)
        yield port, said
    finally:
        program.terminate()
        program.wait()


def run(project: Path, *line: str) -> str:
    """Why a command did not run, with what it said; empty where it did."""
    surrounded = surroundings(project.parent, DJANGO_SUPERUSER_PASSWORD="seven hotels on a board")
    done = subprocess.run(
        [sys.executable, *line], cwd=project, env=surrounded, capture_output=True, text=True, timeout=120, check=False
    )
    if done.returncode == 0 and done.stdout:
        return ""
    return f"{' '.join(line)}: status {done.returncode}\n{done.stdout[-500:]}{done.stderr[-500:]}"


def test_every_command_runs_as_it_is_printed(project: Path) -> None:
    files = {"STICK": str(project.parent / "stick"), "FILE": str(project.parent / "copy.sqlite3")}
    files["FILE.pdf"] = str(project.parent / "sheet.pdf")
    files["FOLDER"] = str(project.parent / "published")
    for words in SERVED:
        with served(project, *(files.get(word, word) for word in words)) as (port, said):
            assert fetch(port, "/")[0] == 200, said.read_text(encoding="utf-8")
    failed = [run(project, "manage.py", *(files.get(word, word) for word in words)) for words in RUN]
    failed += [run(project, "-m", "games", *words) for words in GAMES]
    assert "\n".join(filter(None, failed)) == ""
    assert Path(files["FILE.pdf"]).read_bytes().startswith(b"%PDF")
