"""Gates: what matches between opponents have to show of their strength; and the file in which the results of matches are stored."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from games.acquire.errors import AcquireError
from games.opponents.levels import LEVELS, Level
from games.opponents.players import STRONGEST
from games.opponents.search.thinking import OURS, SEED002
from laboratory.opponents.matches import PATTERNS, Estimate, MatchGame, Side, estimate, estimate_share

#: The most games of a match: 66 bags, each played in every pattern of seats.
MOST_GAMES: Final = 66 * len(PATTERNS)
RANDOM: Final = Side("random")
HOUSE: Final = Side("house", rules=True)


@dataclass(frozen=True, slots=True)
class Gate:
    """A match and what it has to show: the first side wins at least ``at_least`` (0 to 1) of the games.

    The low end of the interval of its wins has to be above ``low``. With ``share`` the low end of its share of the cash has to be above
    ``at_least`` instead, whatever its wins. ``plain``: played without numba.
    """

    name: str
    sides: tuple[Side, Side]
    at_least: float
    low: float = 0.0
    share: bool = False
    plain: bool = False

    @property
    def match(self) -> str:
        """The match in words, under which its games are stored."""
        first, second = self.sides
        return f"{first.budget} v {second.budget}"

    def verdict(self, games: list[MatchGame]) -> bool | None:
        """Whether the gate is passed; None while more games are needed.

        The interval decides; once MOST_GAMES are played, the mean does. A match of fewer games whose interval does not decide stays
        undecided.
        """
        seen = self.measured(games)
        if self.share:
            passed, failed, final = seen.low > self.at_least, seen.high < self.at_least, seen.low > self.at_least
        else:
            passed, failed = seen.low >= self.at_least, seen.high < self.at_least
            final = seen.mean >= self.at_least and seen.low > self.low
        if passed or failed:
            return passed
        return final if len(games) >= MOST_GAMES else None

    def measured(self, games: list[MatchGame]) -> Estimate:
        """The figure that the gate judges: the wins of the first side, or its share of the cash."""
        return estimate_share(games) if self.share else estimate(games, [game.won for game in games])

    def asks(self) -> str:
        """The requirement of the gate in words."""
        if self.share:
            return f"share of the cash above {self.at_least:.0%} by its interval"
        low = f", interval above {self.low:.0%}" if self.low else ""
        return f"wins at least {self.at_least:.0%}{low}"


def searching(title: str, *, iterations: int | None = None, seconds: float | None = None) -> Side:
    """A side that plays by this project's search with this budget."""
    return Side(title, method=OURS, iterations=iterations, seconds=seconds)


def seed002(iterations: int) -> Side:
    """A side that plays by the baseline search SEED002, with this number of iterations."""
    return Side("seed002", method=SEED002, iterations=iterations)


def at_level(level: Level) -> Side:
    """The side that plays at this level of the opponents."""
    if level.iterations is None and level.seconds is None:
        return HOUSE if level.rules else RANDOM
    return searching(level.name, iterations=level.iterations, seconds=level.seconds)


def _steps() -> list[Gate]:
    """A gate for each level against the one below it; the highest level need only win a larger share of the cash."""
    pairs = list(pairwise(LEVELS))
    steps = [Gate(f"level-{upper.name}", (at_level(upper), at_level(lower)), 0.6) for lower, upper in pairs[:-1]]
    lower, upper = pairs[-1]
    return [*steps, Gate(f"level-{upper.name}", (at_level(upper), at_level(lower)), 0.5, share=True)]


GATES: Final = (
    Gate("house", (HOUSE, RANDOM), 0.9),
    Gate("seed002-house", (seed002(400), HOUSE), 0.75),
    Gate("equal", (searching("search", iterations=200), seed002(200)), 0.65),
    *_steps(),
    Gate("second-house", (searching("search", seconds=1.0), HOUSE), 0.85),
    Gate("second-seed002", (searching("search", seconds=1.0), seed002(STRONGEST)), 0.6, 0.55),
    Gate("plain-house", (searching("search without numba", seconds=1.0), HOUSE), 0.65, plain=True),
)


FORMAT = "acquire-strength-1"


class Results:
    """The games of every match, stored in a file after each game; without a file only in memory."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.games: dict[str, list[MatchGame]] = {}
        self.counts: dict[str, dict[str, float]] = {}
        self.read()

    def read(self) -> None:
        """Read the results in the file, if there is one.

        Raises:
            AcquireError: if it is no file of results.
        """
        if self.path is None or not self.path.exists():
            return
        try:
            stored = json.loads(self.path.read_text(encoding="utf-8"))
            known = stored["format"] == FORMAT
            self.games = {name: [MatchGame(**game) for game in games] for name, games in stored["games"].items()}
            self.counts = {name: dict(counts) for name, counts in stored["counts"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            known = False
        if not known:
            raise AcquireError(f"{self.path} holds no results of strength; name another file.")

    def write(self) -> None:
        """Write all results to the file, atomically."""
        if self.path is None:
            return
        games = {name: [asdict(game) for game in games] for name, games in self.games.items()}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        half = self.path.with_name(self.path.name + ".part")
        half.write_text(json.dumps({"format": FORMAT, "games": games, "counts": self.counts}), encoding="utf-8")
        half.replace(self.path)

    def of(self, name: str) -> list[MatchGame]:
        """The games of the match of this name so far, as a list that the caller may extend."""
        return self.games.setdefault(name, [])

    def add(self, name: str, key: str, more: float) -> None:
        """Add ``more`` to the count ``key`` of the gate of this name."""
        counts = self.counts.setdefault(name, {})
        counts[key] = counts.get(key, 0) + more
