"""Names from right to left: a number behind one keeps its place, because the name stands by itself."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import director_of, make_event, play_to, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.pages import desk
from tests.tournament.pages.reading import every_page
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.names import NameForm
from tournament.record.vocabulary import PenaltyKind
from tournament.services.events import change_settings
from tournament.slices.penalties import PenaltyOrder, give_penalty
from wording.directions import by_itself, is_leftward

pytestmark = pytest.mark.django_db

NAMES = ["שחקן אחד", "لاعب اثنان", "Cai Demo", "שחקן שלוש", "لاعب أربعة", "Dot Demo", "שחקן חמש", "Ben Demo"]
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
    event: Event = make_event(8, names=NAMES, players_report=True)
    if form is not NameForm.SURNAME_LAST:
        change_settings(event, director_of(event), {"name_form": form.value})
    play_to(event, round_closed=1)
    publish(event, 2)
    give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.WARNING, "a tile"))
    told = {address: client.get(address) for address in every_page(event) if "/rounds/4/" not in address}
    told["found"] = client.get(f"/{event.slug}/", {"me": "ש"})
    told["phone"] = phone_of(event, number=2).get(reverse("device_table", args=[event.slug, 2, 1]))
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
    event = make_event(8, names=NAMES)
    numbered = [entry.numbered for entry in record_of(event).entries]
    assert numbered[:3] == ["\u2068שחקן אחד\u2069 (1)", "\u2068لاعب اثنان\u2069 (2)", "Cai Demo (3)"]
    assert is_leftward("Ada שחקן")
    assert by_itself("Zoë") == "Zoë"
