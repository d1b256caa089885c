"""Withdrawals, disqualifications and the way back, each with what follows from it before it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.http import HttpResponse

from tournament.day.leaving import if_disqualified, if_reinstated, if_withdrawn
from tournament.desk.desk import Desk, desk_confirmation
from tournament.desk.forms.entries import DisqualifyForm, ReasonForm
from tournament.desk.views.attendance import BACK_TO_ENTRY
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import Status
from tournament.scores import Scores, final_cut
from tournament.services.people import departures as acts
from tournament.services.people.attendance import reason_by_status
from tournament.tellings.news.ties import rulings_moved


@dataclass(frozen=True, slots=True)
class Departure:
    """One way to leave the event or come back to it: its page, who may take it, and what follows from it."""

    template: str
    allowed: frozenset[Status]
    follows: Callable[[EventRecord, EntryRecord], tuple[str, ...]]
    status: Status | None = None
    """The status by which rulings on ties stop or begin to count (R65); None where they stay."""


WITHDRAWAL = Departure("director/entries/withdraw.html", acts.MAY_WITHDRAW, if_withdrawn)
DISQUALIFICATION = Departure(
    "director/entries/disqualify.html", acts.MAY_BE_DISQUALIFIED, if_disqualified, Status.DISQUALIFIED
)
RETURN = Departure("director/entries/reinstate.html", acts.MAY_RETURN, if_reinstated, Status.PRESENT)


@desk_confirmation
def withdraw(desk: Desk, number: int) -> HttpResponse:
    """Take a player out of the rounds to come (R54)."""
    form = ReasonForm(desk.request.POST or None)
    entry = desk.entry(number)
    if desk.sent(form):
        with desk.refusals():
            acts.withdraw(desk.event, desk.actor, number, form.cleaned_data["reason"])
            undo = desk.address("desk_undo_statuses", desk.event.version) + BACK_TO_ENTRY
            return desk.done(f"{entry.name} is withdrawn.", desk.address("desk_entry", number), undo)
    return _page(desk, entry, WITHDRAWAL, form)


@desk_confirmation
def disqualify(desk: Desk, number: int) -> HttpResponse:
    """Disqualify a player (R67); once the final is published also decide where gold comes from (R43)."""
    form = DisqualifyForm(desk.request.POST or None, asks_gold=final_cut(desk.record) is not None)
    entry = desk.entry(number)
    if desk.sent(form):
        with desk.refusals():
            acts.disqualify(desk.event, desk.actor, number, form.cleaned_data["reason"], form.gold_rule)
            words = f"{entry.name} is disqualified. Reinstate the player to undo it."
            return desk.done(words, desk.address("desk_entry", number))
    return _page(desk, entry, DISQUALIFICATION, form)


@desk_confirmation
def reinstate(desk: Desk, number: int) -> HttpResponse:
    """Take a withdrawal or disqualification back."""
    form = ReasonForm(desk.request.POST or None)
    entry = desk.entry(number)
    if desk.sent(form):
        with desk.refusals():
            back = acts.reinstate(desk.event, desk.actor, number, form.cleaned_data["reason"])
            return desk.done(f"{entry.name} is {back.status} again.", desk.address("desk_entry", number))
    return _page(desk, entry, RETURN, form)


def _page(desk: Desk, entry: EntryRecord, departure: Departure, form: ReasonForm | DisqualifyForm) -> HttpResponse:
    """The page before somebody leaves or comes back, with what follows, or why it cannot be."""
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
    """Which rulings on ties stop or begin to count when an entry has another status, in sentences (R65)."""
    if status is None:
        return ()
    entries = tuple(replace(row, status=status) if row.player == entry.player else row for row in record.entries)
    return rulings_moved(Scores(record), Scores(replace(record, entries=entries)))
