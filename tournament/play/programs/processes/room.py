"""One process that plays all seats of several games, each seat by its own door and with its own knowledge.

It asks the database which games are to be played and which have moved; what a seat knows and does goes through the doors of the server
alone. One seat of a game looks, and whose turn it is looks next, so that a game costs the server little more than its acts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from games.opponents.client import PACE, Client
from games.opponents.levels import level_named
from games.opponents.players import Opponent, player_at
from games.opponents.transport import SeatRefusedError, Transport
from tournament.play.programs.seats import ProgramSeat, token_of_program

#: How long (s) a level thinks that has no limit of its own.
UNHURRIED: Final = 1.0
#: How long (s) a program thinks at least that others kept waiting beyond its limit.
LEAST: Final = 0.05
#: How often (s) a seat looks although its game has not moved.
TO_LOOK: Final = 20.0
#: How long (s) a seat is left alone that the server did not let in.
SHUT_FOR: Final = 30.0

Clock = Callable[[], float]
Doors = Callable[[str], Transport]


class Chair:
    """A seat with its program: it thinks within its level's limit, and less where others of this process have to think as well."""

    def __init__(self, room: Room, seat: ProgramSeat, door: Transport) -> None:
        self.seat, self.door, self.due = seat, door, 0.0
        level = level_named(seat.level)
        token = token_of_program(seat.code, seat.place)
        self._room, self._limit = room, level.seconds or UNHURRIED
        self._player: Opponent = player_at(level, token)
        self.client = Client(
            door,
            token,
            self,
            pace=room.pace,
            to_think=self._limit,
            to_look=TO_LOOK,
            on_message=self._hear,
            clock=room.clock,
        )

    def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
        """What the program chooses by its share of what is left of its limit since it was asked; the others that wait have theirs."""
        now = self._room.clock()
        left = max(LEAST, self.client.asked_at + self._limit - now)
        share = now + left / max(1, self._room.waiting())
        return self._player.choose(view, share if deadline is None else min(deadline, share))

    def _hear(self, message: Mapping[str, Any]) -> None:
        if message.get("t") == "no":
            self._room.tell(f"Game {self.seat.code}, seat {self.seat.place + 1}: {message.get('message', '')}")

    @property
    def number(self) -> int:
        """The number of the last act that this seat knows of, -1 before it has come."""
        return int((self.client.view or {}).get("n", -1))

    @property
    def is_asked(self) -> bool:
        """Whether this seat is asked as far as it knows."""
        return self.asked == self.seat.place

    @property
    def asked(self) -> int | None:
        """The place that is asked as far as this seat knows, None where nobody is."""
        ask = (self.client.view or {}).get("ask")
        return int(str(ask["who"])[1:]) - 1 if ask else None

    @property
    def is_over(self) -> bool:
        """Whether the game is over as far as this seat knows."""
        return bool((self.client.view or {}).get("over"))


class Room:
    """The chairs of one process; ``tell`` hears what the operator should know."""

    def __init__(
        self,
        doors: Doors,
        tell: Callable[[str], None],
        *,
        pace: float = PACE,
        clock: Clock = time.monotonic,
    ) -> None:
        self.pace, self.clock, self.tell = pace, clock, tell
        self._doors = doors
        self._chairs: dict[tuple[int, int], Chair] = {}
        self._done: dict[tuple[int, int], tuple[object, ...]] = {}
        self._shut: dict[tuple[int, int], float] = {}

    def seat(self, wanted: Iterable[ProgramSeat]) -> None:
        """Have a chair for each of these seats and no others; where a game has moved, its first chair looks."""
        found = {(seat.game, seat.place): seat for seat in wanted}
        for key in [
            key for key, chair in self._chairs.items() if key not in found or found[key].level != chair.seat.level
        ]:
            self._chairs.pop(key).door.close()
        self._done = {key: mark for key, mark in self._done.items() if key in found}
        moved: dict[int, list[Chair]] = {}
        for key, seat in found.items():
            chair = self._chairs.get(key)
            if chair is None:
                self._sit(key, seat)
            elif chair.seat.mark != seat.mark:
                has_begun, chair.seat = chair.seat.state != seat.state, seat
                if has_begun or chair.number < seat.last:
                    moved.setdefault(seat.game, []).append(chair)
        for behind in moved.values():
            # Whoever is asked acts when it is time, and hears with that what is new.
            looking = next((chair for chair in behind if not chair.is_asked), None)
            if looking is not None:
                looking.due = self.clock()

    def _sit(self, key: tuple[int, int], seat: ProgramSeat) -> None:
        if self._done.get(key) == seat.mark or self.clock() < self._shut.get(key, 0.0):
            return
        self._chairs[key] = Chair(self, seat, self._doors(token_of_program(seat.code, seat.place)))

    def next_due(self) -> float | None:
        """The moment of the clock at which something is due, None where nothing is."""
        return min((chair.due for chair in self._chairs.values()), default=None)

    def waiting(self) -> int:
        """How many seats are asked and have to think yet."""
        return sum(chair.client.is_to_choose for chair in self._chairs.values())

    def play(self, until: float) -> None:
        """Do what is due until a moment of the clock; looks and acts go before thinking, which is cut into single decisions."""
        while (now := self.clock()) < until:
            due = [key for key, chair in self._chairs.items() if chair.due <= now]
            if not due:
                return
            self._step(min(due, key=lambda key: (self._chairs[key].client.is_to_choose, self._chairs[key].due)))

    def _step(self, key: tuple[int, int]) -> None:
        chair = self._chairs[key]
        try:
            waits = chair.client.step()
        except SeatRefusedError as problem:
            self.tell(f"Game {chair.seat.code}, seat {chair.seat.place + 1}: {problem}")
            self._shut[key] = self.clock() + SHUT_FOR
            self._leave(key)
            return
        if waits is None:
            self._done[key] = chair.seat.mark
            self._wake(chair, everybody=True)
            self._leave(key)
            return
        chair.due = self.clock() + waits
        self._wake(chair, everybody=chair.is_over)

    def _wake(self, knows: Chair, *, everybody: bool) -> None:
        """Let those look whom a chair knows to be asked, and everybody at the end."""
        for chair in self._chairs.values():
            if chair is knows or chair.seat.game != knows.seat.game or chair.is_over:
                continue
            if chair.number < knows.number and (everybody or chair.seat.place == knows.asked):
                chair.due = min(chair.due, self.clock())

    def _leave(self, key: tuple[int, int]) -> None:
        self._chairs.pop(key).door.close()
