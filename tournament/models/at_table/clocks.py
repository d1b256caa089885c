"""The presses of a table's clock, as they came; the clock's state is computed from them (`tournament.day.tableclock`)."""

from __future__ import annotations

from django.db import models

from tournament.day.tableclock import PressKind
from tournament.models.choices import choices_of
from tournament.models.result import Table

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
