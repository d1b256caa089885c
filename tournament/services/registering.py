"""Players who register themselves: a registration is stored, changed and cancelled by its player, and becomes an entry.

To register is a row and no recorded change, as long as no entry comes of it. An accepted registration is an entry, made by the service with
which the desk adds players. What a private link changes or cancels is an act of its own, which the desk can undo; an entry's particulars
are changed by the act that the desk uses. The line (`day.office.registering.Line`) is read with the event locked, so that nobody overtakes
and no place is given twice.

How an event takes registrations now: its settings, the line of those who wait, and why the page is closed; read in two queries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, IntegerField, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.access.membership import locked_for
from tournament.day.lists.lines import RosterLine
from tournament.day.office.registering import (
    MOST_CHANGES,
    MOST_KEPT,
    MOST_OPEN,
    Line,
    RegistrationSettings,
    RegistrationState,
    WhyClosed,
    doubts,
)
from tournament.draw.lines import line
from tournament.models import Change, Entry, Event, Registration, RegistrationDesk, Round
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, declare
from tournament.record.devices import hash_of
from tournament.record.event import LEFT
from tournament.record.figures import ChangeFacts, EntryFigures, RegistrationFigures, figures_of
from tournament.record.vocabulary import NameShown, PlayerId, RoundState
from tournament.services.changes import Actor, By, Doing, RefusedError, UnchangedError, act_on, before_of
from tournament.services.entries import (
    add_entries,
    edit_entry,
    entry_figures,
    forget_entries,
    particulars_of,
    reason_to_keep,
)
from wording import gettext as _
from wording import gettext_noop
from wording.some import listed_some

GONE = [status.value for status in LEFT]


@dataclass(frozen=True, slots=True)
class Registering:
    """How an event takes registrations: ``is_offered`` is whether it has ever done so, ``why_closed`` is None while the page is open."""

    settings: RegistrationSettings
    line: Line
    why_closed: WhyClosed | None
    is_offered: bool


def registering_of(event: Event, waiting: Sequence[int] | None = None) -> Registering:
    """Return how an event takes registrations now; ``waiting`` are the numbers of the open ones in order, None to read them."""
    desk = _desks().filter(event=event).annotate(taken=_places_taken(), has_begun=_has_begun()).first()
    if waiting is None:
        found = event.registrations.filter(state=RegistrationState.OPEN.value).order_by("number")
        waiting = tuple(found.values_list("number", flat=True))
    settings = desk.settings if desk else RegistrationSettings()
    why = settings.why_closed(
        timezone.now(),
        has_begun=bool(desk and desk.has_begun),
        is_over=event.is_put_away or event.is_final_published,
    )
    return Registering(settings, Line(settings.places, desk.taken if desk else 0, waiting), why, desk is not None)


def waiting_in(event: Event) -> tuple[int, int | None]:
    """Return how many registrations are open, and the places (None without a limit); no query where the event was read for the desk."""
    read: Any = event
    if "registrations_many" in vars(event):
        return read.registrations_many, read.registration_places
    line = registering_of(event).line
    return len(line.open), line.places


def places_to_fill(event: Event, taken: int) -> int:
    """Return how many open registrations have a place, so that the desk can accept them; no query as in `waiting_in`.

    ``taken`` is the number of places that entries have: all but those of players who left.
    """
    many, places = waiting_in(event)
    return len(Line(places, taken, range(many)).first)


def _desks() -> QuerySet[RegistrationDesk]:
    """Return the settings of all events."""
    return RegistrationDesk.objects.all()


def _places_taken() -> Coalesce:
    """Return how many places of an event entries have: all but those of players who left."""
    here = Entry.objects.filter(event=OuterRef("event")).exclude(status__in=GONE).order_by()
    counted = here.values("event").annotate(many=Count("pk")).values("many")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _has_begun() -> Exists:
    """Return whether a round of an event was published."""
    return Exists(Round.objects.filter(event=OuterRef("event")).exclude(state=RoundState.DRAFT.value))


BY_PAGE, BY_LINK = line("registration.by-page"), line("registration.by-link")
NUMBERS_NAMED = 6
MOVED_UP = line("registration.moved-up")
OF_THE_ENTRY = ("given_name", "family_name", "country", "is_junior")
"""The fields of a registration that an entry takes over."""
PRIVATE = ("email", "word")
"""The fields for the desk alone."""


class UnknownRegistrationError(Exception):
    """A private link that does not exist, is of another event, or was replaced by a new one."""


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


def registration_with(event: Event, token: str) -> Registration:
    """Return the registration of a private link's secret; raises UnknownRegistrationError where the event has none."""
    found = event.registrations.filter(token_hash=hash_of(token)).select_related("entry").first()
    if found is None:
        raise UnknownRegistrationError
    return found


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
        return _resend(locked, found, token, typed, now.settings)
    if now.why_closed:
        raise RefusedError(_("Registration is closed."))
    _check_room(locked, now.line)
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


def _resend(
    event: Event, row: Registration, token: str, typed: Registrant, settings: RegistrationSettings
) -> Registration:
    """Change a registration whose form was sent again, and return it; raises RefusedError where the desk must change the name."""
    if (typed.given_name, typed.family_name) != (row.given_name, row.family_name) and not may_rename(row, settings):
        raise RefusedError(_("You have been entered as {name}. Ask the desk to change the name.", name=row.name))
    try:
        return change_registration(event, token, typed)
    except UnchangedError:
        return row


def _check_room(event: Event, line: Line) -> None:
    """Raise FullError where as many registrations wait, or are stored, as an event may have."""
    if len(line.open) >= MOST_OPEN or event.registrations.count() >= MOST_KEPT:
        raise FullError(_("Too many registrations are already waiting. Ask the desk to enter you."))


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


def may_rename(registration: Registration, settings: RegistrationSettings) -> bool:
    """Return whether the private link may still change the name: what the desk has accepted, the desk changes."""
    return registration.entry is None or settings.moves_up


def change_registration(event: Event, token: str, typed: Registrant) -> Registration:
    """Change a registration by its private link, and return it; an accepted one's entry is changed too.

    Raises UnchangedError where nothing differs, RefusedError where the link may change nothing any more.
    """
    with transaction.atomic():
        locked, row, settings = _by_link(event, token)
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
            locked, Actor(None, reason=BY_LINK), Act.CHANGE_REGISTRATION, entries=_numbers_in_act(entry)
        ) as doing:
            doing.after = _figures(row.number, {"changed": changed})
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


def cancel_registration(event: Event, token: str) -> Registration:
    """Cancel a registration by its private link, and return it: its entry is removed, and the next of the waiting list may move up.

    Raises RefusedError where it is no longer possible; the sentence says what to do.
    """
    with transaction.atomic():
        locked, row, _settings = _by_link(event, token)
        if row.entry is not None and reason_to_keep(record_of(locked), PlayerId(row.entry.number)):
            raise RefusedError(_("This link can no longer change anything. Tell the desk instead."))
        with act_on(
            locked, Actor(None, reason=BY_LINK), Act.CANCEL_REGISTRATION, entries=_numbers_in_act(row.entry)
        ) as doing:
            take_out(doing, [row], RegistrationState.CANCELLED)
        move_up(locked, MOVED_UP)
    return row


def _by_link(event: Event, token: str) -> tuple[Event, Registration, RegistrationSettings]:
    """Return the locked event, the registration of a private link's secret, and the settings; the link may change and cancel it.

    Raises RefusedError where the event has begun or is over, or the registration is no longer open or entered.
    """
    locked = locked_for(None, event)
    row, now = registration_with(locked, token), registering_of(locked)
    if why := why_no_change(now, row):
        raise RefusedError(why)
    return locked, row, now.settings


def why_no_change(now: Registering, row: Registration) -> str:
    """Return why a private link changes nothing any more, in a sentence that says what to do; empty where it does."""
    if now.why_closed in (WhyClosed.BY_ROUND, WhyClosed.IS_OVER):
        return _("This link can no longer change anything. Tell the desk instead.")
    if row.state == RegistrationState.OPEN.value or row.entry is not None:
        return ""
    return _("This registration is no longer active. Register again, or ask the desk.")


def _numbers_in_act(entry: Entry | None) -> list[int]:
    """Return the numbers of the entries that an act is about."""
    return [entry.number] if entry is not None else []


def _figures(number: int, values: Mapping[str, Any]) -> Any:
    """Return figures of one registration, as the log of changes stores them."""
    row: RegistrationFigures = {**values}  # type: ignore[typeddict-item]  # the names are those of its fields
    return {"registrations": {str(number): row}} if row else {}


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
