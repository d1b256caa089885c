"""Results that are held back from players, in words: which rounds, and the order that shows them."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.draw.naming import name_of_round
from tournament.record.event import EventRecord
from wording import gettext as _
from wording.figures import listed


def held_in_words(record: EventRecord, held: Sequence[int]) -> str:
    """Return the sentence that players do not see the results of the rounds ``held`` (their numbers) yet."""
    return _("Players do not see the results of {rounds} yet.", rounds=_named(record, held))


def to_show_results(record: EventRecord, held: Sequence[int]) -> str:
    """Return the words of the button that shows the results of the rounds ``held`` (their numbers)."""
    return _("Show the results of {rounds}", rounds=_named(record, held))


def _named(record: EventRecord, numbers: Sequence[int]) -> str:
    """Return rounds within a sentence: "round 1 and round 2"."""
    return listed([name_of_round(record, number) for number in numbers])
