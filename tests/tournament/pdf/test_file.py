"""The file: every object is where the table says, and a state told within a turn is told again after it."""

from __future__ import annotations

import io
from typing import Any

from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from tests.tournament.pdf.events import PRINTED_AT, ZOO, event
from tournament.pdf import Options, round_pack, sheet
from tournament.pdf.layout import Pen


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
