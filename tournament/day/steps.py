"""The words about a draft or a round in the agenda of the day: what changed since it was drawn, and the words on its buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournament.draw.inputs import DrawInput
from tournament.draw.naming import is_the_final, name_of_round, title_of_round
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import listed

INPUTS_CHANGED: Mapping[DrawInput, str] = {
    DrawInput.PLAYERS: gettext_noop("The players or their earlier opponents have changed."),
    DrawInput.RESULTS: gettext_noop("Results have changed."),
    DrawInput.WISHES: gettext_noop("Players kept apart or fixed tables have changed."),
    DrawInput.SETTINGS: gettext_noop("The settings of the draw have changed."),
}
"""What changed since a draft was drawn, in sentences."""


def changed(parts: Iterable[DrawInput]) -> str:
    """Return a sentence on each input of a draw that changed."""
    return " ".join(_(INPUTS_CHANGED[part]) for part in parts)


def not_fitting(record: EventRecord, draft: RoundRecord) -> str:
    """Return the sentence that a draft must be drawn again."""
    return _(
        "{round} is a draft, but something has changed since it was drawn.", round=title_of_round(record, draft.number)
    )


def moved(record: EventRecord, came: set[PlayerId], left: set[PlayerId], gone: set[PlayerId]) -> str:
    """Return a sentence each on who came, who left and who is not checked in any more since the draw; empty if nobody did."""
    away = {player for player in gone if record.absence(player, record.next_round) is not None}
    gone = gone - away
    names = {
        key: _some([record.entry(player).name for player in sorted(players)])
        for key, players in (("came", came), ("left", left), ("gone", gone), ("away", away))
    }
    lines = (
        ngettext("{names} has arrived.", "{names} have arrived.", len(came), names=names["came"]) if came else "",
        ngettext("{names} has left.", "{names} have left.", len(left), names=names["left"]) if left else "",
        ngettext(
            "{names} is no longer checked in.", "{names} are no longer checked in.", len(gone), names=names["gone"]
        )
        if gone
        else "",
        ngettext("{names} will miss this round.", "{names} will miss this round.", len(away), names=names["away"])
        if away
        else "",
    )
    return " ".join(filter(None, lines))


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


def _some(names: list[str]) -> str:
    """Return up to three names, or their number if there are more."""
    return listed(names) if len(names) <= 3 else ngettext("{n} player", "{n} players", len(names))


def held_in_words(record: EventRecord, held: Sequence[int]) -> str:
    """Return the sentence that players do not see the results of the rounds ``held`` (their numbers) yet."""
    return _("Players do not see the results of {rounds} yet.", rounds=_named(record, held))


def to_show_results(record: EventRecord, held: Sequence[int]) -> str:
    """Return the words of the button that shows the results of the rounds ``held`` (their numbers)."""
    return _("Show the results of {rounds}", rounds=_named(record, held))


def _named(record: EventRecord, numbers: Sequence[int]) -> str:
    """Return rounds within a sentence: "round 1 and round 2"."""
    return listed([name_of_round(record, number) for number in numbers])
