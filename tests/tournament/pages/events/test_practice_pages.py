"""The page on which a practice event plays itself: choose a stage, a step a form, progress, and the way out."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import make_director, make_event
from tests.tournament.pages.forms import form_with, forms_of, press
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.services.practice import make_practice_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def trial(db: None) -> Event:
    """A practice event of twelve; nobody is checked in."""
    return make_practice_event(make_director(), "Trial", 12, 4)


def play(client: Client, page: str, stage: str) -> list[str]:
    """Choose a stage and press "Continue" until it is reached; what the page said of each step."""
    form = form_with(client.get(page), "to")
    answer = client.post(form.action, form.filled({"to": stage}))
    seen = []
    while "?to=" in answer["Location"]:
        shown = client.get(answer["Location"])
        seen.append(words(shown).partition("Playing: ")[2].partition(" Continue")[0])
        (going,) = [form for form in forms_of(shown) if form.buttons and form.buttons[0].words == "Continue"]
        answer = client.post(going.action, going.filled())
    assert answer["Location"] == page.replace("practice/", "")
    return [*seen, *told(answer)[-1:]]


def test_an_event_plays_itself_to_a_stage_and_shows_how_far_it_is(director: Client, trial: Event) -> None:
    assert play(director, f"/desk/{trial.slug}/practice/", "results-1") == [
        "step 2 of 5 1 of 5 Next: Round 1 is drawn, and only the desk sees it.",
        "step 3 of 5 2 of 5 Next: Round 1 is published.",
        "step 4 of 5 3 of 5 Next: Two players sat in each other's seats, and the desk knows.",
        "step 5 of 5 4 of 5 Next: Every table has reported (round 1), with a tie for first at table 1.",
        "Stage reached: Every table has reported (round 1), with a tie for first at table 1.",
    ]
    assert all(table.has_result for table in record_of(trial).round(1).tables)


def test_only_stages_that_are_not_reached_are_offered(director: Client, trial: Event) -> None:
    page = f"/desk/{trial.slug}/practice/"
    play(director, page, "draft-1")
    offered = re.findall('name="to" value="([^"]+)"', director.get(page).content.decode())
    assert offered[:2] == ["publish-1", "seats-1"]
    assert offered[-1] == "final-list"


def test_a_stage_that_nobody_offers_is_refused_in_a_sentence(director: Client, trial: Event) -> None:
    answer = director.post(f"/desk/{trial.slug}/practice/", {"to": "nowhere"})
    assert told(answer) == ["Choose how far the event should play itself."]
    assert director.get(f"/desk/{trial.slug}/practice/?to=nowhere").status_code == 200


def test_practice_stays_with_practice_events(director: Client, stranger: Client, trial: Event) -> None:
    event = make_event(8)
    page = f"/desk/{event.slug}/practice/"
    assert director.get(page)["Location"] == f"/desk/{event.slug}/"
    assert [director.post(page, {"to": "here"}).status_code, record_of(event).rounds] == [404, ()]
    assert stranger.get(f"/desk/{trial.slug}/practice/").status_code == 404


def test_a_practice_event_that_was_played_removes_itself_when_told(director: Client, trial: Event) -> None:
    play(director, f"/desk/{trial.slug}/practice/", "late-1")
    page = director.get(f"/desk/{trial.slug}/practice/")
    assert f"/desk/{trial.slug}/delete/" in page.content.decode()
    answer = press(director, director.get(f"/desk/{trial.slug}/delete/"), "Delete the event")
    assert (told(answer)[-1], Event.objects.count()) == ("Trial is deleted.", 0)
