"""The marks of the rounds in the standings: one sign for one meaning, on every page and sheet, with the one legend that says so."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tournament.record.vocabulary import CellKind, RoundCell, Status, format_thousandths
from tournament.tellings.figures import thousandths
from tournament.tellings.listing import Cell, Mark

SIGNS: Mapping[Mark, str] = MappingProxyType(
    {
        Mark.SAT_OUT: "S",
        Mark.PAIRING_PROBLEM: "P",
        Mark.MISSED: "-",
        Mark.WITHDRAWN: "W",
        Mark.DISQUALIFIED: "D",
        Mark.WON: "*",
    }
)
LEGEND = (
    "S sat out (R51) · P pairing problem (R52) · - not played (R53) · W withdrawn (R54) · D disqualified (R67) · "
    "* won the table · = equal totals"
)
_MARKS = {
    CellKind.SIT_OUT: Mark.SAT_OUT,
    CellKind.PAIRING_PROBLEM: Mark.PAIRING_PROBLEM,
    CellKind.MISSED: Mark.MISSED,
    CellKind.WITHDRAWN: Mark.WITHDRAWN,
}


def mark_of(cell: RoundCell, status: Status) -> Mark | None:
    """What a round was to a player of that status; None for one that was played and not won, or is still to come."""
    if cell.kind is CellKind.WITHDRAWN and status is Status.DISQUALIFIED:
        return Mark.DISQUALIFIED
    return Mark.WON if cell.is_winner else _MARKS.get(cell.kind)


def round_cell(cell: RoundCell, status: Status) -> Cell:
    """A round in the standings: the score with its sign, "29.794*" or "S 25.000"; nothing while the round is pending."""
    if cell.score is None:
        return Cell()
    mark = mark_of(cell, status)
    before = f"{SIGNS[mark]} " if mark and mark is not Mark.WON else ""
    after = SIGNS[Mark.WON] if mark is Mark.WON else ""
    return Cell(f"{before}{thousandths(cell.score)}{after}", format_thousandths(cell.score), mark)
