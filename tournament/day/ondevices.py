"""Tables that play on devices: whether one may, which still play, and the state of each in sentences for the desk."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.day.unconfirmed import numbers_listed
from tournament.draw.clock import ClockError, minutes_per_player
from tournament.draw.naming import title_of_round
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.gaming import OnDevices
from tournament.record.vocabulary import RoundState
from wording import gettext as _
from wording import ngettext

SILENT_AFTER = 5
"""The minutes after the end of a game after which the director may accept its result for a player who has not confirmed it."""


def reason_not_to_play(record: EventRecord, round_: RoundRecord, table: TableRecord) -> str:
    """Return why a table cannot play on devices, with what to do; empty if it can."""
    if round_.state is not RoundState.PUBLISHED:
        return _(
            "{round} is not being played.",
            round=title_of_round(record, round_.number),
        )
    if table.on_devices is not OnDevices.NONE:
        return begun_on_devices([table.number])
    if table.has_reported or table.has_cash:
        return _("Table {table} has already reported its result.", table=table.number)
    try:
        minutes_per_player(table.size, record.ruleset)
    except ClockError as unknown:
        return str(unknown)
    return ""


def begun_on_devices(tables: Sequence[int]) -> str:
    """Return the sentence that tables have started to play on devices."""
    return ngettext(
        "Table {tables} has started playing on phones or tablets.",
        "Tables {tables} have started playing on phones or tablets.",
        len(tables),
        tables=numbers_listed(tables),
    )


def reason_to_stay_seated(table: TableRecord) -> str:
    """Return why nobody may leave or join a table that plays on devices: its game would be lost; empty if they may."""
    if not table.on_devices.has_begun:
        return ""
    return (
        begun_on_devices([table.number])
        + " "
        + _("If a player has to leave, rule them out of time under “Rulings”; the others play on (R31, R54).")
    )


def going_on(round_: RoundRecord) -> tuple[int, ...]:
    """Return the tables whose games on devices have begun but whose results are not agreed yet."""
    return tuple(table.number for table in round_.tables if table.on_devices.is_going_on)


def still_playing(round_: RoundRecord) -> tuple[int, ...]:
    """Return the tables opened for play on devices that have neither reported nor agreed yet."""
    return tuple(
        table.number
        for table in round_.tables
        if table.on_devices is not OnDevices.NONE
        and not table.has_reported
        and table.on_devices is not OnDevices.AGREED
    )


def still_playing_in_words(tables: tuple[int, ...]) -> str:
    """Return which tables still play: "Tables 3 and 5 are still playing."."""
    return ngettext(
        "Table {tables} is still playing.",
        "Tables {tables} are still playing.",
        len(tables),
        tables=numbers_listed(tables),
    )


def _not_agreed(tables: tuple[int, ...]) -> str:
    """Return which tables have ended their games without agreement."""
    return ngettext(
        "Table {tables} has not agreed on its result yet.",
        "Tables {tables} have not agreed on their results yet.",
        len(tables),
        tables=numbers_listed(tables),
    )


def going_on_in_words(round_: RoundRecord, tables: tuple[int, ...]) -> str:
    """Return which tables still play, and which have ended without agreement."""
    over = tuple(number for number in tables if round_.table(number).on_devices is OnDevices.OVER)
    still = tuple(number for number in tables if number not in over)
    not_agreed = _not_agreed(over) if over else ""
    return " ".join(sentence for sentence in (still_playing_in_words(still) if still else "", not_agreed) if sentence)


def is_ready(round_: RoundRecord) -> bool:
    """Return whether every table played on devices, agreed and has no dispute; then one press of a button closes the round."""
    return (
        round_.state is RoundState.PUBLISHED
        and bool(round_.tables)
        and all(
            table.on_devices is OnDevices.AGREED
            and not table.is_disputed
            and not table.is_contested
            and (table.has_result or any(report.is_agreed for report in table.reports))
            for table in round_.tables
        )
    )
