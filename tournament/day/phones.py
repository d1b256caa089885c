"""Reports that are not official yet: what each table waits for, in sentences for the desk, for closing and for paper.

Tables that play on devices: whether one may, which still play, and the state of each in sentences for the desk.

Oddities of the phones at a table: a browser that had another name before, and a name that several browsers have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.draw.seating import ClockError, minutes_per_player, title_of_round
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import OnDevices, PlayerId, ReportSource, ResultCheck, RoundState
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import listed
from wording.worded import Worded

MOST_LISTED = 6
"""The most tables that a sentence names one by one."""


class PendingStep(Worded):
    """What a table's latest report still needs to become official.

    At the desk: a second typing, a decision between two typings, signatures, acceptance, or just a look. By phone: confirmation by the
    other players, or a decision between their versions.
    """

    SECOND_TYPING = "second-typing", gettext_noop("reported; enter it again")
    DECISION = "decision", gettext_noop("typed twice, differs")
    SIGNATURES = "signatures", gettext_noop("reported, not signed")
    ACCEPTANCE = "acceptance", gettext_noop("agreed by the table, not yet official")
    PLAYERS = "players", gettext_noop("reported by phone, not yet confirmed by everybody")
    VERSIONS = "versions", gettext_noop("the players disagree")
    LOOK = "look", gettext_noop("reported, not official")


def _step_in_words(step: PendingStep, tables: tuple[int, ...]) -> str:
    """Return the sentence on what some tables wait for."""
    many, names = len(tables), numbers_listed(tables)
    match step:
        case PendingStep.SECOND_TYPING:
            return ngettext(
                "Table {tables} needs a second check.", "Tables {tables} need a second check.", many, tables=names
            )
        case PendingStep.DECISION:
            return ngettext(
                "Table {tables} was entered twice, with different figures.",
                "Tables {tables} were entered twice, with different figures.",
                many,
                tables=names,
            )
        case PendingStep.SIGNATURES:
            return ngettext(
                "Not everyone at table {tables} has signed yet.",
                "Not everyone at tables {tables} has signed yet.",
                many,
                tables=names,
            )
        case PendingStep.ACCEPTANCE:
            return ngettext(
                "The players at table {tables} agree; the result needs accepting.",
                "The players at tables {tables} agree; the results need accepting.",
                many,
                tables=names,
            )
        case PendingStep.PLAYERS:
            return ngettext(
                "Table {tables} reported by phone, but not everybody there has confirmed.",
                "Tables {tables} reported by phone, but not everybody there has confirmed.",
                many,
                tables=names,
            )
        case PendingStep.VERSIONS:
            return ngettext(
                "The players at table {tables} disagree about the result.",
                "The players at tables {tables} disagree about their results.",
                many,
                tables=names,
            )
        case PendingStep.LOOK:
            return ngettext(
                "Table {tables} has a report that is not official yet.",
                "Tables {tables} have reports that are not official yet.",
                many,
                tables=names,
            )


def pending_step(record: EventRecord, table: TableRecord) -> PendingStep | None:
    """Return what the latest report of a table waits for; None if no report is pending."""
    if not table.reports:
        return PendingStep.LOOK if table.waiting is not None else None
    latest = table.reports[-1]
    if table.is_contested:
        return PendingStep.VERSIONS
    if table.is_split:
        return PendingStep.DECISION
    if latest.is_agreed:
        return PendingStep.ACCEPTANCE
    if latest.source is ReportSource.PLAYER:
        return PendingStep.PLAYERS
    if latest.source is not ReportSource.DESK:
        return PendingStep.LOOK
    return {ResultCheck.REKEY: PendingStep.SECOND_TYPING, ResultCheck.TABLE: PendingStep.SIGNATURES}.get(
        record.result_check, PendingStep.LOOK
    )


def tables_by_pending_step(record: EventRecord, round_: RoundRecord) -> dict[PendingStep, tuple[int, ...]]:
    """Return the tables of a round with pending reports, by the step that they wait for."""
    found: dict[PendingStep, tuple[int, ...]] = {}
    for table in round_.tables:
        wait = pending_step(record, table)
        if wait is not None:
            found[wait] = (*found.get(wait, ()), table.number)
    return dict(sorted(found.items(), key=lambda row: list(PendingStep).index(row[0])))


def waiting_in_words(record: EventRecord, round_: RoundRecord) -> str:
    """Return what tables wait for: "Table 3 needs a second check."; empty if no report is pending."""
    return " ".join(_step_in_words(step, tables) for step, tables in tables_by_pending_step(record, round_).items())


def holds_up_closing(record: EventRecord, round_: RoundRecord) -> bool:
    """Return whether a pending report keeps the round from being closed; it never does in an event without a check of results."""
    return record.result_check is not ResultCheck.NONE and any(table.waiting is not None for table in round_.tables)


def numbers_listed(tables: Sequence[int]) -> str:
    """Return the numbers of tables as a list: "3 and 5"; of more than six tables, neighbours as a span: "1–7 and 9"."""
    if len(tables) <= MOST_LISTED:
        return listed(tables)
    runs: list[list[int]] = []
    for number in tables:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed(f"{run[0]}–{run[-1]}" if run[1:] else run[0] for run in runs)


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
        minutes_per_player(table.size, record.format)
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


ENOUGH = 2
"""The number of browsers from which an agreement counts as that of the table; from fewer it may come from one person alone."""


@dataclass(frozen=True, slots=True)
class PhoneHeld:
    """A phone that was let in for a player of a table, by its browser and the counter of the table's code.

    ``is_in`` says whether it still speaks for the player, ``at`` when it was let in.
    """

    player: PlayerId
    browser: str
    counter: int
    is_in: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class NameChanged:
    """A browser that speaks for one player of a table now, and spoke for others before."""

    player: PlayerId
    before: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class NamedTwice:
    """A player for whom several browsers speak at once; ``since`` has for each when it was let in."""

    player: PlayerId
    since: tuple[datetime, ...]


Oddity = NameChanged | NamedTwice
"""Something unusual about the phones of a table, which its players and the desk are told."""


def oddities_among(phones: Sequence[PhoneHeld]) -> tuple[Oddity, ...]:
    """Return the oddities among the phones of one table.

    Phones with different counters of the code are not compared: after the desk withdraws a code, everything starts anew.
    """
    return (*_earlier_names(phones), *_named_twice(phones))


def _earlier_names(phones: Sequence[PhoneHeld]) -> Iterable[NameChanged]:
    """Return for each player the earlier names of a browser that speaks for that player now."""
    now = {(row.browser, row.counter): row.player for row in phones if row.is_in}
    before: dict[PlayerId, dict[PlayerId, None]] = defaultdict(dict)
    for row in phones:
        player = now.get((row.browser, row.counter))
        if player is not None and row.player != player:
            before[player][row.player] = None
    return [NameChanged(player, tuple(earlier)) for player, earlier in before.items()]


def _named_twice(phones: Sequence[PhoneHeld]) -> Iterable[NamedTwice]:
    """Yield each player for whom more than one browser speaks now."""
    since: dict[PlayerId, list[datetime]] = defaultdict(list)
    for row in phones:
        if row.is_in:
            since[row.player].append(row.at)
    for player, times in since.items():
        if len(times) > 1:
            yield NamedTwice(player, tuple(times))
