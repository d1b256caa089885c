"""The record sheet holds a game: every act of the games that people played on one sheet, of random ones on two."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.acquire.logs import read_log
from games.acquire.logs.json import read_archive
from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import pages_of
from tests.tournament.pdf.writing import Written, random_game, written
from tournament.pdf import Options, PaperSize, sheet
from tournament.pdf.job import Job
from tournament.pdf.layout import frame
from tournament.pdf.sheets.record_sheet import BOX_CELLS, BOX_HEAD, RecordForm, player_of
from tournament.pdf.words import FIVE_DIGITS, MILLIMETRE, ROW, TURN, TWO_DIGITS

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
