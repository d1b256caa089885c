"""Strangers play whole games against a real server of two processes, by the fourteen lines of the document; and it is killed meanwhile."""

from __future__ import annotations

import urllib.error
from pathlib import Path
from typing import Any

import pytest

from games.acquire.editions.values import EDITIONS
from tests.tournament.games.house import (
    Seat,
    client_of_the_document,
    play_out,
    play_until,
    seats_of,
)
from tests.tournament.games.sockets.standing import Stand

pytestmark = pytest.mark.server


def test_the_client_of_the_document_has_fourteen_lines() -> None:
    assert len([line for line in client_of_the_document().splitlines() if line]) == 14


IN_EVERY_RUN = ("codewar", "mso")
"""The others are played by hand, `-m load`; in every run all eight are played without a server (tests/games/acquire/play/devices)."""


@pytest.mark.parametrize(
    "edition",
    [name if name in IN_EVERY_RUN else pytest.param(name, marks=pytest.mark.load) for name in sorted(EDITIONS)],
)
def test_strangers_play_a_whole_game_and_the_replay_of_its_log_finds_nothing(
    stand: Stand, tmp_path: Path, edition: str
) -> None:
    fewest = str(max(2, EDITIONS[edition].min_players))
    game = stand.opened("--edition", edition, "--players", fewest, "--seed", "short")
    play_out(game, tmp_path)
    answer = stand.judged(game["code"])
    assert (answer["findings"], answer["complete"]) == ([], True)
    view = Seat(game, "P1", 0).look()
    assert answer["final"] == view["result"]["cash"]


def test_two_programs_on_one_seat_play_one_game(stand: Stand, tmp_path: Path) -> None:
    game = stand.opened("--players", "3", "--seed", "one")
    twice = {**game, "tokens": {**game["tokens"], "P1 too": game["tokens"]["P1"]}}
    play_out(twice, tmp_path)
    assert stand.judged(game["code"])["findings"] == []


def test_no_token_stands_in_a_line_of_the_log(stand: Stand) -> None:
    game = stand.opened("--players", "3")
    seats_of(game)
    with pytest.raises(urllib.error.HTTPError):
        Seat({**game, "tokens": {"P9": "nobodys-token-at-all"}}, "P9", 0).once({"t": "agree"})
    said = stand.said
    assert [token for token in (*game["tokens"].values(), "nobodys-token-at-all") if token in said] == []


def test_a_game_goes_on_where_it_was_after_the_server_was_killed_in_mid_merger(stand: Stand) -> None:
    game = stand.opened("--players", "4", "--seed", "merger")
    seats = seats_of(game)
    view = play_until(seats, lambda view: view["ask"]["phase"] == "dispose")
    assert view["ask"]["phase"] == "dispose"
    asked = seats[view["you"]]
    message = asked.next_act(view)
    stand.kill()
    with pytest.raises(OSError, match=r"(?i)connection"):
        asked.once(message)
    stand.start()
    before, again = told(view), asked.look()
    assert told(again) == before
    first = asked.send(message)
    stand.kill()  # whatever was acknowledged is there
    stand.start()
    second = asked.send(message)
    assert (first[0]["t"], first[:-1]) == ("ack", second[:-1])
    assert told(second[-1]) == told(first[-1])
    over = play_until(seats, lambda view: False)
    assert over["over"]
    answer = stand.judged(game["code"])
    assert (answer["findings"], answer["complete"], answer["final"]) == ([], True, over["result"]["cash"])


def told(view: dict[str, Any]) -> dict[str, Any]:
    """A view without the moment and the news, which are as old as the question."""
    return {key: value for key, value in view.items() if key not in ("at", "news")}
