"""A game on devices: its terms and seats, and its acts as they came, which are the game; everything else follows from them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models.choices import choices_of
from tournament.record.gaming import CODE_LENGTH, GameState

LONGEST_ID = 64
LONGEST_NAME = 60


class Game(models.Model):
    """One game on devices: its code, its terms as `terms_document` writes them, how far it is. Guarded: code and terms never change.

    ``last`` is the number of the last act. ``seed`` is what the draws follow from where a command gave one; without, every tile
    is drawn when it is drawn. Opened by nobody is opened by whoever sits at the machine.
    """

    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    terms = models.JSONField()
    seed = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=10, choices=choices_of(GameState), default=GameState.LOBBY.value)
    last = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    begun_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="lobby", begun_at=None) | (~Q(state="lobby") & Q(begun_at__isnull=False)),
                name="game_that_left_the_lobby_has_begun",
            ),
        ]

    def __str__(self) -> str:
        return f"Game {self.code}, {self.state}"


class GameSeat(models.Model):
    """One seat of a game: its place in the order of joining from 0, its name, the hash of its token, when it came and agreed."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_NAME)
    token_hash = models.CharField(max_length=64, unique=True)
    hello_at = models.DateTimeField(null=True)
    agreed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["game", "place"]
        constraints = [models.UniqueConstraint(fields=["game", "place"], name="one_seat_a_place")]

    def __str__(self) -> str:
        return f"{self.name} in game {self.game_id}"


class GameAct(models.Model):
    """One act of a game. Guarded: never changed, and deleted with its game alone.

    ``at_ms`` counts from the beginning of the game, ``lag`` is what was credited, both in ms; ``body`` is the act in the words of a log.
    ``seat`` (its place), ``client_id`` and ``answer`` stand with the first act of what a device sent: who sent it, under which id of
    its own, and the messages that answered it, so that the same id gets the same answer. The server's own acts have none.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="acts")
    number = models.PositiveIntegerField()
    at_ms = models.BigIntegerField()
    lag = models.PositiveIntegerField(default=0)
    seat = models.PositiveSmallIntegerField(null=True)
    client_id = models.CharField(max_length=LONGEST_ID, blank=True)
    body = models.JSONField()
    answer = models.JSONField(null=True)

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_act_a_number"),
            models.UniqueConstraint(
                fields=["game", "seat", "client_id"], condition=~Q(client_id=""), name="one_act_an_id"
            ),
        ]

    def __str__(self) -> str:
        return f"Act {self.number} of game {self.game_id}"

    @property
    def document(self) -> dict[str, Any]:
        """The act as `deed_from` reads it."""
        return {"n": self.number, "at": self.at_ms, "lag": self.lag, **self.body}
