"""What is stored of programs: the series that they play, and the processes that play for them."""

from __future__ import annotations

from django.db import models

from tournament.models.choices import choices_of
from tournament.play.games.models import Game
from tournament.record.vocabulary import CODE_LENGTH, SeriesState


class Series(models.Model):
    """One series: its code, what it plays, how far it is, its table, and what the page asked the command to do.

    ``words`` are edition, bots as ``{"bot", "name"}`` in the order of the command line, seats, games and seconds of a decision.
    ``table`` are the rows of the table so far, as the command writes them.
    ``waits_for`` names the programs from elsewhere that have not joined. ``heard_at`` is when its command last wrote. ``control_hash`` is
    of the token that gives control; ``has_open_hands`` whether whoever has it may look into hands.

    Wishes of the page: ``is_wished_on``: play without waiting; ``is_wished_locked``: begin without the programs that are missing;
    ``is_wished_over``: end the series; ``are_hands_wished``: look into the hands. ``steps`` counts the decisions that were asked for one
    by one, of which ``steps_done`` are made; ``speed`` is in decisions a minute, None for as fast as possible.
    """

    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    words = models.JSONField()
    state = models.CharField(max_length=10, choices=choices_of(SeriesState), default=SeriesState.OPEN.value)
    control_hash = models.CharField(max_length=64)
    has_open_hands = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    heard_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    table = models.JSONField(default=list)
    waits_for = models.JSONField(default=list)
    steps_done = models.PositiveIntegerField(default=0)
    is_wished_on = models.BooleanField(default=True)
    is_wished_locked = models.BooleanField(default=False)
    is_wished_over = models.BooleanField(default=False)
    are_hands_wished = models.BooleanField(default=False)
    steps = models.PositiveIntegerField(default=0)
    speed = models.PositiveSmallIntegerField(null=True)

    class Meta:
        app_label = "tournament"
        ordering = ["pk"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return f"Series {self.code}, {self.state}"


class SeriesGame(models.Model):
    """One game of a series: its number and that of its bag, both from 1.

    ``bots`` tells for each seat which bot sits there, by its place in the command line, from 0. ``cash`` is the final cash by seat in
    dollars, None before the end.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="played")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="of_series")
    number = models.PositiveIntegerField()
    bag = models.PositiveIntegerField()
    bots = models.JSONField()
    cash = models.JSONField(null=True)

    class Meta:
        app_label = "tournament"
        ordering = ["series", "number"]
        constraints = [models.UniqueConstraint(fields=["series", "number"], name="one_game_a_number_of_a_series")]

    def __str__(self) -> str:
        return f"Game {self.number} of series {self.series_id}"


class ProgramProcess(models.Model):
    """A process that makes the moves of computer players in this installation's games: its name, and when it last reported that it runs."""

    name = models.CharField(max_length=80, unique=True)
    seen_at = models.DateTimeField()

    class Meta:
        app_label = "tournament"
        ordering = ["name"]

    def __str__(self) -> str:
        return f"{self.name}, heard of at {self.seen_at}"
