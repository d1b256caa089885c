"""From cash to score: the worked examples first, then what holds for every table (R55-R63), and fill-ins (R70)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.tournament.scores.worked import cases_of, make_record, make_round, make_table, records, rows_of, thousandths
from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.formats import MSO_ACQUIRE, Bonus, FillInCash, Fines, Format
from tournament.record.rounds import PenaltyRecord
from tournament.record.settings import with_settings
from tournament.record.vocabulary import (
    FineTiming,
    NegativeCash,
    PenaltyKind,
    PlayerId,
    SeatScore,
    TableScore,
    format_thousandths,
)
from tournament.scores.explaining import explain
from tournament.scores.factors import format_multiplier, half_up
from tournament.scores.scoring import fines_of, score_round, score_table
from tournament.scores.steps import MissingCashError, NothingToShareError, SizeMultiplierError, with_bonus

SIX = with_settings(MSO_ACQUIRE, {"multiplier_six": 1_500})
AFTER = with_settings(SIX, {"fine_timing": FineTiming.AFTER_BONUS})
ALLOW = with_settings(SIX, {"negative_cash": NegativeCash.ALLOW})
AFTER_ALLOW = with_settings(AFTER, {"negative_cash": NegativeCash.ALLOW})

EXAMPLES = cases_of("scoring")
TOTALS = {row["case"]: int(row["total"]) for row in rows_of("scoring_totals")}


def score(cash: Sequence[int | None], fines: Sequence[int] = (), rules: Format = SIX) -> TableScore:
    by_player = {PlayerId(seat): fine for seat, fine in enumerate(fines, 1) if fine}
    return score_table(1, make_table(cash), by_player, rules)


def _ruled(row: dict[str, str]) -> Format:
    return with_settings(SIX, {name: row[name] for name in ("fine_timing", "negative_cash")})


def _scored(rows: list[dict[str, str]]) -> tuple[TableScore, Format]:
    rules = _ruled(rows[0])
    if rows[0]["six_multiplier"]:
        six = thousandths(rows[0]["six_multiplier"])
        rules = with_settings(rules, {"multiplier_six": six})
    return score([int(row["cash"]) for row in rows], [int(row["fine"]) for row in rows], rules), rules


@pytest.mark.parametrize("case", EXAMPLES)
def test_the_worked_examples_come_out_to_the_last_digit(case: str) -> None:
    rows = EXAMPLES[case]
    table, _ = _scored(rows)
    assert [
        (row.amount, format_thousandths(row.figure("basic")), format_thousandths(row.score)) for row in table.rows
    ] == [(int(row["adjusted"]), row["basic"], row["score"]) for row in rows]
    assert table.total == TOTALS.get(case, table.total)


def test_every_step_of_a_score_is_kept() -> None:
    table = score([40_000, 35_000, 22_600])
    assert [column.key for column in table.columns] == [
        *("cash", "fine", "net", "bonus", "adjusted", "basic", "multiplier", "score")
    ]
    assert [list(row.figures.values()) for row in table.rows] == [
        [40_000, 0, 40_000, 10_600, 2_400, 42_400, 42_400, 750, 31_800],
        [35_000, 0, 35_000, None, None, 35_000, 35_000, 750, 26_250],
        [22_600, 0, 22_600, None, None, 22_600, 22_600, 750, 16_950],
    ]
    assert [(row.player, row.seat, row.place, row.is_winner, row.amount, row.score) for row in table.rows] == [
        (1, 1, 1, True, 42_400, 31_800),
        (2, 2, 2, False, 35_000, 26_250),
        (3, 3, 3, False, 22_600, 16_950),
    ]
    assert (table.round, table.table, table.size, table.total, table.ruled_equal) == (1, 1, 3, 100_000, False)


def test_a_fine_after_the_bonus_may_leave_the_winner_with_less_than_the_second() -> None:
    table = score([40_000, 36_000, 30_000], [10_000], AFTER)
    assert [row.amount for row in table.rows] == [32_400, 36_000, 30_000]
    assert table.winners == (1,)


def test_a_winner_whose_late_fine_takes_everything_counts_as_zero_or_as_it_is() -> None:
    fines = [60_000]
    assert score([40_000, 30_000, 30_000], fines, AFTER).rows[0].amount == 0
    assert score([40_000, 30_000, 30_000], fines, AFTER_ALLOW).rows[0].amount == -17_600


def test_players_below_zero_keep_their_order_though_they_score_alike() -> None:
    table = score([40_000, 1_000, 3_000], [0, 5_000, 5_000])
    assert [(row.figure("net"), row.amount, row.score, row.place) for row in table.rows[1:]] == [
        (-4_000, 0, 0, 3),
        (-2_000, 0, 0, 2),
    ]


def test_a_score_below_zero_is_rounded_like_its_opposite() -> None:
    assert [half_up(value, 2) for value in (-3, -2, -1, 0, 1, 2, 3)] == [-2, -1, -1, 0, 1, 1, 2]


@pytest.mark.parametrize("cash", [[0, 0, 0], [0, 0, 0, 0]])
def test_a_table_without_money_needs_a_ruling(cash: list[int]) -> None:
    with pytest.raises(NothingToShareError) as refusal:
        score(cash)
    assert str(refusal.value) == (
        "Round 1, table 1: the amounts add up to 0, so there is nothing to share (R62); check the cash, or rule equal shares."
    )


@pytest.mark.parametrize("rules", [SIX, ALLOW, AFTER, AFTER_ALLOW])
def test_fines_that_leave_nothing_need_a_ruling_under_every_setting(rules: Format) -> None:
    with pytest.raises(NothingToShareError):
        score([5_000, 5_000, 5_000], [10_000, 10_000, 10_000], rules)


@pytest.mark.parametrize(
    ("size", "basic", "scored"),
    [(3, 33_333, 25_000), (4, 25_000, 25_000), (5, 20_000, 24_000), (6, 16_667, 25_001)],
)
def test_a_ruling_of_equal_shares_gives_everybody_the_same_and_nobody_a_win(size: int, basic: int, scored: int) -> None:
    cash = [40_000, 10_000, 0, 0, 0, 0][:size]  # it stands whatever cash was written down
    table = score_table(1, make_table(cash, ruling="The board was knocked over."), {}, SIX)
    assert [(row.figure("basic"), row.score, row.place, row.is_winner) for row in table.rows] == [
        (basic, scored, 1, False)
    ] * size
    assert (table.ruled_equal, table.winners) == (True, ())


def test_a_table_of_six_is_not_scored_before_its_multiplier_is_confirmed() -> None:
    with pytest.raises(SizeMultiplierError) as refusal:
        score([1_000] * 6, rules=MSO_ACQUIRE)
    assert str(refusal.value) == (
        "The multiplier for tables of six has not been confirmed (R60); set it for the event, usually 1.5, before scoring."
    )


def test_a_table_of_two_has_no_multiplier() -> None:
    with pytest.raises(SizeMultiplierError, match=r"A table of 2 is not possible: tables have 3 to 6 players"):
        score([1_000, 2_000])


def test_a_missing_amount_is_named() -> None:
    with pytest.raises(MissingCashError) as refusal:
        score([1_000, None, 2_000])
    assert str(refusal.value) == "Round 1, table 1: player 2 has no final cash; enter it before scoring."


@given(st.integers(0, 200_000), st.sampled_from(sorted(MSO_ACQUIRE.step(Bonus).by_winners.values())))
def test_the_bonus_agrees_with_decimal_arithmetic(amount: int, multiplier: int) -> None:
    hundreds = (Decimal(amount) * multiplier / 1_000_000).to_integral_value(ROUND_CEILING)
    assert with_bonus(amount, multiplier, 100) == hundreds * 100


amounts = st.integers(0, 1_200).map(lambda hundreds: hundreds * 100)
tables = st.lists(amounts, min_size=3, max_size=6).filter(any)
fines = st.lists(st.sampled_from((0, 0, 0, 5_000, 10_000)), min_size=6, max_size=6)


def _by_decimals(cash: Sequence[int], fine: Sequence[int], rules: Format) -> list[Decimal]:
    """The rules once more, in decimals and in the order of their sentences (R55-R58)."""
    net = [max(0, amount - taken) for amount, taken in zip(cash, fine, strict=False)]
    first = [amount == max(net) for amount in net]
    times = Decimal(rules.step(Bonus).by_winners[sum(first)]) / 10_000
    adjusted = [
        (amount * times / 100).to_integral_value(ROUND_CEILING) * 100 if wins else Decimal(amount)
        for amount, wins in zip(net, first, strict=True)
    ]
    three = Decimal("0.001")
    basic = [(100 * amount / sum(adjusted)).quantize(three, ROUND_HALF_UP) for amount in adjusted]
    factor = Decimal(rules.multipliers[len(cash)]) / 1000
    return [(value * factor).quantize(three, ROUND_HALF_UP) for value in basic]


@given(tables, fines)
def test_scores_agree_with_decimal_arithmetic(cash: list[int], fine: list[int]) -> None:
    assume(any(amount > taken for amount, taken in zip(cash, fine, strict=False)))
    table = score(cash, fine[: len(cash)])
    assert [Decimal(row.score) / 1000 for row in table.rows] == _by_decimals(cash, fine, SIX)


@given(tables)
def test_more_net_cash_never_scores_less(cash: list[int]) -> None:
    rows = sorted(score(cash).rows, key=lambda row: row.figure("net"))
    for less, more in pairwise(rows):
        assert less.score <= more.score
        assert (less.figure("net") == more.figure("net")) <= (less.score == more.score and less.place == more.place)


@given(tables, fines, st.sampled_from([SIX, ALLOW, AFTER, AFTER_ALLOW]))
def test_a_table_is_scored_or_refused_in_a_sentence_under_every_setting(
    cash: list[int], fine: list[int], rules: Format
) -> None:
    try:
        table = score(cash, fine[: len(cash)], rules)
    except NothingToShareError:
        assume(False)
    assert table.total == sum(row.amount for row in table.rows) > 0
    assert table.winners
    if rules.step(Fines).below_zero is NegativeCash.FLOOR_ZERO:
        assert all(0 <= row.figure("basic") <= 100_000 for row in table.rows)


def _fine(player: int, round_number: int = 1, amount: int = 5_000, **fields: object) -> PenaltyRecord:
    penalty = PenaltyRecord(PlayerId(player), round_number, PenaltyKind.FINE, amount, "misplayed again")
    return replace(penalty, **fields)  # type: ignore[arg-type]


def test_fines_of_a_round_are_summed_and_cancelled_ones_do_not_count() -> None:
    event = make_record(
        3,
        penalties=(
            _fine(1),
            _fine(1, amount=2_500),
            _fine(2, is_cancelled=True),
            _fine(3, round_number=2),
            _fine(3, kind=PenaltyKind.TWO_MINUTES, amount=0),
        ),
    )
    assert fines_of(event, 1) == {1: 7_500}


def test_a_round_is_scored_with_its_fines_as_far_as_results_are_in() -> None:
    event = make_record(
        7,
        make_round(1, {1: 40_000, 2: 35_000, 3: 30_000, 4: 20_000}, {5: 30_000, 6: None, 7: 10_000}),
        penalties=(_fine(2),),
    )
    (table,) = score_round(event, 1)
    assert (table.table, [row.figure("net") for row in table.rows]) == (1, [40_000, 30_000, 30_000, 20_000])


@pytest.mark.parametrize("row", rows_of("explained"), ids=lambda row: f"{row['seat']} of {row['cash']}")
def test_a_score_is_explained_step_by_step(row: dict[str, str]) -> None:
    cash, fined = ([int(amount) for amount in row[name].split()] for name in ("cash", "fines"))
    table = score(cash, fined, _ruled(row))
    assert explain(table.rows[int(row["seat"]) - 1], table, _ruled(row)) == tuple(row["steps"].split(" | "))


def test_equal_shares_are_explained_as_a_ruling() -> None:
    table = score_table(1, make_table([0, 0, 0], ruling="The board was knocked over."), {}, SIX)
    assert explain(table.rows[0], table, SIX) == (
        "The director ruled equal shares: 100 divided by 3 = 33.333 %.",
        "Table of 3: × 0.75 = 25.000.",
    )


@given(records)
def test_every_score_of_an_event_is_explained_with_its_own_number_at_the_end(event: EventRecord) -> None:
    for played in event.closed_rounds:
        for table in score_round(event, played.number):
            for row in table.rows:
                *_, last = explain(row, table, SIX)
                assert last.endswith(f"= {format_thousandths(row.score)}.")


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (10_600, 10_000, "1.06"),
        (10_150, 10_000, "1.015"),
        (750, 1_000, "0.75"),
        (1_000, 1_000, "1"),
        (1_200, 1_000, "1.2"),
    ],
)
def test_multipliers_are_written_without_needless_zeros(value: int, unit: int, text: str) -> None:
    assert format_multiplier(value, unit) == text


COUNTS = MSO_ACQUIRE
LEFT_OUT = with_settings(MSO_ACQUIRE, {"fill_in_cash": FillInCash.LEFT_OUT})
F = PlayerId(9)
"""The fill-in; the others are numbered from 1."""
E1 = [(42_400, 42_400, 31_800), (35_000, 35_000, 26_250), (22_600, 22_600, 16_950)]
"""A table of three as the rules' worked example has it: amounts after the bonus, percentages, scores."""


def played(*cash: int, fills: int, ruled: str = "") -> TableRecord:
    """A table at which ranked players have ``cash``, and the fill-in the amount ``fills`` at the last seat."""
    seats = [SeatRecord(PlayerId(number), number, cash=amount) for number, amount in enumerate(cash, 1)]
    seats.append(SeatRecord(F, len(cash) + 1, cash=fills))
    return TableRecord(1, tuple(seats), equal_shares_ruling=ruled)


def steps(table: TableScore) -> list[tuple[int, int, int]]:
    """The amount after the bonus, the percentage and the score of each ranked player."""
    return [(row.amount, row.figure("basic"), row.score) for row in table.rows if not row.fills_in]


def of_fill_in(table: TableScore) -> SeatScore:
    return next(row for row in table.rows if row.fills_in)


@pytest.mark.parametrize("case", cases_of("fill_ins"))
def test_the_cash_of_a_fill_in_counts_as_proposed(case: str) -> None:
    rows = cases_of("fill_ins")[case]
    *ranked, own = (int(row["cash"]) for row in rows)
    table = score_table(1, played(*ranked, fills=own), {}, COUNTS, (F,))
    assert [
        (row.amount, format_thousandths(row.figure("basic")), format_thousandths(row.score), str(row.place))
        for row in table.rows
    ] == [(int(row["adjusted"]), row["basic"], row["score"], row["place"]) for row in rows]
    assert table.winners == tuple(row.player for row in table.rows if row.place == 1)
    assert (table.size, table.rows[0].figures["multiplier"]) == (4, 1_000)
    assert table.total == sum(row.amount for row in table.rows)


@pytest.mark.parametrize("fills", [0, 30_000, 40_000, 50_000])
def test_left_out_the_others_are_scored_as_if_they_had_played_alone(fills: int) -> None:
    table = score_table(1, played(40_000, 35_000, 22_600, fills=fills), {}, LEFT_OUT, (F,))
    alone = score_table(1, make_table((40_000, 35_000, 22_600)), {}, LEFT_OUT)
    assert steps(table) == E1 == [(row.amount, row.figure("basic"), row.score) for row in alone.rows]
    filling = of_fill_in(table)
    assert (filling.figures["cash"], filling.amount, filling.figures["basic"], filling.score, filling.is_winner) == (
        fills,
        0,
        0,
        0,
        False,
    )
    assert ([row.place for row in table.rows], table.winners) == ([1, 2, 3, 4], (1,))
    assert (table.size, table.rows[0].figures["multiplier"], table.total) == (4, 750, 100_000)


@pytest.mark.parametrize(
    ("ranked", "multiplier", "counts", "left_out"),
    [
        # A table of three: two ranked players. 42,400 of 92,400 is 45.887, of 72,400 is 58.564.
        ((40_000, 30_000), 500, [34_415, 24_351], [29_282, 20_718]),
        # A table of five, times 1.2, of 140,000; the four alone share 120,000.
        ((40_000, 35_000, 22_600, 20_000), 1_000, [36_343, 30_000, 19_372, 17_143], [35_333, 29_167, 18_833, 16_667]),
    ],
)
def test_the_multiplier_is_that_of_the_players_who_are_counted(
    ranked: tuple[int, ...], multiplier: int, counts: list[int], left_out: list[int]
) -> None:
    table = played(*ranked, fills=20_000)
    assert [score for *_, score in steps(score_table(1, table, {}, COUNTS, (F,)))] == counts
    alone = score_table(1, table, {}, LEFT_OUT, (F,))
    assert ([score for *_, score in steps(alone)], alone.rows[0].figures["multiplier"]) == (left_out, multiplier)


def test_one_ranked_player_beside_two_fill_ins_scores_the_average() -> None:
    other = PlayerId(8)
    seats = tuple(SeatRecord(player, at, cash=30_000) for at, player in enumerate((PlayerId(1), other, F), 1))
    alone = score_table(1, TableRecord(1, seats), {}, LEFT_OUT, (other, F))
    assert steps(alone) == [(31_800, 100_000, 25_000)]


def test_fines_are_taken_off_and_a_fill_in_can_be_fined() -> None:
    table = played(40_000, 36_000, 22_600, fills=41_000)
    scored = score_table(1, table, {F: 5_000}, COUNTS, (F,))
    assert (of_fill_in(scored).figures["net"], scored.winners) == (36_000, (1,))


@pytest.mark.parametrize(("rules", "basic", "score"), [(COUNTS, 25_000, 25_000), (LEFT_OUT, 33_333, 25_000)])
def test_equal_shares_are_those_of_the_players_who_are_counted(rules: object, basic: int, score: int) -> None:
    table = score_table(1, played(0, 0, 0, fills=0, ruled="the bag tore"), {}, rules, (F,))  # type: ignore[arg-type]
    assert steps(table) == [(0, basic, score)] * 3


def test_with_the_fill_ins_cash_left_out_there_may_be_nothing_to_share() -> None:
    table = played(0, 0, 0, fills=30_000)
    assert [score for *_, score in steps(score_table(1, table, {}, COUNTS, (F,)))] == [0, 0, 0]
    with pytest.raises(NothingToShareError):
        score_table(1, table, {}, LEFT_OUT, (F,))


def test_the_steps_are_explained() -> None:
    table = played(40_000, 35_000, 22_600, fills=30_000)
    with_it, alone = (score_table(1, table, {}, rules, (F,)) for rules in (COUNTS, LEFT_OUT))
    assert explain(with_it.rows[0], with_it, COUNTS)[-1] == "Table of 4: × 1 = 32.615."
    assert explain(alone.rows[0], alone, LEFT_OUT)[-1] == (
        "3 ranked players, leaving out the fill-in's cash (R70): × 0.75 = 31.800."
    )
    for scored, rules in ((with_it, COUNTS), (alone, LEFT_OUT)):
        assert explain(of_fill_in(scored), scored, rules) == (
            "Cash 30,000.",
            "A fill-in is not ranked and gets no score (R70).",
        )
