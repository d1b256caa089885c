"""The parts of the settings page: which settings are in each, in which order, and which of them differ from the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy

from tournament.desk.fields import OrganiserForm
from tournament.models import Event
from tournament.record.event import SWITCHES
from tournament.record.format_check import shipped_keys
from tournament.record.formats import Format, shipped_format
from tournament.record.settings import EXTRAS, SETTINGS, Extras, Range, extras_of
from tournament.tellings.labels import code_in_words, title_of_figure
from wording import gettext as _
from wording import gettext_noop
from wording.figures import whole


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the page: its anchor, and its title for `gettext`.

    A switch of `EventRecord` whose group is the anchor follows at the end of the part. A setting without a field in the form is chosen on
    a page of its own: the paper with the sheets, who is kept apart with the entries.
    """

    key: str
    title: str


PARTS = (
    Part("event", gettext_noop("This event")),
    Part("players", gettext_noop("Players")),
    Part("draw", gettext_noop("Draw")),
    Part("results", gettext_noop("Results")),
    Part("paper", gettext_noop("Paper")),
    Part("times", gettext_noop("Times")),
    Part("rules", gettext_noop("For arbiters")),
    Part("extras", gettext_noop("More the desk can show")),
)
"""The parts of the page in order; all but the first are folded."""

OF_EXTRAS = {
    **{name: each.extra for name, each in SETTINGS.items() if each.extra},
    **{name: row.extra for name, row in SWITCHES.items() if row.extra},
}
"""The extra to which a setting belongs, below whose switch it stands; all others are of every event."""

BASICS = ("name", "date", "rounds_planned", *(("language",) if len(settings.LANGUAGES) > 1 else ()))
"""The settings that every new event needs."""


@dataclass(frozen=True, slots=True)
class Row:
    """A setting on the page: its field, how it ``differs`` in words (empty where it does not), and its help."""

    field: forms.BoundField
    differs: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True)
class ExtraRow:
    """The switch of an extra, its help, and the settings that it opens below itself; ``errors`` are of these."""

    key: str
    box: object
    help: str
    rows: tuple[Row, ...]
    errors: int = 0


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part as the page shows it, with its settings and its switches of extras; ``errors`` is how many of its fields are wrong.

    ``fixed`` are the settings that only an event of before has otherwise than the rules, each with its value and how it differs.
    """

    key: str
    title: str
    rows: tuple[Row, ...]
    extras: tuple[ExtraRow, ...] = ()
    fixed: tuple[tuple[str, str, str], ...] = ()
    is_folded: bool = True

    @property
    def errors(self) -> int:
        """How many of its fields are wrong."""
        return sum(bool(row.field.errors) for row in self.rows) + sum(extra.errors for extra in self.extras)


class SettingsForm(OrganiserForm):
    """A form of settings for events of a format."""

    plays: Format


def parts_of(form: SettingsForm, *, without: tuple[str, ...] = ()) -> list[ShownPart]:
    """Return the parts of a form of settings, without the settings named; the first wrong field gets the focus.

    What an event has otherwise than usual is a part of its own, judged by the stored settings, the form's initial values.
    """
    first = next((name for name in names_of() if name in form.errors), "")
    if first:
        form.fields[first].widget.attrs["autofocus"] = True
    switched_on = str(form.initial.get("extras") or "").split()
    extras = list(_extra_rows(form))
    other: list[Row] = []
    shown = []
    for part in PARTS:
        is_first = part is PARTS[0]
        rows = [_row(form, name) for name in names_of(part) if name in form.fields and name not in (*without, "extras")]
        rows = [row for row in rows if row.field.name not in OF_EXTRAS or _stands_out(row, switched_on)]
        other += [] if is_first else [row for row in rows if row.differs]
        rows = [row for row in rows if is_first or not row.differs]
        off = tuple(row for row in extras if row.key not in switched_on) if part.key == "extras" else ()
        if rows or off:
            shown.append(ShownPart(part.key, _(part.title), tuple(rows), off, is_folded=not is_first))
    on, fixed = tuple(row for row in extras if row.key in switched_on), _differing_fixed_settings(form)
    if other or on or fixed:
        shown.insert(1, ShownPart("different", _("Different from usual"), tuple(other), on, fixed, is_folded=False))
    return shown


def _stands_out(row: Row, switched_on: list[str]) -> bool:
    """Return whether a setting of an extra is to be seen although the extra is off: it is not the usual one."""
    return bool(row.differs) and OF_EXTRAS[row.field.name] not in switched_on


def _extra_rows(form: SettingsForm) -> Iterator[ExtraRow]:
    """Yield the switches of what the desk shows, each with the settings that belong to it."""
    switched_on = str(form.initial.get("extras") or "").split()
    for box, (key, extra) in zip(form["extras"], extras_of(form.plays).items(), strict=True):
        rows = [_row(form, name) for name, owner in OF_EXTRAS.items() if owner == key and name in form.fields]
        rows = [row for row in rows if not _stands_out(row, switched_on)]
        yield ExtraRow(key, box, _(extra.help), tuple(rows), sum(bool(row.field.errors) for row in rows))


def _differing_fixed_settings(form: SettingsForm) -> tuple[tuple[str, str, str], ...]:
    """Return the settings that the rules fix and an event has otherwise, each with its value and how it differs."""
    found = []
    for name, each in SETTINGS.items():
        stored, usual = form.initial[name], _usual(name, form.initial[name], form.plays.key)
        if not each.part and each.is_of(form.plays) and stored != usual:
            found.append(
                (title_of_figure(name), _value_of(name, stored), _differs_from(each.rule, _value_of(name, usual)))
            )
    return tuple(found)


def _value_of(name: str, value: Any) -> str:
    """Return the value of a setting as people read it."""
    kind = SETTINGS[name].kind
    return kind.written(value) if isinstance(kind, Range) else code_in_words(name, value)


def names_of(*parts: Part) -> Iterator[str]:
    """Yield the names of the settings in these parts, or in all of them."""
    for part in parts or PARTS:
        yield from (name for name, each in SETTINGS.items() if each.part == part.key)
        yield from (name for name, row in SWITCHES.items() if row.group == part.key)


def _row(form: SettingsForm, name: str) -> Row:
    """Return the row of a setting."""
    bound = form[name]
    return Row(bound, _difference_in_words(bound, form.initial, form.plays.key), str(bound.help_text))


def _difference_in_words(bound: forms.BoundField, stored: Mapping[str, Any], form: str) -> str:
    """Return how a stored setting differs: from what the rules say, or where they say nothing, from that of a new event."""
    setting = SETTINGS.get(bound.name)
    if bound.name not in stored or (setting and setting.is_own):
        return ""
    usual = _usual(bound.name, stored[bound.name], form)
    if stored[bound.name] == usual:
        return ""
    if setting is None or not setting.rule:
        return _("changed")
    return _differs_from(setting.rule, _value_in_words(bound.field, usual))


def _usual(name: str, stored: Any, form: str) -> Any:
    """Return the value of a setting in a new event of the format of that key; of a format from a file, what is stored."""
    return getattr(_new_event(form), name) if form in shipped_keys() else stored


@cache
def _new_event(form: str) -> Event:
    """Return a new event of the format of that key, which is not stored."""
    plays = shipped_format(form)
    return Event(format=plays, rounds_planned=plays.rounds_planned)


def _differs_from(rule: str, value: str) -> str:
    """Return that a setting is not as the rules have it; ``value`` is theirs in words."""
    return _("differs from the rules, which say {value} ({rule})", value=value, rule=rule)


def _value_in_words(asked: forms.Field, value: Any) -> str:
    """Return a value of a field in words: those of a choice, or the number as the field shows it."""
    if isinstance(asked, forms.ChoiceField):
        return str(dict(asked.choices)[value])  # type: ignore[arg-type]
    return whole(value) if isinstance(asked, forms.IntegerField) else str(asked.prepare_value(value))


class ExtrasField(forms.MultipleChoiceField):
    """Boxes for what the desk shows; the value is the text that an event's row stores (`Extras`)."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=[(name, gettext_lazy(row.label)) for name, row in EXTRAS.items()], **options)

    def prepare_value(self, value: Any) -> Any:
        """Return the names that are on as a list."""
        return value.split() if isinstance(value, str) else value

    def to_python(self, value: Any) -> list[str]:
        """Return the names that were sent, one a box or all of them in one text."""
        return [name for sent in super().to_python(value) for name in sent.split()]

    def clean(self, value: Any) -> Any:
        """Return the names that were ticked, in the order in which they are stored."""
        return str(Extras.of(" ".join(super().clean(value))))
