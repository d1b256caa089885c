"""Calls for the director from a table's phones; a call is never changed, only answered or cancelled once."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from tournament.day.calls import CallKind, OpenCalls
from tournament.models.choices import choices_of, kept_name
from tournament.models.device import Device
from tournament.models.event import Event

LONGEST_WORDS = 500
LONGEST_NOTE = 300


class Call(models.Model):
    """A call for the director: the table's number at that time, the topic, the table's own words, the phone, and the answer.

    A trigger forbids changing what was called.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="calls")
    round_number = models.PositiveSmallIntegerField()
    table_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=choices_of(CallKind))
    words = models.TextField(blank=True)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="calls")
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    answered_by_name = kept_name()
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


def with_calls(events: QuerySet[Event]) -> QuerySet[Event]:
    """Return the same events, each annotated with its open calls, to save a page that shows them another query (`waiting_of`)."""
    waiting = Call.objects.filter(event=OuterRef("pk"), answered_at=None, cancelled_at=None)
    first = waiting.order_by("called_at", "pk")
    many = waiting.order_by().values("event").annotate(many=Count("pk")).values("many")
    return events.annotate(
        calls_many=Subquery(many),
        call_key=Subquery(first.values("pk")[:1]),
        call_round=Subquery(first.values("round_number")[:1]),
        call_table=Subquery(first.values("table_number")[:1]),
        call_kind=Subquery(first.values("kind")[:1]),
        call_at=Subquery(first.values("called_at")[:1]),
    )


def waiting_of(event: Event) -> OpenCalls | None:
    """Return the open calls of an event, None where there are none; no query where the event was read with them (`with_calls`)."""
    read: Any = event if "calls_many" in event.__dict__ else with_calls(Event.objects.filter(pk=event.pk)).get()
    if not read.calls_many:
        return None
    kind = CallKind(read.call_kind)
    return OpenCalls(read.calls_many, read.call_key, read.call_round, read.call_table, kind, read.call_at)
