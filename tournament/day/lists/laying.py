"""A row laid under its headings: which cells belong together where a row has more cells than there are columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.day.lists.headings import PlayerField
from tournament.day.lists.signs import NO, YES, Sort, bare, sort_of
from tournament.day.office.countries import country_code


@dataclass(frozen=True, slots=True)
class Aligned:
    """The cells of a row, one for each column; how many of all its cells are filled, and whether their place is certain."""

    cells: tuple[str, ...]
    filled: int
    is_certain: bool = True


def aligned(cells: Sequence[str], fields: Sequence[PlayerField | None]) -> Aligned:
    """Return the cells of a row by column.

    A comma that was not quoted moves all cells behind it: cells are put together where the rest then fits best; what is left is not read.
    """
    width, filled = len(fields), sum(map(bool, cells))
    if len(cells) <= width:
        return Aligned((*cells, *[""] * (width - len(cells))), filled)
    if not any(cells[width:]):
        return Aligned(tuple(cells[:width]), filled)
    ways = sorted(ways_of(cells, fields), key=lambda way: -way[0])
    best = ways[0]
    return Aligned(best[1], filled, len(ways) < 2 or best[0] > ways[1][0])


def ways_of(cells: Sequence[str], fields: Sequence[PlayerField | None]) -> list[tuple[float, tuple[str, ...]]]:
    """Return the ways to lay too many cells under the columns, with how well each fits; the last one leaves the surplus out."""
    width = len(fields)
    surplus = len(cells) - width
    ways = []
    for at in range(width):
        together = ", ".join(filter(None, cells[at : at + surplus + 1]))
        laid = (*cells[:at], together, *cells[at + surplus + 1 :])
        ways.append((_fit(laid, fields) + _gain(cells[at : at + surplus + 1], fields[at]), laid))
    return [*ways, (_fit(cells[:width], fields), tuple(cells[:width]))]


def _gain(together: Sequence[str], field: PlayerField | None) -> float:
    """Return how likely these cells are one: a surname and a given name are, a name and a country are not."""
    if field is PlayerField.NAME:
        words = all(sort_of(cell) in {Sort.WORDS, Sort.TITLE, Sort.EMPTY} for cell in together)
        return 0.5 if (words and " " not in together[0].strip()) or (words and together[0].isupper()) else -0.5
    return -1.0 if field is not None else 0.1


def _fit(cells: Sequence[str], fields: Sequence[PlayerField | None]) -> float:
    """Return how well cells fit their columns: countries that are known, addresses with their sign, answers, words in names."""
    fit = 0.0
    for cell, field in zip(cells, fields, strict=True):
        if not cell:
            continue
        if field is PlayerField.COUNTRY:
            fit += 2 if country_code(cell) else -2
        elif field is PlayerField.EMAIL:
            fit += 1 if "@" in cell else -1
        elif field is PlayerField.JUNIOR:
            fit += 1 if bare(cell) in YES | NO else -1
        elif field in {PlayerField.NAME, PlayerField.GIVEN, PlayerField.FAMILY}:
            fit += 0.5 if sort_of(cell) is Sort.WORDS and not any(map(str.isdigit, cell)) else -0.5
    return fit
