"""What stands on a line and tells nothing of the game: pictures, the time of day before it, the sign of a list."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from games.acquire.logs.language.diagnostics import Diagnostics
from games.acquire.logs.language.spelling import plain_signs
from games.acquire.logs.language.tokens import SourceLine, Token

#: A time of day at the beginning of a line, in brackets or with a dash or a space behind it.
_TIME: Final = re.compile(r"\s*[\[(]?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?[\])]?\s*[-,|]?\s+(?=\S)", re.IGNORECASE)
#: The sign of a list before words that follow it.
_BULLET: Final = re.compile(r"\s*[-*•·>]\s+(?=[\w(])")
#: Stars and the like before words: ``*** Luxor takes over American ***``.
_FRAME: Final = re.compile(r"\s*[*=~_]{2,}\s*(?=\w)")
#: An exclamation mark between two sentences.
_SHOUT: Final = re.compile(r"(?<=\w)!(?=\s+\w)")
#: Characters that only change how the picture before them looks.
_JOINERS: Final = frozenset("\u200d\ufe0e\ufe0f\u20e3")


def without_ornaments(line: SourceLine, diagnostics: Diagnostics) -> SourceLine:
    """Return a line with spaces in place of pictures, a time of day and the sign of a list before it, each of which is noted."""
    text = line.text if line.text.isascii() else _without_pictures(line, diagnostics)
    shout = _SHOUT.search(text)
    if shout is not None:
        diagnostics.note(Token("!", line.number, line.start + shout.start() + 1), ".")
        text = _SHOUT.sub(".", text)
    line = SourceLine(text, line.number, line.start)
    for pattern in (_TIME, _BULLET, _FRAME):
        found = pattern.match(plain_signs(line.text))
        if found is not None:
            written = line.text[: found.end()]
            column = line.start + len(written) - len(written.lstrip()) + 1
            diagnostics.note(Token(written.strip(), line.number, column), "")
            # One space stays before what goes on with the turn above.
            line = line.after(found.end() - line.is_indented)
    if line.text[:1].isspace() and text[:1] != line.text[:1]:
        line = line.after(len(line.text) - len(line.text.lstrip()))
    return line


def _without_pictures(line: SourceLine, diagnostics: Diagnostics) -> str:
    """Return the text of a line with spaces in place of pictures."""
    text = "".join(" " if _is_picture(sign) else sign for sign in line.text)
    if text != line.text:
        at = next(place for place, sign in enumerate(line.text) if _is_picture(sign))
        pictures = "".join(sign for sign in line.text if _is_picture(sign))
        diagnostics.note(Token(pictures, line.number, line.start + at + 1), "")
    return text


def _is_picture(sign: str) -> bool:
    """Whether a character is a picture, or belongs to one."""
    if sign.isascii() or "ARROW" in unicodedata.name(sign, ""):
        return False
    return sign in _JOINERS or unicodedata.category(sign) == "So" or "\U0001f3fb" <= sign <= "\U0001f3ff"
