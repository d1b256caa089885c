"""Finding anything of an event, or a player of all events: on a page, and as a list for the dialog that every desk page has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.access import events_to_direct, user_of
from tournament.desk.desk import Desk, desk_page
from tournament.desk.finding import Found, places_of
from tournament.desk.forms.entries import find_players
from tournament.draw.naming import name_of_round
from tournament.models import Entry
from tournament.record.acts import AT_WORK, Act
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.names import Sought, spellings
from tournament.tellings.cells import by_name
from wording import gettext as _
from wording.digits import plain_digits

SHOWN = 12
MOST_SEARCHED = 20_000


@desk_page
def find(desk: Desk) -> HttpResponse:
    """Find players of an event by number, organiser's number, or words of the name, and then its tables, pages, settings and help.

    With ``?part=list``, only the list for the dialog.
    """
    words = _searched(desk.request)
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


@require_safe
def find_everywhere(request: HttpRequest) -> HttpResponse:
    """Find players of all events in which the user works at the desk, the latest events first; ``?part=list`` gives only the list."""
    words = _searched(request)
    wanted = Sought(words)
    rows = (
        Entry.objects.filter(event__in=events_to_direct(user_of(request), AT_WORK))
        .order_by("-event__date", "-event_id", "number")
        .values_list("name", "number", "country", "event__slug", "event__name")[:MOST_SEARCHED]
    )
    found = [
        Found(
            name,
            reverse("desk_entry", args=[slug, number]),
            _beside(_("No. {number}", number=number), country, event),
        )
        for name, number, country, slug, event in (rows if wanted else ())
        if wanted.is_in(spellings(name))
    ]
    context = _context(words, found, reverse("desk_find_everywhere"))
    if request.GET.get("part") == "list":
        return render(request, "director/entries/_found.html", context)
    return render(request, "director/entries/find.html", context)


def _searched(request: HttpRequest) -> str:
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
    return _beside(_("No. {number}", number=entry.player), entry.country, *where)


def _beside(*labels: str) -> str:
    """Return labels with commas between; empty ones are left out."""
    return ", ".join(filter(None, labels))
