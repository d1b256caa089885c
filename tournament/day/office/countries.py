"""Countries in any common spelling: codes, names in many languages and nationalities ("Dutch"), each kept as one code.

The spellings are in countries.csv: code, other codes, English name, further spellings. England, Scotland, Wales and Northern Ireland have
codes of three letters of their own, because they send teams of their own; every other country has two letters of ISO 3166. Nationalities
are in nationalities.csv, in seven languages and that of the country; "italiano/a" is "italiano" and "italiana".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from babel import Locale

from tournament.day.likeness import without_a_letter
from tournament.day.lists.words import words
from tournament.record.names import name_key

LONGEST_CODE = 3
SHORTEST_NAME = 2
LANGUAGES = words("language of countries")
"""The languages in which names of countries are read."""
NO_COUNTRY = frozenset({"", "none", "null", "nan", "na", "notavailable", "unknown", "stateless"})
"""What people write for no country, in the form of `_key`; "n/a" is among them, so Namibia is read only as "NA" in capitals."""
_ARTICLES = frozenset({"the"})
_BETWEEN = frozenset(" .,-'()/&")
ALSO_GIVEN_NAMES = frozenset(
    {
        *("chad", "jordan", "georgia", "israel", "kenya", "india", "china", "malta", "jersey", "trinidad", "alba"),
        *("dutch", "english", "french", "german", "irish", "welsh", "scots", "thai", "pole", "kiwi", "argentine"),
        *("frans", "deutsch", "deutscher", "schweizer", "tedesco", "greco", "turco", "giordano", "romano", "russo"),
    }
)
"""Countries and nationalities that are names as well: beside a name they are read as part of it."""


@lru_cache(maxsize=4096)
def country_code(text: str) -> str | None:
    """Return the code of a country or nationality, "" if the text says that there is none; None for an unknown spelling."""
    code = country_named(text)
    return _nationalities().get(_key(text)) if code is None else code


@lru_cache(maxsize=4096)
def country_named(text: str) -> str | None:
    """Return the same of a country alone, where a nationality may be somebody's name."""
    stripped = text.strip()
    if stripped.isupper() and stripped in _names():
        return stripped
    key = _key(stripped)
    if key in NO_COUNTRY:
        return ""
    code = _spellings().get(key)
    return code if code is not None or len(key) < SHORTEST_NAME else _country_codes().get(key)


def countries() -> tuple[tuple[str, str], ...]:
    """Return every code with its English name, from A to Z by name."""
    return tuple(sorted(_names().items(), key=lambda pair: name_key(pair[1])))


def near_country(text: str) -> str:
    """Return the code of the only country whose name is one letter away from the text; empty if there is none or several."""
    key = _key(text)
    letters = without_a_letter(key)
    near = {code for spelling, code in _spellings().items() if not letters.isdisjoint(without_a_letter(spelling))}
    return near.pop() if len(near) == 1 and len(key) > LONGEST_CODE else ""


def _key(text: str) -> str:
    """Return a spelling in lower case without accents, articles, blanks and punctuation."""
    told = (word for word in name_key(text).split() if word not in _ARTICLES)
    return "".join(sign for word in told for sign in word if sign not in _BETWEEN)


@cache
def _rows() -> tuple[tuple[str, tuple[str, ...], str, tuple[str, ...]], ...]:
    """Return the lines of countries.csv: code, other codes, English name and further spellings."""
    lines = Path(__file__).with_name("countries.csv").read_text(encoding="utf-8").splitlines()
    rows = (line.split(";") for line in lines)
    return tuple(
        (code, tuple(codes.split()), name, tuple(filter(None, more.split(",")))) for code, codes, name, more in rows
    )


@cache
def _names() -> Mapping[str, str]:
    """Return the English name of each code."""
    return {code: name for code, _, name, _ in _rows()}


@cache
def _country_codes() -> Mapping[str, str]:
    """Return the code of the names of countries in many languages, as Unicode's Common Locale Data Repository has them.

    A name that means two countries in two languages is left out. Reading them takes a fifth of a second, so they are only read for a
    spelling that is not in countries.csv.
    """
    found: dict[str, str | None] = {}
    for language in LANGUAGES:
        for code, name in Locale.parse(language).territories.items():
            if code in _names() and (key := _key(name)) not in _spellings():
                found[key] = code if found.get(key, code) == code else None
    return {key: code for key, code in found.items() if code}


@cache
def _nationalities() -> Mapping[str, str]:
    """Return the code of each nationality; one that means two countries in two languages is left out."""
    found: dict[str, str | None] = {}
    for line in Path(__file__).with_name("nationalities.csv").read_text(encoding="utf-8").splitlines():
        code, nationalities = line.split(";")
        for word in nationalities.split(","):
            stem, _sign, ending = word.partition("/")
            for each in (stem, (stem[:-1] if stem[-1] in "aeo" else stem) + ending) if ending else (stem,):
                found[_key(each)] = code if found.get(_key(each), code) == code else None
    return {key: code for key, code in found.items() if code}


@cache
def _spellings() -> Mapping[str, str]:
    """Return the code of each spelling."""
    return {_key(spelling): code for code, codes, name, more in _rows() for spelling in (code, *codes, name, *more)}
