"""What a search would do in a position; it is compiled where numba is installed, and far slower as plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Any

from games.acquire import Position
from games.acquire.state import Phase
from games.opponents.core import layout as at
from games.opponents.core.legal import legal_acts
from games.opponents.positions import position_of
from games.opponents.protocol import document_of
from games.opponents.search.thinking import COUNTING, Budget, think


@dataclass(frozen=True, slots=True)
class Option:
    """An act as the protocol writes it, how often a search tried it, and the mean final cash of its player, in dollars."""

    act: dict[str, Any]
    tried: int
    cash: float


def analyse(
    position: Position, *, seconds: float = 1.0, looks: int | None = None, seed: object = 0
) -> tuple[Option, ...]:
    """Search a position with what the player who has to decide may know; return the acts that were tried, the best first.

    The search takes ``seconds``; if ``looks`` is given, it plays out that many games instead, and the same seed gives the same answer.

    Raises:
        AcquireError: if nobody decides in the position, or its edition is not one that the search knows.
    """
    budget = Budget(iterations=looks, deadline=None if looks is not None else monotonic() + seconds)
    state = position.state
    s, e = position_of(state)
    seat = int(s[at.ACTOR])
    chain = int(s[at.M_CURRENT]) if state.phase is Phase.DISPOSE else 0
    owned = int(s[at.SHARES + at.SEATS_AT_MOST * chain + seat])
    found = think(s, e, seat, legal_acts(s, e), seed, COUNTING, budget)
    return tuple(
        # An only legal act needs no search, so there is no mean of it.
        Option(document_of(one.act, state.labels, chain, owned), one.visits, one.means[seat] if one.means else 0.0)
        for one in found
    )
