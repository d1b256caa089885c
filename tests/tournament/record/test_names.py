"""One folding of names for finding, comparing and sorting."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.record.names import has_words, name_key, parts_follow, parts_of, sort_key


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Zoë", "zoe"),
        ("Łukasz", "lukasz"),
        ("Bjørn", "bjorn"),
        ("Đorđe", "dorde"),
        ("Þórunn", "thorunn"),
        ("İpek", "ipek"),
        ("Işıl", "isil"),
        ("Æsa Œuvre", "aesa oeuvre"),
        ("Groß", "gross"),
        ("Straße", "strasse"),
        ("Ŵyn", "wyn"),
        ("Nguyễn Thị Ánh", "nguyen thi anh"),
        ("O’Demo", "o'demo"),
        ("Anne‑Marie", "anne-marie"),
        ("  Ada \u00a0 Demo ", "ada demo"),
        ("Ёлка", "елка"),
        ("Άννα", "αννα"),
        ("ＡＤＡ", "ada"),
    ],
)
def test_a_name_is_found_by_its_plain_letters(name: str, typed: str) -> None:
    assert name_key(name) == name_key(typed) == typed


def test_letters_that_differ_by_more_than_an_accent_stay_apart() -> None:
    assert name_key("かな") != name_key("がな")
    assert name_key("Ada") != name_key("Eda")


@given(st.text(max_size=20))
def test_folding_twice_changes_nothing_and_spelling_by_marks_does_not_matter(name: str) -> None:
    key = name_key(name)
    assert name_key(key) == key
    assert name_key(unicodedata.normalize("NFD", name)) == name_key(unicodedata.normalize("NFC", name)) == key


def test_a_list_goes_by_the_surname_where_it_is_known() -> None:
    people = [
        ("Zoë van Demo", "Zoë", "van Demo"),
        ("Cai Sample", "", ""),
        ("Ada Łapa", "Ada", "Łapa"),
        ("Bo Lapa", "Bo", "Lapa"),
    ]
    assert [name for name, *_ in sorted(people, key=lambda person: sort_key(*person))] == [
        "Cai Sample",
        "Ada Łapa",
        "Bo Lapa",
        "Zoë van Demo",
    ]


def test_a_form_of_two_columns_takes_the_parts_of_the_list_and_else_the_last_word() -> None:
    assert parts_of("Liz van Demo", "Elizabeth", "van Demo") == ("Elizabeth", "van Demo")
    assert parts_of("Liz van Demo") == ("Liz van", "Demo")
    assert parts_of("Liz") == ("", "Liz")


@pytest.mark.parametrize(
    ("name", "given", "family", "corrected", "parts"),
    [
        ("Ada Smyth", "Ada", "Smyth", "Ada Smith", ("Ada", "Smith")),
        ("Ada van Demo", "Ada", "van Demo", "Ida van Demo", ("Ida", "van Demo")),
        ("Demo Ada", "Ada", "Demo", "Demmo Ada", ("Ada", "Demmo")),
        ("Ada Demo", "Ada", "Demo", "Ada Maria Demo", ("", "")),
        ("Liz Demo", "Elizabeth", "Demo", "Lizzie Demo", ("Elizabeth", "Demo")),
        ("Ada Demo", "", "", "Ada Sample", ("", "")),
    ],
)
def test_the_parts_of_a_name_follow_its_correction(
    name: str, given: str, family: str, corrected: str, parts: tuple[str, str]
) -> None:
    assert parts_follow(name, given, family, corrected) == parts


def test_words_are_found_in_any_order_and_by_their_plain_letters() -> None:
    assert has_words("dem lukasz", "Edit entry", "12 Łukasz Demo")
    assert not has_words("lukasz sample", "12 Łukasz Demo")
    assert not has_words(" ", "12 Łukasz Demo")
