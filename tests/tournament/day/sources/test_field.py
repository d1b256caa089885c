"""Lists that were once misread, by the kinds of files that they are: the text that each becomes."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT
from tournament.day.office.files import FileError, source_of_file, text_of_pasted

FIELD = ROOT / "fixtures" / "lists" / "field"

TEXTS = {
    "address-book.vcf": "Name\tGiven name\tSurname\nAlpha Eins\tAlpha\tEins\nBeta Zwei\tBeta\tZwei\n",
    "central-european-encoding.csv": "Nazwisko;Imię;Kraj\r\nŻółć-Eins;Łukasz;Polska\r\nŠest;Ďuro;Česko\r\n",
    "cyrillic-encoding.csv": "Фамилия;Имя;Страна\r\nПервый;Альфа;Россия\r\nВторой;Бета;Украина\r\n",
    "dos-encoding.csv": "Name;Vorname;Land\r\nGröß-Eins;Alpha;Österreich\r\nÉté-Zwei;Béta;France\r\n",
    "old-mac-encoding.csv": "Name;Vorname;Land\nGröß-Eins;Alpha;Deutschland\nÉté-Zwei;Béta;France\n",
    "fide-trf.txt": (
        "No.\tTitle\tName\tRating\tFederation\tFIDE ID\tBirth\n"
        "1\t\tEins, Alpha\t1800\tGER\t12345678\t1990/01/01\n"
        "2\t\tZwei, Beta\t1700\tAUT\t12345679\t1991/01/01\n"
    ),
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
        "\fInfo\nAcquire Open 2026 – please read\n\fPlayers\nName\tCountry\nAlpha Eins\tDE\n"
    ),
    "web-page-called-xls.xls": "Name\tCountry\nAlpha Eins\tDE\nBeta Zwei\tFR\n",
    "web-page-with-a-table.html": "Name\tCountry\nAlpha Eins\tDE\n",
}
REFUSED = {
    "json-list.json": "“json-list.json” is JSON, which programs send each other. Ask for the list as CSV.",
    "pdf-file.pdf": "“pdf-file.pdf” is a PDF. Open it, copy the names and paste them here.",
    "rtf-file.rtf": "“rtf-file.rtf” is a text document (RTF). Open it, copy the names and paste them here.",
}
GUESSED = {
    "central-european-encoding.csv": "cp1250",
    "cyrillic-encoding.csv": "cp1251",
    "dos-encoding.csv": "cp850",
    "old-mac-encoding.csv": "mac-roman",
}


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_list_that_was_misread_becomes_its_rows(name: str) -> None:
    source = source_of_file(name, (FIELD / name).read_bytes())
    assert source.text == TEXTS[name]
    assert source.encoding == GUESSED.get(name, "")
    assert bool(source.others) == (name in GUESSED)


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_is_no_list_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(FileError) as refusal:
        source_of_file(name, (FIELD / name).read_bytes())
    assert str(refusal.value) == REFUSED[name]


def plain() -> list[str]:
    others = {*TEXTS, *REFUSED}
    return sorted(
        path.name for path in FIELD.iterdir() if path.suffix in (".txt", ".csv", ".tsv") and path.name not in others
    )


@pytest.mark.parametrize("name", plain())
def test_any_other_text_stays_as_it_is_sent_or_pasted(name: str) -> None:
    content = (FIELD / name).read_bytes()
    source = source_of_file(name, content)
    assert (source.text, source.encoding) == (content.decode(), "")
    assert text_of_pasted(content.decode()) == content.decode()


@pytest.mark.parametrize("name", [name for name in TEXTS if name.endswith((".vcf", ".html", ".xls")) or "trf" in name])
def test_the_source_of_a_list_may_be_pasted_as_well(name: str) -> None:
    assert text_of_pasted((FIELD / name).read_text(encoding="utf-8")) == TEXTS[name]


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_the_inside_of_a_file_is_refused_when_it_is_pasted(name: str) -> None:
    with pytest.raises(FileError, match=r"^This is .*\.$"):
        text_of_pasted((FIELD / name).read_text(encoding="utf-8"))
