"""Finding anybody of an event, or of all events: a page of its own, and the same list for the dialog that every page of the desk has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.access import event_to_direct, events_to_direct, user_of
from tournament.desk.forms.entries import find_players
from tournament.desk.frame import desk_context
from tournament.draw.naming import name_of_round
from tournament.models import Entry
from tournament.models.queries import record_of
from tournament.record.acts import AT_WORK
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.names import has_words, name_key

SHOWN = 12
MOST_SEARCHED = 20_000


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody found: the name, where to go, and what tells this one from others."""

    name: str
    url: str
    words: str


@require_safe
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """Find players of an event by number, organiser's number, or words of the name."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    asked = _asked(request)
    found = _in_event(record, asked)
    context = _context(asked, found, len(found)) | {"find_url": reverse("desk_find", args=[slug])}
    if not asked.isdecimal():
        context["add_url"] = (
            f"{reverse('desk_entries', args=[slug])}?{urlencode({'add': asked}, quote_via=quote)}#player"
        )
    if request.GET.get("part") == "list":
        return render(request, "director/entries/_found.html", context)
    return render(request, "director/entries/find.html", desk_context(event, record, "entries", **context))


@require_safe
def find_everywhere(request: HttpRequest) -> HttpResponse:
    """Find players of all events that the user directs, the latest events first."""
    asked = _asked(request)
    rows = (
        Entry.objects.filter(event__in=events_to_direct(user_of(request), AT_WORK))
        .order_by("-event__date", "-event_id", "number")
        .values_list("name", "number", "country", "event__slug", "event__name")[:MOST_SEARCHED]
    )
    found = [
        Found(name, reverse("desk_entry", args=[slug, number]), f"No. {number} in {event}{_beside(country)}")
        for name, number, country, slug, event in (rows if name_key(asked) else ())
        if has_words(asked, name)
    ]
    context = _context(asked, found, len(found)) | {"find_url": reverse("desk_find_everywhere")}
    if request.GET.get("part") == "list":
        return render(request, "director/entries/_found.html", context)
    return render(request, "director/entries/find.html", context)


def _asked(request: HttpRequest) -> str:
    return request.GET.get("q", "").replace("\x00", "").strip()[:200]


def _context(asked: str, found: Sequence[Found], count: int) -> dict[str, object]:
    return {"asked": asked, "found": found[:SHOWN], "more": max(count - SHOWN, 0)}


def _in_event(record: EventRecord, asked: str) -> list[Found]:
    by_office = [entry for entry in record.entries if asked and entry.contestant_id == asked]
    entries = dict.fromkeys([*find_players(asked, record.entries), *by_office])
    return [
        Found(entry.name, reverse("desk_entry", args=[record.slug, entry.player]), _words(record, entry))
        for entry in entries
    ]


def _words(record: EventRecord, entry: EntryRecord) -> str:
    """Number, country, and where the player is now: the table of the latest begun round, or the status."""
    latest = record.begun_rounds[-1] if record.begun_rounds else None
    table = latest.table_of(entry.player) if latest else None
    where = (
        f"table {table.number} in {name_of_round(record, latest.number)}" if latest and table else entry.status.value
    )
    return f"No. {entry.player}{_beside(entry.country)}, {where}"


def _beside(country: str) -> str:
    return f", {country}" if country else ""
