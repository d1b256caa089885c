"""One order on each sheet, screen and page: by surname, whether a list had the parts of a name apart or not, and the key is seen.

The names are those of a list with two columns and of one without headings, entered one after the other.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_to, publish
from tests.tournament.pages.pages import desk
from tests.tournament.pages.reading import every_page
from tests.tournament.pdf.events import PRINTED_AT
from tests.tournament.pdf.reading import text_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf import SHEETS, Options, sheet
from tournament.record.names import NameForm
from tournament.record.vocabulary import Status
from tournament.services.entries import Particulars, edit_entry
from tournament.services.events import change_settings

pytestmark = pytest.mark.django_db

APART = [("Zoe", "Anfang"), ("Adam", "Zuletzt"), ("Mia", "Mitte"), ("Carl", "Beginn"), ("Åse", "Öde")]
WHOLE = ["Ulla Abend", "Zora Ypsilon", "Muster, Max", "Bert van der Neun"]
LAST = [
    *("Ulla Abend", "Zoe Anfang", "Carl Beginn", "Mia Mitte", "Max Muster", "Bert van der Neun"),
    *("Åse Öde", "Zora Ypsilon", "Adam Zuletzt"),
]
FIRST = [
    *("Abend, Ulla", "Anfang, Zoe", "Beginn, Carl", "Mitte, Mia", "Muster, Max", "Neun, Bert van der"),
    *("Öde, Åse", "Ypsilon, Zora", "Zuletzt, Adam"),
]
FORMS = [(NameForm.SURNAME_LAST, LAST), (NameForm.SURNAME_FIRST, FIRST)]
BY_FORM = pytest.mark.parametrize(("form", "names"), FORMS)


def event_in(form: NameForm, status: Status = Status.PRESENT) -> Event:
    """An event with these players, its names in this form."""
    event = make_event(9, names=[*(" ".join(parts) for parts in APART), *WHOLE], status=status)
    for number, (given, family) in enumerate(APART, 1):
        edit_entry(
            event, director_of(event), number, Particulars(f"{given} {family}", given_name=given, family_name=family)
        )
    if form is not NameForm.SURNAME_LAST:
        change_settings(event, director_of(event), {"name_form": form.value})
    return event


def in_order(text: str, names: list[str]) -> list[str]:
    """Those of the names that stand in a text, in the order of the places where each stands last."""
    return sorted((name for name in names if name in text), key=text.rindex)


def plain(markup: str) -> str:
    """A page without its tags."""
    return " ".join(re.sub("<[^>]+>", "", markup).split())


BY_NAME = ("check-in", "movement-chart", "pairings-by-player", "place-cards")
"""The sheets that list everybody from A to Z."""
SPOKEN = ("place-cards", "certificates")
"""The sheets that write names as they are spoken, in every event."""
APART_ANYHOW = "medal-form"
"""The sheet with a column for the given name and one for the surname."""
DESK = (
    *("", "entries/", "entries/check-in/", "entries/1/", "rounds/1/", "rounds/1/results/", "standings/", "penalties/"),
    *(
        "changes/",
        "meetings/",
        "prizes/",
        "rounds/4/",
        "final/",
        "helpers/",
        "rounds/4/boards/",
    ),
    *(f"screen/?show={view}" for view in ("names", "tables", "standings", "results")),
)


def printed(event: Event, name: str) -> str:
    """The text of a sheet."""
    return " ".join(text_of(sheet(name, record_of(event), Options(), PRINTED_AT)).split())


@BY_FORM
def test_sheets_and_pages_of_everybody_go_by_surname(
    form: NameForm, names: list[str], client: Client, director: Client
) -> None:
    event = event_in(form)
    publish(event, 1)
    for name in BY_NAME:
        told = LAST if name in SPOKEN else names
        assert in_order(printed(event, name), told) == told, name
    pages = {page: director.get(desk(event, page)) for page in ("entries/check-in/", "meetings/", "screen/?show=names")}
    pages |= {page: director.get(desk(event, page)) for page in ("entries/?sort=name", "penalties/", "helpers/")}
    pages["round"] = client.get(f"/{event.slug}/rounds/1/")
    pages["everybody"] = client.get(f"/{event.slug}/everybody/")
    for page, answer in pages.items():
        assert in_order(plain(answer.content.decode()), names) == names, page
    rows = client.get(f"/{event.slug}/find/").json()["players"]
    assert [row[1] for row in sorted(rows, key=lambda row: row[5])] == names
    offered = re.findall(r'href="\?me=\d+"[^>]*>(.*?)</a>', client.get(f"/{event.slug}/", {"me": "e"}).content.decode())
    assert [plain(each) for each in offered] == [name for name in names if plain(name) in map(plain, offered)]


@BY_FORM
def test_every_sheet_screen_and_page_writes_names_in_the_form(
    form: NameForm, names: list[str], client: Client, director: Client
) -> None:
    event = play_to(event_in(form), round_closed=4)
    other = FIRST if form is NameForm.SURNAME_LAST else LAST
    for name in SHEETS:
        text = printed(event, name)
        if name in SPOKEN:
            assert [each for each in FIRST if each in text] == [], name
        elif name != APART_ANYHOW:
            assert [each for each in other if each in text] == [], name
    told = {address: client.get(address) for address in every_page(event)}
    told |= {page: director.get(desk(event, page)) for page in DESK}
    for page, answer in told.items():
        if "html" in answer.get("Content-Type", ""):
            assert answer.status_code == 200, page
            text = plain(answer.content.decode())
            assert [each for each in other if each in text] == [], page
    assert "Zoe Anfang" in printed(event, "place-cards")
    assert any(each in printed(event, "certificates") for each in LAST)
