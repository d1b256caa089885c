"""Every command that `help --commands` lists answers in an empty home: by its work, or by one sentence and a status of failure."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.run.programs import libraries
from tests.tournament.serving.running import give_compiled

pytestmark = pytest.mark.server

WORDS = {"makemessages", "compilemessages", "compilescripts"}
NEED_NO_INSTALLATION = {"demo", "serve", "plugins", "bots", "check_minima", "test"} | WORDS
"""What works, or begins to serve, wherever it is; benches too."""

EACH = """
import django, gc, importlib, json, os, signal, sys, tempfile
from tournament.installation.local import demo_environment
from tournament.management.cli import main

for library in json.loads(sys.argv[2]):  # what most of them need, read once
    importlib.import_module(library)
if json.loads(sys.argv[3]):  # settings and models too, of a home that nobody has
    before = dict(os.environ)
    os.environ |= demo_environment() | {"DJANGO_SETTINGS_MODULE": "tournament.settings"}
    django.setup()
    os.environ.clear()
    os.environ |= before
gc.disable()

def start(name, words, told):
    child = os.fork()
    if child:
        return child
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(told.fileno(), 1)
    os.dup2(told.fileno(), 2)
    os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(dir=os.environ["HOME"])
    signal.alarm(120)
    sys.argv = ["top-table", *words]
    sys.excepthook = lambda *_: (sys.__excepthook__(*_), told.flush())
    main()
    sys.exit(0)

names, answers = json.loads(sys.argv[1]), {}
while names:
    running = []
    for words in names[:2]:
        told = tempfile.TemporaryFile("w+")
        running.append((" ".join(words), told, start(words[0], words, told)))
    for name, told, child in running:
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        told.seek(0)
        answers[name] = [status, told.read()]
    names = names[2:]
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The program outside a checkout, where its data lie in the user's folder, with an empty home beside it."""
    folder = tmp_path_factory.mktemp("elsewhere")
    for name in ("tournament", "games", "wording", "templates", "static", "docs"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    give_compiled(folder)
    (folder / "home").mkdir()
    yield folder
    shutil.rmtree(folder)


def answers(
    folder: Path, *commands: list[str], given: Mapping[str, str] | None = None, is_refused: bool = False
) -> dict[str, tuple[int, str]]:
    """The exit status and words of each command, each in a home of its own; ``given`` are variables of its environment.

    What ``is_refused`` looks at no data, so settings and models are read once for all of it.
    """
    named = ("DATABASE_URL", "DJANGO", "PYTHONPYCACHE", "TOPTABLE", "XDG")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(named)}
    run = subprocess.run(
        [sys.executable, "-c", EACH, json.dumps(commands), json.dumps(libraries()), json.dumps(is_refused)],
        cwd=folder,
        env={**environment, "HOME": str(folder / "home"), **(given or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not run.returncode, run.stderr
    return {name: (status, said) for name, (status, said) in json.loads(run.stdout).items()}


def test_each_listed_command_refuses_in_a_sentence_what_needs_an_installation(elsewhere: Path) -> None:
    told, listed = answers(elsewhere, ["help", "--commands"])["help --commands"]
    names = [name for name in listed.split() if name not in NEED_NO_INSTALLATION and not name.startswith("bench_")]
    assert not told
    assert {"restore", "createsuperuser", "person", "migrate", "axes_reset"} <= set(names)
    wrong = {
        name: (status, said)
        for name, (status, said) in answers(elsewhere, *([name] for name in names), is_refused=True).items()
        if status not in (1, 2) or len(said.splitlines()) != 1 or "Unknown" in said or not said.endswith(".\n")
    }
    assert not wrong


def test_only_a_word_that_is_not_listed_is_unknown_and_help_is_given_without_an_installation(elsewhere: Path) -> None:
    found = answers(elsewhere, ["restroe"], ["restore", "copy.zip"], ["restore", "--help"])
    assert found["restroe"] == (1, "Unknown command: 'restroe'. top-table help lists them.\n")
    assert found["restore copy.zip"] == (
        1,
        "There is no installation here yet: start “top-table serve” once, which makes one. "
        "Another database is named by DATABASE_URL, with TOPTABLE_SECRET_KEY and TOPTABLE_PUBLIC_ADDRESS.\n",
    )
    assert found["restore --help"][0] == 0
    assert "usage: top-table restore" in found["restore --help"][1]


def test_a_database_that_was_never_made_is_refused_in_a_sentence(elsewhere: Path, tmp_path: Path) -> None:
    commands = (["standings", "cup"], ["play", "cup"], ["paper", "cup", "pack"], ["draw", "--event", "cup"])
    given = {"TOPTABLE_DEBUG": "on", "DATABASE_URL": f"sqlite:///{tmp_path / 'none.sqlite3'}"}
    refused = (
        2,
        "The database has no table of events yet; enter: top-table demo, or “migrate” with your own settings.\n",
    )
    assert answers(elsewhere, *commands, given=given) == {" ".join(words): refused for words in commands}


def test_the_version_is_top_tables_for_every_command(elsewhere: Path) -> None:
    asked = (["--version"], ["version"], ["-V"], ["serve", "--version"], ["migrate", "--version"])
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    for status, said in answers(elsewhere, *asked).values():
        assert not status
        assert said.startswith(f"top-table {version} (Django 5.")
        assert said.endswith(f", Python {sys.version.split()[0]})\n")
