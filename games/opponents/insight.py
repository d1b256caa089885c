"""What a game was worth to whom, and what a search would have done: for replays, after the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.acquire.actions import Act
from games.acquire.editions import Money
from games.acquire.record import GameRecord
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.walking import walk
from games.acquire.rules.ending import final_cash
from games.acquire.state import Phase, State
from games.opponents.core import layout as at
from games.opponents.core.legal import acts_room, legal
from games.opponents.positions import position_of
from games.opponents.search.thinking import OURS, Budget, think
from games.opponents.wording import act_of, document_of


@dataclass(frozen=True, slots=True)
class Worth:
    """What everybody would have, in dollars by player of the log, if the game ended before the event of this number, in this turn."""

    event: int
    turn: int
    cash: tuple[Money, ...]


def worth_by_turn(record: GameRecord) -> tuple[Worth, ...]:
    """The worth of every player at the beginning of each turn and at the end of the log, as its replay reads it."""
    return tuple(_worths(record))


def _worths(record: GameRecord) -> Iterator[Worth]:
    arbiter = Arbiter(record, edition=record.header.rulebook())
    turn = 0
    for number, event in enumerate(record.events):
        if event.act is Act.TURN:
            walk(arbiter, number)
            turn += 1
            yield Worth(number, turn, final_cash(arbiter.state))
    walk(arbiter)
    yield Worth(len(record.events), turn + 1, final_cash(arbiter.state))


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
    found = think(s, e, seat, acts, seed, OURS, budget)
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
