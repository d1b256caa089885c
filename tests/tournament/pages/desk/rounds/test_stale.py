"""A draft that no longer fits says so on its page at once, with what was done since and one press that draws it again."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, draw_round, make_event, play_to
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.words import words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import FineTiming, PenaltyKind
from tournament.services.departures import withdraw
from tournament.services.gamelogs import open_dispute
from tournament.services.rounds import publish_round
from tournament.services.undoing import undo_changes
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db

OUT_OF_DATE = "This draft is out of date."


@pytest.fixture
def event() -> Event:
    """Sixteen players with the final as a draft."""
    made = play_to(make_event(16), round_closed=3)
    draw_round(made, 4)
    return Event.objects.get(pk=made.pk)


def draft(client: Client, event: Event, number: int = 4) -> str:
    return words(client.get(f"/desk/{event.slug}/rounds/{number}/"))


def fine(event: Event, amount: int = 20_000, number: int = 3) -> None:
    player = record_of(event).rounds[0].tables[0].seats[0].player
    order = PenaltyOrder(player, number, PenaltyKind.FINE, "misread", amount, timing=FineTiming.BEFORE_BONUS)
    give_penalty(event, director_of(event), order)


def test_a_draft_that_fits_says_nothing(event: Event, director: Client) -> None:
    assert OUT_OF_DATE not in draft(director, event)


def test_what_was_undone_makes_the_draft_good_again(event: Event, director: Client) -> None:
    fine(event)
    undo_changes(event, director_of(event), [event.version])
    assert OUT_OF_DATE not in draft(director, event)


def test_who_left_is_told_and_the_tables_are_chosen_again(event: Event, director: Client) -> None:
    withdraw(event, director_of(event), 3)
    page = draft(director, event)
    assert "Since this draft was drawn, Cai Demo has left." in page
    assert "Choose different tables" in page


def test_a_dispute_that_was_opened_since_is_told(event: Event, director: Client) -> None:
    open_dispute(event, director_of(event), 3, 1, "cash of the second player")
    page = draft(director, event)
    assert "A dispute was opened after this draft was drawn." in page
    assert OUT_OF_DATE not in page


def test_with_only_a_draft_a_correction_says_that_it_must_be_cut_again(event: Event, director: Client) -> None:
    address = f"/desk/{event.slug}/rounds/3/tables/1/correct/"
    form = form_with(director.get(address), "save")
    amounts = sorted(name for name in form.values if "cash" in name and name != "more-cash")
    cash = {name: str(40_000 + 1_000 * place) for place, name in enumerate(amounts)}
    sent = form.filled({**cash, "why": "recount", "look": "yes"})
    page = words(director.post(address, sent))
    assert "The final is only a draft. Draw it again before you publish it." in page
    assert "nobody changes tables" not in page
    publish_round(event, director_of(event), 4)
    assert "nobody changes tables" in words(director.post(address, sent))
