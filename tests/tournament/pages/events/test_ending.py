"""Stopping early: the event ends after the rounds that are closed, with what follows said before, and an Undo."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, draw_round, make_event, play_round, play_to, publish
from tests.tournament.pages.forms import Answer, form_with, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import press_undo, told, words
from tournament.models import Event
from tournament.models.queries import read_event, record_of
from tournament.record.vocabulary import Medal
from tournament.scores import medals, pentamind, standings
from tournament.services.departures import withdraw
from tournament.services.events import publish_final_list
from tournament.services.showing import hide_event

pytestmark = pytest.mark.django_db


def two_are_left() -> Event:
    """Three players, of whom the winner of round 1 has left."""
    event = make_event(3)
    play_round(event, 1)
    withdraw(event, director_of(event), winner_of(event))
    return event


def winner_of(event: Event) -> int:
    return standings(record_of(event))[0].player


def confirm(client: Client, asked: Answer) -> None:
    """Press the button of a page that asks."""
    form = form_with(asked, "confirmed")
    client.post(form.action, form.filled(button=next(each for each in form.buttons if each.name == "confirmed")))


def test_the_overview_offers_the_end_where_too_few_are_left(director: Client) -> None:
    event = two_are_left()
    page = director.get(desk(event))
    assert ("Round 1 is closed. 2 of 3 players are here; you need 3 to play.") in words(page)
    assert page.context["next"]["label"] == "End the event here"
    assert page.context["next"]["other"]["label"] == "Check players in"


def test_the_page_of_the_next_round_offers_the_end_where_too_few_are_left(director: Client) -> None:
    event = two_are_left()
    page = director.get(desk(event, "rounds/2/arrangement/"))
    assert "2 players are not enough" in words(page)
    assert f'<a class="button primary" href="{desk(event, "end/")}">End the event here</a>' in page.content.decode()
    assert "The event has to end early" in words(director.get(desk(event, "end/"))), "the help topic"


def test_the_page_of_round_1_and_one_with_enough_players_offer_no_end(director: Client) -> None:
    for event in (make_event(2), play_to(make_event(9), round_closed=1)):
        number = len(record_of(event).rounds) + 1
        assert "End the event here" not in words(director.get(desk(event, f"rounds/{number}/arrangement/")))
    page = director.get(desk(make_event(1), "rounds/1/arrangement/")).content.decode()
    assert 'class="button primary"' in page.partition("<main")[2]


def test_what_follows_is_said_and_done_and_taken_back(director: Client) -> None:
    event = two_are_left()
    name = record_of(event).name_of(standings(record_of(event))[0].player)
    page = director.get(desk(event, "end/"))
    said = words(page)
    assert "Round 1 will count as the last round." in said
    assert "Not played: round 2, round 3 and round 4." in said
    assert f"Medals on the current totals: gold for {name} with" in said
    assert (
        f"{name} withdrew, but counts as having played in the last round: a medal is possible, and Pentamind points count (R54)."
        in said
    )
    assert "The results of round 1 will be hidden from the public pages until you publish the final list." in said
    done = press(director, page, "End the event here")
    assert told(done) == ["Event ended after round 1."]
    record = read_event(event.slug)
    assert record.is_complete
    assert next((record.name_of(place.player), place.medal) for place in medals(record)) == (name, Medal.GOLD)
    assert all(place.points > 0 for place in pentamind(record)[:2])
    asked = press_undo(director, done)
    assert (
        f"{name} withdrew and does not count as having played in the last round, so gets no medal or Pentamind points (R54)."
        in words(asked)
    )
    confirm(director, asked)
    assert read_event(event.slug).rounds_planned == 4


def test_the_end_of_a_hidden_event_says_nothing_of_public_pages(director: Client) -> None:
    event = play_to(make_event(9), round_closed=2)
    assert "will be hidden from the public pages" in words(director.get(desk(event, "end/")))
    hide_event(event, director_of(event))
    assert "will be hidden from the public pages" not in words(director.get(desk(event, "end/")))


def test_a_list_that_the_undo_of_the_end_withdrew_is_not_offered_to_be_withdrawn(director: Client) -> None:
    event = play_to(make_event(9), round_closed=2)
    done = press(director, director.get(desk(event, "end/")), "End the event here")
    event.refresh_from_db()
    publish_final_list(event, director_of(event))
    confirm(director, press_undo(director, done))
    event.refresh_from_db()
    assert (event.rounds_planned, event.is_final_published) == (4, False)
    page = words(director.get(desk(event, "changes/")))
    assert "This has already been done; reload the page." in page


def test_a_final_that_is_not_played_leaves_gold_to_the_best_total(director: Client) -> None:
    event = play_to(make_event(16), round_closed=3)
    assert "The final will not be played, so gold goes to the best total (R43, R64)." in words(
        director.get(desk(event, "end/"))
    )


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        ("new", "No rounds have been closed yet, so there are no medals to award."),
        ("draft", "Round 2 is a draft. Discard the draft first, then end the event."),
        (
            "playing",
            "Round 2 is being played. Close the round so that it counts, or unpublish it and discard its draft",
        ),
        ("over", "All rounds are closed. Announce the medals, or publish the final list."),
    ],
)
def test_where_it_cannot_end_the_page_says_what_to_do_first(director: Client, stage: str, sentence: str) -> None:
    event = make_event(9, rounds_planned=2, last_round="drawn")
    if stage != "new":
        play_round(event, 1)
    if stage == "draft":
        draw_round(event, 2)
    elif stage == "playing":
        publish(event, 2)
    elif stage == "over":
        play_round(event, 2)
    page = words(director.get(desk(event, "end/")))
    assert sentence in page
    version = Event.objects.get(pk=event.pk).version
    director.post(desk(event, "end/"), {"confirmed": "yes"})
    assert Event.objects.get(pk=event.pk).version == version


def test_what_was_shown_of_the_end_is_asked_again_where_somebody_leaves_meanwhile(director: Client) -> None:
    event = play_to(make_event(9), round_closed=1)
    page = director.get(desk(event, "end/"))
    withdraw(event, director_of(event), winner_of(event))
    assert press(director, page, "End the event here").status_code == 409


def test_the_settings_ask_before_fewer_rounds_give_somebody_who_left_a_medal(director: Client) -> None:
    event = two_are_left()
    name = record_of(event).name_of(standings(record_of(event))[0].player)
    page = director.get(desk(event, "settings/"))
    asked = press(director, page, "Save", {"rounds_planned": "1"})
    assert "No totals change, but players who have left could win different medals and points." in words(asked)
    assert read_event(event.slug).rounds_planned == 4
    done = press(director, asked, "Save anyway")
    assert told(done) == [
        f"Settings changed: rounds. {name} withdrew, but counts as having played in the last "
        "round: a medal is possible, and Pentamind points count (R54)."
    ]
    assert medals(read_event(event.slug))[0].medal is Medal.GOLD
