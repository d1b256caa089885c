"""Rows of games on devices: a game with its terms, its seats, and its acts. Every position follows from terms and acts."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.signals import post_delete
from django.dispatch import receiver

from tournament.models.choices import choices_of, kept_name
from tournament.models.entry import Entry
from tournament.models.result import Table
from tournament.record.gaming import CODE_LENGTH, GameState

LONGEST_ID = 64
HASH_LENGTH = 64
"""Hexadecimal digits of the hash of every token (`tournament.record.letin.hash_of`)."""
LONGEST_MARK = 16
LONGEST_NAME = 60
LONGEST_ENTERED_NAME = 140
"""A name as the event shows it, which is longer than one that is typed for a casual game."""
LONGEST_LEVEL = 20
USUAL_DELAY = 120
"""How many seconds after the board watchers see it."""


class Game(models.Model):
    """One game on devices: its code, its terms as `terms_document` writes them, how far it is. Guarded: code and terms never change.

    ``last`` is the number of the last act. ``seed`` is what the draws follow from where a command gave one; without, every tile
    is drawn when it is drawn. Opened by nobody is opened by whoever sits at the machine. ``table`` is the table of an event that is
    played so, None in a casual game; ``before`` the game whose players play on here. Watchers see it ``watch_delay`` seconds late.
    ``reported_at`` is when all at the table agreed and its result and log were handed in, after which nothing is done in the game.
    ``host_seen_at`` is when the browser that opened a casual game was last heard of; ``opened_from`` is a mark of its address, from which
    nobody reads the address.
    """

    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    terms = models.JSONField()
    seed = models.CharField(max_length=40, blank=True)
    state = models.CharField(max_length=10, choices=choices_of(GameState), default=GameState.LOBBY.value)
    last = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    table = models.OneToOneField(Table, null=True, on_delete=models.CASCADE, related_name="game")
    before = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="after")
    watch_delay = models.PositiveIntegerField(default=USUAL_DELAY)
    begun_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    reported_at = models.DateTimeField(null=True)
    host_seen_at = models.DateTimeField(null=True)
    opened_from = models.CharField(max_length=LONGEST_MARK, null=True)  # noqa: DJ001  what a command opens has none

    class Meta:
        app_label = "tournament"
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="lobby", begun_at=None) | (~Q(state="lobby") & Q(begun_at__isnull=False)),
                name="game_that_left_the_lobby_has_begun",
            ),
        ]

    def __str__(self) -> str:
        return f"Game {self.code}, {self.state}"


def no_token() -> str:
    """A value for `GameSeat.token_hash` while no token opens the seat: unique, as the column asks, and shorter than a hash."""
    return f"free {uuid4().hex}"


class GameSeat(models.Model):
    """One seat of a game: its place in the order of joining from 0, its name, the hash of its token, when it came and agreed.

    ``link_hash`` is of the personal link that one device may claim, at ``claimed_at``. ``seen_at`` is when its device was last heard of,
    ``lag`` how many ms a message takes to it and back, as last measured by its socket, 0 where none was or it is too little to credit.
    In an event ``entry`` sits there, and where the director accepted the result for a seat that stayed silent, ``accepted_by`` says who.
    ``refused_at`` is when whoever sits there said that the result is wrong, until they agree or the game goes back from its end.
    ``asks`` is the ruling that it asks for, ``asked_at`` when it did or was declined. ``program`` is the name of the level at which
    a program plays it, empty for people; its token follows from the installation's secret.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_ENTERED_NAME)
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True)
    hello_at = models.DateTimeField(null=True)
    agreed_at = models.DateTimeField(null=True)
    refused_at = models.DateTimeField(null=True)
    entry = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="game_seats")
    link_hash = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001  many have none
    claimed_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)
    lag = models.PositiveIntegerField(default=0, db_default=0)
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    accepted_by_name = kept_name()
    asks = models.JSONField(null=True)
    asked_at = models.DateTimeField(null=True)
    program = models.CharField(max_length=LONGEST_LEVEL, blank=True, default="", db_default="")

    class Meta:
        app_label = "tournament"
        ordering = ["game", "place"]
        constraints = [models.UniqueConstraint(fields=["game", "place"], name="one_seat_a_place")]
        indexes = [models.Index(fields=["game"], condition=~Q(program=""), name="seats_of_programs")]

    def __str__(self) -> str:
        return f"{self.name} in game {self.game_id}"

    @property
    def is_free(self) -> bool:
        """Whether anybody may take this seat: no token opens it, and it does not belong to a player of an event."""
        return self.entry_id is None and len(self.token_hash) < HASH_LENGTH


class GameAct(models.Model):
    """One act of a game. Guarded: never changed, and deleted with its game alone.

    ``at_ms`` counts from the beginning of the game, ``lag`` is what was credited, both in ms; ``body`` is the act in the words of a log.
    ``seat`` (its place), ``client_id`` and ``answer`` stand with the first act of what a device sent: who sent it, under which id of
    its own, and the messages that answered it, so that the same id gets the same answer. The server's own acts have none.
    """

    game = models.ForeignKey(
        Game, on_delete=models.DO_NOTHING, related_name="acts"
    )  # they follow it, see `_let_acts_go`
    number = models.PositiveIntegerField()
    at_ms = models.BigIntegerField()
    lag = models.PositiveIntegerField(default=0)
    seat = models.PositiveSmallIntegerField(null=True)
    client_id = models.CharField(max_length=LONGEST_ID, blank=True)
    body = models.JSONField()
    answer = models.JSONField(null=True)

    class Meta:
        app_label = "tournament"
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
        """The act in the form that `deed_from` reads."""
        return {"n": self.number, "at": self.at_ms, "lag": self.lag, **self.body}


@receiver(post_delete, sender=Game)
def _let_acts_go(instance: Game, using: str, **_: object) -> None:
    """Delete the acts of a game that was deleted, alone or with its table or event; the database guards them as long as the game stands."""
    GameAct.objects.using(using).filter(game_id=instance.pk).delete()
