"""The settings of an event with their choices, each with its rule; every one has the MSO's value until somebody types another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.acquire.editions import LABEL_SETS
from tournament.desk.fields import OrganiserForm, PageForm, ThousandthsField
from tournament.desk.parts import BASICS, ExtrasField, ShownPart, parts_of
from tournament.models import Event
from tournament.public.form_words import SAYINGS, WholeField
from tournament.record.event import SWITCHES
from tournament.record.names import NameForm
from tournament.record.rulesets import SUGGESTED_SIX_MINUTES, SUGGESTED_SIX_MULTIPLIER
from tournament.record.settings import LONGEST_EVENT_NAME, RANGES
from tournament.record.vocabulary import CutTieBreak, FineTiming, LastRound, NameShown, Reading, ResultCheck, SeatSource
from tournament.services.events import LAST_ROUND_IS_RULED, SETTINGS, is_last_round_ruled
from wording import gettext as _
from wording.worded import Worded

READINGS = (Reading.LITERAL, Reading.NOT_EVERY_ROUND, Reading.AT_MOST_TWICE)
EARLIER = {Reading.AT_MOST_TWICE.value, CutTieBreak.MOST_WINS.value, CutTieBreak.HEAD_TO_HEAD.value}
"""What only an event that has it is offered."""


def choices_of(members: Iterable[Worded]) -> Callable[[], list[tuple[str, str]]]:
    """Return what gives a form the choices of an enumeration, in the reader's language."""
    return lambda: [(each.value, each.offered) for each in members]


def names_asked(request: HttpRequest) -> NameShown | None:
    """Return how much of the players' names shall be public, as chosen in the form that shows the event; None without a valid choice."""
    wanted = request.POST.get("names", "")
    return NameShown(wanted) if wanted in set(NameShown) else None


def _thousandths(setting: str, **options: Any) -> ThousandthsField:
    """Return a field for a setting in thousandths, with the limits of that setting."""
    return ThousandthsField(least=RANGES[setting].least, most=RANGES[setting].most, **options)


def number_field(setting: str, **options: Any) -> WholeField:
    """Return a field for a whole number, with the limits of that setting."""
    return WholeField(min_value=RANGES[setting].least, max_value=RANGES[setting].most, **options)


MULTIPLIER_OF_SIX = gettext_lazy("Multiplier for a table of six")


def event_name(typed: Any) -> str:
    """Return a name with single spaces between its words; ValidationError where it is empty or only spaces."""
    name = " ".join(str(typed).split())
    if not name:
        raise ValidationError(_(SAYINGS["required"], label=_("Name")))
    return name


class EventForm(OrganiserForm):
    """An event: name, date and rounds; everything else has the MSO's value."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_EVENT_NAME,
    )
    date = forms.DateField(
        label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    rounds_planned = number_field(
        "rounds_planned",
        label=gettext_lazy("Rounds"),
    )

    venue = forms.CharField(
        label=gettext_lazy("Venue"),
        max_length=120,
        required=False,
    )
    network_name = forms.CharField(
        label=gettext_lazy("Name of the network in the hall"),
        max_length=60,
        required=False,
    )
    name_form = forms.ChoiceField(
        label=gettext_lazy("How names are written"),
        choices=choices_of(NameForm),
    )
    names_shown = forms.ChoiceField(
        label=gettext_lazy("Names on public pages"),
        choices=choices_of(NameShown),
        widget=forms.RadioSelect,
    )
    lets_robots_in = forms.BooleanField(
        label=gettext_lazy("Let search engines list the event"),
        required=False,
    )

    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=settings.LANGUAGES,
    )
    paper_language = forms.ChoiceField(
        label=gettext_lazy("Language on paper"),
        choices=[("", gettext_lazy("the same as the public pages")), *settings.LANGUAGES],
        required=False,
    )
    second_language = forms.ChoiceField(
        label=gettext_lazy("Second language on paper"),
        choices=[("", pgettext_lazy("a language", "none")), *settings.LANGUAGES],
        required=False,
    )

    reading = forms.ChoiceField(
        label=gettext_lazy("How “as many different opponents as possible” is read"),
        choices=choices_of(READINGS),
        widget=forms.RadioSelect,
    )
    cut_tie_break = forms.ChoiceField(
        label=gettext_lazy("How ties at a cut in the final are broken"),
        choices=choices_of(CutTieBreak),
        widget=forms.RadioSelect,
    )
    last_round = forms.ChoiceField(
        label=gettext_lazy("Last round, unless there are four rounds"),
        choices=choices_of(LastRound),
        widget=forms.RadioSelect,
    )
    seat_source = forms.ChoiceField(
        label=gettext_lazy("Order of play at a table"),
        choices=choices_of(SeatSource),
        widget=forms.RadioSelect,
    )
    chain_set = forms.ChoiceField(
        label=gettext_lazy("Chain names"),
        choices=[(name, f"{name}: {', '.join(labels.names)}") for name, labels in LABEL_SETS.items()],
    )

    result_check = forms.ChoiceField(
        label=gettext_lazy("Second check of results"),
        choices=choices_of(ResultCheck),
        widget=forms.RadioSelect,
    )

    multiplier_six = _thousandths(
        "multiplier_six",
        label=MULTIPLIER_OF_SIX,
        places=0,
        required=False,
    )
    dilution = _thousandths(
        "dilution",
        label=gettext_lazy("Pentamind dilution factor"),
        places=0,
    )

    fine_timing = forms.ChoiceField(
        label=gettext_lazy("Deduct fines before or after the winning bonus?"),
        choices=choices_of(FineTiming),
        widget=forms.RadioSelect,
    )
    minutes_six = number_field(
        "minutes_six",
        label=gettext_lazy("Minutes for each player at a table of six"),
        required=False,
    )
    allowance_minutes = number_field(
        "allowance_minutes",
        label=gettext_lazy("Allowance per round, in minutes"),
    )

    extras = ExtrasField(label=gettext_lazy("What the desk shows"), required=False)

    def __init__(self, *typed: Any, **options: Any) -> None:
        """Offer a choice of earlier only to an event that has it."""
        super().__init__(*typed, **options)
        for name, choices in (("reading", choices_of(READINGS)()), ("cut_tie_break", choices_of(CutTieBreak)())):
            left = [row for row in choices if row[0] not in EARLIER or row[0] == self.initial.get(name)]
            cast("forms.ChoiceField", self.fields[name]).choices = left

    def clean_name(self) -> str:
        """Return the name with single spaces between its words; ValidationError where it is empty or only spaces."""
        return event_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        """Refuse a choice of how the last round is made where the number of rounds leaves no choice: with four rounds R45 rules it."""
        typed = super().clean() or {}
        if is_last_round_ruled(typed.get("rounds_planned", 0), typed.get("last_round", LastRound.BY_RULE.value)):
            self.add_error("last_round", _(LAST_ROUND_IS_RULED))
        return typed

    def basics(self) -> Iterator[forms.BoundField]:
        """Return the three fields that must be filled in."""
        return (self[name] for name in BASICS)

    def parts(self) -> list[ShownPart]:
        """Return all fields in the parts of the settings page."""
        return parts_of(self)

    def parts_below(self) -> list[ShownPart]:
        """Return the same without the fields that must be filled in."""
        return parts_of(self, without=BASICS)

    def has_error_below(self) -> bool:
        """Whether a field under "more" has an error, so that this part of the page must be unfolded."""
        return bool(set(self.errors) - set(BASICS))


EventForm.base_fields.update(
    {
        name: forms.BooleanField(label=gettext_lazy(row.label), required=False, help_text=gettext_lazy(row.help))
        for name, row in SWITCHES.items()
    }
)


def defaults() -> dict[str, Any]:
    """Return the initial values for a new event: no name, today's date, and the MSO's value for every setting."""
    return settings_of(Event()) | {"name": "", "date": timezone.localdate(), "venue": "", "network_name": ""}


def settings_of(event: Event) -> dict[str, Any]:
    """Return the settings of an event by the names of their form fields."""
    return {name: getattr(event, name) for name in SETTINGS}


class SixForm(PageForm):
    """What the rules leave open for a table of six: its multiplier and its minutes (R29, R60)."""

    multiplier = _thousandths(
        "multiplier_six",
        label=MULTIPLIER_OF_SIX,
        help_text=gettext_lazy(
            "R60 gives no multiplier; with 1.5 the average is 25.000, as at tables of three and four."
        ),
        places=0,
        initial=SUGGESTED_SIX_MULTIPLIER,
    )
    minutes = number_field(
        "minutes_six",
        label=gettext_lazy("Minutes for each player at a table of six"),
        initial=SUGGESTED_SIX_MINUTES,
    )


class CopyForm(PageForm):
    """Which event is copied, and what the new one is called and when it is."""

    source = forms.ChoiceField(
        label=gettext_lazy("Event to copy"),
    )
    name = forms.CharField(max_length=LONGEST_EVENT_NAME, label=gettext_lazy("Name"))
    date = forms.DateField(
        label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    with_entries = forms.BooleanField(
        label=gettext_lazy("Copy its entries too"),
        required=False,
    )

    def __init__(self, *typed: Any, sources: Sequence[tuple[str, str]], **options: Any) -> None:
        """``sources`` are the events that may be copied, each as its slug and the words to show."""
        super().__init__(*typed, **options)
        source = self.fields["source"]
        assert isinstance(source, forms.ChoiceField)  # noqa: S101  it is declared so above
        source.choices = sources

    def clean_name(self) -> str:
        """Return the name with single spaces between its words; ValidationError where it is empty or only spaces."""
        return event_name(self.cleaned_data["name"])
