"""The file of a sheet: its objects, and the structure that it tells to who cannot see it."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream
from reportlab.pdfgen.canvas import Canvas

from tests.tournament.pdf.events import ADDRESS, PRINTED_AT, ZOO, event
from tournament.pdf.document import round_pack, sheet
from tournament.pdf.job import Options
from tournament.pdf.layout import Pen
from tournament.pdf.sheets import SHEETS

PLAYED = event(13, closed=4, drawn=0, names=ZOO)


def held_by(node: Any) -> list[Any]:
    """What an element holds: elements, or numbers of its page."""
    held = node["/K"]
    return [
        part if isinstance(part, int) else part.get_object() for part in (held if isinstance(held, list) else [held])
    ]


def elements(node: Any) -> list[Any]:
    """An element of the structure and all below it, in their order."""
    return [node, *(each for part in held_by(node) if not isinstance(part, int) for each in elements(part))]


def root_of(reader: PdfReader) -> Any:
    return reader.root_object["/StructTreeRoot"].get_object()


@pytest.mark.parametrize("name", SHEETS)
def test_everything_drawn_is_in_the_structure_or_marked_as_none_of_it(name: str) -> None:
    reader = PdfReader(io.BytesIO(sheet(name, PLAYED, Options(), PRINTED_AT)))
    root = root_of(reader)
    marks: Any = reader.root_object["/MarkInfo"]
    assert marks["/Marked"].value is True
    lists = root["/ParentTree"]["/Nums"]
    by_page = {lists[at]: [each.get_object() for each in lists[at + 1]] for at in range(0, len(lists), 2)}
    assert sorted(by_page) == [page["/StructParents"] for page in reader.pages]
    for page in reader.pages:
        open_marks: list[int | str] = []
        numbers = []
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator == b"BDC":
                number = operands[1].get("/MCID", -1)
                numbers += [number] * (number >= 0)
                open_marks.append(number)
            elif operator == b"BMC":
                open_marks.append("aside")
            elif operator == b"EMC":
                open_marks.pop()
            elif operator in (b"Tj", b"TJ", b"Do", b"S", b"f", b"B"):
                assert open_marks, (name, operator, operands)
        assert (open_marks, numbers) == ([], list(range(len(by_page[page["/StructParents"]]))))
    every = elements(root["/K"])
    for element in every:
        for number in (part for part in held_by(element) if isinstance(part, int)):
            page = element["/Pg"].get_object()
            assert by_page[page["/StructParents"]][number] == element
    kinds = {str(element["/S"]) for element in every}
    assert kinds <= {"/Document", "/Sect", "/H1", "/H2", "/P", "/Table", "/TR", "/TH", "/TD", "/Figure"}


def test_every_row_of_a_table_has_a_cell_for_each_of_its_heads() -> None:
    every = elements(root_of(PdfReader(io.BytesIO(sheet("results", PLAYED, Options(), PRINTED_AT))))["/K"])
    tables = [element for element in every if element["/S"] == "/Table"]
    assert len(tables) == 4
    for table in tables:
        heads, *rows = [[str(cell["/S"]) for cell in held_by(row)] for row in held_by(table)]
        assert set(heads) == {"/TH"}
        assert [row for row in rows if row != ["/TD"] * len(heads)] == []


def test_a_code_is_told_in_words_and_a_pack_has_a_part_for_each_sheet() -> None:
    reader = PdfReader(io.BytesIO(round_pack(event(17, closed=1), 1, Options(), PRINTED_AT)))
    every = elements(root_of(reader)["/K"])
    assert next(str(each["/Alt"]) for each in every if each["/S"] == "/Figure") == f"QR code of {ADDRESS}"
    assert sum(each["/S"] == "/Sect" for each in every) == len([e for e in reader.outline if not isinstance(e, list)])


@pytest.mark.skipif(shutil.which("pdfinfo") is None, reason="poppler-utils are not installed")
def test_a_reader_of_structure_reads_the_table_row_by_row(tmp_path: Path) -> None:
    path = tmp_path / "pairings.pdf"
    path.write_bytes(sheet("pairings-by-player", event(5), Options(), PRINTED_AT))
    said = subprocess.run(["pdfinfo", "-struct-text", str(path)], check=True, capture_output=True, text=True).stdout
    words = re.sub(r"\s+", " ", said)
    assert "H1" in said
    assert '"Pairings by player"' in words
    row = re.search(r'TR .*?"Player 03".*?"3".*?"(\d)"', words)
    assert row is not None


# The file: every object is where the table says, and a state told within a turn is told again after it


def test_every_object_of_a_file_is_where_its_table_says() -> None:
    content = round_pack(event(17, closed=1, names=ZOO), 1, Options(), PRINTED_AT)
    reader = PdfReader(io.BytesIO(content), strict=True)
    size: Any = reader.trailer["/Size"]
    assert size > 1000
    assert [number for number in range(1, size) if reader.get_object(number) is None] == []


def test_the_structure_is_packed_and_not_written_out() -> None:
    content = sheet("results", event(25, closed=1, drawn=0), Options(), PRINTED_AT)
    assert (content.count(b"/S/TD"), content.count(b"/Type/ObjStm") > 0) == (0, True)


def test_a_type_told_within_a_turn_is_told_again_after_it() -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    pen = Pen(canvas)
    pen.text(50, 700, "before", 10)
    pen.turned(300, 300, lambda inner: inner.text(0, 0, "within", 20))
    pen.text(50, 600, "after", 20)
    pen.text(50, 500, "again", 20)
    canvas.showPage()
    canvas.save()
    sizes: dict[str, float] = {}

    def seen(text: str, _: Any, __: Any, ___: Any, size: float) -> None:
        sizes.update({text.strip(): size} if text.strip() else {})

    PdfReader(io.BytesIO(buffer.getvalue())).pages[0].extract_text(visitor_text=seen)
    assert sizes == {"before": 10, "within": 20, "after": 20, "again": 20}
