"""Paper uses its paper: fewer pages than in 1.0, none nearly empty, type that grows; and a sheet is a document that can be searched."""

from __future__ import annotations

import io
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import pages_of, sizes_of
from tournament.pdf import SHEETS, Job, Options, PaperError, missing_characters, round_pack, sheet
from tournament.pdf.flow import (
    FULL_ENOUGH,
    LARGEST,
    SMALLEST,
    Block,
    PageBreak,
    Space,
    Text,
    _pages,
    filled,
    largest,
)
from tournament.pdf.layout import Box
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow

# Pages of 1.0 on A4 after round 4, by sheet and number of players.
BEFORE = {
    "pairings-by-player": {17: 1, 25: 2, 100: 5, 250: 11},
    "pairings-by-table": {17: 2, 25: 2, 100: 9, 250: 21},
    "results": {17: 3, 25: 3, 100: 13, 250: 32},
    "standings": {17: 1, 25: 1, 100: 4, 250: 13},
}
INSIDE = Box(0, 0, 500, 600)
FOREIGN = ("สมชาย ตัวอย่าง", "अभिनव उदाहरण", "தமிழ் மாதிரி", "ខ្មែរ ឧទាហរណ៍", "מדגם לדוגמה", "محمد تجريبي", "Emoji 😀")


def names(rows: int, size: float) -> list[Block]:
    return [PrintedTable((TableColumn("Name"),), tuple(TableRow((f"Player {row}",)) for row in range(rows)), size=size)]


@pytest.mark.parametrize("players", [17, 25, 100, pytest.param(250, marks=pytest.mark.load)])
def test_posted_sheets_take_a_third_fewer_pages_than_in_the_first_edition_where_names_are_many(players: int) -> None:
    of = event(players, closed=4, drawn=0)
    job = Job(of, Options(), PRINTED_AT)
    counted = {name: len(SHEETS[name].build(job).pages) for name in BEFORE}
    allowed = {name: before[players] * (2 if players >= 100 else 3) // 3 for name, before in BEFORE.items()}
    assert {name: count for name, count in counted.items() if count > allowed[name]} == {}


@pytest.mark.parametrize("rows", [1, 27, 28, 29, 30, 56, 60, 61, 90])
def test_no_page_but_a_single_one_stands_nearly_empty(rows: int) -> None:
    pages = _pages(INSIDE, names(rows, SMALLEST))
    assert len(pages) == 1 or min(filled(page, INSIDE.height) for page in pages) >= FULL_ENOUGH


def test_a_page_that_must_stand_alone_does_though_it_is_short() -> None:
    assert len(_pages(INSIDE, [Text("one"), PageBreak(), Space(5), Text("two")])) == 2


def test_type_grows_as_far_as_its_pages_hold_and_no_further() -> None:
    assert largest(INSIDE, lambda size: names(5, size), 1) == LARGEST
    assert SMALLEST < largest(INSIDE, lambda size: names(22, size), 1) < LARGEST
    assert largest(INSIDE, lambda size: names(100, size), 2) == SMALLEST


def test_a_pack_is_portrait_from_the_first_page_to_the_last_and_can_be_walked_by_its_bookmarks() -> None:
    content = round_pack(event(17, closed=1), 1, Options(), PRINTED_AT)
    assert sizes_of(content) == {(595, 842)}
    reader = PdfReader(io.BytesIO(content))
    titles = [str(entry.title) for entry in _entries(reader.outline)]
    names = ("Pairings by player, Round 1", "Pairings by table, Round 1", "Table 5", "Log of the event, After round 1")
    assert [titles.count(each) for each in names] == [1, 1, 3, 1]


def _entries(outline: list[Any]) -> list[Any]:
    """The bookmarks of every level in their order."""
    return [each for entry in outline for each in (_entries(entry) if isinstance(entry, list) else [entry])]


def test_a_sheet_says_what_it_is_to_whoever_keeps_the_file() -> None:
    reader = PdfReader(io.BytesIO(sheet("results", event(3, closed=4, drawn=0), Options(), PRINTED_AT)))
    assert reader.metadata is not None
    assert reader.metadata.title == "Results, Round 4 - Example Acquire Championship"
    assert reader.metadata.author == "Example Acquire Championship"
    assert reader.metadata.subject == "version 17 · printed 20 Aug 2026, 11:32"
    assert reader.metadata.creation_date == PRINTED_AT


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils are not installed")
def test_names_of_any_script_are_found_when_the_file_is_searched(tmp_path: Path) -> None:
    known = [name for name in FOREIGN if not missing_characters(name)]
    path = tmp_path / "names.pdf"
    path.write_bytes(sheet("pairings-by-player", event(9, names=tuple(known)), Options(), PRINTED_AT))
    text = subprocess.run(["pdftotext", str(path), "-"], check=True, capture_output=True, text=True).stdout
    assert len(known) >= 3  # Hebrew, Arabic and emoji are in the face that ships with the project
    assert [name for name in known if name not in text] == []


def test_a_poster_needs_an_address_and_has_one_page() -> None:
    of = event(3)
    assert len(pages_of(sheet("poster", of, Options(), PRINTED_AT))) == 1
    with pytest.raises(PaperError, match=r"^Phones cannot reach this event yet"):
        sheet("poster", replace(of, public_address=""), Options(), PRINTED_AT)
