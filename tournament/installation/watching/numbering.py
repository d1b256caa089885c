"""The number of a request: given by the proxy in front or made here, sent back with the answer, and said in every line about it."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar

HEADER = "X-Request-ID"
FIT = re.compile(r"[A-Za-z0-9._-]{6,64}")
"""The form of a number that is accepted from a proxy: it is written into the log unchanged."""

_number: ContextVar[str] = ContextVar("request_number", default="")


def begin(given: str = "") -> str:
    """Set and return the number of the current request: the proxy's (``given``) where it is fit for a log, else a new random one."""
    number = given if FIT.fullmatch(given) else secrets.token_hex(8)
    _number.set(number)
    return number


def current() -> str:
    """The number of the current request; empty outside of one."""
    return _number.get()


def end() -> None:
    """Forget the number at the end of a request."""
    _number.set("")
