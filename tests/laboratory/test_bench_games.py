"""``manage.py bench_games``: two tables play against a real server, nothing is lost; what is chosen from a view alone is legal."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.acquire.play.devices import decide, pending_question, seat_view
from laboratory.management.commands.bench_games import Command, lines_of
from laboratory.playing.measuring import PlayedTables
from laboratory.playing.people import chosen
from tests.games.acquire.play.devices.tables import walk
from tests.tournament.serving.running import command

pytestmark = pytest.mark.server


def test_two_tables_play_and_every_act_is_there_afterwards(tmp_path: Path) -> None:
    done = command(tmp_path, "bench_games", "2", "--seconds", "4", "--players", "24", "--post", "--json")
    assert done.returncode == 0, (done.stdout, done.stderr)
    told = json.loads(done.stdout)
    assert (told["way"], told["tables"], told["errors"], told["lost"], told["not_seen_in_time"]) == ("post", 2, 0, 0, 0)
    assert told["acts"] > 0
    assert told["bytes_an_act"] > 0
    assert {page for page, row in told["desk"].items() if row["ratio"] > 0} == {"event", "round", "grid"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("0",), "Measure at least 1 table, 4 seconds and 24 players."),
        (("1", "--seconds", "1"), "Measure at least 1 table, 4 seconds and 24 players."),
        (("1", "--postgresql", "mysql://there"), "mysql"),
    ],
)
def test_no_table_no_time_and_another_database_are_refused_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence) as refused:
        call_command(Command(), *words)
    assert refused.value.returncode == 2
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_chosen_from_a_view_alone_is_legal(seed: int) -> None:
    chance, phases = Random(seed), set()
    for session in walk("mso", 4, seed):
        ask = pending_question(session)
        if ask is None or session.paused:
            continue
        view = seat_view(session, ask.seat, at=session.at)
        assert decide(session, ask.seat, chosen(view, chance), at=session.at, choose=chance.choice)
        phases.add(ask.phase.value)
    assert {"start", "play", "found", "dispose", "buy", "draw"} <= phases


def test_lost_and_unseen_acts_are_told() -> None:
    played = PlayedTables("post", 2, unseen=3, lost=1, acts=5, lasted=2.0)
    played.wrong["refused stale"] += 2
    told = played.figures() | {"database": "SQLite", "load": 0.1, "processors": 2}
    assert (told["errors"], told["lost"]) == (5, 1)
    assert "errors 5, lost 1" in "\n".join(lines_of(played, told))
