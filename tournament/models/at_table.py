"""Calls for the director from a table's phones; a call is never changed, only answered or cancelled once.

The presses of a table's clock, as they came; the clock's state is computed from them (`tournament.day.at_table`).

A log that is written at the table while the game is played: its opening and every entry as it came.

Game logs as they were handed in, and the disputes about a table.
"""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from tournament.day.at_table import CallKind, CallRecord, OpenCalls, Press, Presses, PressKind
from tournament.draw.lines import said
from tournament.models.choices import choices_of, kept_name, who
from tournament.models.device import Device
from tournament.models.event import Event
from tournament.models.result import Table
from tournament.record.vocabulary import DisputeState, PlayerId, ScribeMark
from wording import gettext

LONGEST_WORDS = 500
LONGEST_NOTE = 300
MOST_ANSWERED = 500
"""The incident book shows at most this many calls of an event, the latest."""


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


def open_calls(event: Event) -> list[CallRecord]:
    """Return the open calls of an event, the oldest first; one query."""
    rows = Call.objects.filter(event=event, answered_at=None, cancelled_at=None).order_by("called_at", "pk")
    return [record_of_call(row) for row in rows]


def calls_of(event: Event, round_number: int = 0, table: int = 0) -> list[CallRecord]:
    """Return the latest calls of the event, at most `MOST_ANSWERED`, the oldest first; one query.

    With a ``round_number`` only those of the table with number ``table`` in that round; 0 means all rounds.
    """
    rows = Call.objects.filter(event=event).select_related("answered_by")
    if round_number:
        rows = rows.filter(round_number=round_number, table_number=table)
    return [record_of_call(row) for row in reversed(rows.order_by("-called_at", "-pk")[:MOST_ANSWERED])]


def record_of_call(row: Call) -> CallRecord:
    """Return a stored call as a value. The account that answered is read only where somebody has answered."""
    return CallRecord(
        row.pk,
        row.round_number,
        row.table_number,
        CallKind(row.kind),
        row.words,
        row.called_at,
        row.answered_at,
        who(row, "answered_by"),
        said(row.note),
        row.cancelled_at,
    )


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
    return OpenCalls(
        read.calls_many, CallRecord(read.call_key, read.call_round, read.call_table, kind, "", read.call_at)
    )


LONGEST_KEY = 40


class ClockPress(models.Model):
    """One press of a clock. A trigger forbids changing it.

    ``at`` is its moment in ms by the server's time, ``player`` the player's number (0 for none), ``given`` the ms that the desk gave or
    took.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="presses")
    key = models.CharField(max_length=LONGEST_KEY)
    at = models.BigIntegerField()
    kind = models.CharField(max_length=10, choices=choices_of(PressKind))
    player = models.PositiveSmallIntegerField(default=0)
    given = models.IntegerField(default=0)

    class Meta:
        ordering = ["at", "key"]
        constraints = [models.UniqueConstraint(fields=["table", "key"], name="one_press_a_key")]

    def __str__(self) -> str:
        return f"{self.kind} {self.player or ''}".strip()


def presses_of(event: Event, number: int, only: int = 0) -> Presses:
    """Return every press of the clocks of round ``number``, by table number; one query.

    ``only`` is the number of a single table that is wanted; 0 means all.
    """
    rows = ClockPress.objects.filter(table__round__event=event, table__round__number=number)
    rows = rows.filter(table__number=only) if only else rows
    pressed: dict[int, list[Press]] = {}
    for table, key, at, kind, player, given in rows.values_list(
        "table__number", "key", "at", "kind", "player", "given"
    ):
        pressed.setdefault(table, []).append(Press(key, at, PressKind(kind), player, given))
    return pressed


MAX_LOG_CHARACTERS = 1_000_000


class GameLog(models.Model):
    """The text of a game log as it was handed in; findings are derived on each read.

    The text is never altered, except while the log is being written at the table (`Scribing`). ``seats`` says which player at the table
    each player of the log is, as the director confirmed with a ruling: JSON by the log's ID, empty before. ``words`` have the meaning of
    each word of the log that was asked for, as the table explained it.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="logs")
    text = models.TextField(max_length=MAX_LOG_CHARACTERS)
    title = models.CharField(max_length=120, blank=True)
    is_public = models.BooleanField(default=False)
    seats = models.TextField(blank=True, default="", db_default="")
    words = models.JSONField(blank=True, default=dict, db_default={})
    attached_at = models.DateTimeField(default=timezone.now, editable=False)
    attached_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    attached_by_name = kept_name()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title or gettext("Log {number}", number=self.pk)

    @property
    def confirmed(self) -> dict[str, PlayerId]:
        """The players at the table by the log's ID, as the director confirmed; empty before."""
        return {log_id: PlayerId(player) for log_id, player in json.loads(self.seats).items()} if self.seats else {}


class Dispute(models.Model):
    """A question about a table's game: open until the director rules or it is withdrawn (R11)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="disputes")
    log = models.ForeignKey(GameLog, null=True, blank=True, on_delete=models.SET_NULL, related_name="disputes")
    state = models.CharField(max_length=10, choices=choices_of(DisputeState), default=DisputeState.OPEN.value)
    question = models.CharField(max_length=300)
    ruling = models.TextField(blank=True)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.question


class Scribing(models.Model):
    """The log that a table writes while its game is played; a table has at most one, and other logs of it are stored beside it.

    ``opening`` is the log's header and starting tiles, as JSON, as they were when it was begun. The text of ``log`` is written anew after
    every entry.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="scribing")
    log = models.OneToOneField(GameLog, on_delete=models.CASCADE, related_name="scribing")
    opening = models.JSONField()
    begun_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"Log of {self.table}"


class ScribedEntry(models.Model):
    """One entry of a scribe: its number in the log, the key that the device gave it, and its events in log notation.

    A trigger forbids changing it. An entry without events undoes the latest entry that was not undone yet.
    """

    scribing = models.ForeignKey(Scribing, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=LONGEST_KEY)
    events = models.JSONField(default=list)
    mark = models.CharField(max_length=10, choices=choices_of(ScribeMark), blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_by_name = kept_name()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["scribing", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["scribing", "key"], name="one_entry_a_key"),
        ]

    def __str__(self) -> str:
        return f"Entry {self.number}"
