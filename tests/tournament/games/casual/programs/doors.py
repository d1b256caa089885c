"""Programs at a game in the test's own database, each behind a door that is the test's own client."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.test import Client
from django.utils import timezone

from games.opponents.client import NoAnswerError, PostTransport, SeatRefusedError
from tests.tournament.games.tables import ADDRESS, spoken
from tournament.play.games.models import Game, GameSeat
from tournament.play.programs.processes.pool import ProgramPool
from tournament.play.programs.seats import seats_to_play, token_of_program
from tournament.record.devices import hash_of

SHUT, AWAY = 401, 503


class ClientTransport(PostTransport):
    """A door by POST without a network; it keeps what went through it, and leads nowhere while the server is away."""

    is_away = False

    def __init__(self, token: str) -> None:
        super().__init__("http://here", token)
        self.sent: list[Mapping[str, Any]] = []
        self.told: list[dict[str, Any]] = []
        self.looks = 0

    def send(self, message: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Send by POST."""
        if ClientTransport.is_away:
            raise NoAnswerError("The server is away.")
        self.sent.append(message)
        answer = spoken(self.token, message, "?legal")
        told: list[dict[str, Any]] = json.loads(answer.content)
        if answer.status_code == SHUT:
            raise SeatRefusedError(told[0]["message"])
        self.told += told
        return told

    def look(self, number: int) -> list[dict[str, Any]]:
        """Look by GET."""
        if ClientTransport.is_away:
            raise NoAnswerError("The server is away.")
        self.looks += 1
        head = {"Authorization": f"Bearer {self.token}"}
        answer = Client().get(f"{ADDRESS}?n={number}&legal", headers=head)
        if answer.status_code == SHUT:
            raise SeatRefusedError(answer.json()[0]["message"])
        told: list[dict[str, Any]] = [answer.json()] if answer.content else []
        self.told += told
        return told


class Moments:
    """A clock that is moved on."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Playing:
    """A process that plays, as a test moves its clock; it can be replaced by one that knows nothing."""

    def __init__(self) -> None:
        self.doors: list[ClientTransport] = []
        self.said: list[str] = []
        self.moments = Moments()
        self.room = self.new_room()

    def new_room(self) -> ProgramPool:
        """A process that has just begun."""
        return ProgramPool(self._door, self.said.append, clock=self.moments)

    def _door(self, token: str) -> ClientTransport:
        self.doors.append(ClientTransport(token))
        return self.doors[-1]

    def go_on(self, seconds: float) -> None:
        """Let time pass in steps, as the process does."""
        for _ in range(round(seconds / 0.4)):
            self.room.seat(seats_to_play(timezone.now()))
            self.room.play(self.moments.now + 0.4)
            self.moments.now += 0.4


def with_programs(code: str, places: Sequence[int], level: str = "chance") -> Game:
    """A game under way in which programs sit at places, and people who are there at the others."""
    for place in places:
        GameSeat.objects.filter(game__code=code, place=place).update(
            program=level, name=f"Program {place}", token_hash=hash_of(token_of_program(code, place))
        )
    GameSeat.objects.filter(game__code=code, program="").update(seen_at=timezone.now())
    return Game.objects.get(code=code)
