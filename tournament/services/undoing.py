"""Take a change back: an act of its own with a line in the diary, that gives back what stood before.

1. The event is locked, and it is worked out (`tellings.history.undoing`) whether the change is undone with one press, and
   whether a later act was built upon it.
2. The opposite that the act declares is done, with the change's version in ``undoes``: most often the same service with the figures of
   before, so that gate, guards and publicity are those of any other act.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.db import transaction

from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import ACTS, Act, Undo
from tournament.record.event import EventRecord
from tournament.services.changes import Actor, By, RefusedError, actor_of, check_key, check_may
from tournament.tellings.diary import sentence_of
from tournament.tellings.history.undoing import offers


@transaction.atomic
def undo_changes(event: Event, by: By, versions: Sequence[int]) -> str:
    """Take back the changes of these versions, the latest first, all or none; what was undone, in the words of the diary."""
    actor = replace(actor_of(by), seen=None)
    locked = Event.objects.select_for_update().get(pk=event.pk)
    changes = list(locked.changes.order_by("-version"))
    wanted = [change for change in changes if change.version in set(versions)]
    for change in wanted:
        check_may(actor.user, locked, Act(change.act))
    if not wanted:
        raise RefusedError("There is no such change in this event; reload the page.")
    check_key(actor)
    undone = [sentence_of(change, record_of(locked)) for change in wanted]
    for change in wanted:
        _undo(event, actor, change)
        actor = replace(actor, key="")  # one form, one key: the first of several acts holds it
    return "; ".join(reversed(undone))


def if_done(event: Event, act: Callable[[Event], object]) -> EventRecord:
    """The event as it would stand after an act of services, which is tried and rolled back; what it raises is raised."""
    tried = Event.objects.get(pk=event.pk)
    with transaction.atomic():
        act(tried)
        then = record_of(tried)
        transaction.set_rollback(True)
    return then


def _undo(event: Event, actor: Actor, change: Change) -> None:
    """Take back one change, as the diary offers it now."""
    now = Event.objects.get(pk=event.pk)
    changes = list(now.changes.order_by("-version"))
    offer = offers(changes, record_of(now), is_put_away=now.is_put_away)[change.version]
    if any(row.undoes == change.version for row in changes):
        raise RefusedError("Already undone on another desk.")
    opposite = ACTS[Act(change.act)].opposite
    if offer.undo is not Undo.AT_ONCE or opposite is None:
        where = "" if offer.undo is Undo.NONE else " This is undone on its own page."
        raise RefusedError(f"Not undone: {sentence_of(change, record_of(now))}. {offer.why}{where}".strip())
    opposite(event, replace(actor, undoes=change.version), change)
