"""Players, their entries in events, and who must not meet."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.choices import choices_of
from tournament.models.event import Event
from tournament.record.vocabulary import Status


class Player(models.Model):
    """A person; ``contestant_id`` is the organiser's number where an entrant list gave one."""

    name = models.CharField(max_length=120)
    country = models.CharField(max_length=3, blank=True)
    is_junior = models.BooleanField(default=False)
    contestant_id = models.CharField(max_length=30, blank=True)

    class Meta:
        """A contestant number belongs to one person."""

        constraints = [
            models.UniqueConstraint(
                fields=["contestant_id"], condition=~Q(contestant_id=""), name="contestant_number_is_one_person"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in an event; ``number`` counts from 1 and is printed on the name card.

    ``first_round`` is the first one the player could play (R53), ``last_round`` the last one before leaving (R54).
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=15, choices=choices_of(Status), default=Status.REGISTERED.value)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        """A number is one entry, and a player enters once."""

        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once_an_event"),
            models.UniqueConstraint(fields=["event", "player"], name="player_enters_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_numbers_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player.name}"


class KeepApart(models.Model):
    """Entry numbers of one event that are not to share a table: never (hard), or if it can be avoided."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="keep_aparts")
    numbers = models.JSONField()
    is_hard = models.BooleanField(default=True)
    reason = models.CharField(max_length=300, blank=True)

    def __str__(self) -> str:
        return ", ".join(str(number) for number in self.numbers)
