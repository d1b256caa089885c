"""The text that every file becomes: lines with tabs between the cells, and the limits of size that hold for all files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time

from wording import gettext as _
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
HIDDEN_MARK = "[hidden] "  # not said
FORMULA_MARK = "[formula]"  # not said

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


@dataclass(slots=True)
class Tally:
    """How much was read of a file so far; readers note each row, so that what is too long is refused before all of it is read."""

    rows: int = 0
    letters: int = 0
    parts: int = 0

    def note_part(self) -> None:
        """Note one element of a workbook; raises FileError if there are too many."""
        self.parts += 1
        if self.parts > MAX_PARTS:
            raise FileError(_("The workbook has too many cells. Copy the list into a new workbook and send that."))

    def note(self, cells: Mapping[int, str], times: int = 1) -> None:
        """Note a row with these cells that stands so many times; raises FileError if there are too many rows or letters."""
        self.rows += times
        self.letters += times * sum(map(len, cells.values()))
        check_rows(self.rows)
        check_length(self.letters)


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


def check_rows(count: int) -> None:
    """Raise FileError if a list has too many filled rows."""
    if count > MAX_ROWS:
        raise FileError(_("The list has more than {most} rows; send it in parts.", most=whole(MAX_ROWS)))


def text_of_sheets(name: str, sheets: Iterable[Sheet]) -> str:
    """Return sheets as text; where several have filled rows, a line with ``PAGE_MARK`` and its name comes before each.

    Hidden sheets come last. ``name`` is the file's, for messages. Raises FileError if nothing is filled or there is too much.
    """
    filled = sorted((sheet for sheet in sheets if sheet.rows), key=lambda sheet: sheet.is_hidden)
    if not filled:
        raise FileError(_("“{name}” has no filled rows; check which sheet the players are on.", name=name))
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
            raise FileError(
                _("The list has more than {most} columns; send only the players' columns.", most=MAX_COLUMNS)
            )
        writer.writerow([one_line(cell) for cell in row[:MAX_COLUMNS]])
    return text.getvalue()


def check_length(length: int) -> None:
    """Raise FileError if a text has too many letters."""
    if length > MAX_TEXT:
        raise FileError(
            _("The list has more than {most} letters; send only the players' columns.", most=whole(MAX_TEXT))
        )


def one_line(text: str) -> str:
    """Return a text with every run of blanks and line breaks as one blank."""
    return " ".join(text.split())


def struck(text: str) -> str:
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
