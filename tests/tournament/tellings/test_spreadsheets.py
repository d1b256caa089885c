"""Lists that people open in a spreadsheet."""

from __future__ import annotations

import csv
from io import BytesIO, StringIO

import pytest
import time_machine
from openpyxl import load_workbook

from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from tournament.tellings.spreadsheets import semicolons, xlsx
from wording.languages import speaking

LIST = Listing(
    "standings",
    "Standings: Cup [2026]",
    (Column("name", "Name", ColumnKind.NAME), Column("total", "Total", ColumnKind.TOTAL), Column("place", "Place")),
    (
        Row(1, (Cell("Ann; Ben"), Cell("−1.500", "-1.500"), Cell("=1", "1"))),
        Row(2, (Cell("=2+3"), Cell("34.752"), Cell("DSQ", ""))),
    ),
)


@pytest.mark.parametrize(("language", "total"), [("en-gb", "34.752"), ("de", "34,752")])
def test_semicolons_part_the_columns_and_numbers_have_the_sign_of_the_language(language: str, total: str) -> None:
    with speaking(language):
        lines = list(csv.reader(StringIO(semicolons(LIST)), delimiter=";"))
    assert lines[0] == ["Name", "Total", "Place"]
    assert lines[2] == ["'=2+3", total, ""]


def test_a_workbook_holds_numbers_as_numbers_and_runs_no_text() -> None:
    sheet = load_workbook(BytesIO(xlsx(LIST))).active
    assert sheet is not None
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert rows == [["Name", "Total", "Place"], ["Ann; Ben", -1.5, 1], ["=2+3", 34.752, None]]
    assert [sheet["B2"].number_format, sheet["A3"].data_type] == ["0.000", "s"]
    now = xlsx(LIST)
    with time_machine.travel("2031-05-05"):
        assert xlsx(LIST) == now
    assert (sheet.title, sheet.freeze_panes) == ("Standings  Cup  2026 ", "A2")
