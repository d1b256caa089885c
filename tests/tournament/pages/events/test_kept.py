"""Events made, copied, deleted, found in the lists, and tried by one press."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.build import (
    being_played,
    director_of,
    draw_round,
    logged_in,
    make_director,
    make_event,
    play_round,
    play_to,
)
from tests.tournament.pages.forms import form_with, forms_of, press
from tests.tournament.pages.words import told, words
from tournament.desk.event_forms import defaults
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.formats import MSO_ACQUIRE
from tournament.services.rounds import withdraw_round
from tournament.slices.apart import keep_apart
from tournament.slices.leaving import withdraw
from tournament.slices.putting_away import put_away

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
    assert (made.date, made.venue, made.rounds_planned, made.format.multipliers.get(5)) == (
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
    event = being_played(4)
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


# The list of events, making one, its own page, its settings and the table of six


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
    assert (event.name, event.rounds_planned, event.format) == ("Sample Cup", 4, MSO_ACQUIRE)


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
    assert Event.objects.get().format.multipliers.get(6) == 1_500
    answer = director.post(f"/desk/{event.slug}/settings/", typed | {"confirmed": answer.context["mark"]})
    assert told(answer) == ["Settings changed: multiplier for a table of 6 and what the desk shows."]
    assert Event.objects.get().format.multipliers.get(6) == 1_250


def test_a_setting_that_moves_nobody_is_not_asked_about(director: Client) -> None:
    event = play_to(make_event(5), round_closed=1)
    answer = director.post(f"/desk/{event.slug}/settings/", settings(event, multiplier_six="1.4"))
    assert answer.status_code == 302


def test_settings_under_which_a_closed_round_cannot_be_scored_are_refused(director: Client) -> None:
    event = after_a_table_of_six()
    answer = director.post(f"/desk/{event.slug}/settings/", settings(event, minutes_six="16"))
    assert "Not saved:" in words(answer)
    assert Event.objects.get().format.multipliers.get(6) == 1_500


def test_an_event_does_not_become_a_practice_event_by_its_settings(director: Client) -> None:
    event = make_event(0)
    assert "is_practice" not in director.get(f"/desk/{event.slug}/settings/").content.decode()


def test_the_table_of_six_is_filled_in_with_the_suggestions_and_shows_the_other_readings(director: Client) -> None:
    event = make_event(6)
    answer = director.get(f"/desk/{event.slug}/size/6/")
    assert 'name="multiplier" value="1.5"' in answer.content.decode()
    assert 'name="minutes" value="16"' in answer.content.decode()
    assert "× 1.5 25.000 × 1.4 23.333 × 1.35 22.500" in words(answer)  # the average is 100/6 of the multiplier


def test_it_never_leads_to_another_site(director: Client) -> None:
    event = make_event(6)
    elsewhere = {"multiplier": "1.5", "minutes": "16", "next": "https://elsewhere.example/"}
    answer = director.post(f"/desk/{event.slug}/size/6/", elsewhere)
    assert answer.headers["Location"] == f"/desk/{event.slug}/"


# What a new installation and the demo let one try by one press: a running round, a player's phone, a dispute with its log


BUTTONS = ("Direct a round", "Use a player's phone", "Settle a dispute using a log")


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def at_the_machine(monkeypatch: pytest.MonkeyPatch, is_there: bool) -> None:
    monkeypatch.setattr("tournament.access.accounts.comes_from_this_machine", lambda request: is_there)


def test_a_director_without_events_is_greeted_by_what_can_be_tried(director: Client) -> None:
    shown = page(director, "/desk/")
    assert all(words in shown for words in BUTTONS)
    assert "Create an event" in shown
    make_event(3, director=make_director())
    assert not any(words in page(director, "/desk/") for words in BUTTONS)


def test_to_direct_a_round_leads_to_one_in_which_two_tables_are_missing(director: Client) -> None:
    answer = director.post("/desk/try/direct/", follow=True)
    event = Event.objects.get()
    assert answer.redirect_chain[-1][0] == f"/desk/{event.slug}/"
    assert event.is_practice
    assert not event.is_shown
    played = record_of(event).round(2)
    assert [table.number for table in played.tables if not table.has_result] == [5, 6]
    assert "Tables 5 and 6 have not reported." in answer.content.decode()


def test_a_player_on_a_phone_holds_a_seat_at_a_table_that_is_still_playing(director: Client) -> None:
    shown = director.post("/desk/try/play/", follow=True).content.decode()
    event = Event.objects.get()
    seats = record_of(event).round(2).table(5).seats
    assert f"<bdi>{record_of(event).name_of(seats[0].player)}</bdi></h1>" in shown
    assert "Enter the result" in shown
    again = logged_in(make_director()).post("/desk/try/play/", follow=True).content.decode()
    assert f"<bdi>{record_of(event).name_of(seats[1].player)}</bdi></h1>" in again
    assert "claim to be" not in again


def test_a_dispute_is_opened_on_the_replay_of_its_log(director: Client) -> None:
    shown = director.post("/desk/try/rule/", follow=True).content.decode()
    assert "1,000 more for" in shown
    assert "Rule on the cash" in shown


def test_an_event_that_stands_there_already_is_opened_again(director: Client) -> None:
    for trial in ("direct", "play", "rule", "direct", "rule"):
        director.post(f"/desk/try/{trial}/")
    assert Event.objects.count() == 2


def test_a_round_that_was_closed_is_not_offered_again(director: Client) -> None:
    director.post("/desk/try/direct/")
    event = Event.objects.get()
    event.rounds.update(state="closed")
    director.post("/desk/try/direct/")
    assert Event.objects.count() == 2


@pytest.mark.parametrize("trial", ["direct", "play", "rule"])
def test_in_the_demo_its_own_machine_needs_no_password(
    trial: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_director()
    settings.DEMO = True
    at_the_machine(monkeypatch, True)
    visitor = Client()
    shown = page(visitor, "/")
    assert all(words in shown for words in BUTTONS)
    assert visitor.post(f"/try/{trial}/", follow=True).status_code == 200
    assert Event.objects.count() == 1
    assert page(visitor, "/desk/").count("Practice: ")


def test_from_another_machine_the_demo_asks_for_the_password(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    make_director()
    settings.DEMO = True
    at_the_machine(monkeypatch, False)
    visitor = Client()
    shown = page(visitor, "/")
    assert "Top Table: the director’s desk for tournaments" in shown
    assert not any(words in shown for words in BUTTONS)
    assert visitor.post("/try/direct/")["Location"] == "/"
    assert Event.objects.count() == 0


def test_outside_the_demo_nobody_is_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    make_director()
    at_the_machine(monkeypatch, True)
    visitor = Client()
    assert not any(words in page(visitor, "/") for words in BUTTONS)
    assert visitor.post("/try/direct/")["Location"] == "/"


def test_who_makes_no_events_tries_nothing() -> None:
    helper = Client()
    account = User(username="helper")
    account.set_unusable_password()
    account.save()
    helper.force_login(account)
    assert helper.post("/desk/try/direct/").status_code == 403
    assert Event.objects.count() == 0


def test_an_address_opened_by_hand_leads_to_the_buttons(director: Client) -> None:
    assert director.get("/desk/try/direct/")["Location"] == "/desk/"
    assert director.post("/desk/try/nothing/").status_code == 404
