"""One process plays all seats of several games: whole games, each seat by what it may know, and on after everything was killed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.acquire.logs.json import document
from games.acquire.logs.reading import read_log
from games.acquire.play.devices.session import pending_question
from games.acquire.replay.judging.judge import replay
from games.opponents.client import PACE
from games.opponents.levels import LEVELS, level_named
from tests.tournament.games.casual.programs.doors import ClientTransport, Playing, with_programs
from tests.tournament.games.positions import asking, asking_at, position, put
from tests.tournament.games.tables import one, seat_at
from tournament.play.games.models import Game, GameAct
from tournament.play.games.services.acting import act, log_now, view_for
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.sessions import session_of
from tournament.play.programs.processes.pool import ProgramPool
from tournament.play.programs.seats import open_against, seats_to_play, token_of_program

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]
KEY = "a key of one form, used once"


@pytest.fixture(autouse=True)
def programs_play(settings: Settings) -> Iterator[None]:
    settings.PROGRAMS = 1
    ClientTransport.is_away = False
    yield
    ClientTransport.is_away = False


def late() -> tuple[Game, Playing]:
    """A game near its end in which programs hold all seats but the first, and the process that plays."""
    hall, _ = put(position("mso", lambda session: asking("play")(session) and session.state.bag < 20))
    return with_programs(hall.code, (1, 2)), Playing()


def person_acts(game: Game) -> None:
    """Let the person at the first seat do the first legal act, if it is their turn."""
    game = Game.objects.get(pk=game.pk)
    ask = pending_question(session_of(game))
    if ask is not None and ask.seat == 0:
        view = _view(game)
        number = view["n"] + 1
        done = act(seat_at(game, 0), one(f"me-{number}", number, **view["ask"]["legal"][0]))
        assert done.answer[0]["t"] == "ack", done.answer


def _view(game: Game) -> dict[str, Any]:
    return view_for(seat_at(game, 0), game, session_of(game), legal=True)


def middle() -> tuple[Game, Playing]:
    """A game that has just begun, in which programs hold all seats but the first, who is to play; and the process that plays."""
    hall, _ = put(position("mso", asking_at("play", 0)))
    return with_programs(hall.code, (1, 2)), Playing()


def play_on(game: Game, playing: Playing, seconds: float) -> None:
    """Let time pass, the person acting as soon as they are asked."""
    for _ in range(round(seconds / 2.0)):
        person_acts(game)
        playing.go_on(2.0)


def play_out(game: Game, playing: Playing) -> Game:
    """Play to the end."""
    for _ in range(600):
        play_on(game, playing, 2.0)
        now = Game.objects.get(pk=game.pk)
        if now.state == "over":
            playing.go_on(4.0)
            return now
    raise AssertionError("the game does not end")


def test_programs_come_to_a_game_play_it_to_its_end_and_agree() -> None:
    game, playing = late()
    over = play_out(game, playing)
    assert [seat.agreed_at is not None for seat in over.seats.order_by("place")] == [False, True, True]
    assert playing.said == []
    assert replay(read_log(json.dumps(document(log_now(over))))).document()["findings"] == []
    assert seats_to_play(timezone.now()) == [], "nothing is left to do for anybody"


def test_a_new_game_begins_as_soon_as_the_programs_have_come() -> None:
    game, _ = open_against(GameOrder("mso", []), "Ann", ["chance", "thumb"], KEY)
    playing = Playing()
    playing.go_on(0.4)
    assert Game.objects.get(pk=game.pk).state == "playing"
    person_acts(game)
    playing.go_on(4.0)
    starts = GameAct.objects.filter(game=game, body__act="start").exclude(seat=None)
    assert set(starts.values_list("seat", flat=True)) == {0, 1, 2}


def test_a_process_that_is_killed_again_and_again_does_nothing_twice() -> None:
    game, playing = middle()
    for _ in range(10):
        play_on(game, playing, 4.0)
        playing.room = playing.new_room()
    assert replay(read_log(json.dumps(document(log_now(game))))).document()["findings"] == []
    ids = list(GameAct.objects.filter(game=game, client_id__startswith="bot-").values_list("seat", "client_id"))
    assert len(ids) == len(set(ids)) > 4


def test_the_server_may_be_away_for_a_while() -> None:
    game, playing = middle()
    person_acts(game)
    before = Game.objects.get(pk=game.pk).last
    ClientTransport.is_away = True
    playing.go_on(20.0)
    assert Game.objects.get(pk=game.pk).last == before
    ClientTransport.is_away = False
    play_on(game, playing, 16.0)
    assert Game.objects.get(pk=game.pk).last > before


def test_a_seat_is_told_its_own_hand_alone_and_sends_its_own_token_alone() -> None:
    game, playing = middle()
    play_on(game, playing, 40.0)
    names = {token_of_program(game.code, place): f"P{place + 1}" for place in (1, 2)}
    assert {door.token for door in playing.doors} == set(names)
    for door in playing.doors:
        views = [told for told in door.told if told["t"] == "view"]
        assert {view["you"] for view in views} == {names[door.token]}
        assert all("hand" not in seat for view in views for seat in view["players"])


def test_a_program_waits_before_it_acts_and_answers_within_its_limit() -> None:
    game, playing = middle()
    moments: list[tuple[float, int]] = []
    for _ in range(80):
        person_acts(game)
        playing.go_on(0.4)
        moments.append((playing.moments.now, Game.objects.get(pk=game.pk).last))
    by = dict(GameAct.objects.filter(game=game).values_list("number", "seat"))
    acted = [(now, by[before + 1]) for (_, before), (now, last) in pairwise(moments) if last > before]
    waits = [after - before for (before, _), (after, seat) in pairwise(acted) if seat != 0]
    assert len(waits) > 8
    assert max(waits) <= PACE + 3 * 0.41
    assert min(waits) >= PACE - 0.41, "it is looked every 0.4 s"


def test_looking_costs_the_server_little_while_a_person_thinks() -> None:
    _, playing = middle()
    playing.go_on(2.0)
    before = sum(len(door.sent) + door.looks for door in playing.doors)
    playing.go_on(60.0)
    assert sum(len(door.sent) + door.looks for door in playing.doors) - before <= 8


def test_several_games_share_the_time_so_that_all_are_answered() -> None:
    asking_first = position("mso", asking_at("play", 1))
    games = [with_programs(put(asking_first)[0].code, (1, 2), "deep") for _ in range(4)]
    playing = Playing()
    limits: list[float] = []
    chose: list[str] = []

    class Noted:
        def choose(self, view: Mapping[str, Any], deadline: float | None) -> dict[str, Any]:
            assert deadline is not None
            limits.append(deadline - playing.moments.now)
            chose.append(view["game"]["code"])
            playing.moments.now = deadline  # it thinks as long as it may
            return dict(view["ask"]["legal"][0])

    playing.room.seat(seats_to_play(timezone.now()))
    for played in playing.room._games.values():
        for seat in played.client.seats:
            seat.player = Noted()
    began = playing.moments.now
    while len(set(chose)) < len(games):
        playing.room.play(playing.moments.now + 0.4)
    limit = level_named("deep").seconds
    assert limit is not None
    assert limits[0] == pytest.approx(limit / 4)
    assert set(chose) == {game.code for game in games}
    assert playing.moments.now - began <= limit + 0.01, "the last one too has chosen within the limit"


def test_a_seat_that_the_server_shuts_is_told_and_left_alone_until_something_happens() -> None:
    hall, _ = put(position("mso", asking_at("play", 1)))
    game = with_programs(hall.code, (1,))
    game.seats.filter(place=1).update(token_hash="handed to somebody else")
    playing = Playing()
    playing.go_on(8.0)
    assert len(playing.doors) == 1
    assert len(playing.said) == 1
    assert f"Game {game.code}, seat 2: This token opens no seat" in playing.said[0]
    Game.objects.filter(pk=game.pk).update(last=game.last + 1)
    playing.go_on(0.4)
    assert len(playing.doors) == 2, "it is tried again when something has happened"


def test_processes_share_the_games_between_them() -> None:
    games = [with_programs(put(position("mso", asking("play")))[0].code, (1, 2)) for _ in range(5)]
    parts = [{seat.game for seat in seats_to_play(timezone.now(), part, 3)} for part in range(3)]
    assert set.union(*parts) == {game.pk for game in games}
    assert sum(map(len, parts)) == len(games)


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_every_level_has_a_chair(level: str) -> None:
    hall, _ = put(position("mso", asking_at("play", 1)))
    with_programs(hall.code, (1,), level)
    playing = Playing()
    (seat,) = seats_to_play(timezone.now())
    assert seat.level == level
    playing.go_on(2.0)
    assert GameAct.objects.filter(game__code=hall.code, seat=1, client_id__startswith="bot-").exists()


def test_a_seat_that_changes_its_level_gets_another_player() -> None:
    open_against(GameOrder("mso", []), "Ann", ["chance", "chance"], KEY)
    room = ProgramPool(ClientTransport, lambda words: None)
    seat, _ = seats_to_play(timezone.now())
    room.seat([seat])
    (before,) = room._games.values()
    room.seat([seat])
    assert list(room._games.values()) == [before]
    room.seat([replace(seat, level="thumb")])
    (after,) = room._games.values()
    assert type(before.client.seats[0].player) is not type(after.client.seats[0].player)
