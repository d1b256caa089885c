"""The pages of a table on devices: from the slip to the hand, who may look, the desk's boards, and the clicks of a round."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.build import director_of, make_director, make_event, publish
from tests.tournament.devices.phones import code_of_table, phone_of
from tests.tournament.games.at_tables.hall import (
    desk_of,
    ended,
    game_of,
    hands_of,
    play,
    seat_now,
    seated,
)
from tests.tournament.pages.crawl import asked
from tests.tournament.pages.forms import press
from tournament.access.links import link_of
from tournament.models import Call, Device, Event, GameLog
from tournament.models.queries import record_of
from tournament.play.games.models import Game
from tournament.play.games.services.agreeing import agree
from tournament.play.games.tables.opening import play_on_devices
from tournament.record.acts import Role
from tournament.record.vocabulary import OnDevices
from tournament.services.calls import answer_call
from tournament.services.coming_in import come_in
from tournament.services.seats import set_starting_tiles
from tournament.services.showing import hide_event
from tournament.slices.disputes.acts import publish_log
from tournament.slices.helping import invite_helper

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """One table of three on devices."""
    made = make_event(3, name="Paged Cup 2026", rounds_planned=1, on_devices=True)
    publish(made)
    return made


def hand_page(game: Game) -> str:
    """The address of the hands."""
    return f"/game/{game.code}/hand/"


def test_the_slip_leads_a_phone_to_its_hand_and_the_last_one_begins_the_game(event: Event) -> None:
    game = game_of(event)
    phones = hands_of(event)
    assert game_of(event).state == "playing"
    for player, phone in phones.items():
        page = phone.get(hand_page(game)).content.decode()
        name = record_of(event).name_of(player)  # type: ignore[arg-type]
        assert f"<h1><bdi>{name}</bdi></h1>" in page
        assert "Paged Cup 2026" in page
    board = phone_of(event)
    assert board.post(f"/{event.slug}/t/1/1/game/")["Location"] == f"/game/{game.code}/"
    assert board.get(f"/game/{game.code}/").status_code == 200


def test_a_phone_that_was_let_in_before_takes_its_hand_on_its_page() -> None:
    event = make_event(3, name="Later Cup 2026", rounds_planned=1)
    publish(event)
    phones = hands_of(event)
    (first, *_) = phones.values()
    table = f"/{event.slug}/t/1/1/"
    page = first.get(table).content.decode()
    assert "on devices" not in page
    assert "Scribe's board" in page
    stamp = page.partition('data-stamp="')[2].partition('"')[0]
    play_on_devices(event, director_of(event), 1, 1)
    assert "My hand" in first.get(f"{table}now/?s={stamp}").content.decode()  # the page asks for itself
    assert "Scribe's board" not in first.get(table).content.decode()
    answer = press(first, first.get(table), "My hand")
    assert answer["Location"] == hand_page(game_of(event))
    assert first.get(answer["Location"]).status_code == 200
    assert game_of(event).seats.exclude(hello_at=None).count() == 1


def test_a_second_phone_has_no_hand_until_the_first_is_withdrawn_which_loses_it(event: Event) -> None:
    player, phone = next(iter(hands_of(event).items()))
    game = game_of(event)
    second, own = Client(), f"/{event.slug}/p/{player}/"
    address = f"/{event.slug}/c/1/1/{code_of_table(event)}/"
    asks = second.get(address).content.decode()
    assert "this phone will show your hand" in asks
    assert "Another phone has <bdi>" in asks
    assert second.post(address, {"holder": str(player)})["Location"] == own
    assert "If that phone is yours, sign it out" in second.get(own).content.decode()
    refused = second.post(f"{own}game/")
    assert (refused.status_code, "Another phone has" in refused.content.decode()) == (409, True)
    assert "Not saved" not in refused.content.decode()
    assert "Another phone has" not in phone.get(own).content.decode()
    assert second.get(hand_page(game)).status_code == 404
    desk = desk_of(event)
    held = Device.objects.get(token_hash=game.seats.get(entry__number=player).token_hash)
    desk.post(f"/desk/{event.slug}/rounds/1/tables/1/phones/{held.pk}/withdraw/", {"confirmed": "yes"})
    assert phone.get(hand_page(game)).status_code == 404
    assert second.post(f"{own}game/")["Location"] == hand_page(game)
    assert second.get(hand_page(game)).status_code == 200


def test_nobody_else_sees_anything_of_a_tables_game_hidden_or_shown(event: Event) -> None:
    game = game_of(event)
    phone = next(iter(hands_of(event).values()))
    stranger = Client()
    stranger.force_login(make_director("stranger"))
    arbiter = Client()
    arbiter.force_login(
        come_in(link_of(invite_helper(event, director_of(event), frozenset({Role.ARBITER})).token), name="the arbiter")
    )
    pages = [f"/game/{game.code}/{rest}" for rest in ("", "hand/", "join/", "log.acq", "log.json")]
    for is_shown in (True, False):
        if not is_shown:
            hide_event(event, director_of(event))
        for nobody in (Client(), stranger):
            assert [nobody.get(page).status_code for page in pages] == [404] * 5
            assert nobody.post(f"/game/{game.code}/again/").status_code == 404
            assert nobody.post(pages[2], {"name": "Stranger"}).status_code == 404
        assert phone.get(pages[0]).status_code == 200
        assert arbiter.get(pages[0]).status_code == 200
        assert arbiter.get(pages[1])["Location"] == pages[0]
    assert Game.objects.count() == 1


def test_the_end_is_agreed_to_on_the_hands_and_no_calls_the_director(event: Event) -> None:
    phones = hands_of(event)
    game = ended(game_of(event))
    (first, second, third) = phones.values()
    page = first.get(hand_page(game))
    for words in ("Play again", "log.acq"):
        assert words not in page.content.decode()
    assert press(first, page, "I do not agree").status_code == 302
    assert Call.objects.get().kind == "dispute"
    assert "The director has been called to table 1." in first.get(hand_page(game)).content.decode()
    for phone in (first, second, third):
        assert press(phone, phone.get(hand_page(game)), "I agree").status_code == 302
    assert "Everyone has agreed, and the result has been handed in." in first.get(hand_page(game)).content.decode()
    assert "agreed by all" in first.get(f"/{event.slug}/t/1/1/").content.decode()
    assert first.get(f"/game/{game.code}/log.acq")["Location"] == f"/game/{game.code}/?log=none"
    log = GameLog.objects.get()
    publish_log(event, director_of(event), log)
    assert log.title == "Played on devices"


def test_the_desk_sees_all_boards_and_closes_the_round_with_one_press(event: Event) -> None:
    desk, boards = desk_of(event), f"/desk/{event.slug}/rounds/1/boards/"
    assert "Table 1 is still playing." in desk.get(f"/desk/{event.slug}/").content.decode()
    lobby = desk.get(boards).content.decode()
    assert "The game will begin once " in lobby
    seated(event)
    game = play(game_of(event), most=8)
    answer = desk.get(boards)
    page = answer.content.decode()
    assert f"action {game.last}." in page
    assert "to play" in page
    stamp = page.partition("boards/?s=")[2].partition('"')[0]
    assert desk.get(f"{boards}?s={stamp}", headers={"HX-Request": "true"}).status_code == 204
    play(game, seed=3)
    assert desk.get(f"{boards}?s={stamp}", headers={"HX-Request": "true"}).status_code == 200
    for place in (0, 1):
        agree(seat_now(game, place))
    assert "Accept for" not in desk.get(boards).content.decode()
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(minutes=6))
    assert press(desk, desk.get(boards), "Accept for").status_code == 302
    assert "Accept all and close round 1" in desk.get(boards).content.decode()
    event.refresh_from_db()
    assert press(desk, desk.get(boards), "Accept all and close round 1").status_code == 302
    assert record_of(event).round(1).is_closed


def test_the_desk_opens_single_tables_and_takes_that_back() -> None:
    event = make_event(8, name="Single Cup 2026", rounds_planned=1)
    publish(event)
    Event.objects.filter(pk=event.pk).update(prints=[])  # or the next thing is to print
    desk, boards = desk_of(event), f"/desk/{event.slug}/rounds/1/boards/"
    assert press(desk, desk.get(boards), "Play on phones or tablets Table 1").status_code == 302
    states = [table.on_devices for table in record_of(event).round(1).tables]
    assert states == [OnDevices.OPEN, OnDevices.NONE]
    assert "Table 2 has not reported. Table 1 is still playing." in desk.get(f"/desk/{event.slug}/").content.decode()
    assert press(desk, desk.get(boards), "Play table 1 with a board and tiles").status_code == 302
    assert not Game.objects.exists()


@pytest.mark.parametrize("players", [8, 80])
def test_the_boards_ask_no_more_queries_with_more_tables(players: int) -> None:
    event = make_event(players, name=f"Boards at {players}", rounds_planned=1, on_devices=True)
    publish(event)
    for table in (1, 2):
        seated(event, table)
        play(game_of(event, table), most=6)
    desk = desk_of(event)
    address = f"/desk/{event.slug}/rounds/1/boards/"
    assert asked(desk, address).queries <= 12
    assert asked(desk, f"/game/{game_of(event).code}/").queries <= 12
    phone = next(iter(hands_of_more(event).values()))
    assert asked(phone, f"/{event.slug}/t/1/3/" if players > 8 else f"/{event.slug}/t/1/1/").queries <= 12


def hands_of_more(event: Event) -> dict[int, Client]:
    """Browsers of a table whose hands nobody has taken yet, or of the first where there is none."""
    many = len(record_of(event).round(1).tables)
    return hands_of(event, 3 if many > 2 else 1)


def test_who_does_not_agree_is_named_on_the_phone_on_the_boards_and_in_the_call(event: Event) -> None:
    first, second, _ = hands_of(event).values()
    game = ended(game_of(event))
    names = {place: seat_now(game, place).name for place in range(3)}
    call = f"/{event.slug}/t/1/1/call/"
    assert first.post(call, {"kind": "dispute", "words": "He is slow"}).status_code == 302
    desk, boards = desk_of(event), f"/desk/{event.slug}/rounds/1/boards/"
    shown = desk.get(boards).content.decode()
    assert "does not agree" not in shown
    stamp = shown.partition("boards/?s=")[2].partition('"')[0]
    name = game.seats.get(entry__number=record_of(event).table(1, 1).seats[1].player).name
    assert press(second, second.get(hand_page(game)), "I do not agree").status_code == 302
    page = second.get(hand_page(game)).content.decode()
    assert f"Not agreed: {name}." in page
    assert "The director has been called to table 1." in page
    assert "I do not agree: call" not in page
    assert f"Not agreed: {name}." in first.get(hand_page(game)).content.decode()
    waits = Call.objects.get(cancelled_at=None)
    assert waits.words == f"He is slow; {name} does not agree with the result of the game"
    fresh = desk.get(f"{boards}?s={stamp}", headers={"HX-Request": "true"}).content.decode()
    assert f"<bdi>{name}</bdi> does not agree" in fresh
    assert f"Waiting for <bdi>{name}</bdi>" not in fresh
    assert all(f"Waiting for <bdi>{other}</bdi>" in fresh for other in names.values() if other != name)
    answer_call(event, director_of(event), waits.pk)
    assert press(second, second.get(hand_page(game)), "I do not agree").status_code == 302  # called again
    assert Call.objects.count() == 3
    assert press(second, second.get(hand_page(game)), "I agree").status_code == 302
    assert "does not agree" not in desk.get(boards).content.decode()
    assert not game.seats.exclude(refused_at=None).exists()


def test_a_hand_calls_the_director_and_the_call_leads_back_to_it(event: Event) -> None:
    game, (player, phone) = game_of(event), next(iter(hands_of(event).items()))
    call = f"/{event.slug}/p/{player}/call/"
    assert f'href="{call}"' in phone.get(hand_page(game)).content.decode()
    page = phone.get(call)
    assert f'<a href="{hand_page(game)}">My hand</a>' in page.content.decode()
    assert press(phone, page, "A rule question").status_code == 302
    assert Call.objects.get().table_number == 1
    said = phone.get(call).content.decode()
    assert "The clock keeps running until the director pauses the game." in said
    assert "Stop the clock" not in said


def test_who_directs_finds_boards_and_rulings_and_true_words(event: Event) -> None:
    desk, boards, game = desk_of(event), f"/desk/{event.slug}/rounds/1/boards/", game_of(event)
    rulings = f"/desk/{event.slug}/rounds/1/tables/1/game/"
    assert "open but not started" in desk.get(boards).content.decode()
    phone = next(iter(hands_of(event).values()))
    page = desk.get(boards).content.decode()
    assert rulings in page
    assert "starting tiles</span>" in page
    board = desk.get(f"/game/{game.code}/").content.decode()
    assert (rulings in board, boards in board) == (True, True)
    assert rulings not in phone.get(f"/game/{game.code}/").content.decode()
    ended(game_of(event))
    home = desk.get(f"/desk/{event.slug}/").content.decode()
    assert "Table 1 has not agreed on its result yet." in home
    assert "Table 1 is still playing" not in home


def test_starting_tiles_that_were_typed_are_not_drawn_anew_unasked() -> None:
    event = make_event(3, name="Typed Cup 2026", rounds_planned=1)
    publish(event)
    players = [seat.player for seat in record_of(event).table(1, 1).seats]
    set_starting_tiles(event, director_of(event), 1, {1: dict(zip(players, ("3A", "5H", "8B"), strict=True))})
    desk = desk_of(event)
    asks = press(desk, desk.get(f"/desk/{event.slug}/rounds/1/boards/"), "Play on phones or tablets Table 1")
    assert (
        "The starting tiles 3A, 5H and 8B were entered. On phones or tablets, new tiles will be drawn."
        in asks.content.decode()
    )
    assert not Game.objects.exists()
    assert press(desk, asks, "Play on phones or tablets").status_code == 302
    assert Game.objects.count() == 1
