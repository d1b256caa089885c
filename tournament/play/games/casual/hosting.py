"""The host of a casual game: when they were last heard of, how late watchers see, and what two players may while the host is away.

Ruling: whoever opened a casual game is its host. Not heard of for an hour, the host is away: then what two seats ask for within ten
minutes is done as if the host ordered it. The reason that each gives may differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.writing import locked
from tournament.services.changes import RefusedError

AWAY_AFTER = timedelta(hours=1)
TOGETHER = timedelta(minutes=10)
NOTED_EVERY = timedelta(minutes=1)
LONGEST_DELAY = 3_600
"""Watchers see a game at most so many seconds late."""


def note_host(game: Game, now: datetime | None = None) -> None:
    """Note that the host of a game was heard of, once a minute at most."""
    now = now or timezone.now()
    if game.host_seen_at is None or now - game.host_seen_at >= NOTED_EVERY:
        Game.objects.filter(pk=game.pk).update(host_seen_at=now)
        game.host_seen_at = now


def is_host_away(game: Game, now: datetime | None = None) -> bool:
    """Whether a casual game has nobody who rules in it; a game of an event has its director."""
    heard = game.host_seen_at or game.opened_at
    return game.table_id is None and (now or timezone.now()) - heard >= AWAY_AFTER


@transaction.atomic
def ask_together(seat: GameSeat, order: Mapping[str, Any], now: datetime | None = None) -> bool:
    """Note what a seat asks for while the host is away; whether another seat has asked for the same, so that it is to be done.

    Raises RefusedError where the host is there.
    """
    now, game = now or timezone.now(), locked(seat.game_id)
    if not is_host_away(game, now):
        raise RefusedError("The host is there again; ask the host.")
    plain = {key: value for key, value in order.items() if key != "reason"}
    others = game.seats.exclude(pk=seat.pk).filter(asked_at__gt=now - TOGETHER)
    if any(other.asks == plain for other in others):
        game.seats.update(asks=None, asked_at=None)
        return True
    game.seats.filter(pk=seat.pk).update(asks=plain, asked_at=now)
    return False


def set_watch_delay(game: Game, seconds: int) -> None:
    """Let watchers see a game so many seconds late; RefusedError beyond an hour."""
    if not 0 <= seconds <= LONGEST_DELAY:
        raise RefusedError(f"Watchers see the game 0 to {LONGEST_DELAY} seconds late; type a number between.")
    Game.objects.filter(pk=game.pk).update(watch_delay=seconds)
