"""Workbooks of today (XLSX): values, and what their owner shows: hidden rows and sheets, struck cells, merged cells.

openpyxl reads them, after `Packed` has looked at how much there is; what takes too long all the same ends with its process.
"""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING

from tournament.day.office.sources.texts import (
    FORMULA_MARK,
    MAX_COLUMNS,
    Sheet,
    cell_text,
    check_parts,
    one_line,
    struck,
    text_of_sheets,
)

if TYPE_CHECKING:  # read where a workbook is: it is ten megabytes
    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet


def text_of_workbook(name: str, content: bytes, *, has_formulas: bool) -> str:
    """Return the sheets of an XLSX workbook as text; raises FileError, and one of `opendocument.BROKEN` where it is damaged."""
    from openpyxl import load_workbook

    with warnings.catch_warnings(action="ignore"):  # of parts that a list does not need
        book = load_workbook(io.BytesIO(content), data_only=True, keep_links=False, rich_text=True)
        formulas = load_workbook(io.BytesIO(content), keep_links=False) if has_formulas else book
    sheets = [_sheet(sheet, formulas[sheet.title], is_open=sheet is book.active) for sheet in book.worksheets]
    return text_of_sheets(name, sheets)


def _sheet(sheet: Worksheet, formulas: Worksheet, *, is_open: bool) -> Sheet:
    """Return a sheet; raises FileError where its cells reach too far."""
    check_parts(sheet.max_row * sheet.max_column)
    is_hidden = sheet.sheet_state != "visible"
    found = Sheet(sheet.title, is_hidden=is_hidden, is_open=is_open and not is_hidden)
    found.hidden.update(number for number, row in sheet.row_dimensions.items() if row.hidden)
    for number, row in enumerate(sheet.iter_rows(), 1):
        for column, cell in enumerate(row):
            if text := _text(cell, formulas):
                found.rows.setdefault(number, {})[min(column, MAX_COLUMNS)] = text  # a list so wide is refused
    for block in sheet.merged_cells.ranges:
        found.blocks.append((block.min_row, block.max_row, block.min_col - 1))
    return found


def _text(cell: Cell | MergedCell, formulas: Worksheet) -> str:
    """Return the text of a cell, with the marks of a struck one and of a formula that was never calculated."""
    from openpyxl.cell.rich_text import CellRichText, TextBlock

    value = cell.value
    if value is None:
        is_formula = cell.data_type != "str" and formulas[cell.coordinate].data_type == "f"
        return FORMULA_MARK if is_formula else ""
    runs = [run for run in value if str(run).strip()] if isinstance(value, CellRichText) else []
    is_struck = bool(runs) and all(isinstance(run, TextBlock) and run.font.strike for run in runs)
    text = one_line(cell_text(value))
    return struck(text) if is_struck or cell.font.strike else text
