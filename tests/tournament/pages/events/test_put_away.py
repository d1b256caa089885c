"""An event that is put away is read: no page of it has a button or a link to what the gate would refuse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.build import director_of
from tests.tournament.pages.crawl import acting_forms, name_of, pages_of
from tests.tournament.pages.stages import decided, drafted, playing, signed
from tournament.access.pages import row_of
from tournament.models import Event
from tournament.record.acts import ACTS, Act
from tournament.services.showing import put_away, take_out

pytestmark = pytest.mark.django_db

LEFT = {"desk_take_out", "desk_delete", "desk_calls", "desk_undo", "desk_forget", "desk_stored"}
"""What can be done to an event that is put away; a table's call is no act, the diary offers to take it out by an undo, and a person can
ask at any time what is stored, and to be forgotten."""


@pytest.mark.parametrize("build", [drafted, playing, signed, decided])
def test_no_page_of_an_event_that_is_put_away_offers_what_would_be_refused(
    director: Client, build: Callable[[], Event]
) -> None:
    event = build()
    put_away(event, director_of(event))
    pages = pages_of(director, event.slug)
    assert len(pages) > 15
    offered = {(page, found.act) for page, answer in pages.items() for found in acting_forms(page, answer)}
    assert {(page, act) for page, act in offered if act not in LEFT} == set()
    assert {page for page in pages if row_of(name_of(page)).is_for_acts_alone} == set()


def test_what_is_taken_out_again_has_its_buttons(director: Client) -> None:
    event = decided()
    put_away(event, director_of(event))
    home = f"/desk/{event.slug}/"
    assert 'class="save-bar"' not in director.get(f"{home}settings/").content.decode()
    take_out(event, director_of(event))
    assert 'class="save-bar"' in director.get(f"{home}settings/").content.decode()


def test_every_act_but_four_waits_until_the_event_is_taken_out() -> None:
    assert {act for act, row in ACTS.items() if row.when_put_away} == {
        Act.TAKE_OUT,
        Act.DELETE_EVENT,
        Act.FORGET,
        Act.BLANK,
    }
