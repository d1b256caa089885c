"""The public movement chart: where everybody sits in the random rounds still to be drawn (R6)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.entry import Entry
from tournament.models.event import Event


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
