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
from django.conf.locale import LANG_INFO
from django.utils.translation import override, trans_real
from django.utils.translation.trans_real import CONTEXT_SEPARATOR

import wording
from wording import figures
from wording.languages import language, speaking

PSEUDO = "xx"
OPEN, CLOSE = "⟦", "⟧"
LONGER = 0.4
DECIMAL, GROUP = "_", "’"
_ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
_FILLER = "úáíéó"
_KEPT = re.compile(r"\{[^{}]*\}|%\([a-z_]+\)[sd]|%%|<[^<>]*>|&#?\w+;")
"""What stays as it is in a message: places for values, in Python's and in Django's way, and marks of HTML."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_PLAIN_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_FOREIGN = re.compile(r"(?<![\d.,])\d+[.,]\d{3}(?![\d.,])")


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


class PseudoTranslations(gettext.NullTranslations):
    """A catalogue that has every message, for Python and for Django; a plural form follows the rule of English.

    Django puts a message's context before it, with a sign between both.
    """

    domain = "django"

    def gettext(self, message: str) -> str:
        """Return the message in the language for tests."""
        return pseudo(message.rpartition(CONTEXT_SEPARATOR)[2])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a message for a count."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return the message, whatever it is about."""
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a message for a count, whatever it is about."""
        return self.ngettext(msgid1, msgid2, n)

    def to_language(self) -> str:
        """Return the code of the language, for Django."""
        return PSEUDO


@contextmanager
def speaking_pseudo() -> Iterator[None]:
    """Speak the language for tests inside the block, in Python and in Django's templates."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        install_in_django(patch)
        with speaking(PSEUDO), override(PSEUDO):
            yield


def install(patch: pytest.MonkeyPatch) -> None:
    """Let Python and paper know the language until ``patch`` is undone; `wording.languages.speaking` then speaks it."""
    catalogue_of, locale_of, signs = wording._catalogue, figures.locale_of, figures.signs
    list_of, date_of = figures.format_list, figures.format_date

    def list_in(words: Sequence[str], style: Any, locale: Any) -> str:
        if language() != PSEUDO:
            return list_of(words, style, locale)
        parts = list_of([f"\0{index}\0" for index in range(len(words))], style, locale).split("\0")
        return "".join(words[int(part)] if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts))

    def date_in(day: Any, form: Any, locale: Any) -> str:
        said = date_of(day, form, locale)
        return said.translate(_ACCENTS) if language() == PSEUDO else said

    patch.setattr(wording, "_catalogue", lambda code: PseudoTranslations() if code == PSEUDO else catalogue_of(code))
    patch.setattr(figures, "locale_of", lambda code: locale_of("en-gb" if code == PSEUDO else code))
    patch.setattr(figures, "signs", lambda code: (DECIMAL, GROUP) if code == PSEUDO else signs(code))
    patch.setattr(figures, "format_list", list_in)
    patch.setattr(figures, "format_date", date_in)


def install_in_django(patch: pytest.MonkeyPatch) -> None:
    """Let Django know the language until ``patch`` is undone.

    Its templates and forms speak it after ``translation.override(PSEUDO)``; for addresses and cookies it also has to be in LANGUAGES.
    """
    is_known = trans_real.check_for_language
    patch.setitem(trans_real._translations, PSEUDO, PseudoTranslations())  # type: ignore[attr-defined]
    patch.setattr(trans_real, "check_for_language", lambda code: code == PSEUDO or is_known(code))
    names = {"bidi": False, "code": PSEUDO, "name": "Pseudo", "name_local": pseudo("Pseudo")}
    patch.setitem(LANG_INFO, PSEUDO, names)


def unspoken(text: str, names: Collection[str] = ()) -> list[str]:
    """Return the words of a text that no message says: those with a plain vowel that are in none of the ``names``, each once."""
    known = {word for name in names for word in _WORD.findall(name)}
    return [word for word in dict.fromkeys(_WORD.findall(text)) if _PLAIN_VOWEL.search(word) and word not in known]


def foreign_figures(text: str) -> list[str]:
    """Return the amounts and scores of a text that are not written with the signs of the language."""
    return _FOREIGN.findall(text)
