"""The only place that decides who may see or change what."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from tournament.models import Event


def user_of(request: HttpRequest) -> User:
    """The logged-in user of a page that the middleware has let through."""
    assert isinstance(request.user, User)  # noqa: S101  LoginRequiredMiddleware stands before every director's page
    return request.user


def events_to_direct(user: User) -> QuerySet[Event]:
    """The events a user directs: those they made, all of them for staff."""
    return Event.objects.all() if user.is_staff else Event.objects.filter(created_by=user)


def event_to_direct(request: HttpRequest, slug: str) -> Event:
    """The event a director's page is about; for anybody else it does not exist."""
    event = events_to_direct(user_of(request)).filter(slug=slug).first()
    if event is None:
        raise Http404(f"You direct no event “{slug}”.")
    return event


def may_direct(user: User | AnonymousUser, event: Event) -> bool:
    """Whether a visitor of a public page also directs the event."""
    return isinstance(user, User) and (user.is_staff or event.created_by_id == user.pk)


def public_events() -> QuerySet[Event]:
    """The events everybody may look at: those that are not for practice."""
    return Event.objects.filter(is_practice=False)


def event_to_see(slug: str) -> Event:
    """The event a public page is about; a practice event is reached by its address alone."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise Http404(f"There is no event “{slug}”.")
    return event
