"""One human error in a faultless log: it never convicts an innocent turn, and never gives wrong cash as certain."""

from random import Random

import pytest

from games.acquire.replay import replay
from laboratory.mistakes.measuring import EDIT_PART, KINDS, TEXT_PART, samples, verdict_on
from laboratory.mistakes.sheets import full_sheet
from tests.conftest import tried
from tests.games.acquire.spoilt import lose_purchase, miswrite_shares, pay_wrong_price

DRAWN = [(part, kind.name) for part in (EDIT_PART, TEXT_PART) for kind in KINDS[part]]


@pytest.mark.parametrize(("part", "name"), DRAWN)
def test_one_slip_blames_no_innocent_turn_and_gives_no_wrong_cash_as_certain(part: str, name: str) -> None:
    for spoilt, sheet in samples(part, tried(2), is_wanted=lambda kind: kind == name):
        verdict = verdict_on(spoilt, sheet)
        assert not verdict.is_innocent_blamed
        assert not verdict.is_wrong_certain or verdict.is_hidden


@pytest.mark.parametrize("seed", range(6))
def test_a_faultless_sheet_has_no_finding_and_its_final_cash_is_proved(seed: int) -> None:
    whole = full_sheet(seed, 3 + seed % 4)
    for sheet in (whole, whole.of_scribe()):
        answer = replay(sheet.record)
        assert (answer.findings, answer.final, answer.possible) == ((), sheet.final, {})


def test_a_misread_number_of_shares_is_told_and_the_cash_is_that_of_the_counts() -> None:
    sheet = full_sheet(1, 3).of_scribe()
    spoilt = miswrite_shares(sheet, Random(2))
    assert replay(spoilt.record).final == sheet.final


def test_a_wrong_price_that_count_and_final_both_have_leaves_the_two_amounts_open() -> None:
    sheet = full_sheet(2, 3).of_scribe()
    spoilt = pay_wrong_price(sheet, Random(1))
    answer = replay(spoilt.record)
    assert answer.as_written == sheet.final != answer.recorded_final
    assert {player: possible.amounts for player, possible in answer.possible.items()} == {
        player: tuple(sorted((cash, answer.recorded_final[player])))
        for player, cash in sheet.final.items()
        if cash != answer.recorded_final[player]
    }


def test_what_is_not_proved_is_nothing_in_the_answer_with_what_it_may_be() -> None:
    sheet = full_sheet(4, 3).of_scribe()
    spoilt = lose_purchase(sheet, Random(1))
    document = replay(spoilt.record).document()
    unproved = {player for player, cash in document["final"].items() if cash is None}
    assert unproved == document["possible"].keys()
