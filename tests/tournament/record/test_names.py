"""One folding of names for finding, comparing and sorting."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.record.names import name_key


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
