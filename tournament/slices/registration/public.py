"""The page on which players register themselves, and the page of a private link, which changes or cancels the registration.

Both are never kept, follow the language that the browser chose, and work without script. The secret of a private link is in its address
alone; the form that made it leads there. Tickets and a trap keep programs that fill in every form away.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from secrets import token_urlsafe
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_see
from tournament.access.devices import codes_of
from tournament.access.languages import speak_for
from tournament.access.request_origin import stranger_of
from tournament.day.lists.lines import MAX_NAME, tidy_name
from tournament.day.office.registering import LONGEST_WORD, EmailAsked, RegistrationSettings, RegistrationState
from tournament.installation.device_mark import keyed_digest
from tournament.models import Event, Registration
from tournament.public.devices.holding import PhoneRequest, phone_page
from tournament.public.devices.mine import page_of
from tournament.public.form_words import SAYINGS, PlainForm, checked_country, checked_name, too_long
from tournament.public.site import Site, open_site
from tournament.record.devices import player_subject
from tournament.record.lengths import LONGEST_EMAIL
from tournament.record.pace import REGISTRATIONS_OF_AN_ADDRESS, REGISTRATIONS_OF_AN_EVENT, RateLimit
from tournament.record.vocabulary import NameShown
from tournament.services.changes.refusals import RefusedError, UnchangedError
from tournament.slices.registration.acts import Registrant, cancel_registration, change_registration
from tournament.slices.registration.acts import register as register_player
from tournament.slices.registration.line import (
    Registering,
    UnknownRegistrationError,
    may_rename,
    registering_of,
    registration_with,
    why_no_change,
)
from wording import gettext as _
from wording import gettext_noop, ngettext

SALT = "tournament.registration"
FASTEST = 3
"""Seconds that a person needs at least for the form; a program needs less."""
OLDEST = 12 * 60 * 60
"""Seconds for which a form can be sent after it was shown."""
TRAP = "website"
"""The name of a field that nobody sees; programs fill it in."""
LETTERS = 32


def new_ticket(event: int) -> str:
    """Return the signed ticket of a form that is shown now; ``event`` is the event's primary key."""
    return signing.dumps([event, token_urlsafe(12), int(time.time())], salt=SALT)


def read_ticket(ticket: str, event: int) -> tuple[str, float] | None:
    """Return the secret of the private link that a ticket's form makes, and the seconds since it was shown.

    None where the ticket is none of ours, of another event, or too old. The same form, sent twice, makes the same link.
    """
    try:
        of_event, number, shown_at = signing.loads(ticket, salt=SALT, max_age=OLDEST)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    if of_event != event:
        return None
    return keyed_digest(SALT, str(number))[:LETTERS], time.time() - shown_at


class PersonForm(PlainForm):
    """A player's own particulars, as far as the event asks for them."""

    given_name = forms.CharField(
        label=gettext_lazy("Given name"),
        max_length=MAX_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )
    family_name = forms.CharField(
        label=gettext_lazy("Surname"),
        max_length=MAX_NAME,
        help_text=gettext_lazy("If you have only one name, enter it here."),
        widget=forms.TextInput(attrs={"autocomplete": "family-name"}),
    )
    country = forms.CharField(
        label=gettext_lazy("Country"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "country-name"}),
    )
    is_junior = forms.BooleanField(label=gettext_lazy("I am playing as a junior"), required=False)
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=LONGEST_EMAIL,
        required=False,
        help_text=gettext_lazy("Only the desk can see this."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    word = forms.CharField(
        label=gettext_lazy("Message to the desk"),
        max_length=LONGEST_WORD,
        required=False,
        help_text=gettext_lazy("Only the desk can see this."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *typed: Any, settings: RegistrationSettings, may_rename: bool = True, **options: Any) -> None:
        """Leave out what the event does not ask for, and without ``may_rename`` the name."""
        super().__init__(*typed, **options)
        self.label_suffix = ""
        if settings.email_asked == EmailAsked.NO.value:
            del self.fields["email"]
        else:
            self.fields["email"].required = settings.email_asked == EmailAsked.REQUIRED.value
        if not settings.asks_junior:
            del self.fields["is_junior"]
        if not may_rename:
            del self.fields["given_name"], self.fields["family_name"]

    def clean_given_name(self) -> str:
        """Return the given name, tidied; ValidationError where it has contact data in it."""
        return checked_name(self.cleaned_data["given_name"])

    def clean_family_name(self) -> str:
        """Return the surname, tidied; ValidationError where it is empty or has contact data in it."""
        name = checked_name(self.cleaned_data["family_name"])
        if not name:
            raise ValidationError(_(SAYINGS["required"], label=_("Surname")))
        return name

    def clean_country(self) -> str:
        """Return the code of the country."""
        return checked_country(self.cleaned_data["country"])

    def clean_word(self) -> str:
        """Return the message in one line, without characters that cannot be seen."""
        return tidy_name(self.cleaned_data["word"])

    def clean(self) -> dict[str, Any]:
        """Refuse a name that is too long for an entry."""
        typed = super().clean() or {}
        length = len(f"{typed.get('given_name', '')} {typed.get('family_name', '')}")
        if length > MAX_NAME:
            self.add_error("family_name", too_long(_("Name"), length, MAX_NAME))
        return typed

    def registrant(self, **stored: Any) -> Registrant:
        """Return what was typed; ``stored`` are the values of fields that this form does not ask for."""
        return Registrant(**{**stored, **{name: self.cleaned_data[name] for name in REGISTRANT if name in self.fields}})


REGISTRANT = ("given_name", "family_name", "country", "is_junior", "email", "word")


class RegisterForm(PersonForm):
    """The registration of a player, who agrees that the name is public."""

    agrees = forms.BooleanField(label="")
    ticket = forms.CharField(widget=forms.HiddenInput, required=False, max_length=300)

    def __init__(self, *typed: Any, agrees: str, event: int, **options: Any) -> None:
        """``agrees`` is the sentence to which the player agrees, ``event`` the primary key of the event."""
        super().__init__(*typed, **options)
        self.event = event
        self.fields["agrees"].label = agrees
        self.fields["agrees"].error_messages = {
            "required": _("Select the box, or ask the desk to enter you without it.")
        }
        self.initial["ticket"] = new_ticket(event)
        self.token = ""

    def clean(self) -> dict[str, Any]:
        """Refuse a form that a program filled in, or that is too old; the sentence says how a person goes on."""
        typed = super().clean()
        found = read_ticket(typed.get("ticket") or "", self.event)
        if found is None:
            sent: Any = self.data
            self.data = sent = sent.copy()
            sent["ticket"] = self.initial["ticket"]
            raise ValidationError(_("This form has been open for a long time. Check it, then send it again."))
        self.token, seconds = found
        if seconds < FASTEST or self.data.get(TRAP):
            raise ValidationError(_("Wait a few seconds, leave the field “Website” empty, then send the form again."))
        return typed


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


def registers(context: Mapping[str, Any]) -> dict[str, bool]:
    """Return whether players may register themselves now; nothing is read once a round is public."""
    site: Site = context["site"]
    return {"registers": not site.record.rounds and registering_of(site.event).why_closed is None}


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
    return of_addresses.let_ask((event.pk, address), now) and of_events.let_ask(event.pk, now)


@login_not_required
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Show the page of a player who is not entered yet, by the private link; once entered, the link leads to the player's own page."""
    event, now = _event_and_now(request, slug)
    frame = open_site(event).frame("")
    try:
        row = registration_with(event, token)
        if row.entry is not None:
            own = player_subject(row.entry.number)
            return redirect("claim_player", slug, own.number, codes_of(event, [own])[own])
        context = _acted(request, event, row, now)
    except UnknownRegistrationError:
        return render(request, "registration/gone.html", frame, status=GONE)
    if context is None:
        return redirect("registration", slug, token)
    link = request.build_absolute_uri(reverse("registration", args=[slug, token]))
    page = {**frame, "title": row.name, "registration": context, "link": link, "may_register": now.why_closed is None}
    return render(request, "public/devices/mine.html", page, status=409 if context["problem"] else 200)


@sensitive_post_parameters()
@phone_page("POST")
def by_phone(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Change or cancel the registration of the player of an own phone; the page is that of the phone."""
    row = _row_of(phone)
    context = _acted(request, phone.event, row, registering_of(phone.event)) if row else None
    if context is not None:
        return page_of(request, phone, "", 409 if context["problem"] else 200, registration=context)
    if row is not None and request.POST.get("cancel"):
        return render(request, "registration/gone.html", phone.site.frame("") | {"row": row})
    return redirect(phone.address)


def _row_of(phone: PhoneRequest) -> Registration | None:
    """Return the registration of the player of a phone; None where there is none, or the phone has not proved whose it is."""
    if not phone.is_own:
        return None
    return phone.event.registrations.filter(entry=phone.proof.entry).select_related("entry").first()


def of_mine(page: Mapping[Any, Any]) -> dict[str, Any]:
    """Return what the player typed, for a player's own page; empty where there is no registration."""
    if page.get("registration") or not (phone := page.get("phone")):
        return {}
    row = _row_of(phone)
    if row is None:
        return {"registration": None}
    now = registering_of(phone.event)
    return {"registration": _shown(row, now, _form(None, row, now.settings))}


def _acted(request: HttpRequest, event: Event, row: Registration, now: Registering) -> dict[str, Any] | None:
    """Change or cancel a registration as a POST asks; return what the page shows of it, None where it is done."""
    form, problem = _form(request, row, now.settings), ""
    if request.method == "POST":
        try:
            if request.POST.get("cancel"):
                cancel_registration(event, row)
                return None
            if form.is_valid():
                change_registration(event, row, form.registrant(**{name: getattr(row, name) for name in REGISTRANT}))
                return None
        except UnchangedError:
            return None
        except RefusedError as refusal:
            problem = str(refusal)
    return _shown(row, now, form, problem)


def _shown(row: Registration, now: Registering, form: PersonForm, problem: str = "") -> dict[str, Any]:
    """Return what the page of a player shows of a registration; ``problem`` is why a change was refused."""
    return {
        "row": row,
        "form": form,
        "problem": problem,
        "why": why_no_change(now, row),
        "sentence": _state(now, row),
        "may_rename": may_rename(row, now.settings),
        "is_open": row.state == RegistrationState.OPEN.value or row.entry is not None,
    }


def _form(request: HttpRequest | None, row: Registration, settings: RegistrationSettings) -> PersonForm:
    """Return the form of a registration, with what is stored; name, country and junior are the entry's where it has one."""
    stored: dict[str, Any] = {name: getattr(row, name) for name in REGISTRANT}
    entry = row.entry
    if entry is not None and entry.family_name:
        stored |= {"given_name": entry.given_name, "family_name": entry.family_name}
    if entry is not None:
        stored |= {"country": entry.country, "is_junior": entry.is_junior, "email": entry.email}
    sent = None if request is None or request.POST.get("cancel") else request.POST or None
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
