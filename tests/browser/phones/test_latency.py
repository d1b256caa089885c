"""How long after an act another page shows it, with its socket, in a real Chromium and a server of two processes: by hand, `-m load -s`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.tournament.games.sockets.standing import Stand, come_to, standing_on_file

pytestmark = [pytest.mark.browser, pytest.mark.load]
ACTS = 20
WATCH = """() => {
  window.swaps = [];
  document.addEventListener("htmx:afterSwap", () => window.swaps.push(Date.now()));
}"""


@pytest.fixture
def stand(tmp_path: Path, kept_database: Path) -> Iterator[Stand]:
    """A server of two processes on one SQLite file."""
    with standing_on_file(tmp_path / "stand", kept_database) as answers:
        yield answers


def test_how_long_an_act_takes_to_another_page(
    visitors: Callable[..., BrowserContext], stand: Stand, capsys: pytest.CaptureFixture[str]
) -> None:
    game = stand.opened("--players", "3", "--seed", "seven")
    players = come_to(game)
    board = visitors().new_page()
    board.goto(game["pages"]["board"])
    expect(board.locator("html[data-live=yes]")).to_have_count(1)
    board.evaluate(WATCH)
    took: list[float] = []
    while (view := players["P1"].view)["ask"] is None:
        players["P1"]._next()
    while len(took) < ACTS:
        asked = players[view["ask"]["who"]]
        view = asked.until(view["n"])
        board.evaluate("window.swaps.length = 0")
        sent = time.time()
        answer = asked.ask(asked.chosen())
        while not (swapped := board.evaluate("window.swaps[0]")):
            board.wait_for_timeout(20)
        took.append(swapped - sent * 1000)
        board.wait_for_timeout(300)
        view = asked.until(answer["n"])
    with capsys.disabled():
        load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
        print(  # noqa: T201  what it is for
            f"\nact to swap on another page, {ACTS} acts: median {median(took):.0f} ms, "
            f"{min(took):.0f} to {max(took):.0f}; load {load} on {os.cpu_count()} cores"
        )
