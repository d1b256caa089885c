"""How many pages and papers a sheet takes on one side or both, and which sheets are due."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import has_ink, pages_of, words_of
from tournament.pdf.document import fronts_of, round_pack, sheet, sheets_as_pdf
from tournament.pdf.job import Job, Options
from tournament.pdf.prints import Prints, Why, due_sheets
from tournament.pdf.sheets import SHEETS
from tournament.record.event import EventRecord
from tournament.record.printing import PaperSize, Printed, Sides
from tournament.tellings.paper import USES, paper_of_round, sheets_wanted

ROUND_2 = ("pairings-by-player", "pairings-by-table", "result-slips")
ROUND_1 = ("results", "standings")


def print_of(
    record: EventRecord, sheet: str, number: int | None, *, is_opened: bool = False, minutes: int = 0
) -> Printed:
    """A print of a whole sheet, some minutes after the first ones."""
    contents = SHEETS[sheet].contents(Job(record, Options(round_number=number), PRINTED_AT))
    at = PRINTED_AT + timedelta(minutes=minutes)
    return Printed(sheet, contents.round, at, "ada", record.version, contents.parts, is_whole=True, is_opened=is_opened)


def due_now(record: EventRecord, *prints: Printed) -> dict[tuple[str, int | None], Why]:
    return {sheet.place: sheet.why for sheet in due_sheets(Prints(record, prints))}


def swapped(record: EventRecord) -> EventRecord:
    """The same event after two players of tables 1 and 2 of the last round have changed places."""
    last = record.rounds[-1]
    one, two, *others = last.tables
    first = replace(one, seats=(two.seats[0], *one.seats[1:]))
    second = replace(two, seats=(one.seats[0], *two.seats[1:]))
    return record.with_round(replace(last, tables=(first, second, *others)))


@pytest.mark.parametrize(("players", "paper", "sides"), [*product((3, 17, 22, 25, 250), PaperSize, Sides)])
def test_the_pages_are_those_of_the_file(players: int, paper: PaperSize, sides: Sides) -> None:
    record = replace(event(players, closed=1), paper=paper, sides=sides)
    orders = [(name, Options(round_number=1)) for name in ROUND_1] + [
        (name, Options(round_number=2)) for name in ROUND_2
    ]
    fronts = [fronts_of(name, record, options, PRINTED_AT) for name, options in orders]
    pages = PdfReader(io.BytesIO(sheets_as_pdf(record, orders, PRINTED_AT))).pages
    assert {(float(page.mediabox.width), float(page.mediabox.height)) for page in pages} == {paper.points}
    assert sum(map(len, fronts)) == sum(has_ink(page) for page in pages)


def test_slips_lie_on_a_front_with_their_worksheets_behind() -> None:
    record = event(9)  # three tables of three: two slips a page, each page with its worksheets behind
    fronts = [fronts_of(name, record, Options(round_number=1), PRINTED_AT) for name in ROUND_2]
    assert fronts == [(True,), (True,), (True, False, False, False)]


def test_every_sheet_says_what_it_is_for() -> None:
    assert list(USES) == list(SHEETS)


def test_after_publishing_the_pairings_and_slips_are_due_beside_the_results_of_the_round_before() -> None:
    assert due_now(event(9)) == dict.fromkeys([(name, 1) for name in ROUND_2], Why.NEW)
    record = event(9, closed=1)
    assert list(due_now(record)) == [*((name, 1) for name in ROUND_1), *((name, 2) for name in ROUND_2)]
    assert set(due_now(record).values()) == {Why.NEW}
    closed = event(9, closed=2, drawn=0)
    assert list(due_now(closed)) == [(name, 2) for name in ROUND_1]


def test_the_final_list_is_due_once_it_is_public_and_the_standings_are_not_any_more() -> None:
    over = event(9, closed=4, drawn=0)
    assert list(due_now(over)) == [(name, 4) for name in ROUND_1]
    assert list(due_now(replace(over, is_final_published=True))) == [("final-list", None), ("medal-form", None)]


def test_an_event_prints_what_its_director_ticked() -> None:
    record = replace(event(9, drawn=0), prints=("standings", "check-in", "no-such-sheet"))
    assert sheets_wanted(record) == ("check-in", "standings")
    assert due_now(record) == {("check-in", None): Why.NEW}
    assert list(due_now(replace(event(9, closed=1), prints=record.prints))) == [("standings", 1)]
    paperless = replace(event(9, closed=1), prints=())
    assert (due_now(paperless), paper_of_round(paperless)) == ({}, ())


def test_opening_is_not_printing() -> None:
    record = event(9)
    opened = [print_of(record, name, 1, is_opened=True) for name in ROUND_2]
    assert set(due_now(record, *opened).values()) == {Why.OPENED}
    printed = [replace(row, is_opened=False) for row in opened]
    assert set(due_now(record, *printed).values()) == {Why.PRINTED}
    (state,) = Prints(record, opened[:1]).states([("pairings-by-player", 1)])
    assert (state.last, state.opened, state.is_out_of_date) == (None, opened[0], False)


def test_what_was_printed_is_to_be_replaced_until_somebody_says_that_the_new_one_is_printed() -> None:
    before, after = event(9), swapped(event(9))
    first = print_of(before, "pairings-by-table", 1)
    assert due_now(after, first)["pairings-by-table", 1] is Why.CHANGED
    again = print_of(after, "pairings-by-table", 1, is_opened=True, minutes=5)
    prints = Prints(after, [first, again])
    (state,) = prints.states([("pairings-by-table", 1)])
    assert state.is_out_of_date, "the notice stays"
    assert due_now(after, first, again)["pairings-by-table", 1] is Why.OPENED
    assert due_now(after, first, replace(again, is_opened=False))["pairings-by-table", 1] is Why.PRINTED


def test_what_was_opened_may_be_on_paper_so_a_change_makes_it_due_again() -> None:
    before, after = event(9), swapped(event(9))
    opened = print_of(before, "result-slips", 1, is_opened=True)
    assert due_now(after, opened)["result-slips", 1] is Why.CHANGED
    (sheet,) = (each for each in due_sheets(Prints(after, [opened])) if each.place == ("result-slips", 1))
    assert (sheet.is_to_print, sheet.state.tables) == (True, (1, 2))
    assert {part.number for part in sheet.changed} == {1, 2}


def test_an_opening_before_the_last_print_is_answered_by_it() -> None:
    record = event(9)
    opened, printed = (
        print_of(record, "result-slips", 1, is_opened=True),
        print_of(record, "result-slips", 1, minutes=5),
    )
    assert due_now(record, opened, printed)["result-slips", 1] is Why.PRINTED


# Printed on both sides every sheet lies on papers of its own, and every worksheet behind its slip; printed on one nothing is wasted


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
        sheets_as_pdf(of, again, PRINTED_AT),
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
