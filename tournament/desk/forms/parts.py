"""The parts of the settings page: which settings are in each, in which order, and which of them differ from the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy

from tournament.models import Event
from tournament.record.event import SWITCHES
from tournament.record.rulesets import RULED, Ruled
from tournament.record.settings import EXTRAS, RANGES, Extras
from tournament.tellings.history.labels import code_in_words, title_of_figure
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import whole


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the page: its anchor, its title for `gettext`, and the names of its settings in order.

    A switch of `EventRecord` whose heading is the title follows at the end of the part. A setting without a field in the form is chosen on
    a page of its own: the paper with the sheets, who is kept apart with the entries.
    """

    key: str
    title: str
    names: tuple[str, ...]


PARTS = (
    Part(
        "event",
        gettext_noop("Event"),
        ("name", "date", "rounds_planned", "venue", "organiser", "contact", "language", "lets_robots_in"),
    ),
    Part("players", gettext_noop("Players and names"), ("name_form", "names_shown", "currency", "fee", "junior_fee")),
    Part("draw", gettext_noop("Draw"), ("last_round", "apart_by")),
    Part("results", gettext_noop("Results"), ("result_check",)),
    Part(
        "paper",
        gettext_noop("Paper and phones"),
        ("paper", "sides", "paper_language", "second_language", "network_name"),
    ),
    Part("times", gettext_noop("Times"), ("minutes_six", "allowance_minutes")),
    Part(
        "rules",
        gettext_noop("Rules of this event"),
        ("multiplier_six", "fine_timing", "reading", "cut_tie_break", "seat_source", "dilution", "chain_set"),
    ),
    Part("extras", gettext_noop("What the desk shows"), ("extras",)),
)
"""The parts of the page in order."""

FIXED = (
    *("minutes_three", "minutes_four", "minutes_five"),
    *("multiplier_three", "multiplier_four", "multiplier_five"),
    *("sit_out_score", "pairing_problem_score", "fine_amount", "negative_cash", "fill_in_cash", "score_owner"),
)
"""Settings whose values the rules give: nobody is asked for them, and an event of before 4.0 that has others keeps them."""

OF_EXTRAS = {
    **dict.fromkeys(("currency", "fee", "junior_fee"), "fees"),
    **{name: row.extra for name, row in SWITCHES.items() if row.extra},
}
"""The extra to which a setting belongs; all others are of every event."""

RULED_EXTRAS = {"seat_source": "chart"}
"""The same of settings with a value that is usual: they are left out as long as they have it."""

BASICS = ("name", "date", "rounds_planned", *(("language",) if len(settings.LANGUAGES) > 1 else ()))
"""The settings that every new event needs."""

UNMARKED = frozenset(
    {
        *("name", "date", "venue", "organiser", "contact", "network_name", "language", "currency", "fee", "junior_fee"),
        *("multiplier_six", "minutes_six", "extras"),
    }
)
"""Settings that every event has its own value of, or of which the rules say nothing: they are never marked as changed."""


FOLDED = frozenset({"names_shown", "result_check"})
"""Settings whose help is long enough to be folded; a switch declares what is folded of its help."""


@dataclass(frozen=True, slots=True)
class Row:
    """A setting on the page: its field, how it ``differs`` in words (empty where it does not), its help, and ``more`` that is folded.

    ``options`` are the boxes of a list of boxes, each with its help.
    """

    field: forms.BoundField
    differs: str = ""
    help: str = ""
    more: str = ""
    options: tuple[tuple[object, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part as the page shows it; ``note`` is what the index says of it, and ``errors`` how many of its fields are wrong.

    ``fixed`` are the settings that only an event of before has otherwise than the rules, each with its value and how it differs.
    """

    key: str
    title: str
    rows: tuple[Row, ...]
    note: str = ""
    errors: int = 0
    differing: tuple[Row, ...] = field(default=())
    fixed: tuple[tuple[str, str, str], ...] = ()


def parts_of(form: forms.Form, *, without: tuple[str, ...] = ()) -> list[ShownPart]:
    """Return the parts of a form of settings, without the settings named; the first wrong field gets the focus.

    What differs is judged by the stored settings, the form's initial values.
    """
    first = next((name for name in _names() if name in form.errors), "")
    if first:
        form.fields[first].widget.attrs["autofocus"] = True
    shown = []
    for part in PARTS:
        rows = tuple(_row(form, name) for name in _names(part) if name in form.fields and name not in without)
        differing = tuple(row for row in rows if row.differs)
        errors = sum(bool(row.field.errors) for row in rows)
        fixed = _fixed(form.initial) if part.key == "rules" else ()
        if rows:
            note = _note(form, part, len(differing) + len(fixed))
            shown.append(ShownPart(part.key, _(part.title), rows, note, errors, differing, fixed))
    return shown


def _fixed(stored: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
    """Return the settings that the rules fix and an event has otherwise, each with its value and how it differs."""
    found = []
    for name in FIXED:
        if stored[name] != RULED[name].value:
            differs = _differs_from(RULED[name], _value_of(name, RULED[name].value))
            found.append((title_of_figure(name), _value_of(name, stored[name]), differs))
    return tuple(found)


def _value_of(name: str, value: Any) -> str:
    """Return the value of a setting as people read it."""
    return RANGES[name].written(value) if name in RANGES else code_in_words(name, value)


def leave_out_extras(form: forms.Form) -> None:
    """Leave out the settings of extras that are switched off, except where a setting is on or sent all the same."""
    extras = Extras.of(str(form.initial.get("extras") or ""))
    for name, extra in OF_EXTRAS.items():
        if not (getattr(extras, extra) or form.initial.get(name) or name in form.data):
            del form.fields[name]
    for name, extra in RULED_EXTRAS.items():
        if not getattr(extras, extra) and name not in form.data and form.initial.get(name) == RULED[name].value:
            form.fields.pop(name, None)


def _names(*parts: Part) -> Iterator[str]:
    """Yield the names of the settings in these parts, or in all of them."""
    for part in parts or PARTS:
        yield from part.names
        yield from (name for name, row in SWITCHES.items() if row.group == part.title)


def _note(form: forms.Form, part: Part, differing: int) -> str:
    """Return what the index says of a part: how many settings are changed, or how many extras are on; empty for none."""
    if part.key == "extras":
        on = len(str(form.initial.get("extras") or "").split())
        return ngettext("{n} on", "{n} on", on) if on else ""
    return ngettext("{n} changed", "{n} changed", differing) if differing else ""


def _row(form: forms.Form, name: str) -> Row:
    """Return the row of a setting."""
    bound = form[name]
    words = str(bound.help_text)
    brief, more = ("", words) if name in FOLDED else (words, _(SWITCHES[name].more) if _has_more(name) else "")
    options: tuple[tuple[object, str], ...] = ()
    if name == "extras":
        options = tuple((box, _(extra.help)) for box, extra in zip(bound, EXTRAS.values(), strict=True))
    return Row(bound, _differs(bound, form.initial), brief, more, options)


def _has_more(name: str) -> bool:
    """Return whether a setting is a switch with help that is folded."""
    return name in SWITCHES and bool(SWITCHES[name].more)


def _differs(bound: forms.BoundField, stored: Mapping[str, Any]) -> str:
    """Return how a stored setting differs: from what the rules say, or where they say nothing, from that of a new event."""
    name = bound.name
    if name in UNMARKED or name not in stored:
        return ""
    ruled = RULED.get(name)
    if ruled is None:
        return _("changed") if stored[name] != getattr(Event(), name) else ""
    if stored[name] == ruled.value:
        return ""
    return _differs_from(ruled, _said(bound.field, ruled.value))


def _differs_from(ruled: Ruled, value: str) -> str:
    """Return that a setting is not what the rules say; ``value`` is their value in words."""
    if not ruled.rule:
        return _("differs from the rules: {value}", value=value)
    return _("differs from the rules: {value} ({rule})", value=value, rule=ruled.rule)


def _said(asked: forms.Field, value: Any) -> str:
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
