"""What a table's result asks before it is stored: a tick that it is right, or a reason where a tick is not enough."""

from __future__ import annotations

import pytest

from tests.tournament.scores.worked import make_record, make_round, make_table
from tournament.record.vocabulary import RoundState
from tournament.scores.plausibility import Judgement, judge_table

ORDINARY = (41_000, 36_000, 30_000, 22_000)
ODD = (41_000, 36_050, 30_000, 22_000)
SHORT = (41_000, 36_000, 30_000, 1_400)
TIE = (41_000, 41_000, 30_000, 22_000)
ODD_AND_TIE = (41_000, 41_000, 30_050, 22_000)


def judged(cash: tuple[int, ...], *, reason: str = "", is_confirmed: bool = False) -> Judgement:
    record = make_record(4, make_round(1, dict(enumerate(cash, 1)), state=RoundState.PUBLISHED))
    return judge_table(record, 1, make_table(cash), reason=reason, is_confirmed=is_confirmed)


@pytest.mark.parametrize(
    ("cash", "asks_tick", "needs_reason"),
    [
        (ORDINARY, False, False),
        (SHORT, True, False),
        (TIE, True, False),
        (ODD, False, True),
        (ODD_AND_TIE, True, True),
    ],
)
def test_a_tick_is_asked_for_what_may_be_right_and_never_for_an_amount_that_wants_a_reason(
    cash: tuple[int, ...], asks_tick: bool, needs_reason: bool
) -> None:
    judgement = judged(cash)
    assert (judgement.asks_tick, judgement.needs_reason) == (asks_tick, needs_reason)


@pytest.mark.parametrize("cash", [SHORT, TIE, ODD, ODD_AND_TIE])
def test_a_tick_leaves_open_what_only_a_reason_answers(cash: tuple[int, ...]) -> None:
    ticked, both = judged(cash, is_confirmed=True), judged(cash, is_confirmed=True, reason="counted twice")
    assert bool(ticked.open) is (cash in (ODD, ODD_AND_TIE))
    assert not ticked.asks_tick
    assert both.open == ()
