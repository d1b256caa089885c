"""What is confirmed is what was shown: a page that asks is compared with what stands when its button is pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from tests.build import (
    asked_by_phone,
    director_of,
    enter_results,
    make_director,
    make_event,
    play_round,
    play_to,
    player_name,
    publish,
)
from tests.tournament.pages.forms import Answer, offered, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tournament.day.lists.lines import RosterLine
from tournament.desk.acting import is_compared, looks_again
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.devices import RequestKind
from tournament.record.vocabulary import PlayerId, SitOutKind, Status
from tournament.services.attendance import check_in, set_status
from tournament.services.changes import Actor
from tournament.services.changes.refusals import MovedError
from tournament.services.entries import Particulars, add_entries, edit_entry
from tournament.services.seats import mark_no_show, swap_players
from tournament.slices.leaving import withdraw

pytestmark = pytest.mark.django_db

LIST = "Listed One, DE\nListed Two, FR\nListed Three, NL"
CHANGED = "something has changed since this page was shown"


def names(event: Event) -> list[str]:
    return [entry.name for entry in record_of(event).entries]


def looked_at(client: Client, event: Event, roster: str) -> Answer:
    """A page on which a list was read and nothing is entered yet."""
    return client.post(desk(event, "entries/paste/"), {"roster": roster, "step": "read"})


@pytest.mark.parametrize("roster", [LIST, "Name,Country\n" + LIST.replace(", ", ",")])
def test_a_list_that_two_desks_look_at_enters_everybody_once(director: Client, roster: str) -> None:
    event = make_event(0)
    one, other = looked_at(director, event, roster), looked_at(director, event, roster)
    press(director, one, "Save the selected lines")
    asked = press(director, other, "Save the selected lines")
    assert "This has changed since you opened it. Check it, then try again." in words(asked)
    assert names(event) == ["Listed One", "Listed Two", "Listed Three"]


def test_the_lines_that_are_still_new_stay_selected_when_a_list_is_asked_about_again(director: Client) -> None:
    event = make_event(0)
    page = looked_at(director, event, LIST)
    add_entries(event, director_of(event), [RosterLine(1, "Listed Two")])
    asked = press(director, page, "Save the selected lines")
    assert [(row.line.name, row.is_ticked) for row in asked.context["rows"]] == [
        ("Listed Two", False),
        ("Listed One", True),
        ("Listed Three", True),
    ]
    press(director, asked, "Save the selected lines")
    assert names(event) == ["Listed Two", "Listed One", "Listed Three"]


def test_a_list_that_is_as_it_was_shown_is_entered_although_something_else_was_done(director: Client) -> None:
    event = make_event(1)
    page = looked_at(director, event, LIST)
    set_status(event, director_of(event), [1], Status.LATE)
    press(director, page, "Save the selected lines")
    assert names(event)[1:] == ["Listed One", "Listed Two", "Listed Three"]


def test_who_was_checked_in_since_a_list_was_read_is_not_removed_by_it(director: Client) -> None:
    event = make_event(2, status=Status.REGISTERED)
    page = looked_at(director, event, f"Name,Country\n{player_name(1)},NL")
    check_in(event, director_of(event), [2])
    tick = page.context["gone"][0][1]
    asked = press(director, page, "Save the selected lines", {"gone": [tick]})
    assert "This has changed since you opened it. Check it, then try again." in words(asked)
    assert len(names(event)) == 2


def test_two_desks_that_add_a_name_in_one_moment_enter_it_once() -> None:
    event = make_event(1)
    by = Actor(director_of(event), compared=event.version)
    seen = Event.objects.get(pk=event.pk)
    add_entries(event, by, [RosterLine(1, "Late Demo")])
    with pytest.raises(MovedError):
        add_entries(seen, by, [RosterLine(1, "Late Demo")])
    assert names(event) == [player_name(1), "Late Demo"]


def test_a_page_that_another_desk_overtakes_between_look_and_act_is_looked_at_again() -> None:
    event = make_event(1)
    overtaken: list[object] = []

    @looks_again
    def add(request: HttpRequest) -> HttpResponse:
        record = record_of(Event.objects.get(pk=event.pk))
        if "Late Demo" in {entry.name for entry in record.entries}:
            return HttpResponse("entered already")
        is_compared(request, record)
        if not overtaken:
            overtaken.extend(add_entries(Event.objects.get(pk=event.pk), make_director(), [RosterLine(1, "Late Demo")]))
        by = Actor(make_director(), compared=request.META["tournament.compared"])
        add_entries(Event.objects.get(pk=event.pk), by, [RosterLine(1, "Late Demo")])
        return HttpResponse("entered")

    assert getattr(add(RequestFactory().post("/")), "content", b"") == b"entered already"
    assert names(event) == [player_name(1), "Late Demo"]


def test_all_expected_are_those_whom_the_page_had_counted(director: Client) -> None:
    event = make_event(3, status=Status.REGISTERED)
    page = director.get(desk(event, "entries/check-in/"))
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    set_status(event, director_of(event), [2], Status.ABSENT)
    asked = press(director, page, "Check in everybody expected")
    assert (f"Late Demo is now expected too. {player_name(2)} is now absent. Check the list, then try again.") in words(
        asked
    )
    assert not record_of(event).active
    press(director, asked, "Check in everybody expected")
    assert [entry.player for entry in record_of(event).active] == [1, 3, 4]


def test_who_was_checked_in_on_another_desk_is_no_reason_to_ask(director: Client) -> None:
    event = make_event(3, status=Status.REGISTERED)
    page = director.get(desk(event, "entries/check-in/"))
    check_in(event, director_of(event), [2])
    press(director, page, "Check in everybody expected")
    assert len(record_of(event).active) == 3


def test_a_player_who_came_meanwhile_is_not_marked_absent_by_an_older_page(director: Client) -> None:
    event = make_event(3, status=Status.REGISTERED)
    page = director.get(desk(event, "entries/check-in/"))
    check_in(event, director_of(event), [2])
    absent = next(value for name, value in offered(page, 2) if name == "mark" and value.endswith(":absent"))
    asked = director.post(desk(event, "entries/check-in/"), {"mark": absent})
    assert f"{player_name(2)} is now present. Check the list, then try again." in words(asked)
    assert record_of(event).entry(PlayerId(2)).status is Status.PRESENT


def test_an_entrys_page_marks_nobody_absent_who_came_meanwhile(director: Client) -> None:
    event = make_event(3, status=Status.REGISTERED)
    page = director.get(desk(event, "entries/2/"))
    check_in(event, director_of(event), [2])
    refused = press(director, page, "Not coming today")
    assert told(refused) == [f"{player_name(2)} is now present. Check the list, then try again."]
    assert record_of(event).entry(PlayerId(2)).status is Status.PRESENT


def _no_show(event: Event) -> None:
    mark_no_show(event, director_of(event), 2, PlayerId(1), SitOutKind.MISSED, "")


def _play_on(event: Event) -> None:
    enter_results(event, 2)


def _swap_off(event: Event) -> None:
    """Somebody else sits where player 1 did."""
    tables = record_of(event).round(2).tables
    other = next(seat.player for table in tables if not _sits(table, 1) for seat in table.seats)
    swap_players(event, director_of(event), 2, PlayerId(1), other)


def _sits(table: Any, player: int) -> bool:
    return any(seat.player == player for seat in table.seats)


def _renamed(event: Event) -> None:
    edit_entry(event, director_of(event), 1, Particulars("Ada Elsewhere"))


@pytest.mark.parametrize(
    ("address", "button", "meanwhile"),
    [
        ("entries/1/withdraw/", "Withdraw Ada Demo", _no_show),
        ("entries/1/withdraw/", "Withdraw Ada Demo", lambda event: withdraw(event, director_of(event), 1)),
        ("entries/1/disqualify/", "Disqualify Ada Demo", _no_show),
        ("rounds/2/no-show/?player=1&kind=missed", "Mark Ada Demo as a no-show", _swap_off),
        ("rounds/2/withdraw/", "Unpublish round 2", _no_show),
        ("rounds/2/swap/?first=1&second={other}", "Swap two players", _no_show),
        ("rounds/2/move/?player=1&table={table}", "Move Ada Demo to table", _play_on),
        ("entries/1/remove/", "Remove the entry", _renamed),
    ],
)
def test_a_page_is_asked_again_where_what_it_says_is_not_so_any_more(
    director: Client, address: str, button: str, meanwhile: Callable[[Event], object]
) -> None:
    is_removal = address.endswith("remove/")
    event = make_event(8)
    if not is_removal:
        play_round(event, 1)
        publish(event, 2)
        played = record_of(event).round(2)
        away = next(table for table in played.tables if not _sits(table, 1))
        address = address.format(other=away.seats[0].player, table=away.number)
    page = director.get(desk(event, address))
    meanwhile(event)
    event.refresh_from_db()
    before = event.version
    typed = {"reason": "train"} if "disqualify" in address else {}
    asked = press(director, page, button, typed)
    event.refresh_from_db()
    assert (asked.status_code, event.version) == (409, before)
    assert CHANGED in words(asked)


def test_a_page_that_still_says_the_same_acts_whatever_else_was_done_and_keeps_what_was_typed_where_it_asks(
    director: Client,
) -> None:
    event = play_to(make_event(9), round_closed=1)
    publish(event, 2)
    page = director.get(desk(event, "entries/1/withdraw/"))
    edit_entry(event, director_of(event), 5, Particulars(player_name(5), country="NL"))
    assert told(press(director, page, "Withdraw Ada Demo")) == ["Ada Demo withdrew after round 2."]
    page = director.get(desk(event, "entries/2/disqualify/"))
    enter_results(event, 2)
    withdraw(event, director_of(event), 3)
    again = press(director, page, "Disqualify Ben Demo", {"reason": "by bus"})
    assert again.status_code == 409
    assert 'value="by bus"' in again.content.decode()
    assert told(press(director, again, "Disqualify Ben Demo"))[-1] == "Ben Demo disqualified."


def test_a_form_without_the_mark_of_a_page_acts_at_once(director: Client) -> None:
    event = make_event(6)
    director.post(desk(event, "entries/1/withdraw/"), {"confirmed": "yes"})
    assert record_of(event).entry(PlayerId(1)).status is Status.WITHDRAWN


def test_a_withdrawal_asked_for_by_phone_is_confirmed_as_the_overview_showed_it(director: Client) -> None:
    event = make_event(8, rounds_planned=1)
    publish(event, 1)
    player = PlayerId(1)
    asked_by_phone(event, player, RequestKind.WITHDRAW, "train")
    page = director.get(desk(event))
    mark_no_show(event, director_of(event), 1, player, SitOutKind.MISSED, "")
    again = press(director, page, f"Withdraw {player_name(1)}")
    assert told(again) == ["This has changed since you opened it. Check it, then try again."]
    assert record_of(event).entry(player).status is Status.PRESENT
    press(director, director.get(desk(event)), f"Withdraw {player_name(1)}")
    assert record_of(event).entry(player).status is Status.WITHDRAWN
