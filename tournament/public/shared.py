"""A result that its player shares: the context of its public page, and what the player's own page says of it.

The page names nobody else, and leads to no other player; nothing leads to it but the address that the player gives away.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.urls import reverse

from tournament.models import Entry
from tournament.public.front import preview_of, whole_address
from tournament.public.player import player_part
from tournament.public.site import Site
from tournament.record.formats import Part
from tournament.record.vocabulary import Medal, PlayerId
from tournament.services.sharing import may_share
from tournament.tellings.standings import final_places
from tournament.tellings.words import thousandths
from wording import gettext as _


def shared_part(site: Site, number: int, path: str) -> dict[str, Any]:
    """Return the context of a shared result; ``path`` is its address without the host. The name is as much as the event shows of it."""
    part, preview = player_part(site, number), preview_of(site, "", path)
    medal, row = medal_of(site, PlayerId(number)), part["row"]
    is_placed = PlayerId(number) in final_places(site.scores, site.through)
    came = _("place {place}", place=part["rank"]) if is_placed else part["rank"]
    value = ", ".join(filter(None, (medal and medal.words, came, row and thousandths(row.total))))
    said = _("{name}: {value}", name=part["player"].name, value=value)
    if preview is not None:
        preview = replace(preview, title=f"{said} · {preview.title}", description=f"{said}. {preview.description}")
    return {**part, "medal": medal, "preview": preview}


def medal_of(site: Site, player: PlayerId) -> Medal | None:
    """Return the medal that a player has in the public final list; None for none."""
    place = final_places(site.scores, site.through).get(player)
    return place.medal if place and site.record.has(Part.MEDALS) else None


def sharing_part(site: Site, entry: Entry) -> dict[str, Any]:
    """Return what ``public/devices/_share.html`` shows on the player's own page; nothing before the final list is public.

    ``share`` has the whole ``address`` of the shared result, empty where it is not shared.
    """
    if not may_share(site.event) or all(row.player != entry.number for row in site.rows):
        return {}
    path = entry.shared and reverse("shared_result", args=[site.record.slug, entry.shared])
    return {"share": {"address": path and whole_address(path)}}
