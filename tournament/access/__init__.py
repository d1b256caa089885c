"""The only place that decides who may see or do what."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.urls import ResolverMatch

from tournament.access.desk_event import event_for_desk
from tournament.access.membership import directs, membership_of
from tournament.access.pages import act_at_a_table, allowed, is_allowed, row_of
from tournament.access.tables import OwnTable, own_table
from tournament.models import Event, Helper
from tournament.models.event import event_at
from tournament.record.acts import ACTS, Act, Role, sets_with


def user_of(request: HttpRequest) -> User:
    """The logged-in user of a request that the log-in middleware has let pass."""
    assert isinstance(request.user, User)  # noqa: S101  LoginRequiredMiddleware stands before every director's page
    return request.user


def roles_of(user: User | None, event: Event) -> frozenset[Role]:
    """The roles of a user in an event; a user of None is the machine itself and has all of them.

    Whoever made it directs it, and staff direct all; others have the roles that a director gave them.
    """
    if user is not None and directs(user, event):
        return frozenset({Role.DIRECTOR})
    return membership_of(user, event).roles


def may(user: User | None, event: Event, act: Act) -> bool:
    """Whether a user may do this act on this event: the one gate, which services and pages ask alike."""
    return bool(roles_of(user, event) & ACTS[act].may) and not is_kept_from(event, act)


def is_kept_from(event: Event, act: Act) -> bool:
    """Whether an act is impossible because the event is put away, so that it can only be read."""
    return event.is_put_away and not ACTS[act].when_put_away


def may_make_events(user: User) -> bool:
    """Whether a user may make events: by the settings either everybody with a password, or only who runs the installation.

    A helper who came by a link has no password and may not.
    """
    return user.has_usable_password() and (settings.EVENTS_BY == "accounts" or user.is_superuser)


def check_makes_events(user: User) -> None:
    """Raise PermissionDenied, with a sentence on what to do, for a user who may not make events."""
    if may_make_events(user):
        return
    if settings.EVENTS_BY == "runners":
        raise PermissionDenied("On this installation events are made by whoever runs it; ask there for yours.")
    raise PermissionDenied(
        "Events are made by whoever has an account with a password; set one on the page of your account."
    )


def may_invite_accounts(user: User) -> bool:
    """Whether a user may make the link for a further account: who runs the installation, as long as its settings say nothing else."""
    if settings.ACCOUNTS_BY == "accounts":
        return user.has_usable_password()
    return user.is_superuser and settings.ACCOUNTS_BY == "runners"


def events_to_direct(user: User, roles: frozenset[Role] = frozenset(Role)) -> QuerySet[Event]:
    """The events in which a user has one of these roles: those they made or help at, all of them for staff."""
    if user.is_staff:
        return Event.objects.all()
    helped = Helper.objects.filter(account=user, withdrawn_at=None, roles__in=sets_with(roles)).values("event")
    return Event.objects.filter(Q(created_by=user) | Q(pk__in=helped))


def event_to_direct(request: HttpRequest, slug: str) -> Event:
    """The event that a page of the desk is about, for whoever may open this page there.

    Without any role the event does not exist (404); with a role that does not open this page it is refused in a sentence (403).
    """
    user, found = user_of(request), request.resolver_match
    assert found is not None  # noqa: S101  a page was found, or there would be no request for it
    event: Any = event_for_desk(user, slug, found.kwargs.get("number", 0))
    roles = roles_of(user, event) if event else frozenset()
    if not roles:
        raise Http404(f"You have no part in an event “{slug}”.")
    request.roles_here = roles  # type: ignore[attr-defined]  # what the page's buttons ask, see `here`
    page = row_of(found.url_name or "")
    if not is_allowed(found.url_name or "", roles, is_post=request.method == "POST"):
        raise PermissionDenied(f"This page of {event.name} is not for {roles_in_words(roles)}. Ask its director.")
    if event.is_draft and Role.DIRECTOR not in roles and page.of_a_round:
        raise PermissionDenied(f"This round of {event.name} is a draft, which only its director sees.")
    own = _own_table_of(found, user, event)
    if own is not None and own.table == found.kwargs.get("table"):
        if page.is_for_acts_alone and request.method != "POST":
            raise PermissionDenied(own.sentence)
        request.own_table = own  # type: ignore[attr-defined]  # likewise
    request.is_put_away_here = event.is_put_away  # type: ignore[attr-defined]  # likewise
    directed: Event = event
    return directed


def own_table_in(user: User, event: Event, page: str, round_number: int) -> OwnTable | None:
    """The table of a round at which the user of a page plays, so that the page's forms are closed to them; None where they do not."""
    act = act_at_a_table(page)
    own = own_table(user, event, act, round_number) if act else None
    return None if own is None or own.is_alone else own


def _own_table_of(found: ResolverMatch, user: User, event: Event) -> OwnTable | None:
    if not {"number", "table"} <= found.kwargs.keys():
        return None
    return own_table_in(user, event, found.url_name or "", found.kwargs["number"])


def roles_in_words(roles: frozenset[Role]) -> str:
    """Roles as the people of a sentence: "the desk and the arbiter"."""
    *first, last = (f"the {role.value}" for role in Role if role in roles)
    return f"{', '.join(first)} and {last}" if first else last


def desk_permissions(request: HttpRequest) -> Mapping[str, Mapping[str, bool] | str]:
    """A context processor: ``may`` says by names of pages and acts what the user may open and do now in the page's event.

    ``own_table`` is the sentence why the user may do nothing about the page's table, at which they play; empty elsewhere.
    """
    roles, own = getattr(request, "roles_here", None), getattr(request, "own_table", None)
    is_put_away = getattr(request, "is_put_away_here", False)
    may_now = allowed(roles, is_put_away=is_put_away, is_own_table=own is not None) if roles else MappingProxyType({})
    return {"may": may_now, "own_table": own.sentence if own else ""}


def public_events() -> QuerySet[Event]:
    """The events on the front page: shown, not put away, and not for practice."""
    return Event.objects.filter(is_shown=True, is_put_away=False, is_practice=False)


def events_for_robots() -> QuerySet[Event]:
    """The events that search engines may list."""
    return public_events().filter(lets_robots_in=True)


def event_to_see(request: HttpRequest, slug: str) -> Event:
    """The event of a public page; a hidden event is a 404 for everybody without a role in it."""
    event = event_at(slug)
    if event is None or not (event.is_shown or _has_role(request, event)):
        raise Http404(f"There is no event “{slug}”.")
    if event.is_shown and event.lets_robots_in:
        request.lets_robots_in = True  # type: ignore[attr-defined]
    return event


def _has_role(request: HttpRequest, event: Event) -> bool:
    return isinstance(request.user, User) and bool(roles_of(request.user, event))
