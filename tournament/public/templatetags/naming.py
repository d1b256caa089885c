"""Filters for the names of rounds, as `draw.seating` makes them, and of players, in the form of the event."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from tournament.draw.seating import Drawn, name_after, name_of_round, title_of, title_of_round
from tournament.draw.seating import table_of as name_of_table
from tournament.public import lists
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId

register = template.Library()


@register.filter
def round_name(record: EventRecord, number: int) -> str:
    """Return the name of a round within a sentence: ``{{ event|round_name:number }}`` is "round 3" or "the final"."""
    return name_of_round(record, number)


@register.filter
def round_after(record: EventRecord, number: int) -> str:
    """Return the name of a round where "after", "from" or "to" stands before it."""
    return name_after(record, number)


@register.filter
def round_title(record: EventRecord, number: int) -> str:
    """Return the name of a round at the beginning of a sentence: "Round 3" or "The final"."""
    return title_of_round(record, number)


@register.filter
def round_titled(round_: Drawn) -> str:
    """Return the name of a drawn round at the beginning of a sentence, in templates without the event's record."""
    return title_of(round_)


@register.filter
def table_of(size: int) -> str:
    """Return the name of a table by its number of players: "Table of 4"."""
    return name_of_table(size)


@register.filter
def named(name: str, record: EventRecord) -> SafeString:
    """Return the name of a player of the event as markup, with the surname in bold: ``{{ seat.name|named:event }}``.

    Attributes, ``title``, ``option`` and the words of buttons hold plain text: there a name stands without the filter.
    """
    return lists.name_markup(name, record)


@register.filter
def bold(name: str, surname: str) -> SafeString:
    """Return a name as markup with this part of it in bold: ``{{ entry.name|bold:entry.surname }}``, where no record is at hand."""
    return lists.name_in_bold(name, surname)


@register.filter
def player_name(record: EventRecord, number: int) -> str:
    """Return the name of the player of this number in the form of the event, where a template has a row of the database."""
    return record.name_of(PlayerId(number))
