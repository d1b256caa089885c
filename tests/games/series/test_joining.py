"""Programs from elsewhere: each joins by its token, plays by the messages of standard input and output, and holds nobody up."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from queue import Queue
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("websockets")

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from games.acquire.play.devices.messages import LONGEST
from games.commands import main
from games.series.bots import Limits, SeriesError
from games.series.commands import own_players
from games.series.running import Follower, SeriesOrder, play_series
from games.series.table import BotRow
from games.series.tracing import Trace
from tests.games.series.rooms import AMPLE, sample
from tests.run.patience import PATIENCE

pytestmark = pytest.mark.server


class Running:
    """A series in a thread of its own, with the lines that it says and the rows that it ends with."""

    def __init__(self, order: SeriesOrder, follower: Follower | None) -> None:
        self.said: Queue[str] = Queue()
        self.rows: list[BotRow] = []
        self._thread = Thread(target=self._play, args=(order, follower))
        self._thread.start()

    def _play(self, order: SeriesOrder, follower: Follower | None) -> None:
        own = own_players(order.seed)
        self.rows = play_series(order, own, trace=Trace(), say=self.said.put, follower=follower)

    def way_in(self) -> tuple[str, str]:
        """The address and the token of the next program."""
        words = self.said.get(timeout=PATIENCE).split()
        assert words[1:3] == ["joins", "at"]
        return words[3], words[-1]

    def ended(self) -> list[BotRow]:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self.rows


def running(*bots: str, games: int = 1, limits: Limits = AMPLE, follower: Follower | None = None) -> Running:
    order = SeriesOrder("wikipedia", bots, 2, games, limits, "joined", listens=("127.0.0.1", 0))
    return Running(order, follower)


@contextmanager
def joined(way_in: tuple[str, str]) -> Iterator[ClientConnection]:
    """A socket after its hello."""
    address, token = way_in
    with connect(address) as socket:
        socket.send(json.dumps({"t": "hello", "v": 1, "token": token}))
        yield socket


def legal_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    return list((view.get("ask") or {}).get("legal") or ())


def play_on(socket: ClientConnection, most: float = float("inf")) -> None:
    """Answer so many questions, or all until the series is over."""
    count = 0
    for text in socket:
        view = json.loads(text)
        if legal := legal_of(view):
            socket.send(json.dumps({"t": "act", "n": view["n"] + 1, **legal[0]}))
            count += 1
            if count >= most:
                return


def closed(do: Callable[[], object]) -> int:
    """The code with which a socket is closed while something is done."""
    with pytest.raises(ConnectionClosed) as ending:
        do()
    assert ending.value.rcvd is not None
    return ending.value.rcvd.code


def test_the_sample_plays_every_game_of_a_series_by_one_socket() -> None:
    series = running("remote:Ada", "random", games=2)
    line = [sys.executable, sample("from_elsewhere.py"), *series.way_in()]
    assert subprocess.run(line, capture_output=True, timeout=PATIENCE, check=False).returncode == 0
    row = series.ended()[0]
    assert (row.bot, len(row.parts), row.conduct.timeouts, row.conduct.refused) == ("remote:Ada", 2, 0, 0)
    assert row.conduct.decisions > 20


def test_the_series_begins_when_all_have_joined() -> None:
    series = running("remote:Ada", "remote:Ben")
    first, second = series.way_in(), series.way_in()
    assert series.said.get(timeout=PATIENCE).startswith("1 game; ")
    with joined(second) as ben:
        with pytest.raises(TimeoutError):
            ben.recv(timeout=0.3)
        with joined(first) as ada:
            other = Thread(target=play_on, args=(ben,))
            other.start()
            play_on(ada)
            other.join(PATIENCE)
    assert [row.conduct.timeouts for row in series.ended()] == [0, 0]


@pytest.mark.parametrize("first", ['{"t":"hello","v":1,"token":"none"}', '{"t":"ping","at":1}', "no message", b"\xff"])
def test_who_has_no_token_is_refused_and_the_others_play(first: str | bytes) -> None:
    series = running("remote:Ada", "random")
    way_in = series.way_in()
    with connect(way_in[0]) as stranger:
        stranger.send(first)
        assert closed(stranger.recv) == 1008
    with joined(way_in) as ada:
        play_on(ada)
    assert len(series.ended()[0].parts) == 1


def test_whoever_goes_away_loses_decisions_and_finds_the_question_when_back() -> None:
    series = running("remote:Ada", "random", limits=Limits(0.3, 0.0, 0.0))
    way_in = series.way_in()
    with joined(way_in) as ada:
        play_on(ada, 3)
    with joined(way_in) as ada:
        assert json.loads(ada.recv(timeout=PATIENCE))["t"] in ("view", "no")
        play_on(ada)
    row = series.ended()[0]
    assert len(row.parts) == 1
    assert {fault.code for fault in row.conduct.faults} <= {"out-of-time"}


def test_a_second_socket_of_a_token_replaces_the_first() -> None:
    series = running("remote:Ada", "random")
    way_in = series.way_in()
    with joined(way_in) as before:
        before.recv(timeout=PATIENCE)
        with joined(way_in) as ada:
            assert closed(lambda: [before.recv(timeout=PATIENCE) for _ in range(9)]) == 1008
            play_on(ada)
    assert series.ended()[0].conduct.timeouts == 0


def test_refused_acts_are_counted_and_the_second_loses_the_decision() -> None:
    series = running("remote:Ada", "random")
    with joined(series.way_in()) as ada:
        view = json.loads(ada.recv(timeout=PATIENCE))
        for _ in range(2):
            ada.send(json.dumps({"act": "pause", "n": view["n"] + 1}))
        play_on(ada)
    conduct = series.ended()[0].conduct
    assert (conduct.refused, conduct.timeouts) == (2, 1)
    assert [fault.code for fault in conduct.faults] == ["act-arbiter", "act-arbiter", "refused-twice"]


def test_a_message_that_is_too_long_closes_the_socket_and_a_flood_waits() -> None:
    series = running("remote:Ada", "random")
    way_in = series.way_in()
    with joined(way_in) as ada:
        ada.recv(timeout=PATIENCE)
        ada.send("x" * (LONGEST + 1))
        assert closed(lambda: [ada.recv(timeout=PATIENCE) for _ in range(9)]) == 1009
    with joined(way_in) as ada:
        with suppress(ConnectionClosed):
            for _ in range(500):
                ada.send(json.dumps({"t": "ping", "at": 1}))
        play_on(ada)
    assert len(series.ended()[0].parts) == 1


class Locked(Follower):
    """Begins without anybody who is missing."""

    def wait_for_programs(self, names: Any) -> bool:
        return True


def test_the_house_plays_for_who_is_missing_where_the_page_begins_without() -> None:
    series = running("remote:Ada", "random", follower=Locked())
    series.way_in()
    row = series.ended()[0]
    assert (row.bot, row.is_filled, len(row.parts), row.conduct.timeouts) == ("house", True, 1, 0)


def test_where_nobody_can_listen_or_a_name_is_none_a_sentence_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        line = ["series", "--edition", "wikipedia", "--listen", f"127.0.0.1:{port}", "remote:Ada", "random"]
        assert main(line) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith(f"Nobody can join at 127.0.0.1:{port}: ")
    assert "name another --listen." in said.err
    for wrong in ("remote:", "remote: ", "remote:" + "x" * 41, "remote:a\nb"):
        with pytest.raises(SeriesError, match="1 to 40 letters"):
            running_order(wrong)


def running_order(bot: str) -> None:
    """Play a series that cannot be played."""
    order = SeriesOrder("wikipedia", (bot, "random"), 2, 1, AMPLE, "joined", listens=("127.0.0.1", 0))
    play_series(order, own_players("joined"), trace=Trace(), say=lambda _: None)


@pytest.mark.parametrize("address", ["8765", "here:", ":8765", "127.0.0.1:99999", "127.0.0.1:x"])
def test_what_is_no_place_to_listen_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["series", "--listen", address, "remote:Ada", "random"])
    assert "is not a host and a port" in capsys.readouterr().err
