"""The only place that decides who may see or do what."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from tournament.models import Event
from tournament.record.acts import ACTS, Act, Role


def user_of(request: HttpRequest) -> User:
    """The logged-in user of a page that the middleware has let through."""
    assert isinstance(request.user, User)  # noqa: S101  LoginRequiredMiddleware stands before every director's page
    return request.user


def roles_of(user: User | None, event: Event) -> frozenset[Role]:
    """In what capacities a user may act on an event: whoever made it directs it, and staff direct all; nobody is the machine."""
    if user is None:
        return frozenset({Role.MACHINE})
    return frozenset({Role.DIRECTOR}) if user.is_staff or event.created_by_id == user.pk else frozenset()


def may(user: User | None, event: Event, act: Act) -> bool:
    """Whether a user may do this act on this event: the one gate, which services and pages ask alike."""
    return bool(roles_of(user, event) & ACTS[act].may) and not is_kept_from(event, act)


def is_kept_from(event: Event, act: Act) -> bool:
    """Whether an act cannot be done because the event is put away: then it is only read."""
    return event.is_put_away and not ACTS[act].when_put_away


def events_to_direct(user: User) -> QuerySet[Event]:
    """The events a user directs: those they made, all of them for staff."""
    return Event.objects.all() if user.is_staff else Event.objects.filter(created_by=user)


def event_to_direct(request: HttpRequest, slug: str) -> Event:
    """The event a director's page is about; for anybody else it does not exist."""
    event = events_to_direct(user_of(request)).filter(slug=slug).first()
    if event is None:
        raise Http404(f"You direct no event “{slug}”.")
    return event


def public_events() -> QuerySet[Event]:
    """The events that everybody finds on the front page: shown, not put away, and not for practice."""
    return Event.objects.filter(is_shown=True, is_put_away=False, is_practice=False)


def events_for_robots() -> QuerySet[Event]:
    """The events that search engines may list."""
    return public_events().filter(lets_robots_in=True)


def event_to_see(request: HttpRequest, slug: str) -> Event:
    """The event a public page is about; while it is hidden it does not exist for anybody without a role in it."""
    event = Event.objects.filter(slug=slug).first()
    if event is None or not (event.is_shown or _has_role(request, event)):
        raise Http404(f"There is no event “{slug}”.")
    if event.is_shown and event.lets_robots_in:
        request.lets_robots_in = True  # type: ignore[attr-defined]
    return event


def _has_role(request: HttpRequest, event: Event) -> bool:
    return isinstance(request.user, User) and bool(roles_of(request.user, event))
