"""What pages say of who left: the word where a round was not played, and what follows before it is done (R54)."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import (
    director_of,
    enter_results,
    make_event,
    play_to,
    player_name,
    publish,
)
from tests.tournament.pages.pages import desk
from tests.tournament.pages.reading import html, words_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import SitOutKind
from tournament.services.events import publish_final_list
from tournament.services.rounds import close_round
from tournament.services.seats import mark_no_show
from tournament.slices.leaving import withdraw

pytestmark = pytest.mark.django_db


def read(client: Client, address: str) -> str:
    return words_of(html(client, address))


def published(event: Event) -> Event:
    enter_results(event, event.rounds_planned)
    close_round(event, director_of(event), event.rounds_planned)
    publish_final_list(event, director_of(event))
    return event


@pytest.mark.parametrize("is_first_published", [True, False])
def test_who_goes_home_after_the_last_round_is_marked_on_no_page_of_players(
    client: Client, is_first_published: bool
) -> None:
    event = play_to(make_event(9, rounds_planned=2), round_closed=1)
    publish(event, 2)
    if is_first_published:
        published(event)
    withdraw(event, director_of(event), 1)
    if not is_first_published:
        published(event)
    for address in (
        "standings/",
        "medals/",
        "rounds/1/results/",
        "rounds/2/results/",
        "players/1/",
        "standings/?format=csv",
    ):
        words = read(client, f"/{event.slug}/{address}")
        assert player_name(1) in words
        assert "✗ withdrawn" not in words
        assert "gets no points" not in words
        assert "Status withdrawn" not in words


def test_who_left_is_marked_in_the_standings_and_not_on_results_of_rounds_that_were_played(client: Client) -> None:
    event = play_to(make_event(9, rounds_planned=3), round_closed=2)
    withdraw(event, director_of(event), 1)
    assert "withdrawn" in read(client, f"/{event.slug}/standings/").replace("W withdrawn (R54)", "")
    for number in (1, 2):
        words = read(client, f"/{event.slug}/rounds/{number}/results/")
        assert player_name(1) in words
        assert "withdrawn" not in words


def test_the_page_before_a_no_show_says_what_it_takes_from_who_withdrew(director: Client) -> None:
    event = make_event(8, rounds_planned=1)
    publish(event, 1)
    player = record_of(event).round(1).tables[0].seats[0].player
    words = read(director, desk(event, f"entries/{player}/withdraw/"))
    assert "with a result there, will keep their place, medal and Pentamind points" in words
    withdraw(event, director_of(event), player)
    name = record_of(event).name_of(player)
    sentence = f"{name} withdrew and does not count as having played in the last round, so gets no medal or Pentamind points (R54)."
    asked = desk(event, f"rounds/1/no-show/?player={player}&kind=")
    assert sentence in read(director, f"{asked}missed")
    assert sentence not in read(director, f"{asked}standard")
    assert sentence in read(director, desk(event, "rounds/1/withdraw/"))
    mark_no_show(event, director_of(event), 1, player, SitOutKind.MISSED, "")
    assert "left before round 1" in read(director, desk(event, "entries/"))
