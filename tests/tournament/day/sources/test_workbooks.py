"""Workbooks of every kind: sheets, marks of hidden and struck rows, merged cells, dates; and workbooks that mean harm."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.worksheet import Worksheet

from tests.conftest import ROOT
from tournament.day.office.files import text_of_file
from tournament.day.office.sources.texts import FileError

WORKBOOKS = ROOT / "fixtures" / "lists" / "workbooks"


def xlsx(*fills: Callable[[Worksheet], object], change: Callable[[Workbook], object] = lambda book: None) -> bytes:
    """A workbook with a sheet for each function that fills one."""
    book = Workbook()
    for number, fill in enumerate(fills):
        sheet = book.active if number == 0 else book.create_sheet(f"Sheet {number + 1}")
        assert isinstance(sheet, Worksheet)
        fill(sheet)
    change(book)
    book.save(content := io.BytesIO())
    return content.getvalue()


def rows(*lines: list[Any]) -> Callable[[Worksheet], None]:
    def fill(sheet: Worksheet) -> None:
        for line in lines:
            sheet.append(line)

    return fill


def changed(content: bytes, part: str, old: bytes, new: bytes) -> bytes:
    """A workbook with something else in one of its parts."""
    copy = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as book, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as packed:
        for member in book.namelist():
            text = book.read(member)
            assert member != part or old in text
            packed.writestr(member, text.replace(old, new) if member == part else text)
    return copy.getvalue()


def ods(body: str, styles: str = "", manifest: str = "", settings: str = "") -> bytes:
    """A workbook of LibreOffice with these tables and styles."""
    packed = io.BytesIO()
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text", "style")
    )
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        folder.writestr("META-INF/manifest.xml", f"<manifest>{manifest}</manifest>")
        if settings:
            folder.writestr("settings.xml", settings)
        folder.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:automatic-styles>{styles}</office:automatic-styles>"
            f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>",
        )
    return packed.getvalue()


def cell(text: str, attributes: str = "") -> str:
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"


def row(*cells: str, attributes: str = "") -> str:
    return f"<table:table-row {attributes}>{''.join(cells)}</table:table-row>"


def table(*lines: str, attributes: str = 'table:name="Sheet1"') -> str:
    return f"<table:table {attributes}>{''.join(lines)}</table:table>"


def test_every_filled_sheet_is_a_page_and_hidden_ones_come_last() -> None:
    def hide(book: Workbook) -> None:
        book.worksheets[0].sheet_state = "hidden"

    content = xlsx(rows(["Last year"]), rows(), rows(["Name"], ["Alpha Eins"]), change=hide)
    assert text_of_file("a.xlsx", content) == "\fSheet 3\nName\nAlpha Eins\n\fSheet\nLast year\n"


def test_numbers_and_dates_are_written_as_people_read_them() -> None:
    line = [
        501.0,
        1.5,
        0.25,
        date(2000, 2, 29),
        datetime(2026, 11, 26, 9, 30),  # noqa: DTZ001 - a workbook has no time zones
        True,
        "#N/A",
        "00123",
    ]
    content = xlsx(rows(line))
    assert text_of_file("a.xlsx", content) == "501\t1.5\t0.25\t2000-02-29\t2026-11-26T09:30:00\tTrue\t#N/A\t00123\n"


def test_dates_of_a_workbook_that_counts_from_1904_are_the_same_days() -> None:
    def of_1904(book: Workbook) -> None:
        book.epoch = CALENDAR_MAC_1904

    assert text_of_file("a.xlsx", xlsx(rows([date(2000, 2, 29)]), change=of_1904)) == "2000-02-29\n"


def test_text_is_struck_by_its_cell_or_by_all_of_its_runs() -> None:
    def fill(sheet: Worksheet) -> None:
        run = InlineFont(strike=True)
        sheet["A1"] = "Alpha Eins"
        sheet["A1"].font = Font(strike=True)
        sheet["A2"] = CellRichText(TextBlock(run, "Beta "), TextBlock(run, "Zwei"))
        sheet["A3"] = CellRichText(TextBlock(run, "Gamma "), "Drei")
        sheet["A4"].font = Font(strike=True)  # an empty cell has no mark
        sheet["B4"] = "Delta Vier"

    assert text_of_file("a.xlsx", xlsx(fill)) == "~~Alpha Eins~~\n~~Beta Zwei~~\nGamma Drei\n\tDelta Vier\n"


def test_a_formula_is_its_last_value_and_one_without_a_value_says_so() -> None:
    content = xlsx(rows(["=1+1", "x"]))
    assert text_of_file("a.xlsx", content) == "[formula]\tx\n"
    part = "xl/worksheets/sheet1.xml"
    assert text_of_file("a.xlsx", changed(content, part, b"<v />", b"<v>2</v>")) == "2\tx\n"
    empty = changed(content, part, b'<c r="A1"', b'<c r="A1" t="str"')
    assert text_of_file("a.xlsx", empty) == "\tx\n"


def test_a_block_of_merged_cells_says_its_value_in_each_of_its_rows() -> None:
    def fill(sheet: Worksheet) -> None:
        rows(["Country", "Name"], ["Germany", "Alpha"], [None, "Beta"], [], [None, "Gamma"], [None, "Delta"])(sheet)
        sheet.merge_cells("A2:A5")
        sheet.merge_cells("B6:C6")

    assert (
        text_of_file("a.xlsx", xlsx(fill)) == "Country\tName\nGermany\tAlpha\nGermany\tBeta\nGermany\tGamma\n\tDelta\n"
    )


def test_merged_cells_without_end_are_refused() -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.append(["Germany", "Alpha"])
        sheet.append([None, "Beta"])
        sheet.merge_cells("A1:A2")

    content = changed(xlsx(fill), "xl/worksheets/sheet1.xml", b'"A1:A2" /></', b'"A1:A1048576" /></')
    with pytest.raises(FileError, match="The list is too large"):
        text_of_file("a.xlsx", content)


def test_a_hidden_row_is_marked_at_its_first_filled_cell() -> None:
    def fill(sheet: Worksheet) -> None:
        rows(["Name", "Country"], [None, "FR"], [])(sheet)
        sheet.row_dimensions[2].hidden = True
        sheet.row_dimensions[3].hidden = True

    assert text_of_file("a.xlsx", xlsx(fill)) == "Name\tCountry\n\t[hidden] FR\n"


def test_cells_without_an_address_stand_where_they_are() -> None:
    content = xlsx(rows(["Name", "Country"], ["Alpha", "NL"]))
    part = "xl/worksheets/sheet1.xml"
    for address in (b' r="A1"', b' r="B1"', b' r="A2"', b' r="B2"', b' r="1"', b' r="2"'):
        content = changed(content, part, address, b"")
    assert text_of_file("a.xlsx", content) == "Name\tCountry\nAlpha\tNL\n"


def test_a_cell_at_the_far_end_of_a_sheet_is_refused() -> None:
    def fill(sheet: Worksheet) -> None:
        sheet["A1"] = "Name"
        sheet["A1048576"] = "Alpha Eins"

    for far in (fill, lambda sheet: sheet.cell(1_048_576, 16_384, "x")):
        with pytest.raises(FileError, match="The list is too large"):
            text_of_file("a.xlsx", xlsx(far))


def test_the_size_that_a_sheet_says_it_has_is_not_believed() -> None:
    content = changed(
        xlsx(rows(["Name"], ["Alpha"])), "xl/worksheets/sheet1.xml", b'ref="A1:A2"', b'ref="A1:XFD1048576"'
    )
    assert text_of_file("a.xlsx", content) == "Name\nAlpha\n"


def protected() -> dict[str, bytes]:
    return {
        "a.xlsx": (WORKBOOKS / "password.xlsx").read_bytes(),
        "a.ods": ods("", manifest="<file-entry><encryption-data/></file-entry>"),
    }


@pytest.mark.parametrize("name", ["a.xlsx", "a.ods"])
def test_a_workbook_with_a_password_says_so(name: str) -> None:
    with pytest.raises(FileError) as refusal:
        text_of_file(name, protected()[name])
    assert str(refusal.value) == f"“{name}” has a password. Open it, save it without the password and send it again."


def test_a_workbook_of_libreoffice_has_the_same_marks() -> None:
    styles = (
        '<style:style style:name="gone" style:family="table-cell"><style:text-properties '
        'style:text-line-through-style="solid"/></style:style>'
        '<style:style style:name="child" style:parent-style-name="gone"/>'
        '<style:style style:name="back" style:parent-style-name="gone"><style:text-properties '
        'style:text-line-through-style="none"/></style:style>'
        '<style:style style:name="away" style:family="table"><style:table-properties table:display="false"/></style:style>'
    )
    first = table(row(cell("Old"), cell("list")), attributes='table:name="Archive" table:style-name="away"')
    second = table(
        row(cell("No."), cell("Name"), cell("Country"), cell("Born")),
        row(
            cell("501", 'office:value-type="float" office:value="501"'),
            cell("Alpha<text:s/>Eins"),
            cell("Germany", 'table:number-rows-spanned="2"'),
            cell("1 Jan 90", 'office:value-type="date" office:date-value="1990-01-01"'),
        ),
        row(cell("502"), cell("Beta", 'table:style-name="child"'), "<table:covered-table-cell/>"),
        row(cell(""), attributes='table:number-rows-repeated="1000"'),
        row(cell("503"), cell("Gamma", 'table:style-name="back"'), attributes='table:visibility="collapse"'),
        row(cell("504"), cell('<text:span text:style-name="gone">Delta</text:span>')),
        row(cell("505"), '<table:table-cell table:formula="of:=A1"/>'),
        row(cell("506"), cell("Zeta<office:annotation><text:p>a note</text:p></office:annotation>")),
        row(cell("", 'table:number-columns-repeated="16384"'), attributes='table:number-rows-repeated="1048000"'),
        attributes='table:name="Players"',
    )
    assert text_of_file("a.ods", ods(first + second, styles)) == (
        "\fPlayers\nNo.\tName\tCountry\tBorn\n501\tAlpha Eins\tGermany\t1990-01-01\n502\t~~Beta~~\tGermany\n"
        "[hidden] 503\tGamma\n504\t~~Delta~~\n505\t[formula]\n506\tZeta\n\fArchive\nOld\tlist\n"
    )


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (table(row(cell("x"), attributes='table:number-rows-repeated="2000000000"')), "The list is too large"),
        (table(row(cell("x", 'table:number-columns-repeated="2000000000"'))), "The list is too large"),
        (table(row()), "has no rows with anything in them"),
        (table(row(cell("x"), attributes='table:number-rows-repeated="many"')), "is not a list that can be read"),
        ("<table:table>" * 10_000, "is not a list that can be read"),
    ],
)
def test_a_sheet_of_libreoffice_without_end_is_refused_at_once(body: str, sentence: str) -> None:
    began = time.monotonic()
    with pytest.raises(FileError, match=sentence):
        text_of_file("a.ods", ods(body))
    assert time.monotonic() - began < 5


ENDLESS = {
    "rows": b"<row/>" * 1_000_000,
    "cells": b"<row>" + b"<c/>" * 1_000_000 + b"</row>",
    "figures": b"<row>" + b"<c><v>1</v></c>" * 500_000 + b"</row>",
}


@pytest.mark.parametrize("kind", sorted(ENDLESS))
def test_a_sheet_without_end_is_refused_before_it_is_read(kind: str) -> None:
    content = xlsx(rows(["Name"], ["Alpha"]))
    endless = changed(content, "xl/worksheets/sheet1.xml", b"<sheetData>", b"<sheetData>" + ENDLESS[kind])
    with pytest.raises(FileError) as refusal:
        text_of_file("a.xlsx", endless)
    assert (
        str(refusal.value) == "The list is too large. Send only the players' columns, and at most 2,500 rows at a time."
    )


def test_a_large_part_is_not_read() -> None:
    large = changed(xlsx(rows(["Name"], ["Alpha"])), "xl/styles.xml", b"<fonts ", b"<x/>" * 2_000_000 + b"<fonts ")
    with pytest.raises(FileError, match="The list is too large"):
        text_of_file("a.xlsx", large)


def test_a_long_text_that_stands_in_many_cells_is_counted_each_time() -> None:
    content = xlsx(rows(["x" * 5_000] * 90))
    with pytest.raises(FileError, match="The list is too large"):
        text_of_file("a.xlsx", content)


def test_the_sheet_that_was_open_has_two_marks() -> None:
    def open_second(book: Workbook) -> None:
        book.active = book.worksheets[1]

    content = xlsx(rows(["Old"]), rows(["New"]), change=open_second)
    assert text_of_file("a.xlsx", content) == "\fSheet\nOld\n\f\fSheet 2\nNew\n"
    first = changed(content, "xl/workbook.xml", b'activeTab="1"', b"")
    assert text_of_file("a.xlsx", first) == "\f\fSheet\nOld\n\fSheet 2\nNew\n"


def test_the_sheet_that_was_open_in_libreoffice_has_two_marks() -> None:
    tables = [table(row(cell(name)), attributes=f'table:name="{name}"') for name in ("Old", "New")]
    settings = '<x xmlns:c="urn:c"><c:config-item c:name="ActiveTable">New</c:config-item></x>'
    assert text_of_file("a.ods", ods("".join(tables), settings=settings)) == "\fOld\nOld\n\f\fNew\nNew\n"
    assert text_of_file("a.ods", ods("".join(tables))) == "\fOld\nOld\n\fNew\nNew\n"
