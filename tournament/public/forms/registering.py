"""The forms of players who register themselves: what they type, and what keeps programs that fill in every form away."""

from __future__ import annotations

import time
from secrets import token_urlsafe
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournament.day.lists.rosters import MAX_NAME, tidy_name
from tournament.day.office.registering import LONGEST_WORD, EmailAsked, RegistrationSettings
from tournament.installation.device_mark import keyed_digest
from tournament.public.forms.people import checked_country, checked_name
from tournament.public.forms.sentences import SAYINGS, PlainForm, too_long
from tournament.record.lengths import LONGEST_EMAIL
from tournament.services.entries.registering import Registrant
from wording import gettext as _

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
        help_text=gettext_lazy("Only the desk sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    word = forms.CharField(
        label=gettext_lazy("Message to the desk"),
        max_length=LONGEST_WORD,
        required=False,
        help_text=gettext_lazy("Only the desk sees it."),
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
            self._show_new_ticket()
            raise ValidationError(_("This form has been open for a long time. Check it, then send it again."))
        self.token, seconds = found
        if seconds < FASTEST or self.data.get(TRAP):
            raise ValidationError(_("Wait a few seconds, leave the field “Website” empty, then send the form again."))
        return typed

    def _show_new_ticket(self) -> None:
        """Put a new ticket in place of the one that was sent."""
        sent: Any = self.data
        sent = sent.copy()
        sent["ticket"] = self.initial["ticket"]
        self.data = sent
