"""Listings for people who open them in a spreadsheet: XLSX in the reader's language.

Files for programs are `tellings.csv`; theirs never change. Here heads are the page's own, numbers are numbers, and no text is run as a
formula, not even after somebody has edited its cell.
"""

from __future__ import annotations

import io
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tournament.day.lists.cells import FORMULA_STARTS
from tournament.tellings.csv import FIGURES
from tournament.tellings.listing import ColumnKind, Listing

if TYPE_CHECKING:  # read where a workbook is written: it is ten megabytes, which no process needs that writes none
    from openpyxl.cell import Cell

_NUMBER = re.compile(r"-?\d+(?:\.(\d+))?")
LONGEST_SHEET_NAME = 31
"""The most letters of a sheet's name in a workbook."""
WIDEST = 60
"""The widest column, in characters."""
_MOMENT = re.compile(rb"<dcterms:(created|modified)\b.*?</dcterms:\1>")
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest moment that an archive can name."""
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""Control characters, which no sheet may hold."""


def _sheet_name(listing: Listing) -> str:
    """Return the name of a list's sheet: its caption if workbooks allow so long a name, else its key."""
    caption = re.sub(r"[\[\]:*?/\\]", " ", listing.caption)
    return caption if 0 < len(caption) <= LONGEST_SHEET_NAME else listing.key


def xlsx(listing: Listing) -> bytes:
    """Return a listing as a workbook of one sheet: a head that stays in sight, numbers as numbers, columns as wide as what they hold."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_name(listing))
    sheet.freeze_panes = "A2"
    heads = [_head(column.full or column.title) for column in listing.columns]
    kinds = [column.kind for column in listing.columns]
    values = [
        [_for_people(cell.in_a_file, kind) for cell, kind in zip(row.cells, kinds, strict=True)] for row in listing.rows
    ]
    for number, head in enumerate(heads):
        widest = max((len(row[number]) for row in values), default=0)
        sheet.column_dimensions[_letters(number)].width = min(max(len(head), widest) + 2, WIDEST)
    sheet.append([_text(sheet, head, is_head=True) for head in heads])
    for row in values:
        sheet.append([_value(sheet, value, kind) for value, kind in zip(row, kinds, strict=True)])
    file = io.BytesIO()
    book.save(file)
    return _without_moments(file.getvalue())


def _without_moments(book: bytes) -> bytes:
    """Return a workbook without the moments at which it was written, so that the same list is always the same file."""
    file = io.BytesIO()
    with ZipFile(io.BytesIO(book)) as written, ZipFile(file, "w", ZIP_DEFLATED) as out:
        for name in written.namelist():
            part = written.read(name)
            if name == "docProps/core.xml":
                part = _MOMENT.sub(rb"", part)
            out.writestr(ZipInfo(name, date_time=EARLIEST), part, ZIP_DEFLATED)
    return file.getvalue()


def _for_people(value: str, kind: ColumnKind) -> str:
    """Return a value as people read it: a moment without its offset from universal time."""
    return f"{datetime.fromisoformat(value):%Y-%m-%d %H:%M:%S}" if kind is ColumnKind.MOMENT and value else value


def _head(title: str) -> str:
    return " ".join(title.split())


def _is_number(value: str, kind: ColumnKind) -> bool:
    return kind in FIGURES and bool(_NUMBER.fullmatch(value))


def _letters(number: int) -> str:
    """Return a column's letters, 0 is "A", 26 is "AA"."""
    before, last = divmod(number, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)


def _value(sheet: Any, value: str, kind: ColumnKind) -> Cell | None:
    """Return a value as a cell: a number with the decimals that it is written with, a moment, anything else as text."""
    from openpyxl.cell import WriteOnlyCell

    if not value:
        return None
    if kind is ColumnKind.MOMENT:
        moment = WriteOnlyCell(sheet, datetime.fromisoformat(value))
        moment.number_format = "yyyy-mm-dd hh:mm:ss"
        return moment
    if not _is_number(value, kind):
        return _text(sheet, value)
    decimals = value.partition(".")[2]
    cell = WriteOnlyCell(sheet, float(value) if decimals else int(value))
    cell.number_format = f"0.{'0' * len(decimals)}" if decimals else "0"
    return cell


def _text(sheet: Any, text: str, *, is_head: bool = False) -> Cell:
    """Return a text as a cell that no spreadsheet runs as a formula."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    shown = _FORBIDDEN.sub("", text)
    cell = WriteOnlyCell(sheet, shown)
    cell.data_type, cell.quotePrefix = "s", shown.startswith(FORMULA_STARTS)
    if is_head:
        cell.font = Font(bold=True)
    return cell
