"""Short games with strangers, for the tests of series."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from games.acquire.play.devices.deeds import Terms
from games.acquire.play.devices.session import Session
from games.series.bots import BotAnswer, Limits, SeriesBot, SeriesSeat, loop_of_programs
from games.series.programs import Program
from games.series.running import play_game
from games.series.table import Conduct
from games.series.tracing import Trace
from tests.games.acquire.play.devices.tables import terms
from tests.run.patience import PATIENCE

#: Rules by which a game is over soon.
SHORT = {"safe_size": 3, "end_size": 8}
#: Enough for whoever answers on any machine.
AMPLE = Limits(PATIENCE, 0.0, 0.0)
#: For whoever never answers.
HOPELESS = Limits(0.05, 0.05, 0.0)


def stranger(kind: str) -> str:
    """The command of a stranger of a kind."""
    return f"{sys.executable} {Path(__file__).parent / 'strangers.py'} {kind}"


def sample(name: str) -> str:
    """The path of a sample program."""
    return str(Path(__file__).parents[3] / "fixtures" / "programs" / name)


def short_terms(edition: str = "codewar", seats: int = 2) -> Terms:
    """The terms of a short game."""
    return terms(edition, seats, minutes=None, rules=SHORT)


@dataclass
class Steady(SeriesBot):
    """A player of ours whom no clock hurries: any legal act, by chance of his own."""

    random: Random = field(default_factory=lambda: Random("steady"))
    view: Mapping[str, Any] = field(default_factory=dict)
    is_program: bool = False

    def ask(self, view: Mapping[str, Any]) -> None:
        self.view = view

    def answer(self) -> BotAnswer:
        return json.dumps({"t": "act", **self.random.choice(self.view["ask"]["legal"])}).encode()


class Kept(Trace):
    """A trace in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[str, str, Any]] = []

    def add(self, place: Mapping[str, Any], way: str, message: object) -> None:
        self.lines.append((place["seat"], way, message))

    def told(self, way: str, kind: str, seat: str = "P1") -> list[Any]:
        """The messages of a seat that went a way, of a kind."""
        return [
            message
            for where, went, message in self.lines
            if (where, went) == (seat, way) and isinstance(message, Mapping) and message.get("t") == kind
        ]


@dataclass
class Played:
    """A game that was played against one stranger at the first seat."""

    session: Session
    conduct: Conduct
    others: list[Conduct]
    trace: Kept
    ended: bool

    @property
    def codes(self) -> list[str]:
        """The codes of what the stranger did wrong, each once."""
        return sorted({fault.code for fault in self.conduct.faults})


def against(
    kind: str, edition: str = "codewar", *, limits: Limits = AMPLE, seed: str = "a", patience: float = PATIENCE
) -> Played:
    """Play a short game with a stranger of a kind, who then has so many seconds to end."""
    trace = Kept()
    with started(stranger(kind), limits, patience) as program:
        bots: list[SeriesBot] = [program, Steady(), Steady()]
        conducts = [Conduct() for _ in bots]
        seats = tuple(
            SeriesSeat(place, bot, conduct, {"seat": f"P{place + 1}"})
            for place, (bot, conduct) in enumerate(zip(bots, conducts, strict=True))
        )
        session = play_game(short_terms(edition, len(seats)), seats, seed=seed, trace=trace)
        ended = program.end(patience)
    return Played(session, conducts[0], conducts[1:], trace, ended)


@contextmanager
def started(command: str, limits: Limits = AMPLE, patience: float = 0.1) -> Iterator[Program]:
    """A program, which is ended after this context."""
    with loop_of_programs() as loop:
        program = Program(command, loop, limits)
        try:
            yield program
        finally:
            program.end(patience)
