"""Why a round, a table or its seats must stay as they are, in a sentence with what to do; pages and services both ask here."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.day.ondevices import begun_on_devices, reason_to_stay_seated
from tournament.day.unconfirmed import numbers_listed
from tournament.draw.naming import name_of_round, title_of_round
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import RoundKind, RoundState, SeatSource
from wording import gettext as _
from wording import ngettext


def reason_not_in_play(record: EventRecord, round_: RoundRecord) -> str:
    """Return why no seat of this round can be changed: it is closed or a draft; empty if it is being played."""
    title = title_of_round(record, round_.number)
    if round_.is_closed and reason_not_to_reopen(record, round_):
        return _("{round} is closed; open a table's page to correct it.", round=title)
    if round_.is_closed:
        return _("{round} is closed; reopen it first.", round=title)
    return "" if round_.has_begun else _("{round} is a draft; publish it first.", round=title)


def reason_not_to_reopen(record: EventRecord, round_: RoundRecord) -> str:
    """Return why a round cannot be reopened: it is not closed, or a later one was drawn from its results (R68); empty if it can."""
    title = title_of_round(record, round_.number)
    if not round_.is_closed:
        return _("{round} is not closed.", round=title)
    later = next((row for row in record.rounds if row.number > round_.number), None)
    if later is None:
        return ""
    next_title = title_of_round(record, later.number)
    if not later.has_begun:
        return _("{round} was drawn from these results; discard that draft first.", round=next_title)
    return _(
        "{later} has already been drawn. To fix {round}, open a table's page and correct its result or who sat there (R68).",
        later=next_title,
        round=name_of_round(record, round_.number),
    )


def reason_to_stay(round_: RoundRecord, number: int) -> str:
    """Return why nobody may leave or join table ``number``: a result, a pending report, or play on devices; empty if they may."""
    table = round_.table(number)
    if table.has_cash:
        return _("Table {table} has a result; clear it first.", table=number)
    if table.waiting is not None:
        return _not_official([number])
    return reason_to_stay_seated(table)


def _not_official(tables: Sequence[int]) -> str:
    """Return the sentence that tables have reports that are not official yet, with what to do first."""
    return ngettext(
        "Table {tables} has a report that is not official yet; accept it and clear the result first.",
        "Tables {tables} have reports that are not official yet; accept them and clear the results first.",
        len(tables),
        tables=numbers_listed(tables),
    )


def reason_to_stay_public(record: EventRecord, round_: RoundRecord) -> str:
    """Return why a round cannot become a draft again: its reports would be lost; empty if it can."""
    title = title_of_round(record, round_.number)
    if round_.state is not RoundState.PUBLISHED:
        return _("{round} is not being played.", round=title)
    if official := [table.number for table in round_.tables if table.has_cash]:
        return _("Table {table} has a result; clear it first.", table=official[0])
    if waiting := [table.number for table in round_.tables if table.waiting is not None]:
        return _not_official(waiting)
    if begun := [table.number for table in round_.tables if table.on_devices.has_begun]:
        return begun_on_devices(begun)
    return ""


def reason_not_to_seat_by(record: EventRecord, round_: RoundRecord, source: SeatSource) -> str:
    """Return why the order of play cannot come from ``source`` (R4, R6, R48); empty if it can."""
    if round_.is_closed:
        return reason_not_in_play(record, round_)
    if round_.kind is RoundKind.SWISS and source is SeatSource.CHART:
        return _("The final is seated by starting tiles (R48).")
    if begun := [table.number for table in round_.tables if table.on_devices.has_begun]:
        return begun_on_devices(begun)
    return ""
