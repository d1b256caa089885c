"""Fees at the door: who owes, one press that takes the fee, its undo, the totals on the page and on the printed list."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, make_event
from tests.tournament.pages.forms import press
from tests.tournament.pages.reading import light
from tests.tournament.pages.words import told, words
from tests.tournament.pdf.events import PRINTED_AT
from tests.tournament.pdf.reading import text_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf import Options, sheet
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.attendance import set_status, take_fee
from tournament.services.changes import RefusedError
from tournament.services.departures import withdraw
from tournament.services.entries import Particulars, edit_entry
from tournament.services.events import change_settings
from tournament.services.undoing import undo_changes
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db


def charging(**more: Any) -> Event:
    """Six players at £10, juniors £5: Ada has paid £4, Ben is a junior, Cai is a guest, Dot is absent, Eve withdrew, Fay has paid."""
    names = [f"{name} Demo" for name in ("Ada", "Ben", "Cai", "Dot", "Eve", "Fay")]
    event = make_event(names=names, fee=1000, junior_fee=500, currency="£", **more)
    director = director_of(event)
    edit_entry(event, director, 1, Particulars("Ada Demo", fee_paid=400))
    edit_entry(event, director, 2, Particulars("Ben Demo", is_junior=True))
    edit_entry(event, director, 3, Particulars("Cai Demo", fee_due=0))
    set_status(event, director, [4], Status.ABSENT)
    withdraw(event, director, 5)
    edit_entry(event, director, 6, Particulars("Fay Demo", fee_paid=1000))
    return event


def page_of(event: Event, more: str = "") -> str:
    return f"/desk/{event.slug}/entries/check-in/{more}"


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return charging()


def test_one_press_takes_what_is_owed_and_an_undo_gives_it_back(event: Event, director: Client) -> None:
    shown = words(director.get(page_of(event)))
    assert "£14 has been paid; 2 players owe £11." in shown
    answer = director.post(page_of(event), {"paid": "1:600"}, follow=True)
    assert "1 Ada Demo paid £6." in words(answer)
    assert "£20 has been paid; 1 player owes £5." in words(answer)
    event.refresh_from_db()
    change = event.changes.get(version=event.version)
    assert sentence_of(change, record_of(event)) == "Ada Demo paid 6"
    assert f"versions={event.version}" in answer.content.decode()
    undone = director.post(f"/desk/{event.slug}/changes/undo/?versions={event.version}", follow=True)
    assert undone.redirect_chain[-1][0] == page_of(event)
    assert "£14 has been paid; 2 players owe £11." in words(undone)
    event.refresh_from_db()
    assert "cancelled" in sentence_of(event.changes.get(version=event.version), record_of(event))


def test_a_second_press_takes_nothing_and_says_so(event: Event, director: Client) -> None:
    take_fee(event, director_of(event), 1)
    assert "1 Ada Demo owes nothing." in words(director.post(page_of(event), {"paid": "1:600"}))
    assert event.entries.get(number=1).fee_paid == 1000


def test_what_was_corrected_since_is_not_given_back(event: Event) -> None:
    director = director_of(event)
    take_fee(event, director, 1)
    version = event.version
    edit_entry(event, director, 1, Particulars("Ada Demo", fee_paid=800))
    with pytest.raises(RefusedError, match="Undo first: Details of Ada Demo changed"):
        undo_changes(event, director, [version])


def test_who_owes_is_marked_and_can_be_shown_alone(event: Event, director: Client) -> None:
    page = director.get(page_of(event))
    assert [line for line in ("Take £6", "Take £5", "Take £10") if line in words(page)] == ["Take £6", "Take £5"]
    owing = director.get(page_of(event, "?owes=yes"))
    assert [row.entry.player for row in owing.context["rows"]] == [1, 2]
    paid = press(director, owing, "Take £5")
    paid = director.get(paid["Location"])
    assert [row.entry.player for row in paid.context["rows"]] == [1]
    assert "Show all" in words(paid)


def test_who_pays_and_is_not_here_yet_is_checked_in_by_the_same_press(event: Event, director: Client) -> None:
    set_status(event, director_of(event), [2], Status.REGISTERED)
    page = director.get(page_of(event))
    assert "£5" in words(page)
    assert "Take £5" not in words(page)
    done = press(director, page, "Paid and here")
    assert {"2 Ben Demo paid £5.", "2 Ben Demo: present."} <= set(told(done))
    entry = record_of(Event.objects.get(pk=event.pk)).entry(PlayerId(2))
    assert (entry.fee_paid, entry.status) == (500, Status.PRESENT)
    press(director, page, "Paid and here")
    assert record_of(Event.objects.get(pk=event.pk)).entry(PlayerId(2)).fee_paid == 500, "sent twice, done once"


def test_the_answer_to_a_press_of_the_list_of_those_who_owe_takes_the_row_away(event: Event, director: Client) -> None:
    sent = {"paid": "2:500", "owes": "yes", "v": str(event.version)}
    answer = director.post(page_of(event), sent).content.decode()
    assert '<li data-entry="2" data-gone>' in answer
    assert "2 Ben Demo paid £5." in light(answer)
    since = director.get(page_of(event, f"since/?owes=yes&v={event.version}"))
    assert '<li data-entry="2" data-gone>' in since.content.decode()


def test_the_entrys_page_takes_the_fee_too(event: Event, director: Client) -> None:
    entry = f"/desk/{event.slug}/entries/2/"
    taken = director.get(press(director, director.get(entry), "Take £5")["Location"])
    assert "2 Ben Demo paid £5." in words(taken)
    assert record_of(Event.objects.get(pk=event.pk)).entry(PlayerId(2)).fee_paid == 500


def test_the_printed_list_has_boxes_and_totals_and_without_fees_it_is_as_before(event: Event) -> None:
    text = text_of(sheet("check-in", record_of(event), Options(), PRINTED_AT))
    assert "£14 has been paid; 2 players owe £11." in " ".join(text.split())
    assert ("☐ £6" in text, "☐ £5" in text) == (True, True)
    change_settings(event, director_of(event), {"extras": ""})
    assert "£" not in text_of(sheet("check-in", record_of(event), Options(), PRINTED_AT))


def test_without_the_extra_nothing_is_said_of_fees(director: Client) -> None:
    event = charging(extras="")
    for page in (page_of(event), f"/desk/{event.slug}/entries/1/"):
        shown = words(director.get(page))
        assert ("owe" in shown, "Paid" in shown, "£" in shown) == (False, False, False)
    assert "£" not in words(director.get(page_of(event, "?owes=yes")))
    assert len(director.get(page_of(event, "?owes=yes")).context["rows"]) == 5


def test_another_amount_than_the_page_had_shown_is_not_taken(event: Event, director: Client) -> None:
    change_settings(event, director_of(event), {"fee": 1500})
    answer = words(director.post(page_of(event), {"paid": "1:600"}))
    assert "1 Ada Demo now owes £11. Take that amount and try again." in answer
    for junk in ("1", "x", "1:x", "99:600", "1:-5"):
        director.post(page_of(event), {"paid": junk})
    assert event.entries.get(number=1).fee_paid == 400
