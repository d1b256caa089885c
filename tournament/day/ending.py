"""End an event before every planned round is played: why that is impossible now, and the consequences."""

from __future__ import annotations

from dataclasses import replace

from tournament.day.leaving import if_rounds_count
from tournament.draw.naming import is_the_final, name_of, name_of_round, title_of, title_of_round
from tournament.record.event import EventRecord
from tournament.record.public import public_through
from tournament.record.vocabulary import RoundState, format_thousandths
from tournament.scores import Scores
from tournament.scores.scoring import ScoringError
from tournament.scores.totals import listed

MEDALS_NAMED = 5
"""The most winners that a sentence names; the others are counted."""


def reason_to_play_on(record: EventRecord) -> str:
    """Return why the event cannot end after its closed rounds, and what to do first; empty if it can."""
    if not record.closed_rounds:
        return "No round is closed yet, so there is nothing to give medals for. Close a round first, or put the event away."
    open_round = next((round_ for round_ in record.rounds if not round_.is_closed), None)
    if open_round is not None and open_round.state is RoundState.DRAFT:
        return f"{title_of(open_round)} is a draft. Discard the draft first, then end the event."
    if open_round is not None:
        return (
            f"{title_of(open_round)} is being played. Close it, so that it counts, or unpublish it and discard its draft; "
            "then end the event."
        )
    if record.is_complete:
        return "Every planned round is closed already. Look through the final list."
    if record.chart:
        return "The movement chart of the rounds to come is public. Unpublish it first, then end the event (R6)."
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
        f"{title_of(last)} was the last round: {len(record.closed_rounds)} "
        f"{'round counts' if last.number == 1 else 'rounds count'}, and {listed(gone)} {'is' if len(gone) == 1 else 'are'} not played.",
        *_medals(then),
    ]
    if is_the_final(record, record.rounds_planned):
        lines.append(
            f"{title_of_round(record, record.rounds_planned)} is not played, so gold goes to the best total (R43, R64)."
        )
    lines += if_rounds_count(record, then)
    if is_shown and public_through(then) < public_through(record):
        lines.append(
            f"The results of {name_of(last)} leave the public pages, as those of every last round do, until you publish the final list."
        )
    return (*lines, f"Undo plans {record.rounds_planned} rounds again.")


def _medals(then: EventRecord) -> list[str]:
    """Return a sentence on who would win medals, and one on Pentamind points; ``then`` is the event as ended."""
    try:
        places = Scores(then).medals
    except ScoringError:
        return []
    won = [
        f"{place.medal.value} for {then.name_of(place.player)} with {format_thousandths(place.total)}"
        for place in places
        if place.medal is not None
    ]
    more = f" and {len(won) - MEDALS_NAMED} more" if len(won) > MEDALS_NAMED else ""
    medals_won = (
        f"Medals by the totals of now: {', '.join(won[:MEDALS_NAMED])}{more}." if won else "There is no medal to give."
    )
    return [
        medals_won,
        "Pentamind points are those of the places of now (R66). Ties are ruled on the page of the medals (R65).",
    ]
