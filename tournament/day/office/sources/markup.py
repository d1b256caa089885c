"""XML: the records of an organiser's program, and workbooks saved as XML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError  # only for types; defusedxml does the reading

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from tournament.day.office.sources.opendocument import text_of_opendocument
from tournament.day.office.sources.packed import attributes, is_on, tag
from tournament.day.office.sources.texts import (
    FORMULA_MARK,
    MAX_COLUMNS,
    MAX_ROWS,
    FileError,
    Sheet,
    Tally,
    as_text,
    one_line,
    struck,
    text_of_sheets,
)
from wording import gettext as _

_ROW, _CELL, _NAME, _HIDDEN, _INDEX = "Row", "Cell", "Name", "Hidden", "Index"  # not said


def text_of_xml(name: str, content: bytes) -> str:
    """Return the headings and records of an XML document, or the sheets of a workbook saved as XML; raises FileError."""
    try:
        root = fromstring(content, forbid_dtd=True)
    except DefusedXmlException:
        raise FileError(
            _("“{name}” defines its own entities or document type; save it without them.", name=name)
        ) from None
    except (ParseError, ValueError, LookupError) as error:
        raise FileError(
            _("“{name}” is not well-formed XML ({error}); export it again, or send CSV.", name=name, error=error)
        ) from None
    if tag(root) == "document" and any(tag(element) == "spreadsheet" for element in root.iter()):  # not said
        return text_of_opendocument(name, content)
    if any(tag(element) == _ROW and any(tag(cell) == _CELL for cell in element) for element in root.iter()):  # not said
        return text_of_sheets(name, list(_sheets(root)))
    records = _records(root)
    if not records:
        raise FileError(_("“{name}” has no list in it. Send CSV instead.", name=name))
    return as_text(_lines(records))


def _lines(records: list[Element]) -> Iterator[list[str]]:
    """Yield the headings of records, then their fields."""
    fields = [_fields(record) for record in records]
    headings = list(dict.fromkeys(heading for record in fields[:MAX_ROWS] for heading in record))
    yield headings
    yield from ([record.get(heading, "") for heading in headings] for record in fields)


def _sheets(root: Element) -> Iterator[Sheet]:
    """Yield the sheets of a workbook saved as XML."""
    struck_styles = {
        attributes(style).get("ID", "")
        for style in root.iter()
        if tag(style) == "Style"  # not said
        and any(tag(part) == "Font" and is_on(attributes(part).get("StrikeThrough")) for part in style)  # not said
    }
    tally = Tally()
    for worksheet in [element for element in root.iter() if tag(element) == "Worksheet"] or [root]:  # not said
        options = [part.text for part in worksheet.iter() if tag(part) == "Visible"]  # not said
        sheet, number = Sheet(attributes(worksheet).get(_NAME, ""), is_hidden=bool(options)), 0
        for row in (element for element in worksheet.iter() if tag(element) == _ROW):  # not said
            found = attributes(row)
            number = _index(found, number + 1)
            cells = _cells_of(row, number, sheet, struck_styles)
            if cells:
                sheet.rows[number] = cells
                tally.note(cells)
                if is_on(found.get(_HIDDEN)):
                    sheet.hidden.add(number)
        yield sheet


def _cells_of(row: Element, number: int, sheet: Sheet, struck_styles: set[str]) -> dict[int, str]:
    """Return the filled cells of a row by column, and note in the sheet those that are merged downward."""
    cells, column = dict[int, str](), -1
    for cell in row:
        found = attributes(cell)
        column = _index(found, column + 2) - 1
        text = one_line("".join(cell.itertext()))
        if any(attributes(part).get("Type") == "DateTime" for part in cell):  # not said
            text = text.removesuffix(".000").removesuffix("T00:00:00")  # not said
        if not text and "Formula" in found:  # not said
            text = FORMULA_MARK
        if text:
            cells[min(column, MAX_COLUMNS)] = (
                struck(text) if found.get("StyleID") in struck_styles else text
            )  # not said
            if (below := found.get("MergeDown", "")).isascii() and below.isdigit() and len(below) < 8:
                sheet.blocks.append((number, number + int(below), column))
        across = found.get("MergeAcross", "")
        column += int(across) if across.isascii() and across.isdigit() and len(across) < 8 else 0
    return cells


def _index(found: dict[str, str], otherwise: int) -> int:
    """Return where a row or cell stands, counted from 1: where it says, never before ``otherwise``."""
    index = found.get(_INDEX, "")
    return max(int(index), otherwise) if index.isascii() and index.isdigit() and len(index) < 8 else otherwise


def _records(root: Element) -> list[Element]:
    """Return the elements that make up the list: the largest group of siblings of one name that have fields."""
    best: list[Element] = []
    for parent in root.iter():
        with_fields = [child for child in parent if len(child) or child.attrib]
        names = Counter(tag(child) for child in with_fields)
        if names and (most := names.most_common(1)[0])[1] > len(best):
            best = [child for child in with_fields if tag(child) == most[0] and _fields(child)]
    return best


def _fields(record: Element) -> dict[str, str]:
    """Return the fields of a record by name: its attributes and the texts within it."""
    found = attributes(record)
    for part in record.iter():
        if part is not record and not len(part):
            found.setdefault(tag(part), (part.text or "").strip())
    return found
