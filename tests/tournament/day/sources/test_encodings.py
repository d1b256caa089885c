"""Lists in old encodings: which one is meant, which others could be, and what another one makes of the list."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.day.office.files import FileError, encoding_words, recoded, source_of_file
from tournament.day.office.sources.encodings import CANDIDATES

NAMES = {
    "de": ("Jürgen Groß", "Käthe Schäfer", "Jörg Weiß", "Günther Böhm"),
    "fr": ("François Lefèvre", "Hélène Côté", "Zoë Noël", "Anaïs Forêt"),
    "es": ("José Muñoz", "Íñigo Ibáñez", "Begoña López", "Raúl Gómez"),
    "da": ("Søren Ågård", "Jørgen Kjær", "Bjørn Ødegård", "Kåre Bråthen"),
    "pl": ("Łukasz Żak", "Małgorzata Dąbrowska", "Stanisław Wójcik", "Bożena Szczęsna"),
    "cs": ("Petr Dvořák", "Žofie Němcová", "Tomáš Černý", "Lukáš Růžička"),
    "hu": ("László Kővári", "Győző Szűcs", "Ágnes Tóth", "Sándor Petőfi"),
    "tr": ("Ayşe Yıldız", "İbrahim Çağlar", "Oğuz Şahin", "Mustafa Kılıç"),
    "lt": ("Jonas Žukauskas", "Rūta Kęstaitė", "Eglė Šimkutė", "Giedrė Adomaitienė"),
    "lv": ("Ilze Bērziņa", "Jānis Ozoliņš", "Kārlis Ķirsis", "Ģirts Šķēle"),
    "ru": ("Иван Петров", "Екатерина Щербакова", "Сергей Юрьевич", "Ольга Кузнецова"),
    "el": ("Γιώργος Παπαδόπουλος", "Ελένη Νικολάου", "Δημήτρης Αντωνίου", "Άννα Χατζή"),
    "ja": ("田中 太郎", "佐藤 花子", "高橋 さくら", "ヤマダ ケンジ"),
    "zh": ("王小明", "李丽", "张伟", "刘洋"),
    "tw": ("陳大文", "林美玲", "黃志明", "張雅婷"),
    "ko": ("김철수", "이영희", "박민수", "최지우"),
}
WESTERN = ("cp1252", "iso-8859-15", "mac-roman", "cp850")
CENTRAL = ("cp1250", "iso-8859-2", "cp852", "mac-latin2")
USED = {
    **dict.fromkeys(("de", "fr", "es", "da"), WESTERN),
    **dict.fromkeys(("pl", "cs", "hu"), CENTRAL),
    "tr": ("cp1254", "iso-8859-9"),
    "lt": ("cp1257",),
    "lv": ("cp1257",),
    "ru": ("cp1251", "koi8-r", "cp866", "iso-8859-5", "mac-cyrillic"),
    "el": ("cp1253", "iso-8859-7"),
    "ja": ("shift_jis",),
    "zh": ("gb18030",),
    "tw": ("big5",),
    "ko": ("euc-kr",),
}
LISTS = [(language, encoding) for language, encodings in USED.items() for encoding in encodings]


@pytest.mark.parametrize(("language", "encoding"), LISTS)
def test_a_list_of_four_names_is_read_in_the_encoding_that_it_was_written_in(language: str, encoding: str) -> None:
    text = "Name;Age\r\n" + "".join(f"{name};30\r\n" for name in NAMES[language])
    source = source_of_file("a.csv", text.encode(encoding))
    assert source.text == text
    assert source.encoding in CANDIDATES
    assert source.encoding not in source.others
    assert len(source.others) <= 5


@pytest.mark.parametrize(("language", "encoding"), LISTS)
def test_where_one_name_alone_is_misread_its_encoding_is_offered(language: str, encoding: str) -> None:
    for name in NAMES[language]:
        content = f"{name};30\r\n".encode(encoding)
        source = source_of_file("a.csv", content)
        meant = {content.decode(other) for other in (source.encoding, *source.others) if other}
        assert content.decode(encoding) in meant or source.encoding == ""


def test_the_countries_of_a_list_tell_what_its_letters_are() -> None:
    content = "Giedrë;LT\r\n".encode("cp1252")
    assert source_of_file("a.csv", content).text == "Giedrė;LT\r\n"
    assert source_of_file("a.csv", content.replace(b"LT", b"AL")).text == "Giedrë;AL\r\n"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Zoë;NL\r\n".encode(), "Zoë;NL\r\n"),
        ("Zoë;NL\r\n".encode("utf-8-sig"), "Zoë;NL\r\n"),
        ("Zoë;NL\r\n".encode("utf-16"), "Zoë;NL\r\n"),
        ("Zoë;NL\r\n".encode("utf-16-le"), "Zoë;NL\r\n"),
        ("Zoë;NL\r\n".encode("utf-16-be"), "Zoë;NL\r\n"),
        ("Zoë;NL\r\n".encode("utf-32"), "Zoë;NL\r\n"),
        (b"Ada;NL\rBen;DE\r", "Ada;NL\nBen;DE\n"),
        (b"Ada;NL\r\n\x1a", "Ada;NL\r\n"),
        (b"", ""),
        ("Zoë Jürgen Größe Ångström Ærø ".encode() + b"\xff", "Zoë Jürgen Größe Ångström Ærø \ufffd"),
        ("GrÃ¶ÃŸ Eins;DE".encode(), "GrÃ¶ÃŸ Eins;DE"),
    ],
)
def test_what_is_certain_is_no_guess(content: bytes, text: str) -> None:
    source = source_of_file("a.csv", content)
    assert (source.text, source.encoding, source.others) == (text, "", ())


@pytest.mark.parametrize(("language", "encoding"), LISTS)
def test_a_guess_that_is_sure_is_right(language: str, encoding: str) -> None:
    for first in range(len(NAMES[language])):
        names = NAMES[language][first:]
        content = "".join(f"{name};30\r\n" for name in names).encode(encoding)
        source = source_of_file("a.csv", content)
        assert not source.is_sure or source.text == content.decode(encoding)


def test_a_usual_list_is_sure_and_one_doubtful_word_is_not() -> None:
    usual = "Größ-Fünf;Jörg;Österreich\r\nTrois;Zoé;Frankreich\r\nZwölf;Käthe;Deutschland\r\n"
    assert source_of_file("a.csv", usual.encode("cp1252")).is_sure
    assert not source_of_file("a.csv", "Giedrë\r\n".encode("cp1252")).is_sure


def test_another_encoding_makes_another_text_of_the_same_bytes() -> None:
    assert recoded("£ukasz ¯ó³æ;PL\r\n", "cp1252", "cp1250") == "Łukasz Żółć;PL\r\n"
    assert recoded(recoded("Альфа", "cp1251", "mac-roman"), "mac-roman", "cp1251") == "Альфа"


@pytest.mark.parametrize(
    ("text", "used", "wanted", "sentence"),
    [
        ("Ada 東", "cp1252", "cp1250", "The list cannot be read as Central European (Windows). Choose another one"),
        ("Zoë", "cp1252", "shift_jis", "The list cannot be read as Japanese (Shift JIS)"),
        ("Ada", "cp1252", "punycode", "This encoding is not known. Choose one of the list."),
        ("Ada", "", "cp1250", "This encoding is not known. Choose one of the list."),
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
    for other in source.others:
        try:
            again = recoded(source.text, source.encoding, other)
        except FileError:
            continue
        assert recoded(again, other, source.encoding) == source.text
