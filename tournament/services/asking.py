"""What players ask the director from their own phones: a request is a row and no recorded change, until the desk answers it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from tournament.access.devices import spend
from tournament.day.leaving import reason_not_to_miss_round
from tournament.models import Device, Event, PlayerRequest
from tournament.models.queries import record_of
from tournament.record.devices import RequestKind, RequestState
from tournament.record.event import LEFT
from tournament.record.vocabulary import Status
from tournament.services.changes import checked_text
from tournament.services.changes.refusals import DoneError, RefusedError
from wording import gettext as _

LONGEST = 120


def may_ask(event: Event, status: Status) -> bool:
    """Return whether a player of that status may send requests: the event is not over, and the player has not left."""
    return not event.is_final_published and not event.is_put_away and status not in LEFT


def ask(device: Device, kind: RequestKind, words: str = "", rounds: Sequence[int] = ()) -> PlayerRequest:
    """Store a request from a player's own phone, and return it; an open one of the same kind gets the newer words and rounds instead.

    ``rounds`` are those that the player asks to miss, for a request of that kind. Raises RefusedError where the phone is not a player's own
    or nothing can be asked any more, DeviceLimitError where it sent too much.
    """
    event, entry = device.event, device.entry
    if entry is not None:
        spend(device)
    if entry is None or not may_ask(event, Status(entry.status)):
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
