"""One table of the grid mended by one press: cleared, one of two reports taken; and what it shows of a player."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.build import director_of, enter_results, make_director, make_event, publish
from tests.tournament.pages.forms import press
from tests.tournament.pages.pages import desk, grid_of, said
from tests.tournament.pages.words import words
from tournament.models import Event
from tournament.models.queries import read_event
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import Dollars
from tournament.services.results.confirming import hand_in
from tournament.services.rounds import close_round
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db

FIRST: tuple[Dollars, ...] = (41_200, 36_000, 30_000, 20_000)


@pytest.fixture
def event() -> Event:
    """Eight players at two tables; table 1 has a result in which the second ran out of time and the game ended early."""
    made = make_event(8)
    publish(made, 1, sizes=(4, 4))
    typed = TableRecord(1, seats(made, FIRST, late=1), ended_by="hotel closes")
    assert hand_in(made, director_of(made), 1, [typed]) == {}
    return made


def seats(event: Event, cash: tuple[Dollars, ...], table: int = 1, late: int | None = None) -> tuple[SeatRecord, ...]:
    at = read_event(event.slug).table(1, table).seats
    return tuple(
        SeatRecord(seat.player, cash=amount, timed_out=place == late)
        for place, (seat, amount) in enumerate(zip(at, cash, strict=True))
    )


def stood(event: Event, table: int = 1) -> tuple[list[Dollars | None], list[bool], str]:
    """The amounts, who ran out of time, and the ending of a table."""
    found = read_event(event.slug).table(1, table)
    return [seat.cash for seat in found.seats], [seat.timed_out for seat in found.seats], found.ended_by


def grid(event: Event) -> str:
    return desk(event, "rounds/1/results/")


def test_a_table_is_cleared_by_one_press_and_the_undo_beside_the_message_brings_all_back(
    event: Event, director: Client
) -> None:
    before = stood(event)
    answer = press(director, director.get(grid(event)), "Clear table 1")
    assert said(answer) == ["Result for table 1 in round 1 cleared."]
    assert stood(event) == ([None] * 4, [False] * 4, "")
    assert sentence_of(event.changes.order_by("-version")[0], read_event(event.slug)) == (
        "Result for table 1 in round 1 cleared"
    )
    page = director.get(answer["Location"])
    row = page.content.decode().split("<tr id=")[1]
    assert ("Clear table 1" in row, "saved" in row) == (False, False)
    press(director, page, "Undo")
    assert stood(event) == before


def test_a_table_with_a_report_that_waits_is_cleared_too_and_the_report_waits_again_after_the_undo(
    director: Client,
) -> None:
    event = make_event(8, result_check="rekey")
    publish(event, 1, sizes=(4, 4))
    first = TableRecord(1, seats(event, FIRST))
    assert hand_in(event, make_director("second", is_staff=True), 1, [first]) == {}
    answer = press(director, director.get(grid(event)), "Clear table 1")
    assert not read_event(event.slug).table(1, 1).has_reported
    press(director, director.get(answer["Location"]), "Undo")
    assert read_event(event.slug).table(1, 1).waiting is not None


def test_a_table_that_somebody_else_changed_meanwhile_is_not_cleared(event: Event, director: Client) -> None:
    page = director.get(grid(event))
    enter_results(event, 1, cash={1: (50_000, 36_000, 30_000, 20_000)}, apart_from=[2])
    answer = press(director, page, "Clear table 1")
    assert said(answer) == ["This has changed since you opened it. Check it, then try again."]
    assert stood(event)[0] == [50_000, 36_000, 30_000, 20_000]


def test_two_amounts_typed_the_other_way_round_are_told_as_exchanged(event: Event) -> None:
    enter_results(event, 1, cash={1: (41_200, 30_000, 36_000, 20_000)}, apart_from=[2])
    latest = event.changes.latest("version")
    assert sentence_of(latest, read_event(event.slug)) == "Two amounts for table 1 in round 1 swapped"


def test_where_reports_differ_one_press_takes_one_and_the_log_says_where_it_was_chosen(director: Client) -> None:
    event = make_event(8, result_check="rekey")
    publish(event, 1, sizes=(4, 4))
    second: User = make_director("second", is_staff=True)
    for user, third in ((director_of(event), 30_000), (second, 31_000)):
        typed = TableRecord(1, seats(event, (41_200, 36_000, third, 20_000)))
        assert hand_in(event, user, 1, [typed]) == {}
    page = director.get(grid(event))
    text = page.content.decode()
    assert re.findall(r'<span class="other">([^<]+)</span>', text) == ["director: 30,000", "second: 31,000"]
    assert re.findall(r'placeholder="([\d,]+)"', text) == ["41,200", "36,000", "20,000"]
    answer = press(director, page, "Use 31,000")
    assert said(answer) == ["Result for table 1 in round 1 confirmed."]
    assert stood(event)[0] == [41_200, 36_000, 31_000, 20_000]
    assert "“chosen in the results grid”" in words(director.get(desk(event, "rounds/1/tables/1/")))


def test_out_of_time_and_the_ending_stand_in_the_grid_for_ever(event: Event, director: Client) -> None:
    page = director.get(grid(event)).content.decode()
    cells = re.findall(r'<td class="seat">.*?</td>', page, re.DOTALL)
    assert ['<span class="out-of-time">out of time</span><input' in cell for cell in cells[:4]] == [
        False,
        True,
        False,
        False,
    ]
    assert "Ended early: hotel closes" in words(director.get(grid(event)))
    enter_results(event, 1, cash={2: FIRST}, apart_from=[1])
    close_round(event, director_of(event), 1)
    assert words(director.get(grid(event))).count("out of time") == 1


def test_why_a_game_ended_early_is_typed_beside_words_that_ask_for_it_and_saved_by_a_press(
    event: Event, director: Client
) -> None:
    page = director.get(grid(event))
    assert page.content.decode().count('placeholder="Reason for ending early"') == 2
    row = page.content.decode().split('id="table-2"')[1]
    assert re.search(r'<input name="t2-ended_by"[^>]*>\s*<button>Save</button>', row)
    assert "data-all-saved hidden" in page.content.decode()  # until a script shows it


def test_the_number_stands_before_names_that_could_be_taken_for_each_other_alone(director: Client) -> None:
    long = "Hans-Christian Maximilian Friedrich of "
    event = make_event(
        0,
        names=(
            "Player Thirteen",
            "Player Thirteenn",
            f"{long}Upper",
            f"{long}Lower",
            "Ada Demo",
            "Ida Demo",
            "Cai Demo",
            "Dot Demo",
        ),
    )
    publish(event, 1, sizes=(4, 4))
    page = director.get(grid(event)).content.decode()
    assert sorted(re.findall(r'<span class="number">(\d)</span>', page)) == ["1", "2", "3", "4"]


def test_a_refusal_says_which_tables_have_results_and_where_they_are_cleared(event: Event, director: Client) -> None:
    round_page = words(director.get(desk(event, "rounds/1/")))
    assert "Clear table 1 first." in round_page
    swap = words(director.get(desk(event, "rounds/1/swap/")))
    assert "Clear table 1 first." in swap


def test_a_conflict_shows_no_green_line_beside_not_saved(event: Event, director: Client) -> None:
    older = grid_of(director, event, 1, {1: (42_000, 36_000, 30_000, 20_000)})
    enter_results(event, 1, cash={1: (50_000, 36_000, 30_000, 20_000)}, apart_from=[2])
    answer = director.post(grid(event), older)
    assert answer.status_code == 409
    row = answer.content.decode().split("<tr id=")[1]
    assert '<p class="tag loss" data-sign>not saved</p>' in row
    assert '<output data-check class="ok">' not in row
