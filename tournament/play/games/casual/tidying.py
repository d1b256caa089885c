"""Remove games of nobody's event that nobody used for thirty days: a lobby that was never filled, one left lying, one that is long over."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from tournament.play.games.models import Game, GameAct
from tournament.record.gaming import GameState

GONE_AFTER = timedelta(days=30)
MOST_AT_ONCE = 20
"""Games that one call removes, so that whoever opens one never waits for many."""
_MOST_READ = 200


@transaction.atomic
def remove_unused(now: datetime | None = None) -> list[str]:
    """Remove the oldest games that are due at a moment, twenty at most; their codes.

    A casual game goes thirty days after its last sign of life: opened where it never began, its last act, or its end.
    """
    before = (now or timezone.now()) - GONE_AFTER
    last = GameAct.objects.filter(game=OuterRef("pk"), number=OuterRef("last")).values("at_ms")
    old = (
        Game.objects.filter(table=None)
        .filter(
            Q(state=GameState.LOBBY.value, opened_at__lt=before)
            | Q(state=GameState.OVER.value, ended_at__lt=before)
            | Q(state__in=(GameState.PLAYING.value, GameState.LEFT.value), begun_at__lt=before)
        )
        .annotate(last_at=Subquery(last[:1]))
        .order_by("pk")
    )
    due = [game for game in old[:_MOST_READ] if _last_sign(game, game.last_at or 0) < before][:MOST_AT_ONCE]
    Game.objects.filter(pk__in=[game.pk for game in due]).delete()
    return [game.code for game in due]


def _last_sign(game: Game, last_at: int) -> datetime:
    if game.begun_at is None:
        return game.opened_at
    return game.ended_at or game.begun_at + timedelta(milliseconds=last_at)
