"""What each sheet of paper is for, when a day needs it, and which sheets an event prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from types import MappingProxyType

from tournament.record.event import EventRecord, RoundRecord
from tournament.record.formats import Part
from tournament.record.vocabulary import OnDevices, RoundState
from wording import gettext as _
from wording import gettext_noop


class Where(StrEnum):
    """What is done with a sheet once it is printed; the value is a sentence for `gettext`."""

    PUT_UP = gettext_noop("Put up")
    HAND_OUT = gettext_noop("Hand out")
    TABLES = gettext_noop("Put on the tables")
    DESK = gettext_noop("Keep at the desk")


class When(Enum):
    """The time of the day in which a sheet is due.

    BEFORE: until the first round is closed. CHART: while the movement chart is used. PLAYED: while its round is being played. CLOSED:
    once its round is closed, until the next one is or the final list is public. FINAL: once that is public. ASKED: only if it is asked
    for.
    """

    BEFORE = "before"
    CHART = "chart"
    PLAYED = "played"
    CLOSED = "closed"
    FINAL = "final"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class SheetUse:
    """What is done with a sheet, when it is due, whether an event prints it by default, and what it is for if its title does not say it.

    Without its ``part`` no event has it.
    """

    where: Where
    when: When = When.ASKED
    is_usual: bool = False
    label: str = ""
    part: Part | None = None

    @property
    def place(self) -> str:
        """What is done with the sheet, in the reader's language: "Put up"."""
        return _(self.where.value)

    @property
    def purpose(self) -> str:
        """What the sheet is for, in the reader's language; empty where its title says it."""
        return _(self.label) if self.label else ""


USES: Mapping[str, SheetUse] = MappingProxyType(
    {
        "poster": SheetUse(Where.PUT_UP, When.BEFORE),
        "check-in": SheetUse(Where.DESK, When.BEFORE),
        "table-cards": SheetUse(Where.TABLES, When.BEFORE),
        "place-cards": SheetUse(Where.HAND_OUT, When.BEFORE),
        "information-card": SheetUse(Where.TABLES, When.BEFORE, part=Part.CHAINS),
        "blank-set": SheetUse(Where.DESK, When.BEFORE, label=gettext_noop("to carry on by hand if the computer fails")),
        "movement-chart": SheetUse(Where.PUT_UP, When.CHART),
        "pairings-by-player": SheetUse(Where.PUT_UP, When.PLAYED, is_usual=True),
        "pairings-by-table": SheetUse(Where.PUT_UP, When.PLAYED, is_usual=True),
        "result-slips": SheetUse(Where.HAND_OUT, When.PLAYED, is_usual=True),
        "record-sheet": SheetUse(
            Where.HAND_OUT, When.PLAYED, label=gettext_noop("to write down the moves of a game"), part=Part.REPLAY
        ),
        "results": SheetUse(Where.PUT_UP, When.CLOSED, is_usual=True),
        "standings": SheetUse(Where.PUT_UP, When.CLOSED, is_usual=True),
        "handover": SheetUse(
            Where.DESK,
            When.ASKED,
            label=gettext_noop("calls, penalties, rulings and draws, to carry on by hand from here"),
        ),
        "final-list": SheetUse(Where.PUT_UP, When.FINAL, is_usual=True),
        "medal-form": SheetUse(Where.DESK, When.FINAL, is_usual=True, part=Part.MEDALS),
        "prize-giving": SheetUse(Where.DESK, When.FINAL, part=Part.MEDALS),
        "certificates": SheetUse(Where.HAND_OUT, When.FINAL, part=Part.MEDALS),
    }
)
"""What every sheet is for, by name, in the order of the day."""

OFFERED = tuple(name for name, use in USES.items() if use.when is not When.ASKED)
"""The names of the sheets of which an event can say whether it prints them."""
USUAL = tuple(name for name, use in USES.items() if use.is_usual)


def has_sheet(record: EventRecord, name: str) -> bool:
    """Return whether an event has a sheet, also one of a plug-in: not one of a part that its format lacks."""
    part = USES[name].part if name in USES else None
    return part is None or record.has(part)


def is_offered(record: EventRecord, name: str) -> bool:
    """Return whether an event offers a sheet, also one of a plug-in: the movement chart only where it is switched on or used."""
    is_of_chart = name in USES and USES[name].when is When.CHART
    return has_sheet(record, name) and (not is_of_chart or record.extras.chart or bool(record.chart))


def sheets_wanted(record: EventRecord) -> tuple[str, ...]:
    """The names of the sheets that an event prints, in the order of the day."""
    chosen = USUAL if record.prints is None else record.prints
    return tuple(name for name in OFFERED if name in chosen and has_sheet(record, name))


def paper_of_round(record: EventRecord) -> tuple[str, ...]:
    """The names of the sheets that an event prints for a round that is about to be played."""
    return tuple(name for name in sheets_wanted(record) if USES[name].when is When.PLAYED)


def round_to_print(record: EventRecord) -> RoundRecord | None:
    """Return the round being played, of which no table has reported; None where there is none, and for one played on devices alone."""
    playing = next((round_ for round_ in record.rounds if round_.state is RoundState.PUBLISHED), None)
    if playing is None or any(table.has_reported for table in playing.tables):
        return None
    return None if all(table.on_devices is not OnDevices.NONE for table in playing.tables) else playing


def sheets_expected(record: EventRecord) -> frozenset[tuple[str, int | None]]:
    """The sheets that an event prints and that should be on paper by now, each by its name and the round it is of."""
    closed, begun = record.closed_rounds, record.begun_rounds
    event: list[int | None] = [None]
    rounds: Mapping[When, list[int | None]] = {
        When.BEFORE: event if record.entries and not closed and not record.is_final_published else [],
        When.CHART: event if record.chart and not record.is_complete else [],
        When.PLAYED: [round_.number for round_ in begun[-1:] if not round_.is_closed],
        When.CLOSED: [] if record.is_final_published else [round_.number for round_ in closed[-1:]],
        When.FINAL: event if record.is_final_published else [],
    }
    return frozenset((name, number) for name in sheets_wanted(record) for number in rounds[USES[name].when])
