"""The worksheet on the back of a slip: seven chains and two sums, one below the other and all to be read alike (R15)."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from games.acquire.editions.labels import LABEL_SETS
from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import Word, words_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Options

pytestmark = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils are not installed")

SUMS = (("cash", "before", "winding", "up"), ("Final", "cash"))


def rows_below(words: list[Word], first: str) -> list[list[Word]]:
    """The words of the worksheet's first column, row by row, from the row that begins with ``first`` to the last sum."""
    top = next(word for word in words if word.text == first)
    column = [word for word in words if word.page == top.page and word.top >= top.top and word.left < top.left + 100]
    rows: list[list[Word]] = []
    for word in sorted(column, key=lambda word: (round(word.top), word.left)):
        if rows and round(rows[-1][0].top) == round(word.top):
            rows[-1].append(word)
        else:
            rows.append([word])
    return rows[:9]


def test_chains_and_sums_stand_on_a_line_each_in_letters_of_one_size_beside_their_columns(tmp_path: Path) -> None:
    words, _ = words_of(sheet("result-slips", event(17, closed=1), Options(), PRINTED_AT), tmp_path)
    chains = LABEL_SETS["classic"].names
    rows = rows_below(words, chains[0])
    assert [tuple(word.text for word in row) for row in rows] == [*((name,) for name in chains), *SUMS]
    assert {round(word.bottom - word.top, 1) for row in rows for word in row} == {7.5}
    assert {round(row[0].left) for row in rows} == {round(rows[0][0].left)}
    steps = {round(after[0].top - before[0].top, 1) for before, after in pairwise(rows)}
    assert len(steps) == 1
    size = next(word for word in words if word.text == "Size")
    assert all(word.right < size.left for row in rows[:7] for word in row)
