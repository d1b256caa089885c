"""How an event takes registrations now: its settings, the line of those who wait, why it is closed, and what a private link may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.day.office.registering import Line, RegistrationSettings, RegistrationState, WhyClosed
from tournament.models import Entry, Event, Registration, RegistrationDesk, Round
from tournament.record.devices import hash_of
from tournament.record.event import LEFT
from tournament.record.vocabulary import RoundState
from wording import gettext as _


class UnknownRegistrationError(Exception):
    """A private link that does not exist, is of another event, or was replaced by a new one."""


@dataclass(frozen=True, slots=True)
class Registering:
    """How an event takes registrations: ``is_offered`` is whether it has ever done so, ``why_closed`` is None while the page is open."""

    settings: RegistrationSettings
    line: Line
    why_closed: WhyClosed | None
    is_offered: bool


def registering_of(event: Event, waiting: Sequence[int] | None = None) -> Registering:
    """Return how an event takes registrations now; ``waiting`` are the numbers of the open ones in order, None to read them."""
    begun = Exists(Round.objects.filter(event=OuterRef("event")).exclude(state=RoundState.DRAFT.value))
    desk = RegistrationDesk.objects.filter(event=event).annotate(taken=_places_taken(), has_begun=begun).first()
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


def _places_taken() -> Coalesce:
    """Return how many places of an event entries have: all but those of players who left."""
    gone = [status.value for status in LEFT]
    here = Entry.objects.filter(event=OuterRef("event")).exclude(status__in=gone).order_by()
    counted = here.values("event").annotate(many=Count("pk")).values("many")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


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


def registration_with(event: Event, token: str) -> Registration:
    """Return the registration of a private link's secret; raises UnknownRegistrationError where the event has none."""
    found = event.registrations.filter(token_hash=hash_of(token)).select_related("entry").first()
    if found is None:
        raise UnknownRegistrationError
    return found


def may_rename(registration: Registration, settings: RegistrationSettings) -> bool:
    """Return whether the private link may still change the name: what the desk has accepted, the desk changes."""
    return registration.entry is None or settings.moves_up


def why_no_change(now: Registering, row: Registration) -> str:
    """Return why a private link changes nothing any more, in a sentence that says what to do; empty where it does."""
    if now.why_closed in (WhyClosed.BY_ROUND, WhyClosed.IS_OVER):
        return _("This link can no longer change anything. Tell the desk instead.")
    if row.state == RegistrationState.OPEN.value or row.entry is not None:
        return ""
    return _("This registration is no longer active. Register again, or ask the desk.")
