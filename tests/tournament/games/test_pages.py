"""Games through pages and forms alone: a whole game, what no page tells, what is stale, and who may come."""

from __future__ import annotations

import json
import re
from itertools import permutations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.acquire.actions import NOBODY
from games.acquire.board import TILE_NAMES
from games.acquire.editions.values import EDITIONS
from games.acquire.logs.reading import read_log
from games.acquire.play.devices.session import Session
from games.acquire.play.questions import purchase_range
from games.acquire.replay.judging.judge import replay
from tests.build import make_event
from tests.tournament.games.phones import Hall, confirm, opened_by
from tests.tournament.games.positions import asking, position, put
from tests.tournament.games.test_ruling import played
from tests.tournament.pages.forms import forms_of, press
from tournament.models import Event
from tournament.play.games.models import Game, GameAct
from tournament.play.games.pages.opening import FOR_PROGRAMS
from tournament.play.games.services.sessions import session_of
from tournament.record.pace import GAMES_OF_AN_ADDRESS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]


def test_a_whole_game_is_played_by_forms_alone_and_its_log_is_found_right(transactional_db: None) -> None:
    hall = opened_by("ah1999", 2)
    while hall.asked() is not None and hall.game.last < 1_000:
        assert hall.step().status_code == 302
    assert hall.game.state == "over"
    for phone in hall.phones:
        assert press(phone, phone.get(hall.hand), "I agree").status_code == 302
    board = hall.host.get(f"/game/{hall.code}/").content.decode()
    assert "Agreed: Ann and Bea." in board
    assert "most cash" in board
    log = hall.host.get(f"/game/{hall.code}/log.acq").content.decode()
    told = json.loads(hall.host.get(f"/game/{hall.code}/log.json").content)
    assert {player["name"] for player in told["header"]["players"]} == {"Ann", "Bea"}
    assert [finding.code for finding in replay(read_log(log)).findings] == []
    again = press(hall.host, hall.host.get(f"/game/{hall.code}/"), "Play again")
    new = Game.objects.get(code=again["Location"].split("/")[2])
    assert (new.state, new.seats.count(), new.terms["header"]["edition"]) == ("lobby", 2, "ah1999")


def tiles_in(page: str) -> set[str]:
    """The tiles that a page names anywhere in its text or markup."""
    return set(re.findall(r"(?<![\w#])(?:1[0-2]|[1-9])[A-I](?!\w)", page))


def test_no_page_holds_a_tile_of_anybody_elses_hand() -> None:
    hall = opened_by("mso", 3, holdings="closed")
    for step in range(22):
        state = session_of(hall.game).state
        hands = [{TILE_NAMES[tile] for tile in state.hands[place]} for place in range(3)]
        for place, phone in enumerate(hall.phones if step % 4 == 3 else ()):
            page = tiles_in(phone.get(hall.hand).content.decode())
            assert hands[place] <= page
            assert not page & set().union(*(hands[other] for other in range(3) if other != place))
            assert phone.get(hall.hand).content.decode().count(">6,000</td>") <= 1  # holdings are closed
            board = tiles_in(phone.get(f"/game/{hall.code}/").content.decode())
            assert not board & set().union(*hands)
        assert hall.step().status_code == 302
    assert all(hands)


def test_a_form_sent_twice_acts_once_and_a_stale_one_tells_what_happened_meanwhile() -> None:
    hall = opened_by()
    place = hall.due()
    phone = hall.phones[place]
    (form,) = [form for form in forms_of(phone.get(hall.hand)) if "id" in form.values]
    sent = form.filled({"act": "start"})
    assert [phone.post(hall.hand, sent).status_code for _ in range(2)] == [302, 302]
    assert hall.game.acts.count() == 1
    late = phone.post(hall.hand, {**sent, "id": "another"})
    page = late.content.decode()
    assert late.status_code == 409
    assert "The game has moved on" in page
    assert "Since then: Ann draws the starting tile" in page
    assert hall.game.acts.count() == 1


def test_another_act_under_the_same_key_is_answered_for_itself_and_not_as_the_first_was() -> None:
    """As from a page that the browser's Back has brought as it was."""
    hall = opened_by()
    place = hall.due()
    phone = hall.phones[place]
    (form,) = [form for form in forms_of(phone.get(hall.hand)) if "id" in form.values]
    sent = form.filled({"act": "start"})
    assert phone.post(hall.hand, sent).status_code == 302
    other = phone.post(hall.hand, {**sent, "act": "end"})
    assert (other.status_code, "The game has moved on" in other.content.decode()) == (409, True)
    assert hall.game.acts.count() == 1


def test_the_end_is_offered_by_the_same_bytes_and_pressed_too_early_nobody_hears_of_it() -> None:
    hall = opened_by()
    played(hall, 3)
    place = hall.due()
    others = [phone for other, phone in enumerate(hall.phones) if other != place]
    shown = [phone.get(f"/game/{hall.code}/").content for phone in others]
    before = GameAct.objects.count()
    control = b'<p class="end"><a class="button" href="?act=end">End the game</a></p>'
    assert control in hall.phones[place].get(hall.hand).content
    refused = confirm(hall.phones[place], f"{hall.hand}?act=end")
    assert refused.status_code == 409
    assert control in hall.phones[place].get(hall.hand).content
    assert [phone.get(f"/game/{hall.code}/").content for phone in others] == shown
    assert GameAct.objects.count() == before


def test_a_seat_is_taken_once_under_one_name_by_a_cookie_of_its_game_alone() -> None:
    host = Client()
    code = host.post("/game/new/", {"edition": "mso", "players": 3, "holdings": "open"})["Location"].split("/")[2]
    join = f"/game/{code}/join/"
    ann = Client()
    cookie = ann.post(join, {"name": "Ann", "seat": "2"}).cookies["seat"]
    assert (cookie["path"], cookie["httponly"]) == (f"/game/{code}/", True)
    said = [
        Client().post(join, {"name": "Bea", "seat": "2"}).content.decode(),
        Client().post(join, {"name": "ann"}).content.decode(),
        Client().post(join, {"name": " "}).content.decode(),
    ]
    assert ["That seat is taken" in said[0], "ann is already here" in said[1], "Enter a name" in said[2]] == [True] * 3
    assert ann.get(join)["Location"] == f"/game/{code}/hand/"
    assert Client().get(f"/game/{code}/hand/")["Location"] == join
    for name in ("Bea", "Cyd"):
        assert Client().post(join, {"name": name}).status_code == 302
    assert Game.objects.get(code=code).state == "playing"
    assert "Every seat in this game is taken" in Client().post(join, {"name": "Dan"}).content.decode()
    assert [code in browser.get("/game/").content.decode() for browser in (host, ann, Client())] == [True, True, False]


def test_games_are_opened_from_the_home_page_only_where_they_may_and_not_without_end(settings: Settings) -> None:
    usual = {"edition": "mso", "players": "4", "minutes": "", "holdings": "open"}
    assert 'href="/game/"' in Client().get("/").content.decode()
    assert press(Client(), Client().get("/game/"), "Open the game").status_code == 302
    wrong = [
        Client().post("/game/", {**usual, "players": 7}),
        Client().post("/game/", {**usual, "minutes": "ten"}),
        Client().post("/game/", {**usual, "edition": "netacquire", "minutes": "20"}),
        Client().post("/game/", {**usual, "holdings": "wide"}),
    ]
    assert ['role="alert"' in answer.content.decode() for answer in wrong] == [True] * 4
    statuses = [Client().post("/game/new/", usual).status_code for _ in range(GAMES_OF_AN_ADDRESS.burst - 4)]
    assert statuses == [302] * (GAMES_OF_AN_ADDRESS.burst - 5) + [429]
    settings.GAMES = False
    assert 'href="/game/"' not in Client().get("/").content.decode()
    assert "Games cannot be opened here" in Client().get("/game/").content.decode()


def test_a_page_that_shows_all_is_answered_nothing_and_asks_few_queries(transactional_db: None) -> None:
    hall = opened_by()
    played(hall, 5)
    script = {"HX-Request": "true"}
    asked = hall.asked()
    waiting = next(phone for place, phone in enumerate(hall.phones) if place != asked)
    for address in (hall.hand, f"/game/{hall.code}/"):
        page = waiting.get(address).content.decode()
        stamp = re.findall(r'\?s=([^"]+)"', page)[0]
        with CaptureQueriesContext(connection) as queries:
            nothing = waiting.get(f"{address}?s={stamp}", headers=script)
        assert (nothing.status_code, len(queries)) == (204, 2)
        played(hall, 1)
        with CaptureQueriesContext(connection) as queries:
            assert waiting.get(f"{address}?s={stamp}", headers=script).status_code == 200
        assert len(queries) <= 4
        waiting = next(phone for place, phone in enumerate(hall.phones) if place != hall.asked())


def test_an_event_of_an_earlier_version_that_is_called_so_keeps_its_pages() -> None:
    event = make_event(8)
    Event.objects.filter(pk=event.pk).update(slug="game")
    assert event.name in Client().get("/game/").content.decode()
    assert "Open the game" in Client().get("/game/new/").content.decode()


def test_what_cannot_be_bought_is_said_before_it_is_sent() -> None:
    hall = opened_by("codewar", 2)
    while not (found := bought(hall)):
        played(hall, 1)
    phone, fields = found
    page = phone.get(f"{hall.hand}?act=buy&{fields[0]}=99").content.decode()
    assert ", not 99." in page
    assert "is not a whole number" in phone.get(f"{hall.hand}?act=buy&{fields[0]}=x").content.decode()
    assert "You keep" in phone.get(f"{hall.hand}?act=buy&{fields[0]}=1").content.decode()


def beyond(session: Session) -> dict[str, int]:
    """Shares by chain that each could be bought and together cost more than there is; empty where there are none."""
    wanted = purchase_range(session.state) if asking("buy")(session) else None
    if wanted is None:
        return {}
    names, prices, cash = session.state.labels.names, dict(wanted.prices), wanted.cash
    for (one, most), (other, _) in permutations(wanted.most, 2):
        if most < wanted.limit and prices[one] * most + prices[other] > cash:
            return {names[one]: most, names[other]: 1}
    return {}


def test_a_purchase_beyond_the_cash_is_no_choice_to_confirm_and_what_was_chosen_stays() -> None:
    session = position("mso", lambda session: bool(beyond(session)))
    hall, _ = put(session)
    names = session.terms.names
    chosen = {f"buy-{names.index(name)}": str(count) for name, count in beyond(session).items()}
    phone = hall.phones[hall.due()]
    answer = phone.get(hall.hand, {"act": "buy", **chosen})
    page = answer.content.decode()
    assert "Choose fewer shares" in page
    assert "Choose again" not in page
    (form,) = [form for form in forms_of(answer) if "buy-" in "".join(form.values)]
    assert {name: value for name, (value,) in form.values.items() if value not in ("0", "buy")} == chosen
    stale = {"seat": str(hall.due() + 1), "id": "x", "n": str(session.number + 1), "act": "buy", **chosen}
    refused = phone.post(hall.hand, stale)
    assert (refused.status_code, "Choose again" in refused.content.decode()) == (409, False)


def bought(hall: Hall) -> tuple[Client, list[str]] | None:
    """The phone that may buy something, with the fields of its form."""
    place = hall.due()
    phone = hall.phones[place]
    for form in forms_of(phone.get(hall.hand)):
        if fields := [name for name in form.values if name.startswith("buy-")]:
            return phone, fields
    return None


def test_every_edition_is_offered_with_its_own_sizes() -> None:
    page = Client().get("/game/").content.decode()
    assert {name for name in EDITIONS if f'value="{name}"' not in page} == set(FOR_PROGRAMS)


def test_an_address_that_no_phone_reaches_is_no_code_to_scan(settings: Settings) -> None:
    host = Client()
    terms = {"edition": "mso", "players": 3, "minutes": "", "holdings": "open"}
    lobby = host.post("/game/new/", terms)["Location"]
    settings.PUBLIC_ADDRESS = ""
    here = host.get(lobby, headers={"host": "localhost:8000"}).content.decode()
    assert ("<svg" in here, "Phones cannot open these pages" in here) == (False, True)
    settings.PUBLIC_ADDRESS = "http://192.0.2.7:8000"
    there = host.get(lobby).content.decode()
    assert ("<svg" in there, "http://192.0.2.7:8000/game/" in there, "No phone" in there) == (True, True, False)


def test_a_clock_that_stands_for_starting_tiles_stands_on_every_page_and_runs_with_the_first_turn() -> None:
    hall = opened_by("mso", 3, minutes=25)
    session = session_of(hall.game)
    assert asking("start")(session)
    while asking("start")(session):
        assert session.clock is not None
        assert session.clock.running == NOBODY
        page = hall.host.get(f"/game/{hall.code}/").content.decode()
        assert "to play" in page
        assert "data-runs" not in page
        played(hall, 1)
        session = session_of(hall.game)
    assert "data-runs" in hall.host.get(f"/game/{hall.code}/").content.decode()
