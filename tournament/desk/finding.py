"""What "Find" finds in an event besides its players: tables, pages, sheets of paper, settings, and answers of the help.

Finding anything of an event, or a player of all events: on a page, and as a list for the dialog that every desk page has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any
from urllib.parse import quote, urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournament.access import events_to_direct, may_open, user_of
from tournament.access.slices import slices
from tournament.desk.acting import REFUSALS
from tournament.desk.desk import Desk, desk_page
from tournament.desk.entry_forms import find_players
from tournament.desk.event_forms import EventForm
from tournament.desk.frame import MENU, menu_more
from tournament.desk.parts import OF_EXTRAS, names_of
from tournament.draw.seating import name_of_round
from tournament.models import Entry
from tournament.pdf.sheets import SHEETS
from tournament.record.acts import AT_WORK, Act
from tournament.record.books import helpbook
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.figures import capitalized
from tournament.record.names import Sought, name_key, spellings
from tournament.record.settings import extras_of
from tournament.services.entries import join_entries
from tournament.services.events import settable
from tournament.services.joining import events_to_join
from tournament.tellings.labels import title_of_figure
from tournament.tellings.paper import is_offered
from tournament.tellings.words import by_name
from wording import gettext as _
from wording import gettext_noop
from wording.digits import plain_digits

PAGES = (
    (gettext_noop("Check-in"), "desk_check_in"),
    (gettext_noop("Add players"), "desk_paste"),
    (gettext_noop("Final list"), "desk_final"),
    (gettext_noop("Planned times"), "desk_plan"),
)
"""The pages of an event that are found by their name beside those of the menu: the label, for `gettext`, and the URL name."""


def _named_pages(record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield every page of an event that is found by its name, as `PAGES` has them."""
    yield from ((label, page) for _key, label, page in (*MENU, *menu_more(record)) if page)
    yield from PAGES
    yield from (found for each in slices(record.format) for found in each.found)


@dataclass(frozen=True, slots=True)
class Found:
    """One thing found: its name, the address of its page, words that tell what it is; of a player of all events, the entry's key."""

    name: str
    url: str
    words: str
    entry: int = 0


def places_of(desk: Desk, words: str) -> list[Found]:
    """Return the tables, pages, sheets, settings and answers in whose text every word of ``words`` begins a word, in this order.

    Only what the user may open is found.
    """
    typed = plain_digits(name_key(words)).split()
    wanted = [f" {word}" for word in typed]
    has_number = any(word.isdecimal() for word in typed)
    places = _things_found_by_name(desk) if has_number else chain(_things_found_by_name(desk), _answers())
    return [found for found, text in places if wanted and _has_words(wanted, text)]


def _has_words(wanted: Sequence[str], text: str) -> bool:
    """Return whether a text has every one of these beginnings of words, each with a space before it."""
    words = f" {plain_digits(name_key(text))}"
    return all(each in words for each in wanted)


def _answers() -> Iterator[tuple[Found, str]]:
    """Yield every answer of the help with the words of its title, of when it applies, and of the buttons it names."""
    for topic in helpbook().values():
        found = Found(topic.title, f"{reverse('help')}#{topic.key}", _("Help"))
        yield found, " ".join((topic.title, topic.when, *topic.buttons))


def _things_found_by_name(desk: Desk) -> Iterator[tuple[Found, str]]:
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
    for label, page in _named_pages(desk.record):
        if _may_open(desk, page):
            yield Found(_(label), desk.address(page), "")
    if _may_open(desk, "desk_sheets"):
        for sheet in SHEETS.values():
            if is_offered(desk.record, sheet.name):
                yield Found(sheet.title, desk.address("desk_sheets"), _("Print"))


def _settings(desk: Desk) -> Iterator[Found]:
    """Yield every setting, and every switch of what the desk shows, where it stands; a setting that is switched off at its switch."""
    if not _may_open(desk, "desk_settings"):
        return
    page, switched_on = desk.address("desk_settings"), str(desk.record.extras).split()
    asked = EventForm.base_fields.keys() & {*settable(desk.record.format)}
    for name in (name for name in names_of() if name in asked and name != "extras"):
        extra = OF_EXTRAS.get(name, "")
        place = f"id_{name}" if extra in ("", *switched_on) else f"extra-{extra}"
        yield Found(capitalized(title_of_figure(name)), f"{page}#{place}", _("Settings"))
    for name, words in extras_of(desk.record.format).items():
        yield Found(_(words.label), f"{page}#extra-{name}", _("Settings"))


def _may_open(desk: Desk, page: str) -> bool:
    """Return whether the user may open a page of the event, by its URL name."""
    return may_open(page, desk.user, desk.event)


SHOWN = 12
MOST_SEARCHED = 20_000


@desk_page
def find(desk: Desk) -> HttpResponse:
    """Find players of an event by number, organiser's number, or words of the name, and then its tables, pages, settings and help.

    With ``?part=list``, only the list for the dialog.
    """
    words = _search_text(desk.request)
    entries = _entries(desk.record, words)
    players = [Found(each.name, desk.address("desk_entry", each.player), _words(desk.record, each)) for each in entries]
    found = [*players, *_withdrawal(desk, entries), *places_of(desk, words)]
    context = _context(words, found, desk.address("desk_find"))
    if not words.isdecimal():
        query = urlencode({"add": words}, quote_via=quote)
        context["add_url"] = f"{desk.address('desk_entries')}?{query}#player"
    if desk.request.GET.get("part") == "list":
        return render(desk.request, "director/entries/_found.html", context)
    return desk.page("director/entries/find.html", "entries", **context)


@require_http_methods(["GET", "HEAD", "POST"])
def find_everywhere(request: HttpRequest) -> HttpResponse:
    """Find players of all events in which the user works at the desk, the latest events first; ``?part=list`` gives only the list.

    Without words, find those of one name in several events who are not joined. A POST joins the ticked ones, or parts them.
    """
    if request.method == "POST":
        return _join_or_part(request)
    user, words, is_list = user_of(request), _search_text(request), request.GET.get("part") == "list"
    wanted = Sought(words)
    events = events_to_direct(user, AT_WORK) if wanted else events_to_join(user)
    columns = ("pk", "person", "name", "number", "country", "event__slug", "event__name")
    entries = Entry.objects.filter(event__in=events).order_by("-event__date", "-event_id", "number")
    rows = entries.values_list(*columns, named=True)[:MOST_SEARCHED]
    alike = [] if is_list or wanted else _of_one_name(rows)
    meant = [row for row in rows if wanted.is_in(spellings(row.name))] if wanted else alike
    found = []
    for row in meant:
        number, joined = _("No. {number}", number=row.number), _("joined") if row.person else ""
        labels = _joined_labels(number, row.country, row.event__name, joined)
        found.append(Found(row.name, reverse("desk_entry", args=[row.event__slug, row.number]), labels, row.pk))
    context = _context(words, found, reverse("desk_find_everywhere"))
    if is_list:
        return render(request, "director/entries/_found.html", context)
    return render(request, "director/entries/find.html", {**context, "has_ticks": events_to_join(user).exists()})


def _of_one_name(rows: Iterable[Any]) -> list[Any]:
    """Return the entries whose name another event has too, in order of the names, unless all of a name are joined."""
    named: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        named[name_key(row.name)].append(row)
    several = [each for _name, each in sorted(named.items()) if len({row.event__slug for row in each}) > 1]
    return [row for each in several if len({row.person or -row.pk for row in each}) > 1 for row in each]


def _join_or_part(request: HttpRequest) -> HttpResponse:
    """Join the ticked entries, or part them, as far as the user may change them, and show the page again."""
    user = user_of(request)
    keys = [key for key in request.POST.getlist("entry") if key.isdecimal()]
    ticked = Entry.objects.filter(pk__in=keys, event__in=events_to_join(user)).order_by("event__date", "pk")
    try:
        if request.POST.get("do") == "part":
            ticked.update(person=None)
        else:
            join_entries(user, list(ticked.select_related("event")))
    except REFUSALS as refusal:
        messages.error(request, str(refusal))
    return redirect(request.get_full_path())


def _search_text(request: HttpRequest) -> str:
    """Return the typed search, trimmed and at most 200 characters long."""
    return request.GET.get("q", "").replace("\x00", "").strip()[:200]


def _context(words: str, found: Sequence[Found], find_url: str) -> dict[str, Any]:
    """Return the context of a search: at most `SHOWN` players, and how many more were found; ``find_url`` is the page that searches."""
    return {"asked": words, "found": found[:SHOWN], "more": max(len(found) - SHOWN, 0), "find_url": find_url}


def _entries(record: EventRecord, words: str) -> list[EntryRecord]:
    """Return the players of an event that a search finds by number, name or organiser's number."""
    typed = (words, plain_digits(words))
    by_office = [entry for entry in record.entries if words and entry.contestant_id in typed]
    return list(dict.fromkeys([*by_name(find_players(words, record.entries)), *by_office]))


def _withdrawal(desk: Desk, entries: Sequence[EntryRecord]) -> list[Found]:
    """Return the page on which the only player found is withdrawn, once they have played; empty for several."""
    return [
        Found(_("Withdraw {name}", name=entry.name), desk.address("desk_withdraw", entry.player), "")
        for entry in entries
        if len(entries) == 1 and entry.is_active and desk.record.has_taken_part(entry.player) and desk.may(Act.WITHDRAW)
    ]


def _words(record: EventRecord, entry: EntryRecord) -> str:
    """Return number, country, and where the player is now: the table in the latest begun round, or else the status."""
    latest = record.begun_rounds[-1] if record.begun_rounds else None
    table = latest.table_of(entry.player) if latest else None
    where = (
        (_("table {table}", table=table.number), name_of_round(record, latest.number))
        if latest and table
        else (entry.status.words,)
    )
    return _joined_labels(_("No. {number}", number=entry.player), entry.country, *where)


def _joined_labels(*labels: str) -> str:
    """Return labels with commas between; empty ones are left out."""
    return ", ".join(filter(None, labels))
