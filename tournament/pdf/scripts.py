"""Which scripts of some names no font of this machine prints, and the Debian packages that have one.

What is told of them is one sentence a machine: the scripts by name, how many names they stand in, and the packages.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from tournament.pdf.fonts import missing_characters

# Of Debian and Ubuntu, with TrueType outlines: the big Noto faces for East Asia have others and cannot be set here.
_PACKAGES = (
    (0x1F000, 0x1FAFF, "fonts-symbola"),
    (0x2600, 0x27BF, "fonts-symbola"),
    (0x2E80, 0x9FFF, "fonts-wqy-microhei"),
    (0xAC00, 0xD7AF, "fonts-wqy-microhei"),
    (0xF900, 0xFAFF, "fonts-wqy-microhei"),
    (0x20000, 0x3FFFF, "fonts-wqy-microhei"),
)
_OTHERS = "fonts-noto-core"
_UNNAMED = {"Co", "Cn", "Cs"}  # categories of what no script of the world has
_SPOKEN = {"Cjk": "Chinese", "Hiragana": "Japanese", "Katakana": "Japanese", "Hangul": "Korean"}
_OF_TWO_WORDS = {
    "OLD",
    "NEW",
    "TAI",
    "LINEAR",
    "MEETEI",
    "SYLOTI",
    "OL",
    "PAHAWH",
    "HANIFI",
    "MASARAM",
    "GUNJALA",
    "NYIAKENG",
}
_PLAIN_LATIN = "\u0250"  # the face that ships with the project has every letter before it


@dataclass(frozen=True, slots=True)
class Lack:
    """A script that no font of this machine prints: its name, the package that has it, and the names in which it stands."""

    script: str
    package: str
    names: tuple[str, ...]


def package_of(character: str) -> str:
    """The Debian package whose font has a character; empty for what no script of the world has."""
    if unicodedata.category(character) in _UNNAMED:
        return ""
    return next((package for first, last, package in _PACKAGES if first <= ord(character) <= last), _OTHERS)


def packages_for(characters: str) -> tuple[str, ...]:
    """The Debian packages whose fonts have these characters, each once."""
    return tuple(dict.fromkeys(package for character in characters if (package := package_of(character))))


def script_of(character: str) -> str:
    """The script that a character belongs to, in a word or two: Thai, Devanagari, Chinese; signs and emoji are emoji."""
    if unicodedata.category(character).startswith("S"):
        return "emoji"
    words = unicodedata.name(character, "").split()
    name = " ".join(words[: 2 if words[:1] and words[0] in _OF_TWO_WORDS else 1]).title()
    return _SPOKEN.get(name, name)


def lacking(names: Iterable[str]) -> tuple[Lack, ...]:
    """Which scripts of these names no font of this machine prints and some package has, in the order in which they come."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for name in names:
        if name and max(name) < _PLAIN_LATIN:
            continue
        for character in missing_characters(name):
            script, package = script_of(character), package_of(character)
            if script and package:
                found.setdefault((script, package), {})[name] = None
    return tuple(Lack(script, package, tuple(stands)) for (script, package), stands in found.items())


def wanted_packages(lacks: Iterable[Lack]) -> tuple[str, ...]:
    """The packages that would end these lacks, each once."""
    return tuple(dict.fromkeys(lack.package for lack in lacks))
