"""A fill-in completes a table without rank (R70): worked numbers with both settings, and what does not change for the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournament.scores.worked import make_table
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.rulesets import MSO_ACQUIRE, FillInCash
from tournament.record.vocabulary import PlayerId, SeatScore, TableScore
from tournament.scores.explaining import explain
from tournament.scores.scoring import NothingToShareError, score_table

COUNTS = MSO_ACQUIRE
LEFT_OUT = replace(MSO_ACQUIRE, fill_in_cash=FillInCash.LEFT_OUT)
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
    return [(row.adjusted, row.basic, row.score) for row in table.rows if not row.fills_in]


def of_fill_in(table: TableScore) -> SeatScore:
    return next(row for row in table.rows if row.fills_in)


# Three ranked players with 40,000 35,000 22,600, and a fill-in


@pytest.mark.parametrize(
    ("fills", "ranked", "own", "places", "winners"),
    [
        # The fill-in is third: a table of four, of 130,000.
        (
            30_000,
            [(42_400, 32_615, 32_615), (35_000, 26_923, 26_923), (22_600, 17_385, 17_385)],
            (30_000, 23_077),
            [1, 2, 4, 3],
            (1,),
        ),
        # The fill-in has the most and takes the winning bonus: nobody else is first; of 150,600.
        (
            50_000,
            [(40_000, 26_560, 26_560), (35_000, 23_240, 23_240), (22_600, 15_007, 15_007)],
            (53_000, 35_193),
            [2, 3, 4, 1],
            (F,),
        ),
        # Two winners, 1.03 each, of 140,000.
        (
            40_000,
            [(41_200, 29_429, 29_429), (35_000, 25_000, 25_000), (22_600, 16_143, 16_143)],
            (41_200, 29_429),
            [1, 3, 4, 1],
            (1, F),
        ),
        # A fill-in without cash leaves the percentages of three, and the multiplier of four.
        (0, [(42_400, 42_400, 42_400), (35_000, 35_000, 35_000), (22_600, 22_600, 22_600)], (0, 0), [1, 2, 3, 4], (1,)),
    ],
)
def test_the_cash_of_a_fill_in_counts_as_proposed(
    fills: int, ranked: list[tuple[int, int, int]], own: tuple[int, int], places: list[int], winners: tuple[int, ...]
) -> None:
    table = score_table(1, played(40_000, 35_000, 22_600, fills=fills), {}, COUNTS, (F,))
    assert steps(table) == ranked
    filling = of_fill_in(table)
    assert ((filling.adjusted, filling.basic), filling.score) == (own, 0)
    assert [row.place for row in table.rows] == places
    assert (table.winners, table.size, table.rows[0].size_multiplier) == (winners, 4, 1_000)
    assert table.total_adjusted == sum(row.adjusted for row in table.rows)


@pytest.mark.parametrize("fills", [0, 30_000, 40_000, 50_000])
def test_left_out_the_others_are_scored_as_if_they_had_played_alone(fills: int) -> None:
    table = score_table(1, played(40_000, 35_000, 22_600, fills=fills), {}, LEFT_OUT, (F,))
    alone = score_table(1, make_table((40_000, 35_000, 22_600)), {}, LEFT_OUT)
    assert steps(table) == E1 == [(row.adjusted, row.basic, row.score) for row in alone.rows]
    filling = of_fill_in(table)
    assert (filling.cash, filling.adjusted, filling.basic, filling.score, filling.is_winner) == (fills, 0, 0, 0, False)
    assert ([row.place for row in table.rows], table.winners) == ([1, 2, 3, 4], (1,))
    assert (table.size, table.rows[0].size_multiplier, table.total_adjusted) == (4, 750, 100_000)


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
    assert ([score for *_, score in steps(alone)], alone.rows[0].size_multiplier) == (left_out, multiplier)


def test_one_ranked_player_beside_two_fill_ins_scores_the_average() -> None:
    other = PlayerId(8)
    seats = tuple(SeatRecord(player, at, cash=30_000) for at, player in enumerate((PlayerId(1), other, F), 1))
    alone = score_table(1, TableRecord(1, seats), {}, LEFT_OUT, (other, F))
    assert steps(alone) == [(31_800, 100_000, 25_000)]


def test_fines_are_taken_off_and_a_fill_in_can_be_fined() -> None:
    table = played(40_000, 36_000, 22_600, fills=41_000)
    scored = score_table(1, table, {F: 5_000}, COUNTS, (F,))
    assert (of_fill_in(scored).net, scored.winners) == (36_000, (1,))


@pytest.mark.parametrize(("ruleset", "basic", "score"), [(COUNTS, 25_000, 25_000), (LEFT_OUT, 33_333, 25_000)])
def test_equal_shares_are_those_of_the_players_who_are_counted(ruleset: object, basic: int, score: int) -> None:
    table = score_table(1, played(0, 0, 0, fills=0, ruled="the bag tore"), {}, ruleset, (F,))  # type: ignore[arg-type]
    assert steps(table) == [(0, basic, score)] * 3


def test_with_the_fill_ins_cash_left_out_there_may_be_nothing_to_share() -> None:
    table = played(0, 0, 0, fills=30_000)
    assert [score for *_, score in steps(score_table(1, table, {}, COUNTS, (F,)))] == [0, 0, 0]
    with pytest.raises(NothingToShareError):
        score_table(1, table, {}, LEFT_OUT, (F,))


def test_a_table_without_a_fill_in_is_scored_as_ever_with_either_setting() -> None:
    table = TableRecord(1, played(40_000, 35_000, 22_600, fills=1).seats[:3])
    for ruleset in (COUNTS, LEFT_OUT):
        assert steps(score_table(1, table, {}, ruleset, (F,))) == E1


def test_the_steps_are_explained() -> None:
    table = played(40_000, 35_000, 22_600, fills=30_000)
    with_it, alone = (score_table(1, table, {}, ruleset, (F,)) for ruleset in (COUNTS, LEFT_OUT))
    assert explain(with_it.rows[0], with_it, COUNTS)[-1] == "Table of 4: × 1 = 32.615."
    assert explain(alone.rows[0], alone, LEFT_OUT)[-1] == (
        "3 ranked players, leaving out the fill-in's cash (R70): × 0.75 = 31.800."
    )
    for scored, ruleset in ((with_it, COUNTS), (alone, LEFT_OUT)):
        assert explain(of_fill_in(scored), scored, ruleset) == (
            "Cash 30,000.",
            "A fill-in is not ranked and gets no score (R70).",
        )
