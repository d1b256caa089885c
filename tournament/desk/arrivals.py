"""Players who come late: the ways into the round under way, with the consequences of each."""

from __future__ import annotations

from itertools import groupby

from django.http import HttpResponse
from django.shortcuts import redirect

from tournament.day.arriving import Arrival, ArrivalKind, arrivals, may_arrive
from tournament.desk.acting import looks_again, undo_address
from tournament.desk.desk import Desk, desk_form
from tournament.desk.entry_forms import missed_kind
from tournament.desk.frame import mark_of
from tournament.draw.sitouts import late_entry_choices
from tournament.record.event import EntryRecord
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.attendance import check_in, set_status
from tournament.services.changes import RefusedError, StaleError
from tournament.services.seats import join_table
from wording import gettext as _


@looks_again
@desk_form
def arrive(desk: Desk, number: int) -> HttpResponse:
    """Show the ways to let a late player in, best first (R37, R53); a POST takes one of them."""
    record, entry = desk.record, desk.entry(number)
    if not may_arrive(record, entry):
        words = _("There is nothing to choose for {name}: check the entry and the round.", name=entry.name)
        return desk.refused(words, desk.address("desk_entry", number))
    ways = arrivals(record, entry)
    if desk.is_post:
        way = next((way for way in ways if way.key == desk.request.POST.get("way", "")), None)
        with desk.refusals():
            if way is None or way.closed:
                raise RefusedError(way.closed if way else _("Choose one of the options."))
            if desk.request.POST.get(f"shown-{way.key}", way_mark(way)) != way_mark(way):
                raise StaleError
            desk.is_compared()
            return redirect(_let_in(desk, entry, way))
    is_open = [way for way in ways if not way.closed]
    return desk.page(
        "director/entries/arrive.html",
        "entries",
        entry=entry,
        groups=[
            {
                "title": kind.words,
                "ways": [(way, way_mark(way)) for way in group],
                "choices": late_entry_choices(missed, record.ruleset),
            }
            for (kind, missed), group in groupby(is_open, lambda way: (way.way, way.missed))
        ],
        best=is_open[0].key if is_open else "",
        closed=[way for way in ways if way.closed],
        chosen=missed_kind(desk.request.POST),
    )


def way_mark(way: Arrival) -> str:
    """Return a digest of what is shown of a way in, so that its button confirms exactly that."""
    return mark_of((way.words, way.follows, way.missed))


def _let_in(desk: Desk, entry: EntryRecord, way: Arrival) -> str:
    """Let a late player in, tell so, and return the address of the page to go to."""
    event, actor, player = desk.event, desk.actor, PlayerId(entry.player)
    missed = missed_kind(desk.request.POST)
    current = next(round_.number for round_ in desk.record.rounds if not round_.is_closed)
    round_page = desk.address("desk_round", current)
    if way.way is ArrivalKind.TABLE and way.table is not None:
        join_table(event, actor, current, player, way.table, arrives=True, missed=missed)
        desk.tell()
        return round_page
    if way.way is ArrivalKind.WAIT:
        set_status(event, actor, [player], Status.LATE)
        desk.tell(undo=undo_address(desk.event, desk.event.version))
        return round_page
    if not entry.is_active:
        check_in(event, actor, [player], missed)
        desk.tell(undo=undo_address(desk.event, desk.event.version))
    return desk.address("desk_arrangement", current) if way.way is ArrivalKind.REDRAW else round_page
