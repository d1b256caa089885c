"""What "Find" finds in an event besides its players: tables, pages, sheets of paper, settings, and answers of the help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from django.urls import reverse

from tournament.access import may_open
from tournament.desk.desk import Desk
from tournament.desk.forms.events import EventForm
from tournament.desk.forms.parts import OF_EXTRAS, names_of
from tournament.desk.frame import MENU, MORE
from tournament.draw.naming import name_of_round
from tournament.pdf import SHEETS
from tournament.record.books import helpbook
from tournament.record.figures import capitalized
from tournament.record.names import name_key
from tournament.record.settings import EXTRAS
from tournament.tellings.history.labels import title_of_figure
from tournament.tellings.news.paper import is_offered
from wording import gettext as _
from wording import gettext_noop
from wording.digits import plain_digits

PAGES = (
    *((label, page) for key, label, page in (*MENU, *MORE) if page),
    (gettext_noop("Check-in"), "desk_check_in"),
    (gettext_noop("Add players"), "desk_paste"),
    (gettext_noop("Registrations"), "desk_registrations"),
    (gettext_noop("Keep apart"), "desk_apart"),
    (gettext_noop("Final list"), "desk_final"),
    (gettext_noop("Planned times"), "desk_plan"),
)
"""The pages of an event that are found by their name: the label, for `gettext`, and the URL name."""


@dataclass(frozen=True, slots=True)
class Found:
    """One thing found: its name, the address of its page, and words that tell what it is."""

    name: str
    url: str
    words: str


def places_of(desk: Desk, words: str) -> list[Found]:
    """Return the tables, pages, sheets, settings and answers in whose text every word of ``words`` begins a word, in this order.

    Only what the user may open is found.
    """
    typed = plain_digits(name_key(words)).split()
    wanted = [f" {word}" for word in typed]
    has_number = any(word.isdecimal() for word in typed)
    places = _named(desk) if has_number else chain(_named(desk), _answers())
    return [found for found, text in places if wanted and _has(wanted, text)]


def _has(wanted: Sequence[str], text: str) -> bool:
    """Return whether a text has every one of these beginnings of words, each with a space before it."""
    words = f" {plain_digits(name_key(text))}"
    return all(each in words for each in wanted)


def _answers() -> Iterator[tuple[Found, str]]:
    """Yield every answer of the help with the words of its title, of when it applies, and of the buttons it names."""
    for topic in helpbook().values():
        found = Found(topic.title, f"{reverse('help')}#{topic.key}", _("Help"))
        yield found, " ".join((topic.title, topic.when, *topic.buttons))


def _named(desk: Desk) -> Iterator[tuple[Found, str]]:
    """Yield what is found by its name alone: tables, the latest round first, pages, sheets and settings."""
    for found in chain(_tables(desk), _pages(desk), _settings(desk)):
        yield found, found.name


def _tables(desk: Desk) -> Iterator[Found]:
    """Yield the tables of the rounds that have begun, the latest round first."""
    for row in reversed(desk.record.begun_rounds):
        round_name = name_of_round(desk.record, row.number)
        for table in row.tables:
            label = _("Table {table}", table=table.number)
            yield Found(label, desk.address("desk_table", row.number, table.number), round_name)


def _pages(desk: Desk) -> Iterator[Found]:
    """Yield the pages of the event, and the sheets of paper on the page where they are printed."""
    for label, page in PAGES:
        if _opens(desk, page):
            yield Found(_(label), desk.address(page), "")
    if _opens(desk, "desk_sheets"):
        for sheet in SHEETS.values():
            if is_offered(desk.record, sheet.name):
                yield Found(sheet.title, desk.address("desk_sheets"), _("Print"))


def _settings(desk: Desk) -> Iterator[Found]:
    """Yield every setting, and every switch of what the desk shows, where it stands; a setting that is switched off at its switch."""
    if not _opens(desk, "desk_settings"):
        return
    page, switched_on = desk.address("desk_settings"), str(desk.record.extras).split()
    for name in (name for name in names_of() if name in EventForm.base_fields and name != "extras"):
        extra = OF_EXTRAS.get(name, "")
        place = f"id_{name}" if extra in ("", *switched_on) else f"extra-{extra}"
        yield Found(capitalized(title_of_figure(name)), f"{page}#{place}", _("Settings"))
    for name, words in EXTRAS.items():
        yield Found(_(words.label), f"{page}#extra-{name}", _("Settings"))


def _opens(desk: Desk, page: str) -> bool:
    """Return whether the user may open a page of the event, by its URL name."""
    return may_open(page, desk.user, desk.event)
