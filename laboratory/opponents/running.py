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

from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deciding import decide
from games.acquire.play.devices.deeds import Terms
from games.acquire.play.devices.session import Session, add_deed, open_session, pending_question, settle
from games.acquire.play.devices.views import seat_view
from games.acquire.record import Header, Player
from games.opponents.core.board import source
from games.opponents.core.layout import COMPILED
from games.opponents.core.legal import acts_room
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import play_games, position_room
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

#: The opponents that take turns at the seats of a table: random choice and rules of thumb.
QUICK = ("random", "house")


def refused_in(edition: Edition, names: Sequence[str], seed: object) -> int:
    """Play one game between these opponents as games on devices are played; 1 where an action was refused, which ends it, else 0."""
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
    """The session after a seat's action; raises IllegalActionError where it is not allowed."""
    for deed in decide(session, seat, act, at=session.at, choose=random.choice):
        session = add_deed(session, deed)
    return session


def seats_for(edition: Edition, number: int) -> int:
    """The number of players of the game of this number: two to six in turn, as far as the edition allows."""
    return min(max(2 + number % 5, edition.min_players), edition.max_players)


def quick_names(edition: Edition, number: int) -> list[str]:
    """The opponents at the seats of the game of this number: those of QUICK in turn."""
    return [QUICK[(number + seat) % 2] for seat in range(seats_for(edition, number))]


def searching_names(edition: Edition, number: int) -> list[str]:
    """The opponents of `quick_names`, but at one seat a search of 50 iterations."""
    names = quick_names(edition, number)
    names[number % len(names)] = "search:50i"
    return names


#: Where the strength of opponents is measured.
EDITION = EDITIONS["mso"]
#: The number of games for the gate "refusals" without a search, and with one.
QUICK_GAMES, SEARCH_GAMES = 9_800, 200
#: How many random games the core has to play in a second of the processor.
CORE_GAMES = 10_000
#: One decision in so many may be late.
LATE = 1_000
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class GateResult:
    """The result of one gate: its requirement and figures, and whether it is passed (None: more games are needed)."""

    gate: str
    asks: str
    passed: bool | None
    games: int
    seen: dict[str, Any]

    def line(self) -> str:
        """The result as a line for a terminal."""
        verdict = {True: "pass", False: "not passed", None: "not decided"}[self.passed]
        seen = ", ".join(f"{key} {value}" for key, value in self.seen.items())
        return f"{self.gate}: {verdict}; {self.games} games; {seen}; asked: {self.asks}"

    def document(self) -> dict[str, Any]:
        """The result as plain values for JSON."""
        return asdict(self)


NAMES = (*(gate.name for gate in GATES), "limits", "refusals", "core")


@dataclass(frozen=True, slots=True)
class StrengthRun:
    """One run over gates: the stored results, when to stop (``until``, by time.monotonic; None: at the end), and the most games of a match.

    ``jobs`` is the number of processes that play at the same time; each should have a processor for itself.
    """

    results: Results
    until: float | None = None
    most: int = MOST_GAMES
    jobs: int = 1

    def is_over(self) -> bool:
        """Whether the time of the run is over."""
        return self.until is not None and monotonic() >= self.until

    def rows(self, names: Sequence[str], say: Say) -> Iterator[GateResult]:
        """Play the gates of these names, and yield each result as soon as it is known; ``say`` gets lines of progress."""
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
        """Play one match until its gate is decided, the time is over or it has the most games, and return the result."""
        if gate.plain and COMPILED:
            self._play_without_numba(gate)
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

    def _play_without_numba(self, gate: Gate) -> None:
        """Play a match without numba, by this same command in a child process; without a file of results nothing is done."""
        if self.results.path is None:
            return
        hours = [] if self.until is None else ["--hours", f"{max(0.0, self.until - monotonic()) / 3600:.6f}"]
        command = [
            sys.executable,
            "-m",
            "laboratory",
            "strength",
            "--gate",
            gate.name,
            "--resume",
            str(self.results.path),
        ]
        subprocess.run(  # noqa: S603 — this command itself
            [*command, *hours, "--games", str(self.most), "--jobs", str(self.jobs)],
            env={**os.environ, "GAMES_PLAIN": "1"},
            stdout=subprocess.DEVNULL,
            check=False,
        )
        self.results.read()

    def limits(self) -> GateResult:
        """The result of the gate "limits": how many decisions with a limit of time were late, over all matches."""
        counts = self.results.counts.get("limits", {})
        decisions, late = int(counts.get("decisions", 0)), int(counts.get("late", 0))
        passed = late * LATE <= decisions if decisions >= LATE else None
        asks = f"at most one decision in {LATE} more than 0.1 s over its limit"
        return GateResult("limits", asks, passed, 0, {"decisions": decisions, "late": late})

    def refusals(self, say: Say) -> GateResult:
        """Play the gate "refusals": games of every edition as on devices, in which no action of an opponent may be refused."""
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
    """Compile everything before the first game, if numba is there."""
    if COMPILED:
        warm_up()


def refused_of(question: tuple[str, int]) -> int:
    """How many actions were refused in a game, for a tuple of its kind ("quick" or "search") and number."""
    kind, number = question
    editions = list(EDITIONS.values())
    edition = editions[number % len(editions)]
    names = quick_names if kind == "quick" else searching_names
    return refused_in(edition, names(edition, number // len(editions)), f"{kind} {number}")


def play_number(sides: tuple[Side, Side], number: int) -> tuple[MatchGame, DecisionTimes]:
    """Play the game of this number of a match; return it and the times of its decisions."""
    pace = DecisionTimes()
    bag, pattern = divmod(number, len(PATTERNS))
    return play(EDITION, sides, bag, pattern, pace), pace


def whole_bags(games: Sequence[MatchGame]) -> list[MatchGame]:
    """The games whose bag has been played in all patterns of seats; only they can be compared fairly."""
    there = {(game.bag, game.pattern) for game in games}
    return [game for game in games if all((game.bag, pattern) in there for pattern in range(len(PATTERNS)))]


def match_row(gate: Gate, results: Results, most: int) -> GateResult:
    """The result of a match's gate so far; ``most`` is the most games of a match."""
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
    """The result of the gate "core": how many random games the core plays in a second of the processor."""
    rates = core_rates(2_000 if COMPILED else 50)
    slowest = min(rates, key=lambda name: rates[name])
    asks = f"{CORE_GAMES} random games a CPU second in edition {EDITION.name}"
    passed = rates[EDITION.name] >= CORE_GAMES
    seen = {EDITION.name: round(rates[EDITION.name]), "slowest": f"{slowest} {rates[slowest]:.0f}"}
    return GateResult("core", asks, passed, 0, seen)


def core_rates(games: int) -> dict[str, float]:
    """How many random games of four the core plays in a second of the processor, by edition; compiling does not count."""
    rates = {}
    s, room = position_room(), acts_room()
    for edition in EDITIONS.values():
        e, r = parameters(edition), source(1)
        play_games(s, e, r, room, 4, 1)
        started = process_time()
        play_games(s, e, r, room, 4, games)
        rates[edition.name] = games / max(1e-9, process_time() - started)
    return rates
