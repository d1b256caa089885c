"""Call the director from a table's phone, cancel the call, and answer it.

Calls are rows of their own and no recorded changes, so the event's version does not rise.

Registers a phone by a table's code, and withdraws it at its holder's wish; a suspicious name goes into the log of changes.
"""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.utils import timezone

from tournament.access import roles_of
from tournament.access.devices import check_alive, claim, counter_of, oddities, own_phones, spend, subject_of
from tournament.day.at_table import CallKind
from tournament.day.phones import NameChanged
from tournament.models import Call, Device, Event
from tournament.models.at_table import LONGEST_NOTE, LONGEST_WORDS
from tournament.record.acts import IN_THE_HALL, Act, Part, declare
from tournament.record.devices import DeviceKind, DeviceSubject
from tournament.record.figures import ChangeFacts
from tournament.services.changes import Actor, By, act_on, actor_of, checked_text
from tournament.services.changes.refusals import DoneError, GoneError, NotAllowedError, RefusedError
from wording import gettext as _
from wording import gettext_noop


@transaction.atomic
def call_director(device: Device, kind: CallKind, words: str = "", *, is_fresh: bool = False) -> Call:
    """Call the director to the table of a phone, and return the call.

    An open call of the same kind is returned instead of a second one. Where ``is_fresh`` and its ``words`` say something new, the open
    call is cancelled and replaced by one with the words of both. Raises DeviceRefusedError where the round is over or the phone has sent
    too much, RefusedError where the words are too long.
    """
    event = Event.objects.select_for_update().get(pk=device.event_id)
    subject = subject_of(device)
    assert subject.kind is DeviceKind.TABLE  # noqa: S101
    check_alive(event, subject)
    spend(device)
    calls = Call.objects.filter(event=event, round_number=subject.round, table_number=subject.number, kind=kind.value)
    text = checked_text(words.replace("\x00", ""), LONGEST_WORDS)
    waiting = calls.filter(answered_at=None, cancelled_at=None).first()
    if waiting is not None and is_fresh and text not in waiting.words:
        text = f"{waiting.words}; {text}" if waiting.words else text
        calls.filter(pk=waiting.pk).update(cancelled_at=timezone.now())
        waiting = None
    return waiting or Call.objects.create(
        event=event,
        round_number=subject.round,
        table_number=subject.number,
        kind=kind.value,
        words=text,
        device=device,
        called_at=timezone.now(),
    )


@transaction.atomic
def cancel_call(device: Device, pk: int) -> bool:
    """Cancel a call of the phone's table, whichever phone made it; return whether it was still open."""
    spend(device)
    calls = Call.objects.filter(event=device.event_id, round_number=device.round_number, table_number=device.number)
    waiting = calls.filter(pk=pk, answered_at=None, cancelled_at=None)
    return bool(waiting.update(cancelled_at=timezone.now()))


@transaction.atomic
def answer_call(event: Event, by: By, pk: int, note: str = "") -> Call:
    """Mark the call with primary key ``pk`` as answered, with a note on the outcome.

    Raises NotAllowedError where the user has no role in the hall, RefusedError where the call is not open any more.
    """
    actor = actor_of(by)
    if not roles_of(actor.user, event) & IN_THE_HALL:
        raise NotAllowedError(_("You are not allowed to do this in {event}. Ask its director.", event=event.name))
    call = Call.objects.select_for_update().filter(event=event, pk=pk).first()
    if call is None:
        raise GoneError
    if call.cancelled_at is not None or call.answered_at is not None:
        raise DoneError
    call.answered_at, call.answered_by = timezone.now(), actor.user
    call.note = checked_text(note.replace("\x00", ""), LONGEST_NOTE)
    call.save(update_fields=["answered_at", "answered_by", "note"])
    return call


@transaction.atomic
def let_phone_in(
    event: Event, subject: DeviceSubject, typed: str, holder: int | None, browser: str, token: str = ""
) -> str:
    """Register a phone for a subject (a table or a player) and return its secret token.

    The arguments are those of `claim`. Where this browser had another name at the table before, or another phone has the chosen name
    already, the log of changes says so, and the phones of the table or player and the desk show it at once. Raises DeviceRefusedError where
    the code is not valid.
    """
    token = claim(event, subject, typed, holder, browser, token)
    players, is_changed = _suspects(event, subject, holder)
    if players:
        round_, table = (None, None) if subject.kind is DeviceKind.PLAYER else (subject.round, subject.number)
        act = act_on(
            event, Actor(None), Act.NAME_PHONE, round_number=round_, table_number=table, entries=sorted(players)
        )
        with suppress(RefusedError), act as doing:  # nothing can be recorded in an event that is put away
            doing.after = {"named": {"is_changed": is_changed}}
    return token


def _suspects(event: Event, subject: DeviceSubject, holder: int | None) -> tuple[set[int], bool]:
    """Return the players whom a phone that was let in makes suspicious, and whether its browser had another name before."""
    if subject.kind is DeviceKind.PLAYER:
        phones = own_phones(event, subject.number, counter_of(event, subject)).count()
        return ({subject.number} if phones > 1 else set()), False
    odd = [
        row for row in oddities(event, subject.round, subject.number).get(subject.number, ()) if row.player == holder
    ]
    before = {player for row in odd if isinstance(row, NameChanged) for player in row.before}
    return {int(row.player) for row in odd} | before, bool(before)


def _sentence_of_name(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a phone that was let in under a suspicious name."""
    if facts.after.get("named", {}).get("is_changed"):
        return _("A phone at {place} changed its name: {who}", place=facts.place, who=facts.who)
    if not facts.tables:
        return _("A second phone was accepted as {who}", who=facts.who)
    return _("A second phone at {place} was accepted as {who}", place=facts.place, who=facts.who)


declare(
    Act.NAME_PHONE,
    Part.RESULTS,
    sentence=_sentence_of_name,
    why_not=gettext_noop("Undo it by hand on its own page."),
)
