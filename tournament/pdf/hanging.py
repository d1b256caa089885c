"""Which sheets belong in the hall now, and how what was printed of them compares with what would be set today."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.pdf.catalogue import SHEETS
from tournament.pdf.contents import contents_of
from tournament.pdf.job import Job
from tournament.pdf.options import Options, PaperError
from tournament.record.event import EventRecord
from tournament.record.printing import Contents, Printed
from tournament.scores import Scores

Place = tuple[str, int | None]
"""A sheet by its name and the round it is of, None for one of the event."""

PLAYING = ("pairings-by-player", "pairings-by-table", "result-slips")
AT_THE_END = ("final-list", "medal-form", "prize-giving", "prize-receipts", "certificates")
EXPECTED = frozenset({*PLAYING, "results", "standings", "final-list", "medal-form"})
PRINTED_BY_TABLE = frozenset({"result-slips", "record-sheet"})
PRINTED_BY_PLAYER = frozenset({"place-cards"})


@dataclass(frozen=True, slots=True)
class SheetState:
    """A sheet and its last print, None where it never was printed; ``changed`` are the parts that would be set otherwise today."""

    name: str
    round: int | None
    last: Printed | None
    changed: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The sheet's title in the catalogue."""
        return SHEETS[self.name].title

    @property
    def is_out_of_date(self) -> bool:
        """Whether it was printed and differs since."""
        return self.last is not None and bool(self.changed)

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables whose sheets alone are to be printed anew; none where the sheet is one for all tables."""
        if self.name not in PRINTED_BY_TABLE or not all(part.startswith("table:") for part in self.changed):
            return ()
        return tuple(int(part.partition(":")[2]) for part in self.changed)

    @property
    def players(self) -> tuple[int, ...]:
        """The players whose cards alone are to be printed anew; none where the sheet is one for all players."""
        if self.name not in PRINTED_BY_PLAYER or not all(part.startswith("player:") for part in self.changed):
            return ()
        return tuple(int(part.partition(":")[2]) for part in self.changed)


def in_use(record: EventRecord) -> tuple[Place, ...]:
    """The sheets that hang or lie in the hall now if they were printed, in the order of the day.

    The poster, the pairings and slips of the round that is played, the results of every closed round, the latest standings, and at the
    end the lists. Place cards lie at the tables all day, and nobody prints them anew for a name that came or left; they count as long as
    somebody plays whose personal code was withdrawn, for a card with the old one lets nobody in.
    """
    begun = record.begun_rounds
    found: list[Place] = [("poster", None)] if record.public_address else []
    is_withdrawn = any(entry.codes_withdrawn for entry in record.active) and not record.is_complete
    found += [("place-cards", None)] if is_withdrawn else []
    found += [("movement-chart", None)] if record.chart and not record.is_complete else []
    if begun and not begun[-1].is_closed:
        found += [(name, begun[-1].number) for name in PLAYING]
    closed = [played.number for played in record.closed_rounds]
    found += [("results", number) for number in closed]
    found += [("standings", number) for number in closed[-1:]]
    if record.is_complete:
        found += [(name, None) for name in AT_THE_END]
    return tuple(found)


def expected(record: EventRecord) -> frozenset[Place]:
    """The sheets in use of which the hall wants one, so that it is told when one was never printed: of the latest round alone."""
    latest = max((played.number for played in record.begun_rounds), default=0)
    closed = max((played.number for played in record.closed_rounds), default=0)
    return frozenset(
        (name, number) for name, number in in_use(record) if name in EXPECTED and number in (None, latest, closed)
    )


def states(record: EventRecord, prints: Sequence[Printed], places: Iterable[Place]) -> tuple[SheetState, ...]:
    """How each of these sheets stands; one that cannot be printed now has changed in no part."""
    by_place: dict[Place, list[Printed]] = {}
    for row in prints:
        by_place.setdefault((row.sheet, row.round), []).append(row)
    scores = Scores(record)
    return tuple(_state(record, scores, place, by_place.get(place, [])) for place in places)


def _state(record: EventRecord, scores: Scores, place: Place, prints: list[Printed]) -> SheetState:
    name, number = place
    if not prints:
        return SheetState(name, number, None)
    last = prints[-1]
    hangs = _hanging(prints)
    try:
        now = contents_of(name, Job(record, Options(round_number=number or None), last.printed_at, scores)).parts
    except PaperError:
        return SheetState(name, number, last)
    changed = tuple(key for key in {**now, **hangs} if now.get(key) != hangs.get(key))
    return SheetState(name, number, last, changed)


def _hanging(prints: Sequence[Printed]) -> dict[str, str]:
    """What hangs after these prints, in order of time: a stretch of tables adds to what was printed whole before it."""
    parts: dict[str, str] = {}
    for row in prints:
        parts = {**(parts if not row.is_whole else {}), **row.parts}
    return parts


def replaced_version(prints: Sequence[Printed], today: Contents) -> int | None:
    """The version of the latest print that listed something else than today's sheet does; None where none did."""
    earlier = [row for row in prints if (row.sheet, row.round) == (today.sheet, today.round)]
    return next((row.version for row in reversed(earlier) if row.parts != today.parts), None)
