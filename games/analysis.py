"""What a search would do in a position; it is compiled where numba is installed, and far slower as plain Python."""

from __future__ import annotations

from time import monotonic

from games.acquire import Position
from games.opponents.insight.judging import Option, advice
from games.opponents.search.thinking import Budget


def analyse(
    position: Position, *, seconds: float = 1.0, looks: int | None = None, seed: object = 0
) -> tuple[Option, ...]:
    """Search a position with what the player who has to decide may know; return the acts that were tried, the best first.

    Each has the ``act`` as the JSON of a log writes it, how often it was ``tried``, and the player's average final ``cash`` in dollars.
    The search takes ``seconds``; if ``looks`` is given, it plays out that many games instead, and the same seed gives the same answer.

    Raises:
        AcquireError: if nobody decides in the position, or its edition is not one that the search knows.
    """
    budget = Budget(iterations=looks, deadline=None if looks is not None else monotonic() + seconds)
    return advice(position.state, None, budget, seed).options
