"""A published draw as pages show it, with the time at which it starts."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from tournament.public.site import Site
from tournament.record.event import RoundRecord
from tournament.tellings.draw import Idle, ShownTable, shown_draw
from tournament.tellings.news.times import start_in_words


@dataclass(frozen=True, slots=True)
class PublicDraw:
    """A published draw: its tables, and who does not play (``idle``).

    ``starts`` is "starts 14:15" in the event's time zone, "planned for 14:00" before the clock runs, or empty.
    """

    tables: tuple[ShownTable, ...]
    idle: tuple[Idle, ...]
    starts: str
    order: str


def public_draw(site: Site, round_: RoundRecord) -> PublicDraw:
    """Return the draw of a round for public pages."""
    shown = shown_draw(site.record, round_)
    return PublicDraw(shown.tables, shown.idle, starts_in_words(site, round_.number), shown.order)


def starts_in_words(site: Site, number: int) -> str:
    """Return when and where a round starts, empty where neither is known; ``number`` is the round."""
    return start_in_words(site.record, number, timezone.get_current_timezone())
