"""The director's decisions on ties for a medal (R65)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.entry import Entry
from tournament.models.event import Event


class MedalTie(models.Model):
    """The decision on one tie, with its reason; its members say the order."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="medal_ties")
    reason = models.TextField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.reason


class TiedEntry(models.Model):
    """One of the tied entries and where the decision puts it, the best at 1; guarded: of the tie's own event."""

    tie = models.ForeignKey(MedalTie, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="tied")
    ordinal = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["tie", "entry"], name="tied_entry_once_a_tie"),
            models.UniqueConstraint(fields=["tie", "ordinal"], name="tie_order_parts_everybody"),
            models.CheckConstraint(condition=Q(ordinal__gte=1), name="tie_order_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.ordinal}. {self.entry}"
