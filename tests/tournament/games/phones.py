"""Phones and a board at one game, through the pages alone: each chooses by what its page offers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from django.test import Client

from games.acquire.play.devices.session import pending_question
from tests.tournament.pages.forms import press
from tournament.play.games.models import Game
from tournament.play.games.services.sessions import session_of

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
LINK = re.compile(r'href="(\?act=[^"]+)"')


@dataclass
class Hall:
    """A game with the browser that opened it and one phone a seat."""

    code: str
    host: Client
    phones: list[Client] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return Game.objects.get(code=self.code)

    @property
    def hand(self) -> str:
        return f"/game/{self.code}/hand/"

    @property
    def board(self) -> str:
        return f"/game/{self.code}/"

    def asked(self) -> int | None:
        """The place of the seat that is asked."""
        ask = pending_question(session_of(self.game))
        return ask.seat if ask else None

    def due(self) -> int:
        """The place of the seat that is asked; somebody is."""
        place = self.asked()
        assert place is not None
        return place

    def step(self) -> Any:
        """Let whoever is asked do one act, as its page offers it: the first tile, the most shares, and the end where it is worth a try."""
        phone = self.phones[self.due()]
        answer = phone.get(self.hand)
        page = answer.content.decode()
        links = [link.replace("&amp;", "&") for link in LINK.findall(page)]
        if "?act=end" in links and session_of(self.game).state.bag < 45:
            ended = confirm(phone, self.hand + "?act=end")
            if ended.status_code == 302:
                return ended
        for act in ("play", "found", "survivor", "order", "dispose"):
            if found := [link for link in links if f"?act={act}&" in link]:
                return confirm(phone, self.hand + found[0])
        if offered := re.findall(r'name="(buy-\d)" value="(\d+)"', page):
            first = [count for field, count in offered if field == offered[0][0]]
            return confirm(phone, f"{self.hand}?act=buy&{offered[0][0]}={max(first)}")
        for nothing in ("?act=buy", "?act=pass"):
            if nothing in links:
                return confirm(phone, self.hand + nothing)
        return press(phone, answer, "Draw")


def confirm(phone: Client, address: str) -> Any:
    """Choose by an address, and press the one button that confirms it; the whole form is hidden fields."""
    chosen = phone.get(address).content.decode()
    assert chosen.count('id="confirm"') == 1, chosen
    return phone.post(address.partition("?")[0], {name: unescape(value) for name, value in HIDDEN.findall(chosen)})


def opened_by(edition: str = "mso", players: int = 3, taken: int | None = None, **typed: Any) -> Hall:
    """A game that somebody opened from the home page, with a phone at every seat, or at so many."""
    host = Client()
    filled = {"edition": edition, "players": players, "minutes": "", "holdings": "open", **typed}
    answer = host.post("/game/new/", filled)
    assert answer.status_code == 302, answer.content.decode()
    hall = Hall(answer["Location"].split("/")[2], host)
    for name in ("Ann", "Bea", "Cyd", "Dan", "Eve", "Fay")[: players if taken is None else taken]:
        phone = Client()
        joined = phone.post(f"/game/{hall.code}/join/", {"name": name})
        assert joined["Location"] == hall.hand
        hall.phones.append(phone)
    return hall
