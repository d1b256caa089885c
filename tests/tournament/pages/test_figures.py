"""Figures and names as pages write them."""

from __future__ import annotations

import pytest

from tournament.public.templatetags import figures


@pytest.mark.parametrize(("value", "text"), [(42400, "42,400"), (0, "0"), (-2000, "−2,000"), (None, "")])
def test_dollars_are_parted_by_commas(value: int | None, text: str) -> None:
    assert figures.dollars(value) == text


@pytest.mark.parametrize(("value", "text"), [(31800, "31.800"), (7, "0.007"), (-2212, "−2.212"), (None, "")])
def test_scores_have_three_decimals(value: int | None, text: str) -> None:
    assert figures.thousandths(value) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (750, 1_000, "0.75"),
        (1_000, 1_000, "1"),
        (1_200, 1_000, "1.2"),
        (10_600, 10_000, "1.06"),
        (10_150, 10_000, "1.015"),
    ],
)
def test_multipliers_lose_needless_zeros(value: int, unit: int, text: str) -> None:
    assert figures.factor(value, unit) == text


@pytest.mark.parametrize(
    ("names", "text"),
    [((), ""), (("Ada",), "Ada"), (("Ada", "Ben"), "Ada and Ben"), (("Ada", "Ben", "Cai"), "Ada, Ben and Cai")],
)
def test_names_are_joined_as_they_are_read_out(names: tuple[str, ...], text: str) -> None:
    assert figures.listing(names) == text
