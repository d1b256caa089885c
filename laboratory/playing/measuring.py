"""Measures tables that play on devices: the desk alone, then tables (amid their games) and desk together, then the desk again."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import median
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client, override_settings

from games.acquire.play.devices.messages import Acts
from laboratory.hall.browsers import Browser
from laboratory.hall.crowd import centile
from laboratory.hall.server import Served
from laboratory.playing.people import chosen
from tournament.installation.folders import ROOT
from tournament.models import Event
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.services.acting import act, game_now, view_for
from tournament.play.games.services.opening import GameOrder, OpenedGame, open_game
from tournament.play.games.services.seats import say_hello

EDITION, SEATS, MINUTES = "mso", 4, 25
PLAYED = 80
"""The number of actions of each game before the measurement begins: about a third of a game."""
TABLES = ("tournament_game", "tournament_gameseat", "tournament_gameact")


@dataclass(frozen=True, slots=True)
class MeasuredGame:
    """A game that is measured: its code, and the tokens of its seats in their order."""

    code: str
    tokens: tuple[str, ...]


def opened_games(many: int, seed: int) -> list[MeasuredGame]:
    """Open ``many`` games of four with clocks, all at the same position after `PLAYED` actions. ``seed`` fixes no draws of tiles."""
    with override_settings(GAMES=True, GAMES_AT_ONCE=many):
        made = [
            open_game(GameOrder(EDITION, [f"Player {place}" for place in range(1, SEATS + 1)], 10 * MINUTES))
            for _ in range(many)
        ]
    _play(made[0].game, Random(seed))
    _copy_first_game(made)
    return [MeasuredGame(each.game.code, tuple(each.tokens.values())) for each in made]


def _play(game: Game, chance: Random) -> None:
    """Play the first actions of a game at random."""
    seats = list(game.seats.order_by("place"))
    for seat in seats:
        say_hello(seat)
    for number in range(PLAYED):
        row, session = game_now(Game.objects.get(pk=game.pk))
        views = [view_for(seat, row, session) for seat in seats]
        place = next(at for at, view in enumerate(views) if view["ask"] and view["ask"]["who"] == view["you"])
        act(seats[place], Acts(f"before {number}", row.last + 1, (chosen(views[place], chance),)))


def _copy_first_game(made: Sequence[OpenedGame]) -> None:
    """Give all other games the position and actions of the first one."""
    first = Game.objects.get(pk=made[0].game.pk)
    acts = list(first.acts.all())
    come = first.seats.order_by("place")[0].hello_at
    for other in made[1:]:
        Game.objects.filter(pk=other.game.pk).update(state=first.state, begun_at=first.begun_at, last=first.last)
        GameSeat.objects.filter(game=other.game).update(hello_at=come)
        for row in acts:
            row.pk, row.game = None, other.game
        GameAct.objects.bulk_create(acts)


def lost_of(acknowledged: Sequence[tuple[str, int, str]]) -> int:
    """How many acknowledged actions, each (code of the game, seat, id), are not in the database."""
    stored = set(GameAct.objects.exclude(client_id="").values_list("game__code", "seat", "client_id"))
    return len({(code, seat, name) for code, seat, name in acknowledged} - stored)


def bytes_stored() -> int:
    """Bytes of the tables of games with their indexes; 0 where the database cannot tell."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT SUM(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) name", [list(TABLES)]
            )
        else:
            cursor.execute("SELECT 1 FROM pragma_compile_options WHERE compile_options = 'ENABLE_DBSTAT_VTAB'")
            if cursor.fetchone() is None:
                return 0
            cursor.execute(
                "SELECT SUM(d.pgsize) FROM dbstat d JOIN sqlite_master m ON m.name = d.name WHERE m.tbl_name IN (%s, %s, %s)",
                list(TABLES),
            )
        return int(cursor.fetchone()[0] or 0)


PACE = 0.4
"""The actions of a table in a second."""
OF_A_PROCESS = 125
"""The number of tables whose players are simulated by one process."""
DESK_EVERY = 0.5
"""Seconds between two pages that the desk opens."""
ALONE = 0.25
"""The part of the time for which the desk is measured alone, before and again after."""


@dataclass
class PlayedTables:
    """The figures of a measurement; times in ms, processor's time (``busy``, ``people``) in seconds.

    - ``took``: from an action until another device has it; ``answered``: until it is acknowledged.
    - ``unseen``: how often an action did not reach a device in time; ``lost``: acknowledged actions that are not in the database.
    - ``busy``: of the server, ``busy_for_desk`` of it for the desk's pages; ``people``: of the simulated players.
    """

    way: str
    tables: int
    took: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    unseen: int = 0
    asked: int = 0
    acts: int = 0
    lost: int = 0
    lasted: float = 0.0
    busy: float = 0.0
    busy_for_desk: float = 0.0
    people: float = 0.0
    memory: int = 0
    bytes_an_act: float = 0.0
    desk: dict[str, tuple[list[float], list[float]]] = field(default_factory=dict)
    """The times of each page of the desk: without games, and with games."""

    @property
    def errors(self) -> int:
        """How many errors there were, including actions that did not reach a device in time."""
        return sum(self.wrong.values()) + self.unseen

    def figures(self) -> dict[str, Any]:
        """The figures as plain values for JSON."""
        acts = max(1, self.acts)
        return {
            "way": self.way,
            "tables": self.tables,
            "seconds": round(self.lasted, 1),
            "acts": self.acts,
            "acts_a_second": round(self.acts / max(0.001, self.lasted), 2),
            "act_to_device_ms": _centiles(self.took),
            "act_answered_ms": _centiles(self.answered),
            "questions": self.asked,
            "errors": self.errors,
            "what_went_wrong": dict(self.wrong.most_common(10)),
            "not_seen_in_time": self.unseen,
            "lost": self.lost,
            "server_busy_seconds": round(self.busy, 2),
            "of_it_for_the_desk": round(self.busy_for_desk, 2),
            "server_ms_an_act": round(1000 * (self.busy - self.busy_for_desk) / acts, 2),
            "people_busy_seconds": round(self.people, 2),
            "server_memory_bytes": self.memory,
            "bytes_an_act": round(self.bytes_an_act, 1),
            "desk": {page: _compared(*times) for page, times in self.desk.items()},
        }


def _centiles(took: Sequence[float]) -> dict[str, float]:
    """The centiles 50, 95 and 99 of these times."""
    return {f"p{percent}": round(centile(took, percent), 1) for percent in (50, 95, 99)}


def _compared(without: Sequence[float], beside: Sequence[float]) -> dict[str, float]:
    """The median times of a page without and with games, and their ratio; empty where one was not measured."""
    if not without or not beside:
        return {}
    alone, together = median(without), median(beside)
    return {"without_ms": round(alone, 1), "with_ms": round(together, 1), "ratio": round(together / alone, 2)}


def measure(
    server: Served, event: Event, director: User, games: Sequence[MeasuredGame], way: str, seconds: float, seed: int
) -> PlayedTables:
    """Let all games be played for ``seconds`` seconds while a desk opens pages, and return the figures.

    ``way`` is how devices are connected: "post" or "sockets".
    """
    played = PlayedTables(way, len(games))
    desk = _DeskBeside(server.address, event, director, played)
    address = f"{server.address}/game/protocol/" if way == "post" else server.socket
    with ExitStack() as running:
        shares = [games[at : at + OF_A_PROCESS] for at in range(0, len(games), OF_A_PROCESS)]
        crowds = [running.enter_context(people_at(share, way, address, seconds, seed)) for share in shares]
        busy = server.busy()
        pages = desk.open_pages(seconds * ALONE, 0)
        a_page, busy = (server.busy() - busy) / pages, server.busy()
        for crowd in crowds:
            tell(crowd, "begin")
        pages = desk.open_pages(seconds, 1)
        results = [json.loads(line_of(crowd)) for crowd in crowds]
        played.busy, played.busy_for_desk = server.busy() - busy, pages * a_page
        played.memory = server.memory()
    desk.open_pages(seconds * ALONE, 0)
    acknowledged = []
    for each in results:
        played.took += each["took"]
        played.answered += each["answered"]
        played.wrong.update(each["wrong"])
        played.unseen += each["unseen"]
        played.asked += each["asked"]
        played.people += each["processor"]
        played.lasted = max(played.lasted, each["lasted"])
        acknowledged += [(code, seat, name) for code, seat, name in each["acknowledged"]]
    played.acts, played.lost = len(acknowledged), lost_of(acknowledged)
    played.bytes_an_act = bytes_stored() / max(1, GameAct.objects.count())
    return played


@contextmanager
def people_at(
    games: Sequence[MeasuredGame], way: str, address: str, seconds: float, seed: int, named: str = ""
) -> Iterator[subprocess.Popen[str]]:
    """Start a process with the simulated players of these games, all connected, and end it after the block.

    They begin at a line of input (`tell`), play for ``seconds``, and then write their figures (`line_of`). ``address`` is where devices
    connect to, ``named`` as in `Posting`.
    """
    crowd = subprocess.Popen(
        [sys.executable, "-m", "laboratory.playing.people"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    order = {
        "way": way,
        "address": address,
        "named": named,
        "seconds": seconds,
        "pace": PACE,
        "seed": seed,
        "games": [{"code": each.code, "tokens": each.tokens} for each in games],
    }
    try:
        tell(crowd, json.dumps(order))
        line_of(crowd)  # all have said hello
        yield crowd
    finally:
        crowd.kill()
        crowd.communicate()


def tell(crowd: subprocess.Popen[str], line: str) -> None:
    """Write a line to the process of the simulated players."""
    assert crowd.stdin is not None  # noqa: S101  it was started so
    crowd.stdin.write(line + "\n")
    crowd.stdin.flush()


def line_of(crowd: subprocess.Popen[str]) -> str:
    """Wait for the next line from the process of the simulated players; RuntimeError where it has ended too early."""
    assert crowd.stdout is not None  # noqa: S101  it was started so
    line = crowd.stdout.readline()
    if not line:
        raise RuntimeError("the people of the tables ended before their time; what they said stands above")
    return line


class _DeskBeside:
    """A desk that opens the event, its round and the grid of results, one after another."""

    def __init__(self, address: str, event: Event, director: User, played: PlayedTables) -> None:
        client = Client(SERVER_NAME="127.0.0.1")
        client.force_login(director)
        self._browser = Browser(address, {name: cookie.value for name, cookie in client.cookies.items()})
        number = event.rounds.latest("number").number
        here = f"/desk/{event.slug}/"
        self._pages = {"event": here, "round": f"{here}rounds/{number}/", "grid": f"{here}rounds/{number}/results/"}
        self._played = played
        for page in self._pages.values():  # the first one loads templates
            self._browser.get(page)

    def open_pages(self, seconds: float, beside: int) -> int:
        """Open pages for so many seconds, each at least once, and return how many; ``beside`` is 1 where tables play meanwhile, else 0."""
        last = time.perf_counter() + seconds
        turns = [partial(self._open, page, path, beside) for page, path in self._pages.items()]
        at = 0
        while time.perf_counter() < last or at < len(turns):
            turns[at % len(turns)]()
            at += 1
            time.sleep(DESK_EVERY)
        return at

    def _open(self, page: str, path: str, beside: int) -> None:
        """Open one page and store how long it took."""
        answer = self._browser.get(path)
        if answer.status != 200:
            self._played.wrong[f"the desk's {page} was answered {answer.status}"] += 1
        self._played.desk.setdefault(page, ([], []))[beside].append(answer.took)
