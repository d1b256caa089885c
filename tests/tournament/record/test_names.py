"""The parts of a name, its two forms and its order, and one folding of names for finding and comparing."""

from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import rows_of
from tournament.record.event import EntryRecord
from tournament.record.names import (
    LONGEST_START,
    NameForm,
    PersonName,
    Sought,
    has_words,
    name_in_parts,
    name_key,
    parts_follow,
    parts_of,
    spellings,
)
from tournament.record.vocabulary import PlayerId


@pytest.mark.parametrize("row", rows_of("folded", "names"), ids=lambda row: row["name"])
def test_a_name_is_found_by_its_plain_letters(row: dict[str, str]) -> None:
    assert name_key(row["name"]) == name_key(row["folded"]) == row["folded"]


def test_letters_that_differ_by_more_than_an_accent_stay_apart() -> None:
    assert name_key("かな") != name_key("がな")
    assert name_key("Ada") != name_key("Eda")


@given(st.text(max_size=20))
def test_folding_twice_changes_nothing_and_spelling_by_marks_does_not_matter(name: str) -> None:
    key = name_key(name)
    assert name_key(key) == key
    assert name_key(unicodedata.normalize("NFD", name)) == name_key(unicodedata.normalize("NFC", name)) == key


def named(name: str, given: str = "", family: str = "", number: int = 1) -> EntryRecord:
    return EntryRecord(PlayerId(number), name, given_name=given, family_name=family)


@pytest.mark.parametrize("row", rows_of("parts", "names"), ids=lambda row: row["name"])
def test_a_name_in_its_parts_and_in_both_forms(row: dict[str, str]) -> None:
    entry = named(row["name"], row["given_name"], row["family_name"])
    assert entry.parts == PersonName(row["given"], row["surname"], row["behind"])
    is_last, is_first = entry.in_form(NameForm.SURNAME_LAST), entry.in_form(NameForm.SURNAME_FIRST)
    assert (is_last.name, is_first.name) == (row["last"], row["first"])
    assert (is_last.surname, is_first.surname) == (row["bold"], "")
    assert {is_last.as_entered, is_first.as_entered} == {entry.name}


LETTERS = st.text(st.characters(categories=["Lu", "Ll", "Lo", "Nd", "Pd"], include_characters=" ,.()'"), max_size=24)


@given(LETTERS.filter(str.strip), st.booleans())
def test_a_form_can_be_changed_and_changed_back(name: str, is_known: bool) -> None:
    given_name, _blank, family_name = name.partition(" ") if is_known else ("", "", "")
    entry = named(name, given_name, family_name)
    first = entry.in_form(NameForm.SURNAME_FIRST)
    last = first.in_form(NameForm.SURNAME_LAST)
    assert first.in_form(NameForm.SURNAME_FIRST) == first
    assert last.in_form(NameForm.SURNAME_LAST) == last == entry.in_form(NameForm.SURNAME_LAST)
    assert first.parts == last.parts == entry.parts
    assert {first.as_entered, last.as_entered} == {entry.name}
    assert last.name.replace(" ", "").replace(",", "") or not name.replace(" ", "").replace(",", "")
    assert last.surname in last.name


@given(LETTERS, LETTERS)
def test_a_name_that_was_said_is_understood_again(given_name: str, surname: str) -> None:
    """What one event writes as "Anfang, Zoe", the next one that is given this text takes apart in the same way."""
    parts = name_in_parts(f"{given_name} {surname}")
    if parts.given and "," not in f"{parts.given}{parts.surname}":
        assert name_in_parts(parts.said(NameForm.SURNAME_FIRST)) == parts


@given(st.lists(st.tuples(LETTERS, LETTERS), max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_names_is_total_and_stable(names: list[tuple[str, str]], chance: random.Random) -> None:
    entries = [named(f"{one} {two}", number=number) for number, (one, two) in enumerate(names, 1)]
    ordered = sorted(entries, key=lambda entry: entry.sort_key)
    shuffled = entries.copy()
    chance.shuffle(shuffled)
    assert sorted(shuffled, key=lambda entry: entry.sort_key) == ordered
    for form in NameForm:
        assert sorted((entry.in_form(form) for entry in shuffled), key=lambda entry: entry.sort_key) == [
            entry.in_form(form) for entry in ordered
        ]


def test_a_list_goes_by_surname_then_given_name_without_accents_and_other_scripts_come_after_latin() -> None:
    people = [
        named("プレイヤー九"),
        named("Παίκτης Δέκα"),
        named("Player 10"),
        named("Player 9"),
        named("Zoë van Demo", "Zoë", "van Demo"),
        named("Cai Sample"),
        named("Łapa, Zoe"),
        named("Ada Łapa", "Ada", "Łapa"),
        named("Bo Lapa", "Bo", "Lapa"),
        named("Élodie Étoile"),
        named("Игрок Восемь"),
    ]
    assert [entry.name for entry in sorted(people, key=lambda entry: entry.sort_key)] == [
        "Élodie Étoile",
        "Ada Łapa",
        "Bo Lapa",
        "Łapa, Zoe",
        "Player 9",
        "Player 10",
        "Cai Sample",
        "Zoë van Demo",
        "Παίκτης Δέκα",
        "Игрок Восемь",
        "プレイヤー九",
    ]


def test_a_form_of_two_columns_takes_the_parts_of_the_list_and_else_the_last_word() -> None:
    assert parts_of("Liz van Demo", "Elizabeth", "van Demo") == ("Elizabeth", "van Demo")
    assert parts_of("Liz van Demo") == ("Liz van", "Demo")
    assert parts_of("Liz") == ("", "Liz")
    assert parts_of("Demo, Liz") == ("Liz", "Demo")


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


@pytest.mark.parametrize("row", rows_of("found", "names"), ids=lambda row: f"{row['typed']} in {row['name']}")
def test_a_name_is_found_as_anybody_spells_it(row: dict[str, str]) -> None:
    assert has_words(row["typed"], row["name"])
    assert Sought(row["typed"]).begins_in(spellings(row["name"]))


@pytest.mark.parametrize(
    ("typed", "name"),
    [("mueller", "Miller"), ("eilad", "O'Neil Ada Demo"), ("nalena", "Anna-Lena"), ("-", "Anna")],
)
def test_a_name_is_not_found_by_letters_across_its_words_or_by_signs_alone(typed: str, name: str) -> None:
    assert not has_words(typed, name)


def test_finding_is_looser_than_identity() -> None:
    assert len({name_key(name) for name in ("Mueller", "Müller", "Anna-Lena", "Annalena", "O'Neil", "ONeil")}) == 6
    assert name_key("Müller") == name_key("Muller")


WORDS = st.text(st.sampled_from("aeioudjnAÄÖÜåøæđß'’-. "), max_size=12)


@given(WORDS, WORDS, WORDS)
def test_what_stands_in_a_name_finds_it_however_much_of_it_is_typed(first: str, middle: str, last: str) -> None:
    name = f"{first} {middle}-{last}"
    for typed in (name, f"{middle}{last}", *(name[:end] for end in range(1, len(name)))):
        if any(map(str.isalnum, typed)):
            assert has_words(typed, name)
    for word in name_key(name).split():
        assert has_words(word[1:] or word, name)


def test_a_name_of_any_length_is_compared_by_its_beginning() -> None:
    assert Sought("ä" * 400).is_whole(spellings("ae" * 400))
    assert max(map(len, spellings("aeae " * 99).starts.split())) == LONGEST_START
