"""Games at home: board and hand on one page, several hands on one phone, a lobby to leave and to invite to, and playing again."""

from __future__ import annotations

import gzip
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from games.acquire.board import TILE_NAMES
from tests.conftest import ROOT
from tests.tournament.games.phones import Hall, confirm, opened_by
from tests.tournament.games.positions import NAMES, asking, asking_at, paid, position, put, walk
from tests.tournament.games.tables import begun, without_guards
from tests.tournament.games.test_pages import tiles_in
from tests.tournament.pages.forms import press
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.pages import opening
from tournament.play.games.services.casual import play_again
from tournament.play.games.services.opening import GONE_AFTER, MOST_AT_ONCE, remove_unused
from tournament.play.games.services.sessions import forget_sessions, session_of
from tournament.record.pace import Rate, RateLimit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]

LARGEST_SCRIPT = 8_000
LARGEST_HAND = 15_000


def page_of(client: Client, address: str) -> str:
    """A page as text."""
    return client.get(address).content.decode()


def lobby_of(players: int = 3) -> tuple[Client, str]:
    """Whoever opened a game that nobody has joined, and its code."""
    host = Client()
    answer = host.post("/game/new/", {"edition": "mso", "players": players, "holdings": "open"})
    return host, answer["Location"].split("/")[2]


def opened_from(address: str) -> str:
    """The code of a game that somebody opens from an address; empty where it is refused."""
    answer = Client().post("/game/new/", {"edition": "mso", "players": 3, "holdings": "open"}, REMOTE_ADDR=address)
    return str(answer["Location"].split("/")[2]) if answer.status_code == 302 else ""


def test_five_addresses_do_not_take_every_game_that_may_be_open(settings: Settings) -> None:
    settings.GAMES_AT_ONCE = 10
    taken = [opened_from(f"192.0.2.{address}") for address in range(5) for _ in range(2)]
    begun = Game.objects.get(code=taken[0])
    Game.objects.filter(pk=begun.pk).update(state="playing", begun_at=begun.opened_at)
    newcomers = [opened_from(f"2001:db8:0:{number}::1") for number in range(5)]
    assert all([*taken, *newcomers])
    assert Game.objects.filter(state__in=("lobby", "playing")).count() == 10
    left = set(Game.objects.values_list("code", flat=True))
    assert [code in left for code in taken] == [True, False] + 4 * [False, True], "a lobby goes before what is played"
    assert opened_from("2001:db8:0:9::1") == "", "where everybody has one, nobody loses it"
    assert opened_from("2001:db8:0:1::ffff") == "", "two addresses of one network are one"


def over(game: Game) -> Game:
    """A game that is over, as its row says."""
    Game.objects.filter(pk=game.pk).update(state="over", ended_at=timezone.now())
    return Game.objects.get(pk=game.pk)


def shared_at(place: int, phase: str) -> tuple[Client, Hall]:
    """A phone of two hands, and the game whose seat at a place is asked for something."""
    hall, tokens = put(position("mso", asking_at(phase, place)))
    phone = Client()
    phone.cookies["seat"] = ".".join(tokens[:2])
    hall.phones[:2] = [phone, phone]
    return phone, hall


def shared(*names: str) -> tuple[Client, Hall]:
    """A phone that holds the hands of these, and a game of them and one more on another phone."""
    host, code = lobby_of(len(names) + 1)
    phone, other = Client(), Client()
    for name in names:
        phone.post(f"/game/{code}/join/", {"name": name, "more": "1"})
    other.post(f"/game/{code}/join/", {"name": "Zoe"})
    return phone, Hall(code, host, [*[phone] * len(names), other])


def test_one_page_holds_board_and_hand_and_every_form_of_it_comes_back_to_it() -> None:
    hall = opened_by()
    whole = f"/game/{hall.code}/play/"
    for step in range(8):
        place = hall.asked()
        assert place is not None
        phone = hall.phones[place]
        page = page_of(phone, whole)
        hand = {TILE_NAMES[tile] for tile in session_of(hall.game).state.hands[place]}
        assert ('<svg class="board"' in page, hand <= tiles_in(page)) == (True, True)
        assert f"/game/{hall.code}/hand/" not in page.replace('href="/game/', "", 0).split("<main")[1]
        links = [
            link.replace("&amp;", "&") for link in re.findall(r'href="(\?act=[^"]+)"', page) if "act=end" not in link
        ]
        answer = confirm(phone, whole + links[0]) if links else press(phone, phone.get(whole), "Draw")
        assert (answer.status_code, answer["Location"]) == (302, whole), step
    stranger = Client().get(whole)
    assert (stranger.status_code, stranger["Location"]) == (302, f"/game/{hall.code}/")


def test_a_hand_is_small_on_the_wire() -> None:
    hall, _ = put(walk("codewar", 6)[-12], NAMES)
    for phone in hall.phones:
        for page in ("hand", "play"):
            assert len(gzip.compress(phone.get(f"/game/{hall.code}/{page}/").content)) <= LARGEST_HAND


def test_the_scripts_of_a_players_pages_of_a_game_are_small_on_the_wire() -> None:
    hall, _ = put(position("mso", asking("play")))
    for page in ("", "hand/", "play/"):
        scripts = re.findall(
            r'<script src="/static/(tournament/[^"]+)"', page_of(hall.phones[0], f"/game/{hall.code}/{page}")
        )
        assert [re.sub(r"\.[0-9a-f]{12}(?=\.js)", "", name) for name in scripts] == [
            "tournament/app.js",
            "tournament/game.js",
            "tournament/tell.js",
        ]
    own = [(ROOT / "static" / "tournament" / name).read_bytes() for name in ("game.js", "tell.js")]
    assert sum(len(gzip.compress(script)) for script in own) <= LARGEST_SCRIPT


def test_a_phone_of_two_hands_shows_neither_until_somebody_uncovers_the_own() -> None:
    phone, hall = shared_at(1, "play")
    place, name, other = 1, "Bea", "Ann"
    hands = [{TILE_NAMES[tile] for tile in session_of(hall.game).state.hands[seat]} for seat in range(3)]
    for page in ("hand", "play"):
        covered = page_of(phone, f"/game/{hall.code}/{page}/")
        assert (f"Pass the phone to <bdi>{name}</bdi>" in covered, "?act=" in covered) == (True, False)
        assert not tiles_in(covered.partition("<figure")[0]) & set().union(*hands)
        assert not tiles_in(covered) & set().union(*hands)
    uncovered = press(phone, phone.get(hall.hand), f"I am {name}")
    assert uncovered["Location"] == hall.hand
    open_page = page_of(phone, hall.hand)
    assert hands[place] <= tiles_in(open_page)
    assert not tiles_in(open_page) & hands[1 - place]
    assert f"I am {other}" not in open_page
    press(phone, phone.get(hall.hand), "Cover this hand")
    assert not tiles_in(page_of(phone, hall.hand)) & set().union(*hands)


def test_a_hand_is_covered_when_its_turn_is_over_and_a_form_of_it_does_nothing_then() -> None:
    phone, hall = shared_at(0, "play")
    place = 0
    press(phone, phone.get(hall.hand), f"I am {NAMES[place]}")
    before = phone.get(hall.hand)
    while hall.asked() == place:
        assert "Pass the phone" not in page_of(phone, hall.hand)
        hall.step()
    after = page_of(phone, hall.hand)
    hands = [{TILE_NAMES[tile] for tile in session_of(hall.game).state.hands[seat]} for seat in (0, 1)]
    assert not tiles_in(after) & set().union(*hands)
    assert "open" not in {name for name, cookie in phone.cookies.items() if cookie.value}
    acts = hall.game.last
    form = {"seat": place + 1, "id": "late", "n": acts + 1, "act": "draw"}
    assert phone.post(hall.hand, form)["Location"] == hall.hand
    assert (hall.game.last, before.status_code) == (acts, 200)


def test_a_look_between_turns_ends_with_the_next_act() -> None:
    phone, hall = shared("Ann", "Bea")
    place = hall.asked()
    assert place == 0
    press(phone, phone.get(hall.hand), "I am Bea")
    assert "<bdi>Bea</bdi></h1>" in page_of(phone, hall.hand)
    press(phone, phone.get(hall.hand), "Cover this hand")
    press(phone, phone.get(hall.hand), "I am Ann")
    hall.step()
    assert "Pass the phone to <bdi>Bea</bdi>" in page_of(phone, hall.hand)


def test_both_of_one_phone_agree_and_only_seats_that_it_holds() -> None:
    hall, tokens = put(position("mso", lambda session: session.is_over))
    phone = Client()
    phone.cookies["seat"] = ".".join(tokens[:2])
    page = page_of(phone, hall.hand)
    assert ["<bdi>Ann</bdi>: I agree" in page, "<bdi>Bea</bdi>: I agree" in page] == [True, True]
    for place in (1, 2, 3):
        phone.post(hall.hand, {"act": "agree", "seat": place})
    agreed = hall.game.seats.exclude(agreed_at=None).values_list("name", flat=True)
    assert sorted(agreed) == ["Ann", "Bea"]


def test_a_seat_is_given_back_before_the_game_begins_and_by_whoever_holds_it_alone() -> None:
    host, code = lobby_of()
    ann, bea = Client(), Client()
    for phone, name in ((ann, "Ann"), (bea, "Bea")):
        phone.post(f"/game/{code}/join/", {"name": name})
    leave = f"/game/{code}/leave/"
    for client in (bea, host, Client()):
        client.post(leave, {"seat": 1})
    assert "Ann" in page_of(host, f"/game/{code}/")
    assert press(ann, ann.get(f"/game/{code}/hand/"), "Leave this game")["Location"] == f"/game/{code}/"
    assert "Ann" not in page_of(host, f"/game/{code}/")
    assert ann.get(f"/game/{code}/hand/")["Location"] == f"/game/{code}/join/"
    for phone, name in ((ann, "Ann"), (Client(), "Cyd")):
        assert phone.post(f"/game/{code}/join/", {"name": name}).status_code == 302
    assert Game.objects.get(code=code).state == "playing"
    assert "Give it to another phone" in ann.post(leave, {"seat": 1}, follow=True).content.decode()
    assert ann.get(f"/game/{code}/hand/").status_code == 200


def test_the_same_people_play_again_in_one_game_whose_order_moves_on() -> None:
    hall, tokens = put(position("mso", lambda session: session.is_over))
    old = hall.game
    again = f"/game/{hall.code}/again/"
    assert Client().post(again)["Location"] == f"/game/{hall.code}/"
    first = press(hall.phones[1], hall.phones[1].get(hall.hand), "Play again")["Location"]
    code = first.split("/")[2]
    new = Game.objects.get(code=code)
    assert (new.before, [seat.name for seat in new.seats.order_by("place")]) == (old, ["Bea", "Cyd", "Ann"])
    assert new.terms["holdings"] == old.terms["holdings"]
    assert hall.phones[1].get(first).status_code == 200
    assert "Take my seat in the new game" in page_of(hall.phones[0], f"/game/{hall.code}/")
    lobby = page_of(hall.phones[1], f"/game/{code}/")
    assert ("not here yet" in lobby, "Free Ann’s seat" in lobby) == (True, True)
    ann = tokens[0]
    for _ in range(2):
        hall.phones[0].cookies["seat"] = ann  # a browser sends each cookie to its own game alone
        assert press(hall.phones[0], hall.phones[0].get(hall.hand), "Take my seat")["Location"] == first
    assert "Every seat in this game is taken" in page_of(Client(), f"/game/{code}/join/")
    assert Game.objects.get(code=code).state == "lobby"
    hall.phones[2].post(again)
    assert Game.objects.get(code=code).state == "playing"
    assert session_of(Game.objects.get(code=code)).terms.ids == ("P1", "P2", "P3")
    assert Game.objects.filter(before=old).count() == 1
    assert play_again(old) == (Game.objects.get(code=code), False)


def test_whoever_cannot_play_again_is_told_why_where_they_are_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall, _ = put(position("mso", lambda session: session.is_over))
    phone, both = hall.phones[0], f"/game/{hall.code}/play/"
    with monkeypatch.context() as crowded:
        crowded.setattr(opening, "_pace", RateLimit(Rate(refill=60, burst=0)))
        assert press(phone, phone.get(both), "Play again")["Location"] == both
    polled = phone.get(both, headers={"HX-Request": "true"}).content.decode()
    told = page_of(phone, both)
    assert ("Wait a minute" in polled, "Wait a minute" in told) == (False, True), (
        "news of another part keep the sentence"
    )
    assert "Wait a minute" not in page_of(phone, both)
    new = press(phone, phone.get(both), "Play again")["Location"]
    assert (new.endswith("/play/"), phone.get(new).status_code) == (True, 200)


def test_the_games_of_a_browser_tell_whose_turn_it_is() -> None:
    hall = opened_by()
    assert "your turn" in page_of(hall.phones[0], "/game/")
    other = page_of(hall.phones[1], "/game/")
    assert ("your turn" in other, "Ann must draw a starting tile" in other) == (False, True)
    forget_sessions()
    with CaptureQueriesContext(connection) as queries:
        hall.phones[0].get("/game/")
    assert len(queries) <= 12


def test_a_merger_shows_what_it_paid_for_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    hall, _ = put(position("mso", paid), seconds_ago=2)
    board = f"/game/{hall.code}/"
    assert '<details class="bonuses"' in page_of(hall.host, board)
    for page in (board, f"{board}hand/", f"{board}play/"):
        client = hall.host if page == board else hall.phones[0]
        assert "(10 times) and" in page_of(client, page), "what it paid is worked out"
    stamp = re.findall(r'\?s=([^"]+)"', page_of(hall.host, board))[0]
    later = timezone.now() + timedelta(seconds=11)
    monkeypatch.setattr(
        "tournament.play.games.pages.shown_game.moment_in",
        lambda game: round((later - game.begun_at).total_seconds() * 1000),
    )
    assert '<details class="bonuses"' not in page_of(hall.host, board)
    assert hall.host.get(f"{board}?s={stamp}", headers={"HX-Request": "true"}).status_code == 200


def aged(game: Game, days: int) -> Game:
    """A game as if it had been opened, and ended, so many days ago."""
    moment = timezone.now() - timedelta(days=days)
    begun_at, ended_at = moment if game.begun_at else None, moment if game.ended_at else None
    with without_guards():  # they keep what a game was opened with
        Game.objects.filter(pk=game.pk).update(opened_at=moment, begun_at=begun_at, ended_at=ended_at)
    return Game.objects.get(pk=game.pk)


def test_unused_games_go_after_thirty_days_and_nothing_else_does() -> None:
    days = GONE_AFTER.days
    lobby, played_on, lying, ended, fresh = (
        Game.objects.get(code=lobby_of()[1]),
        begun(),
        begun(),
        over(begun()),
        begun(),
    )
    kept = aged(lobby, days - 1)
    assert remove_unused() == []
    for game in (kept, lying, ended, played_on):
        aged(game, days + 1)
    recent = GONE_AFTER // timedelta(milliseconds=1)
    Game.objects.filter(pk=played_on.pk).update(last=1)
    played_on.acts.create(number=1, at_ms=recent, body={"act": "pause"})
    assert sorted(remove_unused()) == sorted([lobby.code, lying.code, ended.code])
    assert set(Game.objects.values_list("pk", flat=True)) == {played_on.pk, fresh.pk}
    assert played_on.code in remove_unused(timezone.now() + GONE_AFTER)
    assert not GameSeat.objects.filter(game__in=[lobby.pk, lying.pk, ended.pk, played_on.pk]).exists()


def test_whoever_opens_a_game_removes_a_few_at_most() -> None:
    opened = [aged(Game.objects.get(code=lobby_of()[1]), GONE_AFTER.days + 1) for _ in range(2)]
    old = over(begun())
    new, _ = play_again(old)
    aged(old, GONE_AFTER.days + 1)
    lobby_of()
    assert not Game.objects.filter(pk__in=[game.pk for game in opened]).exists()
    assert Game.objects.get(pk=new.pk).before is None
    assert MOST_AT_ONCE <= 50
