"""Who sat out has taken part: no button, undo or removal takes a score of a closed round away (R49, R50, R54, R68)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, enter_results, make_event, play_round, publish
from tests.tournament.pages.forms import forms_of
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import press_undo, told, words
from tournament.models import Event
from tournament.models.queries import read_event
from tournament.record.vocabulary import PlayerId, SitOutKind, SitOutSource, Standing, Status
from tournament.scores import standings
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


def test_an_undo_of_the_check_in_takes_nobody_back_who_sat_out_since(director: Client) -> None:
    event = make_event(7, status=Status.REGISTERED)
    checked_in = director.post(desk(event, "entries/check-in/"), {"to": "everybody"})
    play_round(event, 1, sizes=(3, 3))
    ((number, _, _),) = sat_out(event)
    before = standing(event, number)
    undone = press_undo(director, checked_in)
    assert (
        "has taken part already. For one missed round, plan the absence or mark a no-show; withdraw a player who leaves (R54)."
        in told(undone)[-1]
    )
    assert (status_of(event, number), standing(event, number)) == (Status.PRESENT, before)


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
