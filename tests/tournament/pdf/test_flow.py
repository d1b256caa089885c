"""How tables and paragraphs share out over pages."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import pages_of
from tournament.pdf import Options, sheet
from tournament.pdf.flow import PageBreak, Piece, Space, Text, Titled, paginate
from tournament.pdf.lines import LEADING, Weight
from tournament.pdf.listed import SideBySide
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.printing import Sides

ROW = 20.0


def table(rows: int, *, is_whole: bool = False) -> PrintedTable:
    return PrintedTable(
        (TableColumn("Name"),), tuple(TableRow((str(row),)) for row in range(rows)), row_height=ROW, is_whole=is_whole
    )


HEAD = table(0)._head_height((100.0,))


def rows_per_page(pages: tuple[tuple[tuple[float, Piece], ...], ...]) -> list[int]:
    return [round((sum(piece.height for _, piece in page) - HEAD) / ROW) for page in pages]


@given(st.integers(4, 200), st.integers(4, 40))
def test_no_row_of_a_table_is_left_alone_on_a_page(rows: int, fitting: int) -> None:
    pages = rows_per_page(paginate([table(rows)], 100, HEAD + fitting * ROW))
    assert sum(pages) == rows
    assert min(pages) >= 2
    assert max(pages) <= fitting


def test_one_row_too_many_takes_a_second_one_along() -> None:
    assert rows_per_page(paginate([table(11)], 100, HEAD + 10 * ROW)) == [9, 2]


def test_a_table_kept_together_moves_to_the_next_page_whole() -> None:
    pages = paginate([table(6), table(5, is_whole=True)], 100, 2 * HEAD + 10 * ROW)
    assert rows_per_page(pages) == [6, 5]


def test_a_table_kept_together_that_no_page_holds_is_parted_after_all() -> None:
    assert rows_per_page(paginate([table(15, is_whole=True)], 100, HEAD + 10 * ROW)) == [10, 5]


def test_a_title_goes_with_its_table() -> None:
    title = Text("Title", 10, Weight.BOLD)
    height = HEAD + 10 * ROW
    pages = paginate([table(7), Titled(title, table(4))], 100, height)
    assert len(pages) == 2
    assert len(pages[1]) == 1


def test_a_gap_vanishes_at_the_head_of_a_page_and_a_break_does_not_double() -> None:
    pages = paginate([PageBreak(), table(4), PageBreak(), Space(50), table(4)], 100, HEAD + 4 * ROW)
    assert rows_per_page(pages) == [4, 4]


@pytest.mark.parametrize("name", ["standings", "pairings-by-player", "check-in"])
def test_tables_continue_with_their_heads(name: str) -> None:
    pages = pages_of(sheet(name, event(100, closed=1), Options(sides=Sides.ONE), PRINTED_AT))
    assert len(pages) > 1
    assert all("Name" in page for page in pages)


@example(1, 19)
@given(st.integers(1, 60), st.integers(0, 30))
def test_columns_never_reach_below_their_page(rows: int, above: int) -> None:
    height = HEAD + 20 * ROW
    blocks = [Text("x", size=ROW / LEADING, after=0)] * above + [Titled(Text("Title"), SideBySide((table(rows),)))]
    pages = paginate(blocks, 200, height)
    assert max(distance + piece.height for page in pages for distance, piece in page if piece.is_solid) <= height + 0.02


def test_a_table_without_rows_ends_wherever_it_stands() -> None:
    assert len(paginate([table(0)], 100, HEAD / 2)) == 1
    assert len(paginate([SideBySide((table(0),))], 200, 500)) == 1
