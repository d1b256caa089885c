"""Lists in the files that offices send: XLSX, CSV; and files that mean harm."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tournament.day.lists.lines import RosterLine
from tournament.day.lists.rosters import read_roster
from tournament.day.office.files import text_of_file
from tournament.day.office.sources.texts import MAX_FILE, MAX_ROWS, FileError

ENTITIES = b'<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;">]><a><p n="&y;"/></a>'


def workbook(*sheets: list[list[Any]]) -> bytes:
    book = Workbook()
    for number, rows in enumerate(sheets):
        sheet = book.active if number == 0 else book.create_sheet()
        assert sheet is not None
        for row in rows:
            sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_a_workbook_is_read_from_its_first_filled_sheet_with_a_title_above() -> None:
    rows: list[list[Any]] = [
        ["Entrants of the Sample Cup"],
        [],
        ["Nachname", "Vorname", "Nation", "Spielernummer"],
        ["Demo", "Zoë", "Niederlande", 501.0],
        ["van Sample", "Ben", None, None],
    ]
    text = text_of_file("entrants.xlsx", workbook([], rows))
    assert [line for line in read_roster(text) if not line.remark] == [
        RosterLine(3, "Zoë Demo", "NL", False, "501", "Zoë", "Demo"),
        RosterLine(4, "Ben van Sample", "", False, "", "Ben", "van Sample"),
    ]
    assert next(line.remark for line in read_roster(text)) == "This does not look like a player."


def test_the_list_for_pairing_programs_has_bars_and_no_headings() -> None:
    text = "1|Ada|Demo|501|1500|0|JNR|Day: 555|ada@demo.example||||9001|Netherlands|\r\n"
    assert read_roster(text_of_file("list.txt", text.encode())) == (
        RosterLine(1, "Ada Demo", "NL", True, "501", "Ada", "Demo", email="ada@demo.example"),
    )


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("big.csv", b"x" * (MAX_FILE + 1), "The file has 1,000,001 bytes; the limit is 1,000,000."),
        ("a.xml", ENTITIES, "“a.xml” is not a list that can be read. Send the list as XLSX"),
        ("a.xlsx", b"PK\x03\x04rest", "“a.xlsx” is not a list that can be read."),
        ("a.xlsx", workbook([[None]]), "“a.xlsx” has no rows with anything in them"),
        ("a.xlsx", workbook([["Name"], *[["Ada Demo"]] * MAX_ROWS]), f"at most {MAX_ROWS:,} rows"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(name: str, content: bytes, sentence: str) -> None:
    with pytest.raises(FileError) as refusal:
        text_of_file(name, content)
    assert sentence in str(refusal.value)


def test_a_packed_file_that_unpacks_to_far_too_much_is_not_unpacked() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 30_000_000)
    with pytest.raises(FileError, match="The list is too large"):
        text_of_file("bomb.xlsx", packed.getvalue())


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"])
def test_entities_inside_a_workbook_are_not_expanded(part: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook([["Name"], ["Ada Demo"]]))) as book, zipfile.ZipFile(packed, "w") as copy:
        for member in book.namelist():
            copy.writestr(member, ENTITIES if member == part else book.read(member))
    with pytest.raises(FileError, match="is not a list that can be read"):
        text_of_file("a.xlsx", packed.getvalue())


def test_a_list_of_endless_columns_is_cut_and_one_of_endless_text_is_refused() -> None:
    with pytest.raises(FileError, match="The list is too large"):
        text_of_file("a.xlsx", workbook([["x"] * 101]))
    with pytest.raises(FileError, match="The list is too large"):
        text_of_file("a.xlsx", workbook([["x" * 300] * 100] * 20))


def test_a_document_of_endless_depth_is_read_or_refused() -> None:
    assert is_answered("a.xml", b"<a>" * 100_000 + b"</a>" * 100_000)


def test_a_cell_is_one_line_and_whole() -> None:
    assert text_of_file("a.xlsx", workbook([["Ada\n\tDemo", "x" * 1_000]])) == f"Ada Demo\t{'x' * 1_000}\n"


def is_answered(name: str, content: bytes) -> bool:
    """Whether a file is read, or refused in a sentence; anything else is raised."""
    try:
        text_of_file(name, content)
    except FileError as refusal:
        return str(refusal).endswith(".")
    return True


@given(st.binary(max_size=300), st.sampled_from([b"", b"PK\x03\x04", b"<a>", b"\xff\xfe"]))
def test_any_bytes_are_read_or_refused(content: bytes, start: bytes) -> None:
    assert is_answered("list", start + content)


WHOLE = workbook([["Name", "Country"], ["Ada Demo", "NL"]])


@given(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=8))
def test_a_broken_workbook_is_read_or_refused(at: int, broken: bytes) -> None:
    assert is_answered("list.xlsx", WHOLE[:at] + broken + WHOLE[at + len(broken) :])
