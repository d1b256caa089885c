"""Players who leave, come back or come late, with a page that shows the consequences first; and requests from players' phones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby

from django.http import HttpResponse
from django.shortcuts import redirect

from tournament.day.arriving import Arrival, ArrivalKind, arrivals, may_arrive
from tournament.day.leaving import if_away, if_disqualified, if_reinstated, if_withdrawn
from tournament.desk.acting import looks_again, undo_address
from tournament.desk.desk import Desk, desk_act, desk_confirmation, desk_form
from tournament.desk.entry_forms import DisqualifyForm, missed_kind
from tournament.desk.frame import mark_of
from tournament.draw.sitouts import late_entry_choices
from tournament.models import PlayerRequest
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import PlayerId, SitOutKind, Status
from tournament.scores import Scores, final_cut
from tournament.services import departures as acts
from tournament.services.attendance import check_in, reason_by_status, set_status
from tournament.services.changes import RefusedError, StaleError
from tournament.services.departures import asks_to_go, confirm_request, decline_request, open_requests
from tournament.services.seats import join_table
from tournament.tellings.prizes import rulings_moved
from wording import gettext as _

CONFIRM = "confirm"
"""The value of the button that confirms a player's request; any other value declines it."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A way to leave the event or to come back to it: its template, the statuses for which it is allowed, and its consequences."""

    template: str
    allowed: frozenset[Status]
    follows: Callable[[EventRecord, EntryRecord], tuple[str, ...]]
    status: Status | None = None
    """The new status if it can affect which rulings on ties count (R65); None where it cannot."""


WITHDRAWAL = Departure("director/entries/leaving/withdraw.html", acts.MAY_WITHDRAW, if_withdrawn)
DISQUALIFICATION = Departure(
    "director/entries/leaving/disqualify.html", acts.MAY_BE_DISQUALIFIED, if_disqualified, Status.DISQUALIFIED
)
RETURN = Departure("director/entries/leaving/reinstate.html", acts.MAY_RETURN, if_reinstated, Status.PRESENT)


@desk_confirmation
def withdraw(desk: Desk, number: int) -> HttpResponse:
    """Withdraw a player from the rounds to come (R54), after showing what that does."""
    entry = desk.entry(number)
    if desk.is_post:
        with desk.refusals():
            acts.withdraw(desk.event, desk.actor, number)
            return desk.did(desk.address("desk_entry", number))
    return _page(desk, entry, WITHDRAWAL)


@desk_confirmation
def disqualify(desk: Desk, number: int) -> HttpResponse:
    """Disqualify a player (R67), after showing what that does; once the final is published, it asks where gold comes from (R43)."""
    form = DisqualifyForm(desk.request.POST or None, asks_gold=final_cut(desk.record) is not None)
    entry = desk.entry(number)
    if desk.sent(form):
        with desk.refusals():
            acts.disqualify(desk.event, desk.actor, number, form.cleaned_data["reason"], form.gold_rule)
            return desk.did(desk.address("desk_entry", number))
    return _page(desk, entry, DISQUALIFICATION, form)


@desk_confirmation
def reinstate(desk: Desk, number: int) -> HttpResponse:
    """Reinstate a withdrawn or disqualified player, after showing what that does."""
    entry = desk.entry(number)
    if desk.is_post:
        with desk.refusals():
            acts.reinstate(desk.event, desk.actor, number)
            return desk.did(desk.address("desk_entry", number))
    return _page(desk, entry, RETURN)


def _page(desk: Desk, entry: EntryRecord, departure: Departure, form: DisqualifyForm | None = None) -> HttpResponse:
    """Render the page before a player leaves or comes back, with the consequences, or why it is not possible."""
    closed = reason_by_status(entry.player, entry.name, entry.status, departure.allowed)
    follows: tuple[str, ...] = ()
    if not closed:
        follows = (*departure.follows(desk.record, entry), *_rulings_moved(desk.record, entry, departure.status))
    return desk.confirmation(
        departure.template,
        "entries",
        shown=(entry.name, entry.status, final_cut(desk.record) is not None, *follows),
        entry=entry,
        follows=follows,
        form=form,
        problems=desk.problems or ([closed] if closed else []),
        is_open=not closed,
    )


def _rulings_moved(record: EventRecord, entry: EntryRecord, status: Status | None) -> tuple[str, ...]:
    """Return which rulings on ties stop or begin to count when an entry gets this status (R65); empty for None."""
    if status is None:
        return ()
    entries = tuple(replace(row, status=status) if row.player == entry.player else row for row in record.entries)
    return rulings_moved(Scores(record), Scores(replace(record, entries=entries)))


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


@looks_again
@desk_act
def answer(desk: Desk, pk: int) -> HttpResponse:
    """Confirm or decline a player's request, and go back to the overview; ``pk`` is the key of the request."""
    back, by = desk.address("desk_event"), desk.actor
    if desk.request.POST.get("answer") != CONFIRM:
        word = desk.request.POST.get("word", "")
        return desk.act(
            lambda: decline_request(desk.event, by, pk, word),
            back,
        )
    pending = next((each for each in open_requests(desk.event) if each.pk == pk), None)
    if pending is not None and desk.is_outdated(*what_follows(desk, pending)):
        return desk.refused(str(StaleError()), back)
    desk.is_compared()
    by = desk.actor  # with the version that was compared
    return desk.act(lambda: confirm_request(desk.event, by, pk), back)


def what_follows(desk: Desk, pending: PlayerRequest) -> tuple[str, ...]:
    """Return the consequences of confirming a request to be withdrawn or to miss rounds; empty for other requests."""
    entry = desk.entry(pending.entry.number)
    if asks_to_go(pending):
        return if_withdrawn(desk.record, entry)
    return if_away(desk.record, entry, dict.fromkeys(pending.round_numbers, SitOutKind.MISSED))
