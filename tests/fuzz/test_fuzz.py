"""Made-up requests, files, JSON and commands for a few seconds; `python -m tests.fuzz` looks long."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.errors import LogError
from games.acquire.logs.reading import read_log
from tests.build import director_of, make_event, publish
from tests.conftest import ROOT, trying
from tests.fuzz.asking import Fuzz, bounded
from tests.fuzz.commanding import GAMES, LINES, MEASURING, Commands
from tests.fuzz.files import BOMBS, MANY_NAMES, bent_inside, lists, logs, workbook
from tests.fuzz.values import TEXTS, Chance
from tests.tournament.pages.pages import desk
from tournament.day.office.files import text_of_file, text_of_pasted
from tournament.day.office.sources.texts import FileError
from tournament.models import Event
from tournament.record.archive import EnvelopeError, unpack

SEED = 7


@pytest.mark.django_db
def test_no_made_up_request_or_command_ends_in_an_error_of_ours(tmp_path: Path) -> None:
    fuzz = Fuzz(SEED)
    assert fuzz.run(200).problems == []
    assert {200, 302, 404} <= set(fuzz.found.statuses), fuzz.found.statuses
    assert Commands(SEED, fuzz.event.slug, tmp_path).run(20).problems == []


@pytest.mark.django_db
def test_every_command_of_ours_is_tried() -> None:
    ours = {path.stem for path in (ROOT / "tournament").rglob("management/commands/*.py")} - {"__init__"}
    not_tried = {"migrate", "makemessages", "compilescripts"}  # the first is Django's, the others write into the source
    assert ours - {line[0] for line in LINES} == not_tried
    for lines, program in ((GAMES, "games"), (MEASURING, "laboratory")):
        assert {line[0] for line in lines} == set(re.findall(r"^    (\w[\w-]*)(?: |$)", help_of(program), re.MULTILINE))


def help_of(program: str) -> str:
    """What ``python -m PROGRAM --help`` says."""
    line = [sys.executable, "-m", program, "--help"]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.django_db
@pytest.mark.parametrize("line", LINES + GAMES + MEASURING, ids=" ".join)
def test_no_command_ends_in_a_trace_whatever_stands_in_its_places(
    line: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    commands = Commands(SEED, make_event(4).slug, tmp_path)
    for number in range(4):
        commands.run_line(line, number)
    assert commands.found.problems == []


@pytest.mark.django_db
def test_what_once_failed_is_answered() -> None:
    """A pasted line of 400,000 letters, a log of 100,000 players, a list that is to be -1 or 0 long, a search of a thousand words."""
    event = publish_one()
    director = Client()
    director.force_login(director_of(event))
    line = director.post(desk(event, "entries/paste/"), {"text": '"' + " " * 390_000 + "x", "step": "read"})
    log = director.post(desk(event, "rounds/1/tables/1/logs/"), {"text": MANY_NAMES.decode(), "title": "long"})
    pages = [
        director.get(desk(event, f"{page}?{query}"))
        for page in ("entries/", "changes/", "penalties/")
        for query in ("per_page=-1", "per_page=0", "per_page=999999", "page=-1", f"q={'a+' * 1_000}", "sort=nothing")
    ]
    assert {answer.status_code for answer in (line, log)} <= {200, 409, 422}
    assert {answer.status_code for answer in pages} == {200}


def publish_one() -> Event:
    """An event whose first round is being played."""
    event = make_event(8)
    publish(event, 1)
    return event


def refusal_of(read: Callable[[], object]) -> str:
    """How something that may be refused is refused, by the reader's own error alone; empty where it was read."""
    try:
        read()
    except (FileError, EnvelopeError, LogError) as refusal:
        return str(refusal)
    return ""


@pytest.mark.parametrize("bomb", sorted(BOMBS))
def test_a_bomb_is_refused_in_a_sentence_or_read_within_bounds(bomb: str) -> None:
    content = BOMBS[bomb]()
    with bounded():
        assert refusal_of(lambda: unpack(content)).endswith(".")
        assert refusal_of(lambda: text_of_file(bomb, content))[-1:] in ("", ".")
        assert refusal_of(lambda: text_of_pasted(content.decode("utf-8", "replace")))[-1:] in ("", ".")
        assert len(refusal_of(lambda: read_log(content.decode("utf-8", "replace")))) < 1_000


@trying(36)
@given(st.integers(0, 10**9), st.sampled_from([*TEXTS]), st.binary(max_size=200))
def test_every_reader_of_files_refuses_in_its_own_words(seed: int, text: str, noise: bytes) -> None:
    chance = Chance(seed)
    damaged = bent_inside(chance, chance.random.choice([workbook(), *logs(), *lists()]))
    for content in (damaged, text.encode("utf-8", "replace"), noise, b"PK" + noise, b"\x1f\x8b" + noise):
        said = [
            refusal_of(lambda sent=content: text_of_file("list", sent)),  # type: ignore[misc]
            refusal_of(lambda sent=content: text_of_pasted(sent.decode("utf-8", "replace"))),  # type: ignore[misc]
            refusal_of(lambda sent=content: unpack(sent)),  # type: ignore[misc]
            refusal_of(lambda sent=content: read_log(sent.decode("utf-8", "replace"))),  # type: ignore[misc]
        ]
        assert all(len(each) < 2_000 for each in said)
