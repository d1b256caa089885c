"""A value that a field does not take is answered in our own words, whatever the field."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms

from tournament.desk.fields import DeskForm

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
