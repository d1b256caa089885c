"""The numbers of the rules, compared with their tables."""

from __future__ import annotations

import pytest

from tests.tournament.scores.worked import rows_of, thousandths
from tournament.record.rulesets import ARRANGEMENTS, MSO_ACQUIRE, SUGGESTED_SIX_MINUTES, SUGGESTED_SIX_MULTIPLIER
from tournament.scores.scoring import with_bonus


def test_the_winning_bonus_has_the_multipliers_of_the_table() -> None:
    expected = {int(row["winners"]): thousandths(row["multiplier"], 10_000) for row in rows_of("bonus_multipliers")}
    assert MSO_ACQUIRE.bonus_multipliers == expected


@pytest.mark.parametrize("row", rows_of("bonus_multipliers"), ids=lambda row: f"{row['winners']} tied")
def test_forty_thousand_with_the_bonus_is_what_the_table_prints(row: dict[str, str]) -> None:
    multiplier = MSO_ACQUIRE.bonus_multipliers[int(row["winners"])]
    assert with_bonus(40_000, multiplier, MSO_ACQUIRE.bonus_rounding) == int(row["for_40000"])


def test_table_sizes_have_the_multipliers_and_minutes_of_the_tables_and_six_has_none() -> None:
    rows = [row for row in rows_of("size_multipliers") if row["multiplier"]]
    assert MSO_ACQUIRE.size_multipliers == {int(row["players"]): thousandths(row["multiplier"]) for row in rows}
    assert MSO_ACQUIRE.minutes == {int(row["players"]): int(row["minutes"]) for row in rows}
    assert [row["players"] for row in rows_of("size_multipliers") if not row["multiplier"]] == ["6"]


@pytest.mark.parametrize(
    "row", [row for row in rows_of("size_multipliers") if row["multiplier"]], ids=lambda row: row["players"]
)
def test_thirty_five_percent_standardised_is_what_the_table_prints(row: dict[str, str]) -> None:
    multiplier = MSO_ACQUIRE.size_multipliers[int(row["players"])]
    assert 35_000 * multiplier == thousandths(row["for_35_percent"]) * 1000


def test_the_suggestions_for_six_continue_what_three_and_four_have() -> None:
    sizes = MSO_ACQUIRE.size_multipliers
    assert (sizes[3] * 4, sizes[4] * 3, SUGGESTED_SIX_MULTIPLIER * 2) == (3_000, 3_000, 3_000)
    assert 6 * SUGGESTED_SIX_MINUTES <= 4 * MSO_ACQUIRE.minutes[4] < 6 * (SUGGESTED_SIX_MINUTES + 1)


def test_idle_rounds_and_fines_have_the_amounts_of_the_rules() -> None:
    rules = MSO_ACQUIRE
    assert (rules.sit_out_score, rules.pairing_problem_score, rules.missed_score) == (25_000, 30_000, 0)
    assert (rules.fine_amount, rules.dilution, rules.swiss_from_tables) == (5_000, 1_000, 4)


def test_the_table_of_arrangements_is_literally_that_of_the_rules() -> None:
    table = [
        (str(players), arrangement.kind.value, " ".join(map(str, arrangement.sizes)), str(arrangement.sit_outs))
        for players, arrangements in ARRANGEMENTS.items()
        for arrangement in arrangements
    ]
    assert table == [(row["players"], row["kind"], row["sizes"], row["sit_outs"]) for row in rows_of("arrangements")]


def test_the_table_of_arrangements_cannot_be_changed_by_accident() -> None:
    with pytest.raises(TypeError):
        MSO_ACQUIRE.size_multipliers[6] = 1_500  # type: ignore[index]
