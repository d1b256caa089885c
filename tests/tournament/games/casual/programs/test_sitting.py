"""Programs sit down: from the form whose second press plays, and on free seats of a lobby; as programs, and never in an event."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import serializers
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.acquire.editions.values import EDITIONS
from games.opponents.levels import LEVELS
from tests.build import make_event, play_to
from tests.tournament.games.casual.test_at_home import lobby_of, over
from tests.tournament.games.tables import at_table, seat_at
from tests.tournament.pages.forms import forms_of, press
from tournament.models import Table
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.pages.browser import SEAT
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.seats import give_link, say_hello, seat_with
from tournament.play.programs.models import ProgramProcess
from tournament.play.programs.seats import (
    NOT_SERVED,
    REST_AFTER,
    games_running,
    note_served,
    open_against,
    seats_to_play,
    sit_program,
    token_of_program,
)
from tournament.record.devices import hash_of
from tournament.services.changes.refusals import RefusedError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]

ORDER = GameOrder("mso", [])
KEY = "a key of one form, used once"


@pytest.fixture(autouse=True)
def programs_play(settings: Settings) -> None:
    settings.PROGRAMS, settings.PROGRAM_GAMES = 1, 3


def sat(game: Game) -> list[tuple[str, str, bool]]:
    """Who sits where, as what, and whether they have come."""
    return [(seat.name, seat.program, seat.hello_at is not None) for seat in game.seats.order_by("place")]


def held_by_programs(code: str, places: tuple[int, ...]) -> list[int]:
    """The places of the seats that the tokens of programs at these places open."""
    found = [seat_with(token_of_program(code, place)) for place in places]
    return [seat.place for seat in found if seat is not None]


def played(client: Client, **typed: Any) -> Any:
    """What pressing “Play” answers."""
    return press(client, client.get("/game/against/"), "Play", typed)


def test_the_second_press_gives_a_person_a_seat_and_a_program_every_other_one() -> None:
    client = Client()
    home = client.get("/").content.decode()
    assert '<a href="/game/against/">Play against programs</a>' in home
    answer = played(client)
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/game/{game.code}/play/")
    assert sat(game) == [
        ("Guest", "", True),
        ("Program Glance", "glance", False),
        ("Program Glance 2", "glance", False),
        ("Program Glance 3", "glance", False),
    ]
    page = client.get(answer["Location"]).content.decode()
    assert "Program Glance, Program Glance 2 and Program Glance 3 are not here yet" in page


def test_everybody_reads_the_level_of_each_program() -> None:
    client, (game, _) = Client(), open_against(ORDER, "Ann", ["chance", "deep"], KEY)
    board = Client().get(f"/game/{game.code}/").content.decode()
    assert ("Plays any legal move" in board, "Thinks for three seconds" in board) == (True, True)
    for seat in game.seats.all():
        say_hello(seat)
    page = client.get(f"/game/{game.code}/").content.decode()
    assert "· Plays any legal move" in page
    assert "· Thinks for three seconds" in page


def test_the_form_offers_all_six_levels_and_refuses_any_other() -> None:
    client = Client()
    (form,) = [form for form in forms_of(client.get("/game/against/")) if "level" in form.values]
    assert form.offers["level"] == [level.name for level in LEVELS]
    assert len(form.offers["level"]) == 6
    assert {"mso", "ah1999"} <= set(form.offers["edition"]) == set(EDITIONS) - {"wikipedia", "montecarlo"}
    for typed in ({"level": "oracle"}, {"players": "1"}, {"edition": "x"}, {"once": ""}):
        answer = played(client, **typed)
        assert (answer.status_code, b'role="alert"' in answer.content) == (200, True), typed
    assert played(client, name="Program Glance").status_code == 200, "nobody is called as a program of the same game is"
    assert not Game.objects.exists()


def test_the_same_form_again_leads_to_the_same_game() -> None:
    first, token = open_against(ORDER, "Ann", ["chance", "chance"], KEY)
    again, same = open_against(ORDER, "Ann", ["chance", "chance"], KEY)
    other, third = open_against(ORDER, "Ann", ["chance", "chance"], KEY + "!")
    assert (first.pk, token) == (again.pk, same)
    assert other.pk != first.pk
    assert third != token


def test_the_same_page_with_another_choice_opens_a_game_of_its_own() -> None:
    """As from a page that the browser's Back has brought as it was; the same choice again leads to the same game."""
    client = Client()
    page = client.get("/game/against/")
    ways = [press(client, page, "Play", {"level": level})["Location"] for level in ("chance", "thumb", "thumb")]
    assert (len(set(ways)), ways[1] == ways[2]) == (2, True)
    assert set(GameSeat.objects.exclude(program="").values_list("program", flat=True)) == {"chance", "thumb"}


def test_nothing_of_a_programs_token_is_stored_and_each_seat_has_its_own() -> None:
    game, person = open_against(ORDER, "Ann", ["chance", "thumb"], KEY)
    tokens = [token_of_program(game.code, place) for place in (1, 2)]
    assert len({*tokens, person}) == 3
    assert held_by_programs(game.code, (1, 2)) == [1, 2]
    stored = serializers.serialize("json", [game, *game.seats.all()])
    assert [token in stored for token in (*tokens, person)] == [False] * 3
    assert hash_of(tokens[0]) in stored


def test_a_host_seats_programs_in_a_lobby_and_takes_them_away_again() -> None:
    host, code = lobby_of(3)
    board = host.get(f"/game/{code}/")
    assert press(host, board, "Seat the program", {"seat": "2", "level": "thumb"})["Location"] == f"/game/{code}/"
    game = Game.objects.get(code=code)
    assert sat(game)[1] == ("Program Thumb", "thumb", False)
    say_hello(seat_at(game, 1))
    press(host, host.get(f"/game/{code}/"), "Free Program Thumb’s seat")
    assert sat(game)[1] == ("Player 2", "", False)
    assert seat_with(token_of_program(code, 1)) is None
    person = Client()
    person.post(f"/game/{code}/join/", {"name": "Ann", "seat": "2"})
    assert sat(game)[1] == ("Ann", "", True)
    taken = host.post(f"/game/{code}/program/", {"seat": "2", "level": "thumb"}, follow=True)
    assert (taken.redirect_chain, b"That seat is taken" in taken.content) == ([(f"/game/{code}/", 302)], True)


def test_nobody_but_the_host_seats_a_program_or_takes_one_away() -> None:
    host, code = lobby_of(3)
    stranger = Client()
    stranger.post(f"/game/{code}/join/", {"name": "Ann"})
    assert b"Seat the program" not in stranger.get(f"/game/{code}/").content
    stranger.post(f"/game/{code}/program/", {"seat": "2", "level": "thumb"})
    game = Game.objects.get(code=code)
    assert sat(game)[1][1] == ""
    host.post(f"/game/{code}/program/", {"seat": "2", "level": "thumb"})
    stranger.post(f"/game/{code}/leave/", {"seat": "2"})
    assert sat(game)[1][1] == "thumb"


def test_no_link_is_made_for_a_program() -> None:
    host, code = lobby_of(3)
    host.post(f"/game/{code}/program/", {"seat": "1", "level": "thumb"})
    game = Game.objects.get(code=code)
    with pytest.raises(RefusedError, match="is a program"):
        give_link(seat_at(game, 0))
    rulings = host.get(f"/game/{code}/host/").content.decode()
    assert ("Give Program Thumb’s seat" in rulings, "Free Program Thumb’s seat" in rulings) == (False, True)


def test_programs_never_sit_in_an_event_nor_in_a_game_that_has_begun() -> None:
    event = play_to(make_event(4), round_closed=1)
    game = at_table(Table.objects.get(round__event=event, round__number=1, number=1))
    with pytest.raises(RefusedError, match="never play at an event’s tables"):
        sit_program(game, 0, "thumb")
    casual, _ = open_against(ORDER, "Ann", ["chance", "chance"], KEY)
    for seat in casual.seats.all():
        say_hello(seat)
    with pytest.raises(RefusedError, match="has begun"):
        sit_program(casual, 1, "deep")


def test_playing_again_keeps_the_programs_with_their_levels() -> None:
    client = Client()
    played(client, players="3", level="thumb", name="Ann")
    for seat in GameSeat.objects.all():
        say_hello(seat)
    old = over(Game.objects.get())
    answer = client.post(f"/game/{old.code}/again/")
    new = Game.objects.exclude(pk=old.pk).get()
    assert answer["Location"] == f"/game/{new.code}/hand/"
    assert sat(new) == [("Program Thumb", "thumb", False), ("Program Thumb 2", "thumb", False), ("Ann", "", True)]
    assert held_by_programs(new.code, (0, 1)) == [0, 1]


def test_only_so_many_games_are_played_at_once_and_one_whose_people_left_counts_no_more() -> None:
    games = [open_against(ORDER, "Ann", ["chance", "chance"], f"{KEY} {number}")[0] for number in range(3)]
    refused = played(Client()).content.decode()
    assert (
        "Programs are already playing as many games as this installation allows (TOPTABLE_PROGRAM_GAMES: 3)" in refused
    )
    host, code = lobby_of(3)
    refused = host.post(f"/game/{code}/program/", {"seat": "1", "level": "thumb"}, follow=True)
    assert "TOPTABLE_PROGRAM_GAMES: 3" in refused.content.decode()
    later = timezone.now() + REST_AFTER + timedelta(seconds=1)
    assert (games_running(later), seats_to_play(later)) == (0, [])
    person = GameSeat.objects.get(game=games[0], program="")
    GameSeat.objects.filter(pk=person.pk).update(seen_at=later)
    assert games_running(later) == 1
    assert {seat.game for seat in seats_to_play(later)} == {games[0].pk}, "it goes on when somebody looks at it"


def test_an_address_that_opens_very_many_games_waits(settings: Settings) -> None:
    settings.PROGRAM_GAMES = 100
    client = Client()
    statuses = [played(client).status_code for _ in range(12)]
    assert statuses == [302] * 10 + [429] * 2


def test_where_programs_do_not_play_nothing_of_them_is_offered(settings: Settings) -> None:
    host, code = lobby_of(3)
    settings.PROGRAMS = 0
    client = Client()
    form = client.get("/game/against/").content.decode()
    assert ("Programs cannot play here" in form, "<select" in form) == (True, False)
    for address in ("/", "/game/new/", f"/game/{code}/"):
        page = host.get(address).content.decode()
        assert ("/game/against/" in page, "Seat the program" in page) == (False, False), address
    for post in (("/game/against/", {"players": "3", "edition": "mso", "once": KEY, "level": "thumb", "name": "Ann"}),):
        assert b"Programs cannot play here" in client.post(*post).content
    refused = host.post(f"/game/{code}/program/", {"seat": "1", "level": "thumb"}, follow=True)
    assert b"Programs cannot play here" in refused.content


def test_pages_say_when_no_process_plays_for_programs() -> None:
    client = Client()
    assert NOT_SERVED in _plain(client.get("/game/against/"))
    address = played(client)["Location"]
    assert NOT_SERVED in _plain(client.get(address))
    note_served("here 1")
    assert NOT_SERVED not in _plain(client.get("/game/against/"))
    assert NOT_SERVED not in _plain(client.get(address))
    ProgramProcess.objects.update(seen_at=timezone.now() - timedelta(seconds=61))
    assert NOT_SERVED in _plain(client.get(address))


def _plain(answer: Any) -> str:
    return str(answer.content.decode())


def test_the_cookie_of_a_person_opens_no_seat_of_a_program() -> None:
    client = Client()
    played(client)
    game = Game.objects.get()
    held = client.cookies[SEAT].value
    assert [hash_of(held) == seat.token_hash for seat in game.seats.order_by("place")] == [True, False, False, False]
