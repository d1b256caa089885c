"""Files of lists: the letters they are in, the text that each becomes, and what is no list."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT
from tournament.day.lists.rosters import as_json
from tournament.day.office.files import source_of_file, text_of_pasted
from tournament.day.office.sources.texts import CANDIDATES, FileError, encoding_words, recoded_text

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
    assert recoded_text("£ukasz ¯ó³æ;PL\r\n", "cp1252", "cp1250") == "Łukasz Żółć;PL\r\n"
    assert recoded_text(recoded_text("Альфа", "cp1251", "cp1252"), "cp1252", "cp1251") == "Альфа"


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
        recoded_text(text, used, wanted)
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
            again = recoded_text(source.text, source.encoding, other)
        except FileError:
            continue
        assert recoded_text(again, other, source.encoding) == source.text


# Lists that were once misread, by the kinds of files that they are: the text that each becomes


FIELD = ROOT / "fixtures" / "lists" / "field"

TEXTS = {
    "formula-without-value.xlsx": "Full name\tCountry\n[formula]\tDE\nBeta Zwei\tFR\n",
    "heading-merged-over-two-columns.xlsx": (
        "Acquire Open\nName\t\tCountry\tPaid\tBirth\nAlpha\tEins\tDE\tx\t[formula]\nBeta\tZwei\tFR\n"
    ),
    "hidden-row-struck-row.xlsx": (
        "First Name\tLast Name\tCountry\nAlpha\tEins\tDE\n[hidden] Beta\tZwei\tFR\n~~Gamma~~\tDrei\tNL\n"
    ),
    "libreoffice-list.ods": "Name\nAlpha Eins\n",
    "merged-country-cells.xlsx": (
        "Country\tName\nGermany\tAlpha Eins\nGermany\tBeta Zwei\nGermany\tGamma Drei\nFrance\tDelta Vier\n"
    ),
    "players-on-the-second-sheet.xlsx": (
        "\f\fInfo\nAcquire Open 2026 – please read\n\fPlayers\nName\tCountry\nAlpha Eins\tDE\n"
    ),
}
REFUSED = (
    "address-book.vcf",
    "fide-trf.txt",
    "web-page-called-xls.xls",
    "web-page-with-a-table.html",
    "json-list.json",
    "pdf-file.pdf",
    "rtf-file.rtf",
)
GUESSED = ("central-european-encoding.csv", "cyrillic-encoding.csv", "dos-encoding.csv", "old-mac-encoding.csv")


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_list_that_was_misread_becomes_its_rows(name: str) -> None:
    source = source_of_file(name, (FIELD / name).read_bytes())
    assert source.text == TEXTS[name]
    assert source.encoding == ""


@pytest.mark.parametrize("name", GUESSED)
def test_a_list_in_old_letters_is_a_guess_that_says_so(name: str) -> None:
    assert source_of_file(name, (FIELD / name).read_bytes()).encoding in CANDIDATES


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_is_no_list_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(FileError) as refusal:
        source_of_file(name, (FIELD / name).read_bytes())
    assert str(refusal.value) == (
        f"“{name}” is not a list that can be read. Send the list as XLSX, or copy the names and paste them, one name per line."
    )


def plain() -> list[str]:
    others = {*TEXTS, *REFUSED, *GUESSED}
    return sorted(
        path.name for path in FIELD.iterdir() if path.suffix in (".txt", ".csv", ".tsv") and path.name not in others
    )


@pytest.mark.parametrize("name", plain())
def test_any_other_text_stays_as_it_is_sent_or_pasted(name: str) -> None:
    content = (FIELD / name).read_bytes()
    source = source_of_file(name, content)
    assert (source.text, source.encoding) == (content.decode(), "")
    assert text_of_pasted(content.decode()) == content.decode()


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_the_inside_of_a_file_is_refused_when_it_is_pasted(name: str) -> None:
    with pytest.raises(FileError, match=r"^“The pasted text” is .*\.$"):
        text_of_pasted((FIELD / name).read_text(encoding="utf-8"))


# What is no list is told by what is in it, and refused in a sentence that says what to do


def folder(*names: str, mimetype: str = "") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        if mimetype:
            archive.writestr("mimetype", mimetype)
        for name in names:
            archive.writestr(name, "<x/>")
    return packed.getvalue()


def old_office(stream: str) -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + stream.encode("utf-16-le")


NO_LIST = "is not a list that can be read. Send the list as XLSX, or copy the names and paste them, one name per line."
LOCKED = "has a password. Open it, save it without the password and send it again."
OLD = "is an old-style workbook (XLS). Open it, save it as XLSX and send it again."
KINDS = {
    "a.pdf": b"\n%PDF-1.7\n%\xe2\xe3",
    "a.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF",
    "a.png": b"\x89PNG\r\n\x1a\n\x00",
    "a.gz": b"\x1f\x8b\x08\x00",
    "a.exe": b"MZ\x90\x00\x03",
    "a.db": b"SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20" + bytes(64),
    "a.bin": b"\x00\x01\x02\x03",
    "a.rtf": rb"{\rtf1\ansi Ada}",
    "a.ps": b"%!PS-Adobe",
    "a.ics": b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
    "a.vcf": b"BEGIN:VCARD\r\nFN:Ada\r\nEND:VCARD\r\n",
    "a.json": b'{"a": 1}',
    "cut.json": b'[{"name": "Ada',
    "lines.json": b'{"name": "Ada"}\n{"name": "Ben"}\n',
    "deep.json": b"[" * 900_000,
    "a.eml": b"Return-Path: <a@x>\r\nReceived: by x\r\n\twith y\r\nSubject: List\r\nFrom: a@x\r\n\r\nAda\r\nBen\r\n",
    "a.doc": old_office("WordDocument"),
    "a.docx": folder("[Content_Types].xml", "_rels/.rels", "word/document.xml"),
    "a.xlsb": folder("_rels/.rels", "xl/workbook.bin"),
    "a.odt": folder("content.xml", mimetype="application/vnd.oasis.opendocument.text"),
    "a.zip": folder("list.csv"),
    "b.zip": folder(),
    "c.zip": folder("list.csv")[:60],
    "a.html": b"<!-- list --><table><tr><td>Ada</table>",
    "b.html": b"\xef\xbb\xbf<!DOCTYPE html>\n<html>",
    "page.xls": b"<html xmlns:o='x'><table>",
    "a.xml": b"<?xml version='1.0'?><a/>",
    "b.xml": b"<Players><Player/></Players>",
    "a.trf": b"012 Open\n001    1 m   Demo, Ada          1800 GER    12345678 1990/01/01  0.0    1\n",
    "chat.txt": b"[12.11.26, 18:04:11] Ada: I'm in\n[12.11.26, 18:06:00] Ben: me too\nand my son\n",
    "b.txt": b"11/12/2026, 6:04 PM - Ada: in\n11/12/2026, 6:06 PM - Ben: in\n",
    "a.xlsx": old_office("EncryptedPackage"),
    "a.xls": old_office("Workbook"),
}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_what_is_no_list_says_what_to_do(name: str) -> None:
    with pytest.raises(FileError) as refusal:
        source_of_file(name, KINDS[name])
    assert str(refusal.value) == f"“{name}” {({'a.xlsx': LOCKED, 'a.xls': OLD}).get(name, NO_LIST)}"


LISTS = [
    "To: Ada Demo <ada@sample.example>, Ben Demo\n",
    "From: Ada\nTo: Ben\nSubject: list\n\nAda Demo\n",
    "Name: Ada Demo\nCountry: NL\n",
    "[1] Ada Demo\n[2] Ben Demo\n",
    "[x] Ada Demo\n",
    "{Ada, Ben}\n",
    "[hidden] Ada Demo\tNL\n",
    "[[Ada Demo]]\n",
    "BM Sample, Ada\nMZ Sample, Ben\n",
    "II* Ada\n",
    "PK Sample\nAda Demo\n",
    "\fPlayers\nAda Demo\n",
    "ID3 Ada\n"[3:],
    "001 Ada Demo\n002 Ben Demo\n",
    "<ada@sample.example>\n<ben@sample.example>\n",
    "12.11.2026, 18:04\tAda Demo\n12.11.2026, 18:06\tBen Demo\n",
    "Name,Arrives\nAda Demo,18:04\nBen Demo,\nCleo Demo,18:10\n",
    "[12.11.26, 18:04] Ada Demo: my list\nBen Demo\nCleo Demo\nDov Demo\n",
]


@pytest.mark.parametrize("text", LISTS)
def test_a_list_that_looks_like_such_a_kind_stays_a_list(text: str) -> None:
    assert source_of_file("a.txt", text.encode()).text == text
    assert text_of_pasted(text) == text


@pytest.mark.parametrize("name", ["a.pdf", "a.rtf", "lines.json", "a.ics", "a.html", "a.vcf"])
def test_the_inside_of_a_file_is_refused_where_it_is_pasted(name: str) -> None:
    with pytest.raises(FileError) as refusal:
        text_of_pasted(KINDS[name].decode("latin-1"))
    assert str(refusal.value) == f"“The pasted text” {NO_LIST}"
