"""How an event takes registrations now: its settings, the line of those who wait, and why the page is closed; read in two queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.day.office.registering import Line, RegistrationSettings, RegistrationState, WhyClosed
from tournament.models import Entry, Event, RegistrationDesk, Round
from tournament.record.event import LEFT
from tournament.record.vocabulary import RoundState

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
    desk = _desks().filter(event=event).annotate(taken=_taken(), has_begun=_has_begun()).first()
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


def _taken() -> Coalesce:
    """Return how many places of an event entries have: all but those of players who left."""
    here = Entry.objects.filter(event=OuterRef("event")).exclude(status__in=GONE).order_by()
    counted = here.values("event").annotate(many=Count("pk")).values("many")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _has_begun() -> Exists:
    """Return whether a round of an event was published."""
    return Exists(Round.objects.filter(event=OuterRef("event")).exclude(state=RoundState.DRAFT.value))
