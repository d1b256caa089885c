"""The hall while a round is played: the state of every table, in the order in which it needs somebody, and in a few words.

The calls of tables as a list, for the page of the desk and the incident book.

The progress of a round by phone: tables with a phone, tables that reported, agree or disagree; and oddities of a table's phones.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum

from tournament.day.at_table import CallRecord
from tournament.day.phones import NameChanged, Oddity, PendingStep, pending_step
from tournament.draw.seating import name_of, title_of_round
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.rounds import DisputeRecord
from tournament.record.vocabulary import PlayerId, ReportSource, RoundState
from tournament.scores.scoring import results_of
from tournament.scores.steps import ScoringError
from tournament.tellings.times import end_of
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.figures import clock_time, listed, whole

HEADINGS = (
    gettext_noop("Called"),
    gettext_noop("Round"),
    gettext_noop("Table"),
    gettext_noop("About"),
    gettext_noop("In their words"),
    gettext_noop("Minutes waited"),
    gettext_noop("Outcome"),
    gettext_noop("By"),
)
"""The heads of the list, for `gettext`."""


@dataclass(frozen=True, slots=True)
class CallLine:
    """One call of a table in words; ``minutes`` are those from the call to its end, or until now."""

    called_at: datetime
    round: int
    table: int
    about: str
    words: str
    minutes: int
    came_of_it: str
    by: str

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the columns of `HEADINGS` without the moment."""
        figures = (str(self.round), str(self.table), self.about, self.words, str(self.minutes))
        return (*figures, self.came_of_it, self.by)


def book_of(calls: Sequence[CallRecord], now: datetime, clock: tzinfo | None = None) -> list[CallLine]:
    """Return the calls that were answered or cancelled, in the order of ``calls``; times are in the zone ``clock`` if given."""
    lines = [_line(call, now) for call in calls if not call.is_open]
    return [replace(line, called_at=line.called_at.astimezone(clock)) for line in lines] if clock else lines


def _line(call: CallRecord, now: datetime) -> CallLine:
    """Return a call as a line."""
    if call.cancelled_at:
        end = _("cancelled by the table")
    elif call.answered_at:
        end = call.note or _("answered")
    else:
        end = _("waiting")
    about = _(call.kind.words)
    return CallLine(call.called_at, call.round, call.table, about, call.words, call.waited(now), end, call.answered_by)


@dataclass(frozen=True, slots=True)
class ByPhone:
    """The numbers of the tables of a round by how far their reports by phone are; ``tables`` counts all tables of the round.

    ``claimed`` tables have a phone that speaks for them. ``agreed`` tables need only the desk's acceptance.
    """

    tables: int
    claimed: tuple[int, ...]
    reported: tuple[int, ...]
    agreed: tuple[int, ...]
    disputed: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """Return "5 of 8 tables have a phone, 4 have reported by phone; agreed, not accepted yet: 2; disputed: 1"."""
        with_phone, tables = len(self.claimed), whole(self.tables)
        said = [
            ngettext(
                "{n} of {tables} tables has a phone, and {reported} reported by phone",
                "{n} of {tables} tables have a phone, and {reported} reported by phone",
                with_phone,
                tables=tables,
                reported=whole(len(self.reported)),
            )
        ]
        if self.agreed:
            said.append(_("agreed but not accepted yet: {tables}", tables=whole(len(self.agreed))))
        if self.disputed:
            said.append(_("disputed: {tables}", tables=whole(len(self.disputed))))
        return "; ".join(said)


def by_phone(record: EventRecord, round_: RoundRecord, claimed: Collection[int]) -> ByPhone:
    """Return the progress of a round by phone; ``claimed`` are the numbers of the tables for which a player's phone speaks."""
    reporting = [
        table
        for table in round_.tables
        if any(report.source is ReportSource.PLAYER for report in table.reports)
        or (table.official is not None and table.official.source is ReportSource.PLAYER)
    ]
    return ByPhone(
        tables=len(round_.tables),
        claimed=tuple(table.number for table in round_.tables if table.number in claimed),
        reported=tuple(table.number for table in reporting),
        agreed=tuple(table.number for table in reporting if pending_step(record, table) is PendingStep.ACCEPTANCE),
        disputed=tuple(table.number for table in reporting if pending_step(record, table) is PendingStep.VERSIONS),
    )


def moved_words(record: EventRecord, round_: RoundRecord, player: PlayerId, table: int) -> str:
    """Return where the player who holds the phone of table ``table`` sits now, and what to do; empty if still at that table."""
    home = round_.table_of(player)
    if home is not None and home.number == table:
        return ""
    name = record.name_of(player)
    if home is not None:
        return _(
            "{name} now sits at table {table}. Go there and scan the code on the slip with this phone.",
            name=name,
            table=home.number,
        )
    if any(row.player == player for row in round_.sit_outs):
        return _(
            "{name} is not playing in {round}. If you think you are, ask at the desk.", name=name, round=name_of(round_)
        )
    return _("{name} has no seat in {round}. Ask at the desk where to sit.", name=name, round=name_of(round_))


def drawn_words(record: EventRecord, number: int, player: PlayerId | None) -> str:
    """Return that a round after round ``number`` is drawn, and where the player of a phone sits in it; empty where none is being played."""
    last = record.rounds[-1] if record.rounds else None
    if last is None or last.number <= number or last.is_over or not last.has_begun:
        return ""
    where = moved_words(record, last, player, 0) if player is not None else _("Check where you are sitting now.")
    return " ".join((_("{round} is drawn.", round=title_of_round(record, last.number)), where))


def odd_words(record: EventRecord, odd: Oddity) -> str:
    """Return an oddity of a table's phones as a sentence: "Ida Demo's phone was previously used by Cai Demo."."""
    name = record.name_of(odd.player)
    if isinstance(odd, NameChanged):
        return _(
            "{name}'s phone was previously used by {before}.",
            name=name,
            before=listed(record.name_of(player) for player in odd.before),
        )
    return ngettext("{n} phone claims to be {name}'s.", "{n} phones claim to be {name}'s.", len(odd.since), name=name)


SLOW_AFTER = timedelta(minutes=10)
"""A table is slow once half of the other tables have been in for this long."""


class HallState(StrEnum):
    """The state of a table of the round being played; of several that apply, the first one here counts."""

    CALLED = "called"
    DISPUTED = "disputed"
    SECOND_LOOK = "second"
    REPORTED = "in"
    OVER = "over"
    SLOW = "slow"
    PLAYING = "playing"

    @property
    def words(self) -> str:
        """The state as a person reads it."""
        return {
            HallState.CALLED: pgettext("a table", "called"),
            HallState.DISPUTED: _("disputed"),
            HallState.SECOND_LOOK: pgettext("a table", "second look"),
            HallState.REPORTED: pgettext("a table", "reported"),
            HallState.OVER: _("out of time"),
            HallState.SLOW: pgettext("a table", "slow"),
            HallState.PLAYING: _("playing"),
        }[self]


@dataclass(frozen=True, slots=True)
class TableState:
    """One table as the hall sees it.

    ``since`` is when it reported; None before, and for a result whose report is not stored. ``winners`` are those of its result, empty for
    none. ``call`` and ``dispute`` are the oldest that are open, ``pending`` what its latest report waits for; each None for none.
    """

    number: int
    state: HallState
    players: tuple[PlayerId, ...]
    has_reported: bool = False
    since: datetime | None = None
    reported_by: str = ""
    winners: tuple[PlayerId, ...] = ()
    call: CallRecord | None = None
    dispute: DisputeRecord | None = None
    pending: PendingStep | None = None


@dataclass(frozen=True, slots=True)
class HallMap:
    """The tables of the round being played in order of their numbers.

    ``half_in_at`` is when half of the tables other than one that still plays had reported, ``over_by`` when the round's clock ends; each
    None if unknown. ``turns_at`` is when a table becomes slow or out of time next if nothing else happens, None if none does.
    """

    round: int
    tables: tuple[TableState, ...]
    half_in_at: datetime | None = None
    over_by: datetime | None = None
    turns_at: datetime | None = None

    def count(self, *states: HallState) -> int:
        """Return how many tables are in one of these states."""
        return sum(table.state in states for table in self.tables)


def hall_map(record: EventRecord, calls: Sequence[CallRecord], now: datetime) -> HallMap | None:
    """Return the tables of the round being played with their states at ``now``; None between rounds.

    ``calls`` are the open calls of the event, the oldest first.
    """
    played = next((row for row in record.rounds if row.state is RoundState.PUBLISHED), None)
    if played is None:
        return None
    now = played.paused_at or now  # while the clock is paused, no table gets late
    half_in_at, over_by = _half_in_at(played), end_of(record, played)
    is_over = over_by is not None and now >= over_by
    slow_at = played.clock_after(half_in_at, SLOW_AFTER) if half_in_at is not None else None
    late = HallState.OVER if is_over else HallState.SLOW if slow_at and now >= slow_at else HallState.PLAYING
    winners = _winners(record, played.number)
    called = {call.table: call for call in reversed(calls) if call.round == played.number}
    disputed = {row.table: row for row in reversed(record.open_disputes) if row.round == played.number}
    tables = tuple(
        TableState(
            number=table.number,
            state=_state(table, late, is_called=table.number in called),
            players=tuple(seat.player for seat in table.seats),
            has_reported=table.has_reported,
            since=_reported_at(table),
            reported_by=table.reports[-1].reported_by if table.reports else "",
            winners=winners.get(table.number, ()),
            call=called.get(table.number),
            dispute=disputed.get(table.number),
            pending=pending_step(record, table),
        )
        for table in sorted(played.tables, key=lambda each: each.number)
    )
    is_playing = played.paused_at is None and any(not table.has_reported for table in played.tables)
    coming = [moment for moment in (slow_at, over_by) if moment is not None and moment > now]
    return HallMap(played.number, tables, half_in_at, over_by, min(coming, default=None) if is_playing else None)


def _state(table: TableRecord, late: HallState, *, is_called: bool) -> HallState:
    """Return the state of a table; ``late`` is that of all tables that have not reported."""
    if is_called:
        return HallState.CALLED
    if table.is_disputed:
        return HallState.DISPUTED
    if table.waiting is not None:
        return HallState.SECOND_LOOK
    return HallState.REPORTED if table.has_result else late


def _reported_at(table: TableRecord) -> datetime | None:
    """Return when a table reported: its pending report, else its official one; None for neither."""
    if table.reports:
        return table.reports[-1].reported_at
    return table.official.reported_at if table.official is not None and table.has_result else None


def _half_in_at(round_: RoundRecord) -> datetime | None:
    """Return when half of the tables other than one that has not reported were in; None if they are not, or no time is stored.

    Of five tables that is the second report: two of the four others. A table without others is never behind them.
    """
    half = len(round_.tables) // 2  # of n - 1 others, rounded up
    moments = sorted(filter(None, map(_first_reported_at, round_.tables)))
    return moments[half - 1] if 0 < half <= len(moments) else None


def _first_reported_at(table: TableRecord) -> datetime | None:
    """Return when a table was first in: a second typing or a correction that waits does not make it later."""
    if table.official is not None and table.has_result:
        return table.official.reported_at
    return min((report.reported_at for report in table.reports), default=None)


def _winners(record: EventRecord, number: int) -> Mapping[int, tuple[PlayerId, ...]]:
    """Return the winners of each table of a round that has a result; a table that cannot be scored has none."""
    return {
        table: () if isinstance(scored, ScoringError) else scored.winners
        for table, scored in results_of(record, number).items()
    }


def table_in_words(record: EventRecord, hall: HallMap, table: TableState, zone: tzinfo) -> str:
    """Return the small line of a table: who sits there, when it reported and who won, or what it waits for and since when."""
    match table.state:
        case HallState.CALLED if table.call is not None:
            time = clock_time(table.call.called_at.astimezone(zone))
            return _("{subject}, since {time}", subject=table.call.kind.words, time=time)
        case HallState.DISPUTED if table.dispute is not None:
            return table.dispute.question
        case HallState.SECOND_LOOK:
            return _waiting_in_words(table, zone)
        case HallState.OVER if hall.over_by is not None:
            return _("no report; time ran out at {time}", time=clock_time(hall.over_by.astimezone(zone)))
        case HallState.SLOW if hall.half_in_at is not None:
            return _(
                "no report; half the tables had reported by {time}", time=clock_time(hall.half_in_at.astimezone(zone))
            )
        case HallState.PLAYING:
            surnames = [record.entry(player).parts.surname for player in table.players]
            return ", ".join(
                surname if surnames.count(surname) == 1 else record.name_of(player)
                for player, surname in zip(table.players, surnames, strict=True)
            )
        case _:
            return _won_in_words(record, table, zone)


def _waiting_in_words(table: TableState, zone: tzinfo) -> str:
    """Return what a report waits for, in a few words."""
    time = clock_time(table.since.astimezone(zone)) if table.since else ""
    match table.pending:
        case PendingStep.DECISION:
            return _("entered twice; the figures differ")
        case PendingStep.VERSIONS:
            return _("the players disagree")
        case PendingStep.PLAYERS:
            return _("by phone at {time}, not yet confirmed by everybody", time=time)
        case PendingStep.ACCEPTANCE:
            return _("all players agreed at {time}", time=time)
        case _ if table.reported_by:
            return _("entered by {user}, {time}", user=table.reported_by, time=time)
        case _:
            return _("entered at {time}", time=time) if time else ""


def _won_in_words(record: EventRecord, table: TableState, zone: tzinfo) -> str:
    """Return when a table reported and who won there."""
    winners = [record.name_of(player) for player in table.winners]
    won = ngettext("{names} wins", "{names} win", len(winners), names=listed(winners)) if winners else ""
    time = clock_time(table.since.astimezone(zone)) if table.since else ""
    return " · ".join(filter(None, (time, won)))
