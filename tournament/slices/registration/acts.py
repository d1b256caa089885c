"""Registrations are stored, changed and cancelled by their players, accepted or declined by the desk, and become entries.

To register is a row and no recorded change, as long as no entry comes of it. An accepted registration is an entry, made by the service with
which the desk adds players. What a private link changes or cancels is an act of its own, which the desk can undo; an entry's particulars
are changed by the act that the desk uses. The line (`day.office.registering.Line`) is read with the event locked, so that nobody overtakes
and no place is given twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournament.access.membership import locked_for
from tournament.day.lists.lines import RosterLine
from tournament.day.office.registering import (
    MOST_CHANGES,
    MOST_KEPT,
    MOST_OPEN,
    MOST_PLACES,
    RegistrationSettings,
    RegistrationState,
    WhyClosed,
    doubts,
)
from tournament.draw.lines import line
from tournament.models import Change, Entry, Event, Registration, RegistrationDesk
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, declare
from tournament.record.devices import hash_of, new_token
from tournament.record.figures import ChangeFacts, EntryFigures, RegistrationFigures, figures_of
from tournament.record.vocabulary import NameShown, PlayerId
from tournament.services.changes import (
    Actor,
    By,
    Doing,
    act,
    act_on,
    actor_of,
    before_of,
    check_key,
    check_may,
    merged_fields,
    seen_before,
)
from tournament.services.changes.refusals import DoneError, RefusedError, UnchangedError
from tournament.services.entries import (
    add_entries,
    edit_entry,
    entry_figures,
    forget_entries,
    particulars_of,
    reason_to_keep,
)
from tournament.slices.registration.line import (
    UnknownRegistrationError,
    may_rename,
    registering_of,
    why_no_change,
)
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.some import listed_some

GROUP = "registering"
"""The key under which the log of changes stores how an event takes registrations."""
BY_PAGE, BY_LINK = line("registration.by-page"), line("registration.by-link")
MOVED_UP = line("registration.moved-up")
NUMBERS_NAMED = 6
OF_THE_ENTRY = ("given_name", "family_name", "country", "is_junior")
"""The fields of a registration that an entry takes over."""
PRIVATE = ("email", "word")
"""The fields for the desk alone."""


class FullError(RefusedError):
    """A registration for which there is no room: too many wait already."""


@dataclass(frozen=True, slots=True)
class Registrant:
    """What a player types: the name in two parts, the code of the country, and what is for the desk alone."""

    given_name: str
    family_name: str
    country: str = ""
    is_junior: bool = False
    email: str = ""
    word: str = ""


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
            setattr(desk, name, datetime.fromisoformat(value) if name == "closes_at" and value else value)
        desk.save()
        doing.is_public = bool({"is_open", "closes_at"} & changed.keys())
        doing.before = {"registering": {name: stored[name] for name in changed}}
        doing.after = {"registering": changed}
    move_up(doing.event, MOVED_UP)
    return desk.settings


def _sentence_of_settings(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about how registrations are taken."""
    after = facts.after.get("registering", {})
    if list(after) == ["is_open"]:
        return _("Registration opened") if after["is_open"] else _("Registration closed")
    return _("Registration settings changed")


declare(Act.SET_REGISTRATION, Part.SETTINGS, sentence=_sentence_of_settings, rows=("RegistrationDesk",))


@transaction.atomic
def register(event: Event, typed: Registrant, token: str, agreed_to: NameShown, origin: str = "") -> Registration:
    """Store a registration, whose private link has the secret ``token``, and return it; it becomes an entry where the settings say so.

    The same secret again changes the registration of the first time to what is typed now. ``agreed_to`` is how much of the name may be
    public, ``origin`` a digest of the network from which it came. Raises RefusedError while the event takes none or the change is not
    possible, FullError where too many wait.
    """
    locked = locked_for(None, event)
    now = registering_of(locked)
    if found := locked.registrations.filter(token_hash=hash_of(token)).first():
        return _resend(locked, found, typed, now.settings)
    if now.why_closed:
        raise RefusedError(_("Registration is closed."))
    if len(now.line.open) >= MOST_OPEN or locked.registrations.count() >= MOST_KEPT:
        raise FullError(_("Too many registrations are already waiting. Ask the desk to enter you."))
    number = (locked.registrations.aggregate(top=Max("number"))["top"] or 0) + 1
    made = Registration.objects.create(
        event=locked,
        number=number,
        token_hash=hash_of(token),
        agreed_to=agreed_to.value,
        given_name=typed.given_name,
        family_name=typed.family_name,
        country=typed.country,
        is_junior=typed.is_junior and now.settings.asks_junior,
        email=typed.email,
        word=typed.word,
        origin=origin,
    )
    move_up(locked, BY_PAGE)
    made.refresh_from_db()
    return made


def _resend(event: Event, row: Registration, typed: Registrant, settings: RegistrationSettings) -> Registration:
    """Change a registration whose form was sent again, and return it; raises RefusedError where the desk must change the name."""
    if (typed.given_name, typed.family_name) != (row.given_name, row.family_name) and not may_rename(row, settings):
        raise RefusedError(_("You have been entered as {name}. Ask the desk to change the name.", name=row.name))
    try:
        return change_registration(event, row, typed)
    except UnchangedError:
        return row


def move_up(event: Event, reason: str) -> None:
    """Enter the open registrations for which there is a place, in their order, where the settings say so; the event is locked.

    Whoever may be entered already, or registered before, waits for the desk.
    """
    now = registering_of(event)
    if not now.settings.moves_up or now.why_closed in (WhyClosed.BY_ROUND, WhyClosed.IS_OVER) or not now.line.first:
        return
    rows = event.registrations.filter(state=RegistrationState.OPEN.value).order_by("number")
    entries = event.entries.values_list("number", "name", "email")
    clear = [row.number for row, found in zip(rows, doubts(rows, entries), strict=True) if not found]
    if first := clear[: now.line.free]:
        enter(event, Actor(None, reason=reason), first)


def enter(locked: Event, by: Actor, numbers: Sequence[int]) -> list[Entry]:
    """Enter the open registrations with these numbers as players, in their order; there are places for them.

    An entry shows no more of a name than the player agreed to.
    """
    rows = list(locked.registrations.filter(number__in=numbers, state=RegistrationState.OPEN.value).order_by("number"))
    lines = [
        RosterLine(
            at,
            row.name,
            row.country,
            row.is_junior,
            email=row.email,
            given_name=row.given_name,
            family_name=row.family_name,
            shown_as=row.agreed_to,
        )
        for at, row in enumerate(rows, 1)
    ]
    entries = add_entries(locked, by, lines)
    for row, entry in zip(rows, entries, strict=True):
        row.entry, row.state = entry, RegistrationState.ACCEPTED.value
        row.save(update_fields=["entry", "state"])
    return entries


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


def change_registration(event: Event, of: Registration, typed: Registrant) -> Registration:
    """Change a registration from its player's page, and return it; an accepted one's entry is changed too.

    Raises UnchangedError where nothing differs, RefusedError where the link may change nothing any more.
    """
    with transaction.atomic():
        locked, row, settings = _by_player(event, of)
        entry = row.entry
        if row.changes >= MOST_CHANGES:
            raise RefusedError(_("This link can no longer change anything. Tell the desk instead."))
        if not settings.asks_junior:
            typed = replace(typed, is_junior=row.is_junior)
        if not may_rename(row, settings):
            typed = replace(typed, given_name=row.given_name, family_name=row.family_name)
        before = {name: getattr(row, name) for name in (*OF_THE_ENTRY, *PRIVATE)}
        after = {name: getattr(typed, name) for name in before}
        changed = [name for name in before if before[name] != after[name]]
        if not changed:
            raise UnchangedError
        if entry is not None:
            _change_entry(locked, entry, row, after)
        with act_on(
            locked, Actor(None, reason=BY_LINK), Act.CHANGE_REGISTRATION, entries=[entry.number] if entry else []
        ) as doing:
            doing.after = {"registrations": {str(row.number): {"changed": changed}}}
            _store(row, after)
            if entry is not None and "email" in changed:
                doing.event.entries.filter(pk=entry.pk).update(email=row.email)
    return row


def _change_entry(event: Event, entry: Entry, row: Registration, after: Mapping[str, Any]) -> None:
    """Change what an accepted registration's entry takes over; what the desk changed of it since is kept."""
    stored = particulars_of(entry)
    wanted = {name: after[name] for name in OF_THE_ENTRY if after[name] != getattr(row, name)}
    if {"given_name", "family_name"} & wanted.keys():
        wanted["name"] = f"{after['given_name']} {after['family_name']}".strip()
    if wanted and replace(stored, **wanted) != stored:
        edit_entry(event, Actor(None, reason=BY_LINK), entry.number, replace(stored, **wanted))


def _store(row: Registration, values: Mapping[str, Any]) -> None:
    """Store changed values of a registration, and count the change."""
    for name, value in values.items():
        setattr(row, name, value)
    row.changes += 1
    row.changed_at = timezone.now()
    row.save(update_fields=[*values, "changes", "changed_at"])


def cancel_registration(event: Event, of: Registration) -> Registration:
    """Cancel a registration from its player's page, and return it: its entry is removed, and the next of the waiting list may move up.

    Raises RefusedError where it is no longer possible; the sentence says what to do.
    """
    with transaction.atomic():
        locked, row, _settings = _by_player(event, of)
        if row.entry is not None and reason_to_keep(record_of(locked), PlayerId(row.entry.number)):
            raise RefusedError(_("This link can no longer change anything. Tell the desk instead."))
        with act_on(
            locked,
            Actor(None, reason=BY_LINK),
            Act.CANCEL_REGISTRATION,
            entries=[row.entry.number] if row.entry else [],
        ) as doing:
            take_out(doing, [row], RegistrationState.CANCELLED)
        move_up(locked, MOVED_UP)
    return row


def _by_player(event: Event, of: Registration) -> tuple[Event, Registration, RegistrationSettings]:
    """Return the locked event, a registration as it is stored now, and the settings; its player may change and cancel it.

    Raises RefusedError where the event has begun or is over, or the registration is no longer open or entered;
    UnknownRegistrationError where it is gone, or the desk has replaced its link.
    """
    locked = locked_for(None, event)
    row = locked.registrations.filter(pk=of.pk, token_hash=of.token_hash).select_related("entry").first()
    if row is None:
        raise UnknownRegistrationError
    now = registering_of(locked)
    if why := why_no_change(now, row):
        raise RefusedError(why)
    return locked, row, now.settings


def numbers_in(facts: ChangeFacts) -> str:
    """Return the numbers of the registrations of a change; of more than a few, how many more there are."""
    rows = facts.after.get("registrations") or facts.before.get("registrations") or {}
    return listed_some(sorted(rows, key=int), NUMBERS_NAMED)


def take_out(doing: Doing, rows: Sequence[Registration], state: RegistrationState) -> None:
    """Cancel or decline registrations within an act, and remove the entries of those that were accepted.

    Raises RefusedError where an entry cannot be removed, because it has a seat or a penalty.
    """
    entries = [row.entry for row in rows if row.entry]
    before: dict[str, RegistrationFigures] = {}
    removed: dict[str, EntryFigures] = {}
    for row in rows:
        entry = row.entry
        before[str(row.number)] = {"state": row.state}
        row.state, row.entry, row.changed_at = state.value, None, timezone.now()
        row.save(update_fields=["state", "entry", "changed_at"])
        if entry is not None:
            before[str(row.number)]["entry"] = entry.number
            figures: EntryFigures = {**entry_figures(entry), "status": entry.status, "first_round": entry.first_round}
            figures.pop("email", None)  # the registration has it
            removed[str(entry.number)] = figures
    forget_entries(doing.event, entries)
    doing.before = {"registrations": before, **({"entries": removed} if removed else {})}
    doing.after = {"registrations": {number: {"state": state.value} for number in before}}
    doing.entries = [int(number) for number in removed]
    doing.is_public = bool(removed)


def bring_back(event: Event, by: By, change: Change) -> None:
    """Undo cancelled or declined registrations: they stand in the line again, or have entries, with the old number if free.

    Raises RefusedError where the places are taken.
    """
    kind = Act.CANCEL_REGISTRATION if change.act == Act.CANCEL_REGISTRATION else Act.DECLINE_REGISTRATION
    with act_on(event, by, kind) as doing:
        before, after = before_of(change), figures_of(change)[1]
        entries = before.get("entries", {})
        free = registering_of(doing.event).line.free
        if free is not None and len(entries) > free:
            raise RefusedError(_("There are not enough free places. Raise the number of places, or accept fewer."))
        used = set(doing.event.entries.values_list("number", flat=True))
        # Changes before 3.7 had no number of the entry.
        alone = int(next(iter(entries), 0)) if len(before["registrations"]) == 1 else 0
        doing.after = {"registrations": before["registrations"], "names": {}}
        for number, values in before["registrations"].items():
            row = doing.event.registrations.get(number=int(number))
            old = values.get("entry", alone)
            if old:
                new = old if old not in used else max(used) + 1
                was: dict[str, Any] = dict(entries[str(old)])
                row.entry = Entry.objects.create(event=doing.event, number=new, email=row.email, **was)
                used.add(new)
                doing.after["names"][str(new)] = row.entry.name
            row.state = values["state"]
            row.save(update_fields=["state", "entry"])
        doing.before = {"registrations": after["registrations"]}
        doing.entries = [int(number) for number in doing.after["names"]]
        doing.is_public = bool(doing.entries)


declare(
    Act.CHANGE_REGISTRATION,
    Part.ENTRIES,
    sentence=lambda facts: _("Registration {number} changed using its private link", number=numbers_in(facts)),
    why_not=gettext_noop("Undo it by hand on its own page."),
)


declare(
    Act.CANCEL_REGISTRATION,
    Part.ENTRIES,
    sentence=lambda facts: (
        _(
            "Registration {number} cancelled using its private link; {player} removed",
            number=numbers_in(facts),
            player=facts.who,
        )
        if facts.who
        else _("Registration {number} cancelled using its private link", number=numbers_in(facts))
    ),
    opposite=bring_back,
)


@act(
    Act.DECLINE_REGISTRATION,
    Part.ENTRIES,
    sentence=lambda facts: ngettext(
        "Registration {numbers} declined",
        "Registrations {numbers} declined",
        len(facts.after.get("registrations", {})),
        numbers=numbers_in(facts),
    ),
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
