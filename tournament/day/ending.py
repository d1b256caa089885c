"""End an event before every planned round is played: why that is impossible now, and the consequences."""

from __future__ import annotations

from dataclasses import replace

from tournament.day.leaving import if_rounds_count
from tournament.draw.naming import is_the_final, name_of_round, title_of
from tournament.record.event import EventRecord
from tournament.record.public import public_through
from tournament.record.vocabulary import RoundState
from tournament.scores import Scores
from tournament.scores.scoring import ScoringError
from wording import gettext as _
from wording import ngettext
from wording.figures import decimals, listed
from wording.some import listed_some

MEDALS_NAMED = 5
"""The most winners that a sentence names; the others are counted."""


def reason_to_play_on(record: EventRecord) -> str:
    """Return why the event cannot end after its closed rounds, and what to do first; empty if it can."""
    if not record.closed_rounds:
        return _(
            "No rounds have been closed yet, so there are no medals to award. Close a round first, or archive the event."
        )
    open_round = next((round_ for round_ in record.rounds if not round_.is_closed), None)
    if open_round is not None and open_round.state is RoundState.DRAFT:
        return _("{round} is a draft. Discard the draft first, then end the event.", round=title_of(open_round))
    if open_round is not None:
        return (
            _("{round} is being played.", round=title_of(open_round))
            + " "
            + _("Close the round so that it counts, or unpublish it and discard its draft; then end the event.")
        )
    if record.is_complete:
        return _("All rounds are closed. Announce the medals, or publish the final list.")
    if record.chart:
        return _("The movement chart for the next rounds is public. Unpublish it first, then end the event (R6).")
    return ""


def ended(record: EventRecord) -> EventRecord:
    """Return the event as if only its closed rounds had been planned."""
    return replace(record, rounds_planned=len(record.closed_rounds))


def if_ended(record: EventRecord, *, is_shown: bool) -> tuple[str, ...]:
    """Return the consequences of ending the event now: rounds, medals and points; and public pages if the event ``is_shown`` there."""
    last = record.closed_rounds[-1]
    then = ended(record)
    gone = [name_of_round(record, number) for number in range(last.number + 1, record.rounds_planned + 1)]
    lines = [
        _("{round} will count as the last round.", round=title_of(last)),
        ngettext("Not played: {rounds}.", "Not played: {rounds}.", len(gone), rounds=listed(gone)),
        *_medals(then),
    ]
    if is_the_final(record, record.rounds_planned):
        lines.append(_("The final will not be played, so gold goes to the best total (R43, R64)."))
    lines += if_rounds_count(record, then)
    if is_shown and public_through(then) < public_through(record):
        lines.append(
            _(
                "The results of {round} will be hidden from the public pages until you publish the final list.",
                round=name_of_round(record, last.number),
            )
        )
    return tuple(lines)


def _medals(then: EventRecord) -> list[str]:
    """Return a sentence on who would win medals, and one on Pentamind points; ``then`` is the event as ended."""
    try:
        places = Scores(then).medals
    except ScoringError:
        return []
    won = [
        _(
            "{medal} for {player} with {total}",
            medal=_(place.medal.value),
            player=then.name_of(place.player),
            total=decimals(place.total, 3),
        )
        for place in places
        if place.medal is not None
    ]
    if not won:
        medals_won = _("There are no medals to award.")
    else:
        medals_won = _("Medals on the current totals: {medals}.", medals=listed_some(won, MEDALS_NAMED))
    return [
        medals_won,
        _("Pentamind points are based on the current places (R66). Rule on ties on the medals page (R65)."),
    ]
