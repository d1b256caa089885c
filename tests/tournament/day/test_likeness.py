"""Names that may be one person's."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.day.likeness import Alike, KnownName, KnownNames, Likeness, is_one_letter_apart, pairs_alike
from tournament.record.event import EntryRecord
from tournament.record.vocabulary import PlayerId


@pytest.mark.parametrize(
    ("name", "known", "likeness"),
    [
        ("Ada Smyth", "Ada Smith", Likeness.LETTER),
        ("Ada Smit", "Ada Smith", Likeness.LETTER),
        ("Ada Simth", "Ada Smith", Likeness.LETTER),
        ("Smyth Ada", "Ada Smith", Likeness.LETTER),
        ("Demo Ada", "Ada Demo", Likeness.ORDER),
        ("Zoe Demo", "Zoë Demo", Likeness.SPELLING),
        ("Anne Marie Demo", "Annemarie Demo", Likeness.SPELLING),
        ("Annemarie Demo", "Anne-Marie Demo", Likeness.SPELLING),
        ("Pat ONeil", "Pat O’Neil", Likeness.SPELLING),
        ("Joerg Mueller", "Jörg Müller", Likeness.PAIR),
        ("Max Mueller", "Max Muller", Likeness.PAIR),
        ("Ole Aaberg", "Ole Åberg", Likeness.PAIR),
    ],
)
def test_a_name_that_may_be_another_is_told_with_both_names(name: str, known: str, likeness: Likeness) -> None:
    number_three = KnownName(known, "number 3")
    (alike,) = KnownNames([number_three]).like(name)
    assert alike == Alike(name, number_three, likeness)
    assert alike.words == f"Possible duplicate of {known} (number 3): {likeness.value}."


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Ada Demo", "Ada Demo"),
        ("Ada Demo", "Ida Demo"),
        ("Player 17", "Player 18"),
        ("Ada Demo", "Ada Sample"),
        ("Ada Smyth", "Ada Smythe-Demo"),
        ("-", "’"),
    ],
)
def test_names_of_two_people_raise_no_doubt(name: str, known: str) -> None:
    assert KnownNames([KnownName(known, "number 3")]).like(name) == ()


def test_a_name_is_known_under_whatever_accents() -> None:
    assert KnownNames([KnownName("Zoë Demo", "")]).has("ZOE  demo")
    assert not KnownNames([KnownName("Zoë Demo", "")]).has("Zoe Demoo")
    assert not KnownNames([KnownName("Max Müller", "")]).has("Max Mueller")


def test_pairs_of_an_event_are_found_once_each_in_the_order_of_numbers() -> None:
    names = ["Ada Smith", "Ben Demo", "Smith Ada", "Ada Smyth"]
    entries = [EntryRecord(PlayerId(number), name) for number, name in enumerate(names, 1)]
    assert [(one.player, other.player, likeness) for one, other, likeness in pairs_alike(entries)] == [
        (1, 3, Likeness.ORDER),
        (1, 4, Likeness.LETTER),
        (3, 4, Likeness.LETTER),
    ]


def test_the_same_names_are_compared_once_however_many_rows_are_saved_with_them() -> None:
    compared = []
    sys.setprofile(
        lambda frame, event, _of: compared.append(event) if frame.f_code is KnownNames.like.__code__ else None
    )
    try:
        for names in (["Pat Demo", "Quinn Demo"], ["Pat Demo", "Quinn Demo"], ["Pat Demo", "Quin Demo"]):
            pairs_alike(EntryRecord(PlayerId(number), name, country="XX") for number, name in enumerate(names, 1))
    finally:
        sys.setprofile(None)
    assert compared.count("call") == 4  # two lists of two


words = st.text(alphabet="abcde", min_size=1, max_size=7)


@given(words, words)
def test_one_letter_apart_is_what_one_stroke_of_a_key_makes(one: str, other: str) -> None:
    def strokes(word: str) -> set[str]:
        gaps = range(len(word) + 1)
        fewer = {word[:at] + word[at + 1 :] for at in gaps}
        more = {word[:at] + letter + word[at:] for at in gaps for letter in "abcde"}
        others = {word[:at] + letter + word[at + 1 :] for at in gaps[:-1] for letter in "abcde"}
        swapped = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in gaps[:-2]}
        return (fewer | more | others | swapped) - {word, ""}

    is_long = max(len(one), len(other)) >= 4
    assert is_one_letter_apart(one, other) == (is_long and other in strokes(one))


@given(st.lists(words, min_size=1, max_size=3), st.lists(words, min_size=1, max_size=3))
def test_likeness_goes_both_ways(one: list[str], other: list[str]) -> None:
    a, b = " ".join(one), " ".join(other)
    there = [alike.likeness for alike in KnownNames([KnownName(b, "")]).like(a)]
    back = [alike.likeness for alike in KnownNames([KnownName(a, "")]).like(b)]
    assert there == back
