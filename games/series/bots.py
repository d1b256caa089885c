"""The bots that sit at the seats of a series: a player of ours in this process, or a program of a stranger."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices import Session
from games.series.programs import EndedError, LateError, Program

if TYPE_CHECKING:  # whose players may have to be compiled
    from games.opponents.players import Opponent


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds: for each decision, how much later an answer still counts, and how much longer a program's first decision may take.

    Nobody knows when a program has started, so its first decision includes the start.
    """

    decision: float = 2.0
    grace: float = 0.25
    to_start: float = 10.0

    def last_moment(self, more: float) -> float:
        """The moment (monotonic) until which an answer counts to a view that is sent now, so many seconds ``more`` included."""
        return time.monotonic() + self.decision + self.grace + more


@dataclass(frozen=True, slots=True)
class BotReply:
    """The answer of a bot: a line of a program, cut where it is too long, or the act of a player of ours."""

    line: bytes | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NoReply:
    """The lack of an answer, with its reason as a code and a sentence."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ServerReply:
    """An act that was sent to a server's game: the message, and either the session after it or why the server refused it."""

    line: Mapping[str, Any]
    session: Session | None
    refusal: IllegalActionError | None = None


BotAnswer: TypeAlias = BotReply | NoReply | ServerReply


class SeriesBot:
    """A bot at a seat of a series. One that runs no process has nothing to be told or to be ended."""

    #: Whether it is told of acts that others did.
    is_program = False

    def ask(self, view: Mapping[str, Any]) -> None:
        """Send a view that asks for an act; whatever the bot said before counts no more."""
        raise NotImplementedError

    def answer(self) -> BotAnswer:
        """Wait for the answer to the view, as long as the limit allows, which counts from `ask`."""
        raise NotImplementedError

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send any other message."""

    def close_input(self) -> None:
        """Let the bot know that no message follows."""

    def end(self) -> bool:
        """End the bot; whether it had ended by itself."""
        return True


class OwnBot(SeriesBot):
    """A player of ours, asked in this process; it chooses from views alone."""

    def __init__(self, player: Opponent, limits: Limits) -> None:
        self._player, self._limits = player, limits
        self._view: Mapping[str, Any] = {}
        self._asked_at = 0.0

    def ask(self, view: Mapping[str, Any]) -> None:
        """Keep the view for `answer`."""
        self._view, self._asked_at = view, time.monotonic()

    def answer(self) -> BotAnswer:
        """Let the player choose; an act that comes after limit and grace does not count."""
        until = self._asked_at + self._limits.decision
        chosen = self._player.choose(self._view, until)
        is_late = time.monotonic() > until + self._limits.grace
        return too_late(self._limits) if is_late else BotReply({"t": "act", **chosen})


class ProgramBot(SeriesBot):
    """A program on its standard input and output."""

    is_program = True

    def __init__(self, program: Program, limits: Limits) -> None:
        self.program, self._limits = program, limits
        self._to_start = limits.to_start
        self._until = 0.0

    def ask(self, view: Mapping[str, Any]) -> None:
        """Drop what was neither sent nor read yet, and send the view."""
        self.program.drop_pending()
        self.program.send(view)
        self._until = self._limits.last_moment(self._to_start)
        self._to_start = 0.0

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        self.program.send(message)

    def answer(self) -> BotAnswer:
        """Read the next line of the program."""
        try:
            return BotReply(self.program.read_line(self._until))
        except LateError:
            return too_late(self._limits)
        except EndedError as ending:
            return NoReply("program-ended", str(ending))

    def close_input(self) -> None:
        """Close the input of the program."""
        self.program.close_input()

    def end(self) -> bool:
        """Wait for the end of the program, or end it."""
        return self.program.end()


def too_late(limits: Limits) -> NoReply:
    """The answer that stands for nothing within the limit."""
    return NoReply("out-of-time", f"Nothing was answered within {limits.decision:g} seconds.")
