"""A count of cash that is wrong by what one slip would explain: which slips those are."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.acquire.replay import walk_through
from games.acquire.replay.calculations import Account, MoneyKind, MoneyLine, MoneySlip, SlipKind, slips_of
from laboratory.mistakes.sheets import full_sheet
from tests.games.acquire.spoilt import pay_wrong_price

BOUGHT = MoneyLine(40, 12, "Ben", MoneyKind.PURCHASE, "Luxor", 2, 300, -600)
PAID = MoneyLine(52, 14, "Ben", MoneyKind.BONUS, "Tower", 0, 0, 4500)
SOLD = MoneyLine(53, 14, "Ben", MoneyKind.SALE, "Tower", 3, 500, 1500)
BENS = Account("Ben", 10, 2000, (BOUGHT, PAID, SOLD), 20, 7400, 7400)


def _told(difference: int) -> list[tuple[SlipKind, str | None, object]]:
    found = slips_of(replace(BENS, counted=BENS.due + difference))
    return [(slip.slip, slip.line.chain, slip.paid) for slip in found]


def test_a_right_count_has_no_slip() -> None:
    assert slips_of(BENS) == ()


def test_two_shares_paid_by_the_row_below_are_two_hundred_too_much_in_the_purse() -> None:
    assert _told(200) == [(SlipKind.ROW, "Luxor", -400)]
    assert _told(-200) == [(SlipKind.ROW, "Luxor", -800)]


def test_one_share_paid_less_or_more() -> None:
    assert _told(300) == [(SlipKind.SHARE, "Luxor", -300), (SlipKind.ROW, "Tower", 1800)]
    assert _told(500) == [(SlipKind.SHARE, "Tower", 2000)]


def test_a_sum_that_was_never_paid_or_twice_or_the_wrong_way() -> None:
    assert _told(600) == [(SlipKind.NEVER, "Luxor", 0)]
    assert _told(-600) == [(SlipKind.TWICE, "Luxor", -1200)]
    assert _told(1200) == [(SlipKind.WRONG_WAY, "Luxor", 600)]
    assert _told(-4500) == [(SlipKind.NEVER, "Tower", 0)]
    assert _told(-1500) == [(SlipKind.NEVER, "Tower", 0)]


def test_what_no_single_slip_comes_to_has_none() -> None:
    assert _told(-50) == []


def test_a_wrong_price_in_a_game_is_among_the_slips_of_the_interval_in_which_it_happened() -> None:
    found = 0
    for seed in range(12):
        sheet = full_sheet(seed, 3).of_scribe()
        spoilt = pay_wrong_price(sheet, Random(seed))
        walked = walk_through(spoilt.record)
        for finding, placed in zip(walked.answer.findings, walked.placed, strict=True):
            for account in placed.calculations:
                if finding.cause is None and isinstance(account, Account):
                    found += 1
                    slips: tuple[MoneySlip, ...] = slips_of(account)
                    assert (SlipKind.ROW, spoilt.turn) in {(slip.slip, slip.line.turn) for slip in slips}
                    assert (account.since or 0) <= spoilt.turn <= account.turn
    assert found >= 10
