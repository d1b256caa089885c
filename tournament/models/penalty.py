"""Penalties and warnings; a cancelled one stays stored and does not count."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.models.choices import choices_of, kept_name
from tournament.models.entry import Entry
from tournament.models.event import Event
from tournament.record.vocabulary import PenaltyKind, Subject


class Penalty(models.Model):
    """A penalty or warning that the director gave a player in a round (R23-R27); ``amount`` is in dollars, above 0 only for a fine."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=15, choices=choices_of(PenaltyKind))
    subject = models.CharField(max_length=15, choices=choices_of(Subject), default=Subject.OTHER.value)
    amount = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=300)
    given_at = models.DateTimeField(default=timezone.now, editable=False)
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    given_by_name = kept_name()
    is_cancelled = models.BooleanField(default=False)
    cancel_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind=PenaltyKind.FINE.value, amount__gt=0)
                | (~Q(kind=PenaltyKind.FINE.value) & Q(amount=0)),
                name="only_a_fine_costs_money",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.kind}"
