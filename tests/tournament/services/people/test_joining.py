"""People across events: joined by the organiser's number or by the desk, never by a name; what is told once of them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.build import director_of, logged_in, make_director, make_event
from tests.tournament.pages.words import words
from tournament.day.lists.lines import RosterLine
from tournament.models import Entry, Event
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archive_of
from tournament.services.changes.refusals import RefusedError
from tournament.services.entries import add_entries, edit_entry, join_entries, particulars_of
from tournament.services.undoing import undo_changes
from tournament.slices.putting_away import put_away

pytestmark = pytest.mark.django_db


def entered(name: str, line: RosterLine, **settings: Any) -> Entry:
    """Somebody entered alone in an event of that name."""
    event = make_event(0, name=name, **settings)
    return add_entries(event, director_of(event), [line])[0]


def ada(number: str = "", country: str = "", *, is_junior: bool = False, name: str = "Ada Demo") -> RosterLine:
    return RosterLine(1, name, country, is_junior, number)


def person(entry: Entry) -> int | None:
    return Entry.objects.get(pk=entry.pk).person


def told(entry: Entry) -> tuple[str, str, bool]:
    row = Entry.objects.get(pk=entry.pk)
    return row.contestant_id, row.country, row.is_junior


def edited(entry: Entry, **values: Any) -> None:
    event = Event.objects.get(pk=entry.event_id)
    stored = Entry.objects.get(pk=entry.pk)
    wanted = particulars_of(stored)
    edit_entry(event, director_of(event), entry.number, type(wanted)(**{**_fields(wanted), **values}))


def _fields(wanted: Any) -> dict[str, Any]:
    return {name: getattr(wanted, name) for name in wanted.__dataclass_fields__}


def test_a_number_joins_and_gives_what_is_lacking() -> None:
    first = entered("Acquire", ada("17", "GBR", is_junior=True))
    second = entered("Catan", ada("17", name="A. Demo"))
    assert person(first) == person(second) is not None
    assert told(second) == ("17", "GBR", True)


def test_a_name_alone_joins_nobody() -> None:
    first, second = entered("Acquire", ada()), entered("Catan", ada())
    assert [person(first), person(second)] == [None, None]


@pytest.mark.parametrize("settings", [{"organiser": "Another Club"}, {"is_practice": True}, {"director": "other"}])
def test_a_number_of_others_joins_nobody(settings: dict[str, Any]) -> None:
    first = entered("Acquire", ada("17"))
    if "director" in settings:
        settings = {"director": make_director("other")}
    second = entered("Catan", ada("17"), **settings)
    assert [person(first), person(second)] == [None, None]


def test_what_is_told_once_follows_in_every_event_and_back_with_an_undo() -> None:
    entries = [entered(name, ada("17")) for name in ("Acquire", "Catan", "Hare")]
    edited(entries[1], country="IRL", is_junior=True, note="tall")
    assert [told(entry) for entry in entries] == [("17", "IRL", True)] * 3
    assert [Entry.objects.get(pk=entry.pk).note for entry in entries] == ["", "tall", ""]
    event = Event.objects.get(pk=entries[1].event_id)
    undo_changes(event, director_of(event), [event.version])
    assert [told(entry) for entry in entries] == [("17", "", False)] * 3


def test_who_was_a_junior_last_year_is_none_by_that() -> None:
    entered("Acquire", ada("17", "GBR", is_junior=True), date=date(2025, 12, 31))
    assert told(entered("Catan", ada("17"))) == ("17", "GBR", False)


def test_an_archived_event_is_left_alone() -> None:
    first, second = entered("Acquire", ada("17")), entered("Catan", ada("17"))
    put_away(first.event, director_of(first.event))
    edited(second, country="IRL")
    assert told(first) == ("17", "", False)


def test_the_desk_joins_and_parts() -> None:
    first, second = entered("Acquire", ada("", "GBR")), entered("Catan", ada("", "IRL", name="Ada D."))
    third, client = entered("Hare", ada("9")), logged_in(director_of(first.event))
    client.post("/desk/find/", {"do": "join", "entry": [first.pk, second.pk]})
    assert person(first) == person(second) is not None
    assert told(first) == told(second) == ("", "GBR", False)
    client.post("/desk/find/", {"do": "part", "entry": [first.pk]})
    client.post("/desk/find/", {"do": "join", "entry": [first.pk, third.pk]})
    assert [person(first) == person(third), person(first) == person(second)] == [True, False]
    assert told(first) == told(third) == ("9", "GBR", False)


def test_two_entries_of_one_event_are_two_people() -> None:
    event = make_event(2)
    with pytest.raises(RefusedError, match="different events"):
        join_entries(director_of(event), list(event.entries.all()))


def test_a_restored_archive_is_joined_again_by_the_number() -> None:
    first, second = entered("Acquire", ada("17")), entered("Catan", ada("17"))
    content, director = archive_of(second.event), director_of(first.event)
    second.event.delete()
    back = restore(content, director).event
    assert back.entries.get().person == person(first)


def test_the_page_proposes_a_name_and_joins_who_is_ticked() -> None:
    first, second = entered("Acquire", ada()), entered("Catan", ada())
    client = logged_in(director_of(first.event))
    assert "One name in several events" in words(client.get("/desk/find/"))
    client.post("/desk/find/", {"do": "join", "entry": [first.pk, second.pk]})
    assert person(first) == person(second) is not None
    assert "Ada Demo" not in words(client.get("/desk/find/"))
    assert "joined" in words(client.get("/desk/find/?q=ada"))


def test_what_was_paid_in_another_event_is_told_where_a_fee_is_due() -> None:
    entered("Catan", ada("17"), currency="£", fee=1_000)
    entry = entered("Acquire", ada("17"), currency="£", fee=1_000)
    Entry.objects.exclude(pk=entry.pk).update(fee_paid=1_000)
    client = logged_in(director_of(entry.event))
    for address in (f"/desk/{entry.event.slug}/entries/check-in/", f"/desk/{entry.event.slug}/entries/1/"):
        assert "paid £10 in Catan" in words(client.get(address))


def test_nobody_joins_entries_of_an_event_of_others() -> None:
    first, second = entered("Acquire", ada()), entered("Catan", ada(), director=make_director("other"))
    logged_in(director_of(first.event)).post("/desk/find/", {"do": "join", "entry": [first.pk, second.pk]})
    assert [person(first), person(second)] == [None, None]


def test_different_numbers_are_different_people() -> None:
    first, second = entered("Acquire", ada("17")), entered("Catan", ada("18"))
    with pytest.raises(RefusedError, match="18 belongs to another player"):
        join_entries(director_of(first.event), [first, second])
