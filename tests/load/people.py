"""Who comes to an installation in a day: desks that type and close, phones of tables that report, phones of players that look."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.load.browsing import Browser, Page
from tests.load.tally import Tally
from tournament.record.devices import table_subject

Cash = Mapping[int, int]
"""Dollars by the number of the player."""

_USE = re.compile(r'name="use" value="([^"]+)"')
_MARK = re.compile(r'hx-get="([^"]+)"')


class RefusedError(Exception):
    """A step of the day that the desk refused; the message says which, and what its page said."""


@dataclass
class Desk:
    """One of the desks: a browser that is logged in, with the grid of the round open."""

    browser: Browser
    slug: str
    tally: Tally
    grid: dict[str, str] = field(default_factory=dict)
    version: str = "0"

    def open_grid(self, number: int) -> None:
        """Open the grid of a round."""
        page = self.tally.add("desk grid", self.browser.get(self._at(f"rounds/{number}/results/")))
        self.grid, self.version = page.form("t"), re.findall(r'data-version="(\d+)"', page.text)[0]

    def save(self, number: int, table: int, cash: Cash) -> bool:
        """Type a table and save its row; true where the answer says that it is saved."""
        own = {name: value for name, value in self.grid.items() if name.startswith(f"t{table}-")}
        typed = {f"t{table}-cash-{player}": f"{dollars:,}" for player, dollars in cash.items()}
        sent = {**own, **typed, "seen": self.grid["seen"], "key": f"{self.grid['key'][:30]}-{table}", "row": str(table)}
        page = self.tally.add("desk save", self.browser.post(self._at(f"rounds/{number}/results/"), sent))
        if page.status == 422:  # a doubt: looked at once more, and confirmed
            sent |= {f"t{table}-confirmed": "on", f"t{table}-reason": "counted twice", "key": f"{sent['key']}b"}
            page = self.tally.add("desk save", self.browser.post(self._at(f"rounds/{number}/results/"), sent))
        return page.status == 200 and ">saved " in page.text

    def look(self, number: int) -> None:
        """Ask what other desks saved, as the grid does every eight seconds."""
        page = self.tally.add(
            "desk since", self.browser.get(self._at(f"rounds/{number}/results/since/?v={self.version}"))
        )
        found = re.findall(r'data-version="(\d+)"', page.text)
        self.version = found[0] if found else self.version

    def accept(self, number: int) -> None:
        """Accept all tables that agree, with one press."""
        page = self.tally.add("desk grid", self.browser.get(self._at(f"rounds/{number}/results/")))
        reports = re.findall(r'name="report" value="(\d+)"', page.text)
        if reports:
            fields: dict[str, str | list[str]] = {**page.form("report"), "report": reports}
            address = self._at(f"rounds/{number}/results/accept/")
            asked = self.tally.add("desk accept", self.browser.post(address, fields))
            if asked.status == 200:  # one phone alone agreed for everybody: looked at, and accepted
                query = "&".join(f"report={key}" for key in reports)
                form = {**asked.form("key"), "confirmed": "yes"}
                self.tally.add("desk accept", self.browser.post(f"{address}?{query}", form))

    def draw(self, number: int) -> None:
        """Draw the next round in the rules' first arrangement."""
        page = self.tally.add("desk page", self.browser.get(self._at(f"rounds/{number}/arrangement/")))
        fields = {**page.form("token"), "use": _USE.findall(page.text)[0]}
        self._act("desk draw", f"rounds/{number}/draw/", fields, page)

    def act(self, kind: str, number: int, rest: str) -> None:
        """Press a button of the round's page that has no fields."""
        page = self.tally.add("desk page", self.browser.get(self._at(f"rounds/{number}/")))
        key = re.findall(r'name="key" value="([^"]+)"', page.text)
        self._act(kind, f"rounds/{number}/{rest}", {"key": f"{key[0][:30]}{rest[:3]}" if key else rest}, page)

    def _act(self, kind: str, rest: str, fields: Mapping[str, str], page: Page) -> None:
        done = self.tally.add(kind, self.browser.post(self._at(rest), {**fields, "seen": _seen(page)}))
        if done.status != 302:
            said = " ".join(re.sub(r"<[^>]+>", " ", done.text).split())
            raise RefusedError(f"{rest} was answered {done.status}: {said[:400]}")

    def _at(self, rest: str) -> str:
        return f"/desk/{self.slug}/{rest}"


def _seen(page: Page) -> str:
    found = re.findall(r'name="seen" value="(\d+)"', page.text)
    return found[0] if found else ""


@dataclass
class TablePhone:
    """The phone that a table shares: it claims the code of its slip and reports."""

    browser: Browser
    slug: str
    number: int
    table: int
    tally: Tally

    def claim(self, code: str) -> None:
        """Open the code of the slip and say that the table shares this phone."""
        address = f"/{self.slug}/c/{self.number}/{self.table}/{code}/"
        self.tally.add("phone claim", self.browser.get(address))
        self.tally.add("phone claim", self.browser.post(address, {"holder": "0"}))

    def report(self, cash: Cash) -> bool:
        """Report for all at the table; true where the answer leads back to the table."""
        address = f"/{self.slug}/t/{self.number}/{self.table}/report/"
        page = self.tally.add("phone form", self.browser.get(address))
        fields = {name: value for name, value in page.form("cash-").items() if name in ("key", "csrfmiddlewaretoken")}
        typed = {f"cash-{player}": f"{dollars:,}" for player, dollars in cash.items()}
        sent: dict[str, str | list[str]] = {**fields, **typed, "player": [str(player) for player in cash]}
        done = self.tally.add("phone report", self.browser.post(address, sent))
        if done.status == 422:
            sent |= {"confirmed": "on", "reason": "counted twice"}
            done = self.tally.add("phone report", self.browser.post(address, sent))
        return done.status == 302

    @property
    def subject(self) -> object:
        """Whose code it claims."""
        return table_subject(self.number, self.table)


@dataclass
class Watcher:
    """The phone of somebody in the hall, with the event's page open; now and then it looks at another page."""

    browser: Browser
    slug: str
    tally: Tally
    chance: Random
    players: int
    asks: str = ""

    def look(self) -> None:
        """Ask what is new, as the page does by itself, and at times open another page."""
        if not self.asks or self.chance.random() < 0.1:
            self._open()
            return
        page = self.tally.add("phone poll", self.browser.get(self.asks), 200, 204, 286)
        if page.status == 200:
            self._next(page)

    def _open(self) -> None:
        pages: Sequence[str] = ("", "", "standings/", f"players/{self.chance.randint(1, self.players)}/")
        rest = self.chance.choice(pages)
        page = self.tally.add("phone page", self.browser.get(f"/{self.slug}/{rest}", keeps=True))
        if page.status == 200 and rest in ("", "standings/"):
            self._next(page)

    def _next(self, page: Page) -> None:
        found = _MARK.findall(page.text)
        self.asks = found[0].replace("&amp;", "&") if found else ""
