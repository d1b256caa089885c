"""The director's decisions on ties for a medal (R65)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.entry import Entry
from tournament.models.event import Event


class MedalTie(models.Model):
    """The decision on one tie, with its reason and the total on which they were equal; its members say the order.

    The total is in thousandths, and missing where a version before 2.8 did not keep it. ``is_told`` says whether public pages may tell
    the reason; missing where a version before 2.8 told them all.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="medal_ties")
    reason = models.TextField()
    total = models.IntegerField(null=True, blank=True)
    is_told = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.reason


class TiedEntry(models.Model):
    """One of the tied entries and where the decision puts it, the best at 1; guarded: of the tie's own event.

    ``ordinal`` is where it stands in the list, ``place`` the place among them, which others may share; without one it is the ordinal.
    """

    tie = models.ForeignKey(MedalTie, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="tied")
    ordinal = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["tie", "entry"], name="tied_entry_once_a_tie"),
            models.UniqueConstraint(fields=["tie", "ordinal"], name="tie_order_parts_everybody"),
            models.CheckConstraint(condition=Q(ordinal__gte=1), name="tie_order_counts_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.ordinal}. {self.entry}"
