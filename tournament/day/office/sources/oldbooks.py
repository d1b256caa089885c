"""Workbooks of the old kind (XLS), read by xlrd: values, hidden rows and sheets, struck cells, merged cells."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from typing import Any

from tournament.day.office.sources.opendocument import password_words
from tournament.day.office.sources.packed import BROKEN
from tournament.day.office.sources.texts import FileError, Sheet, Tally, cell_text, struck, text_of_sheets
from wording import gettext as _

_UNFILLED = frozenset({0, 6})
"""The kinds of cells without a value: those that are not there, and those that only have a look."""


MOST_LINES = 150_000
"""The most lines of all sheets, filled or not; the library makes each."""


def text_of_old_workbook(name: str, content: bytes) -> str:
    """Return the sheets of an XLS workbook as text; raises FileError."""
    import xlrd  # imported here, because only old workbooks need it
    from xlrd.compdoc import CompDocError

    try:
        with xlrd.open_workbook(
            file_contents=content, formatting_info=True, ragged_rows=True, logfile=io.StringIO(), on_demand=True
        ) as book:
            return text_of_sheets(name, list(_sheets(name, book)))
    except FileError:
        raise
    except xlrd.XLRDError as error:
        if "encrypted" in str(error):  # not said
            raise FileError(password_words(name)) from None
        raise FileError(_broken_words(name)) from None
    except (*BROKEN, AssertionError, CompDocError, struct.error):
        raise FileError(_broken_words(name)) from None


def _broken_words(name: str) -> str:
    """Return what to say of a workbook that cannot be read."""
    return _("“{name}” cannot be read as a workbook; save it as XLSX or CSV and send that.", name=name)


def _sheets(name: str, book: Any) -> Iterator[Sheet]:
    """Yield the sheets with cells, in the order of the workbook; each is dropped when it is read."""
    tally, height = Tally(), 0
    for number in range(book.nsheets):
        found = book.sheet_by_index(number)
        height += found.nrows
        if height > MOST_LINES:
            raise FileError(
                _("“{name}” has cells far below its lists. Copy the list into a new workbook and send that.", name=name)
            )
        sheet = Sheet(found.name, is_hidden=found.visibility != 0)
        for row in range(found.nrows):
            kinds = found.row_types(row)
            if _UNFILLED.issuperset(kinds):
                continue
            filled = (column for column, kind in enumerate(kinds) if kind not in _UNFILLED)
            cells = {column: text for column in filled if (text := _text(found.cell(row, column), book))}
            if cells:
                sheet.rows[row] = cells
                tally.note(cells)
                if row in found.rowinfo_map and found.rowinfo_map[row].hidden:
                    sheet.hidden.add(row)
        sheet.blocks.extend(
            (top, below - 1, left) for top, below, left, _right in found.merged_cells if below - top > 1
        )
        book.unload_sheet(number)
        yield sheet


def _text(cell: Any, book: Any) -> str:
    """Return the value of a cell as text."""
    import xlrd
    from xlrd.biffh import error_text_from_code

    if cell.ctype == xlrd.XL_CELL_DATE:
        try:
            text = cell_text(xlrd.xldate_as_datetime(cell.value, book.datemode))
        except (ValueError, OverflowError, xlrd.xldate.XLDateError):
            text = cell_text(cell.value)
    elif cell.ctype == xlrd.XL_CELL_BOOLEAN:
        text = str(bool(cell.value))
    elif cell.ctype == xlrd.XL_CELL_ERROR:
        text = error_text_from_code.get(cell.value, "")
    else:
        text = " ".join(cell_text(cell.value).split())
    if text and cell.xf_index is not None and book.font_list[book.xf_list[cell.xf_index].font_index].struck_out:
        return struck(text)
    return text
