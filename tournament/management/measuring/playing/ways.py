"""The ways by which a device plays: it sends a message and is answered, and it is told what others did. Each way is a class of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

Frames = list[dict[str, Any]]
Hears = Callable[[dict[str, Any]], None]
"""Called with every view that reaches a device."""


class Way(Protocol):
    """How one device is connected. Whatever fails raises OSError, EOFError or ValueError.

    ``asked`` is how often it asked what is new, ``failed`` how often it was not answered meanwhile.
    """

    asked: int
    failed: int

    async def open(self, token: str, hears: Hears) -> None:
        """Say hello with the token of the seat, and hear every view from then on."""

    async def send(self, message: Mapping[str, Any]) -> Frames:
        """The messages that answer one; a view among them is heard too."""

    async def look(self) -> None:
        """Have the newest view, where it would come only later by itself."""

    async def close(self) -> None:
        """Hang up."""
