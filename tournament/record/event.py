"""A whole event as one frozen value: what queries read, and what scoring, standings, paper and exports start from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain

from tournament.record.rulesets import MSO_ACQUIRE, Ruleset
from tournament.record.vocabulary import (
    Dollars,
    PenaltyKind,
    PlayerId,
    RoundKind,
    RoundState,
    SeatSource,
    SitOutKind,
    Status,
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
class TableRecord:
    """One table of a round; the number of seats is the number of players who started (R63)."""

    number: int
    seats: tuple[SeatRecord, ...]
    chain_set: str = ""
    ended_by: str = ""
    equal_shares_ruling: str = ""  # the reason, where the director ruled equal shares (R62)

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


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round; ``seed`` and ``protocol`` say how its draw came about (lines for the draw protocol)."""

    number: int
    kind: RoundKind
    state: RoundState
    tables: tuple[TableRecord, ...]
    sit_outs: tuple[SitOutRecord, ...] = ()
    seat_source: SeatSource = SeatSource.TILES
    seed: int | None = None
    protocol: tuple[str, ...] = ()
    starts_at: datetime | None = None
    published_at: datetime | None = None

    @property
    def is_closed(self) -> bool:
        """Whether the round's results count."""
        return self.state is RoundState.CLOSED

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
    given_at: datetime | None = None
    given_by: str = ""
    is_cancelled: bool = False
    cancel_reason: str = ""


@dataclass(frozen=True, slots=True)
class TieRuling:
    """The director's decision on a tie for a medal (R65): players in the order decided, best first, with the reason logged."""

    players: tuple[PlayerId, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event at one moment, whole: entries by number, rounds by number, penalties in order of time.

    ``version`` rises with every change and is printed on every sheet. ``gold_from_room`` is set when a top-table player was disqualified
    after the final began (R43). ``chart`` holds the rounds of the public movement chart that were still to be drawn when it was published.
    """

    slug: str
    name: str
    date: date
    version: int
    rounds_planned: int = 4
    place: str = ""
    network_name: str = ""
    public_address: str = ""  # absolute address of the event's public page, or empty where none is known
    chain_set: str = "classic"
    ruleset: Ruleset = MSO_ACQUIRE
    entries: tuple[EntryRecord, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    penalties: tuple[PenaltyRecord, ...] = ()
    gold_from_room: bool = False
    is_final_published: bool = False
    ties: tuple[TieRuling, ...] = ()
    chart: tuple[ChartRound, ...] = ()

    def entry(self, player: PlayerId) -> EntryRecord:
        """The entry with that number; KeyError where there is none."""
        near = self.entries[player - 1 : player]  # numbers run from 1: without removed entries this is the one
        for entry in chain(near, self.entries):
            if entry.player == player:
                return entry
        raise KeyError(player)

    def round(self, number: int) -> RoundRecord:
        """The round with that number; KeyError where there is none."""
        for played in self.rounds:
            if played.number == number:
                return played
        raise KeyError(number)

    @property
    def active(self) -> tuple[EntryRecord, ...]:
        """The entries that are drawn for the next round."""
        return tuple(entry for entry in self.entries if entry.is_active)

    @property
    def closed_rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds whose results count, in order."""
        return tuple(played for played in self.rounds if played.is_closed)


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
