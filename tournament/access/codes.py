"""Limits attempts with wrong codes, as wrong passwords are limited: a code is short enough to be guessed by many attempts."""

from __future__ import annotations

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest

from tournament.record.letin import CODE_LENGTH, plain_code

COUNTED_AS = "a let-in link"
"""The user name under which wrong codes of an address are counted, in place of a name that logs in."""
AT_THE_DOOR = "a code at the door"
"""The same for wrong personal codes of players who check in themselves."""


def is_held_up_at_the_door(request: HttpRequest) -> bool:
    """Return whether checking in by a code is refused for now: far more wrong ones came from this address than a hall mistypes."""
    return not AxesProxyHandler.is_allowed(request, {"username": AT_THE_DOOR})


def is_held_up(request: HttpRequest, typed: str) -> bool:
    """Return whether typing codes is refused for now: too many wrong ones came from this address, or from a device with our cookie.

    The request is marked, so that wrong codes are counted for the device. The block ends after a time.

    A text longer than a code is the secret of a link, which nobody can guess, so it is never refused.
    """
    request.types_a_code = True  # type: ignore[attr-defined]  # `request_origin.counted_as` then counts by the device
    return may_be_guessed(typed) and not AxesProxyHandler.is_allowed(request, {"username": COUNTED_AS})


def may_be_guessed(typed: str) -> bool:
    """Return whether a text is short enough for a code; wrong links are not counted, as each of them would write to the database."""
    return len(plain_code(typed)) <= CODE_LENGTH


def count_wrong(request: HttpRequest, counted_as: str = COUNTED_AS) -> None:
    """Count an attempt with a code that does not exist."""
    user_login_failed.send(sender=__name__, credentials={"username": counted_as}, request=request)
    request.axes_locked_out = False  # type: ignore[attr-defined]  # no page about wrong passwords now; `is_held_up` refuses the next
