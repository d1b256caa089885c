"""Requests that players send from their own phones: sent and cancelled by the phone, confirmed or declined by the director.

A request is a row and no recorded change. To confirm it is the act that it asks for, by the same service that the desk uses. To decline
it, or to confirm one that needs no other act, is an act of its own, because the player sees the answer.

Departures: withdrawal, disqualification, and reinstating a player (R54, R67).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.access.devices import spend
from tournament.day.leaving import reason_not_to_miss_round
from tournament.draw.lines import line
from tournament.models import Device, Entry, Event, PlayerRequest
from tournament.models.device import with_requests
from tournament.models.queries import record_of
from tournament.record.acts import BY_DESK, Act, Part, Place, Publicity, declare
from tournament.record.devices import RequestKind, RequestState
from tournament.record.event import LEFT, EventRecord
from tournament.record.figures import ChangeFacts
from tournament.record.vocabulary import PlayerId, SitOutKind, SitOutSource, Status
from tournament.scores import final_cut
from tournament.services.absences import plan_absence, planned_of
from tournament.services.attendance import (
    WAITING,
    begun_rounds,
    drop_late_scores,
    entries_in,
    score_missed,
    set_status,
    statuses_of,
    statuses_stay,
)
from tournament.services.changes import By, Doing, DoneError, RefusedError, act, act_on, actor_of, checked_text
from tournament.tellings.changed import PublicChangeKind, news_of_event, news_of_return, news_of_withdrawal
from wording import gettext as _
from wording import gettext_noop

MAY_WITHDRAW = frozenset(Status) - LEFT
MAY_BE_DISQUALIFIED = frozenset(Status) - {Status.DISQUALIFIED}
MAY_RETURN = LEFT
"""The statuses that allow a withdrawal, a disqualification and a reinstatement; pages offer these by the same sets."""


class GoldRule(Enum):
    """Where gold comes from after a disqualification in the final (R43)."""

    TOP_TABLE = "top table"
    ROOM = "room"


def _sentence_of_withdrawal(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a withdrawal."""
    after = facts.after.get("left", {}).get("round")
    if after:
        return _("{players} withdrew after round {number}", players=facts.who, number=after)
    return _("{players} withdrew", players=facts.who)


@act(
    Act.WITHDRAW,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence_of_withdrawal,
    rows=("Entry", "SitOut"),
    undone_as=Act.UNDO_STATUSES,
    not_undone=statuses_stay,
    public_news=news_of_withdrawal,
)
def withdraw(doing: Doing, number: int, reason: str = "") -> Entry:
    """Withdraw the player with that number from the rounds to come, which score 0.000; the player stays listed (R54)."""
    doing.about(entries=[number], reason=reason)
    entry = entries_in(doing.event, [number], MAY_WITHDRAW)[0]
    doing.before = statuses_of([entry])
    _leave(entry, Status.WITHDRAWN, record_of(doing.event).last_seen)
    doing.after = {**statuses_of([entry]), "left": {"round": entry.last_round}}
    return entry


@act(
    Act.DISQUALIFY,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} disqualified"),
    undone_on=Place.REINSTATE,
    public_news=news_of_event(PublicChangeKind.DISQUALIFIED),
)
def disqualify(doing: Doing, number: int, reason: str, gold: GoldRule = GoldRule.TOP_TABLE) -> Entry:
    """Disqualify the player with that number (R67); ``gold`` says whether gold may now come from any table (R43).

    Ruling: R43 speaks of "a player", so once the final is published the question is asked for every player, not only for those at the top
    table.
    """
    if not reason.strip():
        raise RefusedError(_("Give a reason; it is kept in the change log."))
    doing.about(entries=[number], reason=reason)
    entry = entries_in(doing.event, [number], MAY_BE_DISQUALIFIED)[0]
    record = record_of(doing.event)
    if gold is GoldRule.ROOM:
        if final_cut(record) is None:
            raise RefusedError(
                _(
                    "No final has been published, so the gold medal does not move when {player} leaves (R43).",
                    player=entry,
                )
            )
        doing.event.gold_from_room = True
    doing.before = statuses_of([entry])
    if entry.status != Status.WITHDRAWN.value:  # a player who had withdrawn left at that time
        entry.last_round = None
    _leave(entry, Status.DISQUALIFIED, record.last_seen)
    doing.after = statuses_of([entry])
    if gold is GoldRule.ROOM:
        doing.after["gold"] = gold.value
    return entry


def _leave(entry: Entry, status: Status, last_seen: Mapping[PlayerId, int]) -> None:
    """Store that a player has left, after the last round in which they took part (``last_seen``, by player)."""
    entry.status = status.value
    if entry.last_round is None:
        entry.last_round = last_seen.get(PlayerId(entry.number), 0)
    entry.save()


@act(
    Act.REINSTATE,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} reinstated"),
    undone_on=Place.WITHDRAW,
    public_news=news_of_return,
)
def reinstate(doing: Doing, number: int) -> Entry:
    """Reverse a withdrawal or disqualification; rounds begun meanwhile count as missed, 0.000 (R54).

    A player who had not taken part is registered again: a check-in then asks what missed rounds score (R53).
    """
    doing.about(entries=[number])
    entry = entries_in(doing.event, [number], MAY_RETURN)[0]
    doing.before = statuses_of([entry])
    was_disqualified = entry.status == Status.DISQUALIFIED.value
    has_taken_part = record_of(doing.event).has_taken_part(PlayerId(entry.number))
    entry.status = (Status.PRESENT if has_taken_part else Status.REGISTERED).value
    entry.last_round = None
    entry.save()
    if not has_taken_part:
        drop_late_scores(entry)
    else:
        score_missed([entry], begun_rounds(doing.event), SitOutKind.MISSED, SitOutSource.RETURN)
    if was_disqualified and not _is_gold_open(doing.event):
        doing.event.gold_from_room = False
    doing.after = statuses_of([entry])
    return entry


def _is_gold_open(event: Event) -> bool:
    """Return whether a player is still disqualified with whose disqualification gold was allowed to come from any table (R43)."""
    ruled = [
        number
        for change in event.changes.filter(act=Act.DISQUALIFY.value)
        if change.after.get("gold") == GoldRule.ROOM.value
        for number in change.entries
    ]
    return event.entries.filter(number__in=ruled, status=Status.DISQUALIFIED.value).exists()


LONGEST = 120
BY_PHONE = line("request.by-phone")


def open_requests(event: Event) -> list[PlayerRequest]:
    """Return the requests without an answer, the oldest first."""
    return list(event.requests.filter(state=RequestState.OPEN.value).select_related("entry__event"))


def open_requests_of(event: Event) -> int:
    """Return how many requests are open; no query where the event was read with that number (`with_requests`)."""
    read: Any = event if "requests_many" in event.__dict__ else with_requests(Event.objects.filter(pk=event.pk)).get()
    return read.requests_many or 0


def asks_to_go(request: PlayerRequest) -> bool:
    """Return whether a player asks to be withdrawn."""
    return request.kind == RequestKind.WITHDRAW.value


def may_ask(event: Event, status: Status) -> bool:
    """Return whether a player of that status may send requests: the event is not over, and the player has not left."""
    return not event.is_final_published and not event.is_put_away and status not in LEFT


def ask(device: Device, kind: RequestKind, words: str = "", rounds: Sequence[int] = ()) -> PlayerRequest:
    """Store a request from a player's own phone, and return it; an open one of the same kind gets the newer words and rounds instead.

    ``rounds`` are those that the player asks to miss, for a request of that kind. Raises RefusedError where the phone is not a player's own
    or nothing can be asked any more, DeviceLimitError where it sent too much.
    """
    event, entry = device.event, device.entry
    if entry is None:
        raise RefusedError(_("You cannot ask for this here; speak to the director."))
    spend(device)
    if not may_ask(event, Status(entry.status)):
        raise RefusedError(_("You cannot ask for this here; speak to the director."))
    text = checked_text(" ".join(words.split()), LONGEST)
    asked_rounds = _rounds_asked(event, rounds) if kind is RequestKind.MISS else ""
    request, is_new = PlayerRequest.objects.get_or_create(
        event=event,
        entry=entry,
        kind=kind.value,
        state=RequestState.OPEN.value,
        defaults={"words": text, "rounds": asked_rounds, "device": device, "asked_at": timezone.now()},
    )
    if not is_new and (text or asked_rounds):
        request.words, request.rounds = text or request.words, asked_rounds
        request.save(update_fields=["words", "rounds"])
    return request


def _rounds_asked(event: Event, rounds: Sequence[int]) -> str:
    """Return the rounds that a player asks to miss, as they are stored; raises RefusedError for none, or one that cannot be planned."""
    if not rounds:
        raise RefusedError(_("Choose the round that you will miss."))
    record = record_of(event)
    for number in rounds:
        if number == record.rounds_planned:
            raise RefusedError(_("Anyone who misses the last round leaves the event: ask to be withdrawn instead."))
        if reason_not_to_miss_round(record, number):
            raise RefusedError(_("You cannot ask for this here; speak to the director."))
    return " ".join(str(number) for number in sorted(set(rounds)))


def take_back(device: Device, pk: int) -> None:
    """Cancel the player's own open request with that primary key, from a phone of the same player."""
    spend(device)
    open_request = PlayerRequest.objects.filter(pk=pk, entry=device.entry, state=RequestState.OPEN.value)
    if not open_request.update(state=RequestState.TAKEN_BACK.value, answered_at=timezone.now()):
        raise DoneError


@transaction.atomic
def confirm_request(event: Event, by: By, pk: int) -> PlayerRequest:
    """Do what a player asked for: withdraw them, plan the absence, or mark them late; return the request.

    A player who has taken part cannot be marked late: then the request is only stored as confirmed.
    """
    request = _open(event, pk)
    number = request.entry.number
    if asks_to_go(request):
        withdraw(event, by, number, request.words or BY_PHONE)
    elif request.kind == RequestKind.MISS.value:
        plan_absence(
            event, by, number, planned_with(record_of(event), number, request.round_numbers), request.words or BY_PHONE
        )
    elif _can_be_late(event, request):
        set_status(event, by, [number], Status.LATE)
    else:
        with act_on(event, by, Act.ANSWER_REQUEST, entries=[number], reason=request.words) as doing:
            _note_answer(doing, request, RequestState.CONFIRMED)
    return _store_answer(request, by, RequestState.CONFIRMED)


def answer_overtaken(event: Event, by: By, number: int, *, is_closed: bool) -> None:
    """Answer, within the act that publishes or closes a round, every request that it overtakes: the phone says by what.

    That is to miss this round or an earlier one; and once it is closed, that somebody who played in it is late, and after the last one
    to be withdrawn.
    """
    words = line("request.closed" if is_closed else "request.published", round=number)
    rounds = event.rounds.filter(number=number)
    for request in open_requests(event):
        kind = RequestKind(request.kind)
        later = [asked for asked in request.round_numbers if asked > number]
        is_over = {
            RequestKind.MISS: len(later) < len(request.round_numbers),
            RequestKind.LATE: is_closed and rounds.filter(tables__seats__entry=request.entry).exists(),
            RequestKind.WITHDRAW: is_closed and number >= event.rounds_planned,
        }[kind]
        if not is_over:
            continue
        request.rounds = " ".join(str(each) for each in request.round_numbers if each <= number)
        request.save(update_fields=["rounds"])
        _store_answer(request, by, RequestState.DECLINED, words)
        if later:  # the rest is asked still
            request.pk, request.state, request.rounds = None, RequestState.OPEN.value, " ".join(map(str, later))
            request.answer, request.answered_at, request.answered_by = "", None, None
            request.save(force_insert=True)


def planned_with(record: EventRecord, number: int, asked: Sequence[int]) -> dict[int, SitOutKind]:
    """Return the planned absences of a player together with the rounds that they ask to miss, which score as not played (R69)."""
    return dict.fromkeys(asked, SitOutKind.MISSED) | planned_of(record, PlayerId(number))


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
    with act_on(event, by, Act.ANSWER_REQUEST, entries=[request.entry.number], reason=text) as doing:
        _note_answer(doing, request, RequestState.DECLINED)
    return _store_answer(request, by, RequestState.DECLINED, text)


def _sentence_of_answer(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a request that was confirmed or declined."""
    match facts.after.get("request", {}).get("state"):
        case RequestState.CONFIRMED.value:
            return _("Request from {players} confirmed", players=facts.who)
        case RequestState.DECLINED.value:
            return _("Request from {players} declined", players=facts.who)
        case _other:
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


def _note_answer(doing: Doing, request: PlayerRequest, state: RequestState) -> None:
    """Note the answer to a request for the log of changes."""
    doing.after = {"request": {"kind": request.kind, "state": state.value}}


def _store_answer(request: PlayerRequest, by: By, state: RequestState, text: str = "") -> PlayerRequest:
    """Store the answer to a request, and return the request."""
    request.state, request.answer, request.answered_at = state.value, text, timezone.now()
    request.answered_by = actor_of(by).user
    request.save(update_fields=["state", "answer", "answered_at", "answered_by"])
    return request
