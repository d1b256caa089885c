"""What lets an open page of a phone follow its event: a notice and a new draw come to it by themselves (`static/tournament/live.js`)."""

from __future__ import annotations

from typing import Any, Protocol

from django.urls import reverse

from tournament.models import Event
from tournament.public.site import open_site
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId
from tournament.tellings.news.phones import drawn_words


class Seen(Protocol):
    """A page's view of an event."""

    @property
    def record(self) -> EventRecord:
        """The event as everybody may see it."""


def following(event: Event, after: int = 0, player: PlayerId | None = None, seen: Seen | None = None) -> dict[str, Any]:
    """Return the context of a page that follows the event; on a page of round ``after`` it tells the draw of a later one to its player.

    ``seen`` has what everybody may see of the event, where the page has read it already.
    """
    return {
        "notice": event.notice,
        "version": event.public_version,
        "follows": reverse("json_now", args=[event.slug]),
        "drawn": drawn_words((seen or open_site(event)).record, after, player) if after else "",
    }
