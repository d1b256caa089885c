"""Undo a change: a change of its own in the log of changes, that restores what there was before.

1. The event is locked, and `tellings.undoing` decides whether the change is undone with one press, and whether a later change
depends on it.

2. The rows of the change are written back, or the opposite that its act declares is done, with the change's version in ``undoes``. Rights
and publicity are those of any other change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from django.db import IntegrityError, transaction

from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import ACTS, Act, Undo
from tournament.record.figures import Figures, figures_of
from tournament.services.changes import Actor, By, act_on, actor_of, check_key, check_may, keep_scorable
from tournament.services.changes.refusals import DoneError, GoneError, RefusedError, StaleError
from tournament.services.changes.rows import are_as_after, write_back
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
    if offer.undo is not Undo.AT_ONCE:
        why = offer.why or _("Undo it by hand on its own page.")
        raise RefusedError(" ".join((_("Not undone: {change}.", change=sentence_of(change, record_of(now))), why)))
    opposite = ACTS[Act(change.act)].opposite or _by_rows
    opposite(event, replace(actor, undoes=change.version), change)


OF_THE_ACT = frozenset({"phone", "own_table", "released", "ended", "left"})
"""Keys of figures that say how a change was made; its undo is made otherwise."""
RESEATING = frozenset({"Round", "Seat"})
"""The models by whose rows a round is seated."""


def _by_rows(event: Event, actor: Actor, change: Change) -> None:
    """Undo a change by writing its rows back; raises RefusedError where one of them is not as the change left it."""
    declared, (before, after), rows = ACTS[Act(change.act)], figures_of(change), change.rows or {}
    with act_on(
        event,
        actor,
        declared.undone_as or declared.act,
        round_number=change.round_number,
        table_number=change.table_number,
        entries=change.entries,
    ) as doing:
        if not are_as_after(doing.event, rows):
            raise StaleError
        try:
            write_back(doing.event, rows)
        except IntegrityError:  # another row stands in the place of one of them
            raise StaleError from None
        doing.before, doing.after = _without(after), _without(before)
        if change.round_number is not None and RESEATING & rows.keys():
            doing.reseated.add(change.round_number)
        keep_scorable(doing.event)


def _without(figures: Figures) -> Figures:
    """Return figures of a change without those that say how it was made."""
    return cast(Figures, {name: value for name, value in figures.items() if name not in OF_THE_ACT})
