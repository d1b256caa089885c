"""The draw by levels beside a published peer: events played by both, and every draw of both counted by the same code.

The peer plays its events in a process of its own (`levels_peer`). Ours are compared with it in two ways. In the peer's place: before
each round of the peer's event we draw the same round from the same history and points, so that both had the same to do. In events of our
own: with the same players, sizes and rounds, and results by the peer's rule, a share of wins for each place and the rest drawn games.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from laboratory import levels_peer
from tournament.draw.pairings.level_report import LevelReport, heights_of, judge_levels
from tournament.draw.pairings.levels import draw_levels
from tournament.draw.pairings.request import DrawnRound, DrawRequest, RoundPlan, Table
from tournament.record.vocabulary import PlayerId, Thousandths

WIN, DRAWN, BYE = 5000, 1000, 5000
WINS_BY_PLACE = (0.2470, 0.1928, 0.1672, 0.1458)
"""The share of games that each place wins, as the peer has it; the rest are drawn."""

ROUNDS = ((16, 2), (34, 3), (64, 4), (128, 5), (208, 6), (304, 7))
"""The most players for so many rounds."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What one draw has, or the draws of one event together; fewer of each is better.

    ``byes_above`` sums the levels of players with byes above the lowest, ``breaks_least`` the bounds of breaks, ``paired_down`` the levels
    of players below the highest of their table; ``mixed`` counts tables of several levels, ``smaller_again`` players who are at a small
    table a second time. ``is_least``: no draw has fewer byes again, meetings again or breaks.
    """

    byes_again: int = 0
    byes_above: int = 0
    repeats: int = 0
    breaks: int = 0
    breaks_least: int = 0
    paired_down: int = 0
    mixed: int = 0
    smaller_again: int = 0
    uneven: int = 0
    is_least: bool = True

    def __add__(self, other: Tally) -> Tally:
        """Return both together; uneven places are those after the later round."""
        return Tally(
            self.byes_again + other.byes_again,
            self.byes_above + other.byes_above,
            self.repeats + other.repeats,
            self.breaks + other.breaks,
            self.breaks_least + other.breaks_least,
            self.paired_down + other.paired_down,
            self.mixed + other.mixed,
            self.smaller_again + other.smaller_again,
            other.uneven,
            self.is_least and other.is_least,
        )

    @property
    def aims(self) -> tuple[int, int, int, int]:
        """The figures on which two programs are compared."""
        return self.byes_again, self.byes_above, self.repeats, self.breaks


@dataclass(slots=True)
class Event:
    """An event as far as it is played: what a draw of its next round depends on."""

    players: tuple[PlayerId, ...]
    history: list[tuple[Table, ...]] = field(default_factory=list)
    byes: list[PlayerId] = field(default_factory=list)
    points: Counter[PlayerId] = field(default_factory=Counter)

    def request(self, drawn: DrawnRound, seed: int) -> DrawRequest:
        """Return the request for a round with the sizes and byes of one that is drawn."""
        plan = RoundPlan(tuple(sorted(map(len, drawn.tables), reverse=True)), len(drawn.sit_outs))
        return DrawRequest(self.players, (plan,), tuple(self.history), tuple(self.byes), seed=seed)

    def play(self, drawn: DrawnRound, winners: Sequence[Sequence[PlayerId]]) -> None:
        """Add a round with the winners of each table, all of a drawn one."""
        for won in winners:
            for player in won:
                self.points[player] += WIN if len(won) == 1 else DRAWN
        for player in drawn.sit_outs:
            self.points[player] += BYE
        self.history.append(drawn.tables)
        self.byes += drawn.sit_outs


@dataclass(frozen=True, slots=True)
class Compared:
    """One event: the peer's draws, ours in the peer's place, and ours in an event of our own; and the seconds of each of our draws."""

    players: int
    peer: tuple[Tally, ...]
    ours: tuple[Tally, ...]
    own: tuple[Tally, ...]
    seconds: tuple[float, ...]


def rounds_for(players: int) -> int:
    """Return the rounds of an event with so many players."""
    return next(rounds for most, rounds in ROUNDS if players <= most)


@contextmanager
def peer_at(python: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the peer's process for the block."""
    program = [python, str(Path(levels_peer.__file__)), str(folder)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            yield process
        finally:
            process.terminate()


def peers_event(
    process: subprocess.Popen[str], question: Mapping[str, Any]
) -> list[tuple[DrawnRound, list[list[PlayerId]]]]:
    """Return the rounds of an event that the peer plays, each with the winners of its tables."""
    if process.stdin is None or process.stdout is None:
        raise ValueError("the peer's process has no pipes")
    process.stdin.write(json.dumps(question) + "\n")
    process.stdin.flush()
    rounds = json.loads(process.stdout.readline())
    return [
        (DrawnRound(tuple(map(tuple, played["tables"])), tuple(played["byes"])), played["winners"]) for played in rounds
    ]


def compare_event(process: subprocess.Popen[str], players: int, seed: int, *, snake: bool) -> Compared:
    """Let the peer play one event, and draw each of its rounds and one event of our own."""
    rounds = rounds_for(players)
    question = {"players": players, "rounds": rounds, "seed": seed, "snake": snake}
    there, here = Event(_numbers(players)), Event(_numbers(players))
    random = Random(seed)
    peer, ours, own, seconds = [], [], [], []
    for number, (drawn, winners) in enumerate(peers_event(process, question)):
        request = there.request(drawn, seed * 100 + number)
        started = process_time()
        answer = draw_levels(request, there.points)
        seconds.append(process_time() - started)
        peer.append(tally(request, there.points, drawn))
        ours.append(tally(request, there.points, answer.round))
        there.play(drawn, winners)
        request = here.request(drawn, seed * 100 + number)
        answer = draw_levels(request, here.points)
        own.append(tally(request, here.points, answer.round))
        here.play(answer.round, [won_at(table, random) for table in answer.round.tables])
    return Compared(players, tuple(peer), tuple(ours), tuple(own), tuple(seconds))


def _numbers(players: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(number) for number in range(1, players + 1))


def won_at(table: Table, random: Random) -> Table:
    """Return the winner of a game by chance, or all players of a drawn one."""
    wins = WINS_BY_PLACE[: len(table)]
    lot = random.random() * (sum(wins) + 1 - sum(WINS_BY_PLACE))
    for place, share in enumerate(wins):
        lot -= share
        if lot < 0:
            return (table[place],)
    return table


def tally(request: DrawRequest, points: Mapping[PlayerId, Thousandths], drawn: DrawnRound) -> Tally:
    """Count one draw, whoever made it."""
    report: LevelReport = judge_levels(request, points, drawn)
    heights = heights_of(points, request.players)
    at_tables = [[heights[player] for player in table] for table in drawn.tables]
    smaller = {
        player
        for tables in request.history
        for table in tables
        if len(table) < max(map(len, tables))
        for player in table
    }
    largest = max(map(len, drawn.tables))
    return Tally(
        byes_again=report.byes_again.value,
        byes_above=sum(heights[player] for player in drawn.sit_outs),
        repeats=report.repeats,
        breaks=report.breaks.value,
        breaks_least=report.breaks.least,
        paired_down=sum(max(table) * len(table) - sum(table) for table in at_tables),
        mixed=sum(len(set(table)) > 1 for table in at_tables),
        smaller_again=sum(player in smaller for table in drawn.tables if len(table) < largest for player in table),
        uneven=report.uneven.value,
        is_least=report.byes_again.is_least and report.again.is_least and report.breaks.is_least,
    )
