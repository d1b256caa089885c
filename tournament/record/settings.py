"""What the settings of an event may be: numbers between two bounds, and switches.

The form and the archive accept only numbers between the bounds. A switch is on or off and has no effect on the rules; it is
declared once, at its field of `EventRecord`, and the settings page, the service that changes settings, the query that reads them and the
record that players see follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from tournament.record.vocabulary import format_dollars, format_thousandths

LONGEST_EVENT_NAME = 120


@dataclass(frozen=True, slots=True)
class Range:
    """The allowed values of a numeric setting: its name in words, the least and greatest value, and a function that writes a value.

    ``may_be_open`` allows None.
    """

    words: str
    least: int
    most: int
    written: Callable[[int], str] = str
    may_be_open: bool = False

    def refusal(self, value: object) -> str:
        """Return why a value is not allowed, as a clause with the range; empty if it is."""
        if self.may_be_open and value is None:
            return ""
        if not isinstance(value, int) or isinstance(value, bool):
            return (
                f"{self.words} is no number, and must be from {self.written(self.least)} to {self.written(self.most)}"
            )
        if self.least <= value <= self.most:
            return ""
        return f"{self.words} is {self.written(value)}, and must be from {self.written(self.least)} to {self.written(self.most)}"


def _multiplier(size: str, *, may_be_open: bool = False) -> Range:
    """Return the range of a size multiplier."""
    return Range(f"the multiplier for a table of {size}", 1, 10_000, format_thousandths, may_be_open)


def _minutes(size: str, *, may_be_open: bool = False) -> Range:
    """Return the range of minutes per player."""
    return Range(f"the minutes for each player at a table of {size}", 1, 600, may_be_open=may_be_open)


RANGES: Mapping[str, Range] = MappingProxyType(
    {
        "rounds_planned": Range("the number of rounds", 1, 9),
        "fine_amount": Range("the fine in dollars", 100, 1_000_000, format_dollars),
        "multiplier_three": _multiplier("three"),
        "multiplier_four": _multiplier("four"),
        "multiplier_five": _multiplier("five"),
        "multiplier_six": _multiplier("six", may_be_open=True),
        "minutes_three": _minutes("three"),
        "minutes_four": _minutes("four"),
        "minutes_five": _minutes("five"),
        "minutes_six": _minutes("six", may_be_open=True),
        "allowance_minutes": Range("the allowance a round in minutes", 0, 120),
        "sit_out_score": Range("the score for sitting out", 0, 100_000, format_thousandths),
        "pairing_problem_score": Range("the score for a pairing problem", 0, 100_000, format_thousandths),
        "dilution": Range("the Pentamind dilution factor", 1, 2_000, format_thousandths),
    }
)
"""Every setting that is a number, by the name of its column."""


@dataclass(frozen=True, slots=True)
class EventSwitch:
    """A switch on the settings page: its heading, its label, and a line of help.

    Only the desk sees a private switch: players' pages are not reloaded when it is changed, and in the record for the public it is off.
    """

    group: str
    label: str
    help: str
    is_private: bool


def switch(group: str, label: str, help_text: str, *, is_private: bool = False) -> Any:
    """Declare a switch, off by default, at a field of a dataclass. The event's row has a column of the same name."""
    return field(default=False, metadata={EventSwitch: EventSwitch(group, label, help_text, is_private)})


def switches_of(kind: Any) -> Mapping[str, EventSwitch]:
    """Return the switches that a dataclass declares, by the names of their fields."""
    return {each.name: each.metadata[EventSwitch] for each in fields(kind) if EventSwitch in each.metadata}
