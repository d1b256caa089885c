"""What a private link changes and cancels, what of it can be undone, and what is public and kept of a registration."""

from __future__ import annotations

import gzip
from dataclasses import replace

import pytest

from tests.build import director_of, draw_round, make_event
from tests.tournament.services.people.registering import (
    DESK,
    MOVING_UP,
    opened,
    publish_of_draft,
    registered,
    settings_of,
    states,
    undo,
)
from tournament.day.office import registering as bounds
from tournament.day.office.registering import RegistrationSettings
from tournament.models import Entry, Event, Registration
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import NameShown
from tournament.services import registering
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archived
from tournament.services.attendance import check_in
from tournament.services.changes import RefusedError, UnchangedError
from tournament.services.copying import copy_event
from tournament.services.entries import edit_entry, particulars_of, remove_entry
from tournament.services.registering import (
    FullError,
    Registrant,
    UnknownRegistrationError,
    cancel_registration,
    change_registration,
    register,
    registering_of,
    registration_with,
)
from tournament.services.registrations import accept, blank_registrations, decline, renew_link, set_registration
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


# The private link


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return opened()


def test_a_link_changes_what_waits_and_the_log_tells_it_without_what_is_for_the_desk(event: Event) -> None:
    registered(event, "Ash")
    typed = Registrant("Newer", "Ash", "BE", email="other@example.org", word="by bike")
    row = change_registration(event, "Ash", typed)
    assert (row.name, row.country, row.email, row.word, row.changes) == (
        "Newer Ash",
        "BE",
        "other@example.org",
        "by bike",
        1,
    )
    change, record = event.changes.order_by("-version")[0], record_of(event)
    assert sentence_of(change, record) == "Registration 1 changed using its private link"
    assert [each.words for each in differences(change, record)] == [
        "registration 1, changed: first name, country, e-mail address and message to the desk"
    ]
    logged = str([(each.before, each.after, each.reason) for each in event.changes.all()])
    assert [word for word in ("example.org", "by train", "Newer", "Ash") if word in logged] == []
    with pytest.raises(UnchangedError):
        change_registration(event, "Ash", typed)
    with pytest.raises(RefusedError, match="Undo it by hand on its own page"):
        undo(event)


def test_a_link_changes_an_entry_but_not_the_name_that_the_desk_accepted(event: Event) -> None:
    registered(event, "Ash")
    accept(event, director_of(event), [1])
    change_registration(event, "Ash", Registrant("Rude", "Word", "BE", email="ash@example.org", word="by train"))
    entry = event.entries.get(number=3)
    assert (entry.name, entry.country, entry.email) == ("New Ash", "BE", "ash@example.org")
    acts = list(event.changes.order_by("-version").values_list("act", flat=True)[:2])
    assert acts == ["registrations.change", "entries.edit"]
    at_once = opened(2, 4, MOVING_UP)
    registered(at_once, "Birch")
    change_registration(at_once, "Birch", Registrant("Newer", "Birch", "NL", email="birch@example.org"))
    assert at_once.entries.get(number=3).name == "Newer Birch"


def test_what_the_desk_corrected_of_an_entry_is_not_overwritten_by_its_link() -> None:
    event = opened(2, 4, MOVING_UP)
    registered(event, "Ash")
    entry = event.entries.get(number=3)
    edit_entry(event, director_of(event), 3, replace(particulars_of(entry), name="Right Ash", given_name="Right"))
    change_registration(event, "Ash", Registrant("New", "Ash", "BE", email="ash@example.org", word="by train"))
    entry.refresh_from_db()
    assert (entry.name, entry.country) == ("Right Ash", "BE")


def test_a_cancelled_entry_is_removed_and_an_undo_brings_it_back_while_there_is_a_place() -> None:
    event = opened(2, 3, MOVING_UP)
    registered(event, "Ash")
    cancel_registration(event, "Ash")
    assert [entry.number for entry in Entry.objects.filter(event=event)] == [1, 2]
    change = event.changes.get(act=Act.CANCEL_REGISTRATION.value)
    told = sentence_of(change, record_of(event))
    assert told == "Registration 1 cancelled using its private link; New Ash removed"
    assert Event.objects.get(pk=event.pk).public_version == change.version
    undo(event)
    assert states(event) == ["Ash accepted 3"]
    event = opened(2, 4, MOVING_UP)
    registered(event, "Cedar", "Dove", "Elm")
    cancel_registration(event, "Cedar")
    with pytest.raises(RefusedError, match="There are not enough free places"):
        undo(event, Act.CANCEL_REGISTRATION)
    assert states(event) == ["Cedar cancelled", "Dove accepted 4", "Elm accepted 5"]


def test_a_link_does_nothing_once_the_event_has_begun_or_what_it_is_about_is_gone() -> None:
    event = opened(7, None, MOVING_UP)
    registered(event, "Ash", "Birch", "Cedar")
    remove_entry(event, director_of(event), 9)
    with pytest.raises(RefusedError, match="no longer active"):
        cancel_registration(event, "Birch")
    with pytest.raises(UnknownRegistrationError):
        cancel_registration(event, "Elm")
    new = renew_link(event, director_of(event), 1)
    with pytest.raises(UnknownRegistrationError):
        cancel_registration(event, "Ash")
    assert registration_with(event, new).family_name == "Ash"
    assert Registration.objects.filter(token_hash=new).count() == 0, "only the hash is stored"
    check_in(event, director_of(event), [8])
    draw_round(event)
    with pytest.raises(RefusedError, match="This link can no longer change anything"):
        cancel_registration(event, new)
    assert registration_with(event, new).state == "accepted"
    publish_of_draft(event)
    with pytest.raises(RefusedError, match="This link can no longer change anything"):
        cancel_registration(event, new)
    with pytest.raises(RefusedError, match="This link can no longer change anything"):
        change_registration(event, new, Registrant("A", "B"))


def test_a_link_of_one_event_opens_nothing_of_another() -> None:
    one = opened()
    registered(one, "Ash")
    other = make_event(2, name="Other Cup 2026")
    with pytest.raises(UnknownRegistrationError):
        registration_with(other, "Ash")


def test_an_undone_acceptance_waits_again_where_it_was(event: Event) -> None:
    registered(event, "Ash", "Birch", "Cedar")
    accept(event, director_of(event), [1, 2])
    undo(event)
    assert states(event) == ["Ash open", "Birch open", "Cedar 1"]
    decline(event, director_of(event), [1])
    assert states(event) == ["Ash declined", "Birch open", "Cedar open"]
    undo(event)
    assert states(event) == ["Ash open", "Birch open", "Cedar 1"]


def test_settings_are_undone_and_told(event: Event) -> None:
    before = Event.objects.get(pk=event.pk).public_version
    set_registration(event, director_of(event), RegistrationSettings(True, None, 6, MOVING_UP, "required", True))
    change = event.changes.order_by("-version")[0]
    assert Event.objects.get(pk=event.pk).public_version == before, "players read it on a page that is never kept"
    assert sentence_of(change, record_of(event)) == "Registration settings changed"
    assert [each.words for each in differences(change, record_of(event))] == [
        "registrations are accepted: the desk accepts each registration → at once; the next person on the waiting list moves up",
        "ask players whether they are juniors: no → yes",
        "e-mail address: not asked → required",
        "places: 4 → 6",
    ]
    undo(event)
    assert settings_of(event) == RegistrationSettings(True, None, 4, DESK)
    set_registration(event, director_of(event), RegistrationSettings(False, None, 4, DESK))
    assert sentence_of(event.changes.order_by("-version")[0], record_of(event)) == "Registration closed"
    with pytest.raises(RefusedError, match="from 1 to 2500"):
        set_registration(event, director_of(event), RegistrationSettings(places=0))


# What is public, what is kept


def test_an_entry_shows_no_more_of_a_name_than_its_player_agreed_to(event: Event) -> None:
    register(event, Registrant("New", "Ash"), "Ash", NameShown.INITIAL)
    accept(event, director_of(event), [1])
    assert event.entries.get(number=3).shown_as == "initial"


def test_too_many_registrations_are_refused_and_no_link_changes_one_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (bounds.MOST_OPEN, bounds.MOST_KEPT, bounds.MOST_CHANGES) == (1_000, 2_500, 30)
    monkeypatch.setattr(registering, "MOST_OPEN", 3)
    monkeypatch.setattr(registering, "MOST_KEPT", 5)
    monkeypatch.setattr(registering, "MOST_CHANGES", 2)
    event = opened(2, None)
    registered(event, "Ash", "Birch", "Cedar")
    with pytest.raises(FullError, match="Too many registrations are already waiting"):
        registered(event, "Dove")
    decline(event, director_of(event), [1, 2, 3])
    registered(event, "Dove", "Elm")
    with pytest.raises(FullError):
        registered(event, "Fir")
    assert event.registrations.count() == 5
    for word in ("one", "two"):
        change_registration(event, "Elm", Registrant("New", "Elm", word=word))
    with pytest.raises(RefusedError, match="This link can no longer change anything"):
        change_registration(event, "Elm", Registrant("New", "Elm", word="three"))


def test_no_archive_and_no_copy_has_a_registration_and_an_event_takes_its_own_with_it(event: Event) -> None:
    registered(event, "Ash", "Birch")
    accept(event, director_of(event), [1])
    file = archived(event)
    text = gzip.decompress(file).decode()
    assert "New Ash" in text
    assert "ash@example.org" in text, "the e-mail address of an entry is the entry's"
    assert "Birch" not in text.title()
    assert "by train" not in text
    back = restore(file, director_of(event)).event
    assert (back.registrations.count(), registering_of(back).is_offered) == (0, False)
    copy = copy_event(event, director_of(event), "Next Cup 2027", event.date)
    assert (copy.registrations.count(), registering_of(copy).is_offered) == (0, False)
    event.delete()
    assert not Registration.objects.exists()


def test_a_forgotten_entry_leaves_a_blank_registration_and_no_link(event: Event) -> None:
    registered(event, "Ash", "Birch")
    accept(event, director_of(event), [1])
    assert blank_registrations(event.registrations.filter(entry__number=3)) == 1
    row = event.registrations.get(number=1)
    assert (row.name, row.country, row.email, row.word, row.state) == ("", "", "", "", "accepted")
    with pytest.raises(UnknownRegistrationError):
        registration_with(event, "Ash")
    assert event.registrations.get(number=2).email == "birch@example.org"
