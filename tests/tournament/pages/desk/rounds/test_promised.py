"""The page before an act never promises what its button refuses: both ask the same question."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_results, make_event, play_round, play_to, publish
from tests.tournament.pages.forms import press
from tests.tournament.pages.pages import desk, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import RoundState
from tournament.services.changes import RefusedError
from tournament.services.departures import disqualify, withdraw
from tournament.services.rounds import close_round, publish_round, reopen_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(8)


def test_who_is_taken_off_a_table_leaves_it_to_so_many(event: Event, director: Client) -> None:
    publish(event)
    table = record_of(event).round(1).tables[0]
    page = director.get(desk(event, f"rounds/1/no-show/?player={table.seats[0].player}&kind=missed"))
    done = press(director, page, f"Mark {record_of(event).name_of(table.seats[0].player)} as a no-show")
    assert f"{record_of(event).name_of(table.seats[0].player)} did not turn up at table {table.number}" in words(
        director.get(done["Location"])
    )
    assert len(record_of(event).round(1).table(table.number).seats) == 3


def test_a_swap_in_a_closed_round_is_refused_before_its_button(event: Event, director: Client) -> None:
    first, second = play_round(event).tables
    address = f"rounds/1/swap/?first={first.seats[0].player}&second={second.seats[0].player}"
    page = words(director.get(desk(event, address)))
    assert "Round 1 is closed; reopen it first." in page
    assert "Swap two players</button>" not in page
    publish(event, 2)
    page = words(director.get(desk(event, address)))
    assert "Round 1 is closed; open a table&#x27;s page to correct it." in page


def test_a_round_that_has_another_behind_it_is_offered_no_reopening(event: Event, director: Client) -> None:
    play_round(event)
    assert "Reopen round 1</a>" in words(director.get(desk(event, "rounds/1/")))
    draw_round(event, 2)
    page = words(director.get(desk(event, "rounds/1/")))
    assert "Reopen round 1</a>" not in page
    assert "Round 2 was drawn from these results; discard that draft first." in page
    publish_round(event, director_of(event), 2)
    page = words(director.get(desk(event, "rounds/1/")))
    assert "Reopen round 1</a>" not in page
    assert "Round 2 has already been drawn. To fix round 1, open a table&#x27;s page and correct" in page
    asked = director.get(desk(event, "rounds/1/reopen/"))
    assert asked.status_code == 302, "the page that asks does not ask what it would refuse"
    assert "Round 2 has already been drawn." in words(director.get(asked["Location"]))
    with pytest.raises(RefusedError, match="Round 2 has already been drawn"):
        reopen_round(event, director_of(event), 1)


def test_a_draft_and_a_closed_round_are_offered_no_unpublishing(event: Event, director: Client) -> None:
    draw_round(event)
    page = words(director.get(desk(event, "rounds/1/withdraw/")))
    assert "Round 1 is not being played." in page
    assert "Unpublish round 1</button>" not in page
    publish_round(event, director_of(event), 1)
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    assert record_of(event).round(1).state is RoundState.CLOSED
    page = words(director.get(desk(event, "rounds/1/withdraw/")))
    assert "Round 1 is not being played." in page


def test_a_closed_round_is_not_seated_otherwise_before_its_button(event: Event, director: Client) -> None:
    play_round(event)
    page = words(director.get(desk(event, "rounds/1/seating/?source=chart")))
    assert "Round 1 is closed; reopen it first." in page
    assert "using the movement chart</button>" not in page


@pytest.mark.parametrize("verb", ["withdraw", "disqualify", "reinstate"])
def test_who_stands_otherwise_is_asked_nothing_by_the_page_of_a_departure(director: Client, verb: str) -> None:
    event = play_to(make_event(6), round_closed=1)
    if verb == "withdraw":
        withdraw(event, director_of(event), 1)
    if verb == "disqualify":
        disqualify(event, director_of(event), 1, "collusion")
    page = words(director.get(desk(event, f"entries/1/{verb}/")))
    assert "1 Ada Demo is" in page
    assert "reload the page." in page
    assert f"{verb.capitalize()} Ada Demo</button>" not in page


def test_a_swap_says_first_who_goes_to_which_table(event: Event, director: Client) -> None:
    first, second = publish(event).tables
    one, other = first.seats[0].player, second.seats[0].player
    name = record_of(event).name_of
    page = words(director.get(desk(event, f"rounds/1/swap/?first={one}&second={other}")))
    assert f'<p class="lead">{name(one)}: table 1 → table 2<br>{name(other)}: table 2 → table 1</p>' in page


def test_a_swap_with_who_sits_out_says_who_comes_to_the_table(director: Client) -> None:
    event = make_event(7)
    round_ = publish(event, 1, sizes=(3, 3))
    one, idle = round_.tables[0].seats[0].player, round_.sit_outs[0].player
    name = record_of(event).name_of
    page = words(director.get(desk(event, f"rounds/1/swap/?first={one}&second={idle}")))
    assert f"{name(one)}: table 1 → sits out<br>{name(idle)}: sits out → table 1</p>" in page
