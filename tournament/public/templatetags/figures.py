"""Filters for figures and lists of names."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from tournament.record.vocabulary import Dollars, Thousandths
from tournament.tellings import figures

register = template.Library()


@register.filter
def dollars(value: Dollars | None) -> str:
    """Return dollars with commas between thousands, "42,400"; empty for None."""
    return "" if value is None else figures.dollars(value)


@register.filter
def thousandths(value: Thousandths | None) -> str:
    """Return thousandths with three decimals, "31.800"; empty for None."""
    return "" if value is None else figures.thousandths(value)


@register.filter
def minus_signs(sentence: str) -> str:
    """Return a sentence with a minus sign in place of each hyphen before a figure."""
    return figures.with_minus_signs(sentence)


@register.filter
def factor(value: int, unit: int = 1_000) -> str:
    """Return a multiplier without needless zeros; ``value`` counts parts of 1/``unit``: 750 of 1000 is "0.75", 10600 of 10000 "1.06"."""
    whole, rest = divmod(value, unit)
    decimals = str(rest).zfill(len(str(unit)) - 1).rstrip("0")
    return f"{whole}.{decimals}" if decimals else str(whole)


@register.filter
def listing(names: Iterable[object]) -> str:
    """Return names as a sentence lists them: "Ada, Ben and Cai"."""
    words = [str(name) for name in names]
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])
