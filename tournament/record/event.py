"""A whole event as one frozen value: what queries read, and what scoring, standings, the draw, paper and tellings start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from typing import Any

from tournament.record.rulesets import MSO_ACQUIRE, Ruleset
from tournament.record.vocabulary import (
    DisputeState,
    Dollars,
    PenaltyKind,
    PlayerId,
    ReportSource,
    ResultState,
    RoundKind,
    RoundState,
    SeatSource,
    SitOutKind,
    SitOutSource,
    Status,
    Subject,
    Thousandths,
)


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One entry of an event; ``country`` is free text of up to three letters, ``first_round`` the first one the player could play."""

    player: PlayerId
    name: str
    country: str = ""
    is_junior: bool = False
    status: Status = Status.PRESENT
    first_round: int = 1
    last_round: int | None = None  # the last round played before withdrawal or disqualification
    contestant_id: str = ""
    note: str = ""
    fixed_table: int | None = None  # always seated there by the draw

    @property
    def is_active(self) -> bool:
        """Whether the player is drawn for the next round."""
        return self.status is Status.PRESENT


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat at a table: ``position`` is the order of the draw from 1, ``starting_tile`` as "7F" or empty, ``cash`` before fines."""

    player: PlayerId
    position: int
    starting_tile: str = ""
    cash: Dollars | None = None
    timed_out: bool = False
    cash_reason: str = ""  # why an unusual amount stands, or a correction under R11


@dataclass(frozen=True, slots=True)
class OfficialReport:
    """Where the official result of a table comes from: who said it, who made it official, since which version of the event, and why."""

    key: int
    source: ReportSource
    reported_by: str
    reported_at: datetime
    official_by: str
    official_at: datetime
    version: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table of a round with its official figures; the number of seats is the number of players who started (R63).

    ``waiting`` is the state of the latest report that is not official yet, None where none waits.
    """

    number: int
    seats: tuple[SeatRecord, ...]
    chain_set: str = ""
    ended_by: str = ""
    equal_shares_ruling: str = ""  # the reason, where the director ruled equal shares (R62)
    official: OfficialReport | None = None
    waiting: ResultState | None = None
    is_disputed: bool = False

    @property
    def state(self) -> ResultState:
        """Where the table's result stands: an open dispute outranks everything, a waiting report what is official."""
        if self.is_disputed:
            return ResultState.DISPUTED
        if self.waiting is not None:
            return self.waiting
        return ResultState.OFFICIAL if self.has_result else ResultState.NONE

    @property
    def has_cash(self) -> bool:
        """Whether an amount stands for any seat."""
        return any(seat.cash is not None for seat in self.seats)

    @property
    def size(self) -> int:
        """How many players started."""
        return len(self.seats)

    @property
    def has_result(self) -> bool:
        """Whether every seat has its final cash."""
        return all(seat.cash is not None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class SitOutRecord:
    """A player who does not play a round, why, and what it scores (R49-R53); the score comes from the ruleset by kind."""

    player: PlayerId
    kind: SitOutKind
    reason: str = ""
    source: SitOutSource = SitOutSource.DRAW
    chosen: str = ""  # why the director named this player instead of the one the rules name (R50)

    @property
    def takes_part(self) -> bool:
        """Whether it says that the player took part in the round: drawn to sit out, not a late entry nor a round missed (R49-R54)."""
        return self.kind.counts_as_sit_out and self.source is not SitOutSource.LATE_ENTRY


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """A draw as it was made: seed, what it rested on, and the rounds it planned from ``first_round`` on (tables, sit-outs).

    ``report`` holds the figures that `pairings.read_report` reads; of a cut final only whether the seed decided anything (``by_lot``).
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
class RoundRecord:
    """One round; ``draw`` is the draw it came from, ``protocol`` says in lines how it came about, swaps included."""

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

    @property
    def is_closed(self) -> bool:
        """Whether the round's results count."""
        return self.state is RoundState.CLOSED

    @property
    def has_begun(self) -> bool:
        """Whether the round is public: being played, or closed."""
        return self.state is not RoundState.DRAFT

    @property
    def disputed(self) -> tuple[TableRecord, ...]:
        """The tables about whose result a dispute is open."""
        return tuple(table for table in self.tables if table.is_disputed)

    def table(self, number: int) -> TableRecord:
        """The table of that number; KeyError where there is none."""
        for table in self.tables:
            if table.number == number:
                return table
        raise KeyError(number)

    def table_of(self, player: PlayerId) -> TableRecord | None:
        """The table at which a player sits in this round, None for nobody's."""
        return next((table for table in self.tables if any(seat.player == player for seat in table.seats)), None)

    def with_table(self, table: TableRecord) -> RoundRecord:
        """The round in which one table stands as given."""
        return replace(self, tables=tuple(table if row.number == table.number else row for row in self.tables))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the tables in order."""
        return tuple(table.size for table in self.tables)


@dataclass(frozen=True, slots=True)
class ChartRound:
    """A random round of the public movement chart, as planned: tables in order with players in seat order (R6, R44)."""

    number: int
    tables: tuple[tuple[PlayerId, ...], ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the tables in order."""
        return tuple(len(table) for table in self.tables)

    @property
    def players(self) -> frozenset[PlayerId]:
        """Everybody on the chart; it holds only rounds in which nobody sits out."""
        return frozenset(player for table in self.tables for player in table)


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """A penalty or warning (R23-R27); ``amount`` in dollars, zero but for a fine; a cancelled one is kept and does not count."""

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
    """A question about a table's game and, once it is ruled, what the players were told (R11)."""

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
    """A log of a table's game, without its text: ``title`` in words, whether its replay is public."""

    key: int
    round: int
    table: int
    title: str
    is_public: bool
    attached_at: datetime
    attached_by: str = ""


@dataclass(frozen=True, slots=True)
class TieRuling:
    """The director's decision on a tie for a medal (R65): players in the order decided, best first, with the reason logged."""

    players: tuple[PlayerId, ...]
    reason: str


@dataclass(frozen=True)
class EventRecord:
    """An event at one moment, whole: entries by number, rounds by number, penalties, disputes and logs in order of time.

    ``version`` rises with every change and is printed on every sheet; ``public_version`` is the last one that everybody may see.
    ``gold_from_room`` is set when a player was disqualified after the final began and gold may come from the room (R43). ``chart`` holds
    the rounds of the public movement chart that were still to be drawn when it was published. Without slots, because its look-ups are kept.
    """

    slug: str
    name: str
    date: date
    version: int
    public_version: int = 0
    rounds_planned: int = 4
    venue: str = ""
    network_name: str = ""
    public_address: str = ""  # absolute address of the event's public page, or empty where none is known
    chain_set: str = "classic"
    seat_source: SeatSource = SeatSource.TILES
    is_practice: bool = False
    ruleset: Ruleset = MSO_ACQUIRE
    entries: tuple[EntryRecord, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    penalties: tuple[PenaltyRecord, ...] = ()
    gold_from_room: bool = False
    is_final_published: bool = False
    is_fine_timing_settled: bool = False
    ties: tuple[TieRuling, ...] = ()
    chart: tuple[ChartRound, ...] = ()
    aparts: tuple[ApartRecord, ...] = ()
    disputes: tuple[DisputeRecord, ...] = ()
    logs: tuple[LogRecord, ...] = ()

    @cached_property
    def people(self) -> Mapping[PlayerId, EntryRecord]:
        """The entries by number."""
        return {entry.player: entry for entry in self.entries}

    def entry(self, player: PlayerId) -> EntryRecord:
        """The entry with that number; KeyError where there is none."""
        return self.people[player]

    def name_of(self, player: PlayerId) -> str:
        """A player's name as entered; KeyError where there is no such entry."""
        return self.people[player].name

    @cached_property
    def _rounds(self) -> Mapping[int, RoundRecord]:
        return {played.number: played for played in self.rounds}

    def has_round(self, number: int) -> bool:
        """Whether the round of that number is drawn."""
        return number in self._rounds

    def round(self, number: int) -> RoundRecord:
        """The round with that number; KeyError where there is none."""
        return self._rounds[number]

    def table(self, number: int, table: int) -> TableRecord:
        """A table of a round; KeyError where there is none."""
        return self.round(number).table(table)

    def with_round(self, played: RoundRecord) -> EventRecord:
        """The event in which one round stands as given."""
        return replace(self, rounds=tuple(played if row.number == played.number else row for row in self.rounds))

    @cached_property
    def active(self) -> tuple[EntryRecord, ...]:
        """The entries that are drawn for the next round."""
        return tuple(entry for entry in self.entries if entry.is_active)

    @cached_property
    def closed_rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds whose results count, in order."""
        return tuple(played for played in self.rounds if played.is_closed)

    @property
    def begun_rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds that are published or closed, in order: whoever comes now has missed them (R53)."""
        return tuple(played for played in self.rounds if played.has_begun)

    @property
    def is_complete(self) -> bool:
        """Whether every planned round is closed, so that medals may be given."""
        return len(self.closed_rounds) >= self.rounds_planned

    @property
    def open_disputes(self) -> tuple[DisputeRecord, ...]:
        """The disputes that wait for a ruling, in the order of opening."""
        return tuple(dispute for dispute in self.disputes if dispute.state is DisputeState.OPEN)

    @cached_property
    def last_seen(self) -> Mapping[PlayerId, int]:
        """The last begun round in which each player took part: was seated, or sat out by the draw; nobody else is in it (R49, R54)."""
        seen: dict[PlayerId, int] = {}
        for played in self.begun_rounds:
            took_part = [seat.player for table in played.tables for seat in table.seats]
            took_part += [row.player for row in played.sit_outs if row.takes_part]
            seen |= {player: max(played.number, seen.get(player, 0)) for player in took_part}
        return seen

    def has_taken_part(self, player: PlayerId) -> bool:
        """Whether a player was seated in a begun round, or sat it out by the draw: such a player can only withdraw (R49, R54).

        Ruling: late entries and rounds missed are no taking part, whatever they score.
        """
        return player in self.last_seen


@dataclass(frozen=True, slots=True)
class FinalCut:
    """What is known of the final for the top-table rule: its round and the players of table 1 as published (R42, R64)."""

    round: int
    top_table: tuple[PlayerId, ...]


def score_of(kind: SitOutKind, ruleset: Ruleset) -> Thousandths:
    """What not playing scores under a ruleset, in thousandths (R51-R53)."""
    scores = {
        SitOutKind.STANDARD: ruleset.sit_out_score,
        SitOutKind.PAIRING_PROBLEM: ruleset.pairing_problem_score,
        SitOutKind.MISSED: ruleset.missed_score,
    }
    return scores[kind]
