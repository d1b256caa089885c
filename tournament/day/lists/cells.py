"""A list's text as rows of cells: its sheets, what separates its cells, quoted cells with line breaks."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.day.lists.signs import without_numbering

LONGEST_QUOTE = 12
"""The most lines over which a quoted cell may go; a quotation mark that is not closed by then stands for itself."""
BLANKS = "  "
"""The separator of columns that are set apart by two and more blanks."""
WHOLE_LINES = ""
"""The separator of a list with one person a line."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a cell begins that spreadsheets run as a formula, some of them even after a tab or a line break; our own files guard it."""
FORMULA_INSIDE = re.compile(r"((?:(?<=\S)[\t\r\n]|;)\s*)(?='*[=+\-@＝＋－＠])")
_GUARDED_INSIDE = re.compile(rf"{FORMULA_INSIDE.pattern}'")
_FULL_WIDTH = str.maketrans("，；｜", ",;|")
_SHEET = "\f"
_SEP = re.compile(r"sep=([,;\t|])\s*")
_RULE = re.compile(r"[\s|:+=_─│┼\-–—]*")
_GAPS = re.compile(r"\s{2,}|\t")
_PARTING = {
    "\t": re.compile("\t"),
    "|": re.compile(r"\|"),
    ";": re.compile(";"),
    ",": re.compile(r",(?=\S)|\",|, *\""),
    BLANKS: _GAPS,
}
_MOST_LOOKED_AT = 60
_MOST = 0.6
"""The share of lines that have what separates cells."""


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row, without blanks around them, the number of its first line in the text, and the row as it was sent."""

    line: int
    cells: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of a list: its name, empty where there is one sheet only, its filled lines with their numbers, and whether it was open."""

    name: str
    lines: tuple[tuple[int, str], ...]
    is_open: bool = False


def pages_of(text: str) -> list[Page]:
    """Return the sheets of a text; a line that begins with a form feed begins a sheet of that name, with two the one that was open."""
    pages: list[Page] = []
    name, is_open = "", False
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.translate(_FULL_WIDTH).replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if line.startswith(_SHEET):
            if lines:
                pages.append(Page(name, tuple(lines), is_open))
            name, lines, is_open = line.strip(), [], line.startswith(_SHEET * 2)
        elif line.strip(" \t,;|"):
            lines.append((number, line))
    return [*pages, Page(name, tuple(lines), is_open)] if lines or not pages else pages


def rows_of(lines: Sequence[tuple[int, str]], separator: str) -> list[Row]:
    """Return the rows of a sheet by this separator; rows without a filled cell, drawn rules and "sep=" are left out."""
    if separator == WHOLE_LINES:
        return [Row(number, (line.strip(),), line) for number, line in lines]
    rows = []
    framed = separator == "|" and sum(line.lstrip().startswith("|") for _, line in lines) * 5 >= 4 * len(lines)
    for number, line in _records(lines, separator):
        if _SEP.fullmatch(line) or (separator == "|" and _RULE.fullmatch(line)):
            continue
        cells = _cells(_without_frame(line) if framed else line, separator)
        if any(cells):
            rows.append(Row(number, tuple(cells), line))
    return rows


def _cells(line: str, separator: str) -> list[str]:
    """Return the cells of a row, without the apostrophe that keeps a spreadsheet from running one as a formula."""
    if separator == BLANKS:
        return [cell.strip() for cell in _GAPS.split(line.strip())]
    if '"' not in line:
        return [_unguarded_text(cell.strip()) for cell in line.split(separator)]
    cells = next(csv.reader(io.StringIO(line), delimiter=separator, skipinitialspace=True), [])
    return [" ".join(_unguarded_text(cell).split()) for cell in cells]


def _unguarded_text(cell: str) -> str:
    """Return the text that was guarded as `tournament.tellings.csv.spreadsheet_text` does it."""
    if "'" not in cell:
        return cell
    inside = _GUARDED_INSIDE.sub(r"\1", cell)
    return inside[1:] if inside.startswith("'") and inside.lstrip(" '").startswith(FORMULA_STARTS) else inside


def _without_frame(line: str) -> str:
    """Return a row of a table that is drawn with bars, without the bars at its ends."""
    bare = line.strip()
    return bare.removeprefix("|").removesuffix("|")


def _records(lines: Sequence[tuple[int, str]], separator: str) -> Iterator[tuple[int, str]]:
    """Yield each row with the number of its first line; a quotation mark that opens a cell and is not closed goes on in the next lines."""
    at = 0
    while at < len(lines):
        number, record = lines[at]
        at += 1
        if record.count('"') % 2 and _opens(record, separator):
            below = lines[at : at + LONGEST_QUOTE]
            last = next((place for place, (_, line) in enumerate(below, 1) if line.count('"') % 2), 0)
            if last and below[last - 1][0] - number < LONGEST_QUOTE:
                record = "\n".join([record, *(line for _, line in below[:last])])
                at += last
            else:
                record = record.replace('"', "")
        yield number, record


def _opens(record: str, separator: str) -> bool:
    """Return whether a quotation mark opens a cell of the record."""
    return any(cell.lstrip().startswith('"') and cell.count('"') % 2 for cell in record.split(separator))


def announced_separator(lines: Sequence[tuple[int, str]]) -> str:
    """Return the separator that the first line of a list names ("sep=;"), empty without one."""
    found = _SEP.fullmatch(lines[0][1]) if lines else None
    return found[1] if found else ""


def separator_of(lines: Sequence[tuple[int, str]]) -> str:
    """Return what separates the cells of a list without headings; `WHOLE_LINES` if each line is a person as people write one.

    A comma with a blank behind it is read within the line, since "Eins, Alpha" and "Alpha Eins, DE" stand in one list.
    """
    texts = [without_numbering(line).strip(" ;|\t") for _, line in lines[:_MOST_LOOKED_AT]]
    if len(texts) < 2 and "|" not in "".join(texts):
        return WHOLE_LINES
    for sign, parting in _PARTING.items():
        if sum(parting.search(text) is not None for text in texts) >= _MOST * len(texts):
            return sign
    return WHOLE_LINES
