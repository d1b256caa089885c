"""The steps of other games than Acquire, worked out by hand: places, wins, amounts, percentages of the best or with a virtual player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replace_record

import pytest
from msgspec.structs import replace

from tests.tournament.scores.worked import make_record, make_round, make_table
from tournament.record.formats import (
    MSO_ACQUIRE,
    Amount,
    Amounts,
    Bonus,
    Format,
    Places,
    Share,
    ShareOf,
    Step,
    Wins,
    read_format,
    written_format,
)
from tournament.record.vocabulary import PlayerId, TableScore
from tournament.scores.explaining import Scores, explain, how_scored
from tournament.scores.plausibility import judge_table
from tournament.scores.scoring import score_table
from tournament.scores.steps import NothingToShareError, SizeMultiplierError, columns_of
from tournament.tellings.csv import results_csv
from tournament.tellings.plain import result_values
from tournament.tellings.results import FOR_FILES, check_of, every_seat, table_result

POINTS = Amount(name="points", least=None)
BY_PLACE = Places(points={4: (4_000, 2_000, 1_000, 0), 3: (4_000, 2_000, 0)})


def form(*steps: Step, amount: Amount = POINTS) -> Format:
    return replace(MSO_ACQUIRE, amount=amount, game=steps)


def score(rules: Format, *amounts: int, ruling: str = "") -> TableScore:
    return score_table(1, make_table(amounts, ruling=ruling), {}, rules)


def scores(rules: Format, *amounts: int, ruling: str = "") -> list[int]:
    return [row.score for row in score(rules, *amounts, ruling=ruling).rows]


@pytest.mark.parametrize(
    ("amounts", "points"),
    [
        ((90, 71, 64, 50), [4_000, 2_000, 1_000, 0]),
        ((50, -3, 90), [2_000, 0, 4_000]),
        ((90, 90, 50), [3_000, 3_000, 0]),
        ((90, 90, 90, 50), [2_333, 2_333, 2_333, 0]),
        ((90, 70, 70, 50), [4_000, 1_500, 1_500, 0]),
        ((90, 70, 50, 50), [4_000, 2_000, 500, 500]),
        ((7, 7, 7, 7), [1_750, 1_750, 1_750, 1_750]),
    ],
)
def test_a_shared_place_gets_the_mean_of_its_points(amounts: Sequence[int], points: Sequence[int]) -> None:
    assert scores(form(BY_PLACE), *amounts) == points


def test_a_mean_is_rounded_half_up_to_a_thousandth() -> None:
    assert scores(form(Places(points={4: (4_000, 3_001, 2_000, 0)})), 9, 9, 1, 0) == [3_501, 3_501, 2_000, 0]


def test_a_size_without_points_is_refused() -> None:
    with pytest.raises(SizeMultiplierError, match=r"A table of 5 is not possible: tables have 3 to 6 players"):
        score(form(BY_PLACE), 5, 4, 3, 2, 1)


def test_the_least_amount_is_first_where_it_wins() -> None:
    table = score(form(BY_PLACE, amount=replace(POINTS, more_wins=False)), 3, 1, 12)
    assert ([row.place for row in table.rows], [row.score for row in table.rows]) == ([2, 1, 3], [2_000, 4_000, 0])
    assert table.winners == (2,)


def test_a_ruling_of_equal_shares_shares_all_points_and_nobody_wins() -> None:
    table = score(form(BY_PLACE), 40, 0, 0, 0, ruling="The board was knocked over.")
    assert ([row.score for row in table.rows], table.winners) == ([1_750] * 4, ())


def test_a_sole_winner_gets_more_than_one_of_several() -> None:
    wins = form(Wins(win=1_000, draw=500, loss=0))
    assert scores(wins, 10, 8, 10) == [500, 0, 500]
    assert scores(wins, 10, 8, 9) == [1_000, 0, 0]


def test_an_amount_may_be_the_score_below_zero_too() -> None:
    assert scores(form(Amounts()), 10, -4, 0) == [10_000, -4_000, 0]
    assert scores(form(Amounts()), 10, 1, 0, ruling="The box fell.") == [3_667] * 3


def test_percentages_are_of_the_sum_of_the_best_or_with_a_virtual_player() -> None:
    assert scores(form(Share()), 80, 70, 60) == [38_095, 33_333, 28_571]
    assert scores(form(Share(of=ShareOf.BEST)), 80, 70, 60) == [100_000, 87_500, 75_000]
    virtual = form(Share(virtual=1))  # 210 and the mean 70 are 280 at a table of three, nothing is added at one of four
    assert scores(virtual, 80, 70, 60) == [28_571, 25_000, 21_429]
    assert scores(virtual, 80, 70, 60, 40) == [32_000, 28_000, 24_000, 16_000]
    with pytest.raises(NothingToShareError):
        score(virtual, 0, 0, 0)


SUM, SUMS = "the sum misses", "the sums miss"


@pytest.mark.parametrize(
    ("rules", "amounts", "ruling", "missed"),
    [
        (MSO_ACQUIRE, (0, 0, 0), "The bank was lost.", f"{SUM} 100."),  # 33.333 three times, 25.000 three times
        (MSO_ACQUIRE, (40_900, 31_000, 23_300), "", f"{SUMS} 100 and 75."),  # 100.001 and 75.002
        (MSO_ACQUIRE, (54_500, 48_600, 46_600, 41_000), "", f"{SUM} 100."),  # 100.001 in both columns
        (MSO_ACQUIRE, (48_000, 45_600, 44_000, 39_900), "", ""),
        (form(Share()), (80, 70, 60), "", f"{SUM} 100."),  # 99.999
        (form(Share(of=ShareOf.BEST)), (80, 70, 60), "", ""),
        (form(Share(of=ShareOf.BEST)), (90, 90, 89), "", ""),  # 298.889 is no sum of anything
        (form(Share(virtual=1)), (80, 70, 60), "", ""),
        (form(Share(virtual=1)), (70, 70, 71), "", f"{SUM} 75."),  # 24.882, 24.882, 25.237
        (form(BY_PLACE), (90, 90, 90, 50), "", f"{SUM} 7."),  # 2.333 three times
        (form(BY_PLACE), (90, 70, 70, 50), "", ""),
        (form(Share(), BY_PLACE), (80, 70, 60), "", f"{SUM} 100."),  # the points are whole
        (form(Amounts()), (10, 1, 0), "The box fell.", ""),
    ],
)
def test_a_sum_that_misses_its_round_number_by_rounding_says_why_and_no_other(
    rules: Format, amounts: Sequence[int], ruling: str, missed: str
) -> None:
    event = make_record(len(amounts), replace_record(make_round(1), tables=(make_table(amounts, ruling=ruling),)))
    told = Scores(replace_record(event, format=rules))
    listing = table_result(told, 1, event.rounds[0].tables[0], told.tables(1)[0])
    assert listing.legend == ((f"Rounded: {missed}",) if missed else ())


def test_beside_a_fill_in_only_the_percentages_are_said_to_miss_a_round_number() -> None:
    event = make_record(4, replace_record(make_round(1), tables=(make_table((54_500, 48_600, 46_600, 41_000)),)))
    filled = replace_record(event, fill_ins=(PlayerId(4),))
    told = Scores(filled)
    listing = table_result(told, 1, filled.rounds[0].tables[0], told.tables(1)[0])
    assert listing.legend == (f"Rounded: {SUM} 100.",)
    assert [cell.text for cell in listing.sums][-3:] == ["100.001", "", "78.867"]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (form(BY_PLACE), "Points 70. Place 2 of 4, shared: the mean of 2, 1 = 1.500."),
        (form(Wins(win=1_000, draw=500, loss=0)), "Points 70. Not first: 0.000."),
        (form(Amounts()), "Points 70. Score 70.000."),
        (form(Share(of=ShareOf.BEST)), "Points 70. 70 of 90 = 77.778 %."),
    ],
)
def test_every_step_is_explained(rules: Format, told: str) -> None:
    table = score(rules, 90, 70, 70, 50)
    assert " ".join(explain(table.rows[1], table, rules)) == told
    assert how_scored(rules)


def test_a_virtual_player_is_explained() -> None:
    rules = form(Share(virtual=1))
    table = score(rules, 80, 70, 60)
    assert explain(table.rows[0], table, rules) == (
        "Points 80.",
        "80 of 210 and the mean for 1 more player = 28.571 %.",
    )


def test_without_fines_and_bonus_there_are_no_columns_of_them() -> None:
    assert [column.key for column in columns_of(form(BY_PLACE))] == ["cash", "score"]
    assert [column.key for column in columns_of(form(Share()))] == ["cash", "basic", "score"]
    assert [column.key for column in columns_of(form(Bonus(by_winners={1: 11_000}), Share()))] == [
        *("cash", "bonus", "adjusted", "basic", "score")
    ]


def test_such_games_are_stored_as_text() -> None:
    rules = form(BY_PLACE, Wins(win=1_000, draw=500, loss=0), Amounts(), Share(of=ShareOf.BEST, virtual=1))
    assert read_format(written_format(rules)) == rules


@pytest.mark.parametrize(
    ("step", "titles"),
    [
        (BY_PLACE, ["Points", "Score"]),
        (Wins(win=1_000, draw=500, loss=0), ["Points", "Score"]),
        (Amounts(), ["Points", "Score"]),
        (Share(), ["Points", "Basic %", "Score"]),
    ],
)
def test_lists_checks_and_json_print_what_columns_there_are(step: Step, titles: list[str]) -> None:
    played = make_round(1, {1: 90, 2: 70, 3: 70, 4: 50}, {5: 12, 6: 9, 7: 9})
    record = make_record(7, played, format=form(step))
    told = Scores(record)
    scored, judged = told.tables(1)[0], judge_table(record, 1, played.tables[0])
    listing = table_result(told, 1, played.tables[0], scored)
    assert [column.title for column in listing.without("seat", *FOR_FILES).columns] == ["Place", "Name", *titles]
    assert [row["cash"].text for row in every_seat(told, 1).records()] == ["90", "70", "70", "50", "12", "9", "9"]
    assert results_csv(record, 1).splitlines()[0].endswith(",Score,Place")
    assert judged.score == scored
    assert check_of(record, judged).style
    player = result_values(told, 1)["tables"][0]["players"][0]
    assert [key for key in player if key in {column.key for column in scored.columns}] == [
        column.key for column in scored.columns
    ]
