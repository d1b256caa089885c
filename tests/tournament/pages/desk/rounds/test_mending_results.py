"""Results put right: one table of the grid by one press, and who sat where in a closed round."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.build import director_of, enter_results, make_director, make_event, play_round, publish
from tests.tournament.devices.phones import code_of_table
from tests.tournament.pages.forms import Typed, form_with, press
from tests.tournament.pages.pages import desk, grid_of, said, words
from tests.tournament.pages.words import press_undo, told
from tests.tournament.pages.words import words as plain_words
from tests.tournament.services.results.seating import day_behind
from tournament.day.lists.lines import RosterLine
from tournament.models import Event
from tournament.models.queries import read_event, record_of
from tournament.record.event import RoundRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import Dollars, PlayerId, RoundState, SitOutKind
from tournament.services.entries import add_entries
from tournament.services.results.confirming import hand_in
from tournament.services.rounds import close_round
from tournament.services.seats import mark_no_show
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db


FIRST: tuple[Dollars, ...] = (41_200, 36_000, 30_000, 20_000)


@pytest.fixture
def half_reported() -> Event:
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
    half_reported: Event, director: Client
) -> None:
    before = stood(half_reported)
    answer = press(director, director.get(grid(half_reported)), "Clear table 1")
    assert said(answer) == ["Result for table 1 in round 1 cleared."]
    assert stood(half_reported) == ([None] * 4, [False] * 4, "")
    assert sentence_of(half_reported.changes.order_by("-version")[0], read_event(half_reported.slug)) == (
        "Result for table 1 in round 1 cleared"
    )
    page = director.get(answer["Location"])
    row = page.content.decode().split("<tr id=")[1]
    assert ("Clear table 1" in row, "saved" in row) == (False, False)
    press(director, page, "Undo")
    assert stood(half_reported) == before


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


def test_a_table_that_somebody_else_changed_meanwhile_is_not_cleared(half_reported: Event, director: Client) -> None:
    page = director.get(grid(half_reported))
    enter_results(half_reported, 1, cash={1: (50_000, 36_000, 30_000, 20_000)}, apart_from=[2])
    answer = press(director, page, "Clear table 1")
    assert said(answer) == ["This has changed since you opened it. Check it, then try again."]
    assert stood(half_reported)[0] == [50_000, 36_000, 30_000, 20_000]


def test_two_amounts_typed_the_other_way_round_are_told_as_exchanged(half_reported: Event) -> None:
    enter_results(half_reported, 1, cash={1: (41_200, 30_000, 36_000, 20_000)}, apart_from=[2])
    latest = half_reported.changes.latest("version")
    assert sentence_of(latest, read_event(half_reported.slug)) == "Two amounts for table 1 in round 1 swapped"


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
    assert "“chosen in the results grid”" in plain_words(director.get(desk(event, "rounds/1/tables/1/")))


def test_out_of_time_and_the_ending_stand_in_the_grid_for_ever(half_reported: Event, director: Client) -> None:
    page = director.get(grid(half_reported)).content.decode()
    cells = re.findall(r'<td class="seat">.*?</td>', page, re.DOTALL)
    assert ['<span class="out-of-time">out of time</span><input' in cell for cell in cells[:4]] == [
        False,
        True,
        False,
        False,
    ]
    assert "Ended early: hotel closes" in plain_words(director.get(grid(half_reported)))
    enter_results(half_reported, 1, cash={2: FIRST}, apart_from=[1])
    close_round(half_reported, director_of(half_reported), 1)
    assert plain_words(director.get(grid(half_reported))).count("out of time") == 1


def test_why_a_game_ended_early_is_typed_beside_words_that_ask_for_it_and_saved_by_a_press(
    half_reported: Event, director: Client
) -> None:
    page = director.get(grid(half_reported))
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


def test_a_refusal_says_which_tables_have_results_and_where_they_are_cleared(
    half_reported: Event, director: Client
) -> None:
    round_page = plain_words(director.get(desk(half_reported, "rounds/1/")))
    assert "Clear table 1 first." in round_page
    swap = plain_words(director.get(desk(half_reported, "rounds/1/swap/")))
    assert "Clear table 1 first." in swap


def test_a_conflict_shows_no_green_line_beside_not_saved(half_reported: Event, director: Client) -> None:
    older = grid_of(director, half_reported, 1, {1: (42_000, 36_000, 30_000, 20_000)})
    enter_results(half_reported, 1, cash={1: (50_000, 36_000, 30_000, 20_000)}, apart_from=[2])
    answer = director.post(grid(half_reported), older)
    assert answer.status_code == 409
    row = answer.content.decode().split("<tr id=")[1]
    assert '<p class="tag loss" data-sign>not saved</p>' in row
    assert '<output data-check class="ok">' not in row


# Who sat where in a closed round is put right on the page that corrects a table: chosen by name, shown before it is done, with Undo


TIED = (45_000, 45_000, 30_000, 20_000)


@pytest.fixture
def behind() -> Event:
    """Eight players, two tables of four; round 1 is closed and round 2 published."""
    return day_behind()


def correction(client: Client, event: Event, table: int = 1) -> Any:
    return client.get(desk(event, f"rounds/1/tables/{table}/correct/"))


def first(event: Event) -> RoundRecord:
    return record_of(event).round(1)


def seated(event: Event, table: int) -> dict[PlayerId, int | None]:
    return {seat.player: seat.cash for seat in first(event).table(table).seats}


def put_right(client: Client, page: Any, typed: Typed) -> Any:
    """Press “Correct table 1”: the first time it shows who sat where, the second time it does it."""
    shown = press(client, page, "Correct table 1", typed)
    assert (shown.status_code, "Nothing has been saved yet." in words(shown)) == (200, True)
    return press(client, shown, "Correct table 1")


def test_two_tables_that_exchanged_players_are_put_right_in_one_act_with_its_preview_and_its_undo(
    director: Client, behind: Event
) -> None:
    one, other = first(behind).tables[0].seats[0].player, first(behind).tables[1].seats[1].player
    was, name = record_of(behind), record_of(behind).name_of
    look = press(director, correction(director, behind), "Preview", {f"sat-{one}": other})
    page = words(look)
    assert f"{name(one)} sat at table 2." in page
    assert f"{name(other)} sat at table 1." in page
    assert "Changes to the standings" in page
    assert f"table 2, seat of {name(other)}" in page
    assert seated(behind, 1) == {seat.player: seat.cash for seat in was.round(1).table(1).seats}, "nothing is done yet"
    done = press(director, look, "Correct table 1", {"t1-why": "they told me at lunch"})
    assert done.status_code == 302
    assert told(done)[0].startswith("Seating at tables 1 and 2 in round 1 corrected: Ben Demo and Cai Demo. Places:")
    assert seated(behind, 1)[other] == was.round(1).table(1).seats[0].cash
    assert seated(behind, 2)[one] == was.round(1).table(2).seats[1].cash
    assert first(behind).state is RoundState.CLOSED
    asked = press_undo(director, done)
    assert "get a new total or place" in words(asked), "the way back asks what the way there asked"
    form = form_with(asked, "confirmed")
    director.post(form.action, form.filled(button=next(each for each in form.buttons if each.name == "confirmed")))
    assert [table.seats for table in first(behind).tables] == [table.seats for table in was.round(1).tables]


def test_who_was_recorded_as_not_coming_is_added_to_a_table_with_cash(director: Client) -> None:
    event = make_event(8)
    gone = publish(event).tables[0].seats[1].player
    mark_no_show(event, director_of(event), 1, gone, SitOutKind.MISSED, "")
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    page = press(director, correction(director, event), "Preview", {"more": gone})
    assert f"{record_of(event).name_of(gone)}&#x27;s final cash is missing. Enter the amount." in words(page)
    put_right(director, page, {"more": gone, "more-cash": "30,100", "t1-why": "came late"})
    assert seated(event, 1)[gone] == 30_100
    assert (first(event).sizes, first(event).sit_outs) == ((4, 4), ())


def test_the_table_tells_how_its_result_came_and_offers_no_version_of_other_players(
    director: Client, behind: Event
) -> None:
    one, other = first(behind).tables[0].seats[0].player, first(behind).tables[1].seats[1].player
    put_right(director, correction(director, behind), {f"sat-{one}": other, "t1-why": "they told me"})
    page = words(director.get(desk(behind, "rounds/1/tables/1/")))
    assert "Seating corrected · director · “they told me”" in page
    assert "Restore" not in page.partition("Versions of this result")[2]
    assert "Seating at tables 1 and 2 in round 1 corrected" in words(director.get(desk(behind, "changes/")))


def test_players_read_who_sat_where_at_once_and_a_phone_of_the_table_goes_on(director: Client) -> None:
    event = make_event(8, players_report=True)
    one, other = (table.seats[0].player for table in publish(event).tables)
    phone = Client()
    claim = reverse("claim_table", args=[event.slug, 1, 1, code_of_table(event)])
    own = phone.post(claim, {"holder": str(one)})["Location"]
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    publish(event, 2)
    name = record_of(event).name_of
    players, address = Client(), f"/{event.slug}/rounds/1/tables/1/"
    assert name(other) not in words(players.get(address))
    put_right(director, correction(director, event), {f"sat-{one}": other, "t1-why": "they told me"})
    page = words(players.get(address))
    assert name(other) in page
    assert name(one) not in page
    assert phone.get(own, follow=True).status_code == 200
    sheet = director.get(desk(event, "sheets/results.pdf?round=1"))
    assert sheet.status_code == 200


def test_the_check_names_who_sat_there_while_it_is_typed(director: Client, behind: Event) -> None:
    table = first(behind).table(1)
    best = max(table.seats, key=lambda seat: seat.cash or 0).player
    other = first(behind).table(2).seats[0].player
    typed = {f"t1-cash-{seat.player}": str(seat.cash) for seat in table.seats}
    sat = {f"sat-{seat.player}": str(seat.player) for seat in table.seats} | {f"sat-{best}": str(other)}
    name = record_of(behind).name_of
    address = desk(behind, "rounds/1/results/check/1/")
    assert f"Winner {name(best)}" in words(director.get(address, typed))
    assert f"Winner {name(other)}" in words(director.get(address, {**typed, **sat}))


def test_a_displaced_player_gets_no_score_unasked(director: Client, behind: Event) -> None:
    gone, before = first(behind).table(1).seats[1].player, first(behind)
    shown = press(director, correction(director, behind), "Correct table 1", {f"sat-{gone}": 0, "t1-why": "not there"})
    page = words(shown)
    assert "Nothing has been saved yet." in page
    assert "Where were the others?" in page
    assert "Changes to the standings" in page
    assert first(behind) == before
    other = press(director, shown, "Correct table 1", {f"then-{gone}": "standard"})
    assert "25.000 for round 1 and will have used their one sit-out (R49)" in words(other), (
        "of other moves it is asked anew"
    )
    assert first(behind) == before
    assert press(director, other, "Correct table 1").status_code == 302
    assert [row.kind for row in first(behind).sit_outs] == [SitOutKind.STANDARD]


def tied() -> Event:
    """Eight players; table 1 of the closed round 1 has a tie for first."""
    event = make_event(8)
    play_round(event, cash={1: TIED})
    return event


def test_the_tick_of_a_tie_goes_with_the_form_once_it_is_set(director: Client) -> None:
    event = tied()
    last = first(event).table(1).seats[3].player
    typed = {f"t1-cash-{last}": "21,000", "t1-why": "recount"}
    asked = press(director, correction(director, event), "Preview", typed)
    assert "Confirm the tie" in words(asked)
    look = press(director, asked, "Preview", {"t1-confirmed": "on"})
    assert "Changes to the standings" in words(look)
    assert press(director, look, "Correct table 1").status_code == 302
    assert seated(event, 1)[last] == 21_000


def test_a_tie_that_stood_is_not_confirmed_again_where_other_people_sat_there(director: Client) -> None:
    event = tied()
    one, other = (first(event).table(number).seats[0].player for number in (1, 2))
    look = press(director, correction(director, event), "Preview", {f"sat-{one}": other})
    assert "Changes to the standings" in words(look)
    assert "Yes, this is right" not in words(look)
    assert press(director, look, "Correct table 1", {"t1-why": "they told me"}).status_code == 302
    assert seated(event, 1)[other] == TIED[0]


def test_who_is_newly_counted_is_listed_before_and_in_the_question_of_the_undo(director: Client, behind: Event) -> None:
    add_entries(behind, director_of(behind), [RosterLine(1, "Newcomer Demo")])
    late = max(entry.player for entry in record_of(behind).entries)
    gone = first(behind).table(1).seats[0].player
    look = press(director, correction(director, behind), "Preview", {f"sat-{gone}": late})
    assert re.search(r"Newcomer Demo</th> <td[^>]*>– → [\d.]+</td>", words(look))
    done = press(director, look, "Correct table 1", {"t1-why": "a late entry"})
    asked = words(press_undo(director, done))
    assert re.search(r"Newcomer Demo</th> <td[^>]*>[\d.]+ → –</td>", asked)


def test_a_preview_is_led_to_by_its_heading(director: Client, behind: Event) -> None:
    one, other = first(behind).tables[0].seats[0].player, first(behind).tables[1].seats[1].player
    page = correction(director, behind)
    assert 'formaction="#preview"' in page.content.decode()
    moved = press(director, page, "Preview", {f"sat-{one}": other}).content.decode()
    assert re.findall(r'<h2 id="preview" tabindex="-1">([^<]+)', moved) == ["Who sat where?"]
    same = press(director, page, "Preview").content.decode()
    assert re.findall(r'<h2 id="preview" tabindex="-1">([^<]+)', same) == ["Changes to the standings"]
