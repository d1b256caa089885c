"""Devices of one game in different languages: each page speaks its reader's, and programs are answered in English."""

from __future__ import annotations

from gettext import NullTranslations
from http.cookies import SimpleCookie

import pytest
from django.test import Client

import wording
from tests.tournament.games.phones import opened_by
from tests.tournament.games.tables import frames, opened, spoken
from tournament.play.games.pages import prices

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]


class Marked(NullTranslations):
    """A catalogue that puts every sentence in quotation marks."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"«{msgid1 if n == 1 else msgid2}»"


@pytest.fixture
def other_language(monkeypatch: pytest.MonkeyPatch) -> SimpleCookie:
    """A second language, and the cookie of a browser that has chosen it."""
    monkeypatch.setattr(wording, "catalogue_of", lambda code: Marked() if code == "de" else NullTranslations())
    prices._price_card.cache_clear()  # which a process keeps by language
    return SimpleCookie({"language": "de"})


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_each_device_of_a_game_reads_its_own_language(other_language: SimpleCookie) -> None:
    hall = opened_by("mso", 3)
    board = f"/game/{hall.code}/"
    hall.phones[0].cookies.update(other_language)
    for _time in range(2):  # what a process keeps for one reader is not given to the other
        german, english = page(hall.phones[0], hall.hand), page(hall.host, board)
        assert ("«Ann must draw a starting tile.»" in german, "«" in english) == (True, False)
        assert ("«2 to 2»" in german or "«41 or more»" in german, "41 or more" in english) == (True, True)
        assert ("6.000" in german, "6,000" in german, "6,000" in english) == (True, False, True)
        assert f"«The board of game {hall.code}»" in german
        assert f'"The board of game {hall.code}"' in english or f">The board of game {hall.code}<" in english


def test_a_program_is_answered_in_english_whatever_it_sends(other_language: SimpleCookie) -> None:
    made = opened(players=3)
    token = made.tokens["P1"]
    answered = frames(spoken(token, {"t": "act", "id": "a", "n": 1, "act": "start"}, Cookie="language=de"))
    assert answered[0]["message"] == "The game will begin once everybody is here."
