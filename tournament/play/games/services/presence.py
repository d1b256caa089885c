"""Presence at seats: when each device was last heard of, the lag of its messages, and who counts as away."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import DatabaseError
from django.db.models import Case, Q, Value, When
from django.utils import timezone

from tournament.play.games.models import GameSeat

WRITTEN_EVERY = timedelta(seconds=15)
"""The row of a seat is written at most once in this time."""
AWAY_AFTER = timedelta(seconds=45)
"""A device that sent nothing for longer counts as away."""

LAG_STEP = 20
"""Lag is stored rounded down to a multiple of this many ms, so that it is seldom written."""


def note_seen(seat: GameSeat, now: datetime | None = None) -> None:
    """Store that the device of a seat sent something now. Errors of the database are ignored, because the page does not depend on it."""
    moment = now or timezone.now()
    if seat.seen_at is not None and moment - seat.seen_at < WRITTEN_EVERY:
        return
    with suppress(DatabaseError):
        note_all_seen([seat.pk], moment)
        seat.seen_at = moment


def note_all_seen(seats: Collection[int], now: datetime | None = None) -> None:
    """Store that the devices of seats sent something now. ``seats`` are primary keys; one query."""
    moment = now or timezone.now()
    late = Q(seen_at=None) | Q(seen_at__lte=moment - WRITTEN_EVERY)
    GameSeat.objects.filter(late, pk__in=seats).update(seen_at=moment)


def note_lags(lags: Mapping[int, int]) -> None:
    """Store the lag of seats: the ms that a message takes to the device and back, by the seat's primary key; two queries."""
    changed: dict[int, list[int]] = {}
    for seat, before in GameSeat.objects.filter(pk__in=lags).values_list("pk", "lag"):
        lag = lags[seat] // LAG_STEP * LAG_STEP
        if lag != before:
            changed.setdefault(lag, []).append(seat)
    if changed:
        new = Case(*(When(pk__in=seats, then=Value(lag)) for lag, seats in changed.items()))
        GameSeat.objects.filter(pk__in=[seat for seats in changed.values() for seat in seats]).update(lag=new)


def away_since(seat: GameSeat, now: datetime | None = None) -> datetime | None:
    """Return when the device of a seat that is away was last heard of; None where it is present or has never come."""
    if seat.hello_at is None or seat.seen_at is None or (now or timezone.now()) - seat.seen_at <= AWAY_AFTER:
        return None
    return seat.seen_at
