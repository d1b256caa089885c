"""Organisers' files, read as one text of lines and columns: CSV and plain text in any encoding, XLSX, XML.

XLSX is read by openpyxl and XML by defusedxml, which knows no entities of a document's own and fetches nothing. An XLSX is a packed
folder: its unpacked size is checked before a byte of it is read, and rows and columns are counted while they are read.
"""

from __future__ import annotations

import csv
import io
import lzma
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from xml.etree.ElementTree import Element, ParseError  # only for types; defusedxml does the reading

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from wording import gettext as _
from wording.figures import whole

MAX_FILE = 1_000_000
MAX_UNPACKED = 20_000_000
MAX_ROWS = 2_500
MAX_TEXT = 400_000
MAX_COLUMNS = 100
ZIP_MARK = b"PK"
OLD_WORKBOOK_MARK = b"\xd0\xcf\x11\xe0"


BROKEN = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, DefusedXmlException, ParseError),
    *(ArithmeticError, AttributeError, EOFError, LookupError, OSError, RuntimeError, TypeError, ValueError),
)
"""The errors that reading a damaged workbook can raise: the library uses most of what it finds without checking it."""


class FileError(ValueError):
    """Raised if a file cannot be read as a list of players; the message says why and what to send instead."""


def text_of_file(name: str, content: bytes) -> str:
    """Return a file as text; XLSX and XML become lines with tabs between the columns, any other text stays as it is.

    ``name`` is only for messages; the kind of a file is recognised by its first bytes. Raises FileError.
    """
    check_size(len(content))
    if content.startswith(ZIP_MARK):
        return _as_text(_rows_of_workbook(name, content))
    if content.startswith(OLD_WORKBOOK_MARK):
        raise FileError(_("“{name}” is an old workbook; save it as XLSX or CSV and send that.", name=name))
    text = _decoded(name, content)
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        return _as_text(_rows_of_xml(name, content))
    return text


def check_size(size: int) -> None:
    """Raise FileError if a file has too many bytes; pages call this before they read the file."""
    if size > MAX_FILE:
        raise FileError(
            _(
                "The file has {size} bytes; the most is {most}. Send the list in parts, without pictures.",
                size=whole(size),
                most=whole(MAX_FILE),
            )
        )


def _decoded(name: str, content: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or Windows-1252; raises FileError for anything else."""
    encodings = ["utf-16"] if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text:
            return text
    raise FileError(_("“{name}” is not a text, XLSX or XML file; save the list as CSV and send that.", name=name))


def _as_text(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as lines with tabs between the columns; raises FileError if there are too many rows, columns or letters."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    for number, row in enumerate(rows, 1):
        if number > MAX_ROWS:
            raise FileError(_("The list has more than {most} rows; send it in parts.", most=whole(MAX_ROWS)))
        if text.tell() > MAX_TEXT:
            raise FileError(
                _("The list has more than {most} letters; send only the players' columns.", most=whole(MAX_TEXT))
            )
        if any(cell.split() for cell in row[MAX_COLUMNS:]):
            raise FileError(
                _("The list has more than {most} columns; send only the players' columns.", most=MAX_COLUMNS)
            )
        writer.writerow([" ".join(cell.split()) for cell in row[:MAX_COLUMNS]])
    return text.getvalue()


def _rows_of_workbook(name: str, content: bytes) -> Iterator[list[str]]:
    """Yield the filled rows of the first sheet of an XLSX workbook that has any."""
    from openpyxl import (
        load_workbook,
    )  # imported here, because the import takes a quarter of a second and only workbooks need it

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            unpacked = sum(member.file_size for member in packed.infolist())
        if unpacked > MAX_UNPACKED:
            raise FileError(
                _(
                    "“{name}” unpacks to {size} bytes; the most is {most}. Save only the list, as CSV.",
                    name=name,
                    size=whole(unpacked),
                    most=whole(MAX_UNPACKED),
                )
            )
        workbook = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        for sheet in workbook.worksheets:
            rows = [
                _without_end([_cell(value) for value in row])
                for row in sheet.iter_rows(max_row=MAX_ROWS + 1, max_col=MAX_COLUMNS + 1, values_only=True)
            ]
            filled = [row for row in rows if any(row)]
            if filled:
                yield from filled
                return
    except FileError:
        raise
    except BROKEN:
        raise FileError(
            _("“{name}” cannot be read as an XLSX workbook; save the list as CSV and send that.", name=name)
        ) from None
    raise FileError(_("“{name}” has no filled rows; check which sheet the players are on.", name=name))


def _without_end(cells: list[str]) -> list[str]:
    """Return the cells of a row up to the last one with text."""
    return cells[: max((at for at, cell in enumerate(cells, 1) if cell), default=0)]


def _cell(value: object) -> str:
    """Return the value of a cell as text."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # a spreadsheet keeps 501 as 501.0
    return value.isoformat() if isinstance(value, date | datetime) else str(value)


def _rows_of_xml(name: str, content: bytes) -> Iterator[list[str]]:
    """Yield the headings and records of an XML document, or the rows of a workbook saved as XML."""
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
    rows = [element for element in root.iter() if _tag(element) == "Row"]  # not said
    if rows and any(_tag(cell) == "Cell" for cell in rows[0]):  # not said
        yield from (_row_of_cells(row) for row in rows)
        return
    records = _records(root)
    if not records:
        raise FileError(_("“{name}” has no list in it. Send CSV instead.", name=name))
    fields = [_fields(record) for record in records]
    headings = list(dict.fromkeys(heading for record in fields[:MAX_ROWS] for heading in record))
    yield headings
    yield from ([record.get(heading, "") for heading in headings] for record in fields)


def _tag(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def _row_of_cells(row: Element) -> list[str]:
    """Return the cells of a row of a workbook saved as XML, with empty cells where its indexes leave gaps."""
    cells: list[str] = []
    for cell in row:
        index = next((value for key, value in cell.attrib.items() if key.rpartition("}")[2] == "Index"), "")  # not said
        if index.isascii() and index.isdigit() and len(cells) < int(index):
            cells += [""] * (
                min(int(index), MAX_COLUMNS + 1) - 1 - len(cells)
            )  # more columns are refused by `_as_text`
        cells.append(" ".join("".join(cell.itertext()).split()))
    return cells


def _records(root: Element) -> list[Element]:
    """Return the elements that make up the list: the largest group of siblings of one name that have fields."""
    best: list[Element] = []
    for parent in root.iter():
        with_fields = [child for child in parent if len(child) or child.attrib]
        names = Counter(_tag(child) for child in with_fields)
        if names and (most := names.most_common(1)[0])[1] > len(best):
            best = [child for child in with_fields if _tag(child) == most[0] and _fields(child)]
    return best


def _fields(record: Element) -> dict[str, str]:
    """Return the fields of a record by name: its attributes and the texts within it."""
    found = {key.rpartition("}")[2]: value for key, value in record.attrib.items()}
    for part in record.iter():
        if part is not record and not len(part):
            found.setdefault(_tag(part), (part.text or "").strip())
    return found
