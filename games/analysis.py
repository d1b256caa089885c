"""What a search would do in a position; it is compiled where numba is installed, and as plain Python about fifty times slower."""

from __future__ import annotations

from time import monotonic

from games.acquire import Position
from games.opponents.insight.advising import Option, advice
from games.opponents.search.thinking import Budget


def analyse(
    position: Position, *, seconds: float = 1.0, looks: int | None = None, seed: object = 0
) -> tuple[Option, ...]:
    """The acts that a search tried with the knowledge of who decides, the best first: ``act``, ``tried`` and ``cash`` in dollars.

    It thinks for so many seconds; with ``looks`` it plays the game out so often instead, and the seed gives the same answer again.

    Raises:
        AcquireError: if nobody decides in the position, or its edition is not one that the search knows.
    """
    budget = Budget(iterations=looks, deadline=None if looks is not None else monotonic() + seconds)
    return advice(position.state, None, budget, seed).options
