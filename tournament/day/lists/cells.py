"""A list's text as rows of cells: its sheets, what separates its cells, quoted cells with line breaks."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.day.lists.doubts import nobody
from tournament.day.lists.signs import without_numbering

LONGEST_QUOTE = 12
"""The most lines over which a quoted cell may go; a quotation mark that is not closed by then stands for itself."""
BLANKS = "  "
"""The separator of columns that are set apart by two and more blanks."""
WHOLE_LINES = ""
"""The separator of a list with one person a line."""
BLOCKS = "\n"
"""The separator of a list in which each person has several lines, with an empty line behind them, as on labels."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a cell begins that spreadsheets run as a formula, some of them even after a tab or a line break; our own files guard it."""
FORMULA_INSIDE = re.compile(r"((?:(?<=\S)[\t\r\n]|;)\s*)(?='*[=+\-@＝＋－＠])")
_GUARDED_INSIDE = re.compile(rf"{FORMULA_INSIDE.pattern}'")
_FULL_WIDTH = str.maketrans("，；｜", ",;|")
_SHEET = "\f"
_SEP = re.compile(r"sep=([,;\t|])\s*")
_RULE = re.compile(r"[\s|:+=_─│┼\-–—]*")
_GAPS = re.compile(r"\s{2,}|\t")
_FIGURE = re.compile(r"[\d@]")
_MOST_LOOKED_AT = 60


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
    if separator == BLOCKS:
        return [_row_of_block(block) for block in _blocks(lines)]
    rows = []
    framed = separator == "|" and sum(line.lstrip().startswith("|") for _, line in lines) * 5 >= 4 * len(lines)
    for number, line in _records(lines, separator):
        if _SEP.fullmatch(line) or (separator == "|" and _RULE.fullmatch(line)):
            continue
        cells = _cells(_without_frame(line) if framed else line, separator)
        if any(cells):
            rows.append(Row(number, tuple(cells), line))
    return rows


def _blocks(lines: Sequence[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """Return the lines that follow one another without an empty one between, as blocks."""
    blocks: list[list[tuple[int, str]]] = []
    for number, line in lines:
        if blocks and blocks[-1][-1][0] == number - 1:
            blocks[-1].append((number, line))
        else:
            blocks.append([(number, line)])
    return blocks


def _row_of_block(block: Sequence[tuple[int, str]]) -> Row:
    """Return a block as a row of three cells: its first line, those between, and its last."""
    (number, first), *rest = block
    texts = [line.strip() for _number, line in rest]
    return Row(number, (first.strip(), ", ".join(texts[:-1]), *texts[-1:]), ", ".join([first.strip(), *texts]))


def _are_labels(lines: Sequence[tuple[int, str]]) -> bool:
    """Return whether these are blocks of a person each: three lines or more, figures or an address below a line without any."""
    blocks = _blocks(lines)
    told = [b for b in blocks if 2 < len(b) < 8 and not _FIGURE.search(b[0][1]) and nobody(b[0][1]) is None]
    figures = sum(any(_FIGURE.search(without_numbering(line)) for _, line in block[1:]) for block in told)
    return len(blocks) > 1 and len(told) == len(blocks) and figures * 3 >= 2 * len(blocks)


def _cells(line: str, separator: str) -> list[str]:
    """Return the cells of a row, without the apostrophe that keeps a spreadsheet from running one as a formula."""
    if separator == BLANKS:
        return [cell.strip() for cell in _GAPS.split(line.strip())]
    if '"' not in line:
        return [_unguarded(cell.strip()) for cell in line.split(separator)]
    cells = next(csv.reader(io.StringIO(line), delimiter=separator, skipinitialspace=True), [])
    return [" ".join(_unguarded(cell).split()) for cell in cells]


def _unguarded(cell: str) -> str:
    """Return the text that was guarded as `tournament.tellings.csv.plain` does it."""
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
        end = at + 1
        if record.count('"') % 2 and _opens(record, separator):
            joined = record
            while (
                record.count('"') % 2
                and end < len(lines)
                and end - at < LONGEST_QUOTE
                and lines[end][0] - number < LONGEST_QUOTE
            ):
                joined = f"{joined}\n{lines[end][1]}"
                end += 1
                if joined.count('"') % 2 == 0:
                    record = joined
            if record.count('"') % 2:
                record, end = record.replace('"', ""), at + 1
        at = end
        yield number, record


def _opens(record: str, separator: str) -> bool:
    """Return whether a quotation mark opens a cell of the record."""
    return any(cell.lstrip().startswith('"') and cell.count('"') % 2 for cell in record.split(separator))


def announced(lines: Sequence[tuple[int, str]]) -> str:
    """Return the separator that the first line of a list names ("sep=;"), empty without one."""
    found = _SEP.fullmatch(lines[0][1]) if lines else None
    return found[1] if found else ""


def separator_of(lines: Sequence[tuple[int, str]]) -> str:
    """Return what separates the cells of a list without headings; `WHOLE_LINES` if each line is a person as people write one.

    A comma with a blank behind it is read within the line, since "Eins, Alpha" and "Alpha Eins, DE" stand in one list.
    """
    if _are_labels(lines):
        return BLOCKS
    texts = [line for _, line in lines[:_MOST_LOOKED_AT]]
    for sign, least in (("\t", 0.5), ("|", 0.6), (";", 0.6)):
        inside = sum(sign in without_numbering(text).strip(" ;|\t") for text in texts)
        everywhere = sum(sign in without_numbering(text) for text in texts)
        if inside >= least * len(texts) or (everywhere >= 0.9 * len(texts) and inside * 3 >= len(texts) and inside > 1):
            return sign
    with_commas = [text for text in texts if "," in text]
    if len(with_commas) >= 0.6 * len(texts):  # most of the lines
        quoted = sum(text.lstrip().startswith('"') or ',"' in text for text in with_commas)
        commas, tight = (
            sum(text.count(",") for text in with_commas),
            sum(len(re.findall(r",(?=\S)", text)) for text in with_commas),
        )
        counts = Counter(text.count(",") for text in with_commas)
        if quoted * 2 >= len(with_commas) or (
            tight >= 0.8 * commas and counts.most_common(1)[0][1] >= 0.6 * len(with_commas)
        ):
            return ","
    gaps = [len(_GAPS.findall(without_numbering(text).strip())) for text in texts]
    if len(texts) > 1 and sum(map(bool, gaps)) >= 0.8 * len(texts):
        return BLANKS
    return WHOLE_LINES
