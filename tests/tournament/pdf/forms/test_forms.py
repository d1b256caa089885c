"""What is filled in with a pen is as large as a hand needs, on every slip, and the worksheet can be added up."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import pages_of
from tournament.pdf import Options, PaperSize, sheet
from tournament.pdf.job import Job
from tournament.pdf.layout import Box
from tournament.pdf.sheets.information import work_form
from tournament.pdf.sheets.slips import HEAD, PROOF, RESULT_SLIPS, slip_boxes, slip_form, slip_words
from tournament.pdf.words import FIVE_DIGITS, FOUR_DIGITS, MILLIMETRE, ROW, SIGNATURE, TWO_DIGITS

TINY = 0.001  # of a point: what sums of widths lose
EVERY_SLIP = list(product(PaperSize, (3, 4, 5, 6)))


def job_on(paper: PaperSize) -> Job:
    return Job(event(3), Options(paper=paper), PRINTED_AT)


def slip_of(paper: PaperSize) -> Box:
    """The smaller of the places of a page."""
    return min(slip_boxes(RESULT_SLIPS.frame(job_on(paper))), key=lambda box: (box.height, box.width))


def test_the_sizes_are_those_of_a_hand() -> None:
    assert ROW >= 7 * MILLIMETRE - TINY
    assert FIVE_DIGITS >= 18 * MILLIMETRE - TINY
    assert SIGNATURE >= 40 * MILLIMETRE - TINY


@pytest.mark.parametrize(("paper", "players"), EVERY_SLIP)
def test_every_field_of_a_slip_holds_what_is_written_there(paper: PaperSize, players: int) -> None:
    box = slip_of(paper)
    form = slip_form(box.width, box.height, players, slip_words(job_on(paper)))
    widths = {name: right - left for name, (left, right) in form.edges.items()}
    assert widths["cash"] >= 18 * MILLIMETRE - TINY
    assert widths["signature"] >= 40 * MILLIMETRE - TINY
    assert widths["place"] >= TWO_DIGITS - TINY
    assert max(right for _left, right in form.edges.values()) <= box.width + 0.01
    written = [*form.times, *form.rows, *form.director]
    assert min(each.height for each in written) >= 7 * MILLIMETRE - TINY
    tops = [box.height - HEAD, *(each.bottom for each in (form.times[0], *form.rows, *form.director))]
    assert all(below < above for above, below in pairwise(tops))
    assert form.director[-1].bottom >= PROOF - TINY


@pytest.mark.parametrize(("paper", "players"), EVERY_SLIP)
def test_the_worksheet_has_a_column_of_money_a_player_that_ends_in_the_final_cash(
    paper: PaperSize, players: int
) -> None:
    box = slip_of(paper)
    form = work_form(box.width, box.height, players)
    assert len(form.rows) == 7 + 2  # a row a chain, the cash before, the sum
    assert min(row.height for row in form.rows) >= 7 * MILLIMETRE - TINY
    assert form.rows[-1].bottom >= PROOF - TINY
    least = {"chain": 0.0, "size": TWO_DIGITS, "price": FOUR_DIGITS, "shares": TWO_DIGITS, "money": 18 * MILLIMETRE}
    assert [kind for kind, _left, _right in form.edges].count("money") == players
    assert all(right - left >= least[kind] - TINY for kind, left, right in form.edges)
    assert form.edges[-1][2] == pytest.approx(box.width)


def test_backs_follow_their_fronts_and_no_place_of_a_page_is_left_empty() -> None:
    texts = [" ".join(page) for page in pages_of(sheet("result-slips", event(17), Options(), PRINTED_AT))]
    fronts, backs = texts[::2], texts[1::2]
    assert len(fronts) == len(backs) == 3
    assert all("Signature" in text and "final cash" not in text for text in fronts)
    assert all("final cash" in text and "Signature" not in text for text in backs)
    for front, back in zip(fronts, backs, strict=True):
        assert [f"· Table {number} ·" in front for number in range(1, 6)] == [
            f"· Table {number} ·" in back for number in range(1, 6)
        ]
    assert sum(text.count("Signature") for text in fronts) == len(fronts) * 2
    assert "Table ____" in fronts[-1]
