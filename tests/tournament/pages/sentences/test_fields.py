"""Figures and players as a director types them."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from tournament.desk.entry_forms import find_players, the_player
from tournament.desk.fields import ThousandthsField
from tournament.record.event import EntryRecord
from tournament.record.vocabulary import PlayerId, format_thousandths

PERCENT = ThousandthsField(most=100_000)
FACTOR = ThousandthsField(least=1, most=10_000, places=0)
OPEN = ThousandthsField(required=False)

ENTRIES = tuple(
    EntryRecord(PlayerId(number), name)
    for number, name in enumerate(("Ada Demo", "Ada Demo-Trial", "Zoë Demo", "12 Monkeys"), 1)
)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("25", 25_000),
        ("25.", 25_000),
        ("25.000", 25_000),
        ("25,5", 25_500),
        (".5", 500),
        (" 1.234 % ", 1_234),
        ("0", 0),
    ],
)
def test_a_figure_is_read_as_whole_thousandths(typed: str, value: int) -> None:
    assert PERCENT.clean(typed) == value


@pytest.mark.parametrize("typed", ["1e3", "-1", "1 000", "½", "١٫٥٫٢", "1.2.3", ".", "25.000.000", "x"])
def test_what_is_no_figure_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(ValidationError, match=r"is not a number\. Enter a number such as"):
        PERCENT.clean(typed)


def test_an_optional_figure_may_be_empty() -> None:
    assert OPEN.clean(" ") is None


@pytest.mark.parametrize(
    ("value", "factor", "percent"), [(1_500, "1.5", "1.500"), (1_000, "1", "1.000"), (750, "0.75", "0.750")]
)
def test_a_multiplier_is_shown_without_needless_zeros_and_a_percentage_with_three(
    value: int, factor: str, percent: str
) -> None:
    assert (FACTOR.prepare_value(value), PERCENT.prepare_value(value)) == (factor, percent)


@given(st.integers(min_value=0, max_value=100_000))
def test_what_is_shown_is_read_back_as_it_was(value: int) -> None:
    assert PERCENT.clean(PERCENT.prepare_value(value)) == value == PERCENT.clean(format_thousandths(value))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2", [2]),
        ("ada demo", [1]),
        ("ADA", [1, 2]),
        ("demo ada", [1, 2]),
        ("zoë", [3]),
        ("Zoe\u0308 Demo", [3]),
        ("12", []),
        ("12 m", [4]),
        ("", []),
    ],
)
def test_players_are_found_by_number_whole_name_or_parts(text: str, numbers: list[int]) -> None:
    assert [entry.player for entry in find_players(text, ENTRIES)] == numbers


def test_two_candidates_are_named() -> None:
    with pytest.raises(
        ValidationError, match=r"2 players match “ada”: 1 Ada Demo and 2 Ada Demo-Trial\. Enter the number"
    ):
        the_player("ada", ENTRIES)
