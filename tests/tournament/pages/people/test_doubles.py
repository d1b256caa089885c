"""Two entries of one person become one, where nothing of a round is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_to
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId
from tournament.scores import standings
from tournament.services.people.apart import keep_apart
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


def ask(client: Client, event: Event, kept: int, gone: int) -> Any:
    return client.get(desk(event, f"entries/{kept}/merge/"), {"with": gone})


def merge(client: Client, event: Event, kept: int, gone: int) -> Any:
    page = ask(client, event, kept, gone)
    form = form_with(page, "with")
    return client.post(form.action, form.filled(button=form.button("Merge")))


def late_double(event: Event) -> int:
    """One more entry of Ada, registered after round 1 was closed."""
    return int(
        event.entries.create(number=9, name="Ada Demmo", country="NL", contestant_id="501", note="left-handed").number
    )


def test_the_list_offers_pairs_that_may_be_one_person(director: Client) -> None:
    event = make_event(names=["Ada Smith", "Ben Demo", "Ada Smyth"])
    page = director.get(desk(event, "entries/"))
    assert "1 Ada Smith and 3 Ada Smyth: one letter differs Compare" in words(page)
    assert desk(event, "entries/1/merge/?with=3") in page.content.decode()


def test_the_other_entry_is_chosen_from_a_to_z_and_the_one_of_a_like_name_is_proposed(director: Client) -> None:
    event = make_event(names=["Ada Smith", "Ben Demo", "Ada Smyth"])
    form = form_with(director.get(desk(event, "entries/1/merge/")), "with")
    assert (form.offers["with"], form.filled()["with"]) == (["2", "3"], ["3"])


def test_what_happens_is_said_first_and_then_done_in_one_act(director: Client) -> None:
    event = make_event(8)
    keep_apart(event, director_of(event), [[1, 2]])
    play_to(event, round_closed=1)
    gone = late_double(event)
    keep_apart(event, director_of(event), [[9, 3], [9, 1]])
    before = standings(record_of(event))
    asked = words(ask(director, event, 1, gone))
    for sentence in (
        "Ada Demo stays as number 1; number 9, Ada Demmo, is removed.",
        "Ada Demo takes over the country, the organiser's number and the note.",
        "Ada Demo is kept apart from Cai Demo.",
        "The rule that keeps the two apart is removed.",
    ):
        assert sentence in asked
    answer = merge(director, event, 1, gone)
    assert told(answer) == ["Ada Demmo is merged into 1 Ada Demo."]
    record = record_of(event)
    assert [entry.player for entry in record.entries] == list(range(1, 9))
    ada = record.entry(PlayerId(1))
    assert (ada.name, ada.country, ada.contestant_id, ada.note) == ("Ada Demo", "NL", "501", "left-handed")
    assert [rule.players for rule in record.aparts] == [(1, 2), (1, 3)]
    assert standings(record) == before
    change = event.changes.order_by("version").last()
    assert change is not None
    assert sentence_of(change, record) == "Entries of Ada Demo and Ada Demmo merged: number 9 into 1"
    assert "Ada Demmo, name: Ada Demmo → nothing" in [row.words for row in differences(change, record)]


@pytest.mark.parametrize(("asked", "status"), [("", 200), ("1", 200), ("99", 404), ("x", 200)])
def test_an_address_without_another_entry_asks_for_one(director: Client, asked: str, status: int) -> None:
    event = make_event(3)
    assert director.get(desk(event, "entries/1/merge/"), {"with": asked}).status_code == status
