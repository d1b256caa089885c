"""Why a round, a table or its seats must stay as they are, in a sentence with what to do; pages and services both ask here."""

from __future__ import annotations

from tournament.day.ondevices import reason_to_stay_seated
from tournament.day.unconfirmed import tables_listed
from tournament.draw.naming import name_of_round, title_of_round
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import RoundKind, RoundState, SeatSource


def reason_not_in_play(record: EventRecord, round_: RoundRecord) -> str:
    """Return why no seat of this round can be changed: it is closed or a draft; empty if it is being played."""
    title = title_of_round(record, round_.number)
    if round_.is_closed:
        return f"{title} is closed; {_how_to_correct(record, round_)}."
    return "" if round_.has_begun else f"{title} is a draft."


def _how_to_correct(record: EventRecord, round_: RoundRecord) -> str:
    """Return what to do in a closed round instead of changing seats: correct the table, or reopen the round if that is possible."""
    if reason_not_to_reopen(record, round_):
        return "open the page of a table and correct the table"
    return "reopen it first"


def reason_not_to_reopen(record: EventRecord, round_: RoundRecord) -> str:
    """Return why a round cannot be reopened: it is not closed, or a later one was drawn from its results (R68); empty if it can."""
    title = title_of_round(record, round_.number)
    if not round_.is_closed:
        return f"{title} is not closed."
    later = next((row for row in record.rounds if row.number > round_.number), None)
    if later is None:
        return ""
    if not later.has_begun:
        draft = title_of_round(record, later.number)
        return f"{draft} has a draft that rests on {name_of_round(record, round_.number)}; discard the draft first."
    return (
        f"{title_of_round(record, later.number)} is drawn already. To put {name_of_round(record, round_.number)} right, open the page "
        "of a table and correct the table: its result, and who sat there (R68)."
    )


def reason_to_stay(round_: RoundRecord, number: int) -> str:
    """Return why nobody may leave or join table ``number``: a result, a pending report, or play on devices; empty if they may."""
    table = round_.table(number)
    if table.has_cash:
        return f"Table {number} has a result; clear it before moving players."
    if table.waiting is not None:
        return (
            f"Table {number} has a report that is not official yet; make it the result of the table and clear that "
            "before moving players."
        )
    return reason_to_stay_seated(table)


def reason_to_stay_public(record: EventRecord, round_: RoundRecord) -> str:
    """Return why a round cannot become a draft again: its reports would be lost; empty if it can."""
    title = title_of_round(record, round_.number)
    if round_.state is not RoundState.PUBLISHED:
        return f"{title} is {'closed' if round_.is_closed else 'a draft'}; only a round that is being played is unpublished."
    if any(table.has_cash for table in round_.tables):
        return f"{title} has results; clear them before unpublishing the round."
    if waiting := [table.number for table in round_.tables if table.waiting is not None]:
        return (
            f"{title} has reports that are not official yet, of {tables_listed(tuple(waiting)).lower()}; make them results and clear "
            "those before unpublishing the round."
        )
    if begun := [table.number for table in round_.tables if table.on_devices.has_begun]:
        return f"{tables_listed(tuple(begun))} {'have' if len(begun) > 1 else 'has'} begun on devices; what was played would be lost."
    return ""


def reason_not_to_seat_by(record: EventRecord, round_: RoundRecord, source: SeatSource) -> str:
    """Return why the order of play cannot come from ``source`` (R4, R6, R48); empty if it can."""
    if round_.is_closed:
        return reason_not_in_play(record, round_)
    if round_.kind is RoundKind.SWISS and source is SeatSource.CHART:
        return "The final is seated by starting tiles (R48)."
    if begun := tuple(table.number for table in round_.tables if table.on_devices.has_begun):
        return f"{tables_listed(begun)} {'have' if len(begun) > 1 else 'has'} begun on devices, where the order of play stands."
    return ""
