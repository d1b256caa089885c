"""Names: one form an event, one order on every sheet, screen and page, and a place of their own from right to left."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import director_of, make_event, play_to, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk, words
from tests.tournament.pages.reading import every_page
from tests.tournament.pdf.events import PRINTED_AT
from tests.tournament.pdf.reading import text_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Options
from tournament.pdf.lines import Direction, Weight, face_runs, in_bold
from tournament.pdf.sheets import SHEETS
from tournament.record.event import EntryRecord
from tournament.record.names import NameForm
from tournament.record.public import as_public
from tournament.record.vocabulary import PenaltyKind, Status
from tournament.services.entries import Particulars, edit_entry
from tournament.services.events import change_settings
from tournament.slices.penalties import PenaltyOrder, give_penalty
from wording.directions import by_itself, is_leftward
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
    page = phone_of(event).get(reverse("mine", args=[event.slug, 1, 1])).content.decode()
    is_last = form is NameForm.SURNAME_LAST
    parted = [record.entry(seat.player).parts for seat in record.table(1, 1).seats]
    assert any(parts.given for parts in parted)
    for parts in parted:
        bold, turned = f">{parts.given} <b>{parts.surname}</b><", f">{parts.surname}, {parts.given}<"
        assert (bold in page, turned in page) == (is_last and bool(parts.given), not is_last and bool(parts.given))


def test_a_surname_is_set_in_bold_letters_and_its_marks_are_never_seen() -> None:
    line = f"Ada {in_bold('van Demo')}"
    ordinary, heavy = Weight.REGULAR.value, Weight.BOLD.value
    assert [(run.face, run.text) for run in face_runs(line, Weight.REGULAR, Direction.OWN) if run.text.strip()] == [
        (ordinary, "Ada"),
        (heavy, "van"),
        (heavy, "Demo"),
    ]
    assert [(run.face, run.text) for run in face_runs(line, Weight.BOLD, Direction.OWN)] == [(heavy, "Ada van Demo")]
    assert "".join(run.text for run in face_runs(line, Weight.REGULAR, Direction.OWN)) == "Ada van Demo"


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
    assert {entry.name for entry in as_public(record_of(event)).entries} == {f"Player {n}" for n in range(1, 9)}


def test_a_player_is_found_by_the_name_as_it_is_written_and_as_it_was_entered(client: Client, director: Client) -> None:
    event = event_in(NameForm.SURNAME_FIRST)
    for typed in ("zoe anfang", "anfang, zoe", "anfang"):
        assert "Anfang, Zoe" in words(client.get(f"/{event.slug}/", {"me": typed}, follow=True))
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


# One order on each sheet, screen and page: by surname, whether a list had the parts of a name apart or not, and the key is seen


APART = [("Zoe", "Anfang"), ("Adam", "Zuletzt"), ("Mia", "Mitte"), ("Carl", "Beginn"), ("Åse", "Öde")]
WHOLE = ["Ulla Abend", "Zora Ypsilon", "Muster, Max", "Bert van der Neun"]
SURNAMES_LAST = [
    *("Ulla Abend", "Zoe Anfang", "Carl Beginn", "Mia Mitte", "Max Muster", "Bert van der Neun"),
    *("Åse Öde", "Zora Ypsilon", "Adam Zuletzt"),
]
SURNAMES_FIRST = [
    *("Abend, Ulla", "Anfang, Zoe", "Beginn, Carl", "Mitte, Mia", "Muster, Max", "Neun, Bert van der"),
    *("Öde, Åse", "Ypsilon, Zora", "Zuletzt, Adam"),
]
ORDERED = [(NameForm.SURNAME_LAST, SURNAMES_LAST), (NameForm.SURNAME_FIRST, SURNAMES_FIRST)]
BY_FORM = pytest.mark.parametrize(("form", "names"), ORDERED)


def ordered_in(form: NameForm, status: Status = Status.PRESENT) -> Event:
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
    event = ordered_in(form)
    publish(event, 1)
    for name in BY_NAME:
        told = SURNAMES_LAST if name in SPOKEN else names
        assert in_order(printed(event, name), told) == told, name
    pages = {page: director.get(desk(event, page)) for page in ("entries/check-in/", "meetings/", "screen/?show=names")}
    pages |= {page: director.get(desk(event, page)) for page in ("entries/?sort=name", "penalties/", "helpers/")}
    pages["round"] = client.get(f"/{event.slug}/rounds/1/")
    pages["everybody"] = client.get(f"/{event.slug}/everybody/")
    for page, answer in pages.items():
        assert in_order(plain(answer.content.decode()), names) == names, page
    rows = client.get(f"/{event.slug}/find/").json()["players"]
    assert [row[1] for row in sorted(rows, key=lambda row: row[5])] == names
    offered = re.findall(
        r'href="/[^"]+/p/\d+/"[^>]*>(.*?)</a>', client.get(f"/{event.slug}/", {"me": "e"}).content.decode()
    )
    assert [plain(each) for each in offered] == [name for name in names if plain(name) in map(plain, offered)]


@BY_FORM
def test_every_sheet_screen_and_page_writes_names_in_the_form(
    form: NameForm, names: list[str], client: Client, director: Client
) -> None:
    event = play_to(ordered_in(form), round_closed=4)
    other = SURNAMES_FIRST if form is NameForm.SURNAME_LAST else SURNAMES_LAST
    for name in SHEETS:
        text = printed(event, name)
        if name in SPOKEN:
            assert [each for each in SURNAMES_FIRST if each in text] == [], name
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
    assert any(each in printed(event, "certificates") for each in SURNAMES_LAST)


# Names from right to left: a number behind one keeps its place, because the name stands by itself


RIGHT_TO_LEFT = ["שחקן אחד", "لاعب اثنان", "Cai Demo", "שחקן שלוש", "لاعب أربعة", "Dot Demo", "שחקן חמש", "Ben Demo"]
INLINE = {"a", "abbr", "b", "em", "i", "s", "small", "span", "strong", "time", "label", "br", "input", "sup"}
"""Elements that keep a line together; what stands in any other one is a line of its own."""
PULLED = re.compile(r".{0,60}[\u0590-\u08ff][^A-Za-z\u0590-\u08ff\n]*?\d")
"""Digits behind a name from the right, with no letter from the left between them."""


class Lines(HTMLParser):
    """The lines of a page as a reader's browser orders them: what is isolated is a letter, whatever stands in it."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.isolated = 0
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.isolated += tag == "bdi"
        self.hidden += tag in ("script", "style", "template")
        if tag not in INLINE and tag != "bdi":
            self.text.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self.isolated -= tag == "bdi"
        self.hidden -= tag in ("script", "style", "template")
        if tag not in INLINE and tag != "bdi":
            self.text.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            text = re.sub("\u2068[^\u2069]*\u2069", "x", data)
            self.text.append("x" if self.isolated else " ".join(text.replace("\n", " ").split(" ")))


def pulled(page: str) -> list[str]:
    """The places of a page where a number would change sides with the name before it."""
    lines = Lines()
    lines.feed(page)
    return PULLED.findall("".join(lines.text))


@pytest.mark.parametrize("form", list(NameForm))
def test_no_number_changes_sides_with_the_name_before_it(client: Client, director: Client, form: NameForm) -> None:
    event: Event = make_event(8, names=RIGHT_TO_LEFT, players_report=True)
    if form is not NameForm.SURNAME_LAST:
        change_settings(event, director_of(event), {"name_form": form.value})
    play_to(event, round_closed=1)
    publish(event, 2)
    give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.WARNING, "a tile"))
    told = {address: client.get(address) for address in every_page(event) if "/rounds/4/" not in address}
    told["found"] = client.get(f"/{event.slug}/", {"me": "ש"})
    told["phone"] = phone_of(event, number=2).get(reverse("mine", args=[event.slug, 2, 1]))
    pages = ("", "entries/", "entries/check-in/", "entries/1/", "rounds/2/", "rounds/2/results/", "rounds/1/results/")
    more = (
        "standings/",
        "meetings/",
        "penalties/",
        "changes/",
        "helpers/",
        "sheets/",
        "find/?q=ש",
        "rounds/2/no-show/",
    )
    screens = tuple(f"screen/?show={view}" for view in ("names", "tables", "standings", "results"))
    told |= {page: director.get(desk(event, page)) for page in (*pages, *more, *screens, "rounds/2/swap/", "prizes/")}
    assert {page: answer.status_code for page, answer in told.items() if answer.status_code != 200} == {}
    wrong = {page: pulled(answer.content.decode()) for page, answer in told.items() if "html" in answer["Content-Type"]}
    assert {page: found for page, found in wrong.items() if found} == {}


def test_a_name_stands_by_itself_in_plain_text_only_where_it_must() -> None:
    event = make_event(8, names=RIGHT_TO_LEFT)
    numbered = [entry.numbered for entry in record_of(event).entries]
    assert numbered[:3] == ["\u2068שחקן אחד\u2069 (1)", "\u2068لاعب اثنان\u2069 (2)", "Cai Demo (3)"]
    assert is_leftward("Ada שחקן")
    assert by_itself("Zoë") == "Zoë"
