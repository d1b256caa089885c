"""The bots that sit at the seats of a series: one of our players in this process, or a user's program here or elsewhere."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from games.series.programs import EndedError, LateError, Program

if TYPE_CHECKING:  # whose players may have to be compiled, and what needs the library for sockets
    from games.opponents.players import GamePlayer
    from games.series.joining import JoinedProgram


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds: the limit of each decision, how much later an answer still counts, and what a first decision may take besides.

    The first decision of a program includes the time that it takes to start.
    """

    decision: float = 2.0
    grace: float = 0.25
    to_start: float = 10.0

    def last_moment(self, more: float) -> float:
        """Return the moment of `time.monotonic` until which an answer to a view sent now counts; ``more`` are additional seconds."""
        return time.monotonic() + self.decision + self.grace + more


@dataclass(frozen=True, slots=True)
class BotReply:
    """The answer of a bot: a line of a program (cut if it is too long), or the message with the act of one of our players."""

    line: bytes | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NoReply:
    """Says that a bot gave no answer, with the reason as a code and a sentence."""

    code: str
    sentence: str


BotAnswer: TypeAlias = BotReply | NoReply


class SeriesBot:
    """A bot at a seat of a series. `tell`, `close_input` and `end` do nothing here; bots with a process of their own override them."""

    #: Whether it is sent views with the acts of others although it has nothing to decide.
    is_program = False

    def ask(self, view: Mapping[str, Any]) -> None:
        """Send a view that asks for an act; what the bot said before no longer counts."""
        raise NotImplementedError

    def answer(self) -> BotAnswer:
        """Wait for the answer to the view, until the limit, which counts from the call of `ask`."""
        raise NotImplementedError

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message that asks for nothing, such as a refusal."""

    def close_input(self) -> None:
        """Let the bot know that no message follows."""

    def end(self) -> bool:
        """End the bot, and return whether it had ended by itself."""
        return True

    @property
    def last_words(self) -> str:
        """The end of what a program wrote to standard error."""
        return ""


class OwnBot(SeriesBot):
    """One of our players, asked in this process; it knows nothing but its views."""

    def __init__(self, player: GamePlayer, limits: Limits) -> None:
        self._player, self._limits = player, limits
        self._view: Mapping[str, Any] = {}
        self._asked_at = 0.0

    def ask(self, view: Mapping[str, Any]) -> None:
        """Store the view for `answer`."""
        self._view, self._asked_at = view, time.monotonic()

    def answer(self) -> BotAnswer:
        """Let the player choose; an act that comes after limit and grace does not count."""
        until = self._asked_at + self._limits.decision
        chosen = self._player.choose(self._view, until)
        is_late = time.monotonic() > until + self._limits.grace
        return too_late(self._limits) if is_late else BotReply({"t": "act", **chosen})


class ProgramBot(SeriesBot):
    """A program on its standard input and output, or at a socket."""

    is_program = True

    def __init__(self, program: Program | JoinedProgram, limits: Limits) -> None:
        self.program, self._limits = program, limits
        self._to_start = limits.to_start
        self._until = 0.0

    def ask(self, view: Mapping[str, Any]) -> None:
        """Send the view, after dropping messages that were not sent yet and lines that were not read."""
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
        """Wait a moment for the end of the program, or kill it; return whether it ended by itself."""
        return self.program.end()

    @property
    def last_words(self) -> str:
        """The end of the last line of the program on standard error."""
        return self.program.last_words


class JoinedBot(ProgramBot):
    """A program from elsewhere; ``name`` is the one by which the series knows it."""

    def __init__(self, name: str, program: JoinedProgram, limits: Limits) -> None:
        super().__init__(program, limits)
        self.name, self.joined = name, program


def too_late(limits: Limits) -> NoReply:
    """Return the answer that says that nothing came within the limit."""
    return NoReply("out-of-time", f"Nothing was answered within {limits.decision:g} seconds.")  # not said
