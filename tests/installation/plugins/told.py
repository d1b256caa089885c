"""An event with webhooks, and what they would have sent."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from tournament.management.webhooks.models import Hook
from tournament.management.webhooks.posting import Answer
from tournament.management.webhooks.signing import new_salt
from tournament.models import Event

ADDRESS = "https://example.org/hook"


@dataclass
class Sent:
    """Everything that was posted, and how each is answered: with the last of ``answers`` again and again."""

    answers: list[Answer] = field(default_factory=lambda: [Answer(204)])
    posts: list[tuple[str, bytes, dict[str, str]]] = field(default_factory=list)

    def post(self, address: str, body: bytes, headers: dict[str, str]) -> Answer:
        self.posts.append((address, body, headers))
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    @property
    def kinds(self) -> list[str]:
        return [json.loads(body)["type"] for _address, body, _headers in self.posts]


def hook_of(event: Event, address: str = ADDRESS) -> Hook:
    return Hook.objects.create(event=event, address=address, salt=new_salt())
