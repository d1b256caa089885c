"""A run over all gates: matches are played until each is decided, and a line is reported for each."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from time import monotonic, process_time
from typing import Any

from games.acquire.editions import EDITIONS, Edition
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices import (
    Session,
    Terms,
    add_deed,
    decide,
    open_session,
    pending_question,
    seat_view,
    settle,
)
from games.acquire.record import Header, Player
from games.opponents.core.chance import source
from games.opponents.core.compiled import COMPILED
from games.opponents.core.legal import acts_room
from games.opponents.core.parameters import parameters
from games.opponents.core.playouts import play_games, position_room
from games.opponents.players import player_of, warm_up
from laboratory.opponents.gates import GATES, MOST_GAMES, Gate, Results
from laboratory.opponents.matches import (
    PATTERNS,
    DecisionTimes,
    MatchGame,
    Side,
    estimate,
    estimate_share,
    play,
    wins_more_often,
)
from laboratory.opponents.side_by_side import answers

#: What is mixed at a table without a search, and with one.
QUICK = ("random", "house")


def refused_in(edition: Edition, names: Sequence[str], seed: object) -> int:
    """How many acts of one game were refused; a refused act ends the game."""
    random = Random(f"{edition.name} {seed}")
    people = tuple([Player(f"P{seat}", f"Player {seat}") for seat in range(1, len(names) + 1)])
    session = open_session(Terms(Header(edition.name, people), lists_legal=True))
    session, _ = settle(session, 0, random.choice)
    players = [player_of(name, f"{seed} {seat}") for seat, name in enumerate(names)]
    while (ask := pending_question(session)) is not None:
        act = players[ask.seat].choose(seat_view(session, ask.seat, at=session.at, legal=True), None)
        try:
            session = _done(session, ask.seat, act, random)
        except IllegalActionError:
            return 1
    return 0


def _done(session: Session, seat: int, act: object, random: Random) -> Session:
    for deed in decide(session, seat, act, at=session.at, choose=random.choice):
        session = add_deed(session, deed)
    return session


def seats_for(edition: Edition, number: int) -> int:
    """How many play the game of this number: from two to six, as the edition allows."""
    return min(max(2 + number % 5, edition.min_players), edition.max_players)


def quick_names(edition: Edition, number: int) -> list[str]:
    """Chance and rules of thumb in turn at the seats of a game."""
    return [QUICK[(number + seat) % 2] for seat in range(seats_for(edition, number))]


def searching_names(edition: Edition, number: int) -> list[str]:
    """One search of 50 iterations among them."""
    names = quick_names(edition, number)
    names[number % len(names)] = "search:50i"
    return names


#: Where the strength of opponents is measured.
EDITION = EDITIONS["mso"]
#: Games through the door with chance and rules of thumb, and those with a search.
QUICK_GAMES, SEARCH_GAMES = 9_800, 200
#: Random games a CPU second that the core must play.
CORE_GAMES = 10_000
#: One decision in so many may be late.
LATE = 1_000
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class GateResult:
    """The answer of one gate: what was asked and seen, and whether it is passed (None: more games must tell)."""

    gate: str
    asks: str
    passed: bool | None
    games: int
    seen: dict[str, Any]

    def line(self) -> str:
        """The row for people."""
        verdict = {True: "pass", False: "not passed", None: "not decided"}[self.passed]
        seen = ", ".join(f"{key} {value}" for key, value in self.seen.items())
        return f"{self.gate}: {verdict}; {self.games} games; {seen}; pending_question: {self.asks}"

    def document(self) -> dict[str, Any]:
        """The row as JSON."""
        return asdict(self)


NAMES = (*(gate.name for gate in GATES), "limits", "refusals", "core")


@dataclass(frozen=True, slots=True)
class StrengthRun:
    """One run over gates: its results, until which moment it goes on (None: to its end), how many games a match has at most.

    ``jobs`` processes play side by side; each should have a processor for itself.
    """

    results: Results
    until: float | None = None
    most: int = MOST_GAMES
    jobs: int = 1

    def is_over(self) -> bool:
        """Whether the time of the run is used."""
        return self.until is not None and monotonic() >= self.until

    def rows(self, names: Sequence[str], say: Say) -> Iterator[GateResult]:
        """The answers of these gates, each as soon as it is there."""
        for gate in GATES:
            if gate.name in names:
                yield self.match(gate, say)
        if not COMPILED:
            for name in {"limits", "core"}.intersection(names):
                say(f"{name}: needs numba; install games/requirements-bots.lock.")
        if "limits" in names:
            yield self.limits()
        if "refusals" in names:
            yield self.refusals(say)
        if "core" in names:
            yield core_row()

    def match(self, gate: Gate, say: Say) -> GateResult:
        """Play one match until its gate is clear, the time is over or there are enough games."""
        if gate.plain and COMPILED:
            self._elsewhere(gate)
            return match_row(gate, self.results, self.most)
        timed = any(side.seconds is not None for side in gate.sides)
        if timed and not COMPILED and not gate.plain:
            say(f"{gate.name}: needs numba; install games/requirements-bots.lock.")
            return match_row(gate, self.results, self.most)
        games = self.results.of(gate.match)
        there = {(game.bag, game.pattern) for game in games}
        ahead = [number for number in range(self.most) if divmod(number, len(PATTERNS)) not in there]
        played = answers(partial(play_number, gate.sides), ahead, self.jobs, ready)
        for _ in ahead:
            if self.is_over() or gate.verdict(whole_bags(games)) is not None:
                break
            game, pace = next(played)
            games.append(game)
            if timed and not gate.plain:
                self.results.add("limits", "decisions", pace.decisions)
                self.results.add("limits", "late", pace.late)
            self.results.write()
            if len(games) % len(PATTERNS) == 0:
                say(match_row(gate, self.results, self.most).line())
        played.close()
        return match_row(gate, self.results, self.most)

    def _elsewhere(self, gate: Gate) -> None:
        """Play a match without numba, by this command in a process of its own; it needs a file of results."""
        if self.results.path is None:
            return
        hours = [] if self.until is None else ["--hours", f"{max(0.0, self.until - monotonic()) / 3600:.6f}"]
        command = [sys.executable, "-m", "games", "strength", "--gate", gate.name, "--resume", str(self.results.path)]
        subprocess.run(  # noqa: S603 — this command itself
            [*command, *hours, "--games", str(self.most), "--jobs", str(self.jobs)],
            env={**os.environ, "GAMES_PLAIN": "1"},
            stdout=subprocess.DEVNULL,
            check=False,
        )
        self.results.read()

    def limits(self) -> GateResult:
        """How many of the decisions with a limit of time came too late, over all matches."""
        counts = self.results.counts.get("limits", {})
        decisions, late = int(counts.get("decisions", 0)), int(counts.get("late", 0))
        passed = late * LATE <= decisions if decisions >= LATE else None
        asks = f"at most one decision in {LATE} more than 0.1 s over its limit"
        return GateResult("limits", asks, passed, 0, {"decisions": decisions, "late": late})

    def refusals(self, say: Say) -> GateResult:
        """Play every edition through the door of games on devices."""
        counts = self.results.counts.setdefault("refusals", {})
        for kind, most in (("quick", min(QUICK_GAMES, self.most * 25)), ("search", min(SEARCH_GAMES, self.most))):
            played = answers(
                refused_of, [(kind, number) for number in range(int(counts.get(kind, 0)), most)], self.jobs, ready
            )
            while counts.get(kind, 0) < most and not self.is_over():
                number = int(counts.get(kind, 0))
                self.results.add("refusals", "refused", next(played))
                self.results.add("refusals", kind, 1)
                if number % 100 == 99:
                    self.results.write()
                    say(f"refusals: {number + 1} {kind} games, {int(counts.get('refused', 0))} refused acts")
            played.close()
        self.results.write()
        quick, search, refused = (int(counts.get(key, 0)) for key in ("quick", "search", "refused"))
        done = quick >= QUICK_GAMES and search >= SEARCH_GAMES
        passed = False if refused else (True if done else None)
        asks = f"no refused act in {QUICK_GAMES} games of random and house and {SEARCH_GAMES} with a search"
        return GateResult("refusals", asks, passed, quick + search, {"with a search": search, "refused": refused})


def ready() -> None:
    """Have everything compiled before the first game."""
    if COMPILED:
        warm_up()


def refused_of(pending_question: tuple[str, int]) -> int:
    """How many acts were refused in the game of this kind and number, `quick` or `search`."""
    kind, number = pending_question
    editions = list(EDITIONS.values())
    edition = editions[number % len(editions)]
    names = quick_names if kind == "quick" else searching_names
    return refused_in(edition, names(edition, number // len(editions)), f"{kind} {number}")


def play_number(sides: tuple[Side, Side], number: int) -> tuple[MatchGame, DecisionTimes]:
    """The game of this number of a match, and how its decisions kept their limits."""
    pace = DecisionTimes()
    bag, pattern = divmod(number, len(PATTERNS))
    return play(EDITION, sides, bag, pattern, pace), pace


def whole_bags(games: Sequence[MatchGame]) -> list[MatchGame]:
    """The games whose bag was played in all patterns: only they are duplicated. Several machines may have played one bag."""
    there = {(game.bag, game.pattern) for game in games}
    return [game for game in games if all((game.bag, pattern) in there for pattern in range(len(PATTERNS)))]


def match_row(gate: Gate, results: Results, most: int) -> GateResult:
    """What a match shows so far."""
    counted = whole_bags([game for game in results.of(gate.match) if game.bag * len(PATTERNS) + game.pattern < most])
    wins, share = estimate(counted, [game.won for game in counted]), estimate_share(counted)
    seen = {
        "match": gate.match,
        "wins": f"{wins.mean:.1%} [{wins.low:.1%}, {wins.high:.1%}]",
        "share": f"{share.mean:.1%} [{share.low:.1%}, {share.high:.1%}]",
    }
    if counted and not wins_more_often(counted):
        seen["note"] = "not shown to win more often"
    return GateResult(gate.name, gate.asks(), gate.verdict(counted), len(counted), seen)


def core_row() -> GateResult:
    """Random games a CPU second through the core."""
    rates = core_rates(2_000 if COMPILED else 50)
    slowest = min(rates, key=lambda name: rates[name])
    asks = f"{CORE_GAMES} random games a CPU second in edition {EDITION.name}"
    passed = rates[EDITION.name] >= CORE_GAMES
    seen = {EDITION.name: round(rates[EDITION.name]), "slowest": f"{slowest} {rates[slowest]:.0f}"}
    return GateResult("core", asks, passed, 0, seen)


def core_rates(games: int) -> dict[str, float]:
    """Random games of four a CPU second through the core, by edition; compiled beforehand."""
    rates = {}
    s, room = position_room(), acts_room()
    for edition in EDITIONS.values():
        e, r = parameters(edition), source(1)
        play_games(s, e, r, room, 4, 1)
        started = process_time()
        play_games(s, e, r, room, 4, games)
        rates[edition.name] = games / max(1e-9, process_time() - started)
    return rates
