"""Calls for the director from a table's phones; what was called is never changed, only answered or cancelled once."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.day.calls import CallKind
from tournament.models.choices import choices_of
from tournament.models.device import Device
from tournament.models.event import Event

LONGEST_WORDS = 200
LONGEST_NOTE = 300


class Call(models.Model):
    """A table that called: where (by the numbers of then), what about, in its own words, by which phone; then the answer. Guarded."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="calls")
    round_number = models.PositiveSmallIntegerField()
    table_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=choices_of(CallKind))
    words = models.CharField(max_length=LONGEST_WORDS, blank=True)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="calls")
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "round_number", "table_number", "kind"],
                condition=Q(answered_at=None, cancelled_at=None),
                name="one_open_call_a_table_and_kind",
            ),
            models.CheckConstraint(
                condition=Q(answered_at=None) | Q(cancelled_at=None), name="a_call_is_answered_or_cancelled"
            ),
        ]

    def __str__(self) -> str:
        return f"Table {self.table_number}: {self.kind}"
