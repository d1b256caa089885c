"""A draft that no longer fits the event: why, what was done since it was drawn, and whether one press draws it again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tournament.desk.desk import Desk
from tournament.desk.forms.rounds import tied_across_cuts
from tournament.draw.allocation import AllocationError, free_arrangement
from tournament.draw.fingerprints import why_stale
from tournament.models import Change, Event
from tournament.record.acts import ACTS, Act, Part
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import RoundKind
from tournament.tellings.diary import sentence_of

MOVING = frozenset(
    act
    for act, row in ACTS.items()
    if row.part in (Part.ENTRIES, Part.RESULTS, Part.PENALTIES) or act is Act.CHANGE_SETTINGS
)
"""Acts by which totals, people, wishes or disputes change."""

DRAWN = (Act.DRAW_ROUND, Act.RESTORE_DRAW)
DISPUTED = (Act.OPEN_DISPUTE, Act.REOPEN_DISPUTE)


def stale_part(desk: Desk, draft: RoundRecord) -> dict[str, Any]:
    """What the page of a draft says where the draft does not fit any more: the reason, what was done since, and the way on.

    A dispute that was opened since a final was cut is told too: it may move the cut, and publishing over it needs a reason (R11).
    """
    record, since = desk.record, _done_since(desk.event, draft.number)
    why = why_stale(record, draft)
    is_disputed = (
        draft.kind is RoundKind.SWISS
        and bool(record.open_disputes)
        and any(change.act in {act.value for act in DISPUTED} for change in since)
    )
    if not why and not is_disputed:
        return {}
    return {
        "stale": why,
        "is_disputed_since": is_disputed,
        "done_since": [_told(change, record) for change in since],
        "can_redraw": bool(why) and can_redraw(record, draft),
    }


def can_redraw(record: EventRecord, draft: RoundRecord) -> bool:
    """Whether the same tables can be drawn again with one press: they fit who is present, and nobody is to be asked for dice."""
    try:
        free_arrangement(draft.sizes, len(record.active))
    except AllocationError:
        return False
    if draft.kind is RoundKind.SWISS:
        return not tied_across_cuts(record, draft.number, [draft.sizes])
    return not any(row.chosen for row in draft.sit_outs)


def _done_since(event: Event, number: int) -> list[Change]:
    """What was done since a draft was drawn and may count for it, in order; nothing that was undone, and no undo."""
    drawn = event.changes.filter(round_number=number, act__in=[act.value for act in DRAWN])
    version = drawn.order_by("-version").values_list("version", flat=True).first() or 0
    later = list(event.changes.filter(version__gt=version, act__in=[act.value for act in MOVING]).order_by("version"))
    undone = {change.undoes for change in later}
    return [change for change in later if change.undoes is None and change.version not in undone]


def _told(change: Change, record: EventRecord) -> tuple[datetime, str]:
    return change.made_at, sentence_of(change, record)
