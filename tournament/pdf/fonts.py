"""The faces (fonts of one style) of paper: DejaVu Sans, which comes with the project, and TrueType faces of the machine for the rest.

A character is looked up face by face in a fixed order, so the same name on the same machine is always set alike. Faces are opened once
a process and only when a name needs them: the Chinese, Japanese and Korean ones cost some hundredths of a second. For scripts that no face
has, the Debian package that has one is named.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from struct import error as structure_error
from threading import Lock
from typing import Any

import uharfbuzz
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from tournament.pdf.file.embedding import PRIVATE, EmbeddedFont
from wording import gettext as _
from wording.figures import language_name

_SHAPER: Any = uharfbuzz  # its stubs do not name what the compiled module offers
REGULAR = "TopTable"
BOLD = "TopTable-Bold"

_OWN = {
    REGULAR: Path(__file__).parent / "fonts" / "DejaVuSans.ttf",
    BOLD: Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf",
}
_FONT_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".local" / "share" / "fonts",
    Path.home() / "Library" / "Fonts",
    Path("/Library/Fonts"),
    Path("/System/Library/Fonts"),
    Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts",
    Path.home() / "AppData" / "Local" / "Microsoft" / "Windows" / "Fonts",
)
# A face must be opened only once: two objects for it would divide its letters between them. So threads wait for each other here.
_OPENING = Lock()
_OPENED: dict[str, TTFont] = {}
# These files are searched first, in this order; all others of the machine after them.
_FIRST = (
    "wqy-microhei.ttc",
    "symbola.ttf",
    "symbola_hint.ttf",
    "droidsansfallbackfull.ttf",
    "droidsansfallback.ttf",
    "malgun.ttf",
    "simhei.ttf",
    "arial unicode.ttf",
    "arialuni.ttf",
    "seguisym.ttf",
)


def face(name: str) -> TTFont:
    """The opened face of this name: REGULAR, BOLD, or the path of a font file. It is opened only once, in whatever thread."""
    font = _OPENED.get(name)
    if font is None:
        with _OPENING:
            font = _OPENED.get(name) or _open(name)
    return font


def _open(name: str) -> TTFont:
    """Open a face and register it with the PDF library; the caller holds the lock."""
    path = _OWN.get(name) or Path(name)
    font = EmbeddedFont(name, str(path))
    pdfmetrics.registerFont(font)
    _OPENED[name] = font
    return font


@cache
def _files() -> tuple[Path, ...]:
    """The paths of all TrueType files of the machine, those of _FIRST in front; the files are not opened."""
    found: dict[str, Path] = {}
    for folder in _FONT_FOLDERS:
        if folder.is_dir():
            for path in sorted(folder.rglob("*.tt[fc]")):
                found.setdefault(path.name.lower(), path)
    first = [found.pop(name) for name in _FIRST if name in found]
    return (*first, *(found[name] for name in sorted(found)))


@cache
def _glyphs(path: Path) -> Any:
    """A reader of a font file that says quickly whether it has a character; None for a broken file."""
    try:
        return _SHAPER.Font(_SHAPER.Face(_SHAPER.Blob.from_file_path(str(path))))
    except (OSError, ValueError, RuntimeError):
        return None


@cache
def _is_usable(path: Path) -> bool:
    """Whether the face in a file can be embedded in a PDF; false for a broken file and for outlines other than TrueType's."""
    try:
        face(str(path))
    except (TTFError, OSError, ValueError, KeyError, AssertionError, structure_error):
        return False
    return True


@lru_cache(maxsize=256)
def _fonts_in_order(script: str, is_bold: bool) -> tuple[Path, ...]:
    """The font files in the order in which they are searched for a character of a script.

    Files of _FIRST come first, then those with the script's name in theirs, upright before italic, of the wanted weight, sans before serif.
    """

    def rank(item: tuple[int, Path]) -> tuple[bool, bool, bool, bool, bool, int]:
        at, path = item
        name = path.name.lower()
        return (
            name not in _FIRST,
            script not in name,
            "italic" in name or "oblique" in name,
            is_bold != ("bold" in name),
            "sans" not in name,
            at,
        )

    return tuple(path for _, path in sorted(enumerate(_files()), key=rank))


def has_character(face_name: str, character: str) -> bool:
    """Whether a face has a glyph for a character; codes from PRIVATE on do not count, they are given by this program."""
    return ord(character) < PRIVATE and ord(character) in face(face_name).face.charToGlyph


@lru_cache(maxsize=8192)
def face_for(character: str, own: str) -> str | None:
    """The name of the first face that has the character; None where no face on the machine has it.

    ``own`` is REGULAR or BOLD and searched first, then REGULAR, then the font files of the machine.
    """
    for name in (own, REGULAR):
        if has_character(name, character):
            return name
    if ord(character) >= PRIVATE:
        return None
    script = unicodedata.name(character, "").partition(" ")[0].lower()
    for path in _fonts_in_order(script, own == BOLD):
        glyphs = _glyphs(path)
        is_there = glyphs is not None and glyphs.get_nominal_glyph(ord(character))
        if is_there and _is_usable(path) and has_character(str(path), character):
            return str(path)
    return None


def private_character(face_name: str, glyph: int, advance: float) -> str:
    """A private character for a glyph that has no character in its face; always the same for the same glyph.

    ``advance`` is the glyph's width in thousandths of the size.
    """
    opened: Any = face(face_name).face
    code = PRIVATE + glyph
    if code not in opened.charToGlyph:
        opened.charToGlyph[code] = glyph
        opened.charWidths[code] = advance
    return chr(code)


def is_silent(character: str) -> bool:
    """Whether a character is invisible and only controls others, such as joiners, variation selectors and direction marks."""
    return unicodedata.category(character) in {"Cf", "Cc"} or character in "\u034f\ufe0e\ufe0f"


def missing_characters(name: str) -> str:
    """The characters of a name that no face on this machine has, each once, in order; empty where all can be printed."""
    seen: dict[str, None] = {}
    for character in unicodedata.normalize("NFC", name):
        if not is_silent(character) and not character.isspace() and face_for(character, REGULAR) is None:
            seen[character] = None
    return "".join(seen)


# Packages of Debian and Ubuntu by ranges of characters; with TrueType outlines, which the large Noto faces for East Asia have not.
_PACKAGES = (
    (0x1F000, 0x1FAFF, "fonts-symbola"),
    (0x2600, 0x27BF, "fonts-symbola"),
    (0x2E80, 0x9FFF, "fonts-wqy-microhei"),
    (0xAC00, 0xD7AF, "fonts-wqy-microhei"),
    (0xF900, 0xFAFF, "fonts-wqy-microhei"),
    (0x20000, 0x3FFFF, "fonts-wqy-microhei"),
)
_OTHERS = "fonts-noto-core"
_UNNAMED = {"Co", "Cn", "Cs"}  # categories of codes that belong to no script
_SPOKEN = {
    "Cjk": "zh",
    "Hiragana": "ja",
    "Katakana": "ja",
    "Hangul": "ko",
}
_OF_TWO_WORDS = frozenset(
    ["OLD", "NEW", "TAI", "LINEAR", "MEETEI", "SYLOTI", "OL", "PAHAWH", "HANIFI", "MASARAM", "GUNJALA", "NYIAKENG"]
)
_PLAIN_LATIN = "\u0250"  # the face that comes with the project has every letter below this one


@dataclass(frozen=True, slots=True)
class MissingScript:
    """A script that no font of this machine has: its name, the Debian package with a font for it, and the names that need it."""

    script: str
    package: str
    names: tuple[str, ...]


def package_of(character: str) -> str:
    """The Debian package whose font has a character; empty for a code that belongs to no script."""
    if unicodedata.category(character) in _UNNAMED:
        return ""
    return next((package for first, last, package in _PACKAGES if first <= ord(character) <= last), _OTHERS)


def script_of(character: str) -> str:
    """The name of the script that a character belongs to, such as Thai or Chinese; "emoji" for signs and emoji."""
    if unicodedata.category(character).startswith("S"):
        return _("emoji")
    words = unicodedata.name(character, "").split()
    name = " ".join(words[: 2 if words[:1] and words[0] in _OF_TWO_WORDS else 1]).title()
    return language_name(_SPOKEN[name]) if name in _SPOKEN else name


def missing_scripts(names: Iterable[str]) -> tuple[MissingScript, ...]:
    """The scripts in these names that no font of this machine has but a Debian package has, in the order of the names."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for name in names:
        if name and max(name) < _PLAIN_LATIN:
            continue
        for character in missing_characters(name):
            script, package = script_of(character), package_of(character)
            if script and package:
                found.setdefault((script, package), {})[name] = None
    return tuple(MissingScript(script, package, tuple(stands)) for (script, package), stands in found.items())


def wanted_packages(missing: Iterable[MissingScript]) -> tuple[str, ...]:
    """The packages with fonts for these missing scripts, each once."""
    return tuple(dict.fromkeys(lack.package for lack in missing))
