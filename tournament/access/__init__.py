"""Decides who may see or do what; no other package decides that."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest
from django.urls import ResolverMatch

from tournament.access.languages import speak_for
from tournament.access.membership import OwnTable, event_for_desk, is_director, membership_of, own_table
from tournament.access.pages import act_at_a_table, is_allowed, is_there, permissions_of, row_of
from tournament.models import Change, Event, Helper
from tournament.models.event import event_at
from tournament.record.acts import ACTS, Act, Role, sets_with
from tournament.record.formats import EVERY_PART
from wording import gettext as _


def user_of(request: HttpRequest) -> User:
    """Return the logged-in user of a request to a page that needs a log-in."""
    assert isinstance(request.user, User)  # noqa: S101  LoginRequiredMiddleware has let the request pass
    return request.user


def roles_of(user: User | None, event: Event) -> frozenset[Role]:
    """Return the roles of a user in an event; None as user means the program itself, which has its own role.

    Whoever made the event is its director, and staff are directors of all; others have the roles that a director gave them.
    """
    if user is not None and is_director(user, event):
        return frozenset({Role.DIRECTOR})
    return membership_of(user, event).roles


def may(user: User | None, event: Event, act: Act) -> bool:
    """Return whether a user may do this act on this event; services and pages both ask here."""
    return bool(roles_of(user, event) & ACTS[act].may) and not is_kept_from(event, act)


def may_open(page: str, user: User | None, event: Event) -> bool:
    """Return whether a user may open the page of this event with that URL name."""
    return is_there(page, event.parts) and is_allowed(page, roles_of(user, event))


def is_kept_from(event: Event, act: Act) -> bool:
    """Return whether an act is impossible because the event is put away, so that it can only be read."""
    return event.is_put_away and not ACTS[act].when_put_away


def may_make_events(user: User) -> bool:
    """Return whether a user may make events.

    By the installation's settings that is everybody with a password, or only superusers. A helper who came by a link has no password and
    may not.
    """
    return user.has_usable_password() and (settings.EVENTS_BY == "accounts" or user.is_superuser)


def check_makes_events(user: User) -> None:
    """Raise PermissionDenied, with a sentence on what to do, for a user who may not make events."""
    if may_make_events(user):
        return
    if settings.EVENTS_BY == "runners":
        raise PermissionDenied(
            _("On this installation only administrators can create events; ask one to create yours.")
        )
    raise PermissionDenied(_("Anyone with a password can create events; set a password on your account page."))


def may_invite_accounts(user: User) -> bool:
    """Return whether a user may make the link for a further account.

    By default that is for superusers; by ``ACCOUNTS_BY`` it may be for everybody with a password, or for nobody.
    """
    if settings.ACCOUNTS_BY == "accounts":
        return user.has_usable_password()
    return user.is_superuser and settings.ACCOUNTS_BY == "runners"


def events_to_direct(user: User, roles: frozenset[Role] = frozenset(Role)) -> QuerySet[Event]:
    """Return the events in which a user has one of these roles: those they made or help at, and all of them for staff."""
    if user.is_staff:
        return Event.objects.all()
    helped = Helper.objects.filter(account=user, withdrawn_at=None, roles__in=sets_with(roles)).values("event")
    return Event.objects.filter(Q(created_by=user) | Q(pk__in=helped))


def event_to_direct(request: HttpRequest, slug: str) -> Event:
    """Return the event of a desk page, for a user who may open this page there.

    Raises Http404 for a user without any role in the event, PermissionDenied for one whose roles do not open this page or send its forms.
    """
    user, found = user_of(request), request.resolver_match
    assert found is not None  # noqa: S101  a page was found, or there would be no request for it
    event: Any = event_for_desk(user, slug, found.kwargs.get("number", 0))
    roles = roles_of(user, event) if event else frozenset()
    if not roles:
        raise Http404(_("There is no event “{slug}”.", slug=slug))
    check_is_there(request, event)
    request.roles_here = roles  # type: ignore[attr-defined]  # read by `desk_permissions`, for the page's buttons
    page = row_of(found.view_name)
    if not is_allowed(found.view_name, roles, is_post=request.method == "POST"):
        raise PermissionDenied(_("You are not allowed to do this in {event}. Ask its director.", event=event.name))
    if event.is_draft and Role.DIRECTOR not in roles and page.of_a_round:
        raise PermissionDenied(
            _("This round of {event} is still a draft, so only the director can see it.", event=event.name)
        )
    own = _own_table_of(found, user, event)
    if own is not None and own.table == found.kwargs.get("table"):
        if page.is_for_acts_alone and request.method != "POST":
            raise PermissionDenied(own.sentence)
        request.own_table = own  # type: ignore[attr-defined]  # read by `desk_permissions`
    request.is_put_away_here = event.is_put_away  # type: ignore[attr-defined]  # read by `desk_permissions`
    request.parts_here = event.parts  # type: ignore[attr-defined]  # read by `desk_permissions`
    directed: Event = event
    return directed


def check_is_there(request: HttpRequest, event: Event) -> None:
    """Raise Http404 for a page of a part that the event's format lacks."""
    found = request.resolver_match
    if found is not None and not is_there(found.view_name, event.parts):
        raise Http404


def own_table_in(user: User, event: Event, page: str, round_number: int) -> OwnTable | None:
    """Return the table of a round at which the user of a page plays, so that its forms are closed to them; else None.

    Also None for a director whom nobody can replace. ``page`` is the page's URL name.
    """
    act = act_at_a_table(page)
    own = own_table(user, event, act, round_number) if act else None
    return None if own is None or own.is_alone else own


def _own_table_of(found: ResolverMatch, user: User, event: Event) -> OwnTable | None:
    """Return the user's own table in the round of a page about one table; None for other pages."""
    if not {"number", "table"} <= found.kwargs.keys():
        return None
    return own_table_in(user, event, found.url_name or "", found.kwargs["number"])


def desk_permissions(request: HttpRequest) -> Mapping[str, Mapping[str, bool] | str]:
    """A context processor: ``may`` says, by names of pages and acts, what the user may open and do in the page's event now.

    ``own_table`` is the sentence that tells a player of the page's table why they may not act on it; empty for others.
    """
    roles, own = getattr(request, "roles_here", None), getattr(request, "own_table", None)
    is_put_away = getattr(request, "is_put_away_here", False)
    parts = getattr(request, "parts_here", EVERY_PART)
    may_now = (
        permissions_of(roles, parts, is_put_away=is_put_away, is_own_table=own is not None)
        if roles
        else MappingProxyType({})
    )
    return {"may": may_now, "own_table": own.sentence if own else ""}


def shown_events() -> QuerySet[Event]:
    """Return the events whose pages everybody may read, also put away, but for those for practice; each with its `public_moment`."""
    moments = Change.objects.filter(event=OuterRef("pk"), version=OuterRef("public_version")).values("made_at")
    return Event.objects.filter(is_shown=True, is_practice=False).annotate(public_at=Subquery(moments[:1]))


def public_events() -> QuerySet[Event]:
    """Return the events on the front page: those that are shown and not put away."""
    return shown_events().filter(is_put_away=False)


def events_for_robots() -> QuerySet[Event]:
    """Return the events that search engines may list."""
    return public_events().filter(lets_robots_in=True)


def event_to_see(request: HttpRequest, slug: str) -> Event:
    """Return the event of a public page, which is answered in its language.

    Raises Http404 for a hidden event, unless the user has a role in it.
    """
    event = event_at(slug)
    if event is None or not (event.is_shown or _has_role(request, event)):
        raise Http404(_("There is no event “{slug}”.", slug=slug))
    if event.is_shown and event.lets_robots_in:
        request.lets_robots_in = True  # type: ignore[attr-defined]
    check_is_there(request, event)
    speak_for(request, event)
    return event


def _has_role(request: HttpRequest, event: Event) -> bool:
    """Return whether the user of a request has any role in the event."""
    return isinstance(request.user, User) and bool(roles_of(request.user, event))
