"""The settings of an event with their choices, each with its rule; every one has the MSO's value until somebody types another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import keep_lazy_text
from django.utils.html import format_html, format_html_join
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.acquire.editions.labels import LABEL_SETS
from tournament.desk.fields import PageForm, ThousandthsField
from tournament.desk.parts import BASICS, ExtrasField, SettingsForm, ShownPart, names_of, parts_of
from tournament.models import Event
from tournament.public.form_words import SAYINGS, WholeField
from tournament.record.event import SWITCHES
from tournament.record.figures import capitalized
from tournament.record.format_check import LONGEST_FORMAT, FormatError, checked_format, shipped_keys
from tournament.record.formats import MSO_ACQUIRE, Format, Scale, shipped_format
from tournament.record.names import NameForm
from tournament.record.settings import (
    LONGEST_EVENT_NAME,
    OF_THE_RULES,
    SETTINGS,
    SIZES,
    Range,
    extras_of,
    thousandths,
)
from tournament.record.vocabulary import CutTieBreak, LastRound, NameShown, Reading, SeatSource
from tournament.services.events import LAST_ROUND_IS_RULED, SETTABLE, is_last_round_ruled, settable
from tournament.tellings.floor import set_in_words
from tournament.tellings.running import in_three_lines
from wording import gettext as _
from wording.worded import Worded

SEAT_SOURCES = (SeatSource.TILES, SeatSource.CHART)
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


def label_of(name: str) -> Any:
    """Return what a form calls a setting, in the language of whoever reads it."""
    label, size = gettext_lazy(SETTINGS[name].label), SETTINGS[name].size
    return keep_lazy_text(capitalized)(cast("str", format_lazy(label, size=size) if size else label))


def field_of(name: str, **options: Any) -> forms.Field:
    """Return the field of a setting that is a number or a choice, with its limits or its choices."""
    setting = SETTINGS[name]
    options = {"label": label_of(name), **options}
    if not isinstance(setting.kind, Range):
        assert setting.kind is not None  # noqa: S101  no field is asked for otherwise
        return forms.ChoiceField(choices=choices_of(setting.kind), widget=forms.RadioSelect, **options)
    options = {"required": not setting.kind.may_be_open, **options}
    least, most = setting.kind.least, setting.kind.most
    if setting.kind.written is thousandths:
        return ThousandthsField(least=least, most=most, places=0, **options)
    return WholeField(min_value=least, max_value=most, **options)


def event_name(typed: Any) -> str:
    """Return a name with single spaces between its words; ValidationError where it is empty or only spaces."""
    name = " ".join(str(typed).split())
    if not name:
        raise ValidationError(_(SAYINGS["required"], label=_("Name")))
    return name


class EventForm(SettingsForm):
    """An event: name, date and rounds; everything else has the MSO's value."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_EVENT_NAME,
    )
    date = forms.DateField(
        label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
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

    chain_set = forms.ChoiceField(
        label=gettext_lazy("Chain names"),
        choices=lambda: [
            (name, f"{set_in_words(name)}: {', '.join(labels.names)}") for name, labels in LABEL_SETS.items()
        ],
    )

    extras = ExtrasField(label=gettext_lazy("What the desk shows"), required=False)

    def __init__(self, *typed: Any, plays: Format = MSO_ACQUIRE, **options: Any) -> None:
        """Ask for what an event of the format that it ``plays`` has; offer a choice of earlier only to an event that has it."""
        super().__init__(*typed, **options)
        self.plays = plays
        for name in self.fields.keys() & {*SETTABLE} - {*settable(plays)}:
            del self.fields[name]
        extras = [(name, _(row.label)) for name, row in extras_of(plays).items()]
        cast("ExtrasField", self.fields["extras"]).choices = extras
        offered = (("reading", READINGS), ("cut_tie_break", CutTieBreak), ("seat_source", SEAT_SOURCES))
        for name, members in (each for each in offered if each[0] in self.fields):
            choices = choices_of(members)()
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
        return bool(set(self.errors).intersection(names_of()) - set(BASICS))


EventForm.base_fields.update(
    {name: field_of(name) for name, each in SETTINGS.items() if each.part and each.kind is not None}
)
EventForm.base_fields.update(
    {
        name: forms.BooleanField(label=gettext_lazy(row.label), required=False, help_text=gettext_lazy(row.help))
        for name, row in SWITCHES.items()
    }
)


def _formats_offered() -> list[tuple[str, str]]:
    """Return the formats that come with Top Table, each with its name and what it means in three lines."""
    offered: list[tuple[str, str]] = []
    for form in map(shipped_format, shipped_keys()):
        lines = format_html_join("", "<br><small>{}</small>", ((line,) for line in in_three_lines(form)))
        offered.append((form.key, format_html("<span><strong>{}</strong>{}</span>", form.name, lines)))
    return offered


class NewEventForm(EventForm):
    """A new event: its format, that of a file, else the chosen one, else MSO Acquire's; then as `EventForm`."""

    format = forms.ChoiceField(
        label=gettext_lazy("Format"), choices=_formats_offered, widget=forms.RadioSelect, required=False
    )
    format_file = forms.FileField(
        label=gettext_lazy("Take a format from a file"),
        help_text=gettext_lazy("A file counts instead of the format chosen above."),
        required=False,
        max_length=200,
    )

    def clean(self) -> dict[str, Any]:
        """Put the format in the place of its key, and leave out what nobody changed of the rules, so that it is as the format has it.

        Left out too is what is asked of MSO Acquire's rules, where another format is chosen: the page hides it then.
        """
        typed = super().clean()
        typed["format"] = shipped_format(typed.get("format") or MSO_ACQUIRE.key)
        hidden = {*OF_THE_RULES} if typed["format"] != MSO_ACQUIRE else set()
        for name in hidden & self.errors.keys():
            del self.errors[name]
        if file := typed.get("format_file"):
            try:
                typed["format"] = checked_format(file.read(LONGEST_FORMAT).decode(errors="replace"))
            except FormatError as refusal:
                self.add_error("format_file", list(refusal.sentences))
        changed = {*self.changed_data} & {*settable(typed["format"])} - hidden
        of_the_format = {"rounds_planned", *OF_THE_RULES} - changed
        return {name: value for name, value in typed.items() if name not in of_the_format}


def defaults() -> dict[str, Any]:
    """Return the initial values for a new event: no name, today's date, and the MSO's value for every setting."""
    return settings_of(Event()) | {"name": "", "date": timezone.localdate(), "venue": "", "network_name": ""}


def settings_of(event: Event) -> dict[str, Any]:
    """Return the settings of an event by the names of their form fields, and the key of its format."""
    return {name: getattr(event, name) for name in SETTABLE} | {"format": event.format.key}


class SizeForm(PageForm):
    """What a format leaves open for tables of one size: their multiplier and their minutes (R29, R60)."""

    def __init__(self, *typed: Any, rules: Format, size: int, **options: Any) -> None:
        """Ask for the numbers of tables of ``size`` that others have, and propose what the format suggests."""
        super().__init__(*typed, **options)
        word = SIZES[size]
        if rules.multipliers:
            proposed, *_others = rules.step(Scale).suggested.get(size, (None,))
            self.fields["multiplier"] = field_of(f"multiplier_{word}", initial=proposed, required=True)
        if rules.tables.minutes:
            self.fields["minutes"] = field_of(
                f"minutes_{word}", initial=rules.tables.suggested.get(size), required=True
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
