"""One more player from one field."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.build import draw_round, make_event, publish
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import record_of

pytestmark = pytest.mark.django_db


def add(client: Client, event: Event, text: str) -> Any:
    form = form_with(client.get(desk(event, "entries/")), "player")
    return client.post(form.action, form.filled({"player": text}))


def entries_of(event: Event) -> list[tuple[int, str, str, str]]:
    return [(entry.player, entry.name, entry.country, entry.contestant_id) for entry in record_of(event).entries]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("Zoë Demo", (2, "Zoë Demo", "", "")),
        ("Zoë Demo, Netherlands", (2, "Zoë Demo", "NL", "")),
        ("Demo, Zoë, NL, #501", (2, "Zoë Demo", "NL", "501")),
    ],
)
def test_one_field_enters_a_player(director: Client, text: str, entry: tuple[int, str, str, str]) -> None:
    event = make_event(names=["Ada Sample"])
    answer = add(director, event, text)
    assert told(answer) == ["Zoë Demo entered."]
    assert answer.headers["Location"] == desk(event, "entries/")
    assert entries_of(event)[1:] == [entry]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ada Smith", "Ada Smith has already been entered; select the line to add another player with this name."),
        ("Ben Demo, QQ", "Which country is it?"),
        ("Ben Demo\nCai Demo", "2 lines"),
    ],
)
def test_what_is_to_be_looked_at_first_is_shown_as_a_list(director: Client, text: str, sentence: str) -> None:
    event = make_event(names=["Ada Smith"])
    page = add(director, event, text)
    assert sentence in words(page)
    assert len(entries_of(event)) == 1
    form = form_with(page, "read")
    director.post(
        form.action, form.filled({"line": ["1"]}, next(each for each in form.buttons if each.value == "enter"))
    )
    assert len(entries_of(event)) == 2


@pytest.mark.parametrize("text", ["", " , ", "Name, Country"])
def test_a_field_without_a_name_says_what_to_write(director: Client, text: str) -> None:
    event = make_event(names=["Ada Smith"])
    assert told(add(director, event, text)) == ["Enter the player's name, for example “Ada Demo, NL”."]


def test_the_address_alone_leads_to_the_entries(director: Client) -> None:
    event = make_event(names=["Ada Smith"])
    assert director.get(desk(event, "entries/add/")).headers["Location"] == desk(event, "entries/")


def test_who_is_added_while_a_draft_exists_or_a_round_is_played_is_led_to_the_ways_in(director: Client) -> None:
    drafted, played = make_event(8, name="Drafted Cup 2026"), make_event(8, name="Played Cup 2026")
    draw_round(drafted)
    publish(played)
    for event in (drafted, played):
        answer = add(director, event, "Late Demo")
        assert told(answer) == ["Late Demo entered."]
        assert answer.headers["Location"] == desk(event, "entries/9/arrive/")
        assert "has arrived late" in words(director.get(answer.headers["Location"]))
    pasted = form_with(director.post(desk(played, "entries/paste/"), {"roster": "Later Demo", "step": "read"}), "read")
    enter = next(each for each in pasted.buttons if each.value == "enter")
    answer = director.post(pasted.action, pasted.filled({"line": ["1"]}, enter))
    assert answer.headers["Location"] == desk(played, "entries/10/arrive/")


def test_who_is_not_found_is_added_from_there(director: Client) -> None:
    event = make_event(8)
    found = director.get(desk(event, "find/"), {"q": "Zoë New", "part": "list"}).content.decode()
    address = unescape(re.findall(r'href="([^"]+)"', found)[-1])
    assert form_with(director.get(address), "player").values["player"] == ["Zoë New"]
    refused = director.post(desk(event, "entries/check-in/"), {"who": "Zoë New"})
    assert "Add players" in words(refused)
    assert unescape(re.findall(r'href="([^"]+#player)"', refused.content.decode())[0]) == address


def test_an_address_beside_the_name_is_left_out_and_that_is_said(director: Client) -> None:
    event = make_event(names=["Ada Sample"])
    said = "E-mail addresses and phone numbers are not saved; they have been removed."
    assert told(add(director, event, "Zoë Demo <zoe@example.org>, +44 20 7946 0001")) == [
        "Zoë Demo entered.",
        said,
    ]
    assert entries_of(event)[1:] == [(2, "Zoë Demo", "", "")]
    listed = director.post(
        desk(event, "entries/paste/"),
        {"roster": "Ben Trial <ben@example.org>\nCai Trial\nkit@example.org", "step": "read"},
    )
    assert "E-mail addresses and phone numbers were removed from 2 lines." in words(listed)
    assert "This line has no name" in words(listed)
