"""What a round is called on pages, as `draw.naming` has it."""

from __future__ import annotations

from django import template

from tournament.draw.naming import Drawn, label_of_round, name_of, name_of_round, title_of, title_of_round
from tournament.record.event import EventRecord

register = template.Library()


@register.filter
def round_name(record: EventRecord, number: int) -> str:
    """A round within a sentence: ``{{ event|round_name:number }}`` is "round 3" or "the final"."""
    return name_of_round(record, number)


@register.filter
def round_title(record: EventRecord, number: int) -> str:
    """A round at the head of a sentence: "Round 3" or "The final"."""
    return title_of_round(record, number)


@register.filter
def round_label(record: EventRecord, number: int) -> str:
    """A round as a station of the day: "Round 3" or "Final"."""
    return label_of_round(record, number)


@register.filter
def round_named(round_: Drawn) -> str:
    """A drawn round within a sentence, where no record is at hand."""
    return name_of(round_)


@register.filter
def round_titled(round_: Drawn) -> str:
    """A drawn round at the head of a sentence, where no record is at hand."""
    return title_of(round_)
