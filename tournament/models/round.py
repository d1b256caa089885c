"""Rounds with their planned times, and the draws from which they came; an old draw stays stored when a new one replaces it.

The public movement chart: where everybody sits in the random rounds still to be drawn (R6).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.models.choices import choices_of, kept_name
from tournament.models.entry import Entry
from tournament.models.event import Event
from tournament.models.plain_sql import SqlModels
from tournament.record.vocabulary import STORED_SEAT_SOURCES, RoundKind, RoundState, SeatSource


class Draw(models.Model):
    """One draw as it was made, for the protocol: its seed, a fingerprint of what it was based on, the planned rounds, and its report.

    ``plan`` is a list of rounds from ``first_round`` on, each ``{"tables": [[number, ...], ...], "sit_outs": [...]}`` with entry numbers.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="draws")
    first_round = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField()
    fingerprint = models.CharField(max_length=64, blank=True)
    plan = models.JSONField()
    report = models.JSONField(default=dict)
    protocol = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_by_name = kept_name()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Draw from round {self.first_round}, seed {self.seed}"


class Round(models.Model):
    """A round of an event; a draft is never public, and only a closed round counts in the standings.

    ``kind`` is how its tables are made; ``top_table_wins``: it is the final, whose table 1 decides the gold medal (R64).
    ``pauses`` has for each pause of its clock the moments in ISO 8601 at which it began and ended, the latter None while it lasts.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=choices_of(RoundKind), default=RoundKind.RANDOM.value)
    top_table_wins = models.BooleanField(default=False, db_default=False)
    state = models.CharField(max_length=10, choices=choices_of(RoundState), default=RoundState.DRAFT.value)
    seat_source = models.CharField(
        max_length=10, choices=choices_of(STORED_SEAT_SOURCES), default=SeatSource.TILES.value
    )
    draw = models.ForeignKey(Draw, null=True, on_delete=models.SET_NULL, related_name="rounds")
    protocol = models.JSONField(default=list)
    starts_at = models.DateTimeField(null=True, blank=True)
    pauses = models.JSONField(default=list, db_default=[])
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once_an_event"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=9), name="round_number_one_to_nine"),
        ]

    def __str__(self) -> str:
        return f"Round {self.number}"


BY_NUMBER = SqlModels(Round, "WHERE row.event_id = %s AND row.number = %s")


def round_at(event: Event, number: int) -> Round | None:
    """Return the row of the round with that number; None where it is not drawn."""
    found = BY_NUMBER.first(event.pk, number)
    if found is not None:
        found.event = event
    return found


class PlannedTime(models.Model):
    """When and where the round with that number is to be played; a round that is not drawn yet has no `Round` row."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="planned_times")
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField(null=True, blank=True)
    hall = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="planned_time_once_a_round"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=9), name="planned_time_of_a_round"),
            models.CheckConstraint(
                condition=Q(starts_at__isnull=False) | ~Q(hall=""), name="planned_time_says_something"
            ),
        ]

    def __str__(self) -> str:
        return f"Round {self.number}, planned"


class ChartSeat(models.Model):
    """One seat of the chart; an event without any has no public chart. A trigger requires the entry to be of the same event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="chart_seats")
    round_number = models.PositiveSmallIntegerField()
    table_number = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="chart_seats")

    class Meta:
        ordering = ["round_number", "table_number", "position"]
        constraints = [
            models.UniqueConstraint(fields=["event", "round_number", "entry"], name="chart_seats_a_player_once"),
            models.UniqueConstraint(
                fields=["event", "round_number", "table_number", "position"], name="chart_seat_is_one_players"
            ),
            models.CheckConstraint(condition=Q(position__gte=1, position__lte=6), name="chart_position_one_to_six"),
        ]

    def __str__(self) -> str:
        return f"Round {self.round_number}, table {self.table_number}, seat {self.position}"
