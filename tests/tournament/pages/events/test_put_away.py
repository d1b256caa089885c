"""An event that is put away is read: no page of it has a button or a link to what the gate would refuse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.build import director_of
from tests.tournament.pages.crawl import pages_of
from tests.tournament.pages.judges import an_event_that_is_put_away_offers_nothing_that_would_be_refused
from tests.tournament.pages.stages import decided, drafted, playing, signed
from tests.tournament.pages.walk import Stage, Visit
from tournament.models import Event
from tournament.record.acts import ACTS, Act
from tournament.slices.putting_away import put_away, take_out

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("build", [drafted, playing, signed, decided])
def test_no_page_of_an_event_that_is_put_away_offers_what_would_be_refused(
    director: Client, build: Callable[[], Event]
) -> None:
    event = build()
    put_away(event, director_of(event))
    visits = [Visit(Stage("kept_away", event.slug), *each) for each in pages_of(director, event.slug, most=1).items()]
    assert len(visits) > 15
    offered = {visit.address: an_event_that_is_put_away_offers_nothing_that_would_be_refused(visit) for visit in visits}
    assert {page: what for page, what in offered.items() if what} == {}


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
