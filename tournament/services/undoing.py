"""Undo a change: a change of its own in the log of changes, that restores what there was before.

1. The event is locked, and `tellings.undoing` decides whether the change is undone with one press, and whether a later change
depends on it.

2. The opposite that the act declares is done, with the change's version in ``undoes``. Most often that is the same service with the
earlier figures, so that its checks of rights and rules and its publicity are those of any other change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import ACTS, Act, Undo
from tournament.services.changes import Actor, By, DoneError, GoneError, RefusedError, actor_of, check_key, check_may
from tournament.tellings.diary import sentence_of
from tournament.tellings.undoing import offers
from wording import gettext as _


@transaction.atomic
def undo_changes(event: Event, by: By, versions: Sequence[int]) -> str:
    """Undo the changes of these versions, the latest first, all or none; return sentences that say what was undone.

    Raises RefusedError where one of them cannot be undone, NotAllowedError where the user may not.
    """
    actor = replace(actor_of(by), seen=None)
    locked = Event.objects.select_for_update().get(pk=event.pk)
    changes = list(locked.changes.order_by("-version"))
    wanted = [change for change in changes if change.version in set(versions)]
    for change in wanted:
        check_may(actor.user, locked, Act(change.act))
    if not wanted:
        raise GoneError
    check_key(actor)
    undone = [sentence_of(change, record_of(locked)) for change in wanted]
    for change in wanted:
        _undo(event, actor, change)
        actor = replace(actor, key="")  # a form's key can be stored once, so only the first of several acts has it
    return "; ".join(reversed(undone))


def _undo(event: Event, actor: Actor, change: Change) -> None:
    """Undo one change; raises RefusedError unless the log of changes offers to undo it at once."""
    now = Event.objects.get(pk=event.pk)
    changes = list(now.changes.order_by("-version"))
    offer = offers(changes, record_of(now), is_put_away=now.is_put_away)[change.version]
    if any(row.undoes == change.version for row in changes):
        raise DoneError
    opposite = ACTS[Act(change.act)].opposite
    if offer.undo is not Undo.AT_ONCE or opposite is None:
        why = offer.why or _("Undo it by hand on its own page.")
        raise RefusedError(" ".join((_("Not undone: {change}.", change=sentence_of(change, record_of(now))), why)))
    opposite(event, replace(actor, undoes=change.version), change)
