"""Workbooks of today (XLSX): values, and what their owner shows: hidden rows and sheets, struck cells, merged cells.

The parts are read one element at a time by defusedxml; cells are kept where they are filled, so that a cell in the last row and
column of a sheet costs no more than any other. openpyxl knows which number formats are dates.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from xml.etree.ElementTree import Element

from tournament.day.office.sources.packed import BROKEN, Packed, attributes, is_on, tag
from tournament.day.office.sources.texts import (
    FORMULA_MARK,
    MAX_COLUMNS,
    MAX_TEXT,
    Block,
    FileError,
    Sheet,
    Tally,
    cell_text,
    number_text,
    one_line,
    struck,
    text_of_sheets,
)
from wording import gettext as _

_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_VALUES = ("v", "is", "f")  # not said


@dataclass(frozen=True, slots=True)
class _Book:
    """What all sheets share: the texts, those that are struck, and the styles that are dates or struck."""

    texts: list[str]
    struck_texts: set[int]
    date_styles: set[int]
    struck_styles: set[int]
    date_of: Callable[[str], str]


def text_of_workbook(name: str, content: bytes) -> str:
    """Return the sheets of an XLSX workbook as text; raises FileError."""
    try:
        return text_of_sheets(name, list(_sheets(Packed(name, content))))
    except FileError:
        raise
    except BROKEN:
        raise FileError(
            _("“{name}” cannot be read as an XLSX workbook; save the list as CSV and send that.", name=name)
        ) from None


def _sheets(packed: Packed) -> Iterator[Sheet]:
    """Yield the sheets with cells, in the order of the workbook."""
    start = next(iter(_targets(packed, "", "officeDocument").values()), "xl/workbook.xml")  # not said
    workbook = packed.tree(start)
    if tag(workbook) != "workbook":  # not said
        raise ValueError(start)
    of_1904 = any(
        is_on(attributes(element).get("date1904")) for element in workbook.iter() if tag(element) == "workbookPr"
    )
    targets = _targets(packed, start, "")
    tally = Tally()
    texts, struck_texts = _texts(
        packed, next((t for t in targets.values() if t.endswith("haredStrings.xml")), ""), tally
    )
    styles = packed.tree(next((t for t in targets.values() if t.endswith("tyles.xml")), ""))
    book = _Book(texts, struck_texts, *_styles(styles), _dates(of_1904))
    views = [attributes(element) for element in workbook.iter() if tag(element) == "workbookView"]  # not said
    opened = views[0].get("activeTab", "0") if views else ""  # not said
    read = {""}
    listed = [attributes(element) for element in workbook.iter() if tag(element) == "sheet"]
    for place, found in enumerate(listed):
        target = targets.get(found.get("id", ""), "")  # not said
        if target not in read:  # a part that is named often is read once
            read.add(target)
            sheet = _sheet(packed, target, found.get("name", ""), book, tally)
            is_hidden = found.get("state", "visible") != "visible"
            yield replace(sheet, is_hidden=is_hidden, is_open=str(place) == opened and not is_hidden)


def _targets(packed: Packed, part: str, kind: str) -> dict[str, str]:
    """Return the parts that a part of a workbook names, by their ids; with ``kind`` only those whose type ends so."""
    folder, file = posixpath.split(part)
    targets = dict[str, str]()
    for found in map(attributes, packed.tree(posixpath.join(folder, "_rels", f"{file}.rels"))):
        if found.get("Type", "").endswith(kind):  # not said
            path = posixpath.join("/" + folder, found.get("Target", ""))  # not said
            targets[found.get("Id", "")] = posixpath.normpath(path).lstrip("/")  # not said
    return targets


def _texts(packed: Packed, part: str, tally: Tally) -> tuple[list[str], set[int]]:
    """Return the shared texts of a workbook, and the places of those that are struck from end to end."""
    texts, struck_ones = list[str](), set[int]()
    if part not in packed.names:
        return texts, struck_ones
    for event, element in packed.elements(part, frozenset({"si"}), tally):
        if event == "end" and tag(element) == "si":  # not said
            text, is_struck = _rich_text(element)
            if is_struck:
                struck_ones.add(len(texts))
            texts.append(one_line(text)[: MAX_TEXT + 1])  # a list with more is refused
    return texts, struck_ones


def _rich_text(element: Element) -> tuple[str, bool]:
    """Return the text of a shared or inline text without its reading aids, and whether all its runs are struck."""
    parts, runs = list[str](), list[bool]()
    for child in element:
        if tag(child) == "t":
            parts.append(child.text or "")
            runs.append(False)
        elif tag(child) == "r":
            text = "".join(part.text or "" for part in child if tag(part) == "t")
            parts.append(text)
            if text.strip():
                runs.append(any(_is_struck(part) for part in child if tag(part) == "rPr"))  # not said
    return "".join(parts), bool(runs) and all(runs)


def _is_struck(font: Element) -> bool:
    """Whether a font is struck through."""
    return any(is_on(attributes(part).get("val", "1")) for part in font if tag(part) == "strike")  # not said


def _styles(root: Element) -> tuple[set[int], set[int]]:
    """Return which styles of cells show numbers as dates, and which strike through."""
    formats = dict[str, str]()
    fonts, dates, struck_ones = list[bool](), set[int](), set[int]()
    for part in root:
        if tag(part) == "numFmts":  # not said
            formats = {
                found.get("numFmtId", ""): found.get("formatCode", "") for found in map(attributes, part)
            }  # not said
        elif tag(part) == "fonts":
            fonts = [_is_struck(font) for font in part]
        elif tag(part) == "cellXfs":  # not said
            for number, found in enumerate(map(attributes, part)):
                if _is_date(found.get("numFmtId", "0"), formats):  # not said
                    dates.add(number)
                if fonts and fonts[int(found.get("fontId", "0"))]:  # not said
                    struck_ones.add(number)
    return dates, struck_ones


def _is_date(number: str, formats: dict[str, str]) -> bool:
    """Whether a number format, given by its number, shows dates or times."""
    from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format

    if number == "0":
        return False
    return bool(is_date_format(formats.get(number) or BUILTIN_FORMATS.get(int(number), "")))


def _dates(of_1904: bool) -> Callable[[str], str]:
    """Return a function that gives the date of a number, as text."""

    def date_of(text: str) -> str:
        from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

        try:
            return cell_text(from_excel(float(text), CALENDAR_MAC_1904 if of_1904 else CALENDAR_WINDOWS_1900))
        except (ValueError, OverflowError):
            return number_text(text)

    return date_of


def _sheet(packed: Packed, part: str, name: str, book: _Book, tally: Tally) -> Sheet:
    """Return a sheet; the tally has what came before it."""
    sheet, row, column = Sheet(name), 0, -1
    for event, element in packed.elements(part, frozenset({"c"}), tally):
        kind = tag(element)
        if event == "start":
            if kind == "row":
                row, column = int(element.get("r") or row + 1), -1
                if is_on(element.get("hidden")):
                    sheet.hidden.add(row)
        elif kind == "c":
            row, column = _place(element.get("r", ""), row, column + 1)
            if text := _cell(element, book):
                sheet.rows.setdefault(row, {})[min(column, MAX_COLUMNS)] = text  # a list so wide is refused
        elif kind == "row":
            tally.note(sheet.rows.get(row, {}), 1 if row in sheet.rows else 0)
        elif kind == "mergeCell" and (block := _block(element.get("ref", ""))):  # not said
            sheet.blocks.append(block)
    return sheet


@cache
def _column(letters: str) -> int:
    """Return the number of a column, counted from 0."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _place(reference: str, row: int, column: int) -> tuple[int, int]:
    """Return row and column of a cell by its reference, such as B3; the place where it stands if it has none."""
    found = _CELL.fullmatch(reference)
    return (int(found[2]), _column(found[1])) if found else (row, column)


def _block(reference: str) -> Block | None:
    """Return the cells of a merged range, such as A2:A4, that lie below one another."""
    first, found, last = reference.partition(":")
    (top, column), (bottom, _last) = _place(first, 0, 0), _place(last, 0, 0)
    return (top, bottom, column) if found and bottom > top else None


def _cell(cell: Element, book: _Book) -> str:
    """Return the text of a cell, with the marks of a struck one and of a formula without a value."""
    style, kind = int(cell.get("s") or 0), cell.get("t") or "n"  # not said
    parts = {name: part for part in cell if (name := tag(part)) in _VALUES}
    value = (parts["v"].text or "") if "v" in parts else ""
    is_struck = style in book.struck_styles
    if kind == "s":
        text = book.texts[int(value)] if value else ""
        is_struck = is_struck or (bool(value) and int(value) in book.struck_texts)
    elif kind == "inlineStr" and "is" in parts:  # not said
        text, runs_struck = _rich_text(parts["is"])
        text, is_struck = one_line(text), is_struck or runs_struck
    elif not value and kind != "str" and "f" in parts:
        text = FORMULA_MARK
    elif kind == "b":
        text = str(value == "1") if value else ""
    elif kind == "n" and value:
        text = book.date_of(value) if style in book.date_styles else number_text(value)
    else:
        text = one_line(value)
    return struck(text) if is_struck else text
