"""Every sheet by its name, and the pack of a round in the order in which it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from types import MappingProxyType

from tournament.pdf.job import Job
from tournament.pdf.layout import Sheet
from tournament.pdf.options import PackPart
from tournament.pdf.sheets.arrangement import arrangement_note
from tournament.pdf.sheets.blank import blank_set
from tournament.pdf.sheets.cards import place_cards, table_cards
from tournament.pdf.sheets.entries import check_in_list
from tournament.pdf.sheets.final import final_list, medal_form
from tournament.pdf.sheets.handover import handover
from tournament.pdf.sheets.incidents import draw_protocol, incident_log
from tournament.pdf.sheets.information import information_card
from tournament.pdf.sheets.pairings import movement_chart, pairings_by_player, pairings_by_table
from tournament.pdf.sheets.poster import poster
from tournament.pdf.sheets.prizes import certificates, prize_giving, prize_receipts
from tournament.pdf.sheets.record_sheet import record_sheets
from tournament.pdf.sheets.results import round_results
from tournament.pdf.sheets.slips import result_slips
from tournament.pdf.sheets.standings import standings_sheet
from tournament.record.event import EventRecord
from tournament.record.vocabulary import RoundState


class Scope(StrEnum):
    """Whether a sheet is of the event or of one of its rounds."""

    EVENT = "event"
    ROUND = "round"


class Takes(Enum):
    """Which choices a sheet takes: the order of its players, a stretch or part of its tables, a stretch or part of its players."""

    ORDER = "order"
    TABLES = "tables"
    PLAYERS = "players"


LIST = frozenset({Takes.ORDER, Takes.PLAYERS})
BY_TABLE = frozenset({Takes.TABLES})


@dataclass(frozen=True, slots=True)
class SheetKind:
    """A sheet that can be printed: its name in addresses, its title, what it needs, what draws it.

    ``carries_address`` where a code stands on it; ``takes`` are the choices that change it. What has none of them goes out whole.
    """

    name: str
    title: str
    scope: Scope
    build: Callable[[Job], Sheet]
    carries_address: bool = False
    takes: frozenset[Takes] = frozenset()

    @property
    def has_parts(self) -> bool:
        """Whether a part of it can be printed alone."""
        return bool(self.takes & {Takes.TABLES, Takes.PLAYERS})


_KINDS = (
    SheetKind("poster", "Poster", Scope.EVENT, poster, carries_address=True),
    SheetKind("check-in", "Check-in list", Scope.EVENT, check_in_list, takes=LIST),
    SheetKind("table-cards", "Table cards", Scope.EVENT, table_cards, takes=BY_TABLE),
    SheetKind("place-cards", "Place cards", Scope.EVENT, place_cards, takes=LIST),
    SheetKind("information-card", "Prices and bonuses", Scope.EVENT, information_card),
    SheetKind("blank-set", "Blank set", Scope.EVENT, blank_set, takes=frozenset({Takes.ORDER})),
    SheetKind("movement-chart", "Movement chart", Scope.EVENT, movement_chart, carries_address=True, takes=LIST),
    SheetKind("arrangement", "Arrangement note", Scope.ROUND, arrangement_note),
    SheetKind(
        "pairings-by-player",
        "Pairings by player",
        Scope.ROUND,
        pairings_by_player,
        carries_address=True,
        takes=LIST | BY_TABLE,
    ),
    SheetKind(
        "pairings-by-table", "Pairings by table", Scope.ROUND, pairings_by_table, carries_address=True, takes=BY_TABLE
    ),
    SheetKind("result-slips", "Result slips", Scope.ROUND, result_slips, carries_address=True, takes=BY_TABLE),
    SheetKind("record-sheet", "Game record", Scope.ROUND, record_sheets, takes=BY_TABLE),
    SheetKind("results", "Results", Scope.ROUND, round_results, carries_address=True, takes=BY_TABLE),
    SheetKind("standings", "Standings", Scope.ROUND, standings_sheet, carries_address=True, takes=LIST),
    SheetKind("incidents", "Incidents and rulings", Scope.EVENT, incident_log),
    SheetKind("draw-protocol", "Draw protocol", Scope.EVENT, draw_protocol),
    SheetKind("handover", "State of the event", Scope.EVENT, handover),
    SheetKind("final-list", "Final list", Scope.EVENT, final_list, carries_address=True),
    SheetKind("medal-form", "Medal form", Scope.EVENT, medal_form),
    SheetKind("prize-giving", "Prize-giving", Scope.EVENT, prize_giving),
    SheetKind("prize-receipts", "Prize receipts", Scope.EVENT, prize_receipts),
    SheetKind("certificates", "Certificates", Scope.EVENT, certificates, takes=frozenset({Takes.PLAYERS})),
)

SHEETS: Mapping[str, SheetKind] = MappingProxyType({kind.name: kind for kind in _KINDS})
"""All sheets by name, in the order of the day."""

_PLAY = ("arrangement", "pairings-by-player", "pairings-by-table", "result-slips")
_AFTER = ("results", "standings", "handover")


def pack_sheets(job: Job) -> tuple[str, ...]:
    """The names of the sheets in the pack of the job's round; those that follow from results only once it is closed."""
    after = _AFTER if job.round.is_closed else ()
    return {PackPart.WHOLE: (*_PLAY, *after), PackPart.PLAY: _PLAY, PackPart.AFTER: after}[job.options.part]


def sheets_with_address(record: EventRecord) -> tuple[str, ...]:
    """The sheets that may hang or lie in the hall and carry the event's address, by title and round, in the order of the day.

    None before a round is published, and none once the final list is.
    """
    played = [row for row in record.rounds if row.state is not RoundState.DRAFT]
    if not played or record.is_final_published:
        return ()
    of_round = {"results", "standings"}
    closed = [row.number for row in played if row.is_closed]
    told = []
    for kind in _KINDS:
        if (
            not kind.carries_address
            or kind.name == "final-list"
            or (kind.name == "movement-chart" and not record.chart)
        ):
            continue
        number = (closed[-1] if closed else None) if kind.name in of_round else played[-1].number
        if kind.scope is Scope.EVENT:
            told.append(kind.title)
        elif number is not None:
            told.append(f"{kind.title}, round {number}")
    return tuple(told)
