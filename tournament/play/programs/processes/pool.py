"""One process that plays many seats of many games, each seat by its own transport and with its own knowledge.

It asks the database which games are to be played and which have moved; seats know and do only what the server sends to their transports.
One seat of a game looks, and then the seat that has to act, so a game costs the server little more than its acts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from games.opponents.client import PACE, Client
from games.opponents.levels import level_named
from games.opponents.players import GamePlayer, player_at
from games.opponents.transport import SeatRefusedError, Transport
from tournament.play.programs.seats import ProgramSeat, token_of_program

#: How long (s) a program thinks whose level sets no limit.
UNHURRIED: Final = 1.0
#: How long (s) a program thinks at least, even if its limit passed while it waited for others.
LEAST: Final = 0.05
#: Seconds after which a seat asks for its view although nothing happened in its game.
TO_LOOK: Final = 20.0
#: How long (s) a seat is not tried again after the server refused its token.
SHUT_FOR: Final = 30.0

Clock = Callable[[], float]
OpenTransport = Callable[[str], Transport]


class SeatedProgram:
    """A program at a seat. It thinks within its level's limit, and for less time where other programs of this process have to think too."""

    def __init__(self, pool: ProgramPool, seat: ProgramSeat, transport: Transport) -> None:
        self.seat, self.transport, self.due = seat, transport, 0.0
        level = level_named(seat.level)
        token = token_of_program(seat.code, seat.place)
        self._pool, self._limit = pool, level.seconds or UNHURRIED
        self._player: GamePlayer = player_at(level, token)
        self.client = Client(
            transport,
            token,
            self,
            pace=pool.pace,
            to_think=self._limit,
            to_look=TO_LOOK,
            on_message=self._hear,
            clock=pool.clock,
        )

    def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
        """Return the act that the program chooses.

        The time left of its limit is divided equally among the programs of this process that have to think; it uses one share.
        """
        now = self._pool.clock()
        left = max(LEAST, self.client.asked_at + self._limit - now)
        share = now + left / max(1, self._pool.waiting())
        return self._player.choose(view, share if deadline is None else min(deadline, share))

    def _hear(self, message: Mapping[str, Any]) -> None:
        """Tell the operator if a message of the server is a refusal."""
        if message.get("t") == "no":
            self._pool.tell(
                f"Game {self.seat.code}, seat {self.seat.place + 1}: {message.get('message', '')}"  # not said
            )

    @property
    def number(self) -> int:
        """The number of the last act that this program knows; -1 before it has a view."""
        return int((self.client.view or {}).get("n", -1))

    @property
    def is_asked(self) -> bool:
        """Whether this seat has to act, as far as the program knows."""
        return self.asked == self.seat.place

    @property
    def asked(self) -> int | None:
        """The place of the seat that has to act, as far as the program knows; None where nobody has to."""
        ask = (self.client.view or {}).get("ask")
        return int(str(ask["who"])[1:]) - 1 if ask else None

    @property
    def is_over(self) -> bool:
        """Whether the game is over, as far as the program knows."""
        return bool((self.client.view or {}).get("over"))


class ProgramPool:
    """The programs of one process; ``tell`` receives lines for the operator."""

    def __init__(
        self,
        open_transport: OpenTransport,
        tell: Callable[[str], None],
        *,
        pace: float = PACE,
        clock: Clock = time.monotonic,
    ) -> None:
        self.pace, self.clock, self.tell = pace, clock, tell
        self._open_transport = open_transport
        self._programs: dict[tuple[int, int], SeatedProgram] = {}
        self._done: dict[tuple[int, int], tuple[object, ...]] = {}
        self._shut: dict[tuple[int, int], float] = {}

    def seat(self, wanted: Iterable[ProgramSeat]) -> None:
        """Keep one program for each of these seats and for no others; where a game has changed, one of its programs asks for its view."""
        found = {(seat.game, seat.place): seat for seat in wanted}
        for key in [
            key for key, program in self._programs.items() if key not in found or found[key].level != program.seat.level
        ]:
            self._programs.pop(key).transport.close()
        self._done = {key: mark for key, mark in self._done.items() if key in found}
        moved: dict[int, list[SeatedProgram]] = {}
        for key, seat in found.items():
            program = self._programs.get(key)
            if program is None:
                self._sit(key, seat)
            elif program.seat.mark != seat.mark:
                has_begun, program.seat = program.seat.state != seat.state, seat
                if has_begun or program.number < seat.last:
                    moved.setdefault(seat.game, []).append(program)
        for behind in moved.values():
            # The program that has to act needs no extra request: the answer to its act tells it what is new.
            looking = next((program for program in behind if not program.is_asked), None)
            if looking is not None:
                looking.due = self.clock()

    def _sit(self, key: tuple[int, int], seat: ProgramSeat) -> None:
        """Start a program for a seat, unless it is done with the game or its token was refused just now."""
        if self._done.get(key) == seat.mark or self.clock() < self._shut.get(key, 0.0):
            return
        self._programs[key] = SeatedProgram(self, seat, self._open_transport(token_of_program(seat.code, seat.place)))

    def next_due(self) -> float | None:
        """The moment of the clock at which the next step of a program is due; None if there are no programs."""
        return min((program.due for program in self._programs.values()), default=None)

    def waiting(self) -> int:
        """How many programs have a decision to think about."""
        return sum(program.client.is_to_choose for program in self._programs.values())

    def play(self, until: float) -> None:
        """Take all steps that are due, until a moment of the clock. Requests go before thinking; one step thinks about one decision."""
        while (now := self.clock()) < until:
            due = [key for key, program in self._programs.items() if program.due <= now]
            if not due:
                return
            self._step(min(due, key=lambda key: (self._programs[key].client.is_to_choose, self._programs[key].due)))

    def _step(self, key: tuple[int, int]) -> None:
        """Let one program take its next step, note when the following one is due, and wake the other programs of its game."""
        program = self._programs[key]
        try:
            waits = program.client.step()
        except SeatRefusedError as problem:
            self.tell(f"Game {program.seat.code}, seat {program.seat.place + 1}: {problem}")  # not said
            self._shut[key] = self.clock() + SHUT_FOR
            self._leave(key)
            return
        if waits is None:
            self._done[key] = program.seat.mark
            self._wake(program, everybody=True)
            self._leave(key)
            return
        program.due = self.clock() + waits
        self._wake(program, everybody=program.is_over)

    def _wake(self, knows: SeatedProgram, *, everybody: bool) -> None:
        """Make the programs of a game ask for their views at once: the one that has to act, or all of them (``everybody``).

        ``knows`` is the program that has just learned what happened in the game.
        """
        for program in self._programs.values():
            if program is knows or program.seat.game != knows.seat.game or program.is_over:
                continue
            if program.number < knows.number and (everybody or program.seat.place == knows.asked):
                program.due = min(program.due, self.clock())

    def _leave(self, key: tuple[int, int]) -> None:
        """Remove the program of a seat and close its transport."""
        self._programs.pop(key).transport.close()
