"""What only the desk knows of a player: club, family or team, e-mail address and fee, from the list to an undo, a copy and an archive."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import DAY, director_of, make_event
from tests.tournament.pages.words import words
from tournament.day.lists.lines import RosterLine
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId
from tournament.services.copying import copy_event
from tournament.services.entries import Particulars, add_entries, edit_entry
from tournament.services.undoing import undo_changes
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


def desk_only(event: Event, player: int) -> tuple[object, ...]:
    entry = record_of(Event.objects.get(pk=event.pk)).entry(PlayerId(player))
    return entry.club, entry.team, entry.email, entry.fee_due, entry.fee_paid, entry.note


ADA = RosterLine(1, "Ada Demo", club="Chess Club", team="Demo", email="ada@example.com", fee="£10 paid")


def test_a_list_enters_them(director: Client) -> None:
    event = make_event(0, fee=1500)
    lines = [
        ADA,
        RosterLine(2, "Ben Demo", fee="paid"),
        RosterLine(3, "Cai Demo", fee="see Bob"),
        RosterLine(4, "Dot Demo"),
    ]
    add_entries(event, director_of(event), lines)
    assert [desk_only(event, player) for player in (1, 2, 3, 4)] == [
        ("Chess Club", "Demo", "ada@example.com", 1000, 1000, ""),
        ("", "", "", 1500, 1500, ""),
        ("", "", "", None, 0, "see Bob"),
        ("", "", "", None, 0, ""),
    ]
    page = words(director.get(f"/desk/{event.slug}/entries/"))
    assert ("Chess Club" in page, "ada@example.com" in page) == (True, False)


def test_the_entrys_page_changes_them_and_an_undo_takes_it_back(director: Client) -> None:
    event = make_event(names=["Ada Demo"], currency="£", fee=1500)
    page = f"/desk/{event.slug}/entries/1/"
    assert "Leave this blank to use the event's fee." in words(director.get(page))
    typed = {"name": "Ada Demo", "club": "Chess Club", "email": "ada@example.com", "fee_due": "£7.50", "fee_paid": "5"}
    director.post(page, typed)
    assert desk_only(event, 1) == ("Chess Club", "", "ada@example.com", 750, 500, "")
    event.refresh_from_db()
    change = event.changes.get(version=event.version)
    shown = repr(differences(change, record_of(event)))
    assert [word in shown for word in ("club", "7.50", "ada@example.com")] == [True] * 3
    assert "Details of Ada Demo" in sentence_of(change, record_of(event))
    undo_changes(event, director_of(event), [change.version])
    assert desk_only(event, 1) == ("", "", "", None, 0, "")


def test_without_the_extra_the_page_has_no_fees_and_keeps_what_is_stored(director: Client) -> None:
    event = make_event(names=["Ada Demo"], extras="")
    edit_entry(event, director_of(event), 1, Particulars("Ada Demo", fee_due=500, fee_paid=500))
    page = f"/desk/{event.slug}/entries/1/"
    assert 'name="fee_due"' not in director.get(page).content.decode()
    director.post(page, {"name": "Ada Demo", "club": "Chess Club"})
    assert desk_only(event, 1) == ("Chess Club", "", "", 500, 500, "")


def test_a_copy_takes_club_team_and_address_and_no_fee_that_was_paid() -> None:
    event = make_event(0, fee=1500, currency="£")
    add_entries(event, director_of(event), [ADA])
    made = copy_event(event, director_of(event), "Cup 2027", DAY, with_entries=True)
    assert (desk_only(made, 1), made.fee, made.currency) == (
        ("Chess Club", "Demo", "ada@example.com", None, 0, ""),
        1500,
        "£",
    )
