"""Marks of games, by which whoever waits for news learns with one query which games have changed; and who is there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import Case, Count, Max, Q, Value, When
from django.utils import timezone

from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.queries import LOOKED_AT, PLAYED_AFTER, SEATS_OF

WRITTEN_EVERY = timedelta(seconds=15)
"""A seat is written at most once in so long."""
AWAY_AFTER = timedelta(seconds=45)
"""Whoever was silent for longer is away."""

LAG_STEP = 20
"""Lag is noted in steps of so many ms, so that it is seldom written; less than one of them is none."""


def heard_of(seat: GameSeat, now: datetime | None = None) -> None:
    """Note that the device of a seat has asked or said something. What cannot be written now is left: nobody's page waits for it."""
    moment = now or timezone.now()
    if seat.seen_at is not None and moment - seat.seen_at < WRITTEN_EVERY:
        return
    with suppress(DatabaseError):
        heard_of_all([seat.pk], moment)
        seat.seen_at = moment


def heard_of_all(seats: Collection[int], now: datetime | None = None) -> None:
    """Note that the devices of seats, by their keys, are there; one query."""
    moment = now or timezone.now()
    late = Q(seen_at=None) | Q(seen_at__lte=moment - WRITTEN_EVERY)
    GameSeat.objects.filter(late, pk__in=seats).update(seen_at=moment)


def note_lags(lags: Mapping[int, int]) -> None:
    """Note how many ms a message takes to the devices of seats and back, by their keys; two queries."""
    changed: dict[int, list[int]] = {}
    for seat, before in GameSeat.objects.filter(pk__in=lags).values_list("pk", "lag"):
        lag = lags[seat] // LAG_STEP * LAG_STEP
        if lag != before:
            changed.setdefault(lag, []).append(seat)
    if changed:
        new = Case(*(When(pk__in=seats, then=Value(lag)) for lag, seats in changed.items()))
        GameSeat.objects.filter(pk__in=[seat for seats in changed.values() for seat in seats]).update(lag=new)


def away_since(seat: GameSeat, now: datetime | None = None) -> datetime | None:
    """Since when a seat that has come is away; None for one that is there, or that was never heard of."""
    if seat.hello_at is None or seat.seen_at is None or (now or timezone.now()) - seat.seen_at <= AWAY_AFTER:
        return None
    return seat.seen_at


Mark = tuple[object, ...]
CHANNEL = "toptable_games"
"""Where PostgreSQL tells the number of a game that changed, once it is committed (migration 0026_games_tell)."""

FEW = 4
"""Games that are quicker asked for one by one."""

_listeners: list[Callable[[int], None]] = []


def marks_of(games: Collection[int], now: datetime | None = None) -> dict[int, Mark]:
    """The mark of each game, by its key: another one after an act, or where somebody came, claimed, agreed, refused, asked or went away.

    It changes too where somebody is answered or back, and where the game is opened that is played after it.
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


def mark_of(game: Game, seats: Collection[GameSeat], now: datetime | None = None) -> Mark:
    """The mark of one game whose row and all whose seats were read, as `marks_of` gives it; one query for the game after it."""
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


def marks_now(games: Collection[int]) -> dict[int, Mark]:
    """The mark of each game now: of a few by queries that are written once, of many by one that counts for all."""
    if len(games) > FEW:
        return marks_of(games)
    rows = [row for game in games if (row := LOOKED_AT.first(game)) is not None]
    return {row.pk: mark_of(row, SEATS_OF.of(row.pk)) for row in rows}


def tell(game: int) -> None:
    """Let this process know, once it is committed, that a game has changed; other processes learn it from the database."""
    if _listeners:
        transaction.on_commit(lambda: [listen(game) for listen in _listeners] and None)


def listen_to_games(listen: Callable[[int], None]) -> Callable[[], None]:
    """Have a function called with the key of each game that this process changes; what is given back ends that."""
    _listeners.append(listen)
    return lambda: _listeners.remove(listen)
