"""How a line of the log of changes can be undone: by a button at once, by a link to another page, or not, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.day.leaving import if_rounds_count
from tournament.desk.acting import address_of
from tournament.desk.desk import Desk
from tournament.models import Change, Event
from tournament.record.acts import ACTS, Act, Place, Undo
from tournament.record.public import as_seen
from tournament.services.changes import Actor, previewed
from tournament.services.undoing import undo_changes
from tournament.tellings.history.moves import Moves, moves_of
from tournament.tellings.history.undoing import Offer, offers
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class UndoControl:
    """How a line of the log of changes is undone: by a button that sends ``versions``, by a link with a ``label``, or not (``why``)."""

    versions: str = ""
    address: str = ""
    label: str = ""
    why: str = ""

    @property
    def can_be_pressed(self) -> bool:
        """Whether the line has a button or a link, and is not only told why it has none."""
        return bool(self.versions or self.address)


def offers_of(desk: Desk, changes: Sequence[Change]) -> Mapping[int, Offer]:
    """Return by version whether and how each change can be undone; ``changes`` are all changes of the event, newest first."""
    return offers(changes, desk.record, is_put_away=desk.event.is_put_away)


def moves_if_undone(desk: Desk, by: Actor, changes: Sequence[Change]) -> Moves:
    """Return the figures that would change if these changes were undone; empty where the director need not be asked first.

    Raises what the undo itself would raise. Undoing the close of a round is only asked about where figures that players see change.
    """
    before, acts = desk.record, {change.act for change in changes}
    if not before.closed_rounds and Act.CHANGE_SETTINGS not in acts:
        return Moves()
    then = previewed(desk.event, lambda tried: undo_changes(tried, by, [change.version for change in changes]))
    moves = moves_of(before, then)
    if Act.CHANGE_SETTINGS in acts:
        moves = replace(moves, left=if_rounds_count(before, then))
    if acts == {Act.CLOSE_ROUND} and not moves_of(as_seen(before), as_seen(then)):
        return Moves()
    return moves


def moves_if(desk: Desk, act: Callable[[Event], object]) -> Moves:
    """Return the figures that an act would change by a preview of it, whose exceptions are raised; empty where no round is closed yet."""
    if not desk.record.closed_rounds:
        return Moves()
    return moves_of(desk.record, previewed(desk.event, act))


def needs_reason(changes: Sequence[Change]) -> bool:
    """Whether undoing these changes needs a reason, which is so for penalties given or restored."""
    return any(change.act in (Act.GIVE_PENALTY, Act.RESTORE_PENALTY) for change in changes)


def undo_of(desk: Desk, ruling: str, number: int, table: int) -> UndoControl:
    """Return how a ruling on a log is undone, with the result that came of it: by one button, if at all.

    ``ruling`` are its words, ``number`` is the round and ``table`` the number of the table.
    """
    every = list(desk.event.changes.order_by("-version"))
    undone = {change.undoes for change in every}
    own = [
        change
        for change in every
        if (change.round_number, change.table_number, change.reason) == (number, table, ruling)
        and change.act in _RULING
        and change.version not in undone
    ]
    return control_of(own, offers_of(desk, every)) if own else UndoControl()


_RULING = frozenset({Act.RULE_FROM_LOG, Act.RULE_DISPUTE})
"""The acts that a ruling on a log is made of; both have its words."""


def control_of(changes: Sequence[Change], offered: Mapping[int, Offer]) -> UndoControl:
    """Return how the changes of one line are undone together: by one button where each of them can be undone at once."""
    found = [offered[change.version] for change in changes]
    if all(offer.undo is Undo.AT_ONCE for offer in found):
        return UndoControl(versions=" ".join(str(change.version) for change in changes))
    if len(changes) > 1:
        whys = {offer.why for offer in found}
        return UndoControl(why=whys.pop() if len(whys) == 1 else _("Undo each change separately below."))
    if found[0].undo is Undo.NONE:
        return UndoControl(why=found[0].why)
    change = changes[0]
    place = ACTS[Act(change.act)].undone_on
    mark = "#versions" if place is Place.TABLE else ""
    return UndoControl(address=f"{address_of(change, place)}{mark}", label=_("Open the page"), why=found[0].why)
