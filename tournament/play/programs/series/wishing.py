"""What the page of a series wishes of the command that plays it."""

from __future__ import annotations

from enum import StrEnum

from django.db.models import F, Q

from tournament.play.programs.models import Series
from tournament.record.gaming import SeriesState
from tournament.services.changes import RefusedError

SLOWEST, FASTEST = 1, 1_000
"""Decisions a minute; faster than that is as fast as it goes."""
_ENDED = Q(state__in=[state.value for state in SeriesState if state.has_ended])


class Wish(StrEnum):
    """The wishes, as forms send them."""

    PLAY = "play"
    PAUSE = "pause"
    STEP = "step"
    LOCK = "lock"
    STOP = "stop"
    OPEN_HANDS = "open"
    COVER_HANDS = "cover"


def wish(series: Series, what: Wish, step: int = 0) -> None:
    """Note a wish; a step is one by its number, so that the same form wishes it once.

    Raises RefusedError where the series has ended, or its hands stay covered.
    """
    if what in (Wish.OPEN_HANDS, Wish.COVER_HANDS) and not series.has_open_hands:
        raise RefusedError("This series was begun without --open-hands, so nobody looks into a hand.")
    changes: dict[Wish, dict[str, object]] = {
        Wish.PLAY: {"is_wished_on": True, "steps": F("steps_done")},
        Wish.PAUSE: {"is_wished_on": False},
        Wish.STEP: {"is_wished_on": False, "steps": step},
        Wish.LOCK: {"is_wished_locked": True},
        Wish.STOP: {"is_wished_over": True},
        Wish.OPEN_HANDS: {"are_hands_wished": True},
        Wish.COVER_HANDS: {"are_hands_wished": False},
    }
    rows = Series.objects.filter(pk=series.pk).exclude(_ENDED)
    if what is Wish.STEP:
        rows = rows.filter(steps=step - 1)
        if not rows.exists() and Series.objects.filter(pk=series.pk, steps__gte=step).exists():
            return  # wished before
    if not rows.update(**changes[what]):
        raise RefusedError("The series has ended; nothing is left to be done in it.")


def wish_speed(series: Series, typed: str) -> None:
    """Note a speed in decisions a minute; empty for as fast as it goes. RefusedError for what is none."""
    speed = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 5 else 0
    if typed and not SLOWEST <= speed <= FASTEST:
        raise RefusedError(
            f"A speed is {SLOWEST} to {FASTEST:,} decisions a minute, or nothing for as fast as it goes."
        )
    if not Series.objects.filter(pk=series.pk).exclude(_ENDED).update(speed=speed or None):
        raise RefusedError("The series has ended; nothing is left to be done in it.")
