"""What a link to a public page says of its event where people share it: Open Graph, a description, and schema.org's facts as data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from tournament.public.site import EVENT, Site
from wording import gettext as _
from wording import ngettext
from wording.figures import long_date

CARD = "tournament/share/card.png"
"""The picture beside a shared link: 1200 by 630 pixels, the same for every event."""
IN_MARKUP = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}
"""How signs that could end a part of a page are written in its data."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a shared link shows; addresses are whole. ``facts`` are schema.org's, on the event's own page alone."""

    title: str
    description: str
    url: str
    card: str
    facts: SafeString


def absolute(path: str) -> str:
    """Return a path of this installation as a whole address, the same whoever asks: below the public address, else its own."""
    return f"{settings.PUBLIC_ADDRESS or settings.OWN_ADDRESS}{path}"


def preview_of(site: Site, here: str, path: str) -> Preview | None:
    """Return what a link to a page shows; None for a hidden event, of which nothing is told.

    ``here`` is the page's English label in the menu, empty for none; ``path`` is its address without the host.
    """
    if not site.event.is_shown:
        return None
    name = site.record.name
    title = f"{_(here)} · {name}" if here not in ("", EVENT) else name
    facts = facts_of(site) if here == EVENT else SafeString()
    return Preview(title, description_of(site), absolute(path), absolute(static(CARD)), facts)


def description_of(site: Site) -> str:
    """Return when and where an event is, how far it has come and how many play: public facts, without any name of a player."""
    record = site.record
    where = ", ".join(filter(None, (long_date(record.date), record.venue)))
    players = ngettext("{n} player", "{n} players", len(record.players_here if record.rounds else record.players))
    return _("{where}. {progress}, {players}.", where=where, progress=site.progress, players=players)


def facts_of(site: Site) -> SafeString:
    """Return an event as schema.org's `Event` in JSON, safe inside a page's markup."""
    record, home = site.record, absolute(site.address("event"))
    starts = first_start(site)
    facts: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": record.name,
        "startDate": starts.isoformat() if starts else record.date.isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "description": description_of(site),
        "url": home,
        "image": absolute(static(CARD)),
    }
    if record.venue:
        facts["location"] = {"@type": "Place", "name": record.venue, "address": record.venue}
    if record.organiser:
        facts["organizer"] = {"@type": "Organization", "name": record.organiser}
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).translate(IN_MARKUP)
    return mark_safe(text)  # noqa: S308  `IN_MARKUP` leaves no sign of markup in it


def first_start(site: Site) -> datetime | None:
    """Return when round 1 starts, by its clock or as planned, in the hall's time zone; None where nobody has said."""
    starts = round_start(site, 1)
    return timezone.localtime(starts) if starts else None


def round_start(site: Site, number: int) -> datetime | None:
    """Return when a round starts, by its clock or as planned; None where nobody has said."""
    record = site.record
    started = record.round(number).starts_at if record.has_round(number) else None
    plan = record.plan_of(number)
    return started or (plan.starts_at if plan else None)
