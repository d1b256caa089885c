"""Power-up cards of the Code War: whether one would be used up for nothing."""

from __future__ import annotations

import pytest

from games.acquire.actions import EARLY_CARDS, LATE_CARDS, Card
from games.acquire.editions import EDITIONS
from games.acquire.rules.purchase import is_wasted
from games.acquire.state import Phase
from tests.games.acquire.rules.test_rules import _hold, _with


@pytest.mark.parametrize(
    ("chains", "shares", "cash", "wasted"),
    [
        ({}, {}, 6_000, {Card.FREE_3_STOCK, Card.BUY_5_STOCK, Card.TRADE_2_STOCK}),
        ({"Amazon": "1A 2A"}, {}, 6_000, {Card.TRADE_2_STOCK}),
        ({"Amazon": "1A 2A"}, {1: 2}, 6_000, set()),
        ({"Amazon": "1A 2A"}, {1: 1}, 6_000, {Card.TRADE_2_STOCK}),
        ({"Amazon": "1A 2A", "HP": "5A 6A"}, {}, 6_000, set()),  # two of one can be bought and then given
        ({"Amazon": "1A 2A", "HP": "5A 6A"}, {}, 0, {Card.BUY_5_STOCK, Card.TRADE_2_STOCK}),
    ],
)
def test_a_card_is_wasted_where_nothing_can_be_done_with_it(
    chains: dict[str, str], shares: dict[int, int], cash: int, wasted: set[Card]
) -> None:
    state = _with(EDITIONS["codewar"], 3, **chains)
    state.phase = Phase.BUY
    state.cash[0] = cash
    for chain, count in shares.items():
        state.shares[chain][0], state.bank[chain] = count, 25 - count
    assert {card for card in LATE_CARDS if is_wasted(state, card)} == wasted


def test_more_tiles_are_wasted_on_an_empty_bag_and_four_tiles_on_a_hand_of_one() -> None:
    state = _hold(_with(EDITIONS["codewar"], Amazon="1A 2A"), 0, "3A")
    assert [is_wasted(state, card) for card in EARLY_CARDS] == [False, True]
    state = _hold(state, 0, "4A")
    state.bag = 0
    assert [is_wasted(state, card) for card in EARLY_CARDS] == [True, False]
