"""Whether programs are served now: each process that plays for them says so every fifteen seconds."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from tournament.play.programs.models import ProgramProcess

SAYS_EVERY = timedelta(seconds=15)
GONE_AFTER = timedelta(seconds=60)
"""A process that was silent for so long plays no more."""
NOT_SERVED = (
    "Programs are not served here now. They come back by themselves if they were only restarted; else whoever runs this installation "
    "starts them: they belong to “manage.py serve” and “demo”, and behind a proxy “manage.py bots --serve” is their own service."
)


def note_served(name: str, now: datetime | None = None) -> None:
    """Note that the process of that name plays."""
    ProgramProcess.objects.update_or_create(name=name, defaults={"seen_at": now or timezone.now()})


def is_served(now: datetime | None = None) -> bool:
    """Whether any process plays for programs; one query."""
    return ProgramProcess.objects.filter(seen_at__gt=(now or timezone.now()) - GONE_AFTER).exists()
