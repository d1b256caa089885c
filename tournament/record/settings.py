"""What the settings of an event may be: numbers between two bounds, switches, and what the desk offers only on request.

The form and the archive accept only numbers between the bounds. A switch is on or off and has no effect on the rules; it is
declared once, at its field of `EventRecord`, and the settings page, the service that changes settings, the query that reads them and the
record that players see follow from that. `Extras` are what few events need: the desk offers each of them only where it is switched on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from wording import gettext as _
from wording import gettext_noop
from wording.figures import decimals, whole
from wording.worded import Worded

LONGEST_EVENT_NAME = 120


@dataclass(frozen=True, slots=True)
class Range:
    """The allowed values of a numeric setting: the least and greatest value, and a function that writes a value.

    ``may_be_open`` allows None.
    """

    least: int
    most: int
    written: Callable[[int], str] = str
    may_be_open: bool = False

    def refusal(self, name: str, value: object) -> str:
        """Return why a value is not allowed for the setting called ``name``, as a clause with the range; empty if it is."""
        if self.may_be_open and value is None:
            return ""
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return ""
        return _(
            "{setting} must be between {least} and {most}",
            setting=name,
            least=self.written(self.least),
            most=self.written(self.most),
        )


def _multiplier(*, may_be_open: bool = False) -> Range:
    """Return the range of a size multiplier."""
    return Range(1, 10_000, _decimals, may_be_open)


def _minutes(*, may_be_open: bool = False) -> Range:
    """Return the range of minutes per player."""
    return Range(1, 600, may_be_open=may_be_open)


def _decimals(value: int) -> str:
    """Return a setting in thousandths with three decimals."""
    return decimals(value, 3)


RANGES: Mapping[str, Range] = MappingProxyType(
    {
        "rounds_planned": Range(1, 9),
        "fine_amount": Range(100, 1_000_000, whole),
        "multiplier_three": _multiplier(),
        "multiplier_four": _multiplier(),
        "multiplier_five": _multiplier(),
        "multiplier_six": _multiplier(may_be_open=True),
        "minutes_three": _minutes(),
        "minutes_four": _minutes(),
        "minutes_five": _minutes(),
        "minutes_six": _minutes(may_be_open=True),
        "allowance_minutes": Range(0, 120),
        "sit_out_score": Range(0, 100_000, _decimals),
        "pairing_problem_score": Range(0, 100_000, _decimals),
        "dilution": Range(1, 2_000, _decimals),
    }
)
"""Every setting that is a number, by the name of its column."""


@dataclass(frozen=True, slots=True)
class EventSwitch:
    """A switch on the settings page: the anchor of its part, and for `gettext` its label and a line of help.

    Only the desk sees a private switch: players' pages are not reloaded when it is changed, and in the record for the public it is off.
    One that belongs to an ``extra`` (a name of `EXTRAS`) stands below the switch of that.
    """

    group: str
    label: str
    help: str
    is_private: bool
    extra: str = ""


def switch(group: str, label: str, help_text: str, *, is_private: bool = False, extra: str = "") -> Any:
    """Declare a switch, off by default, at a field of a dataclass. The event's row has a column of the same name."""
    return field(default=False, metadata={EventSwitch: EventSwitch(group, label, help_text, is_private, extra)})


def switches_of(kind: Any) -> Mapping[str, EventSwitch]:
    """Return the switches that a dataclass declares, by the names of their fields."""
    return {each.name: each.metadata[EventSwitch] for each in fields(kind) if EventSwitch in each.metadata}


class Trait(StrEnum):
    """What players have in common who are kept apart by a setting of the event: the column of an entry."""

    CLUB = "club"
    TEAM = "team"
    COUNTRY = "country"


def kept_apart_by(codes: str) -> dict[Trait, bool]:
    """Return by which traits an event keeps its players apart, each with whether it does so always, of the codes that its row stores.

    A code is the name of a trait, with "!" after it for always; codes that this version does not know are left out.
    """
    known = {trait.value: trait for trait in Trait}
    return {known[code.rstrip("!")]: code.endswith("!") for code in codes.split() if code.rstrip("!") in known}


def codes_apart(by: Mapping[Trait, bool]) -> str:
    """Return traits as an event's row stores them, in the order of the class, with blanks between them."""
    return " ".join(f"{trait.value}{'!' * by[trait]}" for trait in Trait if trait in by)


class ScoreOwner(Worded):
    """Who owns the score of a seat in which somebody else plays on: the person who was entered first, or the new one (R71)."""

    FIRST = "first-person", gettext_noop("the first person")
    NEW = "new-person", gettext_noop("the new person")


@dataclass(frozen=True, slots=True)
class ExtraWords:
    """The label of an extra on the settings page, and a line of help, both for `gettext`."""

    label: str
    help: str


def _extra_field(label: str, help_text: str) -> Any:
    """Declare an extra, off by default, at a field of `Extras`."""
    return field(default=False, metadata={ExtraWords: ExtraWords(label, help_text)})


@dataclass(frozen=True, slots=True)
class Extras:
    """What the desk of an event offers only where its director has switched it on: one flag for each.

    They change what is offered, never what counts: addresses, commands and programs do the same either way. An event's row stores the
    names of the flags that are on, in the order of this class, with blanks between them.
    """

    devices: bool = _extra_field(gettext_noop("Play on phones or tablets"), "")
    scribe: bool = _extra_field(gettext_noop("Scribe's board"), gettext_noop("A game written down move by move."))
    clocks: bool = _extra_field(gettext_noop("Table clocks"), "")
    fill_ins: bool = _extra_field(
        gettext_noop("Fill-ins"),
        gettext_noop("An unranked player completes a table; not in the rules (R70)."),
    )
    take_overs: bool = _extra_field(
        gettext_noop("Seats taken over"),
        gettext_noop("Somebody takes over a player's seat; not in the rules (R71)."),
    )
    chart: bool = _extra_field(
        gettext_noop("Movement chart"), gettext_noop("The tables for all random rounds at once.")
    )
    seeds: bool = _extra_field(gettext_noop("Seeds of draws"), gettext_noop("Numbers for repeating a draw."))
    proofs: bool = _extra_field(gettext_noop("Proofs of draws"), gettext_noop("Why there is no better draw."))
    rules: bool = _extra_field(
        gettext_noop("Rule numbers after sentences"),
        "",
    )
    self_check_in: bool = _extra_field(
        gettext_noop("Self check-in"),
        gettext_noop("With the code on the place card."),
    )
    fees: bool = _extra_field(gettext_noop("Fees"), "")
    registration: bool = _extra_field(
        gettext_noop("Registration by players"),
        gettext_noop("A public page with a waiting list."),
    )

    @classmethod
    def of(cls, codes: str) -> Extras:
        """Return the extras of stored names; names that this version does not know are left out."""
        return cls(**{name: True for name in codes.split() if name in EXTRAS})

    def __str__(self) -> str:
        """The names of those that are on, as an event's row stores them."""
        return " ".join(name for name in EXTRAS if getattr(self, name))


EXTRAS: Mapping[str, ExtraWords] = MappingProxyType({each.name: each.metadata[ExtraWords] for each in fields(Extras)})
"""The words of every extra by its name, in the order of the settings page."""
NO_EXTRAS = Extras()
"""What a new event has."""
