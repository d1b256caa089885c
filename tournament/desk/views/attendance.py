"""Who is here: checking in by name, by ticks or all at once, and marking late, absent and excluded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import event_to_direct
from tournament.day.arriving import may_arrive
from tournament.day.leaving import tables_for
from tournament.desk.acting import actor_of, ask, is_confirmed
from tournament.desk.collisions import is_compared, looks_again
from tournament.desk.forms.entries import missed_kind, the_player
from tournament.desk.frame import desk_context, entry_or_404, for_page
from tournament.desk.tables.elsewhere import entries_touched, in_spans, within_spans
from tournament.desk.undoing import moves_if
from tournament.draw.sitouts import late_entry_choices
from tournament.models import Entry, Event
from tournament.models.queries import record_of
from tournament.record.event import LEFT, EntryRecord, EventRecord
from tournament.record.vocabulary import PlayerId, RoundState, Status, whole_number
from tournament.services.changes import RefusedError, restored_among
from tournament.services.people.attendance import WAITING, names_of, set_status, undo_statuses
from tournament.services.people.attendance import check_in as check_players_in
from tournament.services.people.requests import open_requests_of
from tournament.tellings.diary import sentence_of

BACK_TO_ENTRY = "?back=entry"

EXPECTED = frozenset({Status.REGISTERED, Status.LATE})
"""Whom "everybody" checks in: who was marked absent or excluded is asked for by name."""
NAMED = 5
"""So many players are named in a refusal before the rest is counted."""


@require_http_methods(["GET", "HEAD", "POST"])
@looks_again
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Check players in, or mark them; what was ticked and typed stays where it is refused."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    problems: list[str] = []
    if request.method == "POST":
        try:
            numbers, status = _asked(request, record)
            is_compared(request, record)
            _mark(request, event, numbers, status)
        except RefusedError as refusal:
            problems = [str(refusal)]
        except ValidationError as refusal:
            problems = refusal.messages
        else:
            return redirect("desk_check_in", slug)
    entries = _to_check_in(record)
    context = desk_context(
        event,
        record,
        "entries",
        rows=entries,
        requests_many=open_requests_of(event),
        ticked={whole_number(tick.partition(":")[0]) for tick in request.POST.getlist("number")} if problems else set(),
        who=request.POST.get("who", "") if problems else "",
        arriving={entry.player for entry in entries if may_arrive(record, entry)},
        chosen=missed_kind(request.POST),
        problems=problems,
        **_counts(event, record, entries),
    )
    return render(request, "director/entries/check_in.html", context)


def _to_check_in(record: EventRecord) -> list[EntryRecord]:
    """Who can be checked in or marked, those who are here last."""
    return sorted(
        (entry for entry in record.entries if entry.status not in LEFT),
        key=lambda entry: (entry.status is Status.PRESENT, entry.player),
    )


def _counts(event: Event, record: EventRecord, entries: Sequence[EntryRecord]) -> dict[str, Any]:
    """How many are here and expected, the tables they make, and what somebody is asked who comes now."""
    begun = sum(played.state is not RoundState.DRAFT for played in record.rounds)
    numbers = [entry.player for entry in record.entries if entry.status in EXPECTED]
    expected = len(numbers)
    return {
        "expected": expected,
        "expected_numbers": in_spans(numbers),
        "present": len(record.active),
        "tables": tables_for(len(record.active)),
        "tables_with_all": tables_for(len(record.active) + expected),
        "choices": late_entry_choices(begun, record.ruleset) if len(entries) > len(record.active) else (),
        "check_in_url": reverse("desk_check_in", args=[event.slug]),
    }


@require_safe
@never_cache
def since(request: HttpRequest, slug: str) -> HttpResponse:
    """Who was checked in or marked on another desk since the version a page shows, and the counts; nothing where nothing was done."""
    event = event_to_direct(request, slug)
    seen = whole_number(request.GET.get("v"))
    if event.version == seen:
        return HttpResponse(status=204)
    changes = list(event.changes.filter(version__gt=seen))
    if restored := restored_among(event, changes):
        return HttpResponse(restored, content_type="text/plain; charset=utf-8", status=409)
    record = record_of(event)
    entries = _to_check_in(record)
    touched = entries_touched(changes)
    here = {entry.player for entry in entries}
    context = desk_context(
        event,
        record,
        "entries",
        rows=[entry for entry in entries if entry.player in touched],
        gone=[number for number in touched if number not in here],
        ticked=(),
        **_counts(event, record, entries),
    )
    return render(request, "director/entries/check_in_since.html", for_page(context, "desk_check_in"))


def _asked(request: HttpRequest, record: EventRecord) -> tuple[list[PlayerId], Status]:
    """Whom the pressed button is about, and what they become."""
    one, to = request.POST.get("one", ""), request.POST.get("to", "")
    if one:
        return [PlayerId(whole_number(one))], Status.PRESENT
    if to == "everybody":
        return _everybody(record, request.POST.get("expected")), Status.PRESENT
    if to in set(Status):
        return _ticked(record, request.POST.getlist("number"), Status(to)), Status(to)
    who = request.POST.get("who", "").strip()
    if not who:
        raise ValidationError("Type a name or number, or select players and press a button.")
    return [the_player(who, (entry for entry in record.entries if entry.status not in LEFT))], Status.PRESENT


def _everybody(record: EventRecord, shown: str | None) -> list[PlayerId]:
    """Whom “all expected” is about; RefusedError where they are others than the page had counted, by who came here meanwhile.

    Who was checked in on another desk is here, as the button wants it.
    """
    now = [entry for entry in record.entries if entry.status in EXPECTED]
    meant = record.people.keys() if shown is None else within_spans(shown, record.people.keys())
    more = [entry.name for entry in now if entry.player not in meant]
    less = [
        f"{entry.name} is {entry.status.value}"
        for entry in record.entries
        if shown is not None and entry.player in meant and entry.status not in EXPECTED | {Status.PRESENT}
    ]
    if more or less:
        news = [f"{_few(more)} {'is' if len(more) == 1 else 'are'} expected too"] * bool(more) + less[:NAMED]
        raise RefusedError(f"{'; '.join(news)} since this page was shown. Look again, and press again if it is right.")
    return [entry.player for entry in now]


def _few(names: list[str]) -> str:
    """Names, past five only how many more."""
    return ", ".join(names) if len(names) <= NAMED else f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"


def _ticked(record: EventRecord, ticks: Sequence[str], status: Status) -> list[PlayerId]:
    """The selected players; RefusedError where one has another status than the page showed, and not the one that is asked for."""
    chosen = []
    for tick in ticks:
        number, _, was = tick.partition(":")
        player = PlayerId(whole_number(number))
        entry = record.people.get(player)
        if entry is not None and was and entry.status not in (was, status):
            raise RefusedError(
                f"{entry.name} is {entry.status.value} since this page was shown. Look again, and press again if it is right."
            )
        chosen.append(player)
    return chosen


def _mark(request: HttpRequest, event: Event, numbers: list[PlayerId], status: Status, back: str = "") -> None:
    """Do it and say so, with a way back; ``back`` says to which page the Undo returns."""
    if status is Status.PRESENT:
        done = check_players_in(event, actor_of(request), numbers, missed_kind(request.POST))
    else:
        done = set_status(event, actor_of(request), numbers, status)
    undo = reverse("desk_undo_statuses", args=[event.slug, event.version]) + back
    messages.success(request, f"{_who(done)} {status.value}.", extra_tags=undo)


def _who(entries: list[Entry]) -> str:
    if len(entries) == 1:
        return f"{entries[0]} is"
    return f"{len(entries)} players are" if len(entries) > 5 else f"{names_of(entries)} are"


@require_POST
@looks_again
def status(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Check one player in, or mark the player, from the entry's page."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    entry_or_404(record, number)
    to = request.POST.get("to", "")
    try:
        if to not in {*WAITING, Status.PRESENT}:
            raise RefusedError(f"“{to}” is no status to give; reload the page.")
        meant = _ticked(record, [f"{number}:{request.POST.get('was', '')}"], Status(to))
        is_compared(request, record)
        _mark(request, event, meant, Status(to), BACK_TO_ENTRY)
    except RefusedError as refusal:
        messages.error(request, str(refusal))
    return redirect("desk_entry", slug, number)


@require_POST
def undo(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """Take back a check-in, mark or withdrawal that was made a moment ago."""
    event = event_to_direct(request, slug)
    actor = actor_of(request)
    try:
        record = record_of(event)
        moves = moves_if(event, record, lambda tried: undo_statuses(tried, replace(actor, key=""), version))
        if moves and not is_confirmed(request, moves):
            return ask(
                request,
                event,
                record,
                title=f"Undo: {sentence_of(event.changes.get(version=version), record)}?",
                loses="",
                action=request.get_full_path(),
                label="Undo",
                cancel_url=reverse("desk_check_in", args=[slug]),
                moves=moves,
            )
        entries = undo_statuses(event, actor, version)
    except RefusedError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"Undone: {_who(entries)} as before.")
        if request.GET.get("back") == "entry":
            return redirect("desk_entry", slug, entries[0].number)
    return redirect("desk_check_in", slug)
