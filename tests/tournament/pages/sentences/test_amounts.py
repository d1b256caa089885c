"""Amounts as directors and players type them, with the digits of any keyboard; what is none is refused."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from tournament.public.result_form import read_dollars
from tournament.record.vocabulary import Dollars


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("41,200", 41200),
        ("41 200", 41200),
        ("41.200", 41200),
        ("41'200", 41200),
        ("$41,200", 41200),
        ("41200", 41200),
        (" 41200 ", 41200),
        ("41\u202f200", 41200),
        ("0", 0),
        ("1,041,200", 1041200),
        ("٤١٢٠٠", 41200),
        ("٤١٬٢٠٠", 41200),
        ("٤١٫٢٠٠", 41200),
        ("۴۱٬۲۰۰", 41200),
        ("४१,२००", 41200),
        ("４１，２００", 41200),
        ("４１．２００", 41200),
        ("＄４１２００", 41200),
        ("４１\u3000２００", 41200),
        ("", None),
        ("  ", None),
    ],
)
def test_amounts_are_read_as_directors_type_them(text: str, amount: Dollars | None) -> None:
    assert read_dollars(text) == amount


NO_AMOUNTS = [
    "41.2k",
    "41,2",
    "-100",
    "4120o",
    "41.20",
    "1e4",
    "12,34,567",
    "99999999",
    "٤١٫٢",
    "－１００",
    "४1k",
    "Ⅳ",
    "四",
    "²",
]


@pytest.mark.parametrize("text", NO_AMOUNTS)
def test_what_is_no_amount_is_refused_and_never_guessed(text: str) -> None:
    with pytest.raises(ValidationError):
        read_dollars(text)
