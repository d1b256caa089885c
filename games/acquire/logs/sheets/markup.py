"""Taking away what printers and scribes put between and into the lines of a log: page marks, and words struck out.

What is taken away is replaced by spaces, so that everything else keeps its column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.acquire.logs.language.diagnostics import LONGEST_LINE, REMARK, Diagnostics
from games.acquire.logs.language.tokens import SourceLine, Token

_STRUCK: Final = re.compile(r"~~[^~]{1,80}~~")
#: A whole line that only counts pages or says that the sheet goes on.
_PAGE: Final = re.compile(
    r"\s*+(?:-++\s*+\d{1,3}\s*+-++|\(?\s*+(?:cont(?:inued|\.|d|'d)?|forts\w*\.?|suite|ctd\.?)\b[^;:]{0,40}\)?|\(?(?:page|seite|p\.)\s*+\d++[^;:]{0,12})\s*\Z",
    re.IGNORECASE,
)


def without_markup(lines: Sequence[SourceLine], diagnostics: Diagnostics) -> list[SourceLine]:
    """Return the lines without what is no part of the log; each kind is noted on every line that has it."""
    left = []
    for line in lines:
        if len(line.text) > LONGEST_LINE or not _PAGE.match(line.text):
            left.append(_without_struck(line, diagnostics))
        else:
            diagnostics.note(line.trimmed(), REMARK)
    return left


def _without_struck(line: SourceLine, diagnostics: Diagnostics) -> SourceLine:
    """Return a line with spaces in place of words struck out."""
    if len(line.text) > LONGEST_LINE:
        return line
    for found in _STRUCK.finditer(line.text):
        diagnostics.note(Token(found[0], line.number, line.start + found.start() + 1), "")
    text = _STRUCK.sub(lambda found: " " * len(found[0]), line.text)
    indent = len(text) - len(text.lstrip())
    return SourceLine(text, line.number, line.start).after(indent if text != line.text and not line.is_indented else 0)
