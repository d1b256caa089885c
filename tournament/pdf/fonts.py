"""The faces that paper is set in: DejaVu Sans ships with the project, wider faces are used where the machine has them.

A character is looked up face by face in a fixed order, so the same name on the same machine is always set alike. Faces are opened once
a process and only when a name needs them: the Chinese, Japanese and Korean ones cost some hundredths of a second.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

REGULAR = "TopTable"
BOLD = "TopTable-Bold"
REPLACEMENT = "\ufffd"

_OWN = {
    REGULAR: Path(__file__).parent / "fonts" / "DejaVuSans.ttf",
    BOLD: Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf",
}
_FONT_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".local" / "share" / "fonts",
    Path("/Library/Fonts"),
    Path("/System/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)
# Two objects of one face in the same document would part its letters between them, so threads wait for each other here.
_OPENING = Lock()
_OPENED: dict[str, TTFont] = {}
# Only faces with outlines that a PDF can take apart; the big Noto faces for East Asia cannot be embedded here.
_FALLBACKS = (
    "wqy-microhei.ttc",
    "Symbola.ttf",
    "Symbola_hint.ttf",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "malgun.ttf",
    "simhei.ttf",
    "Arial Unicode.ttf",
    "arialuni.ttf",
    "seguisym.ttf",
)


def face(name: str) -> TTFont:
    """The opened face of that name, one of our own or the file name of a fallback; opened once, whichever thread comes first."""
    font = _OPENED.get(name)
    if font is None:
        with _OPENING:
            font = _OPENED.get(name) or _open(name)
    return font


def _open(name: str) -> TTFont:
    path = _OWN.get(name) or _fallback_paths()[name]
    font = TTFont(name, str(path), shapable=True)
    pdfmetrics.registerFont(font)
    _OPENED[name] = font
    return font


@cache
def _fallback_paths() -> dict[str, Path]:
    wanted = {name.lower(): name for name in _FALLBACKS}
    found: dict[str, Path] = {}
    for folder in _FONT_FOLDERS:
        if folder.is_dir():
            for path in sorted(folder.rglob("*.tt[fc]")):
                name = wanted.get(path.name.lower())
                if name is not None:
                    found.setdefault(name, path)
    return found


@cache
def _is_usable(name: str) -> bool:
    """Whether the machine has a fallback that can be opened; a broken or unusual file is as good as none."""
    if name not in _fallback_paths():
        return False
    try:
        face(name)
    except TTFError:
        return False
    return True


def _candidates() -> Iterator[str]:
    """Our own face and then the usable fallbacks in their order, each opened only when it is asked."""
    yield REGULAR
    yield from (name for name in _FALLBACKS if _is_usable(name))


def has_character(face_name: str, character: str) -> bool:
    """Whether a face has a glyph of its own for a character."""
    return ord(character) in face(face_name).face.charToGlyph


@lru_cache(maxsize=8192)
def face_for(character: str, own: str) -> str | None:
    """The first face that has the character, asking our own one first; None where no face on the machine has it."""
    if has_character(own, character):
        return own
    return next((name for name in _candidates() if has_character(name, character)), None)


def is_silent(character: str) -> bool:
    """Whether a character only steers others (joiners, variation selectors, direction marks) and has nothing to show itself."""
    return unicodedata.category(character) in {"Cf", "Cc"} or character in "\u034f\ufe0e\ufe0f"


def missing_characters(name: str) -> str:
    """The characters of a name that no face on this machine can print, each once, in order; empty where paper can show them all."""
    seen: dict[str, None] = {}
    for character in unicodedata.normalize("NFC", name):
        if not is_silent(character) and not character.isspace() and face_for(character, REGULAR) is None:
            seen[character] = None
    return "".join(seen)
