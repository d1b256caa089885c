"""The lines of a page as they are to be read: without comments and marks, column below column, with footnotes, parted into cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from games.acquire.errors import LogError
from games.acquire.logs.language.diagnostics import LONGEST_LINE, REMARK, Diagnostics
from games.acquire.logs.language.tokens import TILE_SIGN, SourceLine, Token
from games.sentences import gettext_lazy as _

_NAME: Final = r"[^\W\d_]\w*"
#: A sign for a number as a whole cell of a table's heading.
_NUMBER_SIGN: Final = re.compile(r"(^|[|,;\t])(\s*)#(?=\s*[|,;\t]\s*[^\W\d_])")
#: A whole line that only counts pages or says that the sheet goes on.
_PAGE: Final = re.compile(
    r"\s*+(?:-++\s*+\d{1,3}\s*+-++|\d{1,2}\s?/\s?\d{1,2}|\(?\s*+(?:cont(?:inued|\.|d|'d)?|forts\w*\.?|suite|ctd\.?)\b[^;:]{0,40}\)?"
    r"|\(?(?:page|seite|p\.)\s*+\d++[^;:]{0,12})\s*\Z",
    re.IGNORECASE,
)
#: The sign of a heading within a text with marks for its headings.
_HEADING: Final = re.compile(r"#{2,6} +(?=\S)")
#: A comment that tells a player and a tile.
_HIDDEN: Final = re.compile(rf"\s*#.*{_NAME}\W+(?:{_NAME}\W+)?{TILE_SIGN}\b")
#: A footnote: its mark and its text.
_NOTE: Final = re.compile(
    r"\s*(\([a-z0-9]{1,2}\)|[*†‡]|[A-Z]{1,2}\d{1,2}|\[\d{1,2}\])[.:)]?\s+(?:\([^()]*\)\s*[:.]\s*)?(\S.*)\Z"
)
_GAPS: Final = re.compile(r"\S+(?: \S+)*")
_WIDE: Final = re.compile(r"(?<=\S)\s{4,}(?=\S)|^\s{20,}(?=\S)")
#: A word that is divided at the end of a line, and its other part at the beginning of the next one.
_DIVIDED: Final = re.compile(r"[a-zà-ž](-)\s*\Z")
_REST: Final = re.compile(r"\s*([a-zà-ž]+[^\w\s]*)")
#: A page of a width is not narrower, and one in so many of its lines at least is filled.
_NARROWEST: Final = 30
_FULL: Final = 16
#: One line in so many may be wider than the page, and by so much of its width a line that is filled.
_WIDER: Final = 20
_ASTRAY: Final = 10
#: What a photographed stroke between two cells looks like.
_STROKES: Final = re.compile(r"(?<!\S)[!¦](?!\S)")
_FEWEST_OF_COLUMN: Final = 8
_OF_COLUMN: Final = (1, 2)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a row: its text and the column of its first character, from 0."""

    text: str
    start: int


def with_strokes(line: SourceLine) -> SourceLine:
    """Return a line of a table with strokes for the signs that a picture shows in their place."""
    return line._replace(text=_STROKES.sub("|", line.text)) if "|" in line.text else line


def one_column(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """Return the lines of a page of two columns with those of the right one behind those of the left one."""
    gaps = Counter(found.end() for line in lines for found in _WIDE.finditer(line.text.rstrip()))
    start = max(gaps, key=lambda column: gaps[column] + gaps[column + 1], default=0)
    start = start if gaps[start] + gaps[start + 1] >= _FEWEST_OF_COLUMN else 0
    wide = [line for line in lines if len(line.text) > start]
    if not start or sum(_is_blank(line, start) for line in wide) * _OF_COLUMN[1] < len(lines) * _OF_COLUMN[0]:
        return list(lines)
    if any(not _is_blank(line, start) for line in wide[2:]) or sum("|" in line.text for line in lines) * 2 > len(lines):
        return list(lines)
    left, right = [], []
    for line in lines:
        is_cut = len(line.text) > start and _is_blank(line, start)
        left.append(line._replace(text=line.text[:start].rstrip()) if is_cut else line)
        if is_cut:
            right.append(line.after(start))
    last = max(at for at, line in enumerate(lines) if len(line.text) > start)
    while last + 1 < len(left) and left[last + 1].is_indented:
        last += 1
    return [*left[: last + 1], *right, *left[last + 1 :]]


def joined_lines(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """Return the lines with words that were divided at the end of a line whole again, in the line where they begin."""
    found = list(lines)
    for at, below in enumerate(lines[1:]):
        head, rest = _DIVIDED.search(found[at].text), _REST.match(below.text)
        if head is not None and rest is not None:
            found[at] = found[at]._replace(text=found[at].text[: head.start(1)] + rest[1])
            found[at + 1] = below._replace(text=" " * rest.end() + below.text[rest.end() :])
    return [line for line in found if line.text.strip()]


def filled_lines(lines: Sequence[SourceLine]) -> set[int]:
    """Return the numbers of the lines that may go on in the next one, since its first word had no place in the width of the page.

    The width is that of the widest lines but for a few; a page of which few lines are filled has none.
    """
    lengths = sorted(len(line.text.rstrip()) for line in lines)
    width = lengths[-1 - len(lengths) // _WIDER] if lengths else 0
    full = {
        line.number
        for line, below in pairwise(lines)
        if below.text.strip()
        and width < len(line.text.rstrip()) + 1 + len(below.text.split()[0])
        and len(line.text) <= width + width // _ASTRAY
    }
    return full if width >= _NARROWEST and len(full) * _FULL > len(lines) else set()


def _is_blank(line: SourceLine, start: int) -> bool:
    """Whether nothing stands before a column."""
    return not line.text[start - 3 : start].strip()


def cells_of(text: str, sign: str) -> list[Cell]:
    """Return the cells of a line; without a sign they are parted by two spaces or more."""
    if not sign:
        return [Cell(found[0], found.start()) for found in _GAPS.finditer(text)]
    body = text
    start = 0
    if sign == "|":
        inner = text.strip()
        is_framed = inner.startswith("|") and (inner.endswith("|") or text.startswith("|"))
        start = text.find("|") + 1 if is_framed else 0
        body = text[start : text.rstrip().rfind("|")] if inner.endswith("|") and len(inner) > 1 else text[start:]
    cells = []
    quoted = re.compile(r'\s*"((?:[^"]|"")*)"\s*\Z')
    for piece in _pieces(body, sign):
        bare = quoted.match(piece)
        cells.append(Cell(bare[1], start + piece.index('"') + 1) if bare else Cell(piece, start))
        start += len(piece) + 1
    return cells


def _pieces(text: str, sign: str) -> list[str]:
    """Return the pieces of a text between signs that stand outside quotes."""
    if '"' not in text:
        return text.split(sign)
    pieces, begin, is_quoted = [], 0, False
    for at, letter in enumerate(text):
        is_quoted ^= letter == '"'
        if letter == sign and not is_quoted:
            pieces.append(text[begin:at])
            begin = at + 1
    return [*pieces, text[begin:]]


def footnotes(lines: Sequence[SourceLine]) -> Iterator[tuple[SourceLine, int, int, SourceLine]]:
    """Yield each footnote with the line that has its mark, nearest above, and the places where the mark begins and ends there."""
    for at, line in enumerate(lines):
        found = _NOTE.match(line.text)
        if found is None:
            continue
        if found[1][0].isalpha() and sum(other.text.lstrip().startswith(found[1]) for other in lines) > 1:
            continue
        pattern = re.compile(rf"(?<!\w){re.escape(found[1])}(?!\w)")
        for home in reversed(lines[:at]):
            mark = pattern.search(home.text)
            if mark is not None and not _NOTE.match(home.text):
                yield line.after(found.start(2)), home.start + mark.start(), home.start + mark.end(), home
                break


def without_comments(lines: Sequence[SourceLine], diagnostics: Diagnostics) -> list[SourceLine]:
    """Return the lines that are not empty, without comments and marks of pages; lines that are too long are returned unchanged."""
    left = []
    for line in lines:
        if _PAGE.match(line.text[:LONGEST_LINE]):
            diagnostics.note(line.trimmed(), REMARK)
            continue
        heading = _HEADING.match(line.text[:LONGEST_LINE])
        if heading is not None:
            left.append(line.after(heading.end()))
            continue
        body = line if len(line.text) > LONGEST_LINE else next(_with_numbers(line).parts("#"))
        if body.text.lstrip().startswith("//"):
            diagnostics.note(Token("//", line.number, len(body.text) - len(body.text.lstrip()) + 1), "#")
        elif body.text.strip():
            left.append(body)
    return left


def hidden_turn(lines: Sequence[SourceLine]) -> LogError | None:
    """Return the error of the first comment that tells a player and a tile, in a log that tells no other turn; None if none does."""
    for line in lines:
        if _HIDDEN.match(line.text[:LONGEST_LINE]):
            return line.trimmed().wrong(
                _("the log has no turns, but this comment could be one"),
                _("turns without '#' in front, such as '1 Ann: 4C'"),
            )
    return None


def _with_numbers(line: SourceLine) -> SourceLine:
    """Return a line with a letter in place of a sign for a number that is the heading of a column, and no comment."""
    if "#" not in line.text:
        return line
    return SourceLine(_NUMBER_SIGN.sub(r"\1\2n", line.text), line.number, line.start)
