"""Lists that were once misread, by the kinds of files that they are: the text that each becomes."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT
from tournament.day.office.files import source_of_file, text_of_pasted
from tournament.day.office.sources.texts import CANDIDATES, FileError

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
