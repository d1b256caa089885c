"""Which sheets are due on paper now, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tournament.pdf.prints import Place, Prints, SheetState, in_use
from tournament.pdf.sheets import SHEETS
from tournament.record.printing import SheetPart
from tournament.tellings.news.paper import expected


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
    needed = expected(record)
    places = {*needed, *in_use(record)}
    order = {name: at for at, name in enumerate(SHEETS)}
    ordered = sorted(places, key=lambda place: (place[1] or 0, order[place[0]]))
    found = ((state, _why(state, is_expected=(state.name, state.round) in needed)) for state in prints.states(ordered))
    return tuple(DueSheet(state, why) for state, why in found if why is not None)


def _why(state: SheetState, *, is_expected: bool) -> Why | None:
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
