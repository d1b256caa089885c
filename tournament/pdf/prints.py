"""Which sheets are in the hall now, and how what was printed of them compares with what would be printed today."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.pdf.job import Job, Options, PaperError
from tournament.pdf.sheet import Hangs, Takes
from tournament.pdf.sheets import SHEETS
from tournament.record.event import EventRecord
from tournament.record.printing import Contents, PartKind, Printed, SheetPart, part_of_key
from tournament.scores import Scores

Place = tuple[str, int | None]
"""A sheet by its name and the round it is of, None for one of the event."""


@dataclass(frozen=True, slots=True)
class SheetState:
    """A sheet and its last print, None where it never was printed; ``changed`` are the parts that would say something else today."""

    name: str
    round: int | None
    last: Printed | None
    changed: tuple[SheetPart, ...] = ()

    @property
    def title(self) -> str:
        """The sheet's title."""
        return SHEETS[self.name].title

    @property
    def is_out_of_date(self) -> bool:
        """Whether it was printed and differs since."""
        return self.last is not None and bool(self.changed)

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables whose papers alone are to be printed anew; none where the sheet is one for all tables."""
        return self._apart(Takes.TABLES, PartKind.TABLE)

    @property
    def players(self) -> tuple[int, ...]:
        """The players whose papers alone are to be printed anew; none where the sheet is one for all players."""
        return self._apart(Takes.PLAYERS, PartKind.PLAYER)

    def _apart(self, of: Takes, kind: PartKind) -> tuple[int, ...]:
        if SHEETS[self.name].apart is not of or any(part.kind is not kind for part in self.changed):
            return ()
        return tuple(part.number for part in self.changed if part.number is not None)


def _in_hall(record: EventRecord) -> Mapping[Hangs, list[int | None]]:
    """The rounds of which a sheet that was printed is in the hall now, None for the event, by when it hangs.

    Nobody prints place cards anew for a name that came or left; they count as long as somebody plays whose personal code was withdrawn, for
    a card with the old one lets nobody in.
    """
    is_over, begun = record.is_complete, record.begun_rounds
    is_withdrawn = any(entry.codes_withdrawn for entry in record.active)
    closed: list[int | None] = [played.number for played in record.closed_rounds]
    event: list[int | None] = [None]
    return {
        Hangs.NEVER: [],
        Hangs.WITH_ADDRESS: event if record.public_address else [],
        Hangs.WITH_CODES: event if is_withdrawn and not is_over else [],
        Hangs.WITH_CHART: event if record.chart and not is_over else [],
        Hangs.WHILE_PLAYED: [played.number for played in begun[-1:] if not played.is_closed],
        Hangs.ONCE_CLOSED: closed,
        Hangs.LATEST: closed[-1:],
        Hangs.AT_THE_END: event if is_over else [],
    }


def in_use(record: EventRecord) -> tuple[Place, ...]:
    """The sheets that hang or lie in the hall now if they were printed, in the order of the day."""
    in_hall = _in_hall(record)
    return tuple((sheet.name, number) for sheet in SHEETS.values() for number in in_hall[sheet.hangs])


def expected(record: EventRecord) -> frozenset[Place]:
    """The sheets in use of which the hall wants one, so that it is told when one was never printed: of the latest round alone."""
    latest = [played.number for played in (*record.begun_rounds[-1:], *record.closed_rounds[-1:])]
    return frozenset(
        (name, number)
        for name, number in in_use(record)
        if SHEETS[name].is_expected and (number is None or number in latest)
    )


def sheets_with_address(record: EventRecord) -> tuple[str, ...]:
    """The sheets that may hang or lie in the hall and carry the event's address, by title and round, in the order of the day.

    None before a round is published, and none once the final list is. Pairings of the latest round hang on when it is closed.
    """
    begun = [played.number for played in record.begun_rounds]
    if not begun or record.is_final_published:
        return ()
    closed = [played.number for played in record.closed_rounds]
    of_results = [f", round {number}" for number in closed[-1:]]
    may_hang: dict[Hangs, list[str]] = {
        Hangs.WITH_ADDRESS: [""],
        Hangs.WITH_CHART: [""] if record.chart else [],
        Hangs.WHILE_PLAYED: [f", round {begun[-1]}"],
        Hangs.ONCE_CLOSED: of_results,
        Hangs.LATEST: of_results,
    }
    return tuple(
        f"{sheet.title}{of_round}"
        for sheet in SHEETS.values()
        if sheet.carries_address
        for of_round in may_hang.get(sheet.hangs, [])
    )


def states(record: EventRecord, prints: Sequence[Printed], places: Iterable[Place]) -> tuple[SheetState, ...]:
    """How each of these sheets stands; one that cannot be printed now has changed in no part."""
    by_place = _by_place(prints)
    scores = Scores(record)
    return tuple(_state(record, scores, place, by_place.get(place, [])) for place in places)


def latest_states(record: EventRecord, prints: Sequence[Printed]) -> tuple[SheetState, ...]:
    """How every sheet stands, one of a round as it is of the round that is printed where none is chosen."""
    by_place, scores = _by_place(prints), Scores(record)
    printed = {row.sheet: row for row in prints}
    found = []
    for name, sheet in SHEETS.items():
        last = printed.get(name)
        if last is None:
            found.append(SheetState(name, None, None))
            continue
        try:
            today = sheet.contents(Job(record, Options(), last.printed_at, scores))
        except PaperError:
            found.append(SheetState(name, last.round, last))
        else:
            found.append(_compared(today, by_place.get((name, today.round), [])))
    return tuple(found)


def _by_place(prints: Sequence[Printed]) -> dict[Place, list[Printed]]:
    by_place: dict[Place, list[Printed]] = {}
    for row in prints:
        by_place.setdefault((row.sheet, row.round), []).append(row)
    return by_place


def _state(record: EventRecord, scores: Scores, place: Place, prints: list[Printed]) -> SheetState:
    name, number = place
    if not prints:
        return SheetState(name, number, None)
    try:
        today = SHEETS[name].contents(Job(record, Options(round_number=number or None), prints[-1].printed_at, scores))
    except PaperError:
        return SheetState(name, number, prints[-1])
    return _compared(replace(today, round=number), prints)


def _compared(today: Contents, prints: Sequence[Printed]) -> SheetState:
    if not prints:
        return SheetState(today.sheet, today.round, None)
    printed = _hanging(prints)
    changed = (key for key in {**today.parts, **printed} if today.parts.get(key) != printed.get(key))
    return SheetState(today.sheet, today.round, prints[-1], tuple(map(part_of_key, changed)))


def _hanging(prints: Iterable[Printed]) -> dict[str, str]:
    """What hangs after these prints, in order of time: a stretch of tables adds to what was printed whole before it."""
    parts: dict[str, str] = {}
    for row in prints:
        parts = {**(parts if not row.is_whole else {}), **row.parts}
    return parts


def renewed(record: EventRecord, prints: Sequence[Printed]) -> tuple[Printed, ...]:
    """The prints of 2.8 and earlier with today's fingerprints: they count as current as the event stands now.

    What hangs of them takes today's fingerprint part by part; a print that said something else than what hangs keeps the old one, which
    equals none of today's. Whether a sheet was out of date already nobody can know: its fingerprints were made of other values.
    """
    scores, found = Scores(record), []
    for (name, number), rows in _by_place([row for row in prints if row.is_earlier]).items():
        hanging = _hanging(rows)
        try:
            job = Job(record, Options(round_number=number or None), rows[-1].printed_at, scores)
            today = SHEETS[name].contents(job).parts
        except (PaperError, KeyError):
            continue
        for row in rows:
            parts = {key: today.get(key, mark) if hanging.get(key) == mark else mark for key, mark in row.parts.items()}
            if row.is_whole and parts != row.parts:
                parts = {
                    **today,
                    **{key: mark for key, mark in parts.items() if key in today or hanging.get(key) != mark},
                }
            found.append(replace(row, parts=parts, is_earlier=False))
    return tuple(found)


def replaced_version(prints: Sequence[Printed], today: Contents) -> int | None:
    """The version of the latest print that said something else than today's sheet does; None where none did."""
    earlier = [row for row in prints if (row.sheet, row.round) == (today.sheet, today.round)]
    return next((row.version for row in reversed(earlier) if row.parts != today.parts), None)
