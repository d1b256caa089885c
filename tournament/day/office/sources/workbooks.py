"""Workbooks of today (XLSX): values, and what their owner shows: hidden rows and sheets, struck cells, merged cells.

openpyxl reads them, after `Packed` has looked at how much there is; what takes too long all the same ends with its process.

Packed folders (ZIP), and workbooks of LibreOffice (ODS): values as they are kept, hidden rows and sheets, struck and merged cells.
"""

from __future__ import annotations

import io
import lzma
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, ParseError  # only for types; defusedxml does the reading

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring, iterparse

from tournament.day.office.sources.texts import (
    FORMULA_MARK,
    MAX_COLUMNS,
    MAX_UNPACKED,
    PASSWORD,
    FileError,
    Sheet,
    cell_text,
    check_length,
    check_parts,
    check_rows,
    number_text,
    one_line,
    struck_text,
    text_of_sheets,
    too_large,
)
from wording import gettext as _

if TYPE_CHECKING:
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
            if text := _text_of_cell(cell, formulas):
                found.rows.setdefault(number, {})[min(column, MAX_COLUMNS)] = text  # a list so wide is refused
    for block in sheet.merged_cells.ranges:
        found.blocks.append((block.min_row, block.max_row, block.min_col - 1))
    return found


def _text_of_cell(cell: Cell | MergedCell, formulas: Worksheet) -> str:
    """Return the text of a cell, with the marks of a struck one and of a formula that was never calculated."""
    from openpyxl.cell.rich_text import CellRichText, TextBlock

    value = cell.value
    if value is None:
        is_formula = cell.data_type != "str" and formulas[cell.coordinate].data_type == "f"
        return FORMULA_MARK if is_formula else ""
    runs = [run for run in value if str(run).strip()] if isinstance(value, CellRichText) else []
    is_struck = bool(runs) and all(isinstance(run, TextBlock) and run.font.strike for run in runs)
    text = one_line(cell_text(value))
    return struck_text(text) if is_struck or cell.font.strike else text


BROKEN = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, DefusedXmlException, ParseError),
    *(ArithmeticError, AttributeError, EOFError, LookupError, OSError, RuntimeError, TypeError, ValueError),
)
"""The errors that reading a damaged workbook can raise: what is found in it is used without checking it."""


class Packed:
    """The parts of a packed folder; nothing is unpacked before its size is known to be small, nor read before its elements are counted."""

    def __init__(self, name: str, content: bytes) -> None:
        """Raise FileError if it unpacks to too much or has too many or too long elements, one of ``BROKEN`` if it cannot be opened."""
        self._folder = zipfile.ZipFile(io.BytesIO(content))
        members = self._folder.infolist()
        unpacked = sum(member.file_size for member in members)
        if unpacked > MAX_UNPACKED:
            raise FileError(too_large())
        self.names = {member.filename for member in members}
        texts = [self.read(part) for part in self.names if part.endswith((".xml", ".rels"))]
        check_parts(sum(text.count(b"<") for text in texts) // 2)
        self.has_formulas = any(b"<f>" in text or b"<f " in text for text in texts)
        check_length(max((len(element) for text in texts for element in text.split(b"<")), default=0))

    def read(self, part: str) -> bytes:
        """Return the bytes of a part, empty where it is missing."""
        return self._folder.read(part) if part in self.names else b""

    def tree(self, part: str) -> Element:
        """Return the root of a part that is XML, an empty element where it is missing."""
        content = self.read(part)
        return fromstring(content, forbid_dtd=True) if content else Element("none")


def elements(content: bytes, kept: frozenset[str]) -> Iterator[tuple[str, Element]]:
    """Yield each element of an XML document when it begins and when it ends, as ("start" or "end", element).

    Only elements named in ``kept`` have what is in them when they end; everything else is dropped as it is passed, so that a
    long document costs no more memory than a short one. Raises DefusedXmlException, ParseError.
    """
    path, inside = list[Element](), 0
    for event, element in iterparse(io.BytesIO(content), events=("start", "end"), forbid_dtd=True):
        is_kept = tag(element) in kept
        if event == "start":
            path.append(element)
            inside += is_kept
            yield event, element
            continue
        path.pop()
        yield event, element
        inside -= is_kept
        if path and not inside:
            del path[-1][:]


def tag(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def attributes(element: Element) -> dict[str, str]:
    """Return the attributes of an element by their names without namespaces."""
    return {key.rpartition("}")[2]: value for key, value in element.attrib.items()}


_TABLE = ["spreadsheet", "table"]
_KEPT = frozenset({"style", "table-row"})
_NOT_TEXT = frozenset({"annotation", "tracked-changes", "shapes", "ruby-text"})


@dataclass(frozen=True, slots=True)
class _Styles:
    """The names of styles that strike through, and of those that hide a sheet."""

    struck: set[str]
    hidden_sheets: set[str]

    def note(self, element: Element) -> None:
        """Note what a style does; it does what its parent does unless it says otherwise."""
        found, line = attributes(element), ""
        name = found.get("name", "")
        for part in map(attributes, element):
            line = part.get("text-line-through-style") or part.get("text-line-through-type") or line
            if part.get("display") == "false":
                self.hidden_sheets.add(name)
        if line != "none" and (line or found.get("parent-style-name") in self.struck):
            self.struck.add(name)


def text_of_opendocument(name: str, packed: Packed) -> str:
    """Return the sheets of an ODS workbook as text; raises FileError, and one of `opendocument.BROKEN` where it is damaged."""
    if b"encryption-data" in packed.read("META-INF/manifest.xml"):
        raise FileError(_(PASSWORD, name=name))
    parts = [packed.read(part) for part in ("styles.xml", "content.xml") if part in packed.names]
    settings = packed.tree("settings.xml").iter()
    opened = [each.text for each in settings if attributes(each).get("name") == "ActiveTable"]
    sheets = [replace(sheet, is_open=sheet.name in opened[:1] and not sheet.is_hidden) for sheet in _sheets(parts)]
    return text_of_sheets(name, sheets)


def _sheets(parts: Iterable[bytes]) -> Iterator[Sheet]:
    """Yield the sheets with cells, in the order of the workbook."""
    styles, path = _Styles(set(), set()), list[str]()
    for part in parts:
        sheet, row = Sheet(), 0
        for event, element in elements(part, _KEPT):
            kind = tag(element)
            if event == "start":
                path.append(kind)
                if path[-2:] == _TABLE:
                    found = attributes(element)
                    is_hidden = found.get("style-name") in styles.hidden_sheets
                    sheet, row = Sheet(found.get("name", ""), is_hidden=is_hidden), 0
                continue
            if kind == "style":
                styles.note(element)
            elif kind == "table-row" and path.count("table") == 1:
                row = _add_row(sheet, row, element, styles.struck)
            elif path[-2:] == _TABLE:
                yield sheet
            path.pop()


def _add_row(sheet: Sheet, row: int, element: Element, struck_styles: set[str]) -> int:
    """Add a row that stands at ``row`` and return where the next one stands; a repeated empty row is counted, not made."""
    found = attributes(element)
    cells, blocks = _cells(element, found.get("default-cell-style-name", ""), struck_styles)
    times = max(1, int(found.get("number-rows-repeated", "1")))
    if cells:
        check_rows(len(sheet.rows) + times)
        for number in range(row, row + times):
            sheet.rows[number] = dict(cells)
            if found.get("visibility", "visible") != "visible":
                sheet.hidden.add(number)
        sheet.blocks.extend((row, row + height - 1, column) for column, height in blocks)
    return row + times


def _cells(row: Element, style: str, struck_styles: set[str]) -> tuple[dict[int, str], list[tuple[int, int]]]:
    """Return the filled cells of a row by column, and (column, height) of those merged downward."""
    cells, blocks, column = dict[int, str](), list[tuple[int, int]](), 0
    for cell in row:
        if tag(cell) not in ("table-cell", "covered-table-cell"):
            continue
        found = attributes(cell)
        times = max(1, int(found.get("number-columns-repeated", "1")))
        text = _text(cell, found)
        if text and tag(cell) == "table-cell":
            is_struck = found.get("style-name", style) in struck_styles or _is_struck(cell, struck_styles)
            for number in range(column, min(column + times, MAX_COLUMNS + 1)):
                cells[number] = struck_text(text) if is_struck else text
            height = int(found.get("number-rows-spanned", "1"))
            if height > 1:
                blocks.append((column, height))
        column += times
    return cells, blocks


def _text(cell: Element, found: dict[str, str]) -> str:
    """Return the value of a cell: a number or date as it is kept, anything else as it is shown."""
    kind = found.get("value-type", "")
    if kind in ("float", "currency"):
        return number_text(found.get("value", ""))
    if kind == "date":
        return found.get("date-value", "").removesuffix("T00:00:00")
    if kind == "boolean":
        return found.get("boolean-value", "").capitalize()
    text = " ".join(" ".join(_paragraph(part) for part in cell if tag(part) == "p").split())
    if not text and not kind and "formula" in found:
        return FORMULA_MARK
    return text


def _paragraph(element: Element) -> str:
    """Return the text of a paragraph without notes on it; kept blanks, tabs and line breaks are blanks."""
    parts, waiting = list[str](), [(element, False)]
    while waiting:
        part, is_past = waiting.pop()
        if is_past:
            parts.append(part.tail or "")
            continue
        if part is not element:
            waiting.append((part, True))
        if tag(part) in ("s", "tab", "line-break"):
            parts.append(" ")
        elif tag(part) not in _NOT_TEXT:
            parts.append(part.text or "")
            waiting.extend((child, False) for child in reversed(part))
    return "".join(parts)


def _is_struck(cell: Element, struck_styles: set[str]) -> bool:
    """Whether all text of a cell lies in struck spans."""
    spans = [span for part in cell if tag(part) == "p" for span in part]
    gone = "".join(_paragraph(span) for span in spans if attributes(span).get("style-name") in struck_styles)
    return bool(gone) and "".join(gone.split()) == "".join(_text(cell, {}).split())
