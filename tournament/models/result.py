"""Tables with their seats, and who sits out.

Triggers guard what constraints cannot (migration ``house guards``): a seat is in its table's round and its entry of the same event,
nobody both plays and sits out a round, and in a closed round the official result, the seats and the sit-outs do not change.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.choices import choices_of
from tournament.models.entry import Entry
from tournament.models.round import Round
from tournament.record.vocabulary import SitOutKind, SitOutSource


class Table(models.Model):
    """One table of a round; ``official`` is the report whose figures count, None before the first one."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    chain_set = models.CharField(max_length=20, blank=True)
    official = models.ForeignKey(
        "TableReport", null=True, blank=True, on_delete=models.RESTRICT, related_name="official_of"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once_a_round"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_numbers_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"Table {self.number}"


class Seat(models.Model):
    """A player's seat at a table; ``position`` is its place in the order of the draw. A later player may take a free position."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    starting_tile = models.CharField(max_length=3, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="player_sits_once_a_round"),
            models.UniqueConstraint(fields=["table", "position"], name="seat_position_once_a_table"),
            models.UniqueConstraint(
                fields=["table", "starting_tile"], condition=~Q(starting_tile=""), name="starting_tile_once_a_table"
            ),
            models.CheckConstraint(condition=Q(position__gte=1, position__lte=6), name="seat_position_one_to_six"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.position}"


class SitOut(models.Model):
    """A player who does not play a round, why, and how that came about (R49-R54).

    The score follows from ``kind`` and the event's settings; ``chosen`` is the director's reason for the choice, if there was one.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sit_outs")
    kind = models.CharField(max_length=20, choices=choices_of(SitOutKind), default=SitOutKind.STANDARD.value)
    source = models.CharField(max_length=10, choices=choices_of(SitOutSource), default=SitOutSource.DRAW.value)
    reason = models.TextField(blank=True)
    chosen = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="sit_out_once_a_round")]

    def __str__(self) -> str:
        return f"{self.entry} sits out {self.round}"


class FillIn(models.Model):
    """An entry that only completes tables: it is not ranked, and no score, sit-out, medal or point counts for it (R70)."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="fill_in")

    class Meta:
        ordering = ["entry"]

    def __str__(self) -> str:
        return f"{self.entry} fills in"


class PlannedAbsence(models.Model):
    """A round that has not begun and that a player will not play, and how it is scored for them; once it begins, this is a `SitOut`."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="planned_absences")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=choices_of(SitOutKind), default=SitOutKind.MISSED.value)

    class Meta:
        ordering = ["round_number", "entry"]
        constraints = [models.UniqueConstraint(fields=["entry", "round_number"], name="absence_once_a_round")]

    def __str__(self) -> str:
        return f"{self.entry} misses round {self.round_number}"
