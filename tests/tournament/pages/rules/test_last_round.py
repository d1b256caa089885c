"""How the last round comes about: by the text with four rounds, by the director's choice with any other number (R1, R45)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import make_event, play_to
from tests.tournament.pages.forms import Answer, form_with, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import words
from tournament.models import Event
from tournament.models.queries import read_event
from tournament.record.vocabulary import LastRound, RoundKind

pytestmark = pytest.mark.django_db

CHOICE = "Last round, unless there are four rounds"
REFUSAL = (
    "With four rounds, the last is seated from the standings if it has four tables (R45). You can choose only "
    "with a different number of rounds."
)


def choose(client: Client, event: Event, last: LastRound, **typed: Any) -> Answer:
    page = client.get(desk(event, "settings/"))
    return press(client, page, "Save", {"last_round": last.value, **typed})


@pytest.mark.parametrize("rounds", [1, 2, 3, 5, 9])
def test_with_another_number_of_rounds_the_director_chooses(director: Client, rounds: int) -> None:
    event = make_event(3, rounds_planned=rounds)
    assert CHOICE in words(director.get(desk(event, "settings/")))
    assert choose(director, event, LastRound.DRAWN).status_code == 302
    assert read_event(event.slug).format.rounds[-1].last_round is LastRound.DRAWN


def test_with_four_rounds_there_is_nothing_to_choose(director: Client) -> None:
    event = make_event(3)
    assert REFUSAL in words(choose(director, event, LastRound.DRAWN))
    assert read_event(event.slug).format.rounds[-1].last_round is LastRound.BY_RULE


def test_a_choice_made_for_three_rounds_has_to_go_before_there_are_four(director: Client) -> None:
    event = make_event(3, rounds_planned=3, last_round=LastRound.DRAWN.value)
    page = director.get(desk(event, "settings/"))
    refused = press(director, page, "Save", {"rounds_planned": "4"})
    assert REFUSAL in words(refused)
    assert read_event(event.slug).rounds_planned == 3
    press(director, refused, "Save", {"last_round": LastRound.BY_RULE.value})
    assert read_event(event.slug).rounds_planned == 4


@pytest.mark.parametrize(("rounds", "events"), [("4", 0), ("3", 1)])
def test_a_new_event_is_made_with_the_choice_only_where_there_is_one(
    director: Client, rounds: str, events: int
) -> None:
    form = form_with(director.get("/desk/new/"), "last_round")
    typed = {"name": "New Cup", "date": "2026-08-20", "rounds_planned": rounds, "last_round": "drawn"}
    answer = director.post(form.action, form.filled(typed))
    assert Event.objects.count() == events
    assert (REFUSAL.replace(" (R45)", "") in words(answer)) is (
        events == 0
    )  # a new event has no rule numbers on its pages


def offered(client: Client, event: Event) -> list[str]:
    form = form_with(client.get(desk(event, "rounds/2/arrangement/")), "seed")
    return [button.words for button in form.buttons if button.name == "use"]


def test_the_arrangement_and_the_draw_follow_the_choice_and_gold_with_them(director: Client) -> None:
    event = play_to(make_event(16, rounds_planned=2), round_closed=1)
    assert offered(director, event) == ["Seat the final from the standings (4 4 4 4)"]
    choose(director, event, LastRound.DRAWN)
    assert offered(director, event) == ["Draw 4 4 4 4"]
    press(director, director.get(desk(event, "rounds/2/arrangement/")), "Draw 4 4 4 4")
    assert read_event(event.slug).round(2).kind is RoundKind.RANDOM


def test_a_drawn_last_round_plans_every_round_together_from_the_first(director: Client) -> None:
    drawn = make_event(16, rounds_planned=3, last_round=LastRound.DRAWN.value)
    page = director.get(desk(drawn, "rounds/1/arrangement/"))
    press(director, page, "Draw 4 4 4 4")
    draw = read_event(drawn.slug).round(1).draw
    assert draw is not None
    assert len(draw.plan) == 3
