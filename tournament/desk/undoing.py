"""The buttons and links by which the diary takes back: at once, on the page of the act that does it, or why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse

from tournament.day.leaving import if_rounds_count
from tournament.desk.acting import address_of
from tournament.desk.desk import Desk
from tournament.models import Change, Event
from tournament.record.acts import Act, Undo
from tournament.record.event import EventRecord
from tournament.record.public import as_seen
from tournament.services.changes import Actor
from tournament.services.undoing import if_done, undo_changes
from tournament.tellings.history.moves import Moves, moves_of
from tournament.tellings.history.undoing import Offer, offers

LINKS: Mapping[Act, tuple[str, str]] = {
    Act.DISQUALIFY: ("desk_reinstate", "Reinstate"),
    Act.REINSTATE: ("desk_withdraw", "Withdraw again"),
    Act.DRAW_ROUND: ("desk_round", "Discard or draw again"),
    Act.WITHDRAW_ROUND: ("desk_round", "Publish again"),
    Act.REOPEN_ROUND: ("desk_round", "Close again"),
    Act.CORRECT_RESULT: ("desk_table", "Restore a version"),
    Act.RESTORE_RESULT: ("desk_table", "Restore a version"),
    Act.RULE_FROM_LOG: ("desk_table", "Restore a version"),
    Act.RECORD_RESULT: ("desk_table", "Restore a version"),
    Act.REOPEN_DISPUTE: ("desk_settle_dispute", "Settle it"),
    Act.PUBLISH_LOG: ("desk_log", "Take it off"),
    Act.WITHDRAW_LOG: ("desk_log", "Publish again"),
    Act.WITHDRAW_FINAL: ("desk_final", "Publish again"),
    Act.GIVE_PENALTY: ("desk_cancel_penalty", "Cancel the penalty"),
}
"""The page on which an act is undone, and what its link says; for others it is the page on which the act stands."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a line of the diary is undone: with a button for ``versions``, by a link, or neither; ``why`` is the reason."""

    versions: str = ""
    address: str = ""
    label: str = ""
    why: str = ""


def offers_of(desk: Desk, changes: Sequence[Change]) -> Mapping[int, Offer]:
    """What the diary offers of each change; ``changes`` are all of the event, newest first."""
    return offers(changes, desk.record, is_put_away=desk.event.is_put_away)


def moves_if_undone(desk: Desk, by: Actor, changes: Sequence[Change]) -> Moves:
    """The figures that move if these changes are taken back, which is asked before; none where one press is enough.

    Raises what the undo itself would raise. To open a round again whose results nobody has seen yet is no question to the public.
    """
    versions = [change.version for change in changes]
    moves = moves_if(desk, lambda tried: undo_changes(tried, replace(by, key=""), versions))
    if any(change.act == Act.CHANGE_SETTINGS for change in changes):
        then = if_done(desk.event, lambda tried: undo_changes(tried, replace(by, key=""), versions))
        moves = replace(moves, left=if_rounds_count(desk.record, then))
    if moves and all(change.act == Act.CLOSE_ROUND for change in changes):
        seen = moves_if(desk, lambda tried: undo_changes(tried, replace(by, key=""), versions), as_seen)
        return moves if seen else Moves()
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


def way_of(changes: Sequence[Change], offered: Mapping[int, Offer]) -> Way:
    """How changes of one line are undone together: the line has a button where each of them can be."""
    found = [offered[change.version] for change in changes]
    if all(offer.way is Undo.AT_ONCE for offer in found):
        return Way(versions=" ".join(str(change.version) for change in changes))
    if len(changes) > 1:
        whys = {offer.why for offer in found}
        return Way(why=whys.pop() if len(whys) == 1 else "Each by itself, below.")
    if found[0].way is Undo.NONE:
        return Way(why=found[0].why)
    change = changes[0]
    name, label = LINKS.get(Act(change.act), ("", "On its page"))
    address = reverse(name, args=_numbers(name, change)) if name else address_of(change)
    return Way(address=f"{address}#versions" if name == "desk_table" else address, label=label, why=found[0].why)


def _numbers(name: str, change: Change) -> list[str | int]:
    """What stands in the address of a page behind the event."""
    slug = change.event.slug
    if name in ("desk_reinstate", "desk_withdraw"):
        return [slug, change.entries[0]]
    if name == "desk_table":
        return [slug, change.round_number or 0, change.table_number or 0]
    if name == "desk_settle_dispute":
        return [slug, change.round_number or 0, change.table_number or 0, change.after["dispute"]["id"]]
    if name == "desk_log":
        return [slug, change.round_number or 0, change.table_number or 0, change.after["log"]["id"]]
    if name == "desk_cancel_penalty":
        return [slug, change.after["penalty"]["id"]]
    return [slug] if name == "desk_final" else [slug, change.round_number or 0]
