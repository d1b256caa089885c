"""Tables with their seats, final cash and sit-outs.

What a column cannot say is held by triggers (migration ``guards``): a seat lies in its table's round, nobody both plays and sits out
a round, and cash of a closed round does not change.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.choices import choices_of
from tournament.models.entry import Entry
from tournament.models.round import Round
from tournament.record.vocabulary import SitOutKind


class Table(models.Model):
    """One table of a round; ``result_version`` rises with every change of its result (two open pages cannot overwrite each other)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    chain_set = models.CharField(max_length=20, blank=True)
    ended_by = models.CharField(max_length=60, blank=True)
    equal_shares_ruling = models.CharField(max_length=300, blank=True)  # R62
    result_version = models.PositiveIntegerField(default=0)
    result_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """A round has one table of each number."""

        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once_a_round"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_numbers_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"Table {self.number}"


class Seat(models.Model):
    """A player's seat at a table; ``position`` is the order of the draw, ``cash`` the final cash in dollars before fines."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    starting_tile = models.CharField(max_length=3, blank=True)
    cash = models.IntegerField(null=True, blank=True)
    cash_reason = models.CharField(max_length=300, blank=True)
    timed_out = models.BooleanField(default=False)

    class Meta:
        """Nobody sits twice in a round, a place at a table is one seat, and a tile is drawn once."""

        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="player_sits_once_a_round"),
            models.UniqueConstraint(fields=["table", "position"], name="seat_position_once_a_table"),
            models.UniqueConstraint(
                fields=["table", "starting_tile"], condition=~Q(starting_tile=""), name="starting_tile_once_a_table"
            ),
            models.CheckConstraint(condition=Q(cash__isnull=True) | Q(cash__gte=0), name="cash_is_not_negative"),
            models.CheckConstraint(condition=Q(position__gte=1, position__lte=6), name="seat_position_one_to_six"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.position}"


class SitOut(models.Model):
    """A player who does not play a round, and why (R49-R53); the score follows from the kind and the event's settings."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sit_outs")
    kind = models.CharField(max_length=20, choices=choices_of(SitOutKind), default=SitOutKind.STANDARD.value)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        """Once a round."""

        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="sit_out_once_a_round")]

    def __str__(self) -> str:
        return f"{self.entry} sits out {self.round}"
