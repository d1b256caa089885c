"""A game on devices played by POST at several hosts: each seat sends to whichever host is named, and again where nobody answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from laboratory.playing.people import chosen
from tests.load.browsing import Browser

ADDRESS = "/game/protocol/"


@dataclass
class Table:
    """A table whose devices speak to hosts; what was acknowledged, by seat and id."""

    tokens: Mapping[str, str]
    chance: Random = field(default_factory=lambda: Random(7))
    acknowledged: list[tuple[int, str]] = field(default_factory=list)

    def say(self, at: Browser, player: str, message: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The messages that answer one."""
        head = {"Authorization": f"Bearer {self.tokens[player]}", "Content-Type": "application/json"}
        answer = at.send(ADDRESS, json.dumps(message).encode(), head)
        assert answer.status == 200, answer.text
        told: list[dict[str, Any]] = json.loads(answer.text)
        return told

    def look(self, at: Browser, player: str) -> dict[str, Any]:
        """The view of a player at a host."""
        return self.say(at, player, {"t": "hello", "v": 1, "token": self.tokens[player]})[-1]

    def next_act(self, at: Browser) -> tuple[str, dict[str, Any]]:
        """Who is asked, as a host has it, and what is done."""
        player = self.look(at, next(iter(self.tokens)))["ask"]["who"]
        view = self.look(at, player)
        number = view["n"] + 1
        return player, {"t": "act", "id": f"h{number}", "n": number, **chosen(view, self.chance)}

    def act(self, at: Browser) -> dict[str, Any]:
        """Let whoever is asked act at a host; the view then."""
        player, message = self.next_act(at)
        answer = self.say(at, player, message)
        assert answer[0]["t"] == "ack", answer
        self.acknowledged.append((list(self.tokens).index(player), message["id"]))
        return answer[-1]
