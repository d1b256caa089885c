"""A published draw as pages show it: what is told of every draw, with the time at which it starts."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from tournament.public.site import Site
from tournament.record.event import RoundRecord
from tournament.tellings.draw import Idle, ShownTable, shown_draw


@dataclass(frozen=True, slots=True)
class PublicDraw:
    """A whole published draw; ``starts`` is "starts 14:15" by the hall's clock, or empty."""

    tables: tuple[ShownTable, ...]
    idle: tuple[Idle, ...]
    starts: str
    order: str


def public_draw(site: Site, played: RoundRecord) -> PublicDraw:
    """The draw of a round as pages show it."""
    shown = shown_draw(site.record, played)
    return PublicDraw(shown.tables, shown.idle, starts_in_words(played), shown.order)


def starts_in_words(played: RoundRecord) -> str:
    """When a round starts by the hall's clock; empty where no time is set."""
    return f"starts {timezone.localtime(played.starts_at):%H:%M}" if played.starts_at else ""
