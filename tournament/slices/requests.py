"""Requests that players sent from their own phones: confirmed or declined by the director.

A request is a row and no recorded change. To confirm it is the act that it asks for, by the same function that the desk uses. To decline
it, or to confirm one that needs no other act, is an act of its own, because the player sees the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.urls import path
from django.utils import timezone

from tournament.access.pages import for_acts
from tournament.access.slices import Mark, Slice
from tournament.day.leaving import planned_of
from tournament.desk.acting import looks_again
from tournament.desk.desk import Desk, desk_act
from tournament.desk.frame import mark_of
from tournament.draw.lines import line
from tournament.models import Event, PlayerRequest, Round
from tournament.models.queries import record_of
from tournament.record.acts import BY_DESK, Act, Part, declare
from tournament.record.devices import RequestKind, RequestState
from tournament.record.figures import ChangeFacts
from tournament.record.vocabulary import PlayerId, RoundState, SitOutKind, Status
from tournament.services.asking import LONGEST
from tournament.services.attendance import WAITING, set_status
from tournament.services.changes import By, Doing, act_on, actor_of, checked_text
from tournament.services.changes.refusals import DoneError, RefusedError, StaleError
from tournament.slices.absences import if_away, plan_absence
from tournament.slices.leaving import if_withdrawn, withdraw
from wording import gettext as _
from wording import gettext_noop

BY_PHONE = line("request.by-phone")


def open_requests(event: Event) -> list[PlayerRequest]:
    """Return the requests without an answer, the oldest first."""
    return list(event.requests.filter(state=RequestState.OPEN.value).select_related("entry__event"))


def open_requests_of(event: Event) -> int:
    """Return how many requests are open; no query where the event was read with that number (`event_for_desk`)."""
    many = getattr(event, "requests_many", None)
    return event.requests.filter(state=RequestState.OPEN.value).count() if many is None else many


@transaction.atomic
def confirm_request(event: Event, by: By, pk: int) -> PlayerRequest:
    """Do what a player asked for: withdraw them, plan the absence, or mark them late; return the request.

    A player who has taken part cannot be marked late: then the request is only stored as confirmed.
    """
    request = _open(event, pk)
    number = request.entry.number
    if request.kind == RequestKind.WITHDRAW.value:
        withdraw(event, by, number, request.words or BY_PHONE)
    elif request.kind == RequestKind.MISS.value:
        asked = dict.fromkeys(request.round_numbers, SitOutKind.MISSED)  # they score as not played (R69)
        planned = asked | planned_of(record_of(event), PlayerId(number))
        plan_absence(event, by, number, planned, request.words or BY_PHONE)
    elif _can_be_late(event, request):
        set_status(event, by, [number], Status.LATE)
    else:
        _record_answer(event, by, request, RequestState.CONFIRMED, request.words)
    return _store_answer(request, by, RequestState.CONFIRMED)


def _answer_overtaken(doing: Doing, played: Round) -> None:
    """Answer, within the act that publishes or closes a round, every request that it overtakes: the phone says by what.

    That is to miss this round or an earlier one; and once it is closed, that somebody who played in it is late, and after the last one
    to be withdrawn.
    """
    number, is_closed = played.number, played.state == RoundState.CLOSED.value
    words = line("request.closed" if is_closed else "request.published", round=number)
    for request in open_requests(doing.event):
        kind = RequestKind(request.kind)
        later = [asked for asked in request.round_numbers if asked > number]
        is_over = {
            RequestKind.MISS: len(later) < len(request.round_numbers),
            RequestKind.LATE: is_closed and played.tables.filter(seats__entry=request.entry).exists(),
            RequestKind.WITHDRAW: is_closed and number >= doing.event.rounds_planned,
        }[kind]
        if not is_over:
            continue
        request.rounds = " ".join(str(each) for each in request.round_numbers if each <= number)
        request.save(update_fields=["rounds"])
        _store_answer(request, doing.actor, RequestState.DECLINED, words)
        if later:  # the rest is asked still
            request.pk, request.state, request.rounds = None, RequestState.OPEN.value, " ".join(map(str, later))
            request.answer, request.answered_at, request.answered_by = "", None, None
            request.save(force_insert=True)


def _can_be_late(event: Event, request: PlayerRequest) -> bool:
    """Return whether the player of a request can be marked late."""
    status = Status(request.entry.status)
    has_played = record_of(event).has_taken_part(PlayerId(request.entry.number))
    return status in WAITING | {Status.PRESENT} and status is not Status.LATE and not has_played


@transaction.atomic
def decline_request(event: Event, by: By, pk: int, answer: str) -> PlayerRequest:
    """Decline a request, by its primary key, with an answer that the player reads; return it."""
    text = checked_text(" ".join(answer.split()), LONGEST)
    if not text:
        raise RefusedError(_("Write a message telling the player why the request is declined."))
    request = _open(event, pk)
    _record_answer(event, by, request, RequestState.DECLINED, text)
    return _store_answer(request, by, RequestState.DECLINED, text)


def _sentence_of_answer(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a request that was confirmed or declined."""
    state = facts.after.get("request", {}).get("state")
    if state == RequestState.CONFIRMED.value:
        return _("Request from {players} confirmed", players=facts.who)
    if state == RequestState.DECLINED.value:
        return _("Request from {players} declined", players=facts.who)
    return _("Request from {players} answered", players=facts.who)


declare(
    Act.ANSWER_REQUEST,
    Part.ENTRIES,
    may=BY_DESK,
    sentence=_sentence_of_answer,
    why_not=gettext_noop("Undo it by hand on its own page."),
)


def _open(event: Event, pk: int) -> PlayerRequest:
    """Return the open request with that primary key, with the event locked; raises RefusedError where it is not open any more."""
    Event.objects.select_for_update().get(pk=event.pk)
    request = event.requests.filter(pk=pk, state=RequestState.OPEN.value).select_related("entry").first()
    if request is None:
        raise DoneError
    return request


def _record_answer(event: Event, by: By, request: PlayerRequest, state: RequestState, reason: str) -> None:
    """Record the answer to a request in the log of changes."""
    with act_on(event, by, Act.ANSWER_REQUEST, entries=[request.entry.number], reason=reason) as doing:
        doing.after = {"request": {"kind": request.kind, "state": state.value}}


def _store_answer(request: PlayerRequest, by: By, state: RequestState, text: str = "") -> PlayerRequest:
    """Store the answer to a request, and return the request."""
    request.state, request.answer, request.answered_at = state.value, text, timezone.now()
    request.answered_by = actor_of(by).user
    request.save(update_fields=["state", "answer", "answered_at", "answered_by"])
    return request


@looks_again
@desk_act
def answer(desk: Desk, pk: int) -> HttpResponse:
    """Confirm or decline a player's request, and go back to the overview; ``pk`` is the key of the request."""
    back, by = desk.address("desk_event"), desk.actor
    if desk.request.POST.get("answer") != "confirm":
        return desk.act(lambda: decline_request(desk.event, by, pk, desk.request.POST.get("word", "")), back)
    pending = next((each for each in open_requests(desk.event) if each.pk == pk), None)
    if pending is not None and desk.is_outdated(*_what_follows(desk, pending)):
        return desk.refused(str(StaleError()), back)
    desk.is_compared()
    by = desk.actor  # with the version that was compared
    return desk.act(lambda: confirm_request(desk.event, by, pk), back)


def _what_follows(desk: Desk, pending: PlayerRequest) -> tuple[str, ...]:
    """Return the consequences of confirming a request to be withdrawn or to miss rounds; empty for other requests."""
    entry = desk.entry(pending.entry.number)
    if pending.kind == RequestKind.WITHDRAW.value:
        return if_withdrawn(desk.record, entry)
    return if_away(desk.record, entry, dict.fromkeys(pending.round_numbers, SitOutKind.MISSED))


def _of_overview(context: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the open requests for the overview, each with the consequences of confirming it and a digest of those (`mark_of`)."""
    desk: Desk = context["desk"]
    asked = open_requests(desk.event) if open_requests_of(desk.event) else []
    pending = [(request, _what_follows(desk, request)) for request in asked]
    return {"requests": [(request, follows, mark_of(follows)) for request, follows in pending]}


SLICE = Slice(
    "requests",
    pages=(path("entries/requests/<int:pk>/", answer, name="desk_answer_request"),),
    opened_by={"desk_answer_request": for_acts(Act.ANSWER_REQUEST)},
    marks={
        "day": Mark("director/entries/_requests.html", _of_overview),
        "check-in.head": Mark(
            "director/entries/_requests_many.html",
            lambda context: {"requests_many": open_requests_of(context["desk"].event)},
        ),
    },
    unversioned=open_requests_of,
    within={Act.PUBLISH_ROUND: _answer_overtaken, Act.CLOSE_ROUND: _answer_overtaken},
)
