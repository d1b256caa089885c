"""The simulated players at measured tables, in a process of their own: `python -m laboratory.playing.people`.

It reads one JSON object, `{"way", "address", "named", "seconds", "pace", "seed", "games": [{"code", "tokens"}]}`, plays once a second line
comes, and prints the figures: for every act the ms until each other device of the table had a view with it, what was acknowledged, and
what went wrong.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from laboratory.playing.connections import Connection, Posting, Socketing

View = Mapping[str, Any]
PLAYABLE = frozenset({"lone", "found", "grow", "merge"})


def chosen(view: View, chance: Random) -> dict[str, Any]:
    """Choose an action at random for the seat that a view asks; the end of the game is never declared, so that games last long enough."""
    ask = view["ask"]
    phase = ask["phase"]
    if phase in ("start", "draw"):
        return {"act": phase}
    if phase in ("found", "survivor"):
        return {"act": phase, "chain": chance.choice(ask["chains"])}
    if phase == "order":
        return {"act": phase, "chains": [chance.choice(ask["chains"])]}
    if phase == "dispose":
        return {"act": phase, "chain": ask["chain"], **_disposal(ask, chance)}
    if phase == "play":
        tiles = [held["tile"] for held in view["hand"] if held["does"] in PLAYABLE]
        return {"act": "play", "tile": chance.choice(tiles)} if tiles else {"act": "pass"}
    return {"act": "buy", "shares": _purchase(ask, chance)}


def _disposal(ask: View, chance: Random) -> dict[str, int]:
    """A random choice for the shares of a chain that disappears: how many to sell, trade and hold."""
    trade = 2 * chance.randint(0, ask["most_traded"] // 2)
    sell = chance.randint(0, ask["owned"] - trade)
    return {"sell": sell, "trade": trade, "hold": ask["owned"] - trade - sell}


def _purchase(ask: View, chance: Random) -> dict[str, int]:
    """A random purchase: for each chain the number of shares, as far as the money and the shares on sale allow."""
    bought: dict[str, int] = {}
    left = ask["cash"]
    for _ in range(chance.randint(0, ask["limit"])):
        can_have = [
            chain for chain, most in ask["most"].items() if bought.get(chain, 0) < most and ask["prices"][chain] <= left
        ]
        if not can_have:
            break
        chain = chance.choice(can_have)
        bought[chain] = bought.get(chain, 0) + 1
        left -= ask["prices"][chain]
    return bought


WAYS: Mapping[str, Callable[[str, Random, str], Connection]] = {"post": Posting, "sockets": Socketing}
SETTLES = 5.0
"""Seconds for which the last actions may take to reach every device."""
GOES_WRONG = (OSError, EOFError, ValueError, TimeoutError, LookupError)


@dataclass
class PlayFigures:
    """The figures of all tables of a process; times in ms. The fields are those of `PlayedTables`."""

    took: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    unseen: int = 0


@dataclass
class Sent:
    """An action that was sent: the number it gets, when it was sent, and the places of the devices that have not got it yet."""

    number: int
    at: float
    unseen: set[int]


class DeviceTable:
    """A table with a device at every seat."""

    def __init__(self, game: Mapping[str, Any], order: Mapping[str, Any], figures: PlayFigures) -> None:
        self.code, self.tokens, self.figures = game["code"], game["tokens"], figures
        self.chance = Random(f"{order['seed']} {self.code}")
        self.devices = [WAYS[order["way"]](order["address"], self.chance, order["named"]) for _ in self.tokens]
        self.views: list[dict[str, Any]] = [{"n": 0} for _ in self.tokens]
        self.sent: list[Sent] = []
        self.pause = 1 / order["pace"]

    async def open(self) -> None:
        """Connect every device."""
        for place, (device, token) in enumerate(zip(self.devices, self.tokens, strict=True)):
            await device.open(token, partial(self._hear, place))

    async def play(self, begin: float, seconds: float) -> None:
        """Send actions at the table's pace, for whichever seat is asked, until the time is over; errors are counted."""
        due = begin + self.pause * self.chance.random()
        while due < begin + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            try:
                await self._act()
            except GOES_WRONG as problem:
                self.figures.wrong[f"{type(problem).__name__} {problem}"[:120]] += 1
            due = max(due + self.pause * self.chance.uniform(0.7, 1.3), time.perf_counter())

    async def close(self) -> None:
        """Close all connections, and count how often an action did not reach a device."""
        self.figures.unseen += sum(len(each.unseen) for each in self.sent)
        for device in self.devices:
            if device.failed:
                self.figures.wrong["a device was not answered"] += device.failed
            await device.close()

    async def _act(self) -> None:
        """Choose and send one action for the seat that is asked, unless the game is over."""
        newest = max(self.views, key=lambda view: view["n"])
        if newest.get("over"):
            return
        place = next(at for at, view in enumerate(self.views) if view["you"] == newest["ask"]["who"])
        while (
            self.views[place]["n"] < newest["n"]
        ):  # a player acts only when the player's own device shows the question
            await self.devices[place].look()
        view = self.views[place]
        number = view["n"] + 1
        message = {"t": "act", "id": f"m{number}", "n": number, **chosen(view, self.chance)}
        others = {at for at in range(len(self.devices)) if at != place}
        sent = Sent(number, time.perf_counter(), others)
        self.sent.append(sent)
        frames = await self.devices[place].send(message)
        self.figures.answered.append(1000 * (time.perf_counter() - sent.at))
        if frames[0]["t"] == "ack":
            self.figures.acknowledged.append((self.code, place, message["id"]))
        else:
            self.sent.remove(sent)
            self.figures.wrong[f"refused {frames[0]['code']}"] += 1

    def _hear(self, place: int, view: dict[str, Any]) -> None:
        """Store a view that reached the device at this place, and count the time of the actions that it contains."""
        now = time.perf_counter()
        if view["n"] >= self.views[place]["n"]:
            self.views[place] = view
        for sent in self.sent:
            if view["n"] >= sent.number and place in sent.unseen:
                sent.unseen.discard(place)
                self.figures.took.append(1000 * (now - sent.at))
        self.sent = [sent for sent in self.sent if sent.unseen]


async def play(order: Mapping[str, Any]) -> dict[str, Any]:
    """Play all tables of the order (see the module's docstring), and return the figures."""
    figures = PlayFigures()
    tables = [DeviceTable(game, order, figures) for game in order["games"]]
    for table in tables:
        await table.open()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)
    begin, processor = time.perf_counter(), time.process_time()
    await asyncio.gather(*(table.play(begin, order["seconds"]) for table in tables))
    lasted = time.perf_counter() - begin
    last = time.perf_counter() + SETTLES
    while any(table.sent for table in tables) and time.perf_counter() < last:
        await asyncio.sleep(0.1)
    for table in tables:
        await table.close()
    return {
        "took": figures.took,
        "answered": figures.answered,
        "acknowledged": figures.acknowledged,
        "wrong": dict(figures.wrong),
        "unseen": figures.unseen,
        "lasted": lasted,
        "asked": sum(device.asked for table in tables for device in table.devices),
        "processor": time.process_time() - processor,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(play(json.loads(sys.stdin.readline())))) + "\n")
