"""The director's decisions on ties for a medal (R65)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.entry import Entry
from tournament.models.event import Event


class MedalTie(models.Model):
    """The decision on one tie, with its reason and the total on which the players were equal; its members have the order.

    ``total`` is in thousandths; it is None for ties of versions before 2.8, which did not store it. ``is_told`` says whether public pages
    may show the reason; None, from versions before 2.8, means that they do.
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
    """One of the tied entries and its rank by the decision, the best at 1. A trigger requires it to be of the tie's own event.

    ``ordinal`` is its position in the list. ``place`` is its place within the tie, which others may share; None means that it is the
    ordinal.
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
