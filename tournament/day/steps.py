"""The words about a draft or a round in the agenda of the day: what changed since it was drawn, and the words on its buttons."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.draw.naming import is_the_final, name_of_round
from tournament.record.event import EventRecord
from wording import gettext as _
from wording.figures import listed


def to_draw(record: EventRecord, number: int) -> str:
    """Return the words on the button that draws a round."""
    if is_the_final(record, number):
        return _("Seat the final")
    return _("Draw round {number}", number=number)


def to_draw_again(record: EventRecord, number: int) -> str:
    """Return the words on the button that draws a round again."""
    if is_the_final(record, number):
        return _("Seat the final again")
    return _("Draw round {number} again", number=number)


def to_publish(record: EventRecord, number: int) -> str:
    """Return the words on the button that publishes a round."""
    if is_the_final(record, number):
        return _("Publish the final")
    return _("Publish round {number}", number=number)


def to_print(record: EventRecord, number: int) -> str:
    """Return the words on the button that prints what a round needs."""
    if is_the_final(record, number):
        return _("Print the final")
    return _("Print round {number}", number=number)


def to_close(record: EventRecord, number: int) -> str:
    """Return the words on the button that closes a round."""
    if is_the_final(record, number):
        return _("Close the final")
    return _("Close round {number}", number=number)


def held_in_words(record: EventRecord, held: Sequence[int]) -> str:
    """Return the sentence that players do not see the results of the rounds ``held`` (their numbers) yet."""
    return _("Players cannot see the results of {rounds} yet.", rounds=_named(record, held))


def to_show_results(record: EventRecord, held: Sequence[int]) -> str:
    """Return the words of the button that shows the results of the rounds ``held`` (their numbers)."""
    return _("Show the results of {rounds}", rounds=_named(record, held))


def _named(record: EventRecord, numbers: Sequence[int]) -> str:
    """Return rounds within a sentence: "round 1 and round 2"."""
    return listed([name_of_round(record, number) for number in numbers])
