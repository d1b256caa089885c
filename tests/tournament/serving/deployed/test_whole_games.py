"""Programs that ask for legal acts play whole games, whose views are long, through the front and through nginx."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.run.patience import PATIENCE
from tests.tournament.faults.house import variables
from tests.tournament.games.house import file_in
from tests.tournament.serving.clerk import employed
from tests.tournament.serving.deployed.servers import CERTIFICATE, NGINX, host, nginx
from tests.tournament.serving.running import free_port, hall_database, put_migrated, serving, surroundings
from tournament.installation.serve_folder import serve_environment, serve_folder

NAME = "cup.example"
TABLES = (("codewar", 3), ("neu2013", 5), ("wikipedia", 6))
"""Editions with players. Every edition is played without a server (tests/games/acquire/play/devices); a front knows none from another."""
LONG = 8_192
"""The bytes of a view that once did not get through the front."""

Game = Mapping[str, Any]


def opened(given: Mapping[str, str]) -> list[Game]:
    """The games, opened by the command."""
    with employed(given) as clerk:
        return [
            json.loads(clerk.does("game", "--edition", edition, "--players", str(players), "--seed", "long", "--json"))
            for edition, players in TABLES
        ]


async def played(game: Game, player: str, address: str, trusted: ssl.SSLContext | None) -> tuple[bool, int]:
    """Play one seat to the end by acts at random; whether the game was over then, and the bytes of the longest view."""
    chance, longest, view = Random(player), 0, {"over": False}
    async with connect(
        address, ssl=trusted, server_hostname=NAME if trusted else None, host="127.0.0.1", compression=None
    ) as socket:
        await socket.send(json.dumps({"t": "hello", "v": 1, "token": game["tokens"][player], "legal": True}))
        while not view["over"]:
            async with asyncio.timeout(PATIENCE):
                frame = await socket.recv()
            longest, said = max(longest, len(frame)), json.loads(frame)
            if said["t"] != "view":
                continue
            view, legal = said, (said["ask"] or {}).get("legal")
            if legal:
                act = chance.choice([each for each in legal if each["act"] != "end"] or legal)
                name, number = f"{player}-{view['n'] + 1}", view["n"] + 1
                await socket.send(json.dumps({"t": "act", "id": name, "n": number, **act}))
    return bool(view["over"]), longest


def all_are_played(games: list[Game], address: str, trusted: ssl.SSLContext | None = None) -> None:
    """Let every seat of all games play at once, and see all of them end, with long views on the way."""

    async def run() -> list[tuple[bool, int]]:
        seats = [played(game, player, address, trusted) for game in games for player in game["tokens"]]
        return await asyncio.gather(*seats)

    told = asyncio.run(run())
    assert all(is_over for is_over, _ in told)
    assert max(longest for _, longest in told) > LONG


def test_every_game_is_played_to_its_end_through_the_front(tmp_path: Path, kept_database: Path) -> None:
    home = tmp_path / "home"
    put_migrated(kept_database, hall_database(home))
    where = surroundings(home, TOPTABLE_GAMES="on")
    games = opened(where | serve_environment(serve_folder(where), where))
    with serving(home, TOPTABLE_GAMES="on") as served:
        served.until_up()
        all_are_played(games, f"ws://127.0.0.1:{served.port}/live/")


@pytest.mark.server
@pytest.mark.skipif(not NGINX.exists(), reason="nginx is not on this machine")
def test_every_game_is_played_to_its_end_through_nginx(tmp_path: Path, kept_database: Path) -> None:
    bind, database = free_port(), file_in(tmp_path, kept_database)
    given = {
        **variables(tmp_path, database, bind),
        "TOPTABLE_GAMES": "on",
        "TOPTABLE_PUBLIC_ADDRESS": f"https://{NAME}",
    }
    games = opened(given)
    with host(given, tmp_path, "desk", port=bind), nginx(tmp_path, [bind], NAME) as secure:
        trusted = ssl.create_default_context(cafile=str(tmp_path / CERTIFICATE))
        all_are_played(games, f"wss://{NAME}:{secure}/live/", trusted)
