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
from tournament.record.vocabulary import CODE_LENGTH, GameState

LONGEST_ID = 64
HASH_LENGTH = 64
"""Hexadecimal digits of the hash of every token (`tournament.record.devices.hash_of`)."""
LONGEST_MARK = 16
LONGEST_NAME = 60
LONGEST_ENTERED_NAME = 140
"""A name as the event shows it, which is longer than one that is typed for a casual game."""
LONGEST_LEVEL = 20
USUAL_DELAY = 120
"""By how many seconds watchers see a game late, unless that is changed."""


class Game(models.Model):
    """One game on devices: its code, its terms as `terms_document` writes them, and how far it is.

    The database guards code and terms against changes. ``last`` is the number of the last act. ``seed`` determines the order of tiles if
    a command gave one; if it is empty, each tile is chosen at random when it is drawn. ``opened_by`` is None where a command or a visitor
    without log-in opened it. ``table`` is the table of an event at which it is played, None in a casual game. ``before`` is the game of
    which this is the rematch. Watchers see the game ``watch_delay`` seconds late.
    ``reported_at`` is when all at the table had agreed and result and log were handed in; after that no act is accepted.
    ``host_seen_at`` is when the browser that opened a casual game was last heard of; ``opened_from`` is a hash of its address, from which
    the address cannot be read.
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
    """One seat of a game: its place in the order of joining from 0, its name, the hash of its token, when its player came and agreed.

    ``link_hash`` is of the personal link that one device may claim, at ``claimed_at``. ``seen_at`` is when its device was last heard of,
    ``lag`` how many ms a message takes to it and back, as last measured by its socket; 0 where it was not measured or is negligible.
    In an event ``entry`` is the player who sits there; ``accepted_by`` is who accepted the result for a seat that stayed silent.
    ``refused_at`` is when whoever sits there said that the result is wrong, until they agree or the game goes back from its end.
    ``asks`` is the ruling that the player asks for, ``asked_at`` when it was asked for or declined. ``program`` is the level at which
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
    """One act of a game. The database guards it against changes; it is deleted only with its game.

    ``at_ms`` counts from the beginning of the game, ``lag`` is the time credited to the player's clock, both in ms; ``body`` is the act as
    the JSON log writes it.
    A device may send several acts in one message. The first of them has ``seat`` (the place of the sender), ``client_id`` (the message's
    id, chosen by the device) and ``answer`` (the messages that answered it, sent again if the same id comes again). All other acts,
    and those of the server itself, have none of the three.
    """

    # They follow it, see `_delete_acts`.
    game = models.ForeignKey(Game, on_delete=models.DO_NOTHING, related_name="acts")
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
def _delete_acts(instance: Game, using: str, **_: object) -> None:
    """Delete the acts of a game that was deleted, alone or with its table or event; while the game exists the database refuses that."""
    GameAct.objects.using(using).filter(game_id=instance.pk).delete()
