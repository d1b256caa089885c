"""One game of two sides at four seats in the core: nobody is told more than a seat may know."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from time import monotonic
from typing import Final

from games.acquire.editions import Edition
from games.opponents.core import layout as at
from games.opponents.core.chance import below, source
from games.opponents.core.compiled import Numbers, numbers
from games.opponents.core.legal import acts_room, legal
from games.opponents.core.money import final_cash
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import step
from games.opponents.core.playouts import deal_game, deal_hidden, position_room
from games.opponents.house import house_act
from games.opponents.players import MARGIN
from games.opponents.search.thinking import Budget, Method, think
from games.opponents.strength.measures import Game

SEATS: Final = 4
#: Which seats the first side has, in every way that gives each side two.
PATTERNS: Final = tuple(combinations(range(SEATS), 2))
#: So much over its limit a decision is late, in seconds.
TOLERANCE: Final = 0.1


@dataclass(frozen=True, slots=True)
class Side:
    """Who plays: by chance (``method`` None and not ``rules``), by rules of thumb, or a search with its budget."""

    title: str
    rules: bool = False
    method: Method | None = None
    iterations: int | None = None
    seconds: float | None = None

    @property
    def budget(self) -> str:
        """The title with the budget, by which results are kept: another budget is another side."""
        counted = "" if self.iterations is None else f", {self.iterations} iterations"
        timed = "" if self.seconds is None else f", {self.seconds:g} s"
        return f"{self.title}{counted}{timed}"

    def choose(self, s: Numbers, e: Numbers, r: Numbers, acts: list[int], seed: str) -> int:
        """The act that this side chooses for the seat that decides."""
        seat = int(s[at.ACTOR])
        if len(acts) == 1:
            return acts[0]
        if self.method is not None:
            deadline = None if self.seconds is None else monotonic() + self.seconds - MARGIN
            return think(s, e, seat, acts, seed, self.method, Budget(self.iterations, deadline))[0].act
        return house_act(s, e, r, seat, acts) if self.rules else acts[int(below(r, len(acts)))]


@dataclass(slots=True)
class Pace:
    """How many decisions had a limit of time, and how many came too late."""

    decisions: int = 0
    late: int = 0
    longest: float = field(default=0.0)

    def note(self, seconds: float, limit: float) -> None:
        """Count one decision with a limit in seconds."""
        self.decisions += 1
        self.late += seconds > limit + TOLERANCE
        self.longest = max(self.longest, seconds - limit)


def play(edition: Edition, sides: tuple[Side, Side], bag: int, pattern: int, pace: Pace) -> Game:
    """Play one game with a bag of this number; the first side has the seats of the pattern."""
    e, s, r = parameters(edition), position_room(), source(f"bag {bag}")
    ours = PATTERNS[pattern]
    deal_game(s, e, r, SEATS)
    room, told, chances = acts_room(), position_room(), source(f"{bag} {pattern} chances")
    number = 0
    while s[at.PHASE] != at.OVER:
        acts = [int(room[place]) for place in range(legal(s, e, room))]
        side = sides[int(s[at.ACTOR]) not in ours]
        # What is not the seat's to know is dealt anew before anybody looks.
        told[:] = s
        deal_hidden(told, chances, int(s[at.ACTOR]))
        started = monotonic()
        act = side.choose(told, e, chances, acts, f"{bag} {pattern} {number}")
        if side.seconds is not None and len(acts) > 1:
            pace.note(monotonic() - started, side.seconds)
        step(s, e, r, act)
        number += 1
    worth = numbers([0] * SEATS)
    final_cash(s, e, worth)
    cash = [int(amount) for amount in worth]
    best = [seat for seat in range(SEATS) if cash[seat] == max(cash)]
    won = sum(seat in ours for seat in best) / len(best)
    return Game(bag, pattern, won, sum(cash[seat] for seat in ours) / sum(cash))
