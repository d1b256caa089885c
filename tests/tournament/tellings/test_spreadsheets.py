"""Lists that people open in a spreadsheet."""

from __future__ import annotations

from io import BytesIO

import time_machine
from openpyxl import load_workbook

from tournament.tellings.csv import xlsx
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row

LIST = Listing(
    "standings",
    "Standings: Cup [2026]",
    (Column("name", "Name", ColumnKind.NAME), Column("total", "Total", ColumnKind.TOTAL), Column("place", "Place")),
    (
        Row(1, (Cell("Ann; Ben"), Cell("−1.500", "-1.500"), Cell("=1", "1"))),
        Row(2, (Cell("=2+3"), Cell("34.752"), Cell("DSQ", ""))),
    ),
)


def test_a_workbook_holds_numbers_as_numbers_and_runs_no_text() -> None:
    sheet = load_workbook(BytesIO(xlsx(LIST))).active
    assert sheet is not None
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert rows == [["Name", "Total", "Place"], ["Ann; Ben", -1.5, 1], ["=2+3", 34.752, None]]
    assert [sheet["B2"].number_format, sheet["A3"].data_type] == ["0.000", "s"]
    assert [sheet[cell].quotePrefix for cell in ("A2", "A3", "B3")] == [
        False,
        True,
        False,
    ]  # stays text when it is edited
    now = xlsx(LIST)
    with time_machine.travel("2031-05-05"):
        assert xlsx(LIST) == now
    assert (sheet.title, sheet.freeze_panes) == ("Standings  Cup  2026 ", "A2")
