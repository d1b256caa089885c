"""Names replaced in texts and figures: in every spelling that is written, whole, and nothing else."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tournament.services.forgetting.finding import Rewriting, is_pseudonym, pseudonym_of, spellings

ZOE = spellings("Zoe Anfang", "Zoe", "Anfang")


def rewritten(value: Any, names: frozenset[str], pseudonym: str) -> Any:
    return Rewriting(dict.fromkeys(names, pseudonym)).value(value)


def test_a_name_is_written_in_five_ways() -> None:
    assert {"Zoe Anfang", "Anfang, Zoe", "Anfang Zoe", "Zoe A."} == ZOE
    assert spellings("Zoë (WFM)", "Zoe", "Anfang") >= {"Zoë (WFM)", "Anfang, Zoe", "Zoe A."}
    assert spellings("12") == frozenset()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Zoe Anfang came late", "N.N.7 came late"),
        ("ANFANG, Zoe's clock", "N.N.7's clock"),
        ("anfang   zoe; Zoe A. too", "N.N.7; N.N.7 too"),
        ("Zoe Anfang-Lang stays, Jean-Zoe Anfang too", "Zoe Anfang-Lang stays, Jean-Zoe Anfang too"),
        ("Zoe Anfangs and O'Zoe Anfang", "Zoe Anfangs and O'Zoe Anfang"),
        ("Zoe alone, and Anfang alone", "Zoe alone, and Anfang alone"),
        ('{"words":"so\\nZoe Anfang"}', '{"words":"so\\nN.N.7"}'),
        ("Ada–Zoe Anfang™, Zoë Anfang", "Ada–N.N.7™, N.N.7"),
    ],
)
def test_a_name_is_replaced_whole(text: str, left: str) -> None:
    assert rewritten(text, ZOE, "N.N.7") == left


def test_a_name_with_accents_is_found_however_it_is_stored() -> None:
    names = spellings("Łucja O'Neil-Müller")
    for text in ("Łucja O'Neil-Müller", "lucja o’neil-muller", unicodedata.normalize("NFD", "Łucja O'Neil-Müller")):
        assert rewritten(f"({text})", names, "N.N.7") == "(N.N.7)"
    assert rewritten(json.dumps({"a": "Łucja O'Neil-Müller"}), names, "N.N.7") == '{"a": "N.N.7"}'


def test_a_name_without_blanks_around_it_is_found_in_its_script() -> None:
    assert rewritten("王小明赢了", spellings("王小明"), "N.N.1") == "N.N.1赢了"


def test_a_single_word_counts_as_it_is_written() -> None:
    assert rewritten("An is an heir", spellings("An"), "N.N.2") == "N.N.2 is an heir"


def test_others_keep_a_name_that_contains_it() -> None:
    table = Rewriting(dict.fromkeys(ZOE, "N.N.7"), kept=["Ada Zoe Anfang", "Zoe Anfang Lang"])
    assert table.text("Ada Zoe Anfang, Zoe Anfang, Zoe Anfang Lang") == "Ada Zoe Anfang, N.N.7, Zoe Anfang Lang"
    assert Rewriting(dict.fromkeys(ZOE, "N.N.7"), ["Zoë Anfang"]).text("Zoë Anfang, Zoe A.") == "Zoë Anfang, N.N.7"
    assert rewritten("が", spellings("か"), "N.N.7") == "が", "a letter is never parted"


def test_codes_stay_where_they_stand_alone() -> None:
    table = Rewriting({"present": "N.N.3"}, codes={"present"})
    assert table.value({"status": "present", "words": "present was here"}) == {
        "status": "present",
        "words": "N.N.3 was here",
    }


def test_figures_keep_their_keys_numbers_and_order() -> None:
    stored: dict[str, Any] = {"entries": {"3": {"name": "Zoe Anfang", "table": 4}}, "Zoe Anfang": [1, None, True, "x"]}
    assert rewritten(stored, ZOE, "N.N.7") == {
        "entries": {"3": {"name": "N.N.7", "table": 4}},
        "N.N.7": [1, None, True, "x"],
    }
    same = {"a": ["b", {"c": 1}]}
    assert rewritten(same, ZOE, "N.N.7") == same


WORD = st.text(st.characters(categories=("Lu", "Ll", "Lo")), min_size=3, max_size=8)
PARTS = st.tuples(WORD, WORD)
TEXTS = st.text(st.sampled_from("abz .,;-'\"\n\t12()äЖ王"), max_size=12)


@given(PARTS, TEXTS, TEXTS, st.integers(1, 999))
def test_no_name_is_left_and_nothing_else_changes(parts: tuple[str, str], before: str, after: str, number: int) -> None:
    given_name, family = parts
    names = spellings(f"{given_name} {family}", given_name, family)
    pseudonym = pseudonym_of(number)
    assert is_pseudonym(pseudonym)
    around = (before, after)
    assume(not any(rewritten(text, names, pseudonym) != text for text in around))
    for words in names:
        text = f"{before} {words} {after}"
        once = rewritten(text, names, pseudonym)
        assert words not in once.replace(pseudonym, "")
        assert rewritten(once, names, pseudonym) == once
        assert once.startswith(before)
        assert once.endswith(after)
        told = {"a": [text, 7], words: {"b": None}}
        assert json.loads(rewritten(json.dumps(told), names, pseudonym)) == rewritten(told, names, pseudonym)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | TEXTS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner)
    )
)
def test_a_value_without_the_name_stays(value: Any) -> None:
    assert rewritten(value, ZOE, "N.N.7") == value
