"""Sockets in a process of their own: they hear of the database alone what others write, and write themselves what nobody asks for."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.run.patience import PATIENCE
from tests.tournament.games.house import file_in
from tests.tournament.games.sockets.standing import Player, Stand
from tests.tournament.serving.running import wait

pytestmark = pytest.mark.server
MOST = 20
"""Sockets of one address."""
NEVER, OFTEN = "86400", "0.2"
"""Seconds between two sweeps."""
COME = """
from tournament.play.games.models import GameSeat
from tournament.play.games.services.seats import say_hello
for seat in GameSeat.objects.filter(game__code="{code}", place__in={places}):
    say_hello(seat)
"""
BEGIN = """
from datetime import timedelta
from django.db import transaction
from django.utils import timezone
from games.acquire.play.devices.messages import Acts
from tournament.play.games.models import Game
from tournament.play.games.services.acting import act
from tournament.play.games.services.seats import begin_when_all_are_here
from tournament.play.games.services.acting import locked_game
game, began = Game.objects.get(code="{code}"), timezone.now() - timedelta(seconds={ago})
game.seats.update(hello_at=began, seen_at=began)
with transaction.atomic():
    begin_when_all_are_here(locked_game(game.pk), began)
for seat in game.seats.select_related("game"):
    act(seat, Acts("start", Game.objects.get(pk=game.pk).last + 1, ({{"act": "start"}},)), now=began)
print((began + timedelta(seconds=60)).timestamp())
"""
ACTS = """
import json
from tournament.play.games.models import GameAct
print(json.dumps([act.body["act"] for act in GameAct.objects.filter(game__code="{code}", seat=None)]))
"""
SILENT = """
from datetime import timedelta
from django.utils import timezone
from tournament.play.games.models import GameSeat
GameSeat.objects.filter(game__code="{code}").update(seen_at=timezone.now() - timedelta(seconds=60))
"""
AWAY = """
import json
from tournament.play.games.models import GameSeat
from tournament.play.games.services.presence import away_since
print(json.dumps([seat.place for seat in GameSeat.objects.filter(game__code="{code}") if away_since(seat)]))
"""


class Lonely(Stand):
    """An installation of which the sockets alone are served, by one process."""

    def start_sweeping(self, every: str) -> None:
        """Start it; ``every`` so many seconds it sweeps."""
        self.run([sys.executable, "-m", "tests.tournament.games.sockets.lonely", str(self.port + 1), every, str(MOST)])

    def shell(self, code: str, game: dict[str, Any], **values: object) -> str:
        """What another process prints that does something in a game."""
        return self.manage("shell", "--no-imports", "-c", code.format(code=game["code"], **values))


def lonely(home: Path, migrated: Path, every: str) -> Iterator[Lonely]:
    """It, on an SQLite file of its own."""
    stand = Lonely(home, file_in(home, migrated))
    try:
        stand.start_sweeping(every)
        yield stand
    finally:
        stand.close()


@pytest.fixture(scope="module")
def stand(tmp_path_factory: pytest.TempPathFactory, kept_database: Path) -> Iterator[Lonely]:
    """One that never sweeps."""
    yield from lonely(tmp_path_factory.mktemp("alone"), kept_database, NEVER)


@pytest.fixture
def sweeper(tmp_path: Path, kept_database: Path) -> Iterator[Lonely]:
    """One that sweeps again and again."""
    yield from lonely(tmp_path / "sweeper", kept_database, OFTEN)


def woken(page: ClientConnection) -> None:
    assert json.loads(page.recv(timeout=PATIENCE))["t"] == "wake"


def test_what_another_process_wrote_is_heard_from_the_database_alone(stand: Lonely) -> None:
    game = stand.opened("--players", "3", "--seed", "seven")
    player = Player(game, "P1")
    player.come()
    with connect(f"{stand.live}/game/{game['code']}/live/", open_timeout=PATIENCE) as board:
        woken(board)
        for place in (1, 2):
            stand.shell(COME, game, places=[place])
            woken(board)
            while not player.view["players"][place]["here"]:
                player._next()
    assert player.comings == 1
    player.leave()


def test_one_address_has_so_many_sockets_and_leaves_the_others_theirs(stand: Lonely) -> None:
    game = stand.opened("--players", "3", "--seed", "seven")
    address = f"{stand.live}/game/{game['code']}/live/"

    def opened(told: str) -> ClientConnection:
        return connect(address, open_timeout=PATIENCE, additional_headers={"X-Forwarded-For": told})

    with ExitStack() as held:
        for turn in range(MOST):
            woken(held.enter_context(opened(f"192.0.2.{turn}, 198.51.100.7")))
            woken(held.enter_context(opened(f"2001:db8::{turn}")))
        for told in ("198.51.100.7", "2001:db8::ffff"):
            with pytest.raises(InvalidStatus) as refused, opened(told):
                pass
            assert refused.value.response.status_code == 503
        for told in ("198.51.100.8", "2001:db8:0:1::1"):
            with opened(told) as other:
                woken(other)
    wait(lambda: not is_refused(opened))


def is_refused(opened: Callable[[str], ClientConnection]) -> bool:
    """Whether an address that has closed its sockets is refused still."""
    try:
        with opened("198.51.100.7") as again:
            woken(again)
    except InvalidStatus:
        return True
    return False


def test_a_time_out_is_written_at_zero_without_any_request_while_a_page_has_its_socket(stand: Lonely) -> None:
    game = stand.opened("--players", "3", "--seed", "seven", "--minutes", "1")
    zero = float(stand.shell(BEGIN, game, ago=40))
    with connect(f"{stand.live}/game/{game['code']}/live/", open_timeout=PATIENCE) as board:
        woken(board)
        assert time.time() < zero  # or the clock was not waited for
        woken(board)
    assert json.loads(stand.shell(ACTS, game)).count("timeout") == 1


def test_without_a_socket_nobody_writes_the_time_out(stand: Lonely) -> None:
    game = stand.opened("--players", "3", "--seed", "seven", "--minutes", "1")
    stand.shell(BEGIN, game, ago=90)
    assert "timeout" not in json.loads(stand.shell(ACTS, game))


def test_whoever_has_a_socket_is_there_without_saying_anything_and_away_once_it_is_closed(sweeper: Lonely) -> None:
    game = sweeper.opened("--players", "3", "--seed", "seven")
    sweeper.shell(COME, game, places=[0, 1, 2])
    player = Player(game, "P1")
    player.come()
    sweeper.shell(SILENT, game)
    wait(lambda: json.loads(sweeper.shell(AWAY, game)) == [1, 2])
    player.leave()
    sweeper.shell(SILENT, game)
    assert json.loads(sweeper.shell(AWAY, game)) == [0, 1, 2]
