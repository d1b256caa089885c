"""Which printed sheets may hang in the hall with an address that has changed since."""

from __future__ import annotations

from datetime import datetime

from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf import sheets_with_address
from tournament.record.vocabulary import RoundState


def sheets_underway(changed_at: datetime | None) -> list[tuple[str, tuple[str, ...]]]:
    """The events with a round published before the address changed and no final list yet, each with such sheets by title."""
    if changed_at is None:
        return []
    underway = Event.objects.filter(is_final_published=False, rounds__published_at__lt=changed_at)
    underway = underway.exclude(rounds__state=RoundState.DRAFT.value, rounds__number=1).distinct()
    found = ((event.name, sheets_with_address(record_of(event))) for event in underway)
    return [(name, titles) for name, titles in found if titles]
