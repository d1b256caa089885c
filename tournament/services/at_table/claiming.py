"""Registers a phone by a table's code, and withdraws it at its holder's wish; a suspicious name goes into the log of changes."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction

from tournament.access.browsers import oddities
from tournament.access.devices import claim, withdraw_device
from tournament.day.browsers import NameChanged
from tournament.models import Device, Event
from tournament.record.acts import Act, Part, declare
from tournament.record.devices import DeviceKind, DeviceSubject
from tournament.record.figures import ChangeFacts
from tournament.services.changes import Actor, RefusedError, act_on
from wording import gettext as _
from wording import gettext_noop


@transaction.atomic
def let_phone_in(event: Event, subject: DeviceSubject, typed: str, holder: int | None, browser: str) -> str:
    """Register a phone for a subject (a table or a player) and return its secret token.

    ``typed`` is the code that was typed, ``holder`` the number of the player who holds the phone (None where the table shares it),
    ``browser`` the browser's key. Where this browser had another name at the table before, or another phone has the chosen name already,
    the log of changes says so, and the table's phones and the desk show it at once. Raises DeviceRefusedError where the code is not
    valid.
    """
    token = claim(event, subject, typed, holder, browser)
    if subject.kind is DeviceKind.TABLE and holder is not None:
        suspicions = [
            row
            for row in oddities(event, subject.round, subject.number).get(subject.number, ())
            if row.player == holder
        ]
        if suspicions:
            changed = [row for row in suspicions if isinstance(row, NameChanged)]
            players = {row.player for row in suspicions}.union(*(row.before for row in changed))
            with (
                suppress(RefusedError),  # nothing can be recorded in an event that is put away
                act_on(
                    event,
                    Actor(None),
                    Act.NAME_PHONE,
                    round_number=subject.round,
                    table_number=subject.number,
                    entries=sorted(players),
                ) as doing,
            ):
                doing.after = {"named": {"is_changed": bool(changed)}}
    return token


def _sentence_of_name(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a phone that was let in under a suspicious name."""
    if facts.after.get("named", {}).get("is_changed"):
        return _("A phone at {place} changed its name: {who}", place=facts.place, who=facts.who)
    return _("A second phone at {place} was accepted as {who}", place=facts.place, who=facts.who)


declare(
    Act.NAME_PHONE,
    Part.RESULTS,
    sentence=_sentence_of_name,
    why_not=gettext_noop("Undo it by hand on its own page."),
)


def let_go(device: Device) -> None:
    """Withdraw a phone at its holder's wish; another phone may then take the same player's hand."""
    withdraw_device(device)
