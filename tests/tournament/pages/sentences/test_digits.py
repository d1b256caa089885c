"""Digits of any keyboard: every field, code, tile and option that a person types takes them."""

from __future__ import annotations

import re
import sys
import unicodedata
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.arguments import whole
from tests.build import make_event, publish
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk
from tournament.access.commands import whole_number as command_number
from tournament.desk.fields import ThousandthsField
from tournament.draw.allocation import parse_sizes
from tournament.draw.seating import parse_starting_tile
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.play.games.pages.orders import _seconds_typed
from tournament.public.form_words import PlainForm, WholeField
from tournament.record.devices import is_code, plain_code
from tournament.record.vocabulary import FineTiming
from tournament.scores.scoring import AmountError, read_dollars
from wording.digits import plain_digits, whole_number

SCRIPTS = {"Arabic-Indic": "٠", "Extended Arabic-Indic": "۰", "Devanagari": "०", "full-width": "０", "Thai": "๐"}


def of(script: str, figure: str) -> str:
    """A figure in the digits of a script."""
    return figure.translate({ord(str(digit)): chr(ord(SCRIPTS[script]) + digit) for digit in range(10)})


EVERY_SCRIPT = pytest.mark.parametrize("script", SCRIPTS)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("٤١٬٢٠٠", "41,200"),
        ("٣٫٥", "3.5"),
        ("۴۱،۲۰۰", "41,200"),
        ("４１，２００．５", "41,200.5"),
        ("１２Ａ", "12A"),
        ("२-७", "2-7"),
        ("１４：３０", "14:30"),
        ("٢٥٪", "25%"),
        ("Ada ٤", "Ada 4"),
        ("四 Ⅳ ½ ²", "四 Ⅳ ½ ²"),
        ("41,200", "41,200"),
    ],
)
def test_a_number_is_read_in_ascii_digits_and_anything_else_stays(typed: str, plain: str) -> None:
    assert plain_digits(typed) == plain


def test_every_decimal_digit_that_there_is_has_its_value() -> None:
    digits = [sign for sign in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(sign) == "Nd"]
    assert [sign for sign in digits if plain_digits(sign) != str(unicodedata.decimal(sign))] == []


@given(st.text(max_size=30))
def test_reading_twice_changes_nothing(text: str) -> None:
    assert plain_digits(plain_digits(text)) == plain_digits(text)


@given(st.integers(0, 999_999), st.sampled_from(sorted(SCRIPTS)))
def test_amounts_and_numbers_are_the_same_in_every_script(number: int, script: str) -> None:
    assert read_dollars(of(script, str(number))) == read_dollars(of(script, f"{number:,}")) == number
    assert whole_number(of(script, str(number))) == command_number(of(script, f"{number:,}")) == number


@pytest.mark.parametrize("typed", ["٤١٫٢", "४1k", "-٣", "Ⅳ", "四", "²", "½"])
def test_what_is_no_amount_in_plain_digits_is_none_in_others(typed: str) -> None:
    with pytest.raises(AmountError):
        read_dollars(typed)
    assert whole_number(typed) == 0


@EVERY_SCRIPT
def test_fields_tiles_codes_sizes_and_options_take_them(script: str) -> None:
    assert ThousandthsField().clean(of(script, "1.5")) == 1500
    assert ThousandthsField().clean(of(script, "25,5 %")) == 25_500
    assert WholeField(min_value=1, max_value=40).clean(of(script, " 17 ")) == 17
    assert parse_starting_tile(of(script, "12i")) == parse_starting_tile(of(script, "I-12")) == "12I"
    assert parse_sizes(of(script, "4 4,3")) == (4, 4, 3)
    assert plain_code(of(script, "2B7-X")) == "2b7x"
    assert is_code(of(script, "2b7x"), "2b7x")
    assert whole()(of(script, "12")) == 12
    assert _seconds_typed(of(script, "1:30")) == 90


def test_decimal_and_thousands_signs_of_other_scripts_are_read() -> None:
    assert (
        ThousandthsField().clean("١٫٥")
        == ThousandthsField().clean("１．５")
        == ThousandthsField().clean("１，５")
        == 1500
    )


class Numbered(PlainForm):
    """A form with a number."""

    number = WholeField(min_value=1, max_value=9, required=False)


def test_a_whole_number_has_a_text_field_with_its_limits() -> None:
    field = str(Numbered()["number"])
    assert 'type="text"' in field
    assert 'inputmode="numeric"' in field
    assert 'data-least="1" data-most="9"' in field


@pytest.mark.django_db
@EVERY_SCRIPT
def test_pages_take_them(director: Client, script: str) -> None:
    event = make_event(8)
    settings = form_with(director.get(desk(event, "settings/")), "rounds_planned")
    typed = {
        "rounds_planned": of(script, "5"),
        "dilution": of(script, "0.8"),
        "allowance_minutes": of(script, "20"),
    }
    director.post(desk(event, "settings/"), {**settings.filled(), **typed})
    event.refresh_from_db()
    assert (event.rounds_planned, event.dilution, event.allowance_minutes) == (5, 800, 20)
    publish(event, 1)
    penalty: dict[str, Any] = {
        "number": "1",
        "round_number": "1",
        "subject": "conduct",
        "kind": "fine",
        "reason": "late",
    }
    page = director.get(desk(event, "penalties/"))
    subject = form_with(page, "subject").offers["subject"][1]
    penalty |= {"subject": subject, "amount": of(script, "1,500"), "timing": FineTiming.BEFORE_BONUS.value}
    director.post(desk(event, "penalties/"), {**form_with(page, "subject").filled(), **penalty})
    assert [given.amount for given in record_of(event).penalties] == [1500]


@pytest.mark.django_db
def test_no_page_of_the_desk_has_a_number_field_of_the_browser(event: Event, director: Client) -> None:
    for page in ("settings/", "entries/1/", "sheets/", "screen/", "rounds/1/results/", "penalties/"):
        answer = director.get(desk(event, page))
        assert answer.status_code == 200, page
        assert re.findall(r'<input[^>]*type="number"[^>]*>', answer.content.decode()) == [], page
