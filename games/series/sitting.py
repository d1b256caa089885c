"""Who sits at a seat of a series: a player of ours in this process, or a program of a stranger."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices import Session
from games.series.programs import EndedError, LateError, Program

if TYPE_CHECKING:  # whose players may have to be compiled
    from games.opponents.players import Player


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds: for each decision, how much later an answer still counts, and how much longer a program's first decision may take.

    A program may take its time to start, as nobody knows when it has.
    """

    decision: float = 2.0
    grace: float = 0.25
    to_start: float = 10.0

    def last_moment(self, more: float) -> float:
        """Until when (monotonic) an answer counts to what is asked now, for so many seconds more."""
        return time.monotonic() + self.decision + self.grace + more


@dataclass(frozen=True, slots=True)
class Said:
    """What was answered: a line of a program, of one that is too long its beginning, or the act of a player of ours."""

    line: bytes | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing was answered: why, as a code and a sentence."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """An act that was sent to a server's game: what was sent, and the session after it, or why the server refused it."""

    line: Mapping[str, Any]
    session: Session | None
    refusal: IllegalActionError | None = None


Answer: TypeAlias = Said | Silence | Elsewhere


class Sitter(Protocol):
    """Whoever holds a seat."""

    is_program: bool

    def ask(self, view: Mapping[str, Any]) -> None:
        """Tell a view that asks for an act; what was said before counts no more."""

    def tell(self, message: Mapping[str, Any]) -> None:
        """Tell anything else."""

    def answer(self) -> Answer:
        """What is answered to the view within the limit, which counts from `ask`."""

    def hang_up(self) -> None:
        """Say that nothing more comes."""

    def end(self) -> bool:
        """Let it go; whether it went by itself."""


class OwnSitter:
    """A player of ours, asked in this process."""

    is_program = False

    def __init__(self, player: Player, limits: Limits) -> None:
        self._player, self._limits = player, limits
        self._view: Mapping[str, Any] = {}
        self._asked = 0.0

    def ask(self, view: Mapping[str, Any]) -> None:
        """Look at a view."""
        self._view, self._asked = view, time.monotonic()

    def tell(self, message: Mapping[str, Any]) -> None:
        """Nothing: it chooses from views alone."""

    def answer(self) -> Answer:
        """What it chooses, unless it took too long."""
        until = self._asked + self._limits.decision
        chosen = self._player.choose(self._view, until)
        return (
            Said({"t": "act", **chosen}) if time.monotonic() <= until + self._limits.grace else too_late(self._limits)
        )

    def hang_up(self) -> None:
        """Nothing: it has no process."""

    def end(self) -> bool:
        """Nothing: it has no process."""
        return True


class ProgramSitter:
    """A program on its standard input and output."""

    is_program = True

    def __init__(self, program: Program, limits: Limits) -> None:
        self.program, self._limits = program, limits
        self._to_start = limits.to_start
        self._until = 0.0

    def ask(self, view: Mapping[str, Any]) -> None:
        """Send a view in the place of all that waits."""
        self.program.forget()
        self.program.tell(view)
        self._until = self._limits.last_moment(self._to_start)
        self._to_start = 0.0

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        self.program.tell(message)

    def answer(self) -> Answer:
        """The next line that it writes."""
        try:
            return Said(self.program.hear(self._until))
        except LateError:
            return too_late(self._limits)
        except EndedError as ending:
            return Silence("program-ended", str(ending))

    def hang_up(self) -> None:
        """Close its input."""
        self.program.hang_up()

    def end(self) -> bool:
        """Wait for its end, or end it."""
        return self.program.end()


def too_late(limits: Limits) -> Silence:
    """Nothing came within the limit."""
    return Silence("out-of-time", f"Nothing was answered within {limits.decision:g} seconds.")
