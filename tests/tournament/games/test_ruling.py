"""Rulings by pages and forms alone: every one of a host, what is refused, what is stale, who may, and what the log keeps."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.acquire.board import TILE_NAMES
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.session import Session, log_of
from games.acquire.replay.judging.judge import replay
from games.acquire.state import Phase
from tests.test_access import everything_stored
from tests.tournament.games.phones import Hall, opened_by
from tests.tournament.games.tables import frames, hello, opened, spoken
from tests.tournament.pages.forms import forms_of, press
from tournament.play.games.models import Game
from tournament.play.games.pages import orders
from tournament.play.games.services.casual import AWAY_AFTER
from tournament.play.games.services.sessions import session_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]


def bench(hall: Hall) -> str:
    return f"/game/{hall.code}/host/"


def session(hall: Hall) -> Session:
    return session_of(hall.game)


def played(hall: Hall, steps: int) -> None:
    for _ in range(steps):
        assert hall.step().status_code == 302


def chosen(hall: Hall, query: str, client: Client | None = None) -> Any:
    return (client or hall.host).get(f"{bench(hall)}?{query}")


def confirmed(hall: Hall, query: str, client: Client | None = None, **typed: str) -> Any:
    """Choose an order by its address and confirm it by the button of its page."""
    client = client or hall.host
    page = chosen(hall, query, client)
    (form,) = [form for form in forms_of(page) if "id" in form.values]
    return client.post(form.action, form.filled(typed))


def acts_of(hall: Hall) -> list[str]:
    return [row.body["act"] for row in hall.game.acts.order_by("number")]


def assert_log_is_right(hall: Hall) -> None:
    assert [finding.code for finding in replay(log_of(session(hall))).findings] == []


def test_the_page_of_rulings_says_which_seat_is_the_hosts_own() -> None:
    hall = opened_by(taken=2)
    own = re.compile(r"<bdi>(\w+)</bdi>\s*<small class=\"soft\">you</small>")
    assert own.findall(hall.host.get(bench(hall)).content.decode()) == []
    hall.host.post(f"/game/{hall.code}/join/", {"name": "Cyd"})
    assert own.findall(hall.host.get(bench(hall)).content.decode()) == ["Cyd"]


def test_the_host_pauses_by_one_press_on_the_board_and_lets_it_go_on() -> None:
    hall = opened_by()
    played(hall, 5)
    board = f"/game/{hall.code}/"
    assert press(hall.host, hall.host.get(board), "Pause the game")["Location"] == board
    assert "The game is paused" in Client().get(board).content.decode()
    hands = [phone.get(hall.hand).content for phone in hall.phones]
    assert not any(b'name="id"' in hand or b"?act=" in hand for hand in hands), "nobody is offered anything in a pause"
    again = {"act": "pause"}
    assert hall.host.post(bench(hall), again).status_code == 302, "pressed twice it is paused once"
    assert acts_of(hall).count("pause") == 1
    press(hall.host, hall.host.get(board), "Resume the game")
    assert not session(hall).paused
    played(hall, 2)
    assert "Pause the game" not in hall.phones[0].get(board).content.decode()
    assert_log_is_right(hall)


def test_time_is_given_and_taken_with_a_reason() -> None:
    hall = opened_by(minutes="20")
    played(hall, 5)
    page = chosen(hall, "act=time&player=P2&way=take&minutes=2").content.decode()
    assert "Take 2:00 from Bea" in page
    confirmed(hall, "act=time&player=P2&way=give&minutes=1:30", reason="a spilt drink")
    last = hall.game.acts.last()
    assert last is not None
    assert (last.body["seconds"], last.body["reason"]) == (90, "a spilt drink")
    for wrong in ("minutes=x", "minutes=0", "minutes=1:75"):
        assert (
            "Enter minutes, such as 2 or 1:30" in chosen(hall, f"act=time&player=P2&way=give&{wrong}").content.decode()
        )
    assert "Choose one of the options." in chosen(hall, "act=time&player=P9&way=give&minutes=2").content.decode()
    assert_log_is_right(hall)


def test_back_to_an_act_with_a_reason_told_beforehand_what_was_seen() -> None:
    hall = opened_by()
    played(hall, 12)
    before = session(hall)
    assert "Go back to the beginning" in hall.host.get(f"{bench(hall)}?acts=1").content.decode()
    page = chosen(hall, "act=rewind&to=5").content.decode()
    hidden = {TILE_NAMES[tile] for hand in before.state.hands for tile in hand}
    assert not hidden & set(re.findall(r"(?<![\w#])(?:1[0-2]|[1-9])[A-I](?!\w)", page)), "a host may play himself"
    refused = confirmed(hall, "act=rewind&to=5", reason=" ")
    assert (refused.status_code, "Enter a reason for going back" in refused.content.decode()) == (409, True)
    assert session(hall).number == before.number
    confirmed(hall, "act=rewind&to=5", reason="a wrong tile")
    assert acts_of(hall)[before.number] == "rewind"
    assert "undone" in hall.host.get(f"{bench(hall)}?acts=1").content.decode()
    assert "There is nothing to undo after" in chosen(hall, "act=rewind&to=999").content.decode()
    played(hall, 6)
    assert_log_is_right(hall)


def test_the_acts_are_paged_the_newest_first_and_every_one_is_on_a_page() -> None:
    hall = opened_by()
    played(hall, 30)
    number, seen = session(hall).number, []
    pages = -(-number // 30)
    for page in range(1, pages + 1):
        told = hall.host.get(f"{bench(hall)}?acts=1&page={page}").content.decode()
        seen += [int(found) for found in re.findall(r"act=rewind&amp;to=(\d+)", told)]
        assert ("Older moves" in told, "Newer moves" in told) == (page < pages, page > 1)
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] == 0
    untold = {row.number for row in hall.game.acts.all() if row.body["act"] in ("turn", "final")}
    assert set(seen) == {*range(number)} - untold


def taken_back(hall: Hall) -> Any:
    return confirmed(hall, "act=takeback")


def test_a_tile_is_taken_back_as_long_as_nobody_acted_on_it() -> None:
    hall = opened_by()
    while session(hall).state.phase is not Phase.PLAY:
        played(hall, 1)
    early = chosen(hall, "act=takeback").content.decode()
    assert ("There is no tile to take back" in early, 'id="confirm"' in early) == (True, False)
    played(hall, 1)
    page = chosen(hall, "act=takeback").content.decode()
    assert "back, undoing any founding or merger, and plays another tile" in page
    assert taken_back(hall).status_code == 302
    assert acts_of(hall)[-1] == "takeback"
    assert session(hall).state.phase is Phase.PLAY
    played(hall, 4)
    assert_log_is_right(hall)


def test_the_refusal_of_a_take_back_is_said_by_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = opened_by()
    played(hall, 6)

    def late(*_: object, **__: object) -> None:
        raise IllegalActionError("P2 made a merger that left no choice, so the tile stays.", "takeback-late", "R24")

    monkeypatch.setattr(orders, "decide", late)
    page = chosen(hall, "act=takeback").content.decode()
    assert "Bea made a merger that left no choice" in page, "players stand by their names"
    assert 'id="confirm"' not in page


def test_a_hand_is_drawn_anew() -> None:
    hall = opened_by()
    played(hall, 8)
    place = hall.due()
    before = session(hall).state.hands[place]
    assert f"All {len(before)} of " in chosen(hall, f"act=redraw&player=P{place + 1}").content.decode()
    assert confirmed(hall, f"act=redraw&player=P{place + 1}").status_code == 302
    assert session(hall).state.hands[place] != before
    assert acts_of(hall)[-1] == "redraw"
    played(hall, 4)
    assert_log_is_right(hall)


def test_the_end_is_called_only_where_the_game_may_be_ended_and_nobody_is_told_before() -> None:
    hall = opened_by()
    played(hall, 5)
    before = session(hall).number
    page = chosen(hall, "act=end").content.decode()
    assert "The game ends now if an end condition is met" in page
    assert 'id="confirm"' in page, "no hint, whether it holds or not"
    refused = confirmed(hall, "act=end")
    assert (refused.status_code, session(hall).number) == (409, before)


def test_somebody_out_of_time_has_the_open_chain_named_first() -> None:
    hall = opened_by(minutes="20")
    while session(hall).state.phase is not Phase.FOUND:
        played(hall, 1)
    place = hall.due()
    name = session(hall).terms.ids[place]
    assert "is to be named" not in hall.host.get(bench(hall)).content.decode()
    early = hall.host.post(bench(hall), {"act": "found", "chain": "Luxor", "id": "e", "n": session(hall).number + 1})
    assert (early.status_code, "has time left" in early.content.decode()) == (409, True)
    confirmed(hall, f"act=time&player={name}&way=take&minutes=60", reason="went home")
    page = hall.host.get(bench(hall)).content.decode()
    assert "Name a chain for" in page
    (chain, *_) = re.findall(r"act=found&amp;chain=(\w+)", page)
    assert confirmed(hall, f"act=found&chain={chain}").status_code == 302
    hall.host.get(bench(hall))
    assert acts_of(hall).count("timeout") == 1
    assert place in session(hall).state.timed_out
    assert_log_is_right(hall)


def test_who_is_asked_is_called_out_of_time() -> None:
    hall = opened_by(minutes="20")
    while session(hall).state.phase is not Phase.PLAY:
        played(hall, 1)
    place = hall.due()
    page = hall.host.get(bench(hall)).content.decode()
    assert f"act=timeout&amp;player=P{place + 1}" in page
    assert confirmed(hall, f"act=timeout&player=P{place + 1}").status_code == 302
    assert place in session(hall).state.timed_out
    assert_log_is_right(hall)


def test_hands_stay_closed_until_the_game_is_over() -> None:
    hall = opened_by()
    played(hall, 6)
    assert 'value="peek"' not in hall.host.get(bench(hall)).content.decode()
    refused = hall.host.post(bench(hall), {"act": "peek", "player": "P1", "id": "x", "n": session(hall).number + 1})
    assert (refused.status_code, "Hands stay hidden" in refused.content.decode()) == (409, True)


def test_two_tabs_of_a_host_act_once_and_the_stale_one_says_what_happened_meanwhile() -> None:
    hall = opened_by(minutes="20")
    played(hall, 8)
    first, second = (chosen(hall, f"act=rewind&to={to}") for to in (5, 6))
    forms = [next(form for form in forms_of(page) if "id" in form.values) for page in (first, second)]
    sent = forms[0].filled({"reason": "a wrong tile"})
    assert [hall.host.post(bench(hall), sent).status_code for _ in range(2)] == [302, 302], "a double tap"
    assert acts_of(hall).count("rewind") == 1
    late = hall.host.post(bench(hall), forms[1].filled({"reason": "no, this one"}))
    page = late.content.decode()
    assert late.status_code == 409
    assert "Since then: The game goes back to move 5: a wrong tile." in page
    assert acts_of(hall).count("rewind") == 1
    assert 'value="no, this one"' in page, "what was typed is kept"
    (again,) = [form for form in forms_of(late) if "id" in form.values]
    assert hall.host.post(bench(hall), again.filled()).status_code in (302, 409)
    empty = hall.host.post(bench(hall), {"act": "nothing"})
    assert (empty.status_code, "Nothing was chosen" in empty.content.decode()) == (409, True)


ORDERS: list[dict[str, str]] = [
    {"act": "pause"},
    {"act": "resume"},
    {"act": "time", "player": "P1", "way": "give", "minutes": "2", "reason": "x"},
    {"act": "takeback"},
    {"act": "redraw", "player": "P1"},
    {"act": "rewind", "to": "2", "reason": "x"},
    {"act": "end"},
    {"act": "timeout", "player": "P1"},
    {"act": "peek", "player": "P1"},
    {"act": "link", "seat": "1"},
    {"act": "free", "seat": "1"},
    {"act": "leave"},
    {"act": "take-up"},
]


def test_nobody_rules_without_the_cookie_of_the_host() -> None:
    hall, other = opened_by(minutes="20"), opened_by()
    played(hall, 6)
    before = everything_stored()
    for client in (Client(), *hall.phones, other.host):
        assert client.get(bench(hall))["Location"] == f"/game/{hall.code}/"
        for order in ORDERS:
            assert client.post(bench(hall), {**order, "id": "x", "n": "1"})["Location"] == f"/game/{hall.code}/", order
        assert "Rulings" not in client.get(f"/game/{hall.code}/").content.decode()
    assert everything_stored() == before


def test_a_seats_token_does_not_rule_by_the_protocol() -> None:
    made = opened()
    for token in made.tokens.values():
        frames(spoken(token, hello(token)))
    for order in ({"act": "pause"}, {"act": "takeback"}, {"act": "rewind", "to": 0, "reason": "x"}):
        told = frames(spoken(made.tokens["P1"], {"t": "act", "id": "a", "n": 1, **order}))
        assert told[0]["code"] == "act-arbiter"


def test_a_game_is_left_as_it_is_and_taken_up_by_whoever_plays() -> None:
    hall = opened_by(minutes="20")
    played(hall, 6)
    assert "Any of its players can resume it" in chosen(hall, "act=leave").content.decode()
    assert confirmed(hall, "act=leave").status_code == 302
    assert (hall.game.state, session(hall).paused) == ("left", True)
    board = f"/game/{hall.code}/"
    said = "left unfinished and has no result"
    assert [said in client.get(board).content.decode() for client in (hall.host, Client())] == [True, True]
    assert 'href="?act=' not in hall.phones[0].get(hall.hand).content.decode()
    assert hall.host.get(f"{board}log.acq")["Location"] == f"{board}?log=none"
    Client().post(f"{board}play-on/")
    assert hall.game.state == "left", "strangers take nothing up"
    assert press(hall.phones[1], hall.phones[1].get(hall.hand), "Play on").status_code == 302
    assert (hall.game.state, session(hall).paused) == ("playing", False)
    played(hall, 3)
    assert_log_is_right(hall)


def test_while_the_host_is_away_a_player_rules() -> None:
    hall = opened_by()
    played(hall, 8)
    hall.host.get(bench(hall))
    long_ago = timezone.now() - AWAY_AFTER - timedelta(minutes=1)
    Game.objects.filter(code=hall.code).update(host_seen_at=long_ago)
    first = hall.phones[0]
    assert "has been away for an hour" in first.get(bench(hall)).content.decode()
    assert confirmed(hall, "act=rewind&to=5", first, reason="a wrong tile")["Location"] == bench(hall)
    assert acts_of(hall).count("rewind") == 1
    assert Client().get(bench(hall))["Location"] == f"/game/{hall.code}/"
    hall.host.get(f"/game/{hall.code}/")
    assert first.get(bench(hall))["Location"] == f"/game/{hall.code}/", "the host is back"


def test_the_page_asks_few_queries_and_notes_its_host_once_a_minute() -> None:
    hall = opened_by()
    played(hall, 6)
    for query in ("", "?acts=1", "?act=rewind&to=4"):
        hall.host.get(bench(hall) + query)
        with CaptureQueriesContext(connection) as queries:
            hall.host.get(bench(hall) + query)
        assert len(queries) <= 4, query
        assert not any(query["sql"].startswith("UPDATE") for query in queries)
