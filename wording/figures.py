"""Figures, dates and lists as the reader's language writes them: decimal signs, groups of thousands, months, "A, B and C".

Only what a person reads goes through here. JSON, archives and files for programs keep plain figures and ISO dates in every language.
The forms of a language are those of CLDR, which Babel brings.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time
from functools import cache, lru_cache

from babel import Locale
from babel.dates import format_date, format_time, get_timezone_name
from babel.lists import format_list
from babel.numbers import get_decimal_symbol, get_group_symbol

from wording.directions import by_itself
from wording.languages import language

FIGURES_KEPT = 8_192
"""The most figures whose text a process keeps: the scores and totals of an event of a thousand players."""


@cache
def locale_of(code: str) -> Locale:
    """Return Babel's locale of a language's code, "en-gb" or "de"."""
    return Locale.parse(code, sep="-")


def language_name(code: str) -> str:
    """Return the name of a language in the reader's: "German" of "de", "English" of "en-gb"."""
    return str(locale_of(code).get_language_name(str(locale_of(language()))))


@cache
def signs(code: str) -> tuple[str, str]:
    """Return the decimal sign and the sign between thousands of a language: (".", ",") in English, (",", ".") in German."""
    return get_decimal_symbol(locale_of(code)), get_group_symbol(locale_of(code))


def whole(value: int) -> str:
    """Return a whole number with its thousands grouped: 42400 becomes "42,400" in English and "42.400" in German."""
    return f"{value:,}".replace(",", signs(language())[1])


def decimals(value: int, places: int) -> str:
    """Return ``value`` parts of 10 to the ``places`` as a decimal number, without groups: 31800 with 3 places becomes "31.800"."""
    return _decimals(value, places, language())


@lru_cache(FIGURES_KEPT)
def _decimals(value: int, places: int, code: str) -> str:
    sign = "-" if value < 0 else ""
    before, after = divmod(abs(value), 10**places)
    return f"{sign}{before}{signs(code)[0]}{after:0{places}d}"


def listed(words: Iterable[object]) -> str:
    """Return words as a sentence lists them: "A", "A and B", "A, B and C"; empty for none.

    Semicolons stand between them where one has a comma itself, as a name in the form "Anfang, Zoe" has.
    """
    return _listed(tuple(by_itself(str(word)) for word in words), "standard")


def listed_or(words: Iterable[object]) -> str:
    """Return words as a sentence lists what may be chosen: "A", "A or B", "A, B or C"; empty for none."""
    return _listed(tuple(by_itself(str(word)) for word in words), "or")


def in_a_row(words: Iterable[str]) -> str:
    """Return words with commas between them, or with semicolons where one has a comma itself: "Anfang, Zoe; Demo, Ada"."""
    row = tuple(map(by_itself, words))
    return ("; " if any(map(_has_comma, row)) else ", ").join(row)


_INSIDE = "\x00"
"""What stands for the comma of a word while the words are listed."""


def _has_comma(word: str) -> bool:
    return ", " in word


def _listed(words: tuple[str, ...], style: str) -> str:
    if not words:
        return ""
    if len(words) > 1 and any(map(_has_comma, words)):
        hidden = tuple(word.replace(", ", _INSIDE) for word in words)
        return _listed(hidden, style).replace(", ", "; ").replace(_INSIDE, ", ")
    return str(format_list(words, style, locale_of(language())))  # type: ignore[arg-type]


def long_date(day: date) -> str:
    """Return a date in full: "28 November 2026"."""
    return format_date(day, "long", locale_of(language()))


def short_date(day: date) -> str:
    """Return a date in few characters: "28 Nov 2026"."""
    return format_date(day, "medium", locale_of(language()))


def clock_time(moment: datetime | time) -> str:
    """Return hours and minutes: "14:05"; a moment must already be in the hall's time zone."""
    return format_time(moment, "HH:mm", locale=locale_of(language())) if isinstance(moment, time) else f"{moment:%H:%M}"


def zone_name(moment: datetime) -> str:
    """Return the name of the time zone of a moment as it is at that moment: "British Summer Time"."""
    return str(get_timezone_name(moment, locale=locale_of(language())))
