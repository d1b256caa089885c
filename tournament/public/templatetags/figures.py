"""Filters for figures and lists of names."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from tournament.record.lengths import quoted as quoted_words
from tournament.record.vocabulary import Dollars, Thousandths
from tournament.tellings import words
from wording.figures import listed, signs
from wording.languages import language

register = template.Library()


@register.filter
def dollars(value: Dollars | None) -> str:
    """Return dollars with their thousands grouped, "42,400" in English; empty for None."""
    return "" if value is None else words.dollars(value)


@register.filter
def thousandths(value: Thousandths | None) -> str:
    """Return thousandths with three decimals, "31.800" in English; empty for None."""
    return "" if value is None else words.thousandths(value)


@register.filter
def minus_signs(sentence: str) -> str:
    """Return a sentence with a minus sign in place of each hyphen before a figure."""
    return words.with_minus_signs(sentence)


@register.filter
def factor(value: int, unit: int = 1_000) -> str:
    """Return a multiplier without needless zeros; ``value`` counts parts of 1/``unit``: 750 of 1000 is "0.75", 10600 of 10000 "1.06"."""
    whole, rest = divmod(value, unit)
    decimals = str(rest).zfill(len(str(unit)) - 1).rstrip("0")
    return f"{whole}{signs(language())[0]}{decimals}" if decimals else str(whole)


@register.filter
def quoted(words: str) -> str:
    """Return words in the quotation marks of the reader's language."""
    return quoted_words(words)


@register.filter
def listing(names: Iterable[object]) -> str:
    """Return names as a sentence lists them: "Ada, Ben and Cai"."""
    return listed(names)
