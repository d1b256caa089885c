"""Slows down wrong links and codes as wrong passwords are: a code is short enough to be guessed by many tries."""

from __future__ import annotations

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest

from tournament.record.letin import CODE_LENGTH, plain_code

COUNTED_AS = "a let-in link"
"""The name under which wrong ones of an address are counted, beside the names that log in."""


def is_held_up(request: HttpRequest, typed: str) -> bool:
    """Whether too many wrong links or codes came from this address, or from this device if it has a mark; it ends after a time.

    What is longer than a code is the secret of a link, which nobody guesses, so it is never held up.
    """
    request.types_a_code = True  # type: ignore[attr-defined]  # what a device is counted by, see request_origin.counted_as
    return len(plain_code(typed)) <= CODE_LENGTH and not AxesProxyHandler.is_allowed(request, {"username": COUNTED_AS})


def count_wrong(request: HttpRequest) -> None:
    """Count a link or code that does not exist."""
    user_login_failed.send(sender=__name__, credentials={"username": COUNTED_AS}, request=request)
    request.axes_locked_out = False  # type: ignore[attr-defined]  # or its page would speak of passwords; ours is asked next time
