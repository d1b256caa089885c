"""The buttons and links by which the diary takes back: at once, on the page of the act that does it, or why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.day.leaving import if_rounds_count
from tournament.desk.acting import address_of
from tournament.desk.desk import Desk
from tournament.models import Change, Event
from tournament.record.acts import ACTS, Act, Place, Undo
from tournament.record.event import EventRecord
from tournament.record.public import as_seen
from tournament.services.changes import Actor
from tournament.services.undoing import if_done, undo_changes
from tournament.tellings.history.moves import Moves, moves_of
from tournament.tellings.history.undoing import Offer, offers


@dataclass(frozen=True, slots=True)
class UndoControl:
    """How a line of the diary is undone: with a button for ``versions``, by a link, or neither; ``why`` is the reason."""

    versions: str = ""
    address: str = ""
    label: str = ""
    why: str = ""


def offers_of(desk: Desk, changes: Sequence[Change]) -> Mapping[int, Offer]:
    """What the diary offers of each change; ``changes`` are all of the event, newest first."""
    return offers(changes, desk.record, is_put_away=desk.event.is_put_away)


def moves_if_undone(desk: Desk, by: Actor, changes: Sequence[Change]) -> Moves:
    """The figures that move if these changes are taken back, for the question before it; none where one press is enough.

    Raises what the undo itself would raise. To open a round again whose results nobody has seen yet is no question to the public.
    """

    def undo(tried: Event) -> None:
        undo_changes(tried, replace(by, key=""), [change.version for change in changes])

    moves = moves_if(desk, undo)
    if any(change.act == Act.CHANGE_SETTINGS for change in changes):
        moves = replace(moves, left=if_rounds_count(desk.record, if_done(desk.event, undo)))
    if moves and all(change.act == Act.CLOSE_ROUND for change in changes):
        return moves if moves_if(desk, undo, as_seen) else Moves()
    return moves


def moves_if(
    desk: Desk,
    act: Callable[[Event], object],
    seen: Callable[[EventRecord], EventRecord] = lambda record: record,
) -> Moves:
    """The figures that an act of services would move, as ``seen`` by the desk or by everybody; none before a round counts.

    The act is tried and rolled back; what it raises is raised.
    """
    if not desk.record.closed_rounds:
        return Moves()
    return moves_of(seen(desk.record), seen(if_done(desk.event, act)))


def needs_reason(changes: Sequence[Change]) -> bool:
    """Whether a question before an undo asks why: it takes a penalty back, whose page asks it too."""
    return any(change.act in (Act.GIVE_PENALTY, Act.RESTORE_PENALTY) for change in changes)


def control_of(changes: Sequence[Change], offered: Mapping[int, Offer]) -> UndoControl:
    """How changes of one line are undone together: the line has a button where each of them can be."""
    found = [offered[change.version] for change in changes]
    if all(offer.undo is Undo.AT_ONCE for offer in found):
        return UndoControl(versions=" ".join(str(change.version) for change in changes))
    if len(changes) > 1:
        whys = {offer.why for offer in found}
        return UndoControl(why=whys.pop() if len(whys) == 1 else "Each by itself, below.")
    if found[0].undo is Undo.NONE:
        return UndoControl(why=found[0].why)
    change = changes[0]
    place, label = ACTS[Act(change.act)].undone_on or (None, "On its page")
    mark = "#versions" if place is Place.TABLE else ""
    return UndoControl(address=f"{address_of(change, place)}{mark}", label=label, why=found[0].why)
