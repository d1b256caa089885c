"""The list of events, making one, its own page, its settings and the table of six."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.build import make_director, make_event, play_round, play_to
from tests.tournament.pages.forms import press
from tests.tournament.pages.words import told, words
from tournament.desk.event_forms import defaults
from tournament.models import Event
from tournament.models.queries import record_of, ruleset_of
from tournament.record.rulesets import MSO_ACQUIRE

pytestmark = pytest.mark.django_db

NEW = {name: "" if value is None else value for name, value in defaults().items()} | {
    "name": "Sample Cup",
    "date": "2026-08-20",
    "dilution": "1",
}


def settings(event: Event, **changed: Any) -> dict[str, Any]:
    return NEW | {"name": event.name, "date": event.date.isoformat()} | changed


def test_a_director_sees_their_own_events_and_no_others(director: Client, director_user: User) -> None:
    make_event(3, name="Own Cup 2026", director=director_user)
    make_event(3, name="Foreign Cup 2026", director=make_director("another"))
    page = words(director.get("/desk/"))
    assert "Own Cup 2026" in page
    assert "Foreign Cup 2026" not in page


def test_a_practice_event_says_so_in_the_list(director: Client) -> None:
    make_event(0, is_practice=True)
    assert "Sample Cup 2026 practice" in words(director.get("/desk/"))


def test_an_event_is_made_and_its_roster_is_next(director: Client) -> None:
    answer = director.post("/desk/new/", NEW)
    event = Event.objects.get()
    assert answer.headers["Location"] == f"/desk/{event.slug}/entries/paste/"
    assert (event.name, event.rounds_planned, ruleset_of(event)) == ("Sample Cup", 4, MSO_ACQUIRE)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"multiplier_six": "12.5"}, "“12.5” is not possible. Enter a number from 0.001 to 10."),
        ({"dilution": "0.9505"}, "“0.9505” has more than three decimal places. Round it to three."),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(
    director: Client, typed: dict[str, str], sentence: str
) -> None:
    answer = director.post("/desk/new/", NEW | {"venue": "Room 2"} | typed)
    assert sentence in words(answer)
    assert 'value="Room 2"' in answer.content.decode()
    assert not Event.objects.exists()


def test_a_practice_event_plays_itself_round_by_round(director: Client) -> None:
    event = make_event(6, is_practice=True)
    for number in (1, 2, 3, 4):
        assert "Play the next round" in words(director.get(f"/desk/{event.slug}/"))
        director.post(f"/desk/{event.slug}/play/")
        assert len(record_of(event).closed_rounds) == number
    assert "Play the next round" not in words(director.get(f"/desk/{event.slug}/"))
    late = director.post(f"/desk/{event.slug}/play/")
    assert "rounds" in told(late)[-1]


def test_an_event_of_people_does_not_play_itself(director: Client) -> None:
    event = make_event(6)
    assert "play itself" not in words(director.get(f"/desk/{event.slug}/"))
    assert director.post(f"/desk/{event.slug}/play/").status_code == 404
    assert record_of(event).rounds == ()


def after_a_table_of_six() -> Event:
    """An event whose first round, at one table of six, is closed."""
    event = make_event(6, multiplier_six=1_500, minutes_six=16)
    play_round(event, sizes=[6])
    return event


def test_settings_saved_as_they_are_are_nothing_wrong(director: Client) -> None:
    page = f"/desk/{make_event(3).slug}/settings/"
    answer = press(director, director.get(page), "Save")
    assert [(message.level_tag, str(message)) for message in answer.context["messages"]] == [
        ("info", "Nothing was changed.")
    ]
    assert "Not saved:" not in words(answer)


def test_where_totals_of_closed_rounds_move_the_director_sees_whose_and_is_asked(director: Client) -> None:
    event = after_a_table_of_six()
    typed = settings(event, multiplier_six="1.25", minutes_six="16")
    answer = director.post(f"/desk/{event.slug}/settings/", typed)
    asked = words(answer)
    assert "Not saved yet. These settings change the scores of closed rounds." in asked
    assert "6 players get a new total or place" in asked
    assert Event.objects.get().multiplier_six == 1_500
    answer = director.post(f"/desk/{event.slug}/settings/", typed | {"confirmed": answer.context["mark"]})
    assert told(answer) == ["Settings changed: multiplier for a table of six and what the desk shows."]
    assert Event.objects.get().multiplier_six == 1_250


def test_a_setting_that_moves_nobody_is_not_asked_about(director: Client) -> None:
    event = make_event(5)
    play_to(event, round_closed=1)
    answer = director.post(f"/desk/{event.slug}/settings/", settings(event, multiplier_six="1.4"))
    assert answer.status_code == 302


def test_settings_under_which_a_closed_round_cannot_be_scored_are_refused(director: Client) -> None:
    event = after_a_table_of_six()
    answer = director.post(f"/desk/{event.slug}/settings/", settings(event, minutes_six="16"))
    assert "Not saved:" in words(answer)
    assert Event.objects.get().multiplier_six == 1_500


def test_an_event_does_not_become_a_practice_event_by_its_settings(director: Client) -> None:
    event = make_event(0)
    assert "is_practice" not in director.get(f"/desk/{event.slug}/settings/").content.decode()


def test_the_table_of_six_is_filled_in_with_the_suggestions_and_shows_the_other_readings(director: Client) -> None:
    event = make_event(6)
    answer = director.get(f"/desk/{event.slug}/six/")
    assert 'name="multiplier" value="1.5"' in answer.content.decode()
    assert 'name="minutes" value="16"' in answer.content.decode()
    # E5 and E6 of the rules: 24.421 % becomes 36.632, 34.189 or 32.968; the average is 100/6 of the multiplier.
    assert "× 1.5 25.000 36.632 × 1.4 23.333 34.189 × 1.35 22.500 32.968" in words(answer)


def test_it_never_leads_to_another_site(director: Client) -> None:
    event = make_event(6)
    elsewhere = {"multiplier": "1.5", "minutes": "16", "next": "https://elsewhere.example/"}
    answer = director.post(f"/desk/{event.slug}/six/", elsewhere)
    assert answer.headers["Location"] == f"/desk/{event.slug}/"
