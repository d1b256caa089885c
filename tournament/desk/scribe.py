"""A scribe's board: a page on which somebody beside a table writes the log of its game by taps, while it is played.

One address answers everything: the page; its service worker, which keeps it for a reload without network (``?worker``); the state of the
log (GET that accepts JSON; 204 where the log has no more entries than ``?after=``); entries from the device's queue (POST of JSON); and
a line typed by hand (POST of the form). The desk and the phones of a table each have a route to `board`, with a log-in or a cookie.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.acquire.svg import board_svg
from tournament.access.devices import DeviceRefusedError, check_in_play, spend
from tournament.desk.desk import Desk, desk_form
from tournament.models import Event, Scribing
from tournament.public.devices.holding import address_of, event_of, phone_request, refusal_page, worker_script
from tournament.public.form_words import form_key
from tournament.record.devices import table_subject
from tournament.replays.scribe import board_document, entries_document, fold_entries, game_document
from tournament.services.changes import Actor, By, RefusedError
from tournament.services.scribing import (
    SentEntry,
    WrittenElsewhereError,
    begun_at,
    entries_of,
    keep_beside,
    write_entries,
    write_line,
)
from wording import gettext as _
from wording.digits import whole_number
from wording.figures import listed

JSON = "application/json"
MOST_ENTRIES = 1_000
LONGEST_KEY = 40
EXAMPLE = "17 Ben: 4C; buy Luxor 2"
"""A line of a log as its notation writes it."""


@dataclass(frozen=True, slots=True)
class ScribePlace:
    """Who writes a log at which table: the event, the writer, the numbers of round and table, and the address of the page to go back to.

    ``is_phone`` is whether it is a phone of the table, which may open no page of the desk.
    """

    event: Event
    by: By
    number: int
    table: int
    way_back: str
    is_phone: bool = False


@never_cache
@desk_form
def show(desk: Desk, number: int, table: int) -> HttpResponse:
    """Show the board of a table to a user of the desk; ``number`` is the round, ``table`` the number of the table."""
    table_page = desk.address("desk_table", number, table)
    return board(desk.request, ScribePlace(desk.event, desk.actor, number, table, table_page))


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def at_table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Show the same board to a phone of the table. It may write only so much in a while, and nothing once the round is closed."""
    subject = table_subject(number, table)
    is_device = request.content_type == JSON or not request.accepts("text/html")
    try:
        holds = phone_request(request, slug, subject)
        if request.method == "POST":
            check_in_play(holds.device)
    except DeviceRefusedError as refusal:
        if is_device:
            return JsonResponse({"problem": str(refusal)}, status=400)
        return refusal_page(request, event_of(slug), str(refusal))
    if request.method == "POST":
        try:
            spend(holds.device)
        except DeviceRefusedError as refusal:  # the board keeps its entries and sends them again later
            return HttpResponse(str(refusal), content_type="text/plain; charset=utf-8", status=503)
    by = Actor(None, form_key(request), device=holds.device)
    return board(request, ScribePlace(holds.event, by, number, table, address_of(slug, subject), is_phone=True))


def board(request: HttpRequest, place: ScribePlace) -> HttpResponse:
    """Answer every request of a board, for a writer whose access was checked. Http404 where no log can be written at this table."""
    if request.method == "POST" and request.content_type == JSON:
        return _write_sent(request, place)
    if request.method == "POST":
        return _write_typed_line(request, place)
    try:
        scribing = begun_at(place.event, place.number, place.table)
    except RefusedError as refusal:
        raise Http404(str(refusal)) from None
    if "worker" in request.GET:
        return worker_script()
    if request.accepts(JSON) and not request.accepts("text/html"):
        count = scribing.entries.count() if scribing.pk else 0
        is_known = "after" in request.GET and whole_number(request.GET["after"]) == count
        return HttpResponse(status=204) if is_known else JsonResponse(state_of(scribing))
    return _board(request, place, scribing)


def _board(
    request: HttpRequest, place: ScribePlace, scribing: Scribing, line: str = "", problem: str = ""
) -> HttpResponse:
    """Render the board; ``line`` is a typed line that was refused, ``problem`` the reason."""
    state = state_of(scribing)
    names = [chain["name"] for chain in state["sheet"]["chains"]]
    kinds = dict(enumerate([*names, "", "dead"]))
    context = {
        "event": place.event,
        "desk": place,
        "number": place.number,
        "table": place.table,
        "round": scribing.table.round,
        "state": state,
        "lines": [row["text"] for row in state["sheet"]["lines"]],
        "log": scribing.log if scribing.pk else None,
        "has_tiles": bool(scribing.opening["events"]),
        # One space of each kind, from which the script draws the board; the library escapes every name that it writes.
        "kinds": board_svg(kinds, names, _("Kinds of spaces"), key="scribe"),
        "line": line,
        "example": EXAMPLE,
        "problem": problem,
        **({} if place.is_phone else {"event_row": place.event, "is_under_way": True}),
    }
    return render(request, "director/scribe/board.html", context)


def state_of(scribing: Scribing) -> dict[str, Any]:
    """Return the whole state of a log for a device that knows nothing of it: what `news_of` has, the game, and all valid entries."""
    entries = entries_of(scribing)
    folded, begun = fold_entries(scribing.opening, entries), fold_entries(scribing.opening, [])
    return {
        "count": len(entries),
        "sheet": board_document(folded),
        "game": game_document(begun.record),
        "standing": entries_document(folded),
    }


def news_of(scribing: Scribing) -> dict[str, Any]:
    """Return the number of entries of a log, and what the board shows of them."""
    entries = entries_of(scribing)
    return {"count": len(entries), "sheet": board_document(fold_entries(scribing.opening, entries))}


def _write_sent(request: HttpRequest, place: ScribePlace) -> JsonResponse:
    """Store entries sent by a device: 200 with the state of the log, 409 where another device has written since, 400 for an error."""
    try:
        sent = json.loads(request.body)
        after, entries = int(sent["after"]), _entries(sent["entries"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return JsonResponse({"problem": _("These entries cannot be read. Reload the page.")}, status=400)
    where = (place.event, place.by, place.number, place.table)
    try:
        if sent.get("beside"):
            keep_beside(*where, after, entries)
            return JsonResponse(state_of(begun_at(place.event, place.number, place.table)))
        with (
            transaction.atomic()
        ):  # entries that the board cannot show are not stored, for they could not be undone on it
            return JsonResponse(news_of(write_entries(*where, after, entries)))
    except WrittenElsewhereError as refusal:
        state = state_of(begun_at(place.event, place.number, place.table))
        return JsonResponse({"problem": str(refusal), "since": refusal.since, **state}, status=409)
    except RefusedError as refusal:
        return JsonResponse({"problem": str(refusal)}, status=400)


def _entries(rows: Sequence[Mapping[str, Any]]) -> list[SentEntry]:
    """Return the entries that a device sent; raises ValueError, KeyError or TypeError where they have another form."""
    found = [SentEntry(row["key"], row.get("events", []), bool(row.get("forced"))) for row in rows]
    is_fit = all(
        isinstance(entry.key, str)
        and 0 < len(entry.key) <= LONGEST_KEY
        and "\x00" not in entry.key
        and isinstance(entry.events, list)
        for entry in found
    )
    if not is_fit or len(found) > MOST_ENTRIES or len({entry.key for entry in found}) != len(found):
        raise ValueError
    return found


def _write_typed_line(request: HttpRequest, place: ScribePlace) -> HttpResponse:
    """Store a line typed by hand; an unreadable line is shown again in its field."""
    line = request.POST.get("line", "").replace("\x00", "")
    try:
        with transaction.atomic():
            written, notes = write_line(place.event, place.by, place.number, place.table, line)
            news_of(written)
    except RefusedError as refusal:
        try:
            scribing = begun_at(place.event, place.number, place.table)
        except RefusedError:
            raise Http404(str(refusal)) from None
        return _board(request, place, scribing, line, str(refusal))
    if notes:
        messages.info(
            request, _("The line was not in log notation: {notes}. Use Undo to remove it.", notes=listed(notes))
        )
    return redirect(request.path)
