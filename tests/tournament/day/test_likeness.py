"""Names that may be one person's."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.day.likeness import KnownName, KnownNames, pairs_alike, without_a_letter
from tournament.record.event import EntryRecord
from tournament.record.vocabulary import PlayerId


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Ada Smyth", "Ada Smith"),
        ("Ada Smit", "Ada Smith"),
        ("Ada Simth", "Ada Smith"),
        ("Smyth Ada", "Ada Smith"),
        ("Demo Ada", "Ada Demo"),
        ("Zoe Demo", "Zoë Demo"),
        ("Anne Marie Demo", "Annemarie Demo"),
        ("Annemarie Demo", "Anne-Marie Demo"),
        ("Pat ONeil", "Pat O’Neil"),
        ("Joerg Mueller", "Jörg Müller"),
        ("Max Mueller", "Max Muller"),
        ("Ole Aaberg", "Ole Åberg"),
    ],
)
def test_a_name_that_may_be_another_is_told_with_both_names(name: str, known: str) -> None:
    number_three = KnownName(known, "number 3")
    assert KnownNames([number_three]).like(name) == (number_three,)
    assert number_three.words == f"Possible duplicate of {known} (number 3)."


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
    assert [(one.player, other.player) for one, other in pairs_alike(entries)] == [
        (1, 3),
        (1, 4),
        (3, 4),
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

    if max(len(one), len(other)) >= 4 and other in strokes(one):
        assert not without_a_letter(one).isdisjoint(without_a_letter(other))


@given(st.lists(words, min_size=1, max_size=3), st.lists(words, min_size=1, max_size=3))
def test_likeness_goes_both_ways(one: list[str], other: list[str]) -> None:
    a, b = " ".join(one), " ".join(other)
    assert bool(KnownNames([KnownName(b, "")]).like(a)) == bool(KnownNames([KnownName(a, "")]).like(b))
