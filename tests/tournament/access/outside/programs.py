"""A program with a token of an event, for tests."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from tests.build import director_of
from tests.tournament.pages.forms import Answer
from tournament.models import Event
from tournament.record.acts import SCOPES, Role
from tournament.slices.helping import make_token

NAME = "Registration shop"
CALLED = f"{NAME} (token)"


@dataclass
class Program:
    """What a program sends, and the answers."""

    event: Event
    token: str
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def send(self, method: str, part: str, body: Any = None, **headers: str) -> Answer:
        """Send one request; ``part`` follows the event in the address, ``body`` is sent as JSON, or as it is if it is bytes."""
        raw = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer: Answer = self.client.generic(
            method,
            f"/api/v1/{self.event.slug}/{part}",
            raw,
            content_type="application/json",
            headers={"authorization": f"Bearer {self.token}", **named},
        )
        assert not answer.cookies
        assert "no-store" in answer["Cache-Control"]
        assert not answer.has_header("Access-Control-Allow-Origin")
        return answer

    def get(self, part: str) -> Any:
        """Read something that is there."""
        answer = self.send("GET", part)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, part: str, body: Any, **headers: str) -> Answer:
        """Write something."""
        return self.send("POST", part, body, **headers)

    def patch(self, part: str, body: Any, **headers: str) -> Answer:
        """Correct something."""
        return self.send("PATCH", part, body, **headers)


def program_of(event: Event, *scopes: Role) -> Program:
    """A program with a new token of an event, for everything unless scopes are named."""
    token = make_token(event, director_of(event), NAME, frozenset(scopes or SCOPES))
    return Program(Event.objects.get(pk=event.pk), token)


def problem(answer: Answer) -> tuple[int, str]:
    """The status of a refusal, and its sentence."""
    return answer.status_code, answer.json()["problem"]
