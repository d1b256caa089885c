"""Leaving out what is no part of a log: comments, and the marks of pages; and telling of comments that may be its turns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.acquire.errors import LogError
from games.acquire.logs.language.diagnostics import LONGEST_LINE, REMARK, Diagnostics
from games.acquire.logs.language.tokens import SourceLine, Token
from games.sentences import gettext_lazy as _

_TILE: Final = r"(?:[1-9]|1[0-2])-?[A-Ia-i]\b"
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
_HIDDEN: Final = re.compile(rf"\s*#.*{_NAME}\W+(?:{_NAME}\W+)?{_TILE}")


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
