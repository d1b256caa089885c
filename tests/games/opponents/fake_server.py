"""A game of a server in memory, with doors that lose what was answered, and a clock that moves when somebody sleeps."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deciding import decide_turn
from games.acquire.play.devices.messages import Acts, ack, message_from, refusal_answer, stale_answer
from games.acquire.play.devices.session import Session, add_deed, open_session, settle
from games.acquire.play.devices.views import seat_view
from games.opponents.client import Client, NoAnswerError, PostTransport
from tests.games.acquire.play.devices.schema import misfit
from tests.games.acquire.play.devices.tables import terms

#: Rules by which a game is over soon.
SHORT = {"safe_size": 3, "end_size": 8}


class Moments:
    """A clock; whoever sleeps moves it on."""

    def __init__(self) -> None:
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds

    def __call__(self) -> float:
        return self.now


class FakeGame:
    """A game that begins when every seat has said hello."""

    def __init__(self, seats: int = 3, edition: str = "codewar", seed: str = "fake") -> None:
        self.random = Random(seed)
        self.session: Session = open_session(terms(edition, seats, minutes=None, rules=SHORT))
        self.greeted: set[int] = set()
        self.agreed: set[int] = set()
        self.answers: dict[tuple[int, str], list[dict[str, Any]]] = {}
        self.acted: list[tuple[int, int]] = []

    def add(self, deeds: Any) -> None:
        for deed in deeds:
            self.session = add_deed(self.session, deed)

    def take(self, seat: int, text: str) -> list[dict[str, Any]]:
        """Answer a message as a server does."""
        message = message_from(text)
        answer: list[dict[str, Any]] = []
        if isinstance(message, Acts):
            answer = self._act(seat, message)
        elif json.loads(text)["t"] == "hello":
            self.greeted.add(seat)
            if len(self.greeted) == self.session.state.seats and not self.session.number:
                self.add(settle(self.session, 0, self.random.choice)[1])
        else:
            self.agreed.add(seat)
        return [*answer, self.view(seat)]

    def view(self, seat: int) -> dict[str, Any]:
        view = seat_view(self.session, seat, at=self.session.at, legal=True)
        return view if len(self.greeted) == self.session.state.seats else {**view, "ask": None}

    def _act(self, seat: int, sent: Acts) -> list[dict[str, Any]]:
        if (first := self.answers.get((seat, sent.id))) is not None:
            return first
        if sent.number != self.session.number + 1:
            return [stale_answer(sent.id, self.session.number)]
        turn = decide_turn(self.session, seat, sent.requests, at=self.session.at, choose=self.random.choice)
        if not turn.deeds:
            why = turn.refusal or IllegalActionError("Nothing was sent.", "act-unreadable")
            return [refusal_answer(sent.id, why, self.session.number)]
        self.acted.append((seat, sent.number))
        self.session = turn.session
        answer = [ack(sent.id, self.session.number)]
        self.answers[seat, sent.id] = answer
        return answer


class FakeTransport(PostTransport):
    """The door of a seat; ``trouble`` says before and after each message whether the network fails."""

    def __init__(self, game: FakeGame, seat: int, trouble: Callable[[], bool] = lambda: False) -> None:
        super().__init__("http://here", f"token {seat}")
        self.game, self.seat, self.trouble = game, seat, trouble
        self.sent: list[Mapping[str, Any]] = []

    def send(self, message: Mapping[str, Any]) -> list[dict[str, Any]]:
        assert not misfit(message, "fromClient")
        self.fail()
        self.sent.append(message)
        answer = self.game.take(self.seat, json.dumps(message))
        self.fail()
        return answer

    def look(self, number: int) -> list[dict[str, Any]]:
        self.fail()
        session = self.game.session
        return [] if session.number and number >= session.number else [self.game.view(self.seat)]

    def fail(self) -> None:
        if self.trouble():
            raise NoAnswerError("The network is down.")


def play(client: Client, moments: Moments) -> None:
    """Play a client's game to its end."""
    for wait in client.steps():
        moments.sleep(wait)
