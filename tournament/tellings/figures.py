"""How figures are written on pages and on paper: one minus sign, one sign for a shared place, one word for no place.

A file keeps the plain forms of `record.vocabulary`, with the hyphen that spreadsheets read as a minus.
"""

from __future__ import annotations

import re

from tournament.record.vocabulary import Dollars, Thousandths, format_dollars, format_thousandths
from tournament.tellings.listing import Cell

MINUS = "\N{MINUS SIGN}"
DISQUALIFIED = "DSQ"
_HYPHEN_AS_MINUS = re.compile(r"(?<![\w)\]-])-(?=\d)")


def dollars(value: Dollars) -> str:
    """Dollars with thousands parted by commas, "42,400"; below zero with a minus sign."""
    return format_dollars(value).replace("-", MINUS)


def thousandths(value: Thousandths) -> str:
    """Thousandths with three decimals, "31.800"; below zero with a minus sign."""
    return format_thousandths(value).replace("-", MINUS)


def taken_off(fine: Dollars) -> str:
    """A fine as what is taken off, with a minus sign; nothing where there is none."""
    return f"{MINUS}{format_dollars(fine)}" if fine else ""


def with_minus_signs(sentence: str) -> str:
    """A sentence as it is printed: a hyphen before a figure becomes a minus sign, "R55-R56" and dates stay."""
    return _HYPHEN_AS_MINUS.sub(MINUS, sentence)


def rank_text(rank: int | None, is_shared: bool) -> str:
    """A rank or a place: "3", "=3" where it is shared, "DSQ" for who has none (R66-R67)."""
    if rank is None:
        return DISQUALIFIED
    return f"={rank}" if is_shared else str(rank)


def average_place(halves: int) -> str:
    """An average place given in halves: 5 is "2.5", 4 is "2" (R66)."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def rank_cell(rank: int | None, is_shared: bool) -> Cell:
    """A rank to print; a file holds the bare number, nothing for the disqualified."""
    return Cell(rank_text(rank, is_shared), "" if rank is None else str(rank))


def dollars_cell(value: Dollars) -> Cell:
    """Dollars to print; a file holds the bare number."""
    return Cell(dollars(value), str(value))


def score_cell(value: Thousandths) -> Cell:
    """A score to print; a file holds it with a hyphen for the minus sign."""
    return Cell(thousandths(value), format_thousandths(value))
