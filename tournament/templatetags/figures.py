"""How figures and lists of names are written on pages: the same words as on paper, from the vocabulary's own format functions."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from tournament.record.vocabulary import Dollars, Thousandths, format_dollars, format_thousandths

register = template.Library()


@register.filter
def dollars(value: Dollars | None) -> str:
    """Dollars with thousands parted by commas, "42,400"; nothing for None."""
    return "" if value is None else format_dollars(value)


@register.filter
def thousandths(value: Thousandths | None) -> str:
    """Thousandths with three decimals, "31.800"; nothing for None."""
    return "" if value is None else format_thousandths(value)


@register.filter
def factor(value: int, unit: int = 1_000) -> str:
    """A multiplier given in parts of ``unit`` without needless zeros: 750 is "0.75", 10600 of 10000 is "1.06" (R56, R58)."""
    whole, rest = divmod(value, unit)
    decimals = str(rest).zfill(len(str(unit)) - 1).rstrip("0")
    return f"{whole}.{decimals}" if decimals else str(whole)


@register.filter
def halves(value: int) -> str:
    """A place given in halves: 5 is "2.5", 4 is "2" (R66)."""
    return f"{value // 2}.5" if value % 2 else str(value // 2)


@register.filter
def ordinal(value: int) -> str:
    """A place in words' figures: "1st", "2nd", "3rd", "11th"."""
    if value % 100 in (11, 12, 13):
        return f"{value}th"
    return f"{value}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(value % 10, 'th') }"


@register.filter
def listing(names: Iterable[object]) -> str:
    """Names as they are read out: "Ada, Ben and Cai"."""
    words = [str(name) for name in names]
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])
