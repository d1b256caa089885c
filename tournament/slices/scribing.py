"""A scribe's board: a page on which somebody beside a table writes the log of its game by taps or as lines, while it is played.

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
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache

from games.acquire.svg import board_svg
from tournament.access.devices import DeviceRefusedError, spend
from tournament.access.pages import for_acts, in_round
from tournament.access.slices import Mark, Slice
from tournament.desk.desk import Desk, desk_form
from tournament.models import Event, GameLog, ScribedEntry, Scribing, Table
from tournament.public.devices.holding import (
    PhoneRequest,
    pages_of_phones,
    phone_page,
    refusal_page,
    worker_script,
)
from tournament.public.form_words import form_key
from tournament.record import formats
from tournament.record.acts import BY_ARBITER, Act, Part, Role, declare
from tournament.record.public import with_shown_names
from tournament.record.vocabulary import ScribeMark
from tournament.replays.scribe.board import objection_to
from tournament.replays.scribe.documents import board_document, entries_document, game_document
from tournament.replays.scribe.entries import (
    EntryError,
    LogEntry,
    ScribedLog,
    fold_entries,
    open_log,
    read_entries,
    read_entry,
    read_line,
    text_of,
)
from tournament.services.changes import Actor, By, act_on, actor_of, check_actor, check_table
from tournament.services.changes.refusals import RefusedError
from tournament.services.gamelogs import attach_log, header_at, table_in
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.digits import whole_number
from wording.figures import listed

SCRIBED_TITLE = "Scribe's board"
JSON = "application/json"
MOST_ENTRIES = 1_000
LONGEST_KEY = 40
EXAMPLE = "17 Ben: 4C; buy Luxor 2"
"""A line of a log as its notation writes it."""


@dataclass(frozen=True, slots=True)
class SentEntry:
    """An entry of the log as a scribe's device sends it.

    ``key`` is unique for the entry, ``events`` are in log notation (an entry without events undoes the latest one), and ``is_forced``
    says that the scribe confirmed it against the rules.
    """

    key: str
    events: Sequence[Mapping[str, object]] = ()
    is_forced: bool = False


class WrittenElsewhereError(RefusedError):
    """Another device wrote ``since`` entries that this device does not know; nothing of what it sent was stored."""

    def __init__(self, since: int) -> None:
        super().__init__(
            " ".join(
                (
                    ngettext(
                        "Another device has added {n} entry to this log.",
                        "Another device has added {n} entries to this log.",
                        since,
                    ),
                    _(
                        "Yours are kept on this device but are not in the log yet: check the log, then add "
                        "yours at the end or keep them in a separate log."
                    ),
                )
            )
        )
        self.since = since


def write_entries(
    event: Event, by: By, round_number: int, table_number: int, after: int, sent: Sequence[SentEntry]
) -> Scribing:
    """Append entries to a table's log, and return the log.

    ``after`` is how many entries the device knew; entries whose keys are stored already are skipped. The first entry begins the log. An
    entry against the rules is stored too, with a mark that says so. Raises WrittenElsewhereError where the log has more entries than the
    device knew, RefusedError where an entry cannot be read as a line of a log or the log is public.
    """
    actor = _writer(event, by, round_number, table_number)
    with transaction.atomic():
        scribing = _scribing_in(event, by, table_in(event, round_number, table_number), has_begun=bool(sent))
        stored = list(scribing.entries.order_by("number")) if scribing.pk else []
        known = {row.key for row in stored}
        fresh = [entry for entry in sent if entry.key not in known]
        if not fresh:
            return scribing
        if after + len(sent) - len(fresh) != len(stored):
            raise WrittenElsewhereError(len(stored) - after)
        if scribing.log.is_public:
            raise RefusedError(
                _("The replay of this log is public; take it off the public page before you continue the log.")
            )
        try:
            log, rows = _continued_log(scribing, entries_of(scribing, stored), fresh)
            scribing.log.text = text_of(log.record)
        except EntryError as error:
            raise RefusedError(str(error)) from None
        for number, row in enumerate(rows, len(stored) + 1):
            row.number, row.made_by = number, actor.user
        ScribedEntry.objects.bulk_create(rows)
        scribing.log.save(update_fields=["text"])
    return scribing


def write_line(
    event: Event, by: By, round_number: int, table_number: int, line: str
) -> tuple[Scribing, tuple[str, ...]]:
    """Append one typed line of notation to a table's log, for a page without script.

    Returns the log, and notes on what had to be guessed when the line was read. Raises RefusedError with the reason where the line cannot
    be read.
    """
    actor = _writer(event, by, round_number, table_number)
    with transaction.atomic():
        scribing = _scribing_in(event, by, table_in(event, round_number, table_number), has_begun=False)
        entries = entries_of(scribing)
        try:
            read = read_line(fold_entries(scribing.opening, entries), line)
        except EntryError as error:
            raise RefusedError(str(error)) from None
        key = actor.key or f"line {len(entries) + 1}"
        sent = [SentEntry(key, read.events)]
        return write_entries(event, by, round_number, table_number, len(entries), sent), read.notes


def _writer(event: Event, by: By, round_number: int, table_number: int) -> Actor:
    """Return the actor who writes; raises NotAllowedError for users without the right and for players of that table."""
    actor = actor_of(by)
    check_actor(actor, event, Act.WRITE_LOG, round_number, table_number)
    check_table(actor.user, event, Act.WRITE_LOG, round_number, table_number)
    return actor


def keep_beside(
    event: Event, by: By, round_number: int, table_number: int, after: int, sent: Sequence[SentEntry]
) -> GameLog:
    """Store the device's version of the log as a separate log of the same table, beside the one that was begun there.

    Its text is the first ``after`` entries of the table's log and then the entries that were sent.
    """
    check_actor(by, event, Act.WRITE_LOG, round_number, table_number)
    scribing = scribing_of(event, round_number, table_number)
    if scribing is None:
        raise RefusedError(_("Nobody has started a log for this table, so yours cannot be kept as a separate log."))
    stored = entries_of(scribing)[:after]
    known = {entry.key for entry in stored}
    try:
        log, _rows = _continued_log(scribing, stored, [entry for entry in sent if entry.key not in known])
        text = text_of(log.record)
    except EntryError as error:
        raise RefusedError(str(error)) from None
    return attach_log(
        event,
        by,
        round_number,
        table_number,
        text,
        _("Scribe's board on another device, from entry {number}", number=after + 1),
    )


def scribing_of(event: Event, round_number: int, table_number: int) -> Scribing | None:
    """Return the log that is being written at a table, None while nobody has begun it."""
    found = Scribing.objects.filter(
        table__round__event=event, table__round__number=round_number, table__number=table_number
    )
    return found.select_related("log").first()


def begun_at(event: Event, round_number: int, table_number: int) -> Scribing:
    """Return the log of a table, or an unsaved new one with only its opening.

    Raises RefusedError where the round is not published or the table's game cannot be logged.
    """
    table = table_in(event, round_number, table_number)
    return getattr(table, "scribing", None) or _new_scribing(event, table)


def entries_of(scribing: Scribing, rows: Sequence[ScribedEntry] | None = None) -> list[LogEntry]:
    """Return the entries of a log as values, in order; ``rows`` are its stored entries where the caller has read them already."""
    if rows is None:
        rows = list(scribing.entries.order_by("number")) if scribing.pk else []
    read = read_entries(scribing.opening, [row.events for row in rows])
    return [LogEntry(row.key, events, ScribeMark(row.mark)) for row, events in zip(rows, read, strict=True)]


def _continued_log(
    scribing: Scribing, entries: Sequence[LogEntry], sent: Sequence[SentEntry]
) -> tuple[ScribedLog, list[ScribedEntry]]:
    """Return the log continued with the entries that were sent, and unsaved rows for these.

    Each row is marked by whether the rules allow it. Raises EntryError where an entry cannot be read.
    """
    rows = []
    so_far = list(entries)
    for entry in sent:
        events = read_entry(scribing.opening, list(entry.events)) if entry.events else ()
        so_far.append(LogEntry(entry.key, events))
        mark = ScribeMark.NONE
        if events:
            log = fold_entries(scribing.opening, so_far)
            is_against = bool(objection_to(log, len(log.entries) - 1))
            mark = ScribeMark.FORCED if entry.is_forced else ScribeMark.AGAINST if is_against else ScribeMark.NONE
        so_far[-1] = LogEntry(entry.key, events, mark)
        rows.append(ScribedEntry(scribing=scribing, key=entry.key, events=list(entry.events), mark=mark.value))
    return fold_entries(scribing.opening, so_far), rows


def _scribing_in(event: Event, by: By, table: Table, *, has_begun: bool) -> Scribing:
    """Return the table's log, locked; where it has none, a new one, which is saved only if ``has_begun``."""
    found = Scribing.objects.select_for_update(of=("self",)).select_related("log").filter(table=table).first()
    if found is not None or not has_begun:
        return found or _new_scribing(event, table)
    with act_on(event, by, Act.WRITE_LOG, round_number=table.round.number, table_number=table.number) as doing:
        found = Scribing.objects.select_related("log").filter(table=table).first()
        if found is None:
            found = _new_scribing(doing.event, table)
            found.log.attached_by = actor_of(by).user
            found.log.save()
            found.save()
        doing.after = {"log": {"id": found.log.pk}}
    return found


def _new_scribing(event: Event, table: Table) -> Scribing:
    """Return an unsaved log of a table with only its opening: the header and the starting tiles that are known."""
    about = {"event": event.name, "round": table.round.number, "table": table.number, "source": SCRIBED_TITLE}
    try:
        opening = open_log(header_at(event, table.round.number, table.number), about)
    except EntryError as error:
        raise RefusedError(str(error)) from None
    return Scribing(table=table, log=GameLog(table=table, title=SCRIBED_TITLE), opening=opening)


declare(
    Act.WRITE_LOG,
    Part.RESULTS,
    may=BY_ARBITER | {Role.TABLE},
    sentence=gettext_noop("Log started at {place}"),
    why_not=gettext_noop("A log stays with the table it was attached to."),
)


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
def at_desk(desk: Desk, number: int, table: int) -> HttpResponse:
    """Show the board of a table to a user of the desk; ``number`` is the round, ``table`` the number of the table."""
    table_page = desk.address("desk_table", number, table)
    return board(desk.request, ScribePlace(desk.event, desk.actor, number, table, table_page))


def _refused(request: HttpRequest, event: Event, sentence: str) -> HttpResponse:
    """Refuse a phone: with JSON for the board's script, with a page for a reader."""
    if request.content_type == JSON or not request.accepts("text/html"):
        return JsonResponse({"problem": sentence}, status=400)
    return refusal_page(request, event, sentence)


@phone_page("GET", "HEAD", "POST", at_table=True, refused=_refused)
def at_table(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Show the same board to a phone of the table. It may write only so much in a while, and nothing once the round is closed."""
    if request.method == "POST":
        try:
            spend(phone.device)
        except DeviceRefusedError as refusal:  # the board keeps its entries and sends them again later
            return HttpResponse(str(refusal), content_type="text/plain; charset=utf-8", status=503)
    by, table = Actor(None, form_key(request), device=phone.device), phone.subject
    whole, shown = phone.record, with_shown_names(phone.record)
    seats = whole.table(table.round, table.number).seats
    if any(shown.name_of(seat.player) != whole.name_of(seat.player) for seat in seats):
        raise DeviceRefusedError(_("Not all names at this table are public, so the desk writes its log."))
    return board(request, ScribePlace(phone.event, by, table.round, table.number, phone.address, is_phone=True))


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
        with transaction.atomic():  # entries that the board cannot show are not stored: it could not undo them
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


SLICE = Slice(
    "scribing",
    part=formats.Part.REPLAY,
    pages=(path("rounds/<int:number>/tables/<int:table>/scribe/", at_desk, name="desk_scribe"),),
    opened_by={"desk_scribe": in_round(for_acts(Act.WRITE_LOG))},
    marks={"table.first": Mark("director/scribe/_at_desk.html"), "phone": Mark("director/scribe/_on_phone.html")},
    phone_pages=pages_of_phones("scribe/", at_table, "device_scribe"),
)
