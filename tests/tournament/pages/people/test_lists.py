"""Lists read in: files, headings, countries that are asked about, names that may be one person's."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from tests.build import make_event
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import record_of

pytestmark = pytest.mark.django_db


def read(client: Client, event: Event, text: str = "", **more: Any) -> Any:
    return client.post(desk(event, "entries/paste/"), {"roster": text, "step": "read", **more})


def enter(client: Client, event: Event, page: Any, **typed: Any) -> Any:
    """Press "Save the selected lines" with what the page shows, and what is typed over it."""
    form = form_with(page, "read")
    return client.post(desk(event, "entries/paste/"), form.filled(typed, form.button("Save the selected")))


def columns_of(page: Any) -> dict[str, str]:
    """Return what each column is read as, by the field of the page that says so."""
    form = form_with(page, "read")
    return {name: value for name, (value,) in form.filled({}).items() if name.startswith("column-")}


def entries_of(event: Event) -> list[tuple[str, str, str, str, str]]:
    return [
        (entry.name, entry.given_name, entry.family_name, entry.country, entry.contestant_id)
        for entry in record_of(event).entries
    ]


def test_a_workbook_is_uploaded_looked_through_and_entered(director: Client) -> None:
    event = make_event(0)
    book, content = Workbook(), io.BytesIO()
    assert book.active is not None
    for row in (["Nachname", "Vorname", "Nation", "Telefon"], ["Demo", "Zoë", "Niederlande", "555"]):
        book.active.append(row)
    book.save(content)
    page = read(director, event, file=SimpleUploadedFile("entrants.xlsx", content.getvalue()))
    assert columns_of(page) == {"column-0": "family", "column-1": "given", "column-2": "country", "column-3": "-"}
    assert "Nachname Vorname Nation Telefon Demo Zoë Niederlande 555" in words(page)
    assert told(enter(director, event, page)) == ["Zoë Demo entered."]
    assert entries_of(event) == [("Zoë Demo", "Zoë", "Demo", "NL", "")]


def test_an_unknown_country_is_asked_about_and_nobody_is_entered_before_it_is_said(director: Client) -> None:
    event = make_event(0)
    page = read(director, event, "Name,Country\nAda Demo,Freedonia\nBen Demo,Netherland\nCai Demo,XX\nDot Demo,pl")
    form = form_with(page, "read")
    assert {name: value for name, value in form.values.items() if name.startswith("country:")} == {
        "country:Freedonia": [""],
        "country:Netherland": ["NL"],
        "country:XX": ["XX"],
    }
    refused = enter(director, event, page)
    assert "Choose a country for “Freedonia”, or “no country”." in words(refused)
    assert entries_of(event) == []
    enter(director, event, refused, **{"country:Freedonia": "-"})
    assert [(name, country) for name, _, _, country, _ in entries_of(event)] == [
        ("Ada Demo", ""),
        ("Ben Demo", "NL"),
        ("Cai Demo", "XX"),
        ("Dot Demo", "PL"),
    ]


def test_an_unticked_line_asks_for_no_country(director: Client) -> None:
    event = make_event(0)
    page = read(director, event, "Name,Country\nAda Demo,Freedonia\nBen Demo,NL")
    assert enter(director, event, page, line=["3"]).status_code == 302
    assert [name for name, *_ in entries_of(event)] == ["Ben Demo"]


def test_what_may_be_one_person_is_told_with_both_names_and_entered_all_the_same(director: Client) -> None:
    make_event(names=["Zoë Sample"], name="Sample Cup 2025")
    event = make_event(names=["Ada Smith"])
    page = read(director, event, "Ada Smyth\nZoe Sample\nBen Demo\nSmith Ada")
    text = words(page)
    assert "Possible duplicate of Ada Smith (number 1)." in text
    assert "Possible duplicate of Ada Smith (number 1)." in text
    assert "3 lines to look at" not in text
    assert "2 lines need checking" in text  # Zoe Sample is known from 2025 under this very name, accents apart
    enter(director, event, page)
    assert [name for name, *_ in entries_of(event)] == ["Ada Smith", "Ada Smyth", "Zoe Sample", "Ben Demo", "Smith Ada"]


def test_a_name_of_an_earlier_event_is_told_with_that_event(director: Client) -> None:
    make_event(names=["Zoë Sample"], name="Sample Cup 2025")
    event = make_event(0)
    text = words(read(director, event, "Zoe Sampel"))
    assert "Possible duplicate of Zoë Sample (in Sample Cup 2025)." in text


def test_names_of_another_directors_events_and_of_practice_stay_there(director: Client, stranger: Client) -> None:
    from tests.build import make_director

    make_event(names=["Zoë Sample"], name="Other Cup 2025", director=make_director("stranger"))
    make_event(names=["Zoë Sample"], name="Practice 2025", is_practice=True)
    assert "Zoë Sample" not in words(read(director, make_event(0), "Zoe Sampel"))
