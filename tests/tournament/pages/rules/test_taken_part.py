"""Who sat out has taken part: no button, undo or removal takes a score of a closed round away (R49, R50, R54, R68)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, enter_results, make_event, play_round, publish
from tests.tournament.pages.forms import forms_of, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import press_undo, told, words
from tournament.day.lists.rosters import RosterLine
from tournament.models import Event
from tournament.models.queries import read_event
from tournament.record.vocabulary import PlayerId, SitOutKind, SitOutSource, Standing, Status
from tournament.scores import standings
from tournament.services.entries import add_entries
from tournament.services.hall.seats import mark_no_show
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db


def seven(status: Status = Status.PRESENT) -> tuple[Event, int]:
    """Seven players after one closed round at 3 3, and the number of the one who sat out."""
    event = make_event(7)
    play_round(event, 1, sizes=(3, 3))
    (sit_out,) = read_event(event.slug).round(1).sit_outs
    return event, sit_out.player


def standing(event: Event, number: int) -> Standing:
    (row,) = [row for row in standings(read_event(event.slug)) if row.player == number]
    return row


def sat_out(event: Event, round_number: int = 1) -> list[tuple[int, SitOutKind, SitOutSource]]:
    return [(row.player, row.kind, row.source) for row in read_event(event.slug).round(round_number).sit_outs]


def status_of(event: Event, number: int) -> Status:
    return read_event(event.slug).entry(PlayerId(number)).status


def mark(client: Client, event: Event, number: int, to: str, **typed: str) -> Any:
    return client.post(desk(event, f"entries/{number}/status/"), {"to": to, **typed})


@pytest.mark.parametrize("to", ["late", "absent", "excluded", "registered"])
def test_no_mark_takes_the_score_of_who_sat_out(director: Client, to: str) -> None:
    event, number = seven()
    before = standing(event, number)
    assert (before.total, before.rank) == (25_000, before.rank)
    refused = mark(director, event, number, to)
    name = read_event(event.slug).name_of(PlayerId(number))
    assert told(refused) == [
        f"{name} has taken part already. For one missed round, plan the absence or mark a no-show; withdraw a player who leaves (R54)."
    ]
    for pressed in ({"mark": f"{number}:present:{to}"}, {"back": str(number)}):
        assert f"{name} has taken part already" in words(director.post(desk(event, "entries/check-in/"), pressed))
    assert standing(event, number) == before
    assert sat_out(event) == [(number, SitOutKind.STANDARD, SitOutSource.DRAW)]


def test_the_page_of_who_sat_out_offers_neither_a_mark_nor_the_removal(director: Client) -> None:
    event, number = seven()
    page = director.get(desk(event, f"entries/{number}/"))
    assert [form for form in forms_of(page) if form.action.endswith("/status/")] == []
    assert "Remove the entry" not in words(page)
    assert "Withdraw" in words(page)


def test_a_removal_is_refused_whatever_the_page_shows(director: Client) -> None:
    event, number = seven()
    before = standings(read_event(event.slug))
    answer = director.post(desk(event, f"entries/{number}/remove/"), {"confirmed": "yes"})
    assert answer["Location"] == desk(event, f"entries/{number}/")
    assert told(answer)[0].endswith("has a seat, sits out or has a penalty; withdraw the player instead.")
    assert standings(read_event(event.slug)) == before


def test_who_sat_out_comes_back_present_after_a_withdrawal_and_every_score_stays(director: Client) -> None:
    event, number = seven()
    before = standing(event, number)
    withdrawn = press(director, director.get(desk(event, f"entries/{number}/withdraw/")), "Withdraw")
    press(director, director.get(desk(event, f"entries/{number}/reinstate/")), "Reinstate")
    assert status_of(event, number) is Status.PRESENT
    press_undo(director, withdrawn)
    assert (status_of(event, number), standing(event, number)) == (Status.PRESENT, before)


def test_an_undo_of_the_check_in_takes_nobody_back_who_sat_out_since(director: Client) -> None:
    event = make_event(7, status=Status.REGISTERED)
    checked_in = director.post(desk(event, "entries/check-in/"), {"to": "everybody"})
    play_round(event, 1, sizes=(3, 3))
    ((number, _, _),) = sat_out(event)
    before = standing(event, number)
    undone = press_undo(director, checked_in)
    assert (
        "has taken part since. For one missed round, plan the absence or mark a no-show; withdraw a player who leaves (R54)."
        in told(undone)[-1]
    )
    assert (status_of(event, number), standing(event, number)) == (Status.PRESENT, before)


def test_what_a_late_comer_was_given_is_chosen_anew_as_long_as_the_player_has_not_taken_part(director: Client) -> None:
    event = make_event(6)
    play_round(event, 1)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    mark(director, event, 7, "present", missed="standard")
    assert sat_out(event) == [(7, SitOutKind.STANDARD, SitOutSource.LATE_ENTRY)]
    mark(director, event, 7, "late")
    assert (sat_out(event), status_of(event, 7)) == ([], Status.LATE)
    mark(director, event, 7, "present", missed="missed")
    assert sat_out(event) == [(7, SitOutKind.MISSED, SitOutSource.LATE_ENTRY)]
    play_round(event, 2)
    assert "has taken part already" in told(mark(director, event, 7, "late"))[-1]
    assert sat_out(event) == [(7, SitOutKind.MISSED, SitOutSource.LATE_ENTRY)]


@pytest.mark.parametrize("is_closed", [False, True])
def test_who_never_came_to_the_table_stays_in_the_round_and_may_be_marked_absent(
    director: Client, is_closed: bool
) -> None:
    event = make_event(8)
    number = publish(event, 1).tables[0].seats[0].player
    mark_no_show(event, director_of(event), 1, number, SitOutKind.MISSED, "overslept")
    enter_results(event, 1)
    if is_closed:
        close_round(event, director_of(event), 1)
    assert "Remove the entry" not in words(director.get(desk(event, f"entries/{number}/")))
    answer = director.post(desk(event, f"entries/{number}/remove/"), {"confirmed": "yes"})
    assert told(answer)[-1].endswith("withdraw the player instead.")
    mark(director, event, number, "absent")
    assert status_of(event, number) is Status.ABSENT
    assert sat_out(event) == [(number, SitOutKind.MISSED, SitOutSource.NO_SHOW)]


def test_a_late_comer_who_has_not_played_is_removed_with_what_was_given(director: Client) -> None:
    event = make_event(6)
    play_round(event, 1)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    mark(director, event, 7, "present", missed="standard")
    others = [row for row in standings(read_event(event.slug)) if row.player != 7]
    director.post(desk(event, "entries/7/remove/"), {"confirmed": "yes"})
    record = read_event(event.slug)
    assert len(record.entries) == 6
    assert [row.total for row in standings(record)] == [row.total for row in others]
