"""The desk's side of registrations: how the page takes them, which are accepted or declined, new private links, and what is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.access.membership import locked_for
from tournament.day.office.registering import MOST_PLACES, RegistrationSettings, RegistrationState
from tournament.models import Entry, Event, RegistrationDesk
from tournament.record.acts import Act, Part, declare
from tournament.record.devices import hash_of, new_token
from tournament.record.figures import ChangeFacts
from tournament.services.changes import (
    By,
    Doing,
    DoneError,
    RefusedError,
    UnchangedError,
    act,
    act_on,
    actor_of,
    check_key,
    check_may,
    merged_fields,
    seen_before,
)
from tournament.services.registering import MOVED_UP, bring_back, enter, move_up, numbers_in, registering_of, take_out
from wording import gettext as _
from wording import gettext_noop, ngettext

GROUP = "registering"
"""The key under which the log of changes stores how an event takes registrations."""


def set_registration(event: Event, by: By, wanted: RegistrationSettings) -> RegistrationSettings:
    """Store how the event takes registrations, and return it; the players' page is opened and closed by this too.

    More places let those who wait move up, as a cancellation does, where they move up by themselves.

    Raises ConflictError where another page changed the same setting meanwhile, RefusedError for too many or too few places.
    """
    with transaction.atomic(), act_on(event, by, Act.SET_REGISTRATION) as doing:
        if wanted.places is not None and not 1 <= wanted.places <= MOST_PLACES:
            raise RefusedError(
                _("Enter a number of places from 1 to {most}, or leave it empty for no limit.", most=MOST_PLACES)
            )
        desk = RegistrationDesk.objects.filter(event=doing.event).first() or RegistrationDesk(event=doing.event)
        stored = dict(desk.settings.stored())
        shown = seen_before(doing.event, actor_of(by).seen, GROUP, stored)
        values = merged_fields(shown, stored, dict(wanted.stored()))
        changed = {name: value for name, value in values.items() if value != stored[name]}
        if not changed:
            raise UnchangedError
        for name, value in changed.items():
            setattr(desk, name, _column(name, value))
        desk.save()
        doing.is_public = bool({"is_open", "closes_at"} & changed.keys())
        doing.before = {"registering": {name: stored[name] for name in changed}}
        doing.after = {"registering": changed}
    move_up(doing.event, MOVED_UP)
    return desk.settings


def _column(name: str, value: Any) -> Any:
    """Return a setting of the log of changes as its column holds it."""
    return datetime.fromisoformat(value) if name == "closes_at" and value else value


def _sentence_of_settings(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about how registrations are taken."""
    after = facts.after.get("registering", {})
    if list(after) == ["is_open"]:
        return _("Registration opened") if after["is_open"] else _("Registration closed")
    return _("Registration settings changed")


def accept(event: Event, by: By, numbers: Sequence[int]) -> list[Entry]:
    """Enter the registrations with these numbers as players, the earliest first, and return their entries.

    Raises RefusedError where one of them is not open any more, or there are fewer places.
    """
    with transaction.atomic():
        locked, actor = locked_for(actor_of(by).user, event), actor_of(by)
        check_may(actor.user, locked, Act.ENTER_PLAYERS)
        check_key(actor)
        line = registering_of(locked).line
        _check_open(numbers, line.open)
        if line.free is not None and len(numbers) > line.free:
            raise RefusedError(_("There are not enough free places. Raise the number of places, or accept fewer."))
        entries = enter(locked, actor, numbers)
    event.take_columns(locked)
    return entries


def _check_open(numbers: Sequence[int], waiting: Sequence[int]) -> None:
    """Raise RefusedError where no registration is named, or one that does not wait any more."""
    if not numbers:
        raise RefusedError(_("Nothing is selected. Select something in the list first."))
    if not set(numbers) <= set(waiting):
        raise DoneError


def blank_registrations(rows: Any) -> int:
    """Blank what these registrations say about people, and return how many there were; their private links stop working."""
    count = 0
    for row in rows:
        row.given_name = row.family_name = row.country = row.email = row.word = row.origin = ""
        row.is_junior, row.token_hash = False, hash_of(new_token())
        if row.entry_id is None:  # nobody can be entered under no name
            row.state = RegistrationState.CANCELLED.value
        row.save()
        count += 1
    return count


def _sentence_of_decline(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about declined registrations."""
    many = len(facts.after.get("registrations", {}))
    numbers = numbers_in(facts)
    return ngettext("Registration {numbers} declined", "Registrations {numbers} declined", many, numbers=numbers)


declare(
    Act.SET_REGISTRATION,
    Part.SETTINGS,
    sentence=_sentence_of_settings,
    rows=("RegistrationDesk",),
)


@act(
    Act.DECLINE_REGISTRATION,
    Part.ENTRIES,
    sentence=_sentence_of_decline,
    opposite=bring_back,
)
def decline(doing: Doing, numbers: Sequence[int]) -> None:
    """Decline the registrations with these numbers, and remove the entries that came of them; their private links say so.

    Raises RefusedError where one of them is neither open nor entered any more, or has a seat.
    """
    named = doing.event.registrations.filter(number__in=numbers).select_related("entry")
    rows = [row for row in named if row.state == RegistrationState.OPEN.value or row.entry is not None]
    _check_open(numbers, [row.number for row in rows])
    take_out(doing, rows, RegistrationState.DECLINED)


@act(
    Act.RENEW_REGISTRATION_LINK,
    Part.ENTRIES,
    sentence=lambda facts: _("New private link for registration {number}", number=numbers_in(facts)),
    why_not=gettext_noop("Once withdrawn, it stays invalid; make a new one."),
)
def renew_link(doing: Doing, number: int) -> str:
    """Replace the private link of a registration, and return the secret of the new one, which is shown nowhere else."""
    token = new_token()
    if not doing.event.registrations.filter(number=number).update(token_hash=hash_of(token)):
        raise RefusedError(_("No registration has that number. Check the list."))
    doing.after = {"registrations": {str(number): {}}}
    return token
