"""Sheets that were printed from the desk; fingerprints of their contents are stored, so that an outdated sheet can be recognised."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models.choices import kept_name
from tournament.models.event import Event


class PrintedSheet(models.Model):
    """One printed sheet: its name, its round (None for a sheet of the event), when, by whom, and at which version of the event.

    ``parts`` are fingerprints of the sheet's parts (`tournament.record.printing`), and ``fingerprint`` is that of all of them; those of
    version 2.8 and earlier are shorter. ``is_whole`` is false for a sheet printed for some tables only. Printing is no recorded change of
    the event, and its version stays.

    Opening a PDF is not printing it: until somebody says that the paper came out of the printer, the row is one of an opened sheet.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="printed")
    sheet = models.CharField(max_length=40)
    round_number = models.PositiveSmallIntegerField(null=True)
    printed_at = models.DateTimeField()
    printed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    printed_by_name = kept_name()
    version = models.PositiveIntegerField()
    fingerprint = models.CharField(max_length=16)
    parts = models.JSONField()
    is_whole = models.BooleanField(default=True)
    is_printed = models.BooleanField(
        default=True, db_default=True
    )  # false: opened, and nobody has said whether it was printed
    reason = models.CharField(max_length=300, blank=True)  # why it was printed although a dispute was open

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "sheet", "round_number"], name="printed_sheet_by_name")]
        constraints = [
            models.CheckConstraint(
                condition=Q(round_number__isnull=True) | Q(round_number__gte=0, round_number__lte=9),
                name="printed_sheet_of_a_round",
            ),
        ]

    def __str__(self) -> str:
        of = "" if self.round_number is None else f", round {self.round_number}"
        return f"{self.sheet}{of}, version {self.version}"
