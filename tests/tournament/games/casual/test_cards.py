"""Power-up cards of the Code War on the pages of a game: what each does, what a trade takes, and nothing used up for nothing unasked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.acquire.actions import Card
from games.acquire.play.devices.session import Session
from games.acquire.rules.legal import late_cards, swaps
from games.acquire.rules.purchase import is_wasted
from tests.tournament.games.positions import asking, position, put

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]


def cards_at(*cards: str) -> Callable[[Session], bool]:
    """Whether a purchase is asked of a seat that could use each of these cards for nothing."""

    def is_so(session: Session) -> bool:
        state = session.state
        return asking("buy")(session) and all(
            Card(card) in late_cards(state) and is_wasted(state, Card(card)) for card in cards
        )

    return is_so


def test_a_card_says_what_it_does_and_asks_before_it_is_used_up_for_nothing() -> None:
    session = position("codewar", cards_at("TRADE_2_STOCK"))
    hall, _ = put(session)
    phone = hall.phones[hall.asked() or 0]
    page = phone.get(hall.hand, {"act": "card", "card": "TRADE_2_STOCK"}).content.decode()
    assert "you can trade two shares of one chain for one share of another chain on the board" in page
    assert "This card would have no effect now, and you can only use it once." in page
    # Enter, which presses what has the focus, does not use it
    assert 'id="confirm">Use the card “trade 2 stock”' in page
    useful = position(
        "codewar",
        lambda now: (
            asking("buy")(now)
            and not is_wasted(now.state, Card.FREE_3_STOCK)
            and Card.FREE_3_STOCK in late_cards(now.state)
        ),
    )
    hall, _ = put(useful)
    page = hall.phones[hall.asked() or 0].get(hall.hand, {"act": "card", "card": "FREE_3_STOCK"}).content.decode()
    assert "Your purchase this turn is free." in page
    assert "You can do nothing" not in page


def test_who_buys_nothing_with_a_card_for_free_shares_is_asked_first() -> None:
    def is_free(session: Session) -> bool:
        return asking("buy")(session) and session.state.late_card is Card.FREE_3_STOCK and bool(session.state.on_board)

    hall, _ = put(position("codewar", is_free))
    phone = hall.phones[hall.asked() or 0]
    assert "gain nothing from it" in phone.get(hall.hand, {"act": "buy"}).content.decode()
    page = phone.get(hall.hand).content.decode()
    field = page.partition('name="buy-')[2].partition('"')[0]
    assert "gain nothing from it" not in phone.get(hall.hand, {"act": "buy", f"buy-{field}": "1"}).content.decode()


def test_a_trade_by_a_card_names_the_two_shares_that_it_takes() -> None:
    hall, _ = put(position("codewar", lambda session: bool(swaps(session.state)) and asking("card")(session)))
    phone = hall.phones[hall.asked() or 0]
    page = phone.get(hall.hand).content.decode()
    assert "Trade two shares of" in page
    give, take = (
        page.partition(f'id="{name}"')[2].partition("<option>")[2].partition("<")[0] for name in ("give", "take")
    )
    if give == take:
        take = page.partition('id="take"')[2].split("<option>")[2].partition("<")[0]
    page = phone.get(hall.hand, {"act": "swap", "give": give, "take": take}).content.decode()
    assert f"Trade 2 {give} for 1 {take}" in page


def test_a_card_for_four_tiles_says_how_many_may_still_be_placed() -> None:
    hall, _ = put(position("codewar", lambda session: asking("play")(session) and session.state.more_tiles == 3))
    assert "Play a tile (up to " in hall.phones[hall.asked() or 0].get(hall.hand).content.decode()
