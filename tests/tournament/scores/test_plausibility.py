"""Doubts about an entered result (section 5), and what each asks before it is stored: a tick, or a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import cases_of, make_record, make_round, make_table, rows_of
from tournament.record.event import TableRecord
from tournament.record.formats import MSO_ACQUIRE, Format
from tournament.record.settings import with_settings
from tournament.record.vocabulary import FineTiming, NegativeCash, PlayerId, RoundState
from tournament.scores.plausibility import Doubt, DoubtKind, Judgement, doubts, judge_table
from tournament.scores.scoring import score_table
from tournament.scores.steps import ScoringError

REFUSE, CONFIRM, NOTE = DoubtKind.REFUSE, DoubtKind.CONFIRM, DoubtKind.NOTE
NAMES = {PlayerId(seat): f"Guest {seat}" for seat in range(1, 7)}
AFTER = with_settings(MSO_ACQUIRE, {"fine_timing": FineTiming.AFTER_BONUS})
ALLOW = with_settings(MSO_ACQUIRE, {"negative_cash": NegativeCash.ALLOW})


def _doubts(
    cash: list[int | None],
    fines: Mapping[int, int] | None = None,
    rules: Format = MSO_ACQUIRE,
    claimed: tuple[int, ...] = (),
) -> tuple[Doubt, ...]:
    by_player = {PlayerId(player): fine for player, fine in (fines or {}).items()}
    winners = tuple(PlayerId(player) for player in claimed)
    return doubts(make_table(cash), by_player, rules, claimed_winners=winners, names=NAMES)


def test_an_ordinary_result_raises_no_doubt() -> None:
    assert _doubts([48_300, 39_200, 31_500, 24_700], claimed=(1,)) == ()


@pytest.mark.parametrize("row", rows_of("doubts"), ids=lambda row: row["cash"])
def test_each_oddity_has_its_sentence(row: dict[str, str]) -> None:
    cash = [None if amount == "-" else int(amount) for amount in row["cash"].split()]
    seat = int(row["seat"]) if row["seat"] else None
    assert _doubts(cash) == (Doubt(seat, DoubtKind(row["severity"]), row["sentence"]),)


@pytest.mark.parametrize("cash", [[20_000, 15_000, 12_000], [120_000, 60_000, 50_000]])
def test_winners_at_the_edge_of_what_is_usual_raise_no_doubt(cash: list[int | None]) -> None:
    assert _doubts(cash) == ()


def test_a_claimed_winner_who_has_not_the_most_is_questioned() -> None:
    assert _doubts([40_000, 35_000, 22_600], claimed=(2,)) == (
        Doubt(None, CONFIRM, "The slip puts Guest 2 first, but the amounts put Guest 1 first. Check both."),
    )


def test_a_slip_that_names_one_of_two_tied_is_questioned() -> None:
    sentences = [doubt.sentence for doubt in _doubts([37_700, 37_700, 21_000], claimed=(1,))]
    assert "The slip puts Guest 1 first, but the amounts put Guest 1 and Guest 2 first. Check both." in sentences


def test_a_fine_that_changes_the_winner_is_noted() -> None:
    assert _doubts([40_000, 36_000, 30_000, 20_000], {1: 5_000}) == (
        Doubt(1, NOTE, "Guest 1 has the most cash, 40,000, but is not first after the fine (R55)."),
    )


@pytest.mark.parametrize(("rules", "counts"), [(MSO_ACQUIRE, "0"), (ALLOW, "-1,000")])
def test_a_fine_larger_than_the_cash_is_noted_with_how_it_counts(rules: Format, counts: str) -> None:
    assert _doubts([32_000, 30_000, 20_000, 4_000], {4: 5_000}, rules) == (
        Doubt(4, NOTE, f"Guest 4 has -1,000 after a fine of 5,000; this counts as {counts} (R55)."),
    )


def test_with_fines_after_the_bonus_a_tie_is_one_of_cash() -> None:
    assert _doubts([40_000, 40_000, 31_000, 22_000], {1: 5_000}, AFTER) == (
        Doubt(
            None, CONFIRM, "Guest 1 and Guest 2 are tied for first on 40,000: each gets × 1.03 (R56). Confirm the tie."
        ),
    )


def test_with_fines_after_the_bonus_the_slip_is_held_against_the_cash() -> None:
    assert _doubts([40_000, 36_000, 30_000, 20_000], {1: 5_000}, AFTER, claimed=(2,)) == (
        Doubt(None, CONFIRM, "The slip puts Guest 2 first, but the amounts put Guest 1 first. Check both."),
    )


def test_a_reason_turns_an_amount_to_confirm_into_a_note() -> None:
    table = make_table([40_000, 35_025, 22_600])
    seats = (table.seats[0], replace(table.seats[1], cash_reason="Counted twice by the director."), table.seats[2])
    (doubt,) = doubts(TableRecord(1, seats), {}, MSO_ACQUIRE)
    assert (doubt.seat, doubt.severity) == (2, NOTE)
    assert doubt.sentence.startswith("player 2 has 35,025")


def test_blanks_are_no_reason() -> None:
    table = make_table([40_000, 35_025, 22_600])
    seats = tuple(replace(seat, cash_reason="  ") for seat in table.seats)
    assert [doubt.severity for doubt in doubts(TableRecord(1, seats), {}, MSO_ACQUIRE)] == [CONFIRM]


def test_a_reason_does_not_make_an_impossible_amount_possible() -> None:
    table = make_table([40_000, -500, 22_600])
    seats = tuple(replace(seat, cash_reason="He owes the bank.") for seat in table.seats)
    assert REFUSE in {doubt.severity for doubt in doubts(TableRecord(1, seats), {}, MSO_ACQUIRE)}


def test_a_ruling_of_equal_shares_answers_a_table_without_money() -> None:
    found = doubts(make_table([0, 0, 0], ruling="The board was knocked over."), {}, MSO_ACQUIRE)
    assert found == (Doubt(None, NOTE, "Equal shares by the director's ruling (R62); the cash does not count."),)


def test_a_table_of_six_without_a_multiplier_is_refused() -> None:
    (doubt,) = _doubts([36_700, 31_200, 27_500, 24_800, 21_300, 15_900])
    assert (doubt.severity, doubt.seat) == (REFUSE, None)
    assert "not been confirmed (R60)" in doubt.sentence


def test_refusals_come_first() -> None:
    found = _doubts([40_050, -100, 21_000])
    assert [doubt.severity for doubt in found][:2] == [REFUSE, CONFIRM]


EVERY_DAY = ("E1", "E2", "E4", "E13", "E16", "E21", "two-stage-three", "two-stage-five")


@pytest.mark.parametrize("case", EVERY_DAY)
def test_the_ordinary_worked_examples_need_no_confirmation(case: str) -> None:
    rows = cases_of("scoring")[case]
    fines = {seat: int(row["fine"]) for seat, row in enumerate(rows, 1)}
    assert all(doubt.severity is NOTE for doubt in _doubts([int(row["cash"]) for row in rows], fines))


@given(st.lists(st.none() | st.integers(-200, 200_000), min_size=2, max_size=6))
def test_a_result_that_is_not_refused_can_be_scored(cash: list[int | None]) -> None:
    table = make_table(cash)
    refused = any(doubt.severity is REFUSE for doubt in doubts(table, {}, MSO_ACQUIRE))
    try:
        score_table(1, table, {}, MSO_ACQUIRE)
    except ScoringError:
        assert refused
    else:
        assert refused == any(amount is not None and amount < 0 for amount in cash)


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
