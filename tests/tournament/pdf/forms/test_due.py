"""How many pages and papers a sheet takes, what it is for, and which sheets are due, from an event as a value."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest
from pypdf import PdfReader

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import has_ink
from tournament.pdf import SHEETS, Job, Options, PaperSize, Prints, Why, due_sheets, fronts_of, several
from tournament.record.event import EventRecord
from tournament.record.printing import Printed, Sides
from tournament.tellings.paper import USES, paper_of_round, wanted

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
    pages = PdfReader(io.BytesIO(several(record, orders, PRINTED_AT))).pages
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
    assert wanted(record) == ("check-in", "standings")
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
