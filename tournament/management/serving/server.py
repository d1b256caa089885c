"""The loop that watches what serves: where address or settings change, new servers take over."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Protocol

LOOKS_EVERY = 2.0
"""Seconds between two checks of the machine's address and of the servers."""

Variables = Mapping[str, str]


class Serving(Protocol):
    """What `keep_serving` watches: something that is started with environment variables, and that can end by itself."""

    variables: Variables

    def start(self, variables: Variables) -> None:
        """Start, or start anew, with these environment variables."""

    def ended(self) -> int | None:
        """The exit status where it has ended by itself; None while it runs. Called at each check."""


def keep_serving(
    server: Serving,
    look: Callable[[], Variables],
    tell: Callable[[Variables, Variables], None],
    pause: float = LOOKS_EVERY,
) -> int:
    """Watch a started server until it ends by itself, and return its exit status.

    Every ``pause`` seconds ``look`` returns the environment variables that a server should have now. Where they differ from the running
    server's and are the same twice in a row (a network card that is coming up has no address for a moment), a new server is started, and
    ``tell`` gets the old variables and the new ones.
    """
    seen = server.variables
    while (status := server.ended()) is None:
        time.sleep(pause)
        found = look()
        if found == seen and found != server.variables:
            before = server.variables
            server.start(found)
            tell(before, found)
        seen = found
    return status
