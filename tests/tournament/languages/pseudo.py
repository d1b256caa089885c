"""A language for tests: every message in ⟦ ⟧, four tenths longer, and each of its vowels accented, so that what is not in it is seen.

``with speaking_pseudo():`` speaks it in Python, on paper and in Django's templates, as the language PSEUDO. What a page or a sheet then
shows without an accent is a name, a figure, or a text that no catalogue holds (`unspoken`). Its figures have signs that no other
language has (`12’345`, `31_800`), so that a figure which does not follow the language is seen too (`foreign_figures`).
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from babel import Locale
from babel.dates import format_date, get_timezone_name
from babel.lists import format_list
from babel.numbers import get_decimal_symbol, get_group_symbol
from django.utils.translation import override

from wording import figures
from wording.languages import speaking

PSEUDO = "xx"
OPEN, CLOSE = "⟦", "⟧"
LONGER = 0.4
CONTEXT_SEPARATOR = "\x04"
"""What stands between a message's context and the message in a catalogue."""
DECIMAL, GROUP = "_", "’"
_ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
_PLAIN = {accented: plain for plain, accented in _ACCENTS.items()}
_FILLER = "úáíéó"
_KEPT = re.compile(r"\{[^{}]*\}|%\([a-z_]+\)[sd]|%%|<[^<>]*>|&#?\w+;")
"""What stays as it is in a message: places for values, in Python's and in Django's way, and marks of HTML."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_PLAIN_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_FOREIGN = re.compile(r"(?<![\d.,])\d+[.,]\d{3}(?![\d.,])|(?<=× )\d+[.,]\d+")


def pseudo(message: str) -> str:
    """Return a message in the language for tests; one that is in it already, and an empty one, stay as they are."""
    if not message.strip() or message.startswith(OPEN):
        return message
    said, at = [], 0
    for kept in _KEPT.finditer(message):
        said += [message[at : kept.start()].translate(_ACCENTS), kept[0]]
        at = kept.end()
    said.append(message[at:].translate(_ACCENTS))
    letters = len(_KEPT.sub("", message))
    more = max(0, round(letters * LONGER) - 3)  # both brackets and the blank before the filler lengthen it as well
    filler = (_FILLER * (more // len(_FILLER) + 1))[:more]
    words = " ".join(filler[first : first + 9] for first in range(0, len(filler), 9))
    return f"{OPEN}{''.join(said)}{' ' if words else ''}{words}{CLOSE}"


class _Messages(dict[Any, str]):
    """Every message with its translation, as Django looks them up: by the message, with its context before it, or with a plural form."""

    def __missing__(self, key: Any) -> str:
        """Return what ``key`` means; each plural form is made from the singular, which is all that is known here."""
        message = key[0] if isinstance(key, tuple) else key
        return pseudo(message.rpartition(CONTEXT_SEPARATOR)[2])

    def __bool__(self) -> bool:
        """Whether it has messages: it has all, though it keeps none."""
        return True

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the same as for a key in brackets."""
        return self[key]

    def copy(self) -> _Messages:
        """Return all messages once more."""
        return _Messages()


class PseudoTranslations(gettext.NullTranslations):
    """A catalogue that has every message, for Python (its methods) and for Django (which copies the messages)."""

    def __init__(self) -> None:
        super().__init__()
        self._catalog = _Messages()
        self._info = {"content-type": "text/plain; charset=UTF-8"}

    @staticmethod
    def plural(number: int) -> int:
        """Return which form a number has, by the rule of English."""
        return int(number != 1)

    def gettext(self, message: str) -> str:
        """Return the message in the language for tests."""
        return self._catalog[message]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a message for a count."""
        return self._catalog[msgid1 if n == 1 else msgid2]

    def pgettext(self, context: str, message: str) -> str:
        """Return the message, whatever it is about."""
        return self._catalog[message]

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a message for a count, whatever it is about."""
        return self.ngettext(msgid1, msgid2, n)


@contextmanager
def speaking_pseudo() -> Iterator[None]:
    """Speak the language for tests inside the block, in Python and in Django's templates."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        with speaking(PSEUDO), override(PSEUDO):
            yield


def install(patch: pytest.MonkeyPatch) -> None:
    """Let the language be known until ``patch`` is undone: to Python, which speaks it by `wording.languages.speaking`, and to Django.

    For Django it also has to be in the setting LANGUAGES where addresses, cookies or headers ask for it.
    """
    catalogue_of, found = gettext.translation, gettext.find
    locale_of, here = figures.locale_of, Locale("en", "GB")

    def translation(domain: str, localedir: Any = None, languages: Any = None, *rest: Any, **more: Any) -> Any:
        is_pseudo = languages is not None and list(languages) == [PSEUDO]
        return PseudoTranslations() if is_pseudo else catalogue_of(domain, localedir, languages, *rest, **more)

    def find(domain: str, localedir: Any = None, languages: Any = None, all: bool = False) -> Any:
        is_pseudo = languages is not None and list(languages) == [PSEUDO]
        return f"{PSEUDO}.mo" if is_pseudo else found(domain, localedir, languages, all)

    def list_in(words: Sequence[str], style: Any, locale: Any) -> str:
        if locale is not here:
            return format_list(words, style, locale)
        parts = format_list([f"\0{index}\0" for index in range(len(words))], style, locale).split("\0")
        return "".join(words[int(part)] if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts))

    def date_in(day: Any, form: Any, locale: Any) -> str:
        said = format_date(day, form, locale)
        return said.translate(_ACCENTS) if locale is here else said

    def zone_in(moment: Any, locale: Any) -> str:
        said = get_timezone_name(moment, locale=locale)
        return said.translate(_ACCENTS) if locale is here else said

    def decimal_in(locale: Any) -> str:
        return DECIMAL if locale is here else get_decimal_symbol(locale)

    def group_in(locale: Any) -> str:
        return GROUP if locale is here else get_group_symbol(locale)

    patch.setattr(gettext, "translation", translation)
    patch.setattr(gettext, "find", find)
    patch.setattr(figures, "locale_of", lambda code: here if code == PSEUDO else locale_of(code))
    patch.setattr("wording.figures.get_decimal_symbol", decimal_in)
    patch.setattr("wording.figures.get_group_symbol", group_in)
    patch.setattr("wording.figures.format_list", list_in)
    patch.setattr("wording.figures.format_date", date_in)
    patch.setattr("wording.figures.get_timezone_name", zone_in)


def unspoken(text: str, names: Collection[str] = ()) -> list[str]:
    """Return the words of a text that no message says: those with a plain vowel that are in none of the ``names``, each once."""
    known = {word for name in names for word in _WORD.findall(name)}
    return [word for word in dict.fromkeys(_WORD.findall(text)) if _PLAIN_VOWEL.search(word) and word not in known]


def without_accents(text: str) -> str:
    """Return a text of the language with the vowels of English."""
    return text.translate(_PLAIN)


def foreign_figures(text: str) -> list[str]:
    """Return the amounts, scores and multipliers of a text that are not written with the signs of the language."""
    return _FOREIGN.findall(text)
