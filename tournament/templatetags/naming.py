"""What a round is called on pages, as `draw.naming` has it."""

from __future__ import annotations

from django import template

from tournament.draw.naming import name_of_round, title_of_round
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
