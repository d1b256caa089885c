"""A player shares a result: the public page of it has a random address, kept with the entry until the player takes it back.

Sharing is no recorded change: nothing of the event changes by it, and the address belongs to the player.
"""

from __future__ import annotations

from tournament.models import Entry, Event
from tournament.record.devices import new_token
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _


def may_share(event: Event) -> bool:
    """Return whether players of an event may share their results: it is shown to players, and its final list is public."""
    return event.is_shown and event.is_final_published


def share_result(entry: Entry) -> None:
    """Give an entry's result an address where everybody may read it; one that it has already stays.

    Raises RefusedError before the final list is public, and for a hidden event.
    """
    if not may_share(entry.event):
        raise RefusedError(_("You can share your result once the final list is public."))
    Entry.objects.filter(pk=entry.pk, shared="").update(shared=new_token())


def unshare_result(entry: Entry) -> None:
    """Take an entry's address away: from now on nothing is there, and whoever shares the result again gets another one."""
    Entry.objects.filter(pk=entry.pk).update(shared="")
