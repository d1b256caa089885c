"""Printed on both sides every sheet lies on papers of its own, and every worksheet behind its slip; printed on one nothing is wasted."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import has_ink, pages_of, words_of
from tournament.pdf import Options, PaperSize, round_pack, several, sheet
from tournament.record.event import EventRecord
from tournament.record.printing import Sides

PRINTED = [
    (players, paper)
    for players, paper in product((3, 9, 17, 25, 100), PaperSize)
    if (players, paper) != (100, PaperSize.LETTER)
]
"""Sizes of event and paper; many pages are parted on the larger paper as on the smaller one."""
HANGING = ("pairings-by-player", "pairings-by-table", "results", "standings", "final-list", "movement-chart")
STANDING = ("table-cards", "place-cards", "certificates")


def duplex_of(content: bytes) -> str:
    """What the file asks of the printer."""
    preferences: Any = PdfReader(io.BytesIO(content)).root_object["/ViewerPreferences"]
    return str(preferences["/Duplex"])


def tables_on(page: list[str]) -> list[str]:
    """The tables whose slips or worksheets stand on a page, each by the line at its foot."""
    return [found[1] for line in page if (found := re.search(r" · (Table (?:\d+|____)) · version", line))]


def first_of(page: list[str]) -> bool:
    return any("page 1 of" in line for line in page)


def packs(of: EventRecord, options: Options) -> list[bytes]:
    """The pack of a round that is over, that of the one being played, some sheets again, and the blank set."""
    again = [(name, replace(options, round_number=2)) for name in ("standings", "pairings-by-table", "result-slips")]
    return [
        round_pack(of, 1, options, PRINTED_AT),
        round_pack(of, 2, options, PRINTED_AT),
        several(of, again, PRINTED_AT),
        sheet("blank-set", of, options, PRINTED_AT),
    ]


@pytest.mark.parametrize(("players", "paper"), PRINTED)
def test_on_both_sides_each_worksheet_lies_behind_its_own_slip(players: int, paper: PaperSize) -> None:
    for content in packs(event(players, closed=1), Options(paper=paper)):
        pages = pages_of(content)
        slips = [at for at, page in enumerate(pages) if tables_on(page)]
        fronts = [at for at in slips if "Cash correction and reason" in " ".join(pages[at])]
        assert fronts
        assert [at % 2 for at in fronts] == [0] * len(fronts)
        assert [tables_on(pages[at]) for at in fronts] == [tables_on(pages[at + 1]) for at in fronts]
        assert sorted(slips) == sorted([*fronts, *(at + 1 for at in fronts)])
        assert all(at % 2 == 0 for at, page in enumerate(pages) if first_of(page))
        assert pages[-1] != []
        assert duplex_of(content) == "/DuplexFlipLongEdge"


@pytest.mark.parametrize(("players", "paper"), PRINTED)
def test_on_one_side_no_page_is_empty(players: int, paper: PaperSize) -> None:
    for content in packs(event(players, closed=1), Options(paper=paper, sides=Sides.ONE)):
        pages = pages_of(content)
        assert [] not in pages
        assert duplex_of(content) == "/Simplex"


@pytest.mark.parametrize("name", [*HANGING, *STANDING])
def test_what_hangs_or_stands_has_nothing_on_its_backs(name: str) -> None:
    content = sheet(name, event(100, closed=4, drawn=0), Options(), PRINTED_AT)
    inked = [has_ink(page) for page in PdfReader(io.BytesIO(content)).pages]
    assert len(inked) > 1
    assert inked == [at % 2 == 0 for at in range(len(inked))]


def test_the_results_and_standings_of_a_blank_set_hang_with_nothing_on_their_backs() -> None:
    pages = pages_of(sheet("blank-set", event(100, closed=1), Options(), PRINTED_AT))
    after = max(at for at, page in enumerate(pages) if tables_on(page)) + 1
    hanging = [bool(page) for page in pages[after:]]
    assert sum(hanging) > 3
    assert hanging == [(after + at) % 2 == 0 for at in range(len(hanging))]


@pytest.mark.parametrize("paper", PaperSize)
@pytest.mark.parametrize("players", [24, 25, 26, 33, 40])
def test_columns_of_standings_are_level_and_use_the_page(players: int, paper: PaperSize, tmp_path: Path) -> None:
    content = sheet("standings", event(players, closed=4, drawn=0), Options(paper=paper), PRINTED_AT)
    words, ((_, height), *others) = words_of(content, tmp_path)
    names = [word for word in words if word.text == "Player" and word.bottom - word.top > 14]
    rows = Counter(round(word.left) for word in names if 90 < word.top < height)
    assert (others, len(rows)) == ([], 2)
    assert max(rows.values()) - min(rows.values()) <= 1
    assert sum(rows.values()) == players


def test_a_juniors_list_says_on_each_page_that_it_is_theirs() -> None:
    content = sheet("final-list", event(100, closed=4, drawn=0), Options(), PRINTED_AT)
    (page,) = [lines for lines in pages_of(content) if any("Juniors" in line for line in lines)]
    assert page.index("Juniors") < page.index("Juniors (continued)")
    assert "Further places" not in " ".join(" ".join(lines) for lines in pages_of(content))
