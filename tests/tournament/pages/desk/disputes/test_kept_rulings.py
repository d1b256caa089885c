"""A ruling that is typed before the amounts are put right is not lost on the way, and can be given with the correction."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, enter_results, make_event, play_round, publish
from tests.tournament.pages.forms import Answer, Typed, form_with, press
from tests.tournament.pages.logs import at
from tests.tournament.pages.pages import typed_into
from tests.tournament.pages.words import press_undo, told, words
from tournament.models import Dispute, Event
from tournament.models.queries import record_of
from tournament.record.lengths import LONGEST_RULING
from tournament.record.vocabulary import PlayerId
from tournament.services.gamelogs import open_dispute

pytestmark = pytest.mark.django_db

CASH = (40_000, 35_000, 30_000, 20_000)
RULING = "Cai had 31,000: the bank paid Worldwide twice."


@pytest.fixture
def event() -> Event:
    """Four players after one round, whose one table is disputed."""
    made = make_event(4)
    play_round(made, 1, cash={1: CASH})
    open_dispute(made, director_of(made), 1, 1, "Cash of Cai")
    return Event.objects.get(pk=made.pk)


def page_of() -> str:
    """The address of the one dispute."""
    dispute = Dispute.objects.select_related("table__round__event").get()
    return at(dispute.table.round.event, f"disputes/{dispute.pk}/")


def correcting(client: Client, ruling: str = RULING) -> Answer:
    """The page of the correction, reached from the dispute with a ruling typed there."""
    gone = press(client, client.get(page_of()), "Correct the amounts at table 1", {"ruling": ruling})
    assert gone.status_code == 302
    return client.get(gone["Location"])


def ruling_field() -> str:
    return f"ruling-{Dispute.objects.get().pk}"


def corrected(client: Client, page: Answer, typed: Typed | None = None, third: int = 31_000) -> Answer:
    sent = typed_into(form_with(page, "t1-why"), {1: (*CASH[:2], third, CASH[3])})
    return client.post(page.wsgi_request.path, sent | {"t1-why": "paid twice", "save": "yes"} | (typed or {}))


def test_what_was_typed_on_the_dispute_stands_on_the_correction_and_is_given_with_it(
    event: Event, director: Client
) -> None:
    page = correcting(director)
    assert "Ruling on “Cash of Cai”" in words(page)
    assert form_with(page, "t1-why").values[ruling_field()] == [RULING]
    assert Dispute.objects.get().state == "open"
    done = corrected(director, page)
    assert told(done)[0].startswith("Result for table 1 in round 1 corrected.")
    dispute = Dispute.objects.get()
    assert (dispute.state, dispute.ruling) == ("ruled", RULING)
    assert record_of(event).table(1, 1).seats[2].cash == 31_000
    director.post(page_of(), {"reopen": "yes"})
    assert director.get(page_of()).context["form"]["ruling"].value() == RULING


def test_who_corrects_first_finds_the_ruling_on_the_dispute_as_it_was_typed(event: Event, director: Client) -> None:
    page = correcting(director)
    done = corrected(director, page, {ruling_field(): ""})
    assert "ruled" not in told(done)[0]
    assert Dispute.objects.get().state == "open"
    again = director.get(page_of())
    assert again.context["form"]["ruling"].value() == RULING
    press(director, again, "Rule on the dispute")
    assert Dispute.objects.get().ruling == RULING


def test_in_a_round_that_is_played_the_ruling_waits_on_its_page(director: Client) -> None:
    event = make_event(4)
    publish(event, 1)
    enter_results(event, 1, cash={1: CASH})
    open_dispute(event, director_of(event), 1, 1, "Cash of Cai")
    gone = press(director, director.get(page_of()), "Correct the amounts at table 1", {"ruling": RULING})
    assert gone["Location"] == f"/desk/{event.slug}/rounds/1/#table-1"
    assert director.get(page_of()).context["form"]["ruling"].value() == RULING
    press(director, director.get(page_of()), "Dispute withdrawn", {"ruling": ""})
    director.post(page_of(), {"reopen": "yes"})
    assert director.get(page_of()).context["form"]["ruling"].value() == ""


def test_the_tables_own_page_offers_the_ruling_too_and_no_more_once_it_is_given(event: Event, director: Client) -> None:
    page = director.get(at(event, "correct/"))
    assert form_with(page, "t1-why").values[ruling_field()] == [""]
    corrected(director, page, {ruling_field(): RULING})
    assert Dispute.objects.get().state == "ruled"
    assert "Ruling on" not in words(director.get(at(event, "correct/")))


def test_a_ruling_that_is_too_long_keeps_the_amounts_as_they_were(event: Event, director: Client) -> None:
    refused = corrected(director, director.get(at(event, "correct/")), {ruling_field(): "x" * (LONGEST_RULING + 1)})
    assert "has 4001 characters" in words(refused).replace("4,001", "4001")
    assert record_of(event).table(1, 1).seats[2].cash == CASH[2]
    assert len(form_with(refused, "t1-why").values[ruling_field()][0]) == LONGEST_RULING + 1


def test_one_undo_takes_back_who_sat_there_and_the_ruling(event: Event, director: Client) -> None:
    first, second = (seat.player for seat in record_of(event).table(1, 1).seats[:2])
    page = director.get(at(event, "correct/"))
    swapped = {f"sat-{first}": str(second), ruling_field(): RULING}
    asked = corrected(director, page, swapped, CASH[2])
    done = press(director, asked, "Correct table 1")
    assert Dispute.objects.get().state == "ruled"
    assert record_of(event).table(1, 1).seats[0].player == PlayerId(second)
    asked = press_undo(director, done)
    form = form_with(asked, "confirmed")
    director.post(form.action, form.filled(button=next(each for each in form.buttons if each.name == "confirmed")))
    assert Dispute.objects.get().state == "open"
    assert record_of(event).table(1, 1).seats[0].player == PlayerId(first)
