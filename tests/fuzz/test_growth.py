"""No reader of what people bring works more than in proportion to it, whatever it is made of."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from games.acquire.logs.reading import read_people
from tests.fuzz.files import libreoffice, with_part
from tests.fuzz.growth import MOST, grown, work_of
from tournament.day.lists.rosters import Surroundings, read_list
from tournament.day.office.files import text_of_file, text_of_pasted

HEAD = "edition: mso\nplayers: ann ben cai\n1 ann: 1A\n"
pytestmark = pytest.mark.release  # it measures

READERS: dict[str, tuple[Callable[[str], object], int]] = {
    "a list": (lambda text: read_list(text, Surroundings()), 1_990),
    "a list with columns": (lambda text: read_list(f"Name\tCountry\nAda Demo\tNL\n{text}", Surroundings()), 1_990),
    "a pasted text": (text_of_pasted, 40_000),
    "a file": (lambda text: text_of_file("list.csv", text.encode()), 40_000),
    "a log": (read_people, 1_990),
    "a turn of a log": (lambda text: read_people(f"{HEAD}2 ben: 2B {text}"), 1_990),
}
"""The readers, each with the longest line that it gets here: readers of lines refuse longer ones."""


@pytest.mark.parametrize("reader", sorted(READERS))
def test_a_reader_works_in_proportion_to_a_text(reader: str) -> None:
    read, longest = READERS[reader]
    assert list(grown(read, longest)) == []


def attribute(length: int) -> bytes:
    """A workbook with one long attribute."""
    return with_part(
        "xl/worksheets/sheet1.xml",
        b'<worksheet><sheetData><row r="1" x="%s"/></sheetData></worksheet>' % (b"a" * length),
    )


def in_opendocument(length: int) -> bytes:
    """The same for LibreOffice."""
    return libreoffice(b'<table:table table:name="%s"><table:table-row/></table:table>' % (b"a" * length))


@pytest.mark.parametrize("made", [attribute, in_opendocument])
def test_a_workbook_is_read_in_proportion_to_an_attribute(made: Callable[[int], bytes]) -> None:
    half, whole = (made(length).decode("latin-1") for length in (4_000_000, 8_000_000))
    less, more = (work_of(lambda text: text_of_file("list", text.encode("latin-1")), text, 2) for text in (half, whole))
    assert more < max(0.3, MOST * less)


def test_what_grows_with_the_square_is_found() -> None:
    found = list(grown(lambda text: re.search(r"\s+x", text), 8_000))
    assert any(each.startswith("a line of ' ':") for each in found)
