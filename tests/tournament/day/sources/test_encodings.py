"""The letters of lists: UTF-8 and UTF-16 are certain; anything else is read as Windows writes it, asked about, and read anew as chosen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.day.lists.rosters import as_json
from tournament.day.office.files import source_of_file
from tournament.day.office.sources.texts import CANDIDATES, FileError, encoding_words, recoded

NAMES = {
    "cp1252": ("Jürgen Groß", "Hélène Côté", "Íñigo Ibáñez", "Bjørn Ødegård"),
    "cp1250": ("Łukasz Żak", "Žofie Němcová", "László Kővári"),
    "cp1251": ("Иван Петров", "Екатерина Щербакова"),
    "cp1253": ("Γιώργος Παπαδόπουλος", "Ελένη Νικολάου"),
    "cp1254": ("Ayşe Yıldız", "İbrahim Çağlar"),
}


@pytest.mark.parametrize("encoding", CANDIDATES)
def test_a_list_in_letters_of_windows_is_asked_about_and_read_anew_by_the_choice(encoding: str) -> None:
    """Three names with letters beyond A to Z are shown, for by these one sees whether the guess is right."""
    content = "".join(f"{name}\r\n" for name in NAMES[encoding]).encode(encoding)
    guess = as_json("a.txt", content)
    assert guess["encoding"] in CANDIDATES
    assert set(guess["encodings"]) == set(CANDIDATES) - {guess["encoding"]}
    (question,) = (each for each in guess["questions"] if "Are all the letters right?" in each)
    first, second, *_ = (row["name"] for row in guess["rows"])
    assert f"{first} · {second}" in question
    assert all(question in row["doubts"] for row in guess["rows"] if row["selected"])
    chosen = as_json("a.txt", content, encoding=encoding)
    assert [row["name"] for row in chosen["rows"]] == list(NAMES[encoding])


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Zoë;NL\r\n".encode(), "Zoë;NL\r\n"),
        ("Zoë;NL\r\n".encode("utf-8-sig"), "Zoë;NL\r\n"),
        ("Zoë;NL\r\n".encode("utf-16"), "Zoë;NL\r\n"),
        ("Zoë;NL\r\n".encode("utf-16-le"), "Zoë;NL\r\n"),
        ("Zoë;NL\r\n".encode("utf-16-be"), "Zoë;NL\r\n"),
        (b"", ""),
        ("GrÃ¶ÃŸ Eins;DE".encode(), "GrÃ¶ÃŸ Eins;DE"),
    ],
)
def test_what_is_certain_is_no_guess(content: bytes, text: str) -> None:
    source = source_of_file("a.csv", content)
    assert (source.text, source.encoding) == (text, "")


def test_a_list_that_is_not_utf_8_but_has_plain_names_only_is_not_asked_about() -> None:
    """Where nothing that is saved has such letters, there is nothing to look at."""
    found = as_json("a.csv", "Name,Town\nAda Demo,Köln\n".encode("cp1252"))
    assert found["encoding"] == "cp1252"
    assert found["questions"] == []


def test_another_encoding_makes_another_text_of_the_same_bytes() -> None:
    assert recoded("£ukasz ¯ó³æ;PL\r\n", "cp1252", "cp1250") == "Łukasz Żółć;PL\r\n"
    assert recoded(recoded("Альфа", "cp1251", "cp1252"), "cp1252", "cp1251") == "Альфа"


@pytest.mark.parametrize(
    ("text", "used", "wanted", "sentence"),
    [
        (
            "Ada 東",
            "cp1252",
            "cp1250",
            "The list cannot be read as Central European (Windows). Choose another encoding",
        ),
        ("Ada ƒ", "cp1252", "cp1250", "The list cannot be read as Central European (Windows)"),
        ("Ada", "cp1252", "punycode", "Choose another encoding"),
        ("Ada", "", "cp1250", "Choose another encoding"),
    ],
)
def test_an_encoding_that_cannot_be_meant_is_refused(text: str, used: str, wanted: str, sentence: str) -> None:
    with pytest.raises(FileError) as refusal:
        recoded(text, used, wanted)
    assert sentence in str(refusal.value)


def test_every_encoding_has_a_plain_name() -> None:
    names = [encoding_words(encoding) for encoding in CANDIDATES]
    assert len(set(names)) == len(CANDIDATES)
    assert not set(names) & set(CANDIDATES)


@given(st.binary(min_size=1, max_size=80))
def test_whatever_is_guessed_makes_its_text_again(content: bytes) -> None:
    try:
        source = source_of_file("a.csv", b"Name;" + content)
    except FileError:
        return
    for other in CANDIDATES if source.encoding else ():
        try:
            again = recoded(source.text, source.encoding, other)
        except FileError:
            continue
        assert recoded(again, other, source.encoding) == source.text
