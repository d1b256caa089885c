"""A game on devices at two hosts on PostgreSQL: half of it at one, half at the other, and one of them killed in the midst of it.

Devices speak by POST here; a host's sockets bring only news of the same acts.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.load.browsing import Browser
from tests.run.postgres import running_server
from tests.tournament.serving.clerk import employed
from tests.tournament.serving.deployed.playing import Table
from tests.tournament.serving.deployed.servers import host, installation
from tests.tournament.serving.running import put_migrated_on_server

pytestmark = pytest.mark.skipif(
    not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")), reason="PostgreSQL is not on this machine"
)
ADDRESS = "http://cup.example"
STORED = (
    "import json; from tournament.play.games.models import GameAct; "
    "print(json.dumps(list(GameAct.objects.exclude(client_id='').values_list('seat', 'client_id'))))"
)
AT_A_TIME = 15


def test_a_game_is_played_at_two_hosts_and_goes_on_where_one_is_killed(tmp_path: Path, kept_database: Path) -> None:
    with ExitStack() as servers, ExitStack() as life_of_the_first:
        database = servers.enter_context(running_server())
        put_migrated_on_server(kept_database, database)
        given = installation(tmp_path / "home", database, TOPTABLE_PUBLIC_ADDRESS=ADDRESS, TOPTABLE_GAMES="on")
        clerk = servers.enter_context(employed(given))
        opened = json.loads(clerk.does("game", "--edition", "mso", "--players", "4", "--json"))
        first, second = (
            Browser("127.0.0.1", stack.enter_context(host(given, tmp_path, name)), ADDRESS)
            for stack, name in ((life_of_the_first, "first"), (servers, "second"))
        )
        servers.callback(first.close)
        servers.callback(second.close)
        table = Table(opened["tokens"])
        for player in table.tokens:
            table.look(first, player)
        half_at_each(table, first, second)
        an_act_that_reaches_both_at_once_acts_once(table, first, second)
        player, message = table.next_act(first)
        last = table.say(first, player, message)
        life_of_the_first.close()  # killed with all that it has started
        assert first.send("/game/protocol/", b"{}", {}).status == 0
        again = table.say(second, player, message)
        assert again[0] == last[0], "what was acknowledged by a host that is gone is there, and is not done twice"
        assert again[-1]["n"] == last[-1]["n"]
        table.acknowledged.append((list(table.tokens).index(player), message["id"]))
        for _ in range(AT_A_TIME):
            view = table.act(second)
        assert view["n"] > last[-1]["n"]
        stored = {(seat, name) for seat, name in json.loads(clerk.does("shell", "--no-imports", "-c", STORED))}
        assert set(table.acknowledged) == stored
        assert len(table.acknowledged) == len(stored)


def half_at_each(table: Table, first: Browser, second: Browser) -> None:
    """Some acts at one host, as many at the other, then turn about; each shows at once what the other did."""
    for turn in range(3 * AT_A_TIME):
        at, other = ((first, second), (second, first))[turn // AT_A_TIME if turn < 2 * AT_A_TIME else turn % 2]
        table.act(at)
        for player in table.tokens if turn % 5 == 0 else ():
            here, there = (table.look(each, player) for each in (at, other))
            assert {**here, "at": 0} == {**there, "at": 0}


def an_act_that_reaches_both_at_once_acts_once(table: Table, first: Browser, second: Browser) -> None:
    """The same act under the same id, sent to both hosts at the same moment, as by a phone that saw no answer."""
    for _ in range(5):
        player, message = table.next_act(first)
        with ThreadPoolExecutor(2) as both:
            answers = list(both.map(lambda at: table.say(at, player, message), (first, second)))  # noqa: B023
        assert answers[0][0] == answers[1][0]
        assert answers[0][0]["t"] == "ack"
        table.acknowledged.append((list(table.tokens).index(player), message["id"]))
