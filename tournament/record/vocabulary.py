"""The words of a tournament as small frozen values, used by all modules.

Units: dollars are whole numbers; percentages and scores are whole thousandths (31800 is 31.800), so that equality is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import NewType

from wording import gettext as _
from wording import pgettext
from wording.digits import whole_number as whole_number
from wording.figures import listed

PlayerId = NewType("PlayerId", int)
"""The number of an entry within its event, from 1; it is printed on name cards and part of web addresses."""

MOST_SIZES_IN_A_ROW = 12
Dollars = int
Thousandths = int


class Status(StrEnum):
    """The status of an entry (R37, R54, R67)."""

    REGISTERED = "registered"
    PRESENT = "present"
    LATE = "late"
    EXCLUDED = "excluded"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"

    @property
    def words(self) -> str:
        """The status as a person reads it."""
        return {
            Status.REGISTERED: pgettext("a player", "registered"),
            Status.PRESENT: pgettext("a player", "present"),
            Status.LATE: pgettext("a player", "late"),
            Status.EXCLUDED: pgettext("a player", "excluded"),
            Status.ABSENT: pgettext("a player", "absent"),
            Status.WITHDRAWN: pgettext("a player", "withdrawn"),
            Status.DISQUALIFIED: pgettext("a player", "disqualified"),
        }[self]


class NameShown(StrEnum):
    """How much of a name is public, from most to least: on pages, screens and files of players; paper in the hall has the whole name."""

    FULL = "full"
    INITIAL = "initial"
    NUMBER = "number"


class RoundKind(StrEnum):
    """How the tables of a round are made: by random draw (R44) or cut from the standings (R45)."""

    RANDOM = "random"
    SWISS = "swiss"


class RoundState(StrEnum):
    """A draft is never public; a published round is being played; a closed one counts."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class SeatSource(StrEnum):
    """What decides the order of play at a table: drawn tiles (R4) or the movement chart (R6)."""

    TILES = "tiles"
    CHART = "chart"


class SitOutKind(StrEnum):
    """Why somebody does not play a round, which fixes the score (R51-R53)."""

    STANDARD = "standard"
    PAIRING_PROBLEM = "pairing-problem"
    MISSED = "missed"

    @property
    def counts_as_sit_out(self) -> bool:
        """Whether this is the player's one sit-out (R49)."""
        return self is not SitOutKind.MISSED


MISSED_KINDS = (SitOutKind.MISSED, SitOutKind.STANDARD)
"""How a round may score for somebody who was not there, the proposed way first: 30 is for who was and had no table (R52, R53, R69)."""


class SitOutSource(StrEnum):
    """How it came about: the draw, a no-show, a late entry, a return, a planned absence; only some of these are taking part (R49-R54)."""

    DRAW = "draw"
    NO_SHOW = "no-show"
    LATE_ENTRY = "late-entry"
    RETURN = "return"
    ABSENCE = "absence"


class ReportSource(StrEnum):
    """Who reported a table's result."""

    DESK = "desk"
    PLAYER = "player"
    LOG = "log"
    IMPORT = "import"


class ResultState(StrEnum):
    """The state of a table's result, or of one report of a result."""

    NONE = "none"
    REPORTED = "reported"
    AGREED = "agreed"
    OFFICIAL = "official"
    DISPUTED = "disputed"
    REPLACED = "replaced"


class ResultCheck(StrEnum):
    """Who checks a result typed by the desk before it is official: nobody, a second person who types it again, or its table."""

    NONE = "none"
    REKEY = "rekey"
    TABLE = "table"


class DisputeState(StrEnum):
    """A question about a table's game: open until the director rules or it is withdrawn (R11)."""

    OPEN = "open"
    RULED = "ruled"
    WITHDRAWN = "withdrawn"


class LastRound(StrEnum):
    """How the last round comes about: as R45 says, or drawn at random, possible only if R45 does not apply (R1, R45)."""

    BY_RULE = "by-rule"
    DRAWN = "drawn"


class Subject(StrEnum):
    """What an offence is about; repeated offences are counted for each subject separately (R22-R28)."""

    MISPLAY = "misplay"
    EXPOSED_TILE = "exposed-tile"
    TEAM_PLAY = "team-play"
    CONDUCT = "conduct"
    OTHER = "other"

    @property
    def words(self) -> str:
        """The subject in a sentence."""
        return {
            Subject.MISPLAY: _("misplay"),
            Subject.EXPOSED_TILE: _("exposed tile"),
            Subject.TEAM_PLAY: _("team play"),
            Subject.CONDUCT: _("conduct"),
            Subject.OTHER: _("something else"),
        }[self]


class PenaltyKind(StrEnum):
    """The penalties from which the director chooses for repeated misplays (R27), and the warning before them."""

    WARNING = "warning"
    NEW_HAND = "new-hand"
    TWO_MINUTES = "two-minutes"
    FINE = "fine"

    @property
    def words(self) -> str:
        """The penalty as a person reads it."""
        return {
            PenaltyKind.WARNING: _("warning"),
            PenaltyKind.NEW_HAND: _("new hand"),
            PenaltyKind.TWO_MINUTES: _("two minutes"),
            PenaltyKind.FINE: _("fine"),
        }[self]


class FineTiming(StrEnum):
    """Whether a fine is taken off before or after the winning bonus is added (R55)."""

    BEFORE_BONUS = "before_bonus"
    AFTER_BONUS = "after_bonus"


class NegativeCash(StrEnum):
    """How a negative net amount is scored: as zero, or as it is (R55)."""

    FLOOR_ZERO = "floor_zero"
    ALLOW = "allow"


class Reading(StrEnum):
    """The interpretations of "as many different opponents as possible" (R44); the last is that of events made before version 3.7 alone."""

    NOT_EVERY_ROUND = "not-every-round"
    LITERAL = "literal"
    AT_MOST_TWICE = "at-most-twice"

    @property
    def words(self) -> str:
        """The interpretation in a sentence."""
        return {
            Reading.NOT_EVERY_ROUND: _("nobody meets the same opponent in every round"),
            Reading.LITERAL: _("as many different opponents as possible, taken literally"),
            Reading.AT_MOST_TWICE: _("nobody meets anybody more than twice"),
        }[self]


class CutTieBreak(StrEnum):
    """What decides between players of equal total at a cut of the final, before chance (R46-R47)."""

    TOTAL_ONLY = "total-only"
    MOST_WINS = "most-wins"
    HEAD_TO_HEAD = "head-to-head"
    OLYMPIAD = "olympiad"

    @property
    def words(self) -> str:
        """The tie-break in a sentence; empty if there is none."""
        return {
            CutTieBreak.TOTAL_ONLY: "",
            CutTieBreak.MOST_WINS: _("most wins, then most second places"),
            CutTieBreak.HEAD_TO_HEAD: _("most wins, then most second places, then head to head"),
            CutTieBreak.OLYMPIAD: _(
                "the Olympiad's steps 3 to 6 (percentage of the winner, wins, head to head, opponents)"
            ),
        }[self]


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One player's score with every step from cash to score (R55-R58).

    ``bonus_multiplier`` is in ten-thousandths (10600 is 1.06), ``size_multiplier`` in thousandths (750 is 0.75); ``basic`` and ``score``
    are percentages in thousandths. ``net`` may be negative while ``scored_net`` is zero (R55). ``fills_in`` marks a fill-in, whose score
    is 0 and counts for nobody (R70).
    """

    player: PlayerId
    seat: int
    cash: Dollars
    fine: Dollars
    net: Dollars
    scored_net: Dollars
    bonus_multiplier: int
    adjusted: Dollars
    basic: Thousandths
    size_multiplier: Thousandths
    score: Thousandths
    place: int
    is_winner: bool
    fills_in: bool = False


@dataclass(frozen=True, slots=True)
class TableScore:
    """A table's scored result; ``rows`` are in seat order; ``ruled_equal`` says that the director ruled equal shares (R62)."""

    round: int
    table: int
    size: int
    rows: tuple[SeatScore, ...]
    total_adjusted: Dollars
    ruled_equal: bool

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """The players who are first at the table; more than one if they tie, none with equal shares by ruling."""
        return tuple(row.player for row in self.rows if row.is_winner)


class CellKind(StrEnum):
    """What a player did in a round of the standings."""

    PLAYED = "played"
    SIT_OUT = "sit-out"
    PAIRING_PROBLEM = "pairing-problem"
    MISSED = "missed"
    WITHDRAWN = "withdrawn"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class RoundCell:
    """One round of one player in the standings; ``score`` is None only while the round is pending."""

    round: int
    kind: CellKind
    score: Thousandths | None
    table: int | None = None
    size: int | None = None
    is_winner: bool = False


class Medal(StrEnum):
    """Gold, silver, bronze."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"

    @property
    def words(self) -> str:
        """The medal as a heading."""
        return {Medal.GOLD: _("Gold"), Medal.SILVER: _("Silver"), Medal.BRONZE: _("Bronze")}[self]


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings: ``rank`` by total alone, shared on ties (R65-R66), None for the disqualified (R67).

    ``why`` is the sentence for a tie or for a place that a rule decided, or empty.
    """

    player: PlayerId
    cells: tuple[RoundCell, ...]
    total: Thousandths
    wins: int
    rank: int | None
    is_tied: bool
    why: str = ""


class Decider(StrEnum):
    """What decided a place of the medal list: the total alone, the top-table rule (R64), the room (R43), or a ruling (R65)."""

    TOTAL = "total"
    TOP_TABLE = "top-table"
    ROOM = "room"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class MedalPlace:
    """A line of the medal list (R64-R65); places are shared on equal totals, ``why`` says what decided in words."""

    player: PlayerId
    place: int
    medal: Medal | None
    total: Thousandths
    is_shared: bool
    why: str
    decided_by: Decider = Decider.TOTAL


@dataclass(frozen=True, slots=True)
class PentamindPlace:
    """A line of the Pentamind list (R66): ``place_halves`` is the average place in halves (5 is 2.5), points in thousandths.

    ``is_withdrawn`` marks a player who left before the end, without points; the disqualified have the last places and no points (R67).
    """

    player: PlayerId
    rank: int
    place_halves: int
    total: Thousandths
    points: Thousandths
    is_withdrawn: bool
    is_disqualified: bool = False


class ScribeMark(StrEnum):
    """How an entry of a scribe came about: as the board offered it, though the board did not offer it, or against the rules."""

    NONE = ""
    FORCED = "forced"
    AGAINST = "against"


def format_sizes(sizes: Sequence[int]) -> str:
    """Return table sizes in words: "4 4 3"; thirteen or more tables as counts, "62 × 4, 2 × 3"."""
    if len(sizes) <= MOST_SIZES_IN_A_ROW:
        return " ".join(map(str, sizes))
    return ", ".join(f"{len(list(run))} × {size}" for size, run in groupby(sizes))


def sizes_in_words(sizes: Sequence[int]) -> str:
    """Return table sizes as a sentence lists them: "4, 4 and 3"; thirteen or more tables as counts, "62 × 4 and 2 × 3"."""
    if len(sizes) <= MOST_SIZES_IN_A_ROW:
        return listed(sizes)
    return listed(f"{len(list(run))} × {size}" for size, run in groupby(sizes))


@lru_cache(8_192)  # the scores and totals of an event of a thousand players
def format_thousandths(value: Thousandths) -> str:
    """Return thousandths with three decimals: 31800 becomes "31.800"."""
    sign = "-" if value < 0 else ""
    whole, rest = divmod(abs(value), 1000)
    return f"{sign}{whole}.{rest:03d}"
