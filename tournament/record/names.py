"""People's names in a plain form (folded) for search and order: accents and case do not count.

The script of the pages folds what is typed into the filter of a list by the same rules (`nameKey` in static/tournament/app.js); a browser
test checks that both are equal.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Letters that Unicode does not decompose, as people type them on a plain keyboard; and all kinds of quotes and dashes.
_PLAIN: dict[int, int | str] = {
    **str.maketrans("łøđðıħŧŋəĸ‘’ʼ`‐‑‒–—−", "loddihtnek''''------"),
    **{ord(letter): letters for letter, letters in (("þ", "th"), ("æ", "ae"), ("œ", "oe"))},
}
# Combining classes that make another letter: none, voicing marks of kana, and the virama. All other marks are accents.
_PART_OF_THE_LETTER = frozenset({0, 8, 9})


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """Return a name in plain form to find, compare and sort it: without case, accents, strokes through letters, and extra white space."""
    folded = name.casefold()
    if not folded.isascii():
        parts = unicodedata.normalize("NFKD", folded)
        plain = "".join(part for part in parts if unicodedata.combining(part) in _PART_OF_THE_LETTER)
        folded = plain.casefold().translate(_PLAIN)
    return " ".join(folded.replace("`", "'").split())


def has_words(wanted: str, *texts: str) -> bool:
    """Return whether every word of ``wanted`` occurs in the texts, both in the form of `name_key`; false if there are no words."""
    folded = name_key(" ".join(texts))
    words = name_key(wanted).split()
    return bool(words) and all(word in folded for word in words)


def sort_key(name: str, given_name: str = "", family_name: str = "") -> str:
    """Return the sort key of a name from A to Z: by surname, then given name, if the surname is known; else the name as written."""
    return name_key(f"{family_name} {given_name}" if family_name else name)


def parts_of(name: str, given_name: str = "", family_name: str = "") -> tuple[str, str]:
    """Return given name and surname for a form: as listed if known, else the last word is the surname."""
    # Ruling: if given name and surname are not known apart, the last word is the surname; the arbiter corrects the form by hand (rules, 5).
    if given_name or family_name:
        return given_name, family_name
    first, _, last = name.strip().rpartition(" ")
    return first, last


def shown_name(name: str, given_name: str = "", family_name: str = "") -> str:
    """Return first name and initial, "Ada D.", for public pages; a name of one word becomes its initial."""
    given, family = parts_of(name, given_name, family_name)
    first, initial = given.split()[0] if given.split() else "", family.strip()[:1].upper()
    return " ".join(part for part in (first, f"{initial}." if initial else "") if part)


def parts_follow(name: str, given_name: str, family_name: str, corrected: str) -> tuple[str, str]:
    """Return given name and surname for the name ``corrected``; both empty if it can no longer be split.

    Parts that did not make up the old name (a nickname on the card) stay as they are.
    """
    words, given, family = corrected.split(), given_name.split(), family_name.split()
    for first, last, is_family_first in ((given, family, False), (family, given, True)):
        if name.split() == [*first, *last]:
            if len(words) != len(first) + len(last):
                return "", ""
            parted = " ".join(words[: len(first)]), " ".join(words[len(first) :])
            return (parted[1], parted[0]) if is_family_first else parted
    return given_name, family_name
