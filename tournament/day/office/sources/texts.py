"""The text that every file becomes: its letters, lines with tabs between the cells, limits of size; and what is no list.

UTF-8 and UTF-16 are certain; anything else is read as Windows writes it, and asked about. What is no list is told by how it begins.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time

from wording import gettext as _
from wording import gettext_noop
from wording.figures import whole

MAX_FILE = 1_000_000
MAX_UNPACKED = 20_000_000
MAX_ROWS = 2_500
MAX_TEXT = 400_000
MAX_COLUMNS = 100
MAX_PARTS = 400_000
"""The most elements of XML that a workbook may have, filled or not; a list of the most letters has half as many."""

PAGE_MARK = "\f"
"""Begins a line that names the sheet whose rows follow; two begin that of the sheet that was open when the workbook was saved."""
HIDDEN_MARK = "[hidden] "
FORMULA_MARK = "[formula]"

PASSWORD = gettext_noop("“{name}” has a password. Open it, save it without the password and send it again.")
NO_LIST = gettext_noop(
    "“{name}” is not a list that can be read. Send the list as XLSX, or copy the names and paste them, one name per line."
)
_XLS = gettext_noop("“{name}” is an old-style workbook (XLS). Open it, save it as XLSX and send it again.")
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_IN_OLD_OFFICE = {"EncryptedPackage": PASSWORD, "Workbook": _XLS}
_BEGINNING = re.compile(
    r"%PDF-|%!PS|\{\\rtf|BEGIN:V(?:CARD|CALENDAR)|<(?:[?!]|[a-z][\w:.-]*[\s/>])"
    r"|[\[{]\s*(?:\{\s*)?\"[^\"\n]*+\"\s*[:,\]}]|(?:[\[{]\s*){50}",
    re.IGNORECASE,
)
"""How documents, pages, calendars, XML and JSON begin."""
_MAIL = re.compile(r"^(?:Received|Return-Path|Message-ID|MIME-Version|Delivered-To): ", re.IGNORECASE | re.MULTILINE)
_TRF = re.compile(r"^001 [ \d]{3}\d [ mw]", re.MULTILINE)
_MESSAGE = re.compile(
    r"^\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2}(?::\d{2})?(?:[ \u202f]?[ap]\.?m\.?)?(?:\]| [-–]) ?[^\t\n;:]{2,80}: ",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD = 5_000
"""How many letters from the beginning the lines of an e-mail's head are looked for."""
CANDIDATES = ("cp1252", "cp1250", "cp1251", "cp1253", "cp1254")
"""The encodings of texts besides UTF-8 and UTF-16: the first that makes a text of the bytes is taken, the others may be chosen."""
_SURE = ("utf-8", "utf-8-sig", "utf-16")
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_CONTROLS, _NULL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x9f\ufffd-\uffff\ue000-\uf8ff]"), re.compile("\x00")

Rows = dict[int, dict[int, str]]
"""The filled cells of a sheet by row and column, both counted from any number."""
Block = tuple[int, int, int]
"""Cells merged downward: their first row, their last row, their column."""


class FileError(ValueError):
    """Raised if a file or a pasted text cannot be read as a list of players; the message says why and what to send instead."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a workbook; ``hidden`` are the rows of ``rows`` that its owner does not show, ``is_open`` is the one last looked at."""

    name: str = ""
    rows: Rows = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    blocks: list[Block] = field(default_factory=list)
    is_hidden: bool = False
    is_open: bool = False


def too_large(most: int = MAX_ROWS) -> str:
    """Return the sentence that a list has too many rows, columns or letters."""
    return _(
        "The list is too large. Send only the players' columns, and at most {most} rows at a time.", most=whole(most)
    )


def check_parts(count: int) -> None:
    """Raise FileError if a workbook has too many cells or elements."""
    if count > MAX_PARTS:
        raise FileError(too_large())


def check_size(size: int) -> None:
    """Raise FileError if a file has too many bytes; pages call this before they read the file."""
    if size > MAX_FILE:
        raise FileError(
            _(
                "The file has {size} bytes; the limit is {most}. Send the list in parts, without pictures.",
                size=whole(size),
                most=whole(MAX_FILE),
            )
        )


def check_rows(count: int) -> None:
    """Raise FileError if a list has too many filled rows."""
    if count > MAX_ROWS:
        raise FileError(too_large())


def text_of_sheets(name: str, sheets: Iterable[Sheet]) -> str:
    """Return sheets as text; where several have filled rows, a line with ``PAGE_MARK`` and its name comes before each.

    Hidden sheets come last. ``name`` is the file's, for messages. Raises FileError if nothing is filled or there is too much.
    """
    filled = sorted((sheet for sheet in sheets if sheet.rows), key=lambda sheet: sheet.is_hidden)
    if not filled:
        raise FileError(
            _("“{name}” has no rows with anything in them; check which sheet the players are on.", name=name)
        )
    check_rows(sum(len(sheet.rows) for sheet in filled))
    if len(filled) == 1:
        return as_text(_rows_of(filled[0]))
    texts = [f"{PAGE_MARK * (1 + sheet.is_open)}{one_line(sheet.name)}\n{as_text(_rows_of(sheet))}" for sheet in filled]
    check_length(sum(map(len, texts)))
    return "".join(texts)


def as_text(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as lines with tabs between the columns; raises FileError if there are too many rows, columns or letters."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    for number, row in enumerate(rows, 1):
        check_rows(number)
        check_length(text.tell())
        if any(cell.split() for cell in row[MAX_COLUMNS:]):
            raise FileError(too_large())
        writer.writerow([one_line(cell) for cell in row[:MAX_COLUMNS]])
    check_length(text.tell())
    return text.getvalue()


def check_length(length: int) -> None:
    """Raise FileError if a text has too many letters."""
    if length > MAX_TEXT:
        raise FileError(too_large())


def one_line(text: str) -> str:
    """Return a text with every run of blanks and line breaks as one blank."""
    return " ".join(text.split())


def struck_text(text: str) -> str:
    """Return the text of a cell that is struck through."""
    return f"~~{text}~~" if text.strip() else ""


def cell_text(value: object) -> str:
    """Return the value of a cell as text: whole numbers without a point, dates and times by ISO 8601."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # a spreadsheet keeps 501 as 501.0
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date | time) else str(value)


def number_text(text: str) -> str:
    """Return a number as a workbook keeps it, without a needless point: "501.0" is "501"; anything else stays as it is."""
    try:
        return cell_text(float(text)) if len(text) < 40 else text
    except (ValueError, OverflowError):
        return text


def _rows_of(sheet: Sheet) -> Iterable[list[str]]:
    """Yield the filled rows of a sheet, with merged cells repeated downward and hidden rows marked."""
    _repeat_blocks(sheet.rows, sheet.blocks)
    for number in sorted(sheet.rows):
        cells = _row_of(sheet.rows[number])
        if number in sheet.hidden:
            first = next(at for at, cell in enumerate(cells) if cell)
            cells[first] = HIDDEN_MARK + cells[first]
        yield cells


def _row_of(cells: Mapping[int, str]) -> list[str]:
    """Return the cells of a row from column 0 to its last; a cell that is too far out is kept just beyond the last allowed."""
    width = min(max(cells) + 1, MAX_COLUMNS)
    beyond = [cell for column, cell in cells.items() if column >= MAX_COLUMNS]
    return [cells.get(column, "") for column in range(width)] + beyond[:1]


def _repeat_blocks(rows: Rows, blocks: Sequence[Block]) -> None:
    """Repeat the first cell of each block in the filled rows below it; no cell is written twice, however blocks overlap."""
    if not blocks:
        return
    numbers, done = sorted(rows), dict[int, int]()
    starts = {number: at for at, number in enumerate(numbers)}
    for first, last, column in sorted(blocks):
        text = rows.get(first, {}).get(column, "")
        if not text or first < done.get(column, first):
            continue
        for number in numbers[starts[first] + 1 :]:
            if number > last:
                break
            rows[number].setdefault(column, text)
        done[column] = last + 1


@dataclass(frozen=True, slots=True)
class Source:
    """A file as text; ``encoding`` is the one by which its letters were read, empty where that is certain."""

    text: str
    encoding: str = ""


def source_of_bytes(name: str, content: bytes) -> Source:
    """Return a file's bytes as text; raises FileError if they are no text."""
    marked = next((encoding for mark, encoding in _MARKS if content.startswith(mark)), "")
    if not marked and b"\x00" in content[:4_000]:  # halves of most letters of UTF-16 are zero
        marked = "utf-16-le" if content[1::2].count(0) > content[0::2].count(0) else "utf-16-be"
    for encoding in (marked,) if marked else ("utf-8", *CANDIDATES):
        text = _text(content, encoding)
        if text is not None:
            return Source(text.removeprefix("\ufeff"), encoding if encoding in CANDIDATES else "")
    raise FileError(_(NO_LIST, name=name))


def recoded_text(text: str, used: str, wanted: str) -> str:
    """Return what ``wanted`` makes of the bytes that ``used`` made this text of; raises FileError if it makes no text of them."""
    if used not in CANDIDATES or wanted not in CANDIDATES:
        raise FileError(_cannot_be(wanted))
    try:
        found = _text(text.encode(used), wanted)
    except UnicodeEncodeError:
        found = None
    if found is None:
        raise FileError(_cannot_be(wanted))
    return found


def _cannot_be(encoding: str) -> str:
    """Return the sentence that a list cannot be read by an encoding."""
    return _(
        "The list cannot be read as {encoding}. Choose another encoding, or send the file again.",
        encoding=encoding_words(encoding),
    )


def encoding_words(encoding: str) -> str:
    """Return a plain name for an encoding, as pages show it."""
    names = {
        "cp1252": _("Western (Windows)"),
        "cp1250": _("Central European (Windows)"),
        "cp1251": _("Cyrillic (Windows)"),
        "cp1253": _("Greek (Windows)"),
        "cp1254": _("Turkish (Windows)"),
    }
    return names.get(encoding, encoding)


def _text(content: bytes, encoding: str) -> str | None:
    """Return the text that an encoding makes of bytes; None if it makes none."""
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if (_NULL if encoding in _SURE else _CONTROLS).search(text) else text


def refuse_bytes(name: str, content: bytes) -> None:
    """Raise FileError if a file was made by an office program of the old kind."""
    if content.startswith(_OLD_OFFICE):
        found = (sentence for part, sentence in _IN_OLD_OFFICE.items() if part.encode("utf-16-le") in content)
        raise FileError(_(next(found, NO_LIST), name=name))


def refuse_text(name: str, text: str) -> None:
    """Raise FileError if the text of a file, or a pasted one, is of a kind that is no list."""
    start = text.lstrip("\ufeff \t\r\n")
    messages = len(_MESSAGE.findall(start))
    if (
        _BEGINNING.match(start)
        or _MAIL.search(start, 0, _HEAD)
        or _TRF.search(start)
        or (messages > 1 and messages * 2 >= len(start.split("\n")))
    ):
        raise FileError(_(NO_LIST, name=name))
