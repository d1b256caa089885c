"""One process that plays many games, each by a client with its own seats and knowledge.

It asks the database which games are to be played and which have moved; clients know and do only what the server sends to their seats.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from games.opponents.client import PACE, Client, ClientSeat, Clock, PostTransport, SeatRefusedError
from games.opponents.levels import level_named
from games.opponents.players import player_at
from tournament.play.programs.seats import ProgramSeat, token_of_program

#: How long (s) a program thinks whose level sets no limit.
UNHURRIED: Final = 1.0

_Key = tuple[tuple[int, str, int, str], ...]
"""The seats of one game: its key and code, place and level of each."""


@dataclass
class _PlayedGame:
    """A game that is played: its client and the client's steps, when the next one is due, and the game's mark when the client was told."""

    client: Client
    steps: Iterator[float]
    due: float
    mark: tuple[int, str]


class ProgramPool:
    """The programs of one process; ``tell`` receives lines for the operator."""

    def __init__(
        self,
        open_transport: Callable[[str], PostTransport],
        tell: Callable[[str], None],
        *,
        pace: float = PACE,
        clock: Clock = time.monotonic,
    ) -> None:
        self._open_transport, self._tell, self._pace, self._clock = open_transport, tell, pace, clock
        self._games: dict[_Key, _PlayedGame] = {}
        self._done: dict[_Key, tuple[int, str]] = {}

    def seat(self, wanted: Iterable[ProgramSeat]) -> None:
        """Play these seats and no others; where a game has changed, its client asks for a view."""
        seats: dict[int, list[ProgramSeat]] = {}
        for seat in wanted:
            seats.setdefault(seat.game, []).append(seat)
        found = {
            tuple((seat.game, seat.code, seat.place, seat.level) for seat in each): each[0].mark
            for each in seats.values()
        }
        self._games = {key: game for key, game in self._games.items() if key in found}
        self._done = {key: mark for key, mark in self._done.items() if key in found}
        for key, mark in found.items():
            game, now = self._games.get(key), self._clock()
            if game is None:
                if self._done.get(key) != mark:
                    client = self._client(key)
                    self._games[key] = _PlayedGame(client, client.steps(), now, mark)
            elif game.mark != mark:
                (_, state), game.mark = game.mark, mark
                if state != mark[1] or game.client.newest.get("n", -1) < mark[0]:
                    game.client.is_behind = True
                    game.due = now if game.client.is_idle else game.due

    def _client(self, key: _Key) -> Client:
        """A client for the seats of a game."""
        seats, places = [], {}
        for _, code, place, name in key:
            level, token = level_named(name), token_of_program(code, place)
            places[token] = f"Game {code}, seat {place + 1}"
            limit = level.seconds or UNHURRIED
            seats.append(ClientSeat(self._open_transport(token), player_at(level, token), limit))
        return Client(
            seats,
            pace=self._pace,
            tell=lambda seat, words: self._tell(f"{places[seat.transport.token]}: {words}"),
            thinking=self._thinking,
            clock=self._clock,
        )

    def next_due(self) -> float | None:
        """The moment of the clock at which the next step is due; None if there are no games."""
        return min((game.due for game in self._games.values()), default=None)

    def _thinking(self) -> int:
        """How many games have a decision to think about."""
        return sum(game.client.is_to_choose for game in self._games.values())

    def play(self, until: float) -> None:
        """Take all steps that are due, until a moment of the clock. Requests go before thinking; one step thinks about one decision."""
        while (now := self._clock()) < until:
            due = {key: game for key, game in self._games.items() if game.due <= now}
            if not due:
                return
            key = min(due, key=lambda key: (due[key].client.is_to_choose, due[key].due))
            try:
                waits = next(due[key].steps, None)
            except SeatRefusedError:
                waits = None  # nothing but a change of the game lets it in again
            if waits is None:
                self._done[key] = self._games.pop(key).mark
            else:
                due[key].due = self._clock() + waits
