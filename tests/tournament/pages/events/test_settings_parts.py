"""The settings page: this event, what differs, folded parts, extras with their settings below them, and errors where they are."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.build import make_event
from tests.tournament.pages.forms import Answer, form_with, press
from tests.tournament.pages.pages import desk, said
from tests.tournament.pages.words import words
from tournament.desk.event_forms import EventForm, defaults
from tournament.desk.parts import FIXED, PARTS
from tournament.models import Event
from tournament.record.event import SWITCHES
from tournament.record.rulesets import RULED
from tournament.record.settings import RANGES
from tournament.services.events import SETTINGS
from tournament.services.registering import registering_of

pytestmark = pytest.mark.django_db


def parts(page: Answer) -> dict[str, str]:
    """The text of each part of the page, by its title."""
    found = re.findall(
        r'<(?:section|details) class="part" .*?(?=<(?:section|details) class="part" |<div class="save-bar")',
        page.content.decode(),
        re.S,
    )
    return {re.sub(r"<[^>]+>", "", re.search(r"<h2.*?</h2>", each, re.S)[0]): each for each in found}  # type: ignore[index]


def marks(page: Answer) -> list[str]:
    """What the page says of each setting that differs."""
    return re.findall(r'<span class="differs">≠ (.*?)</span>', page.content.decode())


def test_every_setting_has_one_place() -> None:
    placed = [name for part in PARTS for name in part.names]
    assert sorted([*placed, *FIXED, *SWITCHES]) == sorted(SETTINGS)
    assert {row.group for row in SWITCHES.values()} <= {part.key for part in PARTS}


def test_a_new_event_is_as_the_rules_have_it(director: Client) -> None:
    new = Event()
    assert {name: getattr(new, name) for name in RULED} == {name: ruled.value for name, ruled in RULED.items()}
    assert set(RANGES) - set(RULED) == {"multiplier_six", "minutes_six"}  # of which the rules say nothing
    page = director.get(desk(make_event(3, extras=""), "settings/"))
    assert marks(page) == []
    assert list(parts(page)) == [part.title for part in PARTS]


@pytest.mark.parametrize(
    ("setting", "value", "part", "mark"),
    [
        ("multiplier_five", 1_250, "Different from usual", "differs from the rules, which say 1.200 (R59)"),
        ("negative_cash", "allow", "Different from usual", "differs from the rules, which say floor zero (R55)"),
        ("rounds_planned", 3, "This event", "differs from the rules, which say 4 (R1)"),
        ("result_check", "rekey", "Different from usual", "changed"),
        ("names_shown", "initial", "Different from usual", "changed"),
        ("on_devices", True, "Different from usual", "changed"),
    ],
)
def test_what_differs_is_marked_and_stands_above_the_folded_parts(
    director: Client, setting: str, value: Any, part: str, mark: str
) -> None:
    page = director.get(desk(make_event(3, extras="rules", **{setting: value}), "settings/"))
    shown = [re.sub(r"<[^>]+>", "", each) for each in marks(page)]
    assert set(shown) == {mark}
    assert list(parts(page))[:2] == ["This event", "Different from usual"]
    assert "≠" in parts(page)[part]
    if setting not in FIXED:
        assert [title for title, text in parts(page).items() if f'id="id_{setting}"' in text] == [part]


def test_an_extra_that_is_on_stands_with_what_differs_and_has_its_settings_below_itself(director: Client) -> None:
    off = parts(director.get(desk(make_event(3, name="A", extras=""), "settings/")))
    on = parts(director.get(desk(make_event(3, name="B", extras="fees"), "settings/")))
    assert re.search(r'id="extra-fees".*?class="of-extra".*?id="id_fee"', off["More the desk can show"], re.S)
    assert re.search(r'id="extra-fees".*?class="of-extra".*?id="id_fee"', on["Different from usual"], re.S)
    assert "id_fee" not in on["More the desk can show"]


def test_fees_are_switched_on_and_set_with_one_save(director: Client) -> None:
    event = make_event(3, extras="")
    press(
        director, director.get(desk(event, "settings/")), "Save", {"extras": ["fees"], "fee": "12", "currency": "GBP"}
    )
    event.refresh_from_db()
    assert (event.extras, event.fee, event.currency) == ("fees", 1_200, "GBP")


def test_the_save_that_switches_registrations_on_opens_them(director: Client) -> None:
    event = make_event(3, extras="", is_shown=False)
    answer = press(director, director.get(desk(event, "settings/")), "Save", {"extras": ["registration"]})
    assert answer["Location"] == desk(event, "entries/registrations/")
    assert said(answer)[0].endswith(" Registration is open.")
    assert registering_of(event).settings.is_open
    hidden = director.get(answer["Location"])
    assert "The event is hidden, so players cannot open the page. Show the event first." in words(hidden)
    press(director, hidden, "Show to players")
    event.refresh_from_db()
    assert event.is_shown
    page = director.get(desk(event, "settings/"))
    assert f'href="{desk(event, "entries/registrations/")}"' in parts(page)["Different from usual"]
    assert press(director, page, "Save", {"venue": "Room 2"})["Location"] == desk(event, "settings/")


def test_the_page_says_no_more_than_it_must(director: Client) -> None:
    text = director.get(desk(make_event(3, extras=""), "settings/")).content.decode()
    main = re.search(r"<main.*?</main>", text, re.S)
    assert main
    said = re.sub(r"(?s)<(script|style|dialog|option)\b.*?</\1>|<[^>]+>", " ", main[0])
    assert len(said.split()) <= 600


def test_the_paper_is_chosen_where_it_is_printed_and_nowhere_else(director: Client) -> None:
    event = make_event(3)
    assert not {"paper", "sides"} & set(
        re.findall(r'name="(\w+)"', director.get(desk(event, "settings/")).content.decode())
    )
    assert "printed_sides" in form_with(director.get(desk(event, "sheets/")), "paper_size").values


def test_a_table_of_six_that_was_settled_is_no_difference(director: Client) -> None:
    page = director.get(desk(make_event(3, multiplier_six=1_500, minutes_six=16), "settings/"))
    assert marks(page) == []


def test_what_is_wrong_is_named_above_in_an_open_part_and_has_the_cursor(director: Client) -> None:
    page = director.get(desk(make_event(3), "settings/"))
    refused = press(director, page, "Save", {"rounds_planned": "0", "allowance_minutes": "", "dilution": "x"})
    told = words(refused)
    for link in ("rounds_planned", "allowance_minutes", "dilution"):
        assert f'<a href="#id_{link}">' in refused.content.decode()
    assert "Not saved yet. Correct these settings, then save:" in told
    assert re.findall(r'name="(\w+)"[^>]* autofocus', refused.content.decode()) == ["rounds_planned"]
    folds = re.findall(r'<details class="part" id="(\w+)" open>', refused.content.decode())
    assert folds == ["times", "rules"]
    assert Event.objects.get().allowance_minutes == 10


def test_a_new_event_begins_with_its_name(director: Client) -> None:
    page = director.get("/desk/new/").content.decode()
    assert re.findall(r'name="(\w+)"[^>]* autofocus', page) == ["name"]


def test_a_setting_that_is_on_stays_on_the_page_and_is_not_switched_off_by_saving_another(director: Client) -> None:
    event = make_event(3, extras="", on_devices=True)
    assert "on_devices" in _inputs(director, event)
    press(director, director.get(desk(event, "settings/")), "Save", {"venue": "Room 2"})
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
    assert "Multiplier for a table of 5 1.250 ≠ differs from the rules, which say 1.200" in words(page)
    assert "Fill-in's cash left out ≠ differs from the rules, which say part of the table's total" in words(page)
    press(director, page, "Save", {"venue": "Room 2", "multiplier_five": "1.2"})
    event.refresh_from_db()
    assert (event.venue, event.multiplier_five, event.fill_in_cash) == ("Room 2", 1_250, "left-out")
