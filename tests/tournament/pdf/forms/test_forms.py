"""Forms for a pen: slips as large as a hand needs, the medal form, and a record sheet that holds a game."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest

from games.acquire.logs.json import read_archive
from games.acquire.logs.reading import read_log
from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import pages_of, text_of
from tests.tournament.pdf.writing import Written, random_game, written
from tournament.pdf.document import sheet
from tournament.pdf.job import Job, Options
from tournament.pdf.layout import Box, frame
from tournament.pdf.qr import network_code
from tournament.pdf.sheets.information import work_form
from tournament.pdf.sheets.record_sheet import BOX_CELLS, BOX_HEAD, RecordForm, player_of
from tournament.pdf.sheets.slips import HEAD, PROOF, RESULT_SLIPS, slip_boxes, slip_form, slip_words
from tournament.pdf.words import FIVE_DIGITS, FOUR_DIGITS, MILLIMETRE, ROW, SIGNATURE, TURN, TWO_DIGITS
from tournament.record.printing import PaperSize
from tournament.scores.totals import standings

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


# The medal form: given name and surname in two columns


def test_a_name_is_parted_as_the_list_parts_it_and_else_before_its_last_word() -> None:
    base = event(8, closed=4, drawn=4)
    first, second, *_ = (row.player for row in standings(base))
    entries = tuple(
        replace(entry, name="Liz van Demo", given_name="Elizabeth", family_name="van Demo")
        if entry.player == first
        else replace(entry, name="Bo van Sample")
        if entry.player == second
        else entry
        for entry in base.entries
    )
    text = text_of(sheet("medal-form", replace(base, entries=entries), Options(), PRINTED_AT))
    assert "Elizabeth\nvan Demo\n" in text
    assert "Bo van\nSample\n" in text
    assert "Liz van Demo\n" in text  # the list of the whole field has the name that everybody knows


# The record sheet holds a game: every act of the games that people played on one sheet, of random ones on two


GAMES = Path(__file__).parents[4] / "fixtures" / "games"
BY_PEOPLE = ("nmoll-game*.json", "number5alive-t*.json")
RANDOM = 300  # games at random, beside the 200 of the archive


def forms(players: int) -> list[RecordForm]:
    return [RecordForm(frame(Job(event(3), Options(paper=paper), PRINTED_AT)), players) for paper in PaperSize]


def sheets_of(game: Written, players: int) -> int:
    assert game.too_wide == []
    return max(game.sheets(form) for form in forms(players))


def test_every_game_between_people_fits_one_sheet() -> None:
    paths = [path for pattern in BY_PEOPLE for path in sorted((GAMES / "known").glob(pattern))]
    records = [read_log(path.read_text(encoding="utf-8")) for path in paths]
    needed = {
        path.stem: sheets_of(written(record.events, len(record.header.players)), len(record.header.players))
        for path, record in zip(paths, records, strict=True)
    }
    assert len(needed) == 11
    assert set(needed.values()) == {1}, needed


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.load)])
def test_any_of_five_hundred_random_games_fits_two_sheets(step: int) -> None:
    archive = list(read_archive(GAMES / "random.jsonl.gz"))
    needed = [
        sheets_of(written(record.events, len(record.header.players)), len(record.header.players))
        for record in archive[::step]
    ]
    for seed in range(0, RANDOM, step):
        players = 3 + seed // step % 4
        needed.append(sheets_of(written(random_game(seed, players), players), players))
    assert len(needed) == 500 // step
    assert set(needed) <= {1, 2}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_lines_are_as_high_and_cells_as_wide_as_a_hand_needs(players: int) -> None:
    for form in forms(players):
        assert form.strip.height - form.turn_rows * TURN >= 0
        assert TURN >= 5 * MILLIMETRE
        assert form.box_height / (players + 1) == ROW >= 7 * MILLIMETRE
        assert BOX_CELLS["bonus"] >= FIVE_DIGITS >= 18 * MILLIMETRE
        assert min(BOX_CELLS["sell"], BOX_CELLS["trade"], BOX_CELLS["hold"]) >= TWO_DIGITS
        assert sum(BOX_HEAD.values()) <= form.box_width
        across = form.boxes_across * form.box_width
        assert across <= form.inside.width
        assert [player_of(turn, players) for turn in (1, players, players + 1)] == [1, players, 1]


def test_each_table_has_a_sheet_of_two_sides_and_the_round_a_second_sheet_for_each_size_of_table() -> None:
    pages = pages_of(sheet("record-sheet", event(7), Options(), PRINTED_AT))
    texts = [" ".join(page) for page in pages]
    assert len(pages) == 2 * 2 + 2 * 2
    assert ["Table 1" in text for text in texts[:2]] == [True, True]
    assert all("second sheet" in text for text in texts[4:])


def test_signs_of_the_wi_fi_form_in_the_name_of_a_network_are_escaped() -> None:
    assert network_code('Hall "A"; row 1, C:\\') == 'WIFI:T:nopass;S:Hall \\"A\\"\\; row 1\\, C\\:\\\\;;'
