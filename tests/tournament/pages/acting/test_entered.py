"""Who entered what: the results of a round in piles, compared with the slips and accepted by one press; never by who entered them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.build import director_of, enter_results, make_event, publish
from tests.tournament.access.test_own_table import helper
from tests.tournament.pages.forms import Answer, forms_of, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import words as words_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import Role
from tournament.record.event import SeatRecord, TableRecord
from tournament.services.changes import RefusedError
from tournament.services.results.confirming import TypedResult, hand_in
from tournament.services.results.piles import accept_pile

pytestmark = pytest.mark.django_db

HERE = "rounds/1/results/entered/"
CASH = (41_300, 35_700, 30_200, 20_100)


def playing(check: str = "table") -> Event:
    """Three tables of four in round 1."""
    event = make_event(12, result_check=check)
    publish(event, 1, sizes=(4, 4, 4))
    return event


def typed(event: Event, user: User, table: int, more: int = 0) -> None:
    """Somebody types a table; ``more`` is added to the first amount."""
    seats = record_of(event).table(1, table).seats
    lines = [SeatRecord(seat.player, cash=amount) for seat, amount in zip(seats, CASH, strict=True)]
    lines[0] = SeatRecord(seats[0].player, cash=CASH[0] + more, timed_out=True)
    assert hand_in(event, user, 1, [TypedResult(TableRecord(table, tuple(lines)))]) == {}


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def keys(event: Event, *tables: int) -> list[int]:
    """The keys of the reports that wait at tables."""
    return [report.key for table in tables for report in record_of(event).table(1, table).reports]


def words(page: Answer) -> str:
    """The words of a page; a name stands apart from the rest of its line."""
    return words_of(page).replace(" :", ":")


def official(event: Event) -> list[int]:
    return [table.number for table in record_of(event).round(1).tables if table.is_official]


def test_piles_name_who_entered_them_with_every_figure(director: Client) -> None:
    event = playing()
    first, second = helper(event, "Helper 1", Role.DESK), helper(event, "Helper 2", Role.DESK)
    for user, table in ((first, 1), (second, 2), (first, 3)):
        typed(event, user, table)
    page = words(director.get(desk(event, HERE)))
    assert "Entered by Helper 1: tables 1 and 3" in page
    assert "Entered by Helper 2: table 2" in page
    assert page.count("41,300") == 3
    assert page.count("out of time") == 3
    assert "Helper 1: tables 1 and 3" in words(director.get(desk(event, "rounds/1/results/")))


def test_a_pile_is_accepted_by_one_press_and_the_log_says_how(director: Client) -> None:
    event = playing()
    first, second = helper(event, "Helper 1", Role.DESK), helper(event, "Helper 2", Role.DESK)
    for user, table in ((first, 1), (second, 2), (first, 3)):
        typed(event, user, table)
    page = director.get(desk(event, HERE))
    answer = press(director, page, "All match the slips: accept tables 1 and 3")
    assert "Accepted tables 1 and 3." in words(director.get(answer["Location"]))
    assert official(event) == [1, 3]
    report = record_of(event).table(1, 1).official
    assert report is not None
    assert (report.reported_by, report.official_by) == ("Helper 1", "director")
    assert "second check: director" in words(director.get(desk(event, HERE)))
    assert "compared with the slips" in words(director.get(desk(event, "rounds/1/tables/1/")))


def test_nobody_accepts_a_pile_of_their_own() -> None:
    event = playing()
    first = helper(event, "Helper 1", Role.DESK)
    typed(event, first, 1)
    page = browser(first).get(desk(event, HERE))
    assert "You entered these yourself; somebody else must compare them with the slips." in words(page)
    assert not [form for form in forms_of(page) if HERE in form.action and form.method == "post"]
    with pytest.raises(RefusedError, match="You entered table 1 yourself"):
        accept_pile(event, first, 1, keys(event, 1))


def test_the_own_table_of_who_plays_is_left_out_of_a_pile() -> None:
    event = playing()
    first = helper(event, "Helper 1", Role.DESK)
    own = record_of(event).table(1, 2).seats[0].player
    second = helper(event, "Helper 2", Role.DESK, plays_as=own)
    for table in (1, 2, 3):
        typed(event, first, table)
    page = browser(second).get(desk(event, HERE))
    press(browser(second), page, "All match the slips: accept tables 1 and 3")
    assert official(event) == [1, 3]
    with pytest.raises(RefusedError, match="table 2"):
        accept_pile(Event.objects.get(pk=event.pk), second, 1, keys(event, 2))


def test_tables_with_different_reports_are_not_accepted_with_a_pile(director: Client) -> None:
    event = playing("rekey")
    first, second = helper(event, "Helper 1", Role.DESK), helper(event, "Helper 2", Role.DESK)
    typed(event, first, 1)
    typed(event, second, 1, more=100)
    page = words(director.get(desk(event, HERE)))
    assert "41,300" in page
    assert "41,400" in page
    assert "accept table" not in page
    with pytest.raises(RefusedError, match="Table 1 has different reports; choose the right one first"):
        accept_pile(event, director_of(event), 1, keys(event, 1)[:1])


def test_figures_that_are_typed_again_stay_hidden_until_a_director_asks(director: Client) -> None:
    event = playing("rekey")
    first, second = helper(event, "Helper 1", Role.DESK), helper(event, "Helper 2", Role.DESK)
    typed(event, first, 1)
    page = words(browser(second).get(desk(event, HERE), {"look": "Helper 1"}))
    assert "41,300" not in page
    assert "The figures stay hidden until somebody else has entered the slips too." in page
    with pytest.raises(RefusedError, match="only the director can accept it without"):
        accept_pile(event, second, 1, keys(event, 1))
    hidden = director.get(desk(event, HERE))
    assert "41,300" not in words(hidden)
    assert "Compare with the slips instead" in words(hidden)
    shown = director.get(desk(event, HERE), {"look": "Helper 1"})
    assert "41,300" in words(shown)
    press(director, shown, "Matches the slip: accept table 1")
    assert official(event) == [1]


def test_a_report_that_is_gone_is_refused(director: Client) -> None:
    event = playing()
    first = helper(event, "Helper 1", Role.DESK)
    typed(event, first, 1)
    page = director.get(desk(event, HERE))
    accept_pile(event, helper(event, "Helper 2", Role.DESK), 1, keys(event, 1))
    answer = press(director, page, "Matches the slip: accept table 1")
    assert "This report no longer waits" in words(director.get(answer["Location"]))


def test_without_a_second_check_the_page_says_who_entered_what(director: Client) -> None:
    event = make_event(8)
    publish(event, 1, sizes=(4, 4))
    enter_results(event, 1)
    page = director.get(desk(event, HERE))
    assert "Entered by director: tables 1 and 2" in words(page)
    assert "accept" not in words(page).lower().partition("entered by director")[2].partition("help")[0]
