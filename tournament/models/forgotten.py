"""The list of the forgotten: digests by which a name that was forgotten is known again where an older copy brings it back."""

from __future__ import annotations

from django.db import models

from tournament.models.event import Event

OPEN = "open"
"""The kind of a row that stands only while stored names are rewritten; the guards of the database allow that as long as it stands."""


class Forgotten(models.Model):
    """One digest of a person who was forgotten, or was not although another of the same name was; no name can be read from it.

    ``kind`` is one of `tournament.installation.copies.forgotten.Listed`, or `OPEN`; ``salt`` and ``digest`` are hexadecimal. ``event`` is
    the event in which names are rewritten, and is only set for `OPEN`. A trigger forbids altering a row.
    """

    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10)
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64, unique=True)
    forgotten_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind}, {self.forgotten_at:%Y-%m-%d}"
