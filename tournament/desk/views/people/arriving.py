"""Somebody comes late: the ways in, best first, each with what follows, and one button for each that is open (R37, R53)."""

from __future__ import annotations

from itertools import groupby

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.day.arriving import Arrival, Way, arrivals, may_arrive
from tournament.desk.acting import REFUSALS, actor_of, page
from tournament.desk.collisions import is_compared, looks_again
from tournament.desk.forms.entries import missed_kind
from tournament.desk.frame import desk_context, entry_or_404, mark_of
from tournament.draw.naming import name_of_round
from tournament.draw.sitouts import late_entry_choices
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.changes import RefusedError
from tournament.services.hall.seats import join_table
from tournament.services.people.attendance import check_in, set_status

TITLES = {
    Way.TABLE: "At a table of this round",
    Way.NEXT: "From the next round",
    Way.REDRAW: "Into the round that is a draft",
    Way.WAIT: "Later",
}
"""The heading over the buttons of a way."""


@require_http_methods(["GET", "HEAD", "POST"])
@looks_again
def arrive(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The ways in for a late comer; a POST takes one of them."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    entry = entry_or_404(record, number)
    if not may_arrive(record, entry):
        messages.error(
            request, f"{entry.name} has a place, has left, or no round is drawn: there is nothing to choose."
        )
        return redirect("desk_entry", slug, number)
    ways = arrivals(record, entry)
    problem = ""
    if request.method == "POST":
        way = next((way for way in ways if way.key == request.POST.get("way", "")), None)
        try:
            if way is None or way.closed:
                raise RefusedError(way.closed if way else "Choose one of the ways in.")
            if request.POST.get(f"shown-{way.key}", way_mark(way)) != way_mark(way):
                raise RefusedError(f"“{way.words}” is not what it was when this page was shown; look at it again.")
            is_compared(request, record)
            return redirect(_take(request, event, record, entry, way))
        except REFUSALS as refusal:
            problem = str(refusal)
    is_open = [way for way in ways if not way.closed]
    context = desk_context(
        event,
        record,
        "entries",
        entry=entry,
        groups=[
            {
                "title": TITLES[kind],
                "ways": [(way, way_mark(way)) for way in group],
                "choices": late_entry_choices(missed, record.ruleset),
            }
            for (kind, missed), group in groupby(is_open, lambda way: (way.way, way.missed))
        ],
        best=is_open[0].key if is_open else "",
        closed=[way for way in ways if way.closed],
        chosen=missed_kind(request.POST),
        problems=[problem] if problem else [],
    )
    return render(request, "director/entries/arrive.html", context)


def way_mark(way: Arrival) -> str:
    """A mark of what is shown of a way in, so that pressing its button holds for that."""
    return mark_of((way.words, way.follows, way.missed))


def _take(request: HttpRequest, event: Event, record: EventRecord, entry: EntryRecord, way: Arrival) -> str:
    """Let the player in by a way, say so, and give the page on which it goes on."""
    actor, player, missed = actor_of(request), PlayerId(entry.player), missed_kind(request.POST)
    current = next(played.number for played in record.rounds if not played.is_closed)
    if way.way is Way.TABLE and way.table is not None:
        join_table(event, actor, current, player, way.table, arrives=True, missed=missed)
        messages.success(request, f"{entry.name} sits at table {way.table} of {name_of_round(record, current)}.")
        return page("desk_round", event, current)
    if way.way is Way.WAIT:
        set_status(event, actor, [player], Status.LATE)
        undo, said = _undo(event), f"{entry.name} is marked as late; the draft stands."
        messages.success(request, said, extra_tags=undo)
        return page("desk_round", event, current)
    if not entry.is_active:
        check_in(event, actor, [player], missed)
        messages.success(request, f"{entry.name} is present.", extra_tags=_undo(event))
    return page("desk_arrangement" if way.way is Way.REDRAW else "desk_round", event, current)


def _undo(event: Event) -> str:
    return reverse("desk_undo_statuses", args=[event.slug, event.version])
