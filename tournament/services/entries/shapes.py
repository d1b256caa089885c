"""Keeps how the director said that a list is to be read, and reads the next list of the same shape in that way."""

from __future__ import annotations

from tournament.day.lists.columns import Choices
from tournament.day.lists.rosters import Roster, RosterError, Surroundings, read_list
from tournament.day.lists.shapes import choices_kept, kept, shape_of
from tournament.installation.watching.apart import read_apart
from tournament.models import Event, ListShape

MOST_SHAPES = 20
"""The most shapes of lists that are kept for an event; the latest stay."""


def read_as_before(event: Event, text: str, around: Surroundings, choices: Choices) -> Roster:
    """Return a list as understood, with the columns as the director chose them for the last list with the same headings.

    Raises RosterError as `read_list` does.
    """
    roster = read_apart(RosterError, read_list, text, around, choices)
    if roster.columns is None or choices.fields or roster.columns.is_whole_lines:
        return roster
    known = ListShape.objects.filter(event=event, shape=shape_of(roster.columns)).first()
    if known is None:
        return roster
    chosen = Choices(choices.sheet, choices.separator, choices.has_headings, choices_kept(known.fields).fields)
    return read_apart(RosterError, read_list, text, around, chosen)


def remember(event: Event, roster: Roster) -> None:
    """Keep what the director chose for the columns of this list, which has been entered."""
    if roster.columns is None or roster.columns.is_whole_lines:
        return
    ListShape.objects.update_or_create(
        event=event, shape=shape_of(roster.columns), defaults={"fields": kept(roster.columns)}
    )
    too_many = ListShape.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True)[MOST_SHAPES:]
    ListShape.objects.filter(pk__in=list(too_many)).delete()
