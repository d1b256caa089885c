"""What the pages of a game say and offer: in a pause, after going back, at the end, and of what would be refused."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.acquire.editions.values import EDITIONS
from games.acquire.play.devices.session import pending_question
from tests.tournament.games.phones import Hall
from tests.tournament.games.positions import asking, position, put
from tests.tournament.pages.forms import press
from tournament.play.games.models import Game
from tournament.play.games.pages.opening import FOR_PROGRAMS
from tournament.play.games.services.sessions import session_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]


def shown(client: Client, address: str) -> str:
    """The page of an address."""
    return client.get(address, follow=True).content.decode()


def buying() -> tuple[Hall, Client]:
    """A game in which somebody may buy, with the phone of whoever it is."""
    hall, _ = put(position("mso", lambda session: asking("buy")(session) and len(session.deeds) > 90))
    place = hall.asked()
    assert place is not None
    return hall, hall.phones[place]


def paused(hall: Hall) -> None:
    """Let the host pause a game."""
    board = hall.host.get(f"/game/{hall.code}/")
    assert press(hall.host, board, "Pause the game").status_code == 302


def test_in_a_pause_a_hand_is_offered_nothing_and_told_who_is_asked_then() -> None:
    hall, phone = buying()
    assert "Buy nothing" in shown(phone, hall.hand)
    paused(hall)
    for address in (hall.hand, f"{hall.hand}?act=buy"):
        page = shown(phone, address)
        assert "Buy nothing" not in page
        assert 'id="confirm"' not in page
        assert "The game is paused. " in page
        assert "can buy shares." in page


def test_a_pause_is_told_once_in_the_head_of_a_page() -> None:
    hall, phone = buying()
    paused(hall)
    for client, part in ((phone, "hand/"), (hall.host, "host/"), (hall.host, "")):
        page = shown(client, f"/game/{hall.code}/{part}")
        head = re.search(r'<p class="lead".*?</p>', page, re.DOTALL)
        assert head is not None
        assert head[0].count("The game is paused.") == 1


def test_what_was_undone_is_struck_out_on_every_page_and_the_way_back_is_not() -> None:
    hall, phone = buying()
    to = hall.game.last - 3
    host = f"/game/{hall.code}/host/"
    order = {"act": "rewind", "to": str(to), "reason": "a wrong tile", "id": "back", "n": str(hall.game.last + 1)}
    assert hall.host.post(host, order).status_code == 302
    Game.objects.filter(code=hall.code).update(watch_delay=0)
    for client, part in (
        (hall.host, ""),
        (phone, "hand/"),
        (phone, "play/"),
        (hall.host, "watch/"),
        (hall.host, "host/"),
    ):
        page = shown(client, f"/game/{hall.code}/{part}")
        acts = page[page.index('<ol class="plain last-moves">') :]
        assert '</s> <span class="sr">undone</span>' in acts, part
        assert "<li>The game goes back to move" in acts, part


@pytest.mark.parametrize("chain", ["Nowhere", ""])
def test_a_chain_that_cannot_be_named_is_refused_before_it_is_confirmed(chain: str) -> None:
    hall, _ = put(position("mso", asking("found")))
    phone = hall.phones[hall.asked() or 0]
    page = shown(phone, f"{hall.hand}?act=found&chain={chain}")
    assert 'id="confirm"' not in page
    assert "Choose one of the options." in page


def test_without_a_clock_nobody_is_called_out_of_time() -> None:
    hall, _ = buying()
    assert pending_question(session_of(hall.game)) is not None
    assert "?act=timeout" not in shown(hall.host, f"/game/{hall.code}/host/")


def test_at_the_end_the_holdings_say_that_they_are_those_before_the_sale() -> None:
    hall, _ = put(position("mso", lambda session: session.is_over))
    assert "before the final bonuses were paid and all shares sold" in shown(hall.host, f"/game/{hall.code}/")
    playing, _ = buying()
    assert "before the final bonuses were paid and all shares sold" not in shown(playing.host, f"/game/{playing.code}/")


def test_the_log_of_a_game_under_way_says_when_it_is_given_out() -> None:
    hall, _ = buying()
    assert "once the game is over" in shown(hall.host, f"/game/{hall.code}/log.acq")
    assert "once the game is over" not in shown(hall.host, f"/game/{hall.code}/")


def test_the_form_says_of_each_edition_how_many_play_it() -> None:
    page = shown(Client(), "/game/new/")
    for name, edition in EDITIONS.items():
        if edition.max_players > 1 and name not in FOR_PROGRAMS:
            least = max(2, edition.min_players)
            assert f'value="{name}" data-least="{least}" data-most="{edition.max_players}"' in page
