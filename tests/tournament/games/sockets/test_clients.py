"""The clients by socket that docs/developing/playing.md prints, in Python and in JavaScript, play whole games, by nginx too."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import ssl
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.conftest import ROOT
from tests.run.patience import PATIENCE
from tests.tournament.games.sockets.standing import Stand
from tests.tournament.serving.deployed.servers import CERTIFICATE, NGINX, nginx

pytestmark = pytest.mark.server
NODE = shutil.which("node")
RUN_BY_NODE = """
const [address, token] = process.argv.slice(2);
play(address, token, () => process.exit(0));
"""


def printed(fence: str) -> str:
    """The program that docs/developing/playing.md prints in a fence."""
    text = (ROOT / "docs/developing/playing.md").read_text(encoding="utf-8")
    found = re.search(rf"```{fence}\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_client_by_socket_has_no_more_than_fourteen_lines() -> None:
    assert len([line for line in printed("python socket").splitlines() if line]) <= 14


def played(game: Mapping[str, Any], line: Sequence[str], given: Mapping[str, str] = os.environ) -> None:
    """Let a program for each token play to the end."""
    running = [
        subprocess.Popen([*line, game["socket"], token], env=dict(given), stderr=subprocess.PIPE, text=True)
        for token in game["tokens"].values()
    ]
    try:
        for each in running:
            _, said = each.communicate(timeout=PATIENCE)
            assert each.returncode == 0, said
    finally:
        for each in running:
            each.kill()
            each.wait()


def test_strangers_play_a_whole_game_by_the_client_in_python(stand: Stand, tmp_path: Path) -> None:
    program = tmp_path / "client.py"
    program.write_text(printed("python socket"), encoding="utf-8")
    game = stand.opened("--players", "3", "--seed", "short")
    played(game, [sys.executable, str(program)])
    answer = stand.judged(game["code"])
    assert (answer["findings"], answer["complete"]) == ([], True)


@pytest.mark.skipif(NODE is None, reason="there is no Node on this machine; tests/browser runs the program in Chromium")
def test_strangers_play_a_whole_game_by_the_client_in_javascript(stand: Stand, tmp_path: Path) -> None:
    assert NODE is not None
    has_sockets = subprocess.run([NODE, "-e", "process.exit(typeof WebSocket === 'function' ? 0 : 1)"], check=False)
    if has_sockets.returncode:
        pytest.skip("this Node has no WebSocket of its own; tests/browser runs the program in Chromium")
    program = tmp_path / "client.js"
    program.write_text(printed("javascript") + RUN_BY_NODE, encoding="utf-8")
    game = stand.opened("--players", "3", "--seed", "short")
    played(game, [NODE, str(program)])
    assert stand.judged(game["code"])["findings"] == []


@pytest.mark.skipif(not NGINX.exists(), reason="nginx is not on this machine")
def test_nginx_leads_programs_and_pages_to_their_sockets(stand: Stand, tmp_path: Path) -> None:
    game = stand.opened("--players", "3", "--seed", "short")
    program = tmp_path / "client.py"
    program.write_text(printed("python socket"), encoding="utf-8")
    with nginx(tmp_path, [stand.port], "127.0.0.1") as secure:
        front = f"wss://127.0.0.1:{secure}"
        trusts = {**os.environ, "SSL_CERT_FILE": str(tmp_path / CERTIFICATE)}
        played({**game, "socket": f"{front}/live/"}, [sys.executable, str(program)], trusts)
        trusted = ssl.create_default_context(cafile=str(tmp_path / CERTIFICATE))
        asyncio.run(a_page_is_let_in(front, game["code"], trusted))
    assert stand.judged(game["code"])["findings"] == []


async def a_page_is_let_in(front: str, code: str, trusted: ssl.SSLContext) -> None:
    """The page of a game hears of it, the page of another site hears that it may not."""
    async with connect(f"{front}/game/{code}/live/", ssl=trusted, open_timeout=PATIENCE) as page:
        assert '"wake"' in str(await asyncio.wait_for(page.recv(), PATIENCE))
    with pytest.raises(InvalidStatus) as refusal:
        await connect(f"{front}/live/", ssl=trusted, origin=Origin("https://elsewhere.example"), open_timeout=PATIENCE)
    assert refusal.value.response.status_code == 403
