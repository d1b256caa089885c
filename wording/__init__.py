"""Sentences in the reader's language: the catalogue that Python, templates, scripts and paper share.

This package stands below every other one and knows neither Django nor the rules. Programmers write the English sentence; the catalogue
(``wording/locale/LANGUAGE/LC_MESSAGES/django.po``, written by Django's ``makemessages``) gives the other languages::

    from wording import gettext as _
    _("Table {number} has no result yet.", number=7)

A sentence is written when it is read, never when it is stored: what is kept in rows is codes and values.
"""

from __future__ import annotations

import gettext as catalogues
from functools import cache
from pathlib import Path

from wording.figures import whole
from wording.languages import SOURCE_LANGUAGE, language, shortening

LOCALE_FOLDER = Path(__file__).resolve().parent / "locale"


@cache
def catalogue_of(code: str) -> catalogues.NullTranslations:
    """Return the messages of a language; of one without a catalogue, and of English, the sentences as they stand in the code."""
    if code == SOURCE_LANGUAGE:
        return catalogues.NullTranslations()
    return catalogues.translation("django", str(LOCALE_FOLDER), [code.replace("-", "_")], fallback=True)


def _fill(message: str, values: dict[str, object]) -> str:
    message = shortening()(message)
    return message.format_map(values) if values else message


def gettext(message: str, /, **values: object) -> str:
    """Return a sentence in the reader's language, with ``values`` in place of its named placeholders.

    Without values the sentence comes back as it is, so a brace in it needs no doubling.
    """
    return _fill(catalogue_of(language()).gettext(message) if message else "", values)


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return a sentence as ``gettext`` does, of words with several meanings; ``context`` tells the translator which."""
    return _fill(catalogue_of(language()).pgettext(context, message), values)


def ngettext(singular: str, plural: str, number: int, /, **values: object) -> str:
    """Return the sentence for a count: ``ngettext("{n} table", "{n} tables", 3)``; ``{n}`` is the count, as the language writes it."""
    return _fill(catalogue_of(language()).ngettext(singular, plural, number), _with_count(number, values))


def npgettext(context: str, singular: str, plural: str, number: int, /, **values: object) -> str:
    """Return the sentence for a count, of words that mean different things in different places."""
    return _fill(catalogue_of(language()).npgettext(context, singular, plural, number), _with_count(number, values))


def gettext_noop(message: str) -> str:
    """Mark a sentence for the catalogue and return it as it is: a constant, which whoever shows it gives to ``gettext``."""
    return message


def _with_count(number: int, values: dict[str, object]) -> dict[str, object]:
    return {"n": whole(number), **values}
