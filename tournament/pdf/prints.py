"""The sheets that are in the hall now, and the comparison of their prints with what would be printed today.

Which sheets are due on paper now, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from tournament.pdf.job import Job, Options, PaperError
from tournament.pdf.sheet import Hangs, Takes
from tournament.pdf.sheets import SHEETS
from tournament.record.event import EventRecord
from tournament.record.printing import KINDS, Contents, PartKind, Printed, SheetPart, part_of_key
from tournament.tellings.paper import sheets_expected
from wording import gettext as _

Place = tuple[str, int | None]
"""A sheet by its name and the round it is of, None for one of the event."""


@dataclass(frozen=True, slots=True)
class SheetState:
    """A sheet and its last print (None where it was never printed); ``changed`` are the parts that would differ if printed now.

    ``round`` is the number of its round, None for a sheet of the event. ``opened`` is the last time its PDF was opened since, None where
    it was not or where somebody has said whether it was printed; ``changed_since_opened`` are the parts that differ from that one now.
    """

    name: str
    round: int | None
    last: Printed | None
    changed: tuple[SheetPart, ...] = ()
    opened: Printed | None = None
    changed_since_opened: tuple[SheetPart, ...] = ()

    @property
    def title(self) -> str:
        """The sheet's title."""
        return SHEETS[self.name].title

    @property
    def is_out_of_date(self) -> bool:
        """Whether the sheet was printed and would differ if printed now."""
        return self.last is not None and bool(self.changed)

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of the tables whose papers are to be printed again; none where the whole sheet is to be."""
        return self._changed_numbers(Takes.TABLES, PartKind.TABLE)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of the players whose papers are to be printed again; none where the whole sheet is to be."""
        return self._changed_numbers(Takes.PLAYERS, PartKind.PLAYER)

    def _changed_numbers(self, of: Takes, kind: PartKind) -> tuple[int, ...]:
        """The numbers of the changed parts, if the sheet has a paper for each table or player (``of``) and all are of this kind."""
        changed = dict.fromkeys((*self.changed, *self.changed_since_opened))
        if SHEETS[self.name].apart is not of or any(part.kind is not kind for part in changed):
            return ()
        return tuple(part.number for part in changed if part.number is not None)


def _in_hall(record: EventRecord) -> Mapping[Hangs, list[int | None]]:
    """For each `Hangs` (the time in which a sheet is in the hall): the rounds whose sheets are in the hall now; None for the event's.

    Place cards are not printed again when players come or leave; they are listed only while somebody plays whose personal code was
    withdrawn, because the code on the old card does not work any more.
    """
    is_over, begun = record.is_complete, record.begun_rounds
    is_withdrawn = any(entry.codes_withdrawn for entry in record.present)
    closed: list[int | None] = [round_.number for round_ in record.closed_rounds]
    event: list[int | None] = [None]
    return {
        Hangs.NEVER: [],
        Hangs.WITH_ADDRESS: event if record.public_address else [],
        Hangs.WITH_CODES: event if is_withdrawn and not is_over else [],
        Hangs.WITH_CHART: event if record.chart and not is_over else [],
        Hangs.WHILE_PLAYED: [round_.number for round_ in begun[-1:] if not round_.is_closed],
        Hangs.ONCE_CLOSED: closed,
        Hangs.LATEST: closed[-1:],
        Hangs.AT_THE_END: event if is_over else [],
    }


def in_use(record: EventRecord) -> tuple[Place, ...]:
    """The sheets that are in the hall now if they were printed, in the order in which a day needs them."""
    in_hall = _in_hall(record)
    return tuple((sheet.name, number) for sheet in SHEETS.values() for number in in_hall[sheet.hangs])


def sheets_with_address(record: EventRecord) -> tuple[str, ...]:
    """The titles (with the round) of the sheets that may be in the hall and have the event's address on them, in the order of the day.

    There are none before a round is published, and none once the final list is.
    """
    if not record.begun_rounds or record.is_final_published:
        return ()
    hanging = [(SHEETS[name], number) for name, number in in_use(record)]
    return tuple(
        sheet.title if number is None else _("{sheet}, round {number}", sheet=sheet.title, number=number)
        for sheet, number in hanging
        if sheet.carries_address
    )


class Prints:
    """The prints of an event, in order of time, and their comparison with what would be printed now; each sheet is computed only once."""

    def __init__(self, record: EventRecord, prints: Sequence[Printed]) -> None:
        self.record = record
        self.rows = prints
        self._by_place: dict[Place, list[Printed]] = {}
        self._states: dict[Place, SheetState] = {}
        for row in prints:
            self._by_place.setdefault((row.sheet, row.round), []).append(row)

    def states(self, places: Iterable[Place]) -> tuple[SheetState, ...]:
        """The state of each of these sheets; one that cannot be printed now counts as unchanged."""
        return tuple(self._state(place) for place in places)

    def latest(self) -> tuple[SheetState, ...]:
        """The state of every sheet; a sheet of a round is that of the round which is printed if none is chosen."""
        last = {row.sheet: row for row in self.rows}
        return tuple(self._latest(name, last.get(name)) for name in SHEETS)

    def replaced_version(self, today: Contents) -> int | None:
        """The event's version on the latest print of this sheet whose contents differ from today's; None where there is none."""
        earlier = self._by_place.get((today.sheet, today.round), [])
        return next((row.version for row in reversed(earlier) if row.parts != today.parts), None)

    def _state(self, place: Place) -> SheetState:
        """The state of the sheet of this name and round."""
        if place in self._states:
            return self._states[place]
        name, number = place
        rows = self._by_place.get(place, [])
        today = self._contents(name, number, rows[-1]) if rows else None
        return self._state_against(place, today)

    def _latest(self, name: str, last: Printed | None) -> SheetState:
        """The state of the sheet of this name for the round that would be printed now; ``last`` is its last print of any round."""
        if last is None:
            return SheetState(name, None, None)
        today = self._contents(name, None, last)
        return self._state_against((name, last.round if today is None else today.round), today)

    def _contents(self, name: str, number: int | None, last: Printed) -> Contents | None:
        """The contents that a sheet would have now, in the time zone of its last print; None where it cannot be printed.

        ``number`` is that of its round; None for the round that is printed if none is chosen.
        """
        options = Options(round_number=number or None)
        try:
            return SHEETS[name].contents(Job(self.record, options, last.printed_at))
        except PaperError:
            return None

    def _state_against(self, place: Place, today: Contents | None) -> SheetState:
        """The state of a sheet whose contents now are ``today``; None, where it cannot be printed now, counts as unchanged."""
        rows = self._by_place.get(place, [])
        printed = [row for row in rows if not row.is_opened]
        opened = rows[-1] if rows and rows[-1].is_opened else None
        state = SheetState(
            *place,
            printed[-1] if printed else None,
            _changed_parts(printed, today),
            opened,
            _changed_parts(rows, today) if opened is not None else (),
        )
        self._states[place] = state
        return state


def _fingerprints_in_hall(prints: Iterable[Printed]) -> dict[str, str]:
    """The fingerprints of the paper in the hall after these prints of one sheet, in order of time, by part.

    A print of the whole sheet replaces those before it; a print of some tables or players replaces only these.
    """
    parts: dict[str, str] = {}
    for row in prints:
        parts = {**(parts if not row.is_whole else {}), **row.parts}
    return parts


def _changed_parts(prints: Sequence[Printed], today: Contents | None) -> tuple[SheetPart, ...]:
    """The parts in which the paper of these prints differs from the sheet as it is now; none where it cannot be printed now.

    Fingerprints of version 2.8 and earlier cannot be compared with today's, so such a print counts as unchanged.
    """
    whole = max((at for at, row in enumerate(prints) if row.is_whole), default=0)
    if not prints or today is None or any(row.is_earlier for row in prints[whole:]):
        return ()
    printed = {key: mark for key, mark in _fingerprints_in_hall(prints).items() if key.partition(":")[0] in KINDS}
    return tuple(part_of_key(key) for key in {**today.parts, **printed} if today.parts.get(key) != printed.get(key))


class Why(Enum):
    """Why a sheet is due: it was never printed, it has changed since, or it was opened and nobody has said whether it was printed.

    PRINTED is for a sheet that was due at this time of the day and is on paper as it is now.
    """

    NEW = "new"
    CHANGED = "changed"
    OPENED = "opened"
    PRINTED = "printed"


@dataclass(frozen=True, slots=True)
class DueSheet:
    """A sheet that is due now, and why; or one that was and is printed."""

    state: SheetState
    why: Why

    @property
    def place(self) -> Place:
        """The sheet's name and its round."""
        return self.state.name, self.state.round

    @property
    def is_to_print(self) -> bool:
        """Whether it is to be printed; otherwise it is only to be said whether it was."""
        return self.why in (Why.NEW, Why.CHANGED)

    @property
    def changed(self) -> tuple[SheetPart, ...]:
        """The parts that have changed since it was printed, or since it was opened where that is not known."""
        return self.state.changed_since_opened or self.state.changed


def due_sheets(prints: Prints) -> tuple[DueSheet, ...]:
    """The sheets that are due on paper now or were and are printed, in the order of the day, those of an earlier round first."""
    record = prints.record
    needed = sheets_expected(record)
    places = {*needed, *in_use(record)}
    order = {name: at for at, name in enumerate(SHEETS)}
    ordered = sorted(places, key=lambda place: (place[1] or 0, order[place[0]]))
    found = (
        (state, _why_due(state, is_expected=(state.name, state.round) in needed)) for state in prints.states(ordered)
    )
    return tuple(DueSheet(state, why) for state, why in found if why is not None)


def _why_due(state: SheetState, *, is_expected: bool) -> Why | None:
    """Why a sheet is due, or that it is printed; None where it is neither."""
    if state.opened is not None:
        if state.changed_since_opened:
            return Why.CHANGED
        return Why.OPENED if is_expected or state.is_out_of_date else None
    if state.last is None:
        return Why.NEW if is_expected else None
    if state.is_out_of_date:
        return Why.CHANGED
    return Why.PRINTED if is_expected else None
