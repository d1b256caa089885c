"""What a search would do in a position, with the knowledge of whoever decides there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.acquire.state import Phase, State
from games.opponents.core import layout as at
from games.opponents.core.legal import acts_room, legal
from games.opponents.positions import position_of
from games.opponents.search.thinking import COUNTING, Budget, think
from games.opponents.wording import act_of, document_of


@dataclass(frozen=True, slots=True)
class Option:
    """One act, in the words of the protocol; how often a search tried it, and what its player then had on average, in dollars."""

    act: dict[str, Any]
    tried: int
    cash: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What a search would do in a position with the knowledge of who decides, and what it thinks of what was done.

    ``costs`` is what the act done costs against the best one, in dollars; None where it was never tried or is not known.
    """

    player: int
    options: tuple[Option, ...]
    costs: float | None

    @property
    def best(self) -> Option:
        """What the search would do."""
        return self.options[0]


def advice(state: State, done: dict[str, Any] | None, budget: Budget, seed: object = 0) -> Advice:
    """What a search makes of a position; ``done`` is the act that was done there.

    Raises:
        AcquireError: if nobody decides in the position, or its edition is not one that opponents play.
    """
    s, e = position_of(state)
    seat = int(s[at.ACTOR])
    room = acts_room()
    acts = [int(room[place]) for place in range(legal(s, e, room))]
    chain = int(s[at.M_CURRENT]) if state.phase is Phase.DISPOSE else 0
    owned = int(s[at.SHARES + at.SEATS_AT_MOST * chain + seat])
    found = think(s, e, seat, acts, seed, COUNTING, budget)
    options = [
        (one.act, Option(document_of(one.act, state.labels, chain, owned), one.visits, _cash(one.means, seat)))
        for one in found
    ]
    costs = None
    if done is not None:
        tried = {act: option for act, option in options if option.tried}.get(act_of(done, state.labels))
        costs = options[0][1].cash - tried.cash if tried is not None else None
    return Advice(state.order[seat], tuple(option for _, option in options), costs)


def _cash(means: Sequence[float], seat: int) -> float:
    """What a seat had on average; nothing is known where nothing was to choose."""
    return means[seat] if means else 0.0
