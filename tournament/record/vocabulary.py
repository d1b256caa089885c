"""The words of a tournament as small frozen values, used by all modules.

Units: dollars are whole numbers; percentages and scores are whole thousandths (31800 is 31.800), so that equality is exact.

Enumerations for games on devices: states of a game, of a table's game and of a series, and directions of a series' messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import NewType

from wording import gettext_noop
from wording.figures import listed
from wording.worded import Worded

PlayerId = NewType("PlayerId", int)
"""The number of an entry within its event, from 1; it is printed on name cards and part of web addresses."""

SMALLEST_EVENT = 3
SMALLEST_TABLE = 3
LARGEST_TABLE = 6
"""The most players at a table for which there are seats in the database and on paper."""
MOST_SIZES_IN_A_ROW = 12
Dollars = int
Thousandths = int


class CountedBy(StrEnum):
    """What makes an entry a player once a round is closed (2.1): a seat or a sit-out, or, as before version 3.7, its status too."""

    SEAT = "seat"
    STATUS = "status"


class Status(Worded):
    """The status of an entry (R37, R54, R67)."""

    REGISTERED = "registered", gettext_noop("registered")
    PRESENT = "present", gettext_noop("present")
    LATE = "late", gettext_noop("late")
    EXCLUDED = "excluded", gettext_noop("excluded")
    ABSENT = "absent", gettext_noop("absent")
    WITHDRAWN = "withdrawn", gettext_noop("withdrawn")
    DISQUALIFIED = "disqualified", gettext_noop("disqualified")


class NameShown(Worded):
    """How much of a name is public, from most to least: on pages, screens and files of players; paper in the hall has the whole name."""

    FULL = "full", gettext_noop("full"), gettext_noop("Full name")
    INITIAL = "initial", gettext_noop("initial"), gettext_noop("First name and initial")
    NUMBER = "number", gettext_noop("number"), gettext_noop("Number only")


class RoundKind(Worded):
    """How the tables of a round are made: by random draw (R44), cut from the standings (R46), and in other ways that a format may have.

    By levels players of equal total sit together, and nobody meets anybody again where that is possible. From the standings the best sit
    at table 1; or players are dealt to the tables in turn, from the first table to the last, always so or there and back. Or tables are
    filled in order of arrival, or in any order for the director to change by hand.
    """

    RANDOM = "random", gettext_noop("random draw")
    RANKED = "swiss", gettext_noop("seated from the standings")
    ARRIVAL = "arrival", gettext_noop("seated in order of arrival")
    LEVELS = "levels", gettext_noop("drawn among players of equal total")
    DEALT = "dealt", gettext_noop("dealt from the standings, table by table")
    SNAKE = "snake", gettext_noop("dealt from the standings, there and back")
    HAND = "hand", gettext_noop("seated by the director")

    @property
    def is_drawn(self) -> bool:
        """Whether chance has its part in who sits with whom."""
        return self in (RoundKind.RANDOM, RoundKind.LEVELS)

    @property
    def is_seated_by_rank(self) -> bool:
        """Whether the standings alone say who sits at which table."""
        return self in (RoundKind.RANKED, RoundKind.DEALT, RoundKind.SNAKE)

    @property
    def rests_on_totals(self) -> bool:
        """Whether the tables depend on the results of the rounds before."""
        return self.is_seated_by_rank or self is RoundKind.LEVELS


class Who(StrEnum):
    """Who plays the rounds of a stage: all, whoever comes, the best of the standings, or the best of each table of the round before."""

    EVERYBODY = "everybody"
    COMES = "comes"
    BEST = "best"
    WINNERS = "winners"


class SeatsBy(Worded):
    """What decides the order of play in the rounds of a stage: as in the whole event, or by rank."""

    EVENT = "event", ""
    RANK = "rank", gettext_noop("The better placed plays first.")
    BELOW = "below", gettext_noop("The lower placed plays first.")
    CHOSEN = "chosen", gettext_noop("Players choose their seats in the order of the list.")


class RoundState(StrEnum):
    """A draft is never public; a published round is being played; a closed one counts."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class SeatSource(Worded):
    """What decides the order of play at a table: drawn tiles (R4), the movement chart (R6), or without either the draw, by chance.

    Where instead of the draw players choose (`SeatsBy.CHOSEN`), the order of play stays unknown; this follows from the stage of a round
    and is not stored.
    """

    TILES = "tiles", gettext_noop("tiles"), gettext_noop("Starting tiles: the lowest number starts (R4)")
    CHART = "chart", gettext_noop("chart"), gettext_noop("The movement chart, which balances the order (R6)")
    DRAWN = "drawn", gettext_noop("draw")
    CHOSEN = "chosen", gettext_noop("choice")

    @property
    def waits_for_tiles(self) -> bool:
        """Whether seats are numbered only once the starting tiles are typed."""
        return self is SeatSource.TILES


STORED_SEAT_SOURCES = (SeatSource.TILES, SeatSource.CHART, SeatSource.DRAWN)


class SitOutKind(Worded):
    """Why somebody does not play a round, which fixes the score (R51-R53)."""

    STANDARD = "standard", gettext_noop("standard")
    PAIRING_PROBLEM = "pairing-problem", gettext_noop("pairing problem")
    MISSED = "missed", gettext_noop("missed")
    WAITS = "waits", gettext_noop("waits for the next round")
    OUT = "out", gettext_noop("not in this round")

    @property
    def counts_as_sit_out(self) -> bool:
        """Whether this is the player's one sit-out (R49)."""
        return self in (SitOutKind.STANDARD, SitOutKind.PAIRING_PROBLEM)


DECIDED_BY_RESULTS = (SitOutKind.OUT, SitOutKind.WAITS)
"""Why somebody does not play a round who is cut, or as one of the best goes on without playing it; neither has a score."""
MISSED_KINDS = (SitOutKind.MISSED, SitOutKind.STANDARD)
"""How a round may score for somebody who was not there, the proposed way first: 30 is for who was and had no table (R52, R53, R69)."""


class SitOutSource(StrEnum):
    """How it came about: the draw, a no-show, a late entry, a return, a planned absence; only some of these are taking part (R49-R54)."""

    DRAW = "draw"
    NO_SHOW = "no-show"
    LATE_ENTRY = "late-entry"
    RETURN = "return"
    ABSENCE = "absence"


class ReportSource(Worded):
    """Who reported a table's result."""

    DESK = "desk", gettext_noop("Entered at the desk")
    PLAYER = "player", gettext_noop("Reported by the table")
    LOG = "log", gettext_noop("Ruled from a log")
    IMPORT = "import", gettext_noop("Imported")


class ResultState(Worded):
    """The state of a table's result, or of one report of a result."""

    NONE = "none"
    REPORTED = "reported", gettext_noop("reported, not official")
    AGREED = "agreed", gettext_noop("agreed by the table, not yet official")
    OFFICIAL = "official", gettext_noop("official")
    DISPUTED = "disputed", gettext_noop("disputed")
    REPLACED = "replaced", gettext_noop("replaced")


class ResultCheck(Worded):
    """Who checks a result typed by the desk before it is official: nobody, a second person who types it again, or its table."""

    NONE = "none", gettext_noop("none"), gettext_noop("None: a result is official once it is saved")
    REKEY = (
        "rekey",
        gettext_noop("entered twice"),
        gettext_noop("Somebody else enters it too, without seeing the first result"),
    )
    TABLE = (
        "table",
        gettext_noop("confirmed by the table"),
        gettext_noop("The table: all players sign, then the desk accepts the result"),
    )


class DisputeState(StrEnum):
    """A question about a table's game: open until the director rules or it is withdrawn (R11)."""

    OPEN = "open"
    RULED = "ruled"
    WITHDRAWN = "withdrawn"


class LastRound(Worded):
    """How the last round comes about: as R45 says, or drawn at random, possible only if R45 does not apply (R1, R45)."""

    BY_RULE = (
        "by-rule",
        gettext_noop("by rule"),
        gettext_noop("A final seeded by rank, if there are four tables or more"),
    )
    DRAWN = "drawn", gettext_noop("drawn"), gettext_noop("Drawn like the other rounds; the best total wins gold")


class Subject(Worded):
    """What an offence is about; repeated offences are counted for each subject separately (R22-R28)."""

    MISPLAY = "misplay", gettext_noop("misplay")
    EXPOSED_TILE = "exposed-tile", gettext_noop("exposed tile")
    TEAM_PLAY = "team-play", gettext_noop("team play")
    CONDUCT = "conduct", gettext_noop("conduct")
    OTHER = "other", gettext_noop("something else")


class PenaltyKind(Worded):
    """The penalties from which the director chooses for repeated misplays (R27), and the warning before them."""

    WARNING = "warning", gettext_noop("warning")
    NEW_HAND = "new-hand", gettext_noop("new hand")
    TWO_MINUTES = "two-minutes", gettext_noop("two minutes")
    FINE = "fine", gettext_noop("fine")


class FineTiming(Worded):
    """Whether a fine is taken off before or after the winning bonus is added (R55)."""

    BEFORE_BONUS = (
        "before_bonus",
        gettext_noop("before bonus"),
        gettext_noop("Before the bonus: whoever has most cash after fines wins"),
    )
    AFTER_BONUS = (
        "after_bonus",
        gettext_noop("after bonus"),
        gettext_noop("After the bonus: whoever has most cash before fines wins"),
    )


class NegativeCash(Worded):
    """How a negative net amount is scored: as zero, or as it is (R55)."""

    FLOOR_ZERO = "floor_zero", gettext_noop("floor zero")
    ALLOW = "allow", gettext_noop("allow")


class Reading(Worded):
    """The interpretations of "as many different opponents as possible" (R44); the last is that of events made before version 3.7 alone."""

    NOT_EVERY_ROUND = (
        "not-every-round",
        gettext_noop("nobody meets the same opponent in every round"),
        gettext_noop("No pair meets in every round, even if that costs repeats"),
    )
    LITERAL = (
        "literal",
        gettext_noop("as many different opponents as possible, taken literally"),
        gettext_noop("Fewest repeats; if possible, no pair meets in every round"),
    )
    AT_MOST_TWICE = (
        "at-most-twice",
        gettext_noop("nobody meets anybody more than twice"),
        gettext_noop("No pair meets more than twice, if possible"),
    )


class CutTieBreak(Worded):
    """What decides between players of equal total at a cut of the final, before chance (R46-R47)."""

    TOTAL_ONLY = "total-only", "", gettext_noop("Lots or dice only (R47)")
    MOST_WINS = (
        "most-wins",
        gettext_noop("most wins, then most second places"),
        gettext_noop("Most wins, then most second places and so on, then lots"),
    )
    HEAD_TO_HEAD = (
        "head-to-head",
        gettext_noop("most wins, then most second places, then head to head"),
        gettext_noop("Most wins and so on, then head to head, then lots"),
    )
    OLYMPIAD = (
        "olympiad",
        gettext_noop("the Olympiad's steps 3 to 6 (percentage of the winner, wins, head to head, opponents)"),
        gettext_noop("The Olympiad's steps 3 to 6, then lots (MSO-T)"),
    )


class Writing(StrEnum):
    """How the figures of a column are written; a floored amount counts as zero where it is below."""

    AMOUNT = "amount"
    DEDUCTION = "deduction"
    FLOORED = "floored"
    FACTOR = "factor"
    PERCENTAGE = "percentage"
    SCORE = "score"
    OUTCOME = "outcome"


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """A column of a table's score; percentages and scores are in thousandths, and ``unit`` is the value of a factor or amount that means 1.

    ``title`` is for `gettext`, and so is ``short``, the title where only what matters most is shown; without one a column is not shown.
    """

    key: str
    title: str
    writing: Writing
    short: str = ""
    unit: int = 1
    has_sum: bool = False


class Key(Worded):
    """What players are compared by; an order is several keys, each of which parts those whom the keys before it left equal (MSO-T)."""

    TOTAL = "total", gettext_noop("Total")
    REACHED = "reached", gettext_noop("last round reached")
    CUT = "cut", gettext_noop("in the cut, the last round first")
    FIRST_WIN = "first-win", gettext_noop("a win in the first game")
    LATER_WINS = "later-wins", gettext_noop("a win in the second game, then in the third")
    MARGIN = "margin", gettext_noop("best result against the runner-up or winner, in percent")
    MEAN_PLACE = "mean-place", gettext_noop("mean place")
    TYPED = "typed", gettext_noop("figure entered by the director")
    BOARD = "board", gettext_noop("board in the final")
    LAST_SCORE = "last-score", gettext_noop("result in the final round")
    SHARE_OF_WINNER = "share-of-winner", gettext_noop("percentage of the table winner's points, all rounds")
    VICTORY_POINTS = (
        "victory-points",
        gettext_noop("the other reading of step 3: victory points scored in all rounds"),
    )
    SUM = "sum", gettext_noop("sum of the amounts, all rounds")
    SHARE_OF_TABLE = "share-of-table", gettext_noop("percentage of the table's points, all rounds")
    WINS = "wins", gettext_noop("most wins")
    PLACES = "places", gettext_noop("most wins, then most second places")
    HEAD_TO_HEAD = "head-to-head", gettext_noop("head to head")
    OPPONENTS = "opponents", gettext_noop("opponents' totals without the two highest and the two lowest")
    SECOND = "second", gettext_noop("second figure, all rounds")
    OPPONENTS_WINS = "opponents-wins", gettext_noop("opponents' mean share of wins")
    OWN_WINS = "own-wins", gettext_noop("share of wins")
    GAMES = "games", gettext_noop("most games played")
    OPPONENTS_TOTALS = "opponents-totals", gettext_noop("mean total of all different opponents")
    BEATEN = "beaten", gettext_noop("most different opponents beaten")
    SEATS = "seats", gettext_noop("seats that win less often")


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One player's score with every figure on the way to it by the key of its column, None where a column has none for the player.

    ``amount`` is what counts of the player's amount once fines and bonus are in it; the figure "gain", without a column, is what a bonus
    added. ``fills_in`` marks a fill-in, whose score is 0 and counts for nobody (R70).
    """

    player: PlayerId
    seat: int
    place: int
    is_winner: bool
    amount: int
    score: Thousandths
    figures: Mapping[str, int | None]
    fills_in: bool = False

    def figure(self, key: str) -> int:
        """Return the figure in a column, 0 where there is none."""
        return self.figures.get(key) or 0


@dataclass(frozen=True, slots=True)
class TableScore:
    """A table's scored result; ``rows`` are in seat order; ``ruled_equal`` says that the director ruled equal shares (R62).

    ``counted`` is the number of players whose amounts count: all but fill-ins, where their cash is left out (R70).
    """

    round: int
    table: int
    size: int
    counted: int
    columns: tuple[ScoreColumn, ...]
    rows: tuple[SeatScore, ...]
    ruled_equal: bool

    @property
    def total(self) -> int:
        """The sum of what counts of the amounts."""
        return sum(row.amount for row in self.rows)

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
    OUT = "out"
    WAITS = "waits"
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


class Medal(Worded):
    """Gold, silver, bronze."""

    GOLD = "gold", gettext_noop("Gold")
    SILVER = "silver", gettext_noop("Silver")
    BRONZE = "bronze", gettext_noop("Bronze")


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings: ``rank`` by total and the format's order, shared on ties (R65-R66), None for the disqualified (R67).

    ``why`` is the sentence for a tie or for a place that a rule decided, or empty.
    """

    player: PlayerId
    cells: tuple[RoundCell, ...]
    total: Thousandths
    wins: int
    rank: int | None
    is_tied: bool
    why: str = ""


class Decider(Worded):
    """What decided a place of the medal list: the total alone, tie-breaks, the top table (R64), the room (R43), or a ruling (R65)."""

    TOTAL = "total"
    ORDER = "order", gettext_noop("tie-break")
    TOP_TABLE = "top-table", gettext_noop("top table")
    ROOM = "room", gettext_noop("best in the room")
    RULING = "ruling", gettext_noop("director's ruling")


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


CODE_LENGTH = 8
"""Letters of a game's code, as of every code that is typed (`tournament.record.devices`)."""
SEAT_COOKIE = "seat"
"""The name of the cookie with the tokens of a browser's seats in a game; it is sent only to the pages and sockets of that game."""
BETWEEN = "."
"""The separator between the tokens of several seats."""


class GameState(StrEnum):
    """The state of a game: players gather, it is played, it has ended, or it was interrupted and may be resumed."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    LEFT = "left"


class OnDevices(Worded):
    """The state of a table's game on devices: none, open without any move, being played, over, and over with everybody agreed."""

    NONE = "none", gettext_noop("not played on phones or tablets")
    OPEN = "open", gettext_noop("open but not started")
    PLAYING = "playing", gettext_noop("playing")
    OVER = "over", gettext_noop("finished, but the result is not agreed yet")
    AGREED = "agreed", gettext_noop("agreed")

    @property
    def is_going_on(self) -> bool:
        """Whether moves were made and the players have not all agreed to the result."""
        return self in (OnDevices.PLAYING, OnDevices.OVER)

    @property
    def has_begun(self) -> bool:
        """Whether any move was made; the players of the table can then no longer be changed."""
        return self.is_going_on or self is OnDevices.AGREED


def on_devices(state: str | None, last: int | None, *, is_reported: bool) -> OnDevices:
    """Return the state of a table's game; ``state`` is its stored state, None if the table has no game.

    ``last`` is the number of its last move, 0 or None before the first; ``is_reported`` says whether its players have agreed.
    """
    if state is None:
        return OnDevices.NONE
    if is_reported:
        return OnDevices.AGREED
    if state == GameState.OVER.value:
        return OnDevices.OVER
    return OnDevices.PLAYING if last else OnDevices.OPEN


class SeriesState(StrEnum):
    """The state of a series: open to programs, closed to further ones, being played, paused, stopped, or over."""

    OPEN = "open"
    LOCKED = "locked"
    PLAYING = "playing"
    PAUSED = "paused"
    STOPPED = "stopped"
    OVER = "over"

    @property
    def has_ended(self) -> bool:
        """Whether the series is stopped or played to its end."""
        return self in (SeriesState.STOPPED, SeriesState.OVER)
