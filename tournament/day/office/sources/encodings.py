"""The letters of a text: UTF-8 and UTF-16 are certain; anything else is read as Windows writes it, and the page asks about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournament.day.office.sources.texts import FileError
from wording import gettext as _

CANDIDATES = ("cp1252", "cp1250", "cp1251", "cp1253", "cp1254")
"""The encodings of texts besides UTF-8 and UTF-16: the first that makes a text of the bytes is taken, the others may be chosen."""
_SURE = ("utf-8", "utf-8-sig", "utf-16")
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_CONTROLS, _NULL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x9f\ufffd-\uffff\ue000-\uf8ff]"), re.compile("\x00")


@dataclass(frozen=True, slots=True)
class Source:
    """A file as text; ``encoding`` is the one by which its letters were read, empty where that is certain."""

    text: str
    encoding: str = ""


def decoded(name: str, content: bytes) -> Source:
    """Return a file's bytes as text; raises FileError if they are no text."""
    marked = next((encoding for mark, encoding in _MARKS if content.startswith(mark)), "")
    if not marked and b"\x00" in content[:4_000]:  # halves of most letters of UTF-16 are zero
        marked = "utf-16-le" if content[1::2].count(0) > content[0::2].count(0) else "utf-16-be"
    for encoding in (marked,) if marked else ("utf-8", *CANDIDATES):
        text = _text(content, encoding)
        if text is not None:
            return Source(text.removeprefix("\ufeff"), encoding if encoding in CANDIDATES else "")
    raise FileError(
        _("“{name}” is no text that can be read. Save the list as XLSX or as CSV in UTF-8, and send that.", name=name)
    )


def recoded(text: str, used: str, wanted: str) -> str:
    """Return what ``wanted`` makes of the bytes that ``used`` made this text of; raises FileError if it makes no text of them."""
    if used not in CANDIDATES or wanted not in CANDIDATES:
        raise FileError(_("This encoding is not known. Choose one of the list."))
    try:
        found = _text(text.encode(used), wanted)
    except UnicodeEncodeError:
        found = None
    if found is None:
        raise FileError(
            _(
                "The list cannot be read as {encoding}. Choose another one, or send the file again.",
                encoding=encoding_words(wanted),
            )
        )
    return found


def encoding_words(encoding: str) -> str:
    """Return a plain name for an encoding, as pages show it."""
    names = {
        "cp1252": _("Western (Windows)"),
        "cp1250": _("Central European (Windows)"),
        "cp1251": _("Cyrillic (Windows)"),
        "cp1253": _("Greek (Windows)"),
        "cp1254": _("Turkish (Windows)"),
    }
    return names[encoding]


def _text(content: bytes, encoding: str) -> str | None:
    """Return the text that an encoding makes of bytes; None if it makes none."""
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if (_NULL if encoding in _SURE else _CONTROLS).search(text) else text
