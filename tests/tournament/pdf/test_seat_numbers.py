"""Whether seats are decided is one question: before, no sheet has a seat number, whatever stands in the draw (R4-R6)."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import text_of
from tournament.pdf import SHEETS, Options, PaperError, round_pack, sheet
from tournament.record.event import EventRecord, SeatRecord
from tournament.record.vocabulary import SeatSource

SEAT_NUMBER = re.compile(r"[Ss]eat:? \d|Table \d+: \d|\d/\d\b(?!/)")
TITLE = "Seat"
TITLED = ("pack", "pairings-by-player", "pairings-by-table")
NUMBERED = re.compile(r"\b[1-6]\s+Player \d\d")
FORMS = ("result-slips", "record-sheet")
"""Where a player's line is marked by the seat."""


def unseated(of: EventRecord, shift: int = 0) -> EventRecord:
    """The event with every round seated by tiles of which none is typed, the draw's order counted from ``shift`` on."""
    rounds = tuple(
        replace(
            played,
            seat_source=SeatSource.TILES,
            tables=tuple(
                replace(
                    table,
                    seats=tuple(SeatRecord(seat.player, seat.position + shift, cash=seat.cash) for seat in table.seats),
                )
                for table in played.tables
            ),
        )
        for played in of.rounds
    )
    return replace(of, rounds=rounds)


def texts(of: EventRecord) -> dict[str, str]:
    """What every sheet says that can be printed now, and the pack of the round."""
    told = {"pack": text_of(round_pack(of, of.rounds[-1].number, Options(), PRINTED_AT))}
    for name in SHEETS:
        try:
            told[name] = text_of(sheet(name, of, Options(), PRINTED_AT))
        except PaperError:
            continue
    return told


def test_before_the_tiles_are_typed_no_sheet_has_a_seat_number() -> None:
    of = event(7, closed=1, drawn=1)
    told = texts(unseated(of))
    found = {name: SEAT_NUMBER.findall(text) for name, text in told.items() if SEAT_NUMBER.search(text)}
    assert found == {}
    assert [name for name in FORMS if NUMBERED.search(told[name])] == []
    assert [name for name in TITLED if TITLE in told[name]] == []
    handover = {"handover": lambda text: re.sub("SHA-256 .*", "", text)}  # the archive keeps the order of the draw
    kept = {name: handover.get(name, str)(text) for name, text in told.items()}
    assert {name: handover.get(name, str)(text) for name, text in texts(unseated(of, 40)).items()} == kept
    seated = texts(of)
    assert [name for name in told if SEAT_NUMBER.search(seated[name])] == ["handover"]
    assert [name for name in FORMS if NUMBERED.search(seated[name])] == list(FORMS)
    assert [name for name in (*TITLED, "results") if TITLE not in seated[name]] == []
