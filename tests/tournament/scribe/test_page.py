"""The scribe's board as a page and as what its script is answered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.tournament.pages.forms import Answer, form_with, press
from tests.tournament.pages.words import words
from tests.tournament.scribe.test_writing import body, player, turn
from tournament.models import Event, GameLog, ScribedEntry
from tournament.slices.scribing import SentEntry

pytestmark = pytest.mark.django_db

ADDRESS = "/desk/sample-cup-2026/rounds/1/tables/1/scribe/"


def send(client: Client, after: int, *sent: SentEntry, **more: Any) -> Any:
    entries = [{"key": entry.key, "events": entry.events, "forced": entry.is_forced} for entry in sent]
    return client.post(ADDRESS, json.dumps({"after": after, "entries": entries, **more}), "application/json")


def test_the_page_says_where_the_game_stands_and_writes_nothing(event: Event, director: Client) -> None:
    answer = director.get(ADDRESS)
    assert "Scribe's board" in words(answer)
    state = answer.context["state"]
    assert (state["count"], state["standing"], state["sheet"]["ask"]["player"]) == (0, [], player(event, 0))
    assert not GameLog.objects.exists()


def test_the_script_is_answered_with_the_position_and_finds_it_again(event: Event, director: Client) -> None:
    answer = send(director, 0, turn(event, 1, "9A"))
    assert (answer.status_code, answer.json()["count"]) == (200, 1)
    assert answer.json()["sheet"]["cells"]["9A"] == ""
    for after, status in (("", 200), ("?after=0", 200), ("?after=1", 204), ("?after=x", 200)):
        whole = director.get(ADDRESS + after, headers={"accept": "application/json"})
        assert whole.status_code == status
        if status == 200:
            assert {name: whole.json()[name] for name in answer.json()} == answer.json()
            assert [entry["key"] for entry in whole.json()["standing"]] == ["turn 1"]
            assert director.get(ADDRESS).context["state"] == whole.json()


def test_a_second_device_is_told_of_the_first_and_gets_its_entries(event: Event, director: Client) -> None:
    send(director, 0, turn(event, 1, "9A"))
    answer = send(director, 0, turn(event, 1, "9B", "other"))
    assert (answer.status_code, answer.json()["since"]) == (409, 1)
    assert answer.json()["problem"].startswith("Another device has added 1 entry to this log. Yours are kept")
    assert [entry["key"] for entry in answer.json()["standing"]] == ["turn 1"]
    beside = send(director, 0, turn(event, 1, "9B", "other"), beside=True)
    assert (beside.status_code, beside.json()["count"], GameLog.objects.count()) == (200, 1, 2)


@pytest.mark.usefixtures("event")
@pytest.mark.parametrize(
    "sent",
    [
        "[]",
        "{}",
        '{"after": 0}',
        '{"after": 0, "entries": [{}]}',
        '{"after": 0, "entries": [{"key": ""}]}',
        '{"after": 0, "entries": [{"key": 5}]}',
        '{"after": 0, "entries": [{"key": "a", "events": "x"}]}',
        '{"after": 0, "entries": [{"key": "a"}, {"key": "a"}]}',
        '{"after": "x", "entries": []}',
        '{"after": 0, "entries": [{"key": "a", "events": [5]}]}',
        json.dumps({"after": 0, "entries": [{"key": str(number)} for number in range(1_001)]}),
    ],
)
def test_what_is_no_list_of_entries_is_refused_in_a_sentence(director: Client, sent: str) -> None:
    answer = director.post(ADDRESS, sent, "application/json")
    assert answer.status_code == 400
    assert answer.json()["problem"].endswith(".")
    assert not ScribedEntry.objects.exists()


def test_without_a_script_a_line_is_written_by_the_form(event: Event, director: Client) -> None:
    page: Answer = director.get(ADDRESS)
    press(director, page, "Add the line", {"line": f"1 {player(event, 0)}: 9A"})
    assert body(event)[1:] == [f"1 {player(event, 0)}: 9A"]
    again = director.post(ADDRESS, form_with(director.get(ADDRESS), "line").filled({"line": "buy Zork"}))
    assert "Write a line for the log" in words(again)
    assert form_with(again, "line").values["line"] == ["buy Zork"]


def test_the_worker_is_served_below_the_boards_address_and_to_nobody_else(event: Event, director: Client) -> None:
    answer = director.get(f"{ADDRESS}?worker")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript")
    assert b"keepPage" in answer.content
    assert Client().get(f"{ADDRESS}?worker").status_code == 302


def test_the_desk_leads_to_the_board_from_the_table(event: Event, director: Client) -> None:
    assert f'href="{ADDRESS}"' in director.get(f"/desk/{event.slug}/rounds/1/tables/1/").content.decode()
