"""The choices of an event's settings: the stored value of each, and what the page of the settings offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tournament.record.vocabulary import CutTieBreak, Reading
from wording.worded import Worded

READINGS = (Reading.LITERAL, Reading.NOT_EVERY_ROUND, Reading.AT_MOST_TWICE)
EARLIER = {Reading.AT_MOST_TWICE.value, CutTieBreak.MOST_WINS.value, CutTieBreak.HEAD_TO_HEAD.value}
"""What only an event that has it is offered."""


def offered(members: Iterable[Worded]) -> Callable[[], list[tuple[str, str]]]:
    """Return what gives a form the choices of an enumeration, in the reader's language."""
    return lambda: [(each.value, each.offered) for each in members]
