"""Events copied, deleted, found in the lists, and how the front page lists them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.build import director_of, draw_round, make_director, make_event, publish
from tests.tournament.pages.forms import form_with, forms_of, press
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.services.departures import withdraw
from tournament.services.rounds import withdraw_round
from tournament.services.showing import put_away
from tournament.slices.apart import keep_apart

pytestmark = pytest.mark.django_db


# Made


def test_the_first_page_of_the_desk_has_three_ways_to_make_an_event(director: Client) -> None:
    make_event(3)
    page = director.get("/desk/").content.decode()
    assert [page.count(f'href="/desk/{way}/"') for way in ("new", "practice", "copy")] == [1, 1, 1]
    assert page.count("primary") == 1


@pytest.mark.parametrize("way", ["new", "practice", "copy"])
def test_the_forms_that_make_an_event_sent_twice_make_one(director: Client, way: str) -> None:
    source = make_event(3, name="Old Cup 2025")
    (form,) = [form for form in forms_of(director.get(f"/desk/{way}/?event={source.slug}")) if "key" in form.values]
    assert len(form.values["key"][0]) >= 12
    typed = form.filled({"name": "Fresh Cup"})
    answers = [director.post(f"/desk/{way}/", typed) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert told(answers[1])[-1].startswith("This has already been saved: Event created.")
    made = Event.objects.exclude(pk=source.pk).get()
    assert (made.name, made.is_shown, made.is_practice) == ("Fresh Cup", False, way == "practice")


def test_a_practice_event_has_made_up_players(director: Client) -> None:
    press(director, director.get("/desk/practice/"), "Create the event", {"players": "12"})
    record = record_of(Event.objects.get())
    assert [entry.name for entry in record.entries][::11] == ["Player 01", "Player 12"]
    assert record.active == ()


def test_phones_and_copies_leads_back_to_the_event_from_which_one_came(director: Client) -> None:
    event = make_event(4, name="Old Cup 2025")
    there = f"/desk/phones/?event={event.slug}"
    assert director.get(f"/desk/{event.slug}/").content.decode().count(there) == 1
    assert f'<a href="/desk/{event.slug}/">Back</a>' in director.get(there).content.decode()
    assert "Back to" not in words(director.get("/desk/phones/")) + words(director.get("/desk/phones/?event=another"))


def test_a_copy_has_every_setting_and_no_entries_unless_asked(director: Client) -> None:
    source = make_event(4, venue="Great Hall", rounds_planned=3, multiplier_five=1_250)
    page = director.get(f"/desk/copy/?event={source.slug}")
    answer = press(director, page, "Copy an event", {"name": "Next Cup", "date": "2027-08-20"})
    assert told(answer) == ["Next Cup has been created and is hidden from players."]
    made = Event.objects.get(name="Next Cup")
    assert (made.date, made.venue, made.rounds_planned, made.multiplier_five) == (
        date(2027, 8, 20),
        "Great Hall",
        3,
        1_250,
    )
    assert made.entries.count() == 0
    assert "copied from Sample Cup 2026" in words(director.get(f"/desk/{made.slug}/changes/"))


def test_a_copy_takes_the_entries_where_asked_with_who_is_kept_apart(director: Client) -> None:
    source = make_event(6)
    source.entries.filter(number=2).delete()
    source.entries.filter(number=3).update(
        given_name="Cai", family_name="Demo", country="NL", is_junior=True, contestant_id="77", note="private"
    )
    keep_apart(source, director_of(source), [[3, 5]], reason="cousins")
    withdraw(source, director_of(source), 6)
    version = source.version
    page = director.get(f"/desk/copy/?event={source.slug}")
    answer = press(director, page, "Copy an event", {"name": "Next Cup", "date": "2027-08-20", "with_entries": "on"})
    assert told(answer) == ["Next Cup has been created and is hidden from players."]
    made = record_of(Event.objects.get(name="Next Cup"))
    assert [(entry.player, entry.name, entry.status.value) for entry in made.entries] == [
        (number, record.name, "registered") for number, record in enumerate(record_of(source).entries, 1)
    ]
    entry = made.entries[1]
    assert (entry.given_name, entry.family_name) == ("Cai", "Demo")
    assert (entry.country, entry.is_junior, entry.contestant_id, entry.note) == ("NL", True, "77", "")
    assert [(rule.players, rule.reason) for rule in made.aparts] == [((2, 4), "cousins")]
    assert Event.objects.get(pk=source.pk).version == version


def test_nobody_copies_an_event_of_somebody_else(stranger: Client) -> None:
    source = make_event(3)
    answer = stranger.post("/desk/copy/", {"source": source.slug, "name": "Mine", "date": "2027-08-20"})
    assert (answer.status_code, Event.objects.count()) == (200, 1)


# Deleted


def test_an_event_of_which_nothing_was_published_is_deleted_when_its_name_is_typed(director: Client) -> None:
    event = make_event(4)
    draw_round(event)
    page = director.get(f"/desk/{event.slug}/delete/")
    assert "This deletes the event and everything in it, and cannot be undone." in words(page)
    answer = press(director, page, "Delete the event", {"name": "Sample cup"})
    assert "Enter “Sample Cup 2026” to delete it." in words(answer)
    answer = press(director, page, "Delete the event", {"name": " Sample  Cup 2026 "})
    assert (told(answer), Event.objects.count()) == (["Sample Cup 2026 has been deleted."], 0)


@pytest.mark.parametrize("is_taken_back", [False, True])
def test_an_event_with_a_published_round_stays_even_when_the_round_was_taken_back(
    director: Client, is_taken_back: bool
) -> None:
    event = make_event(4)
    publish(event)
    if is_taken_back:
        withdraw_round(event, director_of(event), 1)
    page = words(director.get(f"/desk/{event.slug}/delete/"))
    assert "Sample Cup 2026 has published rounds, so it cannot be deleted; archive it to take it off the lists." in page
    answer = director.post(f"/desk/{event.slug}/delete/", {"name": event.name})
    assert (answer.status_code, Event.objects.count()) == (200, 1)


def test_an_event_that_is_put_away_can_be_deleted(director: Client) -> None:
    event = make_event(3)
    put_away(event, director_of(event))
    director.post(f"/desk/{event.slug}/delete/", {"name": event.name})
    assert not Event.objects.exists()


# Found


def test_the_desk_finds_events_by_name_date_and_place_and_lists_the_next_one_first(director: Client) -> None:
    today = timezone.localdate()
    for days, name, venue in (
        (-30, "Spring Cup", "Great Hall"),
        (40, "Autumn Cup", "Small Room"),
        (2, "Open", "Great Hall"),
    ):
        make_event(0, name=name, date=today + timedelta(days=days), venue=venue)

    def listed(query: str) -> list[str]:
        page = words(director.get(f"/desk/{query}"))
        names = ("Spring Cup", "Autumn Cup", "Open")
        return sorted((name for name in names if name in page), key=page.index)

    assert listed("") == ["Open", "Autumn Cup", "Spring Cup"]
    assert listed("?q=hall") == ["Open", "Spring Cup"]
    assert listed(f"?q={today + timedelta(days=40):%Y-%m-%d}") == ["Autumn Cup"]
    assert "No event has “nowhere” in its name, date or place." in words(director.get("/desk/?q=nowhere"))


def test_events_put_away_have_a_list_of_their_own(director: Client) -> None:
    event = make_event(3, name="Old Cup 2025")
    make_event(3)
    put_away(event, director_of(event))
    page = words(director.get("/desk/"))
    assert "Old Cup 2025" not in page
    assert "Archived events" in page
    assert "Old Cup 2025" in words(director.get("/desk/?away=yes"))


@pytest.mark.parametrize("events", [2, 30])
def test_the_front_page_costs_the_same_at_any_length(events: int, django_assert_max_num_queries: Any) -> None:
    for count in range(events):
        make_event(0, name=f"Cup {count}")
    with django_assert_max_num_queries(2):
        page = Client().get("/?q=cup")
    assert page.content.decode().count("<li>\n          <a href") == events


def test_many_events_are_searched_on_the_front_page() -> None:
    for count in range(6):
        make_event(0, name=f"Cup {count}", venue=f"Room {count}", director=make_director())
    page = Client().get("/?q=room+3")
    assert ["Cup 3" in words(page), "Cup 4" in words(page)] == [True, False]
    assert form_with(page, "q").values["q"] == ["room 3"]
