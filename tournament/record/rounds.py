"""Rounds as values: seats, tables, official figures, sit-outs, draws and the movement chart; `rulings` has those of the director.

Rulings of the director: penalties, disputes with their logs, ties, and players who are kept apart.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Annotated, Any

import msgspec

from tournament.record.vocabulary import (
    DECIDED_BY_RESULTS,
    DisputeState,
    Dollars,
    OnDevices,
    PenaltyKind,
    PlayerId,
    ReportSource,
    ResultState,
    RoundKind,
    RoundState,
    SeatSource,
    SitOutKind,
    SitOutSource,
    Subject,
    Thousandths,
)
from wording import gettext


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """A penalty or warning (R23-R27); ``amount`` is in dollars, zero unless it is a fine.

    A cancelled penalty is kept and does not count.
    """

    player: PlayerId
    round: int
    kind: PenaltyKind
    amount: Dollars
    reason: str
    subject: Subject = Subject.OTHER
    key: int = 0
    given_at: datetime | None = None
    given_by: str = ""
    is_cancelled: bool = False
    cancel_reason: str = ""


@dataclass(frozen=True, slots=True)
class ApartRecord:
    """Players who are not to share a table: never (hard), or if it can be avoided."""

    key: int
    players: tuple[PlayerId, ...]
    is_hard: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DisputeRecord:
    """A question about a table's game, and once there is a ruling, what the players were told (R11)."""

    key: int
    round: int
    table: int
    question: str
    state: DisputeState
    ruling: str
    opened_at: datetime
    settled_at: datetime | None = None
    log: int | None = None


@dataclass(frozen=True, slots=True)
class LogRecord:
    """A log of a table's game without its text: ``title`` as it was typed, which may be empty, and whether its replay is public."""

    key: int
    round: int
    table: int
    title: str
    is_public: bool
    attached_at: datetime
    attached_by: str = ""

    @property
    def name(self) -> str:
        """The title, or the log's key, in the reader's language."""
        return self.title or gettext("Log {number}", number=self.key)


@dataclass(frozen=True, slots=True)
class TieRuling:
    """The director's decision on a tie for a medal (R65): players in the order decided, best first, with the reason.

    ``places`` has the place of each of ``players``, equal for those who share one; empty if nobody shares a place. ``total`` is their
    equal total, None if a version before 2.8 did not store it; ``is_told`` says whether the reason is public.
    """

    players: tuple[PlayerId, ...]
    reason: str
    total: Thousandths | None = None
    places: tuple[int, ...] = ()
    is_told: bool = True

    def is_about(self, players: Collection[PlayerId], total: Thousandths) -> bool:
        """Return whether the ruling was made for this tie: exactly these players with this total."""
        return set(self.players) == set(players) and self.total in (None, total)

    def blocks(self, among: Collection[PlayerId]) -> tuple[tuple[PlayerId, ...], ...]:
        """Return the players of the ruling who are in ``among``, best first; players who share a place are one block."""
        by_place: dict[int, list[PlayerId]] = {}
        for player, place in zip(self.players, self.places or range(1, len(self.players) + 1), strict=True):
            if player in among:
                by_place.setdefault(place, []).append(player)
        return tuple(tuple(by_place[place]) for place in sorted(by_place))


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat at a table: ``position`` is its number in the order of the draw from 1, which stays when others leave.

    ``starting_tile`` is like "7F" or empty, ``cash`` what was typed, before fines, and ``second`` a second figure, where the format has
    one. A line of a report is a SeatRecord too, with ``position`` 0.
    """

    player: PlayerId
    position: int = 0
    starting_tile: str = ""
    cash: Dollars | None = None
    timed_out: bool = False
    cash_reason: str = ""  # why an unusual amount is right, or why it was corrected (R11)
    second: int | None = None


@dataclass(frozen=True, slots=True)
class OfficialReport:
    """The origin of a table's official result: who reported it, who made it official, at which version of the event, and why."""

    key: int
    source: ReportSource
    reported_by: str
    reported_at: datetime
    official_by: str
    official_at: datetime
    version: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class WaitingReport:
    """A report that is not official yet, without its figures: who reported it and when.

    ``is_agreed``: all players of the table confirmed it. ``is_contested``: a player of the table disputed it.
    """

    key: int
    source: ReportSource
    reported_by: str
    reported_at: datetime
    is_agreed: bool = False
    is_contested: bool = False


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table of a round with its official figures; the number of seats is the number of players who started (R63).

    A result that is typed, read from a log or reported is a TableRecord too: its seats with their cash, and who ended the game.
    ``waiting`` is the state of the latest report that is not official yet, None if there is none; ``reports`` are the latest report of
    each reporter since the official one, in order. ``codes_withdrawn`` is how often the code on its slip was withdrawn. ``on_devices`` is
    the state of its game on devices.
    """

    number: int
    seats: tuple[SeatRecord, ...]
    chain_set: str = ""
    ended_by: str = ""
    equal_shares_ruling: str = ""  # the reason, where the director ruled equal shares (R62)
    official: OfficialReport | None = None
    waiting: ResultState | None = None
    is_disputed: bool = False
    reports: tuple[WaitingReport, ...] = ()
    codes_withdrawn: int = 0
    on_devices: OnDevices = OnDevices.NONE

    @property
    def is_split(self) -> bool:
        """Whether two people at the desk typed different results for the table."""
        return sum(report.source is ReportSource.DESK for report in self.reports) > 1

    @property
    def has_reported(self) -> bool:
        """Whether the table has a result, official or not."""
        return self.has_result or self.waiting is not None

    @property
    def is_contested(self) -> bool:
        """Whether players of the table reported different results."""
        return any(report.is_contested for report in self.reports)

    @property
    def is_official(self) -> bool:
        """Whether the table has a whole official result and no later report is pending."""
        return self.has_result and self.waiting is None

    @property
    def state(self) -> ResultState:
        """The state of the table's result: disputed if a dispute is open, else that of a pending report, else official or none."""
        if self.is_disputed:
            return ResultState.DISPUTED
        if self.waiting is not None:
            return self.waiting
        return ResultState.OFFICIAL if self.has_result else ResultState.NONE

    def seats_are_decided(self, source: SeatSource) -> bool:
        """Return whether the order of play is known: by starting tiles once all are typed, never by choice, else at once (R4-R6)."""
        if source.waits_for_tiles:
            return all(seat.starting_tile for seat in self.seats)
        return source is not SeatSource.CHOSEN

    @property
    def has_cash(self) -> bool:
        """Whether any seat has an amount."""
        return any(seat.cash is not None for seat in self.seats)

    @property
    def holds_figures(self) -> bool:
        """Whether the table has amounts or a pending report, so that nobody may leave or join it."""
        return self.has_cash or self.waiting is not None

    @property
    def cash(self) -> dict[PlayerId, Dollars | None]:
        """Final cash by player."""
        return {seat.player: seat.cash for seat in self.seats}

    @property
    def figures(self) -> tuple[object, ...]:
        """The result as a value that is equal for equal results of the same players, whatever the order of seats."""
        seats = frozenset(
            (seat.player, seat.cash, seat.second, seat.cash_reason, seat.timed_out) for seat in self.seats
        )
        return seats, self.ended_by, self.equal_shares_ruling

    def counts_like(self, other: TableRecord) -> bool:
        """Return whether another result has the same figures and time-outs for the same players; who ended the game is not compared."""
        return self.counted == other.counted

    @property
    def counted(self) -> dict[PlayerId, tuple[object, ...]]:
        """What counts of the result, by player: amount, second figure, and whether time ran out."""
        return {seat.player: (seat.cash, seat.second, seat.timed_out) for seat in self.seats}

    def with_result(self, result: TableRecord) -> TableRecord:
        """Return this table with the figures of another result; raises KeyError if a player is missing there."""
        lines = {seat.player: seat for seat in result.seats}
        seats = tuple(
            replace(
                seat,
                cash=lines[seat.player].cash,
                second=lines[seat.player].second,
                cash_reason=lines[seat.player].cash_reason,
                timed_out=lines[seat.player].timed_out,
            )
            for seat in self.seats
        )
        return replace(self, seats=seats, ended_by=result.ended_by, equal_shares_ruling=result.equal_shares_ruling)

    def without_result(self) -> TableRecord:
        """Return this table without figures."""
        seats = tuple(replace(seat, cash=None, second=None, timed_out=False, cash_reason="") for seat in self.seats)
        return replace(self, seats=seats, ended_by="", equal_shares_ruling="", official=None)

    @property
    def size(self) -> int:
        """The number of players who started."""
        return len(self.seats)

    @property
    def has_result(self) -> bool:
        """Whether every seat has its final cash."""
        return all(seat.cash is not None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class SitOutRecord:
    """A player who does not play a round, with the reason; the rules gives the score by ``kind`` (R49-R53).

    ``reason`` has the names of players; ``stored`` is the same with their numbers, as the database has it.
    """

    player: PlayerId
    kind: SitOutKind
    reason: str = ""
    source: SitOutSource = SitOutSource.DRAW
    chosen: str = ""  # why the director named this player instead of the one the rules name (R50)
    stored: str = field(default="", compare=False)

    @property
    def takes_part(self) -> bool:
        """Whether this counts as taking part: sat out by the draw, not missed, nor before a late entry, nor a planned absence (R49-R54)."""
        return self.kind in DECIDED_BY_RESULTS or (
            self.kind.counts_as_sit_out and self.source not in (SitOutSource.LATE_ENTRY, SitOutSource.ABSENCE)
        )


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """A draw as it was made: seed, fingerprint of what it was made from, and the rounds that it planned from ``first_round`` on.

    ``report`` holds the figures that `pairings.read_report` reads; for a cut of the final only whether the seed decided anything
    (``by_lot``).
    """

    key: int
    first_round: int
    seed: int
    fingerprint: str
    plan: tuple[PlannedRound, ...]
    report: Mapping[str, Any]
    protocol: tuple[str, ...]

    @property
    def by_lot(self) -> bool:
        """Whether the seed decided a tie across a cut (R47)."""
        return bool(self.report.get("by_lot"))


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round as a draw planned it: tables in order with players in seat order, and who sits out."""

    tables: tuple[tuple[PlayerId, ...], ...]
    sit_outs: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class PlannedStart:
    """When and in which hall the director plans a round to start; either may be unknown."""

    number: int
    starts_at: datetime | None = None
    hall: str = ""


Moment = Annotated[datetime, msgspec.Meta(tz=True)]
"""A moment with its zone, as msgspec checks it."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause of a round's clock; ``until`` is None while it lasts."""

    since: Moment
    until: Moment | None = None


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round; ``draw`` is the draw that made it, ``protocol`` the lines on how it came about, later swaps included.

    ``kind`` says how its tables are made; ``top_table_wins`` that it is the final, whose table 1 decides the gold medal (R64).
    ``is_held`` is set only in records for the public: the round is closed, but its results are held back, so it is there without them.
    """

    number: int
    kind: RoundKind
    state: RoundState
    tables: tuple[TableRecord, ...]
    sit_outs: tuple[SitOutRecord, ...] = ()
    seat_source: SeatSource = SeatSource.TILES
    seed: int | None = None
    protocol: tuple[str, ...] = ()
    draw: DrawRecord | None = None
    starts_at: datetime | None = None
    published_at: datetime | None = None
    is_held: bool = False
    pauses: tuple[Pause, ...] = ()
    top_table_wins: bool = False

    @property
    def paused_at(self) -> datetime | None:
        """The moment since which the round's clock is paused; None where it is not."""
        return next((pause.since for pause in self.pauses if pause.until is None), None)

    def clock_after(self, moment: datetime, length: timedelta) -> datetime:
        """Return when the clock has run for ``length`` after ``moment``; a pause that lasts counts as ended where it began."""
        ended = ((max(pause.since, moment), pause.until) for pause in self.pauses if pause.until is not None)
        return moment + length + sum((max(until - since, timedelta()) for since, until in ended), timedelta())

    @property
    def is_closed(self) -> bool:
        """Whether the round's results count."""
        return self.state is RoundState.CLOSED

    @property
    def is_over(self) -> bool:
        """Whether the round is closed, also where the public does not see its results yet."""
        return self.is_closed or self.is_held

    @property
    def has_begun(self) -> bool:
        """Whether the round is public: being played, or closed."""
        return self.state is not RoundState.DRAFT

    @property
    def seats_are_decided(self) -> bool:
        """Whether the order of play is known at any table, so that lists of the round have seat numbers (R4-R6)."""
        return any(table.seats_are_decided(self.seat_source) for table in self.tables)

    @property
    def disputed(self) -> tuple[TableRecord, ...]:
        """The tables with an open dispute about their result."""
        return tuple(table for table in self.tables if table.is_disputed)

    def table(self, number: int) -> TableRecord:
        """Return the table with that number; raises KeyError if there is none."""
        for table in self.tables:
            if table.number == number:
                return table
        raise KeyError(number)

    def table_of(self, player: PlayerId) -> TableRecord | None:
        """Return the table at which a player sits in this round; None without one."""
        return next((table for table in self.tables if any(seat.player == player for seat in table.seats)), None)

    def with_table(self, table: TableRecord) -> RoundRecord:
        """Return the round with this table in place of the one of the same number."""
        return replace(self, tables=tuple(table if row.number == table.number else row for row in self.tables))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the tables in order."""
        return tuple(table.size for table in self.tables)


@dataclass(frozen=True, slots=True)
class ChartRound:
    """A random round of the public movement chart as planned: its tables in order, with players in seat order (R6, R44)."""

    number: int
    tables: tuple[tuple[PlayerId, ...], ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the tables in order."""
        return tuple(len(table) for table in self.tables)

    @property
    def players(self) -> frozenset[PlayerId]:
        """Everybody on the chart; charts have only rounds in which nobody sits out."""
        return frozenset(player for table in self.tables for player in table)
