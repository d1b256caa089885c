"""Registers a phone by a table's code, and withdraws it at its holder's wish; an odd name is written into the diary."""

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


@transaction.atomic
def let_phone_in(event: Event, subject: DeviceSubject, typed: str, holder: int | None, browser: str) -> str:
    """Register a phone for a subject and give its secret.

    Where the browser had another name at the table, or somebody holds the chosen name already, an act says so, so that the table's phones
    and the desk show it at once. Raises DeviceRefusedError where the code is not valid.
    """
    token = claim(event, subject, typed, holder, browser)
    if subject.kind is DeviceKind.TABLE and holder is not None:
        odd = [
            row
            for row in oddities(event, subject.round, subject.number).get(subject.number, ())
            if row.player == holder
        ]
        if odd:
            changed = [row for row in odd if isinstance(row, NameChanged)]
            players = {row.player for row in odd}.union(*(row.before for row in changed))
            with (
                suppress(RefusedError),  # in an event that is put away nothing is written
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
    if facts.after.get("named", {}).get("is_changed"):
        return f"A phone of {facts.place} changed its name: {facts.who}"
    return f"A second phone of {facts.place} was let in as {facts.who}"


declare(
    Act.NAME_PHONE,
    "let in a phone under a name that was another's",
    Part.RESULTS,
    sentence=_sentence_of_name,
    why_not="Whose phone it is the table says; withdraw the phone if it is wrong.",
)


def let_go(device: Device) -> None:
    """Withdraw a phone at its holder's wish; another phone may then take its hand."""
    withdraw_device(device)
