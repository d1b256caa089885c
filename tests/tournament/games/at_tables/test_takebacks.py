"""A player asks by the hand to take a tile back: whoever rules is told why, lets it be done or stay by one press, and nobody else asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.acquire.play.devices.deciding import retractable_tile
from games.acquire.play.devices.session import Session, log_of
from games.acquire.replay.judging.judge import replay
from games.acquire.state import Phase
from tests.build import make_event, publish
from tests.tournament.games.at_tables.hall import desk_of, game_of, hands_of, play
from tests.tournament.games.phones import Hall, opened_by
from tests.tournament.pages.forms import press
from tournament.models import Call, Event
from tournament.models.queries import record_of
from tournament.play.games.models import Game
from tournament.play.games.services.agreeing import ask_to_take_back
from tournament.play.games.services.sessions import session_of
from tournament.services.changes.refusals import RefusedError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]


def text(client: Client, address: str) -> str:
    return str(client.get(address).content.decode())


def acts_of(game: Game) -> list[str]:
    return [row.body["act"] for row in game.acts.order_by("number")]


def placed() -> tuple[Hall, int, str]:
    """A casual game in which somebody has just placed a tile and may buy; whose place it is, and the tile."""
    hall = opened_by()
    while session(hall.game).state.phase is not Phase.PLAY:
        hall.step()
    hall.step()
    played = retractable_tile(session(hall.game))
    assert played is not None
    return hall, played.place, played.tile


def session(game: Game) -> Session:
    return session_of(Game.objects.get(pk=game.pk))


def test_the_host_lets_a_tile_be_taken_back_by_one_press_on_the_board_and_reads_why() -> None:
    hall, place, tile = placed()
    board, phone, name = f"/game/{hall.code}/", hall.phones[place], ("Ann", "Bea", "Cyd")[place]
    others = [text(other, hall.hand) for at, other in enumerate(hall.phones) if at != place]
    assert not any("Ask to take" in page for page in others)
    stamp = text(hall.host, board).partition("?s=")[2].partition('"')[0]
    asked = press(phone, phone.get(hall.hand), "Ask to take", {"reason": "I read  the wrong row"})
    assert asked["Location"] == hall.hand
    assert f"You asked to take {tile} back" in text(phone, hall.hand)
    fresh = hall.host.get(f"{board}?s={stamp}", headers={"HX-Request": "true"})
    assert fresh.status_code == 200, "a page that was shown before learns of it"
    assert f"<bdi>{name}</bdi> asks to take {tile} back: “I read the wrong row”" in fresh.content.decode()
    assert f"Let {name} take" not in text(Client(), board), "only its host rules"
    assert f"Let {name} take {tile} back" in text(hall.host, f"{board}host/")
    assert "has taken back 0 tiles so far" in text(hall.host, f"{board}host/")
    assert press(hall.host, hall.host.get(board), f"Let {name} take")["Location"] == board
    assert acts_of(hall.game)[-1] == "takeback"
    assert session(hall.game).state.phase is Phase.PLAY
    assert not hall.game.seats.exclude(asks=None).exists()
    assert "asks to take" not in text(hall.host, board)
    hall.step()
    again = retractable_tile(session(hall.game))
    assert again is not None
    press(phone, phone.get(hall.hand), "Ask to take")
    assert f"{name} has taken back 1 tile so far" in text(hall.host, f"{board}host/")
    assert [finding.code for finding in replay(log_of(session(hall.game))).findings] == []


def test_a_tile_that_stays_is_said_to_its_player_and_asked_for_once_more() -> None:
    hall, place, tile = placed()
    phone, board = hall.phones[place], f"/game/{hall.code}/"
    press(phone, phone.get(hall.hand), "Ask to take")
    press(hall.host, hall.host.get(board), f"{tile} stays")
    assert "takeback" not in acts_of(hall.game)
    assert "The tile stays." in text(phone, hall.hand)
    assert "asks to take" not in text(hall.host, board)
    press(phone, phone.get(hall.hand), "Ask to take", {"reason": "It was my phone"})
    assert "“It was my phone”" in text(hall.host, board)
    press(phone, phone.get(hall.hand), f"{tile} stays")
    assert "asks to take" not in text(hall.host, board)


def test_with_the_next_act_the_request_is_gone_and_nobody_asks_for_anothers_tile() -> None:
    hall, place, _ = placed()
    phone, board = hall.phones[place], f"/game/{hall.code}/"
    seats = list(hall.game.seats.order_by("place"))
    with pytest.raises(RefusedError, match="too late to ask for this tile back"):
        ask_to_take_back(seats[place - 1], "not mine")
    press(phone, phone.get(hall.hand), "Ask to take")
    while retractable_tile(session(hall.game)) is not None:
        assert hall.step().status_code == 302
    assert "asks to take" not in text(hall.host, board)
    assert "Ask to take" not in text(phone, hall.hand)
    with pytest.raises(RefusedError, match="too late to ask for this tile back"):
        ask_to_take_back(seats[place], "too late")


def at_a_table() -> tuple[Event, Game, Client, str]:
    """A table of an event at which somebody has just placed a tile; that player's phone, and the tile."""
    event = make_event(3, name="Hall Cup 2026", rounds_planned=1, on_devices=True)
    publish(event)
    hands = hands_of(event)
    game = game_of(event)
    while (played := retractable_tile(session(game))) is None:
        play(game, seed=session(game).number, most=1)
    player = game.seats.select_related("entry").get(place=played.place).entry
    assert player is not None
    return event, Game.objects.get(pk=game.pk), hands[player.number], played.tile


def page_of(game: Game) -> str:
    return f"/game/{game.code}/hand/"


def test_at_a_table_it_is_a_call_that_one_press_in_the_queue_settles() -> None:
    event, game, phone, tile = at_a_table()
    desk, calls = desk_of(event), f"/desk/{event.slug}/calls/"
    press(phone, phone.get(page_of(game)), "Ask to take", {"reason": "wrong row"})
    press(phone, phone.get(page_of(game)), "Ask to take") if "Ask to take" in text(phone, page_of(game)) else None
    (call,) = Call.objects.filter(answered_at=None, cancelled_at=None)
    assert call.words.endswith(f"asks to take {tile} back (R23-R26): wrong row")
    boards = f"/desk/{event.slug}/rounds/1/boards/"
    assert f"take {tile} back" in text(desk, boards)
    assert "has taken back 0 tiles so far" in text(desk, f"/desk/{event.slug}/rounds/1/tables/1/game/")
    assert press(desk, desk.get(calls), "Let ")["Location"] == calls
    assert acts_of(game)[-1] == "takeback"
    call.refresh_from_db()
    assert (call.answered_at is not None, call.note) == (True, f"{tile} has been taken back.")
    assert call.answered_by is not None


def test_a_player_who_asks_no_more_takes_the_call_back() -> None:
    event, game, phone, tile = at_a_table()
    press(phone, phone.get(page_of(game)), "Ask to take")
    press(phone, phone.get(page_of(game)), f"{tile} stays")
    (call,) = Call.objects.all()
    assert call.cancelled_at is not None
    assert "No table is waiting" in text(desk_of(event), f"/desk/{event.slug}/calls/")


def test_a_game_is_paused_by_one_press_beside_its_call_and_on_its_board() -> None:
    event, game, phone, _ = at_a_table()
    desk, calls = desk_of(event), f"/desk/{event.slug}/calls/"
    table = record_of(event).table(1, 1)
    assert table is not None
    assert "Pause the game" not in text(desk, calls), "nobody called"
    phone.post(f"/{event.slug}/t/1/1/call/", {"kind": "rule", "words": ""})
    answer: Any = press(desk, desk.get(calls), "Pause the game")
    assert answer["Location"] == calls
    assert session(game).paused
    assert "The game is paused" in text(desk, calls)
    assert Call.objects.get().answered_at is None, "a pause is no answer"
    boards = f"/desk/{event.slug}/rounds/1/boards/"
    assert press(desk, desk.get(boards), "Resume the game")["Location"] == boards
    assert not session(game).paused
