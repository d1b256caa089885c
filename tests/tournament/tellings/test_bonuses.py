"""The bonuses of a chain in one line: who is first and second, how a tie is split and rounded, and nothing of closed holdings."""

from __future__ import annotations

import re

import pytest

from games.acquire.editions import EDITIONS, bonus_payments
from games.acquire.play.devices import Holdings, pending_question
from games.acquire.play.devices.views import paying_deeds
from games.acquire.replay.calculations import BonusCalculation, Holder
from tests.games.acquire.play.devices.tables import walk
from tournament.play.games.words import bonus_words, final_lines, paid_lines

PEOPLE = ("Ann", "Bea", "Cyd", None)


def of(edition: str, size: int, holdings: tuple[int, ...]) -> BonusCalculation:
    """A chain of the cheapest kind with these shares, the fourth holder being the market."""
    paid = bonus_payments(EDITIONS[edition], 0, size, holdings)
    due = {share.holder: share for share in paid.paid}
    holders = tuple(
        Holder(PEOPLE[place], holdings[place], due[place].role, due[place].exact, due[place].rounded)
        if place in due
        else Holder(PEOPLE[place], holdings[place], None, due[next(iter(due))].exact * 0, 0)
        for place in sorted(range(len(holdings)), key=lambda place: -holdings[place])
        if holdings[place]
    )
    return BonusCalculation("Luxor", size, paid.price, paid.majority, paid.minority, holders)


HEAD = "Luxor, 2 tiles at 200: 2,000 (10 times) and 1,000 (5 times)."


@pytest.mark.parametrize(
    ("holdings", "said"),
    [
        ((4, 2, 1), "Ann (4) is first: 2,000. Bea (2) is second: 1,000."),
        ((3, 0, 0), "Ann (3) is the only shareholder and gets both bonuses: 3,000."),
        ((2, 2, 1), "Tied for first: Ann (2) and Bea (2). They share both bonuses, 3,000: 1,500 each."),
        (
            (5, 3, 3),
            "Ann (5) is first: 2,000. Tied for second: Bea (3) and Cyd (3). They share the second bonus, 1,000: 500 each.",
        ),
        ((2, 2, 2), "Tied for first: Ann (2), Bea (2) and Cyd (2). They share both bonuses, 3,000: 1,000 each."),
        (
            (1, 1, 1, 1),
            "Tied for first: Ann (1), Bea (1), Cyd (1) and the market (1). They share both bonuses, 3,000: 750 each, rounded to 800.",
        ),
        ((1, 0, 0, 4), "The market (4) is first: 2,000. Ann (1) is second: 1,000."),
    ],
)
def test_each_way_to_be_paid_is_said_in_one_line(holdings: tuple[int, ...], said: str) -> None:
    assert bonus_words(of("mso", 2, holdings), closed=False) == f"{HEAD} {said}"


def test_where_holdings_are_closed_no_line_tells_how_many_shares_anybody_has() -> None:
    assert bonus_words(of("mso", 2, (4, 2, 1)), closed=True) == f"{HEAD} Ann is first: 2,000. Bea is second: 1,000."
    told = 0
    for seed in range(3):
        for session in walk("mso", 4, seed, closed=True):
            assert session.terms.holdings is Holdings.CLOSED
            if pending_question(session) is None:
                continue
            for number in paying_deeds(session, session.at - 1):
                for line in paid_lines(session, number, {name: name for name in session.terms.ids}):
                    told += 1
                    assert not re.search(r"\w \(\d+\)", line)
    assert told
    last = walk("mso", 4, 0, closed=True)[-1]
    assert re.search(r"\w \(\d+\)", " ".join(final_lines(last, {name: name for name in last.terms.ids})))
