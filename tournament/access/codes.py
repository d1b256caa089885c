"""Wrong links and codes are held up, as wrong passwords are: a code is short enough to be typed, so nobody may try many."""

from __future__ import annotations

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest

from tournament.record.letin import CODE_LENGTH, plain_code

COUNTED_AS = "a let-in link"
"""The name under which wrong ones of an address are counted, beside the names that log in."""


def is_held_up(request: HttpRequest, typed: str) -> bool:
    """Whether too many wrong ones came from this address, or from this device if it is known; it ends by itself, as after wrong passwords.

    What is longer than a code is the secret of a link, which nobody guesses: whoever has it is not held up by what others type in the hall.
    """
    request.types_a_code = True  # type: ignore[attr-defined]  # what a device is counted by, see arriving.counted_as
    return len(plain_code(typed)) <= CODE_LENGTH and not AxesProxyHandler.is_allowed(request, {"username": COUNTED_AS})


def count_wrong(request: HttpRequest) -> None:
    """Count a link or code that there is not."""
    user_login_failed.send(sender=__name__, credentials={"username": COUNTED_AS}, request=request)
    request.axes_locked_out = False  # type: ignore[attr-defined]  # or its page would speak of passwords; ours is asked next time
