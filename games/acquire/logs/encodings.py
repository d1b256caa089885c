"""The text of a log's bytes: UTF-8, UTF-16 in either order, with its mark or without, or else Windows-1252, which has Latin-1's letters."""

from __future__ import annotations

from typing import Final

from games.acquire.errors import LogError
from games.sentences import gettext_lazy as _

UTF_8: Final = "UTF-8"
_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig", UTF_8),
    (b"\xff\xfe", "utf-16", "UTF-16"),
    (b"\xfe\xff", "utf-16", "UTF-16"),
)
#: In UTF-16 more than the fourth part of a log's bytes is zero.
_PART: Final = 4
#: Signs without a shape that a text may have: the end of a line, of a page, a tab, and the end of a file of old systems.
_SHAPELESS: Final = "\t\n\r\f\v\x1a"


def text_of(content: bytes) -> tuple[str, str]:
    """Return the text of bytes and the name of the encoding in which they are.

    Raises:
        LogError: if they are no text.
    """
    for encoding, name in _encodings(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text and (name == UTF_8 or not any(sign < " " and sign not in _SHAPELESS for sign in text)):
            return text.removeprefix("\ufeff"), name
    raise LogError(_("this is not text"), 1, 1, _("UTF-8 text"))


def _encodings(content: bytes) -> tuple[tuple[str, str], ...]:
    """Return the encodings in which the bytes may be, the most certain first, each with its name."""
    for mark, encoding, name in _MARKS:
        if content.startswith(mark):
            return ((encoding, name),)
    # Most letters of a log are below 256, so that one byte of each is zero in UTF-16, always the same one.
    zeros = content[::2].count(0), content[1::2].count(0)
    if len(content) % 2 == 0 and min(zeros) == 0 and _PART * max(zeros) > len(content):
        return (("utf-16-be" if zeros[0] else "utf-16-le", "UTF-16"),)
    return (("utf-8", UTF_8), ("cp1252", "Windows-1252"))
