"""The settings page: its parts, the marks at what differs from the rules, the index, and errors where they are."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.build import make_event
from tests.tournament.pages.forms import Answer, form_with, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import words
from tournament.desk.forms.events import EventForm, defaults
from tournament.desk.forms.parts import FIXED, PARTS
from tournament.models import Event
from tournament.record.event import SWITCHES
from tournament.record.rulesets import RULED
from tournament.record.settings import RANGES
from tournament.services.events import SETTINGS

pytestmark = pytest.mark.django_db


def index(page: Answer) -> dict[str, str]:
    """What the index says of each part, by the part's title."""
    found = re.search(r'<nav class="settings-index".*?</nav>', page.content.decode(), re.DOTALL)
    assert found
    links = re.findall(r'<a href="#\w+">(.*?)</a>', found[0], re.DOTALL)
    told = [re.sub(r"\s+", " ", link.replace("</small>", "")).strip().partition("<small") for link in links]
    return {title.strip(): note.partition(">")[2].strip() for title, _small, note in told}


def marks(page: Answer) -> list[str]:
    """What the page says of each setting that differs."""
    return re.findall(r'<span class="differs">≠ (.*?)</span>', page.content.decode())


def test_every_setting_has_one_place() -> None:
    placed = [name for part in PARTS for name in part.names]
    titles = {part.title for part in PARTS}
    assert sorted([*placed, *FIXED, *SWITCHES]) == sorted(SETTINGS)
    assert {row.group for row in SWITCHES.values()} <= titles


def test_a_new_event_is_as_the_rules_have_it(director: Client) -> None:
    new = Event()
    assert {name: getattr(new, name) for name in RULED} == {name: ruled.value for name, ruled in RULED.items()}
    assert set(RANGES) - set(RULED) == {"multiplier_six", "minutes_six"}  # of which the rules say nothing
    page = director.get(desk(make_event(3, extras=""), "settings/"))
    assert marks(page) == []
    assert list(index(page)) == [part.title for part in PARTS]
    assert set(index(page).values()) == {""}
    assert "Scores, fines, order of play and chain names are as the rules have them." in words(page)


@pytest.mark.parametrize(
    ("setting", "value", "part", "mark"),
    [
        ("multiplier_five", 1_250, "Rules of this event", "differs from the rules: 1.200 (R59)"),
        ("negative_cash", "allow", "Rules of this event", "differs from the rules: floor zero (R55)"),
        ("rounds_planned", 3, "Event", "differs from the rules: 4 (R1)"),
        (
            *("result_check", "rekey", "Results"),
            "differs from the rules: No check: a result is official as soon as it is saved",
        ),
        ("names_shown", "initial", "Players and names", "changed"),
    ],
)
def test_what_differs_is_marked_where_it_is_and_counted_in_the_index(
    director: Client, setting: str, value: Any, part: str, mark: str
) -> None:
    page = director.get(desk(make_event(3, extras="rules", **{setting: value}), "settings/"))
    shown = [re.sub(r"<[^>]+>", "", each) for each in marks(page)]
    assert set(shown) == {mark}
    assert {title: note for title, note in index(page).items() if note} == {
        part: "1 changed",
        "What the desk shows": "1 on",
    }


def test_the_paper_is_chosen_where_it_is_printed_and_nowhere_else(director: Client) -> None:
    event = make_event(3)
    assert not {"paper", "sides"} & set(
        re.findall(r'name="(\w+)"', director.get(desk(event, "settings/")).content.decode())
    )
    assert "printed_sides" in form_with(director.get(desk(event, "sheets/")), "paper_size").values


def test_a_table_of_six_that_was_settled_is_no_difference(director: Client) -> None:
    page = director.get(desk(make_event(3, multiplier_six=1_500, minutes_six=16), "settings/"))
    assert marks(page) == []


def test_what_is_wrong_is_named_above_and_in_the_index_and_has_the_cursor(director: Client) -> None:
    page = director.get(desk(make_event(3), "settings/"))
    refused = press(director, page, "Save settings", {"rounds_planned": "0", "allowance_minutes": "", "dilution": "x"})
    told = words(refused)
    for link in ("rounds_planned", "allowance_minutes", "dilution"):
        assert f'<a href="#id_{link}">' in refused.content.decode()
    assert "Not saved yet. Correct these settings, then save:" in told
    assert index(refused)["Times"] == "1 to correct"
    assert index(refused)["Rules of this event"] == "1 to correct"
    assert re.findall(r'name="(\w+)"[^>]* autofocus', refused.content.decode()) == ["rounds_planned"]
    assert '<details class="why" open>' in refused.content.decode()  # the rules of this event, with the factor
    assert Event.objects.get().allowance_minutes == 10


def test_a_new_event_begins_with_its_name(director: Client) -> None:
    page = director.get("/desk/new/").content.decode()
    assert re.findall(r'name="(\w+)"[^>]* autofocus', page) == ["name"]


def test_settings_of_games_on_devices_are_there_where_devices_are(director: Client) -> None:
    names = {name for name, row in SWITCHES.items() if row.extra == "devices"}
    assert names == {"on_devices", "rounds_close", "shows_insight"}
    without = form_with(director.get(desk(make_event(3, extras=""), "settings/")), "venue")
    assert names & set(_inputs(director, make_event(3, name="A", extras=""))) == set()
    assert names <= set(_inputs(director, make_event(3, name="B", extras="devices")))
    assert "venue" in without.values


def test_a_setting_that_is_on_stays_on_the_page_and_is_not_switched_off_by_saving_another(director: Client) -> None:
    event = make_event(3, extras="", on_devices=True)
    assert "on_devices" in _inputs(director, event)
    press(director, director.get(desk(event, "settings/")), "Save settings", {"venue": "Room 2"})
    event.refresh_from_db()
    assert (event.venue, event.on_devices) == ("Room 2", True)


def _inputs(director: Client, event: Event) -> list[str]:
    """The names of the fields on the settings page of an event."""
    return re.findall(r'<input[^>]* name="(\w+)"', director.get(desk(event, "settings/")).content.decode())


@pytest.mark.parametrize(
    ("setting", "offered", "earlier"),
    [
        ("reading", ["literal", "not-every-round"], ["at-most-twice"]),
        ("cut_tie_break", ["total-only", "olympiad"], ["most-wins", "head-to-head"]),
    ],
)
def test_a_choice_of_earlier_is_offered_to_an_event_that_has_it_and_to_no_other(
    setting: str, offered: list[str], earlier: list[str]
) -> None:
    new = EventForm(initial=defaults())
    assert re.findall(r'value="([^"]+)"', str(new[setting])) == offered
    assert new[setting].value() == offered[0]
    for stored in earlier:
        kept = EventForm({setting: stored}, initial={setting: stored})
        kept.full_clean()
        assert setting not in kept.errors


def test_what_the_rules_fix_is_asked_of_nobody_and_stays_where_an_event_has_it_otherwise(director: Client) -> None:
    event = make_event(3, extras="fill_ins take_overs", multiplier_five=1_250, fill_in_cash="left-out")
    page = director.get(desk(event, "settings/"))
    asked = set(re.findall(r'name="(\w+)"', page.content.decode() + director.get("/desk/new/").content.decode()))
    assert asked & set(FIXED) == set()
    assert "Multiplier for a table of five: 1.250 ≠ differs from the rules: 1.200" in words(page)
    assert "Cash of a fill-in: left out ≠ differs from the rules: part of the table's total" in words(page)
    press(director, page, "Save settings", {"venue": "Room 2", "multiplier_five": "1.2"})
    event.refresh_from_db()
    assert (event.venue, event.multiplier_five, event.fill_in_cash) == ("Room 2", 1_250, "left-out")
