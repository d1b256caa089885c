"""Every sheet by its name, and the pack of a round in the order in which it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from tournament.pdf.job import Job
from tournament.pdf.layout import Sheet
from tournament.pdf.options import PackPart
from tournament.pdf.pairings import movement_chart, pairings_by_player, pairings_by_table
from tournament.pdf.results import round_results
from tournament.pdf.slips import result_slips
from tournament.pdf.standings import standings_sheet


class Scope(StrEnum):
    """Whether a sheet is of the event or of one of its rounds."""

    EVENT = "event"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class SheetKind:
    """A sheet that can be printed: its name in addresses, its title, what it needs and what draws it."""

    name: str
    title: str
    scope: Scope
    build: Callable[[Job], Sheet]


_KINDS = (
    SheetKind("pairings-by-player", "Pairings by player", Scope.ROUND, pairings_by_player),
    SheetKind("pairings-by-table", "Pairings by table", Scope.ROUND, pairings_by_table),
    SheetKind("movement-chart", "Movement chart", Scope.EVENT, movement_chart),
    SheetKind("result-slips", "Result slips", Scope.ROUND, result_slips),
    SheetKind("results", "Results", Scope.ROUND, round_results),
    SheetKind("standings", "Standings", Scope.EVENT, standings_sheet),
)

SHEETS: Mapping[str, SheetKind] = MappingProxyType({kind.name: kind for kind in _KINDS})
"""All sheets by name, in the order of the day."""

_PLAY = ("pairings-by-player", "pairings-by-table", "result-slips")
_AFTER = ("results", "standings")


def pack_sheets(job: Job) -> tuple[str, ...]:
    """The names of the sheets in the pack of the job's round; those that follow from results only once it is closed."""
    after = _AFTER if job.round.is_closed else ()
    return {PackPart.WHOLE: (*_PLAY, *after), PackPart.PLAY: _PLAY, PackPart.AFTER: after}[job.options.part]
