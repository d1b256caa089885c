"""The names of rounds: "round 3", or "the final" where the last one is cut from the standings (R45)."""

from __future__ import annotations

from typing import Protocol

from tournament.draw.allocation import AllocationError, arrangements, is_swiss_final
from tournament.record.event import EventRecord
from tournament.record.vocabulary import RoundKind, Status
from wording import gettext as _
from wording import ngettext, pgettext
from wording.figures import whole


def is_the_final(record: EventRecord, number: int) -> bool:
    """Return whether round ``number`` is the Swiss final: as drawn, else as expected from the tables so far or the players expected."""
    if record.has_round(number):
        return record.round(number).kind is RoundKind.SWISS
    sizes = announced_sizes(record, number)
    return number == record.rounds_planned and is_swiss_final(sizes, record.rounds_planned, record.ruleset)


def announced_sizes(record: EventRecord, number: int) -> tuple[int, ...]:
    """Return the table sizes from which players expect the format of round ``number``.

    They are those of the last drawn round before it, else those that everybody expected would make; empty if too few are expected.
    """
    drawn = [round_.sizes for round_ in record.rounds if round_.number < number and round_.tables]
    if drawn:
        return drawn[-1]
    expected = sum(entry.status in (Status.PRESENT, Status.REGISTERED, Status.LATE) for entry in record.entries)
    try:
        return arrangements(expected)[0].sizes
    except AllocationError:
        return ()


class Drawn(Protocol):
    """A drawn round: a `RoundRecord` or a row of the database."""

    @property
    def number(self) -> int:
        """The number of the round."""

    @property
    def kind(self) -> str:
        """How the round came about, a value of `RoundKind`."""


def name_of(round_: Drawn) -> str:
    """Return the name of a drawn round within a sentence: "round 3", "the final"."""
    return _("the final") if round_.kind == RoundKind.SWISS else _("round {number}", number=round_.number)


def title_of(round_: Drawn) -> str:
    """Return the name of a drawn round as a heading: "Round 3", "The final"."""
    return _("The final") if round_.kind == RoundKind.SWISS else _("Round {number}", number=round_.number)


def name_of_round(record: EventRecord, number: int) -> str:
    """Return the name of any round within a sentence: "round 3", "the final"."""
    return _("the final") if is_the_final(record, number) else _("round {number}", number=number)


def name_after(record: EventRecord, number: int) -> str:
    """Return the name of any round where "after", "since", "from" or "to" stands before it: languages have a form of their own there."""
    if is_the_final(record, number):
        return pgettext("behind after, since, from or to", "the final")
    return _("round {number}", number=number)


def title_of_round(record: EventRecord, number: int) -> str:
    """Return the name of any round as a heading: "Round 3", "The final"."""
    return _("The final") if is_the_final(record, number) else _("Round {number}", number=number)


def label_of_round(record: EventRecord, number: int) -> str:
    """Return the name of a round as a step in the agenda of the day: "Round 3", "Final"."""
    return pgettext("the last round", "Final") if is_the_final(record, number) else _("Round {number}", number=number)


def table_of(size: int) -> str:
    """Return the name of a table by its number of players: "Table of 4"."""
    return _("Table of {size}", size=size)


def span_in_words(rounds: int) -> str:
    """Return the random rounds over which figures count: "the 3 random rounds"; ``rounds`` is 0 where it is not known."""
    if not rounds:
        return _("all random rounds")
    return ngettext("the one random round", "the {count} random rounds", rounds, count=whole(rounds))
