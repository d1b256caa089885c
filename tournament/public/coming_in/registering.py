"""The page on which players register themselves, and the page of a private link, which changes or cancels the registration.

Both are never kept, follow the language that the browser chose, and work without script. The secret of a private link is in its address
alone; the form that made it leads there.
"""

from __future__ import annotations

import time
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_see
from tournament.access.languages import speak_for
from tournament.access.request_origin import stranger_of
from tournament.day.office.registering import RegistrationSettings, RegistrationState
from tournament.installation.device_mark import keyed_digest
from tournament.models import Event, Registration
from tournament.public.forms.registering import REGISTRANT, PersonForm, RegisterForm
from tournament.public.site import open_site
from tournament.record.pace import REGISTRATIONS_OF_AN_ADDRESS, REGISTRATIONS_OF_AN_EVENT, RateLimit
from tournament.record.vocabulary import NameShown
from tournament.services.changes import RefusedError, UnchangedError
from tournament.services.entries.registering import (
    UnknownRegistrationError,
    cancel_registration,
    change_registration,
    may_rename,
    registration_with,
    why_no_change,
)
from tournament.services.entries.registering import (
    register as register_player,
)
from tournament.services.entries.registration_line import Registering, registering_of
from wording import gettext as _
from wording import gettext_noop, ngettext

GONE, TOO_MANY = 410, 429
AGREEMENTS = {
    NameShown.FULL: gettext_noop("I agree that my full name, country, tables and results may appear on public pages."),
    NameShown.INITIAL: gettext_noop(
        "I agree that my first name and initial, country, tables and results may appear on public pages."
    ),
    NameShown.NUMBER: gettext_noop("I agree that my number, country, tables and results may appear on public pages."),
}
"""To what a player agrees, by how much of a name the event shows."""
of_addresses, of_events = RateLimit(REGISTRATIONS_OF_AN_ADDRESS), RateLimit(REGISTRATIONS_OF_AN_EVENT)


def _event_and_now(request: HttpRequest, slug: str) -> tuple[Event, Registering]:
    """Return an event and how it takes registrations; Http404 where it is hidden, or has never offered that."""
    event = event_to_see(request, slug)
    speak_for(request, event)
    now = registering_of(event)
    if not now.is_offered:
        raise Http404(_("Players cannot register for {event} online. Ask the desk.", event=event.name))
    return event, now


@login_not_required
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the registration form, or why it is closed; a POST registers, and leads to the page of the private link."""
    event, now = _event_and_now(request, slug)
    shown = NameShown(event.names_shown)
    form = RegisterForm(request.POST or None, settings=now.settings, agrees=_(AGREEMENTS[shown]), event=event.pk)
    why, status = now.why_closed, 200
    if request.method == "POST" and why is None and form.is_valid():
        if not _may_register(request, event):
            status = TOO_MANY
            form.add_error(
                None, _("Too many registrations are coming from here at once. Wait a minute, then send yours again.")
            )
        else:
            try:
                register_player(event, form.registrant(), form.token, shown, _origin(request, event))
            except RefusedError as refusal:
                status = 409
                form.add_error(None, str(refusal))
            else:
                return redirect("registration", slug, form.token)
    line = now.line
    context = {
        **open_site(event).frame(""),
        "form": form,
        "why": _("Registration is closed.") if why else "",
        "settings": now.settings,
        "free": max(0, line.free - len(line.first)) if line.free is not None else None,
        "waiting": len(line.waiting),
    }
    return render(request, "registration/register.html", context, status=status)


def _origin(request: HttpRequest, event: Event) -> str:
    """Return a digest of the network from which a request comes; without the installation's key it tells nothing."""
    return keyed_digest("tournament.registrations", f"{event.pk} {stranger_of(request.META)}")[:16]


def _may_register(request: HttpRequest, event: Event) -> bool:
    """Return whether one more registration is taken from this address and for this event now; what is taken is counted."""
    now, address = time.monotonic(), stranger_of(request.META)
    return of_addresses.may_ask((event.pk, address), now) and of_events.may_ask(event.pk, now)


@login_not_required
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Show the registration of a private link, with its state; a POST changes or cancels it."""
    event, now = _event_and_now(request, slug)
    frame = open_site(event).frame("")
    try:
        row = registration_with(event, token)
        form = _form(request, row, now.settings)
        problem = _act(request, event, row, token, form) if request.method == "POST" else ""
    except UnknownRegistrationError:
        return render(request, "registration/registered.html", {**frame, "is_gone": True}, status=GONE)
    if problem is None:
        return redirect("registration", slug, token)
    context = {
        **frame,
        "row": row,
        "form": form,
        "problems": [problem] if problem else [],
        "why": why_no_change(now, row),
        "sentence": _state(now, row),
        "link": request.build_absolute_uri(reverse("registration", args=[slug, token])),
        "may_rename": may_rename(row, now.settings),
        "is_open": row.state == RegistrationState.OPEN.value or row.entry is not None,
        "may_register": now.why_closed is None,
    }
    return render(request, "registration/registered.html", context, status=409 if problem else 200)


def _act(request: HttpRequest, event: Event, row: Registration, token: str, form: PersonForm) -> str | None:
    """Change or cancel a registration as the form asks; return why not, empty where the form itself says so, None where it is done."""
    try:
        if request.POST.get("cancel"):
            cancel_registration(event, token)
        elif form.is_valid():
            change_registration(event, token, form.registrant(**{name: getattr(row, name) for name in REGISTRANT}))
        else:
            return ""
    except UnchangedError:
        return None
    except RefusedError as refusal:
        return str(refusal)
    return None


def _form(request: HttpRequest, row: Registration, settings: RegistrationSettings) -> PersonForm:
    """Return the form of a registration, with what is stored; name, country and junior are the entry's where it has one."""
    stored: dict[str, Any] = {name: getattr(row, name) for name in REGISTRANT}
    entry = row.entry
    if entry is not None and entry.family_name:
        stored |= {"given_name": entry.given_name, "family_name": entry.family_name}
    if entry is not None:
        stored |= {"country": entry.country, "is_junior": entry.is_junior, "email": entry.email}
    sent = None if request.POST.get("cancel") else request.POST or None
    return PersonForm(sent, initial=stored, settings=settings, may_rename=may_rename(row, settings))


def _state(now: Registering, row: Registration) -> str:
    """Return the state of a registration in a sentence for its player."""
    if row.state == RegistrationState.CANCELLED.value:
        return _("You cancelled this registration.")
    if row.state == RegistrationState.DECLINED.value:
        return _("The desk declined this registration. Ask there if you do not know why.")
    if row.state == RegistrationState.ACCEPTED.value:
        if row.entry is None:
            return _("The desk removed your entry. Ask there if you do not know why.")
        return _("You have been entered as number {number}.", number=row.entry.number)
    position = now.line.position(row.number)
    if position:
        return ngettext("You are number {n} on the waiting list.", "You are number {n} on the waiting list.", position)
    return _("There is a place for you. The desk still has to accept your registration.")
