"""What a person types into a field: figures, players and amounts, with the digits of any keyboard, refused in our own words."""

from __future__ import annotations

import re
import sys
import unicodedata
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.arguments import whole_type
from tests.build import make_event, publish
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk
from tournament.access.commands import whole_number as command_number
from tournament.desk.entry_forms import find_players, the_player
from tournament.desk.event_forms import settings_of
from tournament.desk.fields import DeskForm, ThousandthsField
from tournament.draw.allocation import parse_sizes
from tournament.draw.seating import parse_starting_tile
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.play.games.pages.orders import _seconds_typed
from tournament.public.form_words import PlainForm, WholeField
from tournament.public.result_form import AmountField
from tournament.record.devices import is_code, plain_code
from tournament.record.event import EntryRecord
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.vocabulary import Dollars, FineTiming, PlayerId, format_thousandths
from tournament.scores.amounts import AmountError, read_amount
from wording.digits import plain_digits, whole_number

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
    with pytest.raises(ValidationError, match=r"2 players match “ada”: 1 Ada Demo and 2 Ada Demo-Trial"):
        the_player("ada", ENTRIES)


# Amounts as directors and players type them, with the digits of any keyboard; what is none is refused


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
    assert AmountField(MSO_ACQUIRE.amount).clean(text) == amount


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
        AmountField(MSO_ACQUIRE.amount).clean(text)


# Digits of any keyboard: every field, code, tile and option that a person types takes them


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
    assert [read_amount(of(script, text), MSO_ACQUIRE.amount) for text in (str(number), f"{number:,}")] == [
        number,
        number,
    ]
    assert whole_number(of(script, str(number))) == command_number(of(script, f"{number:,}")) == number


@pytest.mark.parametrize("typed", ["٤١٫٢", "४1k", "-٣", "Ⅳ", "四", "²", "½"])
def test_what_is_no_amount_in_plain_digits_is_none_in_others(typed: str) -> None:
    with pytest.raises(AmountError):
        read_amount(typed, MSO_ACQUIRE.amount)
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
    assert whole_type()(of(script, "12")) == 12
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
    assert (event.rounds_planned, settings_of(event)["dilution"], settings_of(event)["allowance_minutes"]) == (
        5,
        800,
        20,
    )
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


# A value that a field does not take is answered in our own words, whatever the field


LIST = [("a", "A"), ("b", "B")]


def complaint(field: forms.Field, typed: Any, label: str = "What") -> list[str]:
    kind = type("Asked", (DeskForm,), {"asked": field})
    field.label = label
    return list(map(str, kind({"asked": typed}).errors["asked"]))


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        (forms.CharField(), " ", "“What” is empty; fill it in."),
        (forms.CharField(max_length=5), "Top Table", "“What” has 9 characters; it can have at most 5 characters."),
        (forms.CharField(), "a\x00b", "“What” contains a character that cannot be saved (U+0000); remove it."),
        (
            forms.IntegerField(min_value=1, max_value=9),
            "10",
            "“10” is not valid for “What”; enter a whole number from 1 to 9.",
        ),
        (forms.IntegerField(min_value=1), "0", "“0” is not valid for “What”; enter a whole number, 1 or more."),
        (forms.IntegerField(), "1.5", "“1.5” is not valid for “What”; enter a whole number."),
        (forms.DateField(), "31.2.", "“31.2.” is not a date; it should look like 2026-08-20."),
        (forms.ChoiceField(choices=LIST), "c", "“c” is not an option for “What”; choose from the list."),
        (
            forms.TypedChoiceField(choices=LIST),
            "c" * 50,
            f"“{'c' * 40}…” is not an option for “What”; choose from the list.",
        ),
        (forms.MultipleChoiceField(choices=LIST), ["a", "z"], "“z” is not an option for “What”; choose from the list."),
        (forms.EmailField(), "x", "“x” is not an e-mail address; it should look like ada@example.com."),
        (forms.URLField(assume_scheme="https"), "x y", "“x y” is not valid for “What”; check it."),
    ],
)
def test_the_value_and_what_the_field_takes_are_named(field: forms.Field, typed: Any, sentence: str) -> None:
    assert complaint(field, typed) == [sentence]


def test_words_that_a_form_has_for_itself_stay() -> None:
    own = {"required": "Choose the player.", "invalid_choice": "Nobody is %(value)s."}
    assert complaint(forms.ChoiceField(choices=LIST, error_messages=own), "") == ["Choose the player."]
    assert complaint(forms.ChoiceField(choices=LIST, error_messages=own), "c") == ["Nobody is c."]
