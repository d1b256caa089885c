"""How an event takes registrations: places, how they are accepted, what is asked, and until when."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournament.day.office.registering import MOST_PLACES, Acceptance, EmailAsked, RegistrationSettings
from tournament.desk.forms.choices import offered
from tournament.desk.forms.fields import PageForm
from tournament.public.forms.figures import WholeField
from tournament.services.events.planning import NoSuchTimeError, moment_of
from wording import gettext as _

TYPED = "%Y-%m-%dT%H:%M"


class MomentField(forms.CharField):
    """A day and a time of the hall, as browsers send them; the value is a moment, None where it is empty."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})

    def prepare_value(self, value: Any) -> Any:
        """Return a stored moment as the field shows it, typed text unchanged."""
        return timezone.localtime(value).strftime(TYPED) if isinstance(value, datetime) else value

    def clean(self, value: Any) -> Any:
        """Return the moment; ValidationError where it is none."""
        text = str(super().clean(value)).strip()
        if not text:
            return None
        try:
            typed = datetime.strptime(text[:16].replace(" ", "T"), TYPED)  # noqa: DTZ007  a time of the hall
            return moment_of(typed.date(), typed.time())
        except NoSuchTimeError as refusal:
            raise ValidationError(str(refusal)) from None
        except (ValueError, OverflowError):
            raise ValidationError(_("Enter a date and time such as 2026-08-19 18:00.")) from None


class RegistrationSettingsForm(PageForm):
    """The settings of the registration; whether it is open has a button of its own."""

    places = WholeField(
        label=gettext_lazy("Places"),
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        help_text=gettext_lazy("Players you enter yourself count too. Leave this blank for no limit."),
    )
    acceptance = forms.ChoiceField(
        label=gettext_lazy("Who accepts registrations?"),
        choices=offered(Acceptance),
        widget=forms.RadioSelect,
    )
    closes_at = MomentField(
        label=gettext_lazy("Closes at"),
        required=False,
        help_text=gettext_lazy("Registration also closes when the first round is published."),
    )
    email_asked = forms.ChoiceField(
        label=gettext_lazy("E-mail address"),
        choices=offered(EmailAsked),
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Only the desk can see this."),
    )
    asks_junior = forms.BooleanField(label=gettext_lazy("Ask players whether they are juniors"), required=False)

    def wanted(self, *, is_open: bool) -> RegistrationSettings:
        """Return the typed settings, open or closed as they are stored. May only be read after ``is_valid()``."""
        return RegistrationSettings(is_open=is_open, **self.cleaned_data)
