"""The examples of docs/developing/extending.md do what the page says, and every promised name exists and is enough for our own plug-ins."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from games import plugins
from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS
from tests.conftest import ROOT
from tests.tournament.pdf.events import PRINTED_AT, event
from tournament.pdf.document import sheet
from tournament.pdf.job import Options, PaperError
from tournament.pdf.sheet import PaperSheet
from tournament.pdf.sheets import SHEETS
from tournament.record.event import EventRecord

PAGE = (ROOT / "docs" / "developing" / "extending.md").read_text(encoding="utf-8")
PLUGIN = Path(__file__).parent / "example"


def example(after: str) -> dict[str, Any]:
    """The names that the first example after these words makes."""
    code = re.search(r"```python\n(.*?)```", PAGE.split(after, 1)[1], re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code[1], names)  # noqa: S102  it is our own page
    return names


def printed(made: PaperSheet, monkeypatch: pytest.MonkeyPatch, record: EventRecord) -> str:
    """The text of a sheet as a PDF."""
    monkeypatch.setattr("tournament.pdf.document.SHEETS", {**SHEETS, made.name: made})
    pdf = sheet(made.name, record, Options(), PRINTED_AT)
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def test_the_first_example_prints_a_line_for_each_player(monkeypatch: pytest.MonkeyPatch) -> None:
    made = example("`cloakroom/cloakroom.py`")["SHEET"]
    assert len(re.findall(r"Hook \d+: ", printed(made, monkeypatch, event(9)))) == 9
    with pytest.raises(PaperError, match="Nobody is entered yet"):
        printed(made, monkeypatch, replace(event(9), entries=()))


def test_the_second_example_prints_a_row_for_each_table(monkeypatch: pytest.MonkeyPatch) -> None:
    made = example("A table of the round that is played")["WAITER"]
    text = printed(made, monkeypatch, event(9))
    assert "List for the waiter" in text
    assert text.count(", ") >= 3 * 2


def test_the_example_of_an_edition_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    made = example("## Editions")["GENEROUS"]
    assert (made.name in EDITIONS, made.buy_max, made.safe_size) == (False, 4, 11)
    assert isinstance(made, Edition)


def test_the_example_of_a_reader_reads_its_lists() -> None:
    made = example("## Readers of lists")["ROS"]
    assert (made.recognises("a", b"%ROS\n"), made.recognises("a.ros", b"Name\n")) == (True, False)
    assert list(made.rows("a", b"%ROS\nDemo|Ada|NL")) == [("Name", "Country"), ("Ada Demo", "NL")]


def promised() -> Iterator[tuple[str, str]]:
    """Each module of the table of promises with each name of it."""
    table = PAGE.split("## What is promised", 1)[1].split("## Sheets", 1)[0]
    for module, names in re.findall(r"^\| `([\w.]+)` \| (.*) \|$", table, re.MULTILINE):
        for name in re.findall(r"`(\w+)(?:\(\w+\))?`", re.sub(r" \([^)]*\)", "", names)):
            yield module, name


def test_every_name_that_is_promised_exists() -> None:
    found = list(promised())
    assert len(found) > 30
    assert [(module, name) for module, name in found if not hasattr(import_module(module), name)] == []


def test_our_own_plugin_uses_nothing_else() -> None:
    allowed = {module for module, _name in promised()} | {"wording"}
    taken = set()
    for path in PLUGIN.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] in (
                "tournament",
                "games",
                "wording",
            ):
                taken.add(str(node.module))
    assert taken - allowed == set()


def test_the_groups_of_the_page_are_those_that_are_read() -> None:
    assert set(re.findall(r"^\| `(top_table\.\w+)` \|", PAGE, re.MULTILINE)) == set(plugins.GROUPS)
