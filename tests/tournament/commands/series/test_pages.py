"""The page of a series: everybody watches, whoever has the printed address controls, and nobody is shown what tells a hand."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import Settings

from games.acquire.editions.bonus import bonus_payments
from games.acquire.editions.values import edition_named
from tests.tournament.commands.series.playing import Played, Script, order, stepped, until
from tournament.play.games.services.sessions import forget_sessions
from tournament.play.programs.models import Series, SeriesGame
from tournament.play.programs.pages import places_in
from tournament.play.programs.series import StartWishes

pytestmark = pytest.mark.django_db
WISHES = ("is_wished_on", "is_wished_locked", "is_wished_over", "are_hands_wished", "steps", "speed")


@pytest.fixture(autouse=True)
def _games(settings: Settings) -> None:
    settings.GAMES = True
    forget_sessions()


def text(page: str) -> str:
    """What is read on a page."""
    plain = re.sub(r"<(script|style|svg)\b.*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", plain).split())


def test_nobody_wishes_without_the_address_of_control() -> None:
    series = Played(order("random", "random"), StartWishes(has_open_hands=True))
    before = Series.objects.values(*WISHES).get()
    for browser in (Client(), Client(headers={"Cookie": "series=" + "a" * 26})):
        for do in ("play", "pause", "step", "lock", "stop", "open", "cover", "speed", "fly"):
            answer = browser.post(series.page("wish/"), {"do": do, "step": 1, "speed": 5})
            assert (answer.status_code, answer["Location"]) == (302, series.page())
    assert Series.objects.values(*WISHES).get() == before
    assert Client().get(series.page("control/" + "a" * 26 + "/")).status_code == 404
    assert Client().get(series.page("wish/")).status_code == 405


def test_the_address_of_control_holds_no_secret_once_it_was_opened() -> None:
    series = Played(order("random", "random"))
    browser = Client()
    answer = browser.get(series.page(f"control/{series.control}/"))
    assert answer["Location"] == series.page()
    cookie = answer.cookies["series"]
    assert (cookie.value, cookie["httponly"], cookie["path"]) == (series.control, True, series.page())
    shown = browser.get(series.page()).content.decode()
    assert "Set the speed" in shown
    assert series.control not in shown
    assert "Set the speed" not in Client().get(series.page()).content.decode()
    assert Series.objects.get().control_hash != series.control


def test_every_button_is_a_wish_and_a_step_that_is_sent_twice_is_one() -> None:
    series = Played(order("random", "random"), StartWishes(has_open_hands=True))
    browser = series.controller()
    for do, column, value in (
        ("pause", "is_wished_on", False),
        ("play", "is_wished_on", True),
        ("lock", "is_wished_locked", True),
        ("open", "are_hands_wished", True),
        ("cover", "are_hands_wished", False),
        ("stop", "is_wished_over", True),
    ):
        assert series.wish(browser, do) == 302
        assert getattr(series.now, column) == value, do
    for number, steps in ((1, 1), (1, 1), (2, 2), (1, 2), (9, 2)):
        series.wish(browser, "step", step=number)
        assert (series.now.steps, series.now.is_wished_on) == (steps, False)
    assert series.wish(browser, "speed", speed="60") == 302
    assert series.now.speed == 60
    answer = browser.post(series.page("wish/"), {"do": "speed", "speed": "1001"})
    assert (answer.status_code, series.now.speed) == (409, 60)
    assert "1 to 1,000 decisions a minute" in answer.content.decode()
    assert series.wish(browser, "speed", speed="") == 302
    assert series.now.speed is None


@pytest.mark.alike
def test_the_page_shows_board_holdings_table_games_and_logs() -> None:
    series = Played(order("house", "random", "random", edition="codewar", games=2), StartWishes(is_paused=True))
    browser = series.controller()

    def press() -> Script:
        shown = ""
        for step in range(1, 60):
            yield from stepped(series, step)
            shown = text(browser.get(series.page()).content.decode())
            if re.search(r"\b[1-5] 1st\b", shown):
                break
        assert "Paused in game 1 of 2. " in shown
        assert "Cards: buy 5 stock, draw 5 tiles, free 3 stock, place 4 tiles, trade 2 stock" in shown
        assert "to play" in shown
        assert re.search(r"\b[1-5] 1st\b", shown)
        series.wish(browser, "play")

    series.play(press())
    page = browser.get(series.page()).content.decode()
    shown = text(page)
    row = max(series.now.table, key=lambda each: each["total"])
    assert f"{row['total']:,} 2 {row['wins']:.1f}" in shown
    low, high = row["interval"]
    assert f"{row['share']:.1%} {low:.1%} to {high:.1%} 0 0" in shown
    assert "has the highest total" in shown
    assert "Set the speed" not in shown
    for played in SeriesGame.objects.all():
        assert f"{(played.cash or [0])[0]:,.0f}" in shown
        for address in (f"/game/{played.game.code}/log.acq", f"/game/{played.game.code}/replay/"):
            assert address in page
            assert Client().get(address).status_code == 200


def test_a_page_that_shows_all_is_answered_204() -> None:
    series = Played(order("random", "random"), StartWishes(is_paused=True))
    browser = series.controller()

    def look() -> Script:
        series.wish(browser, "step", step=1)
        yield from until(lambda: series.now.steps_done == 1 and series.now.state == "paused")
        found = re.search(r'hx-get="([^"]+)"', browser.get(series.page()).content.decode())
        assert found is not None
        again = found[1].replace("&amp;", "&")
        assert browser.get(again, headers={"HX-Request": "true"}).status_code == 204
        assert browser.get(again).status_code == 200
        series.wish(browser, "step", step=2)
        assert browser.get(again, headers={"HX-Request": "true"}).status_code == 200
        series.wish(browser, "stop")

    series.play(look())


def test_a_command_that_is_silent_is_told_so() -> None:
    series = Played(order("random", "random"))
    assert "silent" not in Client().get(series.page()).content.decode()
    Series.objects.update(heard_at="2026-01-01T00:00:00Z")
    assert "The command that plays this series is not responding" in Client().get(series.page()).content.decode()


def test_there_is_no_page_of_a_series_that_is_none() -> None:
    assert Client().get("/game/series/abcdefgh/").status_code == 404
    assert Client().post("/game/series/abcdefgh/wish/").status_code == 404
    assert Client().get("/game/series/abcdefgh/control/x/").status_code == 404


@pytest.mark.parametrize(
    ("held", "places"),
    [
        ((0, 0, 0), ("", "", "")),
        ((4, 0, 0), ("1st", "", "")),
        ((1, 5, 3), ("", "1st", "2nd")),
        ((3, 3, 1), ("1st", "1st", "")),
        ((2, 5, 2), ("2nd", "1st", "2nd")),
    ],
)
def test_who_is_first_and_second_in_a_chain_is_whom_a_merger_would_pay(
    held: tuple[int, ...], places: tuple[str, ...]
) -> None:
    assert places_in(held) == list(places)
    paid = [share.holder for share in bonus_payments(edition_named("mso"), 0, 5, held).paid]
    assert sorted(paid) == [holder for holder, each in enumerate(places) if each]
