"""The phones that speak for a table or a player, and how often their printed codes were withdrawn; no secret itself is stored."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.choices import choices_of
from tournament.models.entry import Entry
from tournament.models.event import Event
from tournament.record.devices import BURST, DeviceKind


class DeviceCode(models.Model):
    """How often the printed code of a subject was withdrawn; one that never was has no row. See `tournament.record.devices`."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="device_codes")
    kind = models.CharField(max_length=10, choices=choices_of(DeviceKind))
    round_number = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveSmallIntegerField()
    counter = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["kind", "round_number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "kind", "round_number", "number"], name="one_counter_a_code"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.round_number}/{self.number}, withdrawn {self.counter} times"


class Device(models.Model):
    """One phone that claimed a code: for what it speaks, under which counter, the hash of its secret, and what became of it.

    ``entry`` is who of the table holds it, None where the whole table shares it. ``left`` and ``counted_at`` bound what it writes.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="devices")
    kind = models.CharField(max_length=10, choices=choices_of(DeviceKind))
    round_number = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveSmallIntegerField()
    counter = models.PositiveIntegerField(default=0)
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    claimed_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    left = models.PositiveSmallIntegerField(default=BURST)
    counted_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "kind", "round_number", "number"], name="devices_by_subject")]
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_at__gt=models.F("claimed_at")), name="device_expires_after_claim"
            ),
            models.CheckConstraint(
                condition=(Q(kind="table") & Q(round_number__gte=1)) | (~Q(kind="table") & Q(round_number=0)),
                name="device_of_a_table_has_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"Device of {self.kind} {self.round_number}/{self.number}"
