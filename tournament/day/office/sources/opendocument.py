"""Workbooks of LibreOffice (ODS): values as they are kept, hidden rows and sheets, struck cells, merged cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from tournament.day.office.sources.packed import BROKEN, Packed, attributes, elements, tag
from tournament.day.office.sources.refused import PASSWORD
from tournament.day.office.sources.texts import (
    FORMULA_MARK,
    MAX_COLUMNS,
    FileError,
    Sheet,
    Tally,
    number_text,
    struck,
    text_of_sheets,
)
from wording import gettext as _

_TABLE = ["spreadsheet", "table"]  # not said
_KEPT = frozenset({"style", "table-row"})  # not said
_NOT_TEXT = frozenset({"annotation", "tracked-changes", "shapes", "ruby-text"})  # not said


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
            line = part.get("text-line-through-style") or part.get("text-line-through-type") or line  # not said
            if part.get("display") == "false":
                self.hidden_sheets.add(name)
        if line != "none" and (line or found.get("parent-style-name") in self.struck):  # not said
            self.struck.add(name)


def text_of_opendocument(name: str, content: bytes) -> str:
    """Return the sheets of an ODS workbook as text; raises FileError."""
    try:
        packed = Packed(name, content)
        if b"encryption-data" in packed.read("META-INF/manifest.xml"):
            raise FileError(_(PASSWORD, name=name))
        parts = [packed.read(part) for part in ("styles.xml", "content.xml") if part in packed.names]
        settings = packed.tree("settings.xml").iter()
        opened = [each.text for each in settings if attributes(each).get("name") == "ActiveTable"]  # not said
        sheets = [replace(sheet, is_open=sheet.name in opened[:1] and not sheet.is_hidden) for sheet in _sheets(parts)]
        return text_of_sheets(name, sheets)
    except FileError:
        raise
    except BROKEN:
        raise FileError(
            _("“{name}” cannot be read as an ODS workbook; save the list as CSV and send that.", name=name)
        ) from None


def _sheets(parts: Iterable[bytes]) -> Iterator[Sheet]:
    """Yield the sheets with cells, in the order of the workbook."""
    styles, tally, path = _Styles(set(), set()), Tally(), list[str]()
    for part in parts:
        sheet, row = Sheet(), 0
        for event, element in elements(part, _KEPT, tally):
            kind = tag(element)
            if event == "start":
                path.append(kind)
                if path[-2:] == _TABLE:
                    found = attributes(element)
                    is_hidden = found.get("style-name") in styles.hidden_sheets  # not said
                    sheet, row = Sheet(found.get("name", ""), is_hidden=is_hidden), 0
                continue
            if kind == "style":
                styles.note(element)
            elif kind == "table-row" and path.count("table") == 1:  # not said
                row = _add_row(sheet, row, element, styles.struck, tally)
            elif path[-2:] == _TABLE:
                yield sheet
            path.pop()


def _add_row(sheet: Sheet, row: int, element: Element, struck_styles: set[str], tally: Tally) -> int:
    """Add a row that stands at ``row`` and return where the next one stands; a repeated empty row is counted, not made."""
    found = attributes(element)
    cells, blocks = _cells(element, found.get("default-cell-style-name", ""), struck_styles)  # not said
    times = max(1, int(found.get("number-rows-repeated", "1")))  # not said
    if cells:
        tally.note(cells, times)
        for number in range(row, row + times):
            sheet.rows[number] = dict(cells)
            if found.get("visibility", "visible") != "visible":  # not said
                sheet.hidden.add(number)
        sheet.blocks.extend((row, row + height - 1, column) for column, height in blocks)
    return row + times


def _cells(row: Element, style: str, struck_styles: set[str]) -> tuple[dict[int, str], list[tuple[int, int]]]:
    """Return the filled cells of a row by column, and (column, height) of those merged downward."""
    cells, blocks, column = dict[int, str](), list[tuple[int, int]](), 0
    for cell in row:
        if tag(cell) not in ("table-cell", "covered-table-cell"):  # not said
            continue
        found = attributes(cell)
        times = max(1, int(found.get("number-columns-repeated", "1")))  # not said
        text = _text(cell, found)
        if text and tag(cell) == "table-cell":  # not said
            is_struck = found.get("style-name", style) in struck_styles or _is_struck(cell, struck_styles)  # not said
            for number in range(column, min(column + times, MAX_COLUMNS + 1)):
                cells[number] = struck(text) if is_struck else text
            height = int(found.get("number-rows-spanned", "1"))  # not said
            if height > 1:
                blocks.append((column, height))
        column += times
    return cells, blocks


def _text(cell: Element, found: dict[str, str]) -> str:
    """Return the value of a cell: a number or date as it is kept, anything else as it is shown."""
    kind = found.get("value-type", "")  # not said
    if kind in ("float", "currency"):  # not said
        return number_text(found.get("value", ""))
    if kind == "date":
        return found.get("date-value", "").removesuffix("T00:00:00")  # not said
    if kind == "boolean":  # not said
        return found.get("boolean-value", "").capitalize()  # not said
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
        if tag(part) in ("s", "tab", "line-break"):  # not said
            parts.append(" ")
        elif tag(part) not in _NOT_TEXT:
            parts.append(part.text or "")
            waiting.extend((child, False) for child in reversed(part))
    return "".join(parts)


def _is_struck(cell: Element, struck_styles: set[str]) -> bool:
    """Whether all text of a cell lies in struck spans."""
    if not struck_styles:
        return False
    spans = [span for part in cell if tag(part) == "p" for span in part]
    bare = any((part.text or "").strip() for part in cell if tag(part) == "p") or any(
        (s.tail or "").strip() for s in spans
    )
    return (
        bool(spans) and not bare and all(attributes(span).get("style-name") in struck_styles for span in spans)
    )  # not said
