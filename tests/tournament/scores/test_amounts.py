"""Amounts of every kind as they are typed and written: worked readings, and what is written is read back."""

from __future__ import annotations

from dataclasses import replace as with_figures

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.tournament.scores.worked import make_record, make_round, make_table
from tournament.record.formats import MSO_ACQUIRE, Amount, Amounts, Format, Typed, read_format, written_format
from tournament.record.vocabulary import Key
from tournament.scores.amounts import AmountError, in_field, not_of_a_table, out_of_bounds, read_amount, seat_in_words
from tournament.scores.order import Results, by_value
from tournament.scores.plausibility import judge_table
from tournament.scores.scoring import score_table
from tournament.scores.steps import columns_of

CASH = MSO_ACQUIRE.amount
POINTS = Amount(name="victory points", decimals=2, least=None, most=50_000)
SCORE = Amount(name="score", least=-100, step=5)
PLACE = Amount(name="place", typed=Typed.PLACE, least=1, most=4, more_wins=False)
WINNER = Amount(name="result", typed=Typed.WINNER)
CARROTS = replace(PLACE, second=Amount(name="carrots", least=0, most=300, more_wins=False))


@pytest.mark.parametrize(
    ("amount", "text", "value"),
    [
        (CASH, "$ 41.200", 41_200),
        (CASH, " ", None),
        (POINTS, "12.5", 1_250),
        (POINTS, "12,50", 1_250),
        (POINTS, "12", 1_200),
        (POINTS, "-0.05", -5),
        (POINTS, "−3", -300),
        (POINTS, "١٢٫٥", 1_250),
        (SCORE, "-1", -1),
        (SCORE, "1,200", 1_200),
        (PLACE, "3", 3),
        (WINNER, "won", 1),
        (WINNER, "Drew", 1),
        (WINNER, "1", 1),
        (WINNER, "lost", 0),
    ],
)
def test_a_text_is_read_as_the_amount_says(amount: Amount, text: str, value: int | None) -> None:
    assert read_amount(text, amount) == value


@pytest.mark.parametrize(
    ("amount", "text", "sentence"),
    [
        (CASH, "-100", "“-100” is not an amount in dollars. Enter it like this: 41,200."),
        (CASH, "99999999", "99,999,999 is more than is possible in a game. Check the digits."),
        (POINTS, "1,234.50", "“1,234.50” cannot be entered here. Enter it like this: 412.00."),
        (POINTS, "1.234", "“1.234” cannot be entered here. Enter it like this: 412.00."),
        (POINTS, "600", "600.00 is above 500.00, the most that is possible."),
        (SCORE, "-200", "−200 is below −100, the least that is possible."),
        (PLACE, "0", "0 is below 1, the least that is possible."),
        (PLACE, "first", "“first” cannot be entered here. Enter it like this: 4."),
        (WINNER, "2", "“2” cannot be entered here. Enter it like this: won."),
    ],
)
def test_what_cannot_be_entered_is_told(amount: Amount, text: str, sentence: str) -> None:
    with pytest.raises(AmountError) as refused:
        read_amount(text, amount)
    assert str(refused.value) == sentence


@given(
    st.sampled_from([CASH, POINTS, SCORE, PLACE, WINNER]), st.lists(st.integers(-100, 50_000), min_size=1, max_size=4)
)
def test_what_a_field_holds_is_read_back(amount: Amount, values: list[int]) -> None:
    values = [value % 2 for value in values] if amount is WINNER else values
    for value in values:
        if not out_of_bounds(amount, value):
            assert read_amount(in_field(amount, value, values), amount) == value


@pytest.mark.parametrize(
    ("amount", "values", "texts", "is_right"),
    [
        (PLACE, [1, 1, 3, 4], [], True),
        (PLACE, [2, 1, 2], [], True),
        (PLACE, [1, 1, 2, 4], [], False),
        (PLACE, [2, 3, 4], [], False),
        (WINNER, [1, 0, 0], ["won", "lost", "lost"], True),
        (WINNER, [1, 1, 0], ["drew", "drew", "lost"], True),
        (WINNER, [1, 1, 0], ["1", "1", "0"], True),
        (WINNER, [1, 1, 0], ["won", "won", "lost"], False),
        (WINNER, [1, 1, 0], ["won", "drew", "lost"], False),
        (WINNER, [1, 0, 0], ["drew", "lost", "lost"], False),
        (WINNER, [0, 0, 0], [], False),
        (POINTS, [7, 7, -7], [], True),
    ],
)
def test_the_amounts_of_a_table_must_fit_together(
    amount: Amount, values: list[int], texts: list[str], is_right: bool
) -> None:
    assert (not_of_a_table(amount, values, texts) == "") is is_right


def test_places_that_do_not_fit_are_told_with_those_that_would() -> None:
    assert not_of_a_table(PLACE, [4, 1, 2, 1]) == (
        "Places 1, 1, 2, 4 do not fit together: players who are equal share a place, and the next ones are left out, as in 1, 1, 3, 4."
    )


def form(amount: Amount) -> Format:
    return replace(MSO_ACQUIRE, amount=amount, game=(Amounts(),))


def test_amounts_with_decimals_score_what_they_are() -> None:
    scored = score_table(1, make_table((1_250, -5, 300)), {}, form(POINTS))
    assert [row.score for row in scored.rows] == [12_500, -50, 3_000]


def test_the_step_of_the_format_is_doubted_and_what_is_said_of_dollars_is_not() -> None:
    played = make_round(1, {1: 7, 2: 900, 3: -10})
    found = judge_table(make_record(3, played, format=form(SCORE)), 1, played.tables[0])
    assert [doubt.sentence for doubt in found.open] == [
        "Guest 1 has 7, which is no multiple of 5. Count again, or give the reason."
    ]


def test_a_second_figure_is_a_column_and_parts_equals_by_the_fewer() -> None:
    table = make_table((1, 2, 3))
    seats = tuple(with_figures(seat, second=second) for seat, second in zip(table.seats, (12, 40, 3), strict=True))
    scored = score_table(1, with_figures(table, seats=seats), {}, form(CARROTS))
    assert [column.key for column in columns_of(form(CARROTS))] == ["cash", "second", "score"]
    players = [row.player for row in scored.rows]
    fewer = Results(dict.fromkeys(players, 0), tables=[scored], fewer_second=True)
    assert [*by_value(players, Key.SECOND, fewer).values()] == [(players[2],), (players[0],), (players[1],)]
    assert seat_in_words(CARROTS, seats[1], seats) == "2 (40)"
    assert read_format(written_format(form(CARROTS))) == form(CARROTS)
