"""The format of an event: chosen first when the event is made, taken from a file, copied, told to players and in the log."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.build import make_event
from tests.tournament.pages.forms import Answer, form_with
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import words
from tournament.models import Event
from tournament.record.formats import MSO_ACQUIRE, SHIPPED, shipped_format
from tournament.record.settings import extras_of
from tournament.services.copying import copy_event
from tournament.services.events import create_event, settable

pytestmark = pytest.mark.django_db

PLACES = shipped_format("mso-places")
CATAN = shipped_format("catan")


def made(director: Client, **typed: object) -> Answer:
    """The answer to the form of a new event as the page fills it in, with something typed."""
    form = form_with(director.get("/desk/new/"), "rounds_planned")
    answer: Answer = director.post("/desk/new/", form.filled() | {"name": "Cup", "date": "2026-08-20"} | typed)
    return answer


def test_the_format_comes_first_and_mso_acquire_is_chosen(director: Client) -> None:
    page = director.get("/desk/new/").content.decode()
    assert page.index('name="format"') < page.index('name="name"')
    assert re.findall(r'name="format" value="([^"]+)"[^>]* checked', page) == ["mso-acquire"]
    assert "Table of 4: 4, 2, 1, 0 by place." in page
    assert director.get("/desk/new/mso-places.json").content == (SHIPPED / "mso-places.json").read_bytes()
    assert director.get("/desk/new/whist.json").status_code == 404


def test_what_nobody_changed_is_as_the_format_has_it(director: Client) -> None:
    made(director, format="mso-places")
    event = Event.objects.get()
    assert (event.format, event.rounds_planned) == (PLACES, 4)
    assert "format: Place points (MSO)" in words(director.get(desk(event, "changes/")))
    page = director.get(desk(event, "settings/"))
    assert "Different from usual" not in words(page)


def test_what_somebody_changed_is_put_into_the_format_and_stands_out(director: Client) -> None:
    made(director, dilution="0.5", rounds_planned="6")
    event = Event.objects.get()
    assert (event.format.dilution, event.format.tables, event.rounds_planned) == (500, MSO_ACQUIRE.tables, 6)
    assert "≠ differs from the rules, which say 1" in words(director.get(desk(event, "settings/")))


def test_rules_of_mso_acquire_are_hidden_and_not_taken_where_another_format_is_chosen(director: Client) -> None:
    typed = {"last_round": "drawn", "minutes_six": "20", "dilution": "many", "venue": "Hall"}
    told = words(director.get(made(director, format="catan", **typed)["Location"]))
    event = Event.objects.get()
    assert (event.format, event.venue) == (CATAN, "Hall")
    assert "Cup has been created with the format “Catan championship” and is hidden from players." in told


def test_a_setting_is_asked_only_where_the_format_has_what_it_changes() -> None:
    asked = {"last_round", "reading", "cut_tie_break"}
    assert asked <= {*settable(MSO_ACQUIRE)}
    assert asked & {*settable(CATAN)} == {"reading"}
    assert asked & {*settable(shipped_format("hare"))} == set()
    assert (extras_of(MSO_ACQUIRE).keys() - extras_of(CATAN).keys()) == {"devices", "scribe", "clocks", "rules"}


def test_a_format_is_taken_from_a_file_after_a_check(director: Client) -> None:
    ours = json.loads((SHIPPED / "mso-places.json").read_text(encoding="utf-8")) | {"key": "ours", "name": "Ours"}
    wrong = json.dumps(ours | {"leavers_rank": "maybe", "dilution": 0}).encode()
    answer = made(director, format_file=SimpleUploadedFile("ours.json", wrong))
    assert "“leavers_rank” is “maybe”; it must be one of true or false." in words(answer)
    assert not Event.objects.exists()
    made(director, format_file=SimpleUploadedFile("ours.json", json.dumps(ours).encode()))
    event = Event.objects.get()
    assert (event.format.key, event.format.game) == ("ours", PLACES.game)
    assert "Different from usual" not in words(director.get(desk(event, "settings/")))


def test_a_copy_keeps_the_format(director: Client) -> None:
    made(director, dilution="0.5")
    event = Event.objects.get()
    copied = copy_event(event, event.created_by, "Copy", date(2027, 8, 20))
    assert copied.format == event.format


def test_the_log_of_mso_acquire_names_no_format(director: Client) -> None:
    made(director)
    assert "format: " not in words(director.get(desk(Event.objects.get(), "changes/")))


def test_players_read_how_the_event_runs(client: Client) -> None:
    event = make_event(8)
    assert f'href="/{event.slug}/how/"' in client.get(f"/{event.slug}/").content.decode()
    told = words(client.get(f"/{event.slug}/how/"))
    assert "3 rounds: random draw. 1 round: seated from the standings with 4 tables or more." in told.replace(
        "</li><li>", " "
    )
    assert "Multiply by the factor for the table size (3: 0.75, 4: 1, 5: 1.2)" in told
    settings = {"format": PLACES, "name": "Places", "date": date(2026, 8, 20), "is_shown": True}
    places = create_event(event.created_by, settings)
    told = words(client.get(f"/{places.slug}/how/"))
    assert "A table has 3 to 4 players, if possible 4." in told
    assert "Table of 4: 4, 2, 1, 0 by place." in told
    assert "Total = the sum of all rounds. A sit-out scores 1.750, a missed round 0.000." in told
    assert "Between players of equal total this decides, in order: board in the final; " in told
    assert "So läuft dieses Turnier" in words(client.get(f"/de/{places.slug}/how/"))
