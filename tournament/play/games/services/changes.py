"""Which games have changed: fingerprints that one query computes for many games, and subscribers in this process."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone

from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.presence import AWAY_AFTER
from tournament.play.games.services.queries import LOOKED_AT, PLAYED_AFTER, SEATS_OF

Fingerprint = tuple[object, ...]
CHANNEL = "toptable_games"
"""The channel on which PostgreSQL notifies the primary key of a game whose change is committed (migration 0002_guards_of_2_7_2)."""

FEW = 4
"""Up to this many games, one query for each is quicker than one for all."""

_listeners: list[Callable[[int], None]] = []


def fingerprints_of(games: Collection[int], now: datetime | None = None) -> dict[int, Fingerprint]:
    """Return the fingerprint of each game by its primary key; one query.

    A fingerprint changes with every act; when somebody comes, claims a seat, agrees, disagrees, asks for a ruling or gets one, goes away
    or comes back; and when the rematch is opened.
    """
    away = (now or timezone.now()) - AWAY_AFTER
    counted = Game.objects.filter(pk__in=games).annotate(
        here=Count("seats__hello_at"),
        claimed=Count("seats__claimed_at"),
        agreed=Count("seats__agreed_at"),
        refused=Count("seats__refused_at"),
        accepted=Count("seats", filter=~Q(seats__accepted_by_name="")),
        asked=Max("seats__asked_at"),
        away=Count("seats", filter=Q(seats__seen_at__lt=away)),
        next=Max("after"),
    )
    names = ("last", "state", "here", "claimed", "agreed", "refused", "accepted", "asked", "away", "next")
    return {key: tuple(mark) for key, *mark in counted.order_by().values_list("pk", *names)}


def fingerprint_of(game: Game, seats: Collection[GameSeat], now: datetime | None = None) -> Fingerprint:
    """Return the same fingerprint as `fingerprints_of` for a game whose row and seats were read already; one query."""
    away = (now or timezone.now()) - AWAY_AFTER
    after = PLAYED_AFTER.of(game.pk)
    return (
        game.last,
        game.state,
        sum(seat.hello_at is not None for seat in seats),
        sum(seat.claimed_at is not None for seat in seats),
        sum(seat.agreed_at is not None for seat in seats),
        sum(seat.refused_at is not None for seat in seats),
        sum(seat.accepted_by_name != "" for seat in seats),
        max((seat.asked_at for seat in seats if seat.asked_at is not None), default=None),
        sum(seat.seen_at is not None and seat.seen_at < away for seat in seats),
        after[0][0] if after else None,
    )


def fingerprints_now(games: Collection[int]) -> dict[int, Fingerprint]:
    """Return the fingerprints of games by primary key; with a few small queries for up to `FEW` games, else with one that counts."""
    if len(games) > FEW:
        return fingerprints_of(games)
    rows = [row for game in games if (row := LOOKED_AT.first(game)) is not None]
    return {row.pk: fingerprint_of(row, SEATS_OF.of(row.pk)) for row in rows}


def announce_change(game: int) -> None:
    """Call the subscribers in this process with a changed game (by primary key) once the transaction is committed.

    Other processes learn of the change from the database.
    """
    if _listeners:
        transaction.on_commit(lambda: [listener(game) for listener in _listeners] and None)


def subscribe_to_games(listener: Callable[[int], None]) -> Callable[[], None]:
    """Have a function called with the primary key of each game that this process changes; return a function that unsubscribes it."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)
