"""Figures as pages and paper write them: the reader's signs, one minus sign, one sign for a shared place, one word for no place.

Files keep the plain forms of `record.vocabulary`, with the hyphen that spreadsheets read as a minus.
"""

from __future__ import annotations

import re

from tournament.record.vocabulary import Dollars, Thousandths, format_thousandths
from tournament.tellings.listing import Cell
from wording import figures

MINUS = "\N{MINUS SIGN}"
DISQUALIFIED = "DSQ"
_HYPHEN_AS_MINUS = re.compile(r"(?<![\w)\]-])-(?=\d)")


def dollars(value: Dollars) -> str:
    """Return dollars with their thousands grouped, "42,400" in English; negative amounts have a minus sign."""
    return figures.whole(value).replace("-", MINUS)


def thousandths(value: Thousandths) -> str:
    """Return thousandths with three decimals, "31.800" in English; negative values have a minus sign."""
    return figures.decimals(value, 3).replace("-", MINUS)


def taken_off(fine: Dollars) -> str:
    """Return a fine in dollars as a negative amount, "−5,000"; empty for no fine."""
    return f"{MINUS}{figures.whole(fine)}" if fine else ""


def with_minus_signs(sentence: str) -> str:
    """Return a sentence with a minus sign in place of each hyphen before a number; "R55-R56" and dates stay."""
    return _HYPHEN_AS_MINUS.sub(MINUS, sentence)


def rank_text(rank: int | None, is_shared: bool) -> str:
    """Return a rank as text: "3", "=3" if it is shared, "DSQ" for None, which a disqualified player has (R66-R67)."""
    if rank is None:
        return DISQUALIFIED
    return f"={rank}" if is_shared else str(rank)


def average_place(halves: int) -> str:
    """Return an average place, given in halves, as text: 5 is "2.5", 4 is "2" (R66)."""
    return figures.decimals(halves * 5, 1) if halves % 2 else str(halves // 2)


def rank_cell(rank: int | None, is_shared: bool) -> Cell:
    """Return the cell of a rank; a file holds the bare number, or nothing for the disqualified."""
    return Cell(rank_text(rank, is_shared), "" if rank is None else str(rank))


def dollars_cell(value: Dollars) -> Cell:
    """Return the cell of an amount; a file holds the bare number."""
    return Cell(dollars(value), str(value))


def score_cell(value: Thousandths) -> Cell:
    """Return the cell of a score; a file holds it with a hyphen as minus sign."""
    return Cell(thousandths(value), format_thousandths(value))
