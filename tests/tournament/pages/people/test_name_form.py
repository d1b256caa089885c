"""Names have one form an event: pages, phones, screens, paper and lists of choice follow it; files keep names as they were entered."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import director_of, make_event, play_to, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk, words
from tests.tournament.pages.reading import every_page
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf.lines import Direction, Weight, in_bold, runs
from tournament.record.event import EntryRecord
from tournament.record.names import NameForm
from tournament.record.public import as_seen
from tournament.record.vocabulary import PenaltyKind
from tournament.services.entries import Particulars, edit_entry
from tournament.services.events import change_settings
from tournament.slices.penalties import PenaltyOrder, give_penalty
from wording.figures import in_a_row, listed

pytestmark = pytest.mark.django_db

NAMES = ["Zoe Anfang", "Ada van Demo", "Liz", "Ben Étoile", "Παίκτης Δέκα", "Cai Demo", "Player 07", "Dot Zebra"]
LAST = ["Zoe Anfang", "Cai Demo", "Ben Étoile", "Liz", "Player 07", "Ada van Demo", "Dot Zebra", "Παίκτης Δέκα"]
FIRST = ["Anfang, Zoe", "Demo, Cai", "Étoile, Ben", "Liz", "Player 07", "van Demo, Ada", "Zebra, Dot", "Δέκα, Παίκτης"]
FORMS = [(NameForm.SURNAME_LAST, LAST), (NameForm.SURNAME_FIRST, FIRST)]


def event_in(form: NameForm, **settings: Any) -> Event:
    """An event whose second player's surname is of two words, as a list had it, with its names in this form."""
    event = make_event(8, names=NAMES, **settings)
    edit_entry(event, director_of(event), 2, Particulars(NAMES[1], given_name="Ada", family_name="van Demo"))
    if form is not NameForm.SURNAME_LAST:
        change_settings(event, director_of(event), {"name_form": form.value})
    return event


def test_an_event_writes_the_surname_last_unless_its_settings_say_otherwise(director: Client) -> None:
    event = make_event(4, names=NAMES[:4])
    page = director.get(desk(event, "settings/"))
    form = form_with(page, "name_form")
    assert (form.filled()["name_form"], form.offers["name_form"]) == (
        ["surname_last"],
        ["surname_last", "surname_first"],
    )
    assert "Zoe Anfang (surname in bold)" in words(page)
    director.post(desk(event, "settings/"), {**form.filled(), "name_form": "surname_first"})
    event.refresh_from_db()
    assert (event.name_form, record_of(event).name_form) == ("surname_first", NameForm.SURNAME_FIRST)
    assert "how names are written: surname last → surname first" in words(director.get(desk(event, "changes/")))


@pytest.mark.parametrize(("form", "names"), FORMS)
def test_pages_list_names_by_surname_in_the_form_of_the_event(client: Client, form: NameForm, names: list[str]) -> None:
    event = event_in(form)
    publish(event, 1)
    page = client.get(f"/{event.slug}/rounds/1/").content.decode()
    listed = re.findall(r'<th scope="row"><a href="[^"]+">(.*?)</a>', page)
    assert [re.sub("</?b>", "", each) for each in listed] == names
    bold = [re.findall("<b>(.*?)</b>", each) for each in listed]
    told = {"surname_last": [["Anfang"], ["Demo"], ["Étoile"], [], [], ["van Demo"], ["Zebra"], ["Δέκα"]]}
    assert bold == told.get(form.value, [[]] * 8)
    is_last = form is NameForm.SURNAME_LAST
    assert (">Ada <b>van Demo</b></a>" in page, ">van Demo, Ada</a>" in page) == (is_last, not is_last)


@pytest.mark.parametrize("form", list(NameForm))
def test_a_phone_at_the_table_follows(form: NameForm) -> None:
    event = event_in(form, players_report=True)
    publish(event, 1)
    record = record_of(event)
    page = phone_of(event).get(reverse("device_table", args=[event.slug, 1, 1])).content.decode()
    is_last = form is NameForm.SURNAME_LAST
    parted = [record.entry(seat.player).parts for seat in record.table(1, 1).seats]
    assert any(parts.given for parts in parted)
    for parts in parted:
        bold, turned = f">{parts.given} <b>{parts.surname}</b><", f">{parts.surname}, {parts.given}<"
        assert (bold in page, turned in page) == (is_last and bool(parts.given), not is_last and bool(parts.given))


def test_a_surname_is_set_in_bold_letters_and_its_marks_are_never_seen() -> None:
    line = f"Ada {in_bold('van Demo')}"
    ordinary, heavy = Weight.REGULAR.value, Weight.BOLD.value
    assert [(run.face, run.text) for run in runs(line, Weight.REGULAR, Direction.OWN) if run.text.strip()] == [
        (ordinary, "Ada"),
        (heavy, "van"),
        (heavy, "Demo"),
    ]
    assert [(run.face, run.text) for run in runs(line, Weight.BOLD, Direction.OWN)] == [(heavy, "Ada van Demo")]
    assert "".join(run.text for run in runs(line, Weight.REGULAR, Direction.OWN)) == "Ada van Demo"


@pytest.mark.parametrize("form", list(NameForm))
def test_files_keep_names_as_they_were_entered(client: Client, director: Client, form: NameForm) -> None:
    event = event_in(form)
    play_to(event, round_closed=1)
    give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.WARNING, "a tile"))
    told = [
        client.get(f"/{event.slug}/{page}").content.decode()
        for page in (
            "standings/?_export=csv",
            "rounds/1/results/?_export=csv",
            "event.json",
            "standings.json",
            "rounds/1.json",
        )
    ]
    told.append(director.get(desk(event, "entries/?_export=csv")).content.decode())
    assert [("Zoe Anfang" in text, "Anfang, Zoe" in text) for text in told] == [(True, False)] * len(told)
    assert "Zoe Anfang" in director.get(desk(event, "penalties/?_export=csv")).content.decode()


@pytest.mark.parametrize(
    ("form", "shown"), [(NameForm.SURNAME_LAST, "Zoe <b>A.</b> (1)"), (NameForm.SURNAME_FIRST, "A., Zoe (1)")]
)
def test_what_is_public_of_a_name_keeps_to_the_form(client: Client, form: NameForm, shown: str) -> None:
    event = event_in(form)
    change_settings(event, director_of(event), {"names_shown": "initial"})
    event = play_to(event, round_closed=1)
    told = {address: client.get(address).content.decode() for address in every_page(event)}
    assert shown in told[f"/{event.slug}/standings/"]
    assert [address for address, page in told.items() if "Anfang" in page or "Étoile" in page] == []
    change_settings(event, director_of(event), {"names_shown": "number"})
    assert {entry.name for entry in as_seen(record_of(event)).entries} == {f"Player {n}" for n in range(1, 9)}


def test_a_player_is_found_by_the_name_as_it_is_written_and_as_it_was_entered(client: Client, director: Client) -> None:
    event = event_in(NameForm.SURNAME_FIRST)
    for typed in ("zoe anfang", "anfang, zoe", "anfang"):
        assert "You, Anfang, Zoe" in words(client.get(f"/{event.slug}/", {"me": typed}))
        assert ">Anfang, Zoe " in words(director.get(desk(event, "find/"), {"q": typed}))


def test_the_page_of_an_entry_has_the_name_as_it_was_entered_in_its_field(director: Client) -> None:
    event = event_in(NameForm.SURNAME_FIRST)
    page = director.get(desk(event, "entries/1/"))
    assert form_with(page, "given_name").filled()["name"] == ["Zoe Anfang"]
    assert "<h1>Anfang, Zoe</h1>" in words(page)


def test_names_with_commas_are_listed_with_semicolons() -> None:
    event = event_in(NameForm.SURNAME_FIRST)
    record = record_of(event)
    entries: list[EntryRecord] = [record.entries[0], record.entries[1], record.entries[2]]
    assert listed(entry.name for entry in entries) == "Anfang, Zoe; van Demo, Ada and Liz"
    assert in_a_row(entry.name for entry in entries) == "Anfang, Zoe; van Demo, Ada; Liz"
    assert listed(["Ada Demo", "Ben Demo", "Liz"]) == "Ada Demo, Ben Demo and Liz"
