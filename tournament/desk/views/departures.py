"""Withdrawals, disqualifications and the way back, each with what follows from it before it is done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.day.leaving import if_disqualified, if_reinstated, if_withdrawn
from tournament.desk.acting import actor_of
from tournament.desk.collisions import Confirmation, confirmed
from tournament.desk.forms.entries import DisqualifyForm, ReasonForm
from tournament.desk.frame import desk_context, entry_or_404
from tournament.desk.views.attendance import BACK_TO_ENTRY
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import Status
from tournament.scores import Scores, final_cut
from tournament.services.changes import RefusedError
from tournament.services.people import departures as acts
from tournament.services.people.attendance import reason_by_status
from tournament.tellings.news.ties import rulings_moved


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a player out of the rounds to come (R54)."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    entry = entry_or_404(record, number)
    form = ReasonForm(request.POST or None)
    problems = _closed(entry, acts.MAY_WITHDRAW)
    is_open = not problems
    if request.method == "POST" and form.is_valid():
        try:
            acts.withdraw(event, actor_of(request), number, form.cleaned_data["reason"])
        except RefusedError as refusal:
            problems = [str(refusal)]
        else:
            undo = reverse("desk_undo_statuses", args=[slug, event.version]) + BACK_TO_ENTRY
            messages.success(request, f"{entry.name} is withdrawn.", extra_tags=undo)
            return redirect("desk_entry", slug, number)
    follows = if_withdrawn(record, entry) if is_open else ()
    return _confirmation(
        request, event, record, entry, "withdraw", follows, form=form, problems=problems, is_open=is_open
    )


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def disqualify(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Disqualify a player (R67); once the final is published also decide where gold comes from (R43)."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    entry = entry_or_404(record, number)
    asks_gold = final_cut(record) is not None
    form = DisqualifyForm(request.POST or None, asks_gold=asks_gold)
    problems = _closed(entry, acts.MAY_BE_DISQUALIFIED)
    is_open = not problems
    if request.method == "POST" and form.is_valid():
        try:
            acts.disqualify(event, actor_of(request), number, form.cleaned_data["reason"], form.gold_rule)
        except RefusedError as refusal:
            problems = [str(refusal)]
        else:
            messages.success(request, f"{entry.name} is disqualified. Reinstate the player to undo it.")
            return redirect("desk_entry", slug, number)
    follows = (*if_disqualified(record, entry), *_rulings_moved(record, entry, Status.DISQUALIFIED)) if is_open else ()
    return _confirmation(
        request, event, record, entry, "disqualify", follows, form=form, problems=problems, is_open=is_open
    )


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def reinstate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a withdrawal or disqualification back."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    entry = entry_or_404(record, number)
    form = ReasonForm(request.POST or None)
    problems = _closed(entry, acts.MAY_RETURN)
    is_open = not problems
    if request.method == "POST" and form.is_valid():
        try:
            back = acts.reinstate(event, actor_of(request), number, form.cleaned_data["reason"])
        except RefusedError as refusal:
            problems = [str(refusal)]
        else:
            messages.success(request, f"{entry.name} is {back.status} again.")
            return redirect("desk_entry", slug, number)
    follows = (*if_reinstated(record, entry), *_rulings_moved(record, entry, Status.PRESENT)) if is_open else ()
    return _confirmation(
        request, event, record, entry, "reinstate", follows, form=form, problems=problems, is_open=is_open
    )


def _closed(entry: EntryRecord, allowed: frozenset[Status]) -> list[str]:
    """Why nothing is to be asked of an entry that stands so, as the act itself would refuse it; empty where it can be done."""
    wrong = reason_by_status(entry.player, entry.name, entry.status, allowed)
    return [wrong] if wrong else []


def _confirmation(
    request: HttpRequest,
    event: Event,
    record: EventRecord,
    entry: EntryRecord,
    name: str,
    follows: tuple[str, ...],
    **more: Any,
) -> Confirmation:
    """The page before somebody leaves or comes back, with what follows."""
    context = desk_context(event, record, "entries", entry=entry, follows=follows, **more)
    shown = (entry.name, entry.status, final_cut(record) is not None, *follows)
    return Confirmation(request, f"director/entries/{name}.html", context, shown=shown)


def _rulings_moved(record: EventRecord, entry: EntryRecord, status: Status) -> tuple[str, ...]:
    """Which rulings on ties stop or begin to count when an entry stands otherwise, in sentences (R65)."""
    entries = tuple(replace(row, status=status) if row.player == entry.player else row for row in record.entries)
    return rulings_moved(Scores(record), Scores(replace(record, entries=entries)))
