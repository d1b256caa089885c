"""What the eye and the camera see: nothing overlaps or leaves the paper, and codes lead to the right page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tournament.pdf.events import ADDRESS, PRINTED_AT, ZOO, event
from tests.tournament.pdf.reading import Word, codes_on, text_of, words_of
from tournament.pdf.document import round_pack, sheet
from tournament.pdf.job import Options
from tournament.pdf.sheets import SHEETS
from tournament.record.event import EventRecord
from tournament.record.printing import PaperSize

pytestmark = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils are not installed")

PLAYED = event(16, closed=4, drawn=0, names=ZOO)
LONG = replace(
    PLAYED,
    name="An Example Championship with a Name so Long that No Heading Holds It on One Line at Any Size",
    network_name="Hall-Guest-Network-With-A-Long-Name-5GHz",
)
TURNED = {"table-cards", "place-cards"}  # their backs stand on their heads, which poppler's boxes do not follow


MANY_ROUNDS = event(30, closed=8, drawn=1, rounds=10)
A4, LETTER = Options(), Options(paper=PaperSize.LETTER)
CASES = [
    *((name, A4, PLAYED) for name in SHEETS),
    *((name, LETTER, LONG) for name in SHEETS),
    *((name, A4, MANY_ROUNDS) for name in ("standings", "handover", "movement-chart", "blank-set")),
]


def neighbours(words: list[Word]) -> Iterator[tuple[Word, Word]]:
    """The pairs of words whose heights meet; no others can cover each other."""
    ordered = sorted(words, key=lambda word: (word.page, word.top))
    for index, one in enumerate(ordered):
        for other in ordered[index + 1 :]:
            if other.page != one.page or other.top >= one.bottom:
                break
            yield one, other


def outside(words: list[Word], sizes: list[tuple[float, float]]) -> list[Word]:
    """The words that leave the part of the paper that printers reach."""
    return [
        word
        for word in words
        if word.left < 10
        or word.top < 10
        or word.right > sizes[word.page - 1][0] - 10
        or word.bottom > sizes[word.page - 1][1] - 10
    ]


@pytest.mark.parametrize(("name", "options", "of"), CASES)
def test_no_word_covers_another_or_leaves_the_paper(
    name: str, options: Options, of: EventRecord, tmp_path: Path
) -> None:
    words, sizes = words_of(sheet(name, of, options, PRINTED_AT), tmp_path)
    assert words
    assert outside(words, sizes) == []
    if name not in TURNED:
        clashes = [(one.text, other.text) for one, other in neighbours(words) if one.overlaps(other)]
        assert clashes == []


def test_each_slip_carries_the_code_of_its_own_table(tmp_path: Path) -> None:
    content = sheet("result-slips", event(17, closed=1), Options(), PRINTED_AT)
    assert codes_on(content, tmp_path, 1) == {f"{ADDRESS}rounds/2/tables/{table}/" for table in (1, 2)}


@pytest.mark.parametrize("name", ["pairings-by-table", "results", "standings"])
def test_posted_sheets_carry_the_code_of_the_public_page_and_the_network(name: str, tmp_path: Path) -> None:
    content = sheet(name, event(17, closed=4, drawn=0), Options(), PRINTED_AT)
    assert codes_on(content, tmp_path, 1) == {ADDRESS}
    words, _ = words_of(content, tmp_path)
    assert {ADDRESS, "Hall-Guest"} <= {word.text for word in words}


def test_without_an_address_there_is_no_code_and_no_network(tmp_path: Path) -> None:
    of = replace(event(13, closed=1), public_address="")
    content = round_pack(of, 1, Options(), PRINTED_AT)
    assert codes_on(content, tmp_path, 2) == set()
    words, _ = words_of(content, tmp_path)
    assert not {word.text for word in words} & {ADDRESS, "Network:"}


def test_a_slip_without_an_address_promises_no_report_by_phone() -> None:
    of = event(7, drawn=1)
    number = of.rounds[-1].number
    codes = {(number, table.number): "abcdefghjkmnpq" for table in of.rounds[-1].tables}
    assert "Report by phone" in text_of(sheet("result-slips", of, Options(), PRINTED_AT, codes))
    plain = text_of(sheet("result-slips", replace(of, public_address=""), Options(), PRINTED_AT, codes))
    assert "by phone" not in plain
    assert "Network" not in plain


def test_a_second_page_carries_its_code_too(tmp_path: Path) -> None:
    content = sheet("pairings-by-player", event(100), Options(), PRINTED_AT)
    assert [codes_on(content, tmp_path, page) for page in (2, 3)] == [set(), {ADDRESS}]
