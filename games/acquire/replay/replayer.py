"""The replayer: one state of a game that is driven through a log by the rules, and the findings made on the way.

What lies on the board stands, and money follows the rules (R11). So that one mistake does not become
a page of findings, the replayer remembers about each what may follow from it, in three small values: a
`Reporter` of findings, a `Purse` of what is owed and may differ, and the `Course` of the turns. Together
with a copy of the state they are all that a replay needs to go on from an event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from games.acquire.actions import Act
from games.acquire.board import TILE_NAMES
from games.acquire.editions import BonusOrder, Edition, Money
from games.acquire.errors import IllegalActionError
from games.acquire.record import GameRecord, Unread
from games.acquire.replay.coverage import Telling
from games.acquire.replay.findings import BESIDE, CODES, DEPENDENT, TURN_DEPENDENT, Finding, Severity
from games.acquire.rewinding import standing
from games.acquire.state import NO_TILE, Merger, State


class Course:
    """The turns as the log counts them, and what the turn at hand has brought.

    - ``number``: the turn's number in the log, 0 before the first; ``wrong_number``: the latest one that was found wrong;
    - ``started``: whether the first turn has begun; ``past_end``: whether the game was found to go on after its end;
    - ``wound_up``: everybody's final cash at that end, in order of seats, None while no game went on after its end;
    - ``passed_over``: the player whose turn another one took, while he may still take it; ``too_early``: that other one;
    - ``called``: the player whose time was called while he had a chain to name, until it is named (R31);
    - ``clocked``: whether the clock ended the turn; ``drawn``: the tiles drawn last;
    - ``kept``: dead tiles already found to be kept; ``laid``: the number of dead tiles replaced in the turn;
    - ``paused``: whether the director has stopped the game;
    - ``undo``: the position before the turn's tile, where the log takes tiles back; ``doubted_at_undo``: whether it was in doubt.
    """

    __slots__ = (
        "called", "clocked", "doubted_at_undo", "drawn", "kept", "laid", "number", "passed_over", "past_end", "paused", "started",
        "too_early", "undo", "wound_up", "wrong_number",
    )  # fmt: skip

    def __init__(self) -> None:
        self.number = 0
        self.wrong_number = 0
        self.started = False
        self.past_end = False
        self.wound_up: tuple[Money, ...] | None = None
        self.passed_over = NO_TILE
        self.too_early = NO_TILE
        self.called = NO_TILE
        self.clocked = False
        self.drawn: tuple[int, ...] = ()
        self.kept: set[int] = set()
        self.laid = 0
        self.paused = False
        self.undo: State | None = None
        self.doubted_at_undo = False

    def copy(self) -> Course:
        """An independent copy."""
        twin = Course.__new__(Course)
        # Name by name, for a search copies it with every trial.
        twin.number, twin.wrong_number = self.number, self.wrong_number
        twin.started, twin.past_end, twin.wound_up = self.started, self.past_end, self.wound_up
        twin.passed_over, twin.too_early = self.passed_over, self.too_early
        twin.clocked, twin.drawn, twin.kept, twin.laid = self.clocked, self.drawn, self.kept.copy(), self.laid
        twin.paused, twin.called = self.paused, self.called
        twin.undo = self.undo.copy() if self.undo is not None else None
        twin.doubted_at_undo = self.doubted_at_undo
        return twin


#: So many findings about one purse leave nothing to compare; only the latest still explains something.
MOST_DIFFERENCES = 64


class Purse:
    """The table's money by player and chain; money follows the rules (R11), so only differences are kept.

    - ``slack``: by how much each player's recorded cash may differ because of findings reported already;
    - ``loose``: holdings, as pairs of player and chain, that an earlier finding leaves open;
    - ``unrecorded``: players with a turn whose purchase the log does not tell;
    - ``open``: players whose cash nobody can compute, for the log leaves out what they were paid or paid;
      ``untold``: holdings, as pairs of player and chain, of which it does; ``warned``: of whom that was said;
    - ``due``: bonuses in dollars that are due by player and chain; ``due_chains``: the chains they were noted for;
    - ``noted``: the merger whose bonuses these are; ``disordered``: the one whose order of disposals was found wrong;
    - ``final``: the final cash that the log tells by player, with the place of its event.
    """

    __slots__ = (
        "disordered",
        "due",
        "due_chains",
        "final",
        "loose",
        "noted",
        "open",
        "slack",
        "unrecorded",
        "untold",
        "warned",
    )

    def __init__(self, seats: int) -> None:
        self.slack: list[set[Money]] = [{0} for _ in range(seats)]
        self.loose: set[tuple[int, int]] = set()
        self.unrecorded: set[int] = set()
        self.open: set[int] = set()
        self.untold: set[tuple[int, int]] = set()
        self.warned: set[int] = set()
        self.due: dict[tuple[int, int], Money] = {}
        self.due_chains: set[int] = set()
        self.noted: Merger | None = None
        self.disordered: Merger | None = None
        self.final: dict[int, tuple[int, int]] = {}

    def copy(self, old: Merger | None, new: Merger | None) -> Purse:
        """An independent copy that knows the merger ``old`` of the copied state as ``new``."""
        twin = Purse.__new__(Purse)
        twin.slack = [*map(set.copy, self.slack)]
        twin.loose, twin.unrecorded = self.loose.copy(), self.unrecorded.copy()
        twin.open, twin.untold, twin.warned = self.open.copy(), self.untold.copy(), self.warned.copy()
        twin.due, twin.due_chains, twin.final = self.due.copy(), self.due_chains.copy(), self.final.copy()
        twin.noted = new if self.noted is old else self.noted
        twin.disordered = new if self.disordered is old else self.disordered
        return twin

    def loosen(self, player: int, difference: Money) -> None:
        """Let a player's recorded cash differ by so much more, because of a finding just reported."""
        slack = self.slack[player]
        wider = {known + difference for known in slack}
        self.slack[player] = {0, difference} if len(slack) > MOST_DIFFERENCES else slack | wider

    def forget_dues(self) -> None:
        """Owe no bonus any more."""
        self.due.clear()
        self.due_chains.clear()


class Reporter:
    """The findings made, each with the place of its event, and the doubts that silence others.

    ``doubtful``: the board no longer is what the log speaks of; findings that only follow from the board are counted
    (``suppressed``), not listed. ``excused``: the number of the turn whose illegal tile explains what else is wrong in it.
    """

    __slots__ = ("doubtful", "excused", "findings", "places", "suppressed")

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.places: list[int] = []
        self.suppressed = 0
        self.excused = -1
        self.doubtful = False

    def copy(self) -> Reporter:
        """An independent copy."""
        twin = Reporter.__new__(Reporter)
        twin.findings, twin.places = self.findings[:], self.places[:]
        twin.suppressed, twin.excused, twin.doubtful = self.suppressed, self.excused, self.doubtful
        return twin

    def silences(self, code: str, number: int) -> bool:
        """Whether a finding of that code, made in that turn, only follows from an earlier one; counts it if so."""
        if (self.doubtful and code in DEPENDENT) or (self.excused == number and code in TURN_DEPENDENT):
            self.suppressed += self.doubtful
            return True
        return False

    def expect(self, place: int, code: str, severity: Severity, player: str | None) -> None:
        """Hear of a finding before it is made; a reporter that waits for certain ones alone may refuse it."""

    def add(self, place: int, finding: Finding) -> None:
        """Note a finding on the event at that place of the log."""
        self.places.append(place)
        self.findings.append(finding)

    def place_of(self, finding: Finding) -> int:
        """The place of the event on which a finding was noted."""
        return next(at for at, other in zip(self.places, self.findings, strict=True) if other is finding)

    def doubt(self) -> None:
        """From here on the board is not what the log speaks of."""
        self.doubtful = True

    @property
    def weight(self) -> int:
        """The number of mistakes, listed or silenced; what is only odd about the director's acts is none."""
        return sum(finding.code not in BESIDE for finding in self.findings) + self.suppressed

    @property
    def first_mistake(self) -> int:
        """The index of the first mistake among the findings, 0 where there is none."""
        return next((at for at, finding in enumerate(self.findings) if finding.code not in BESIDE), 0)


#: Acts that decide what lies on the board; where one of them cannot be read, the board is not the table's.
_ON_THE_BOARD = frozenset({Act.TURN, Act.PLAY, Act.START, Act.FOUND, Act.SURVIVOR, Act.TAKEBACK})


@lru_cache(maxsize=64)
def _paying_first(edition: Edition, seats: int) -> Edition:
    """All bonuses of a merger at once, so that log lines may come in either order; the money is the same."""
    if edition.market_holder_2p and seats == 2:
        return edition
    return replace(edition, bonus_order=BonusOrder.BEFORE_DISPOSAL)


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """A place of a replay to go on from: the event that comes next, and everything known there."""

    index: int
    state: State
    reporter: Reporter
    purse: Purse
    course: Course


class Replayer:
    """A replay while it walks through a record; ``index`` is the event at hand.

    ``record`` is what stands of the record given, where something of it was undone by a rewind.
    ``outcome`` is the final cash by player once the walk has come to the end of a game. ``watch`` is called with
    the position before the first turn and at the end of each turn.
    """

    __slots__ = (
        "course", "events", "ids", "index", "names", "outcome", "purse", "record", "reporter",
        "state", "takes_back", "tells", "watch",
    )  # fmt: skip

    def __init__(
        self, record: GameRecord, watch: Callable[[Replayer], None] | None = None, edition: Edition | None = None
    ) -> None:
        header = record.header
        labels = header.labels()
        seats = len(header.players)
        self.tells = Telling(record)
        if self.tells.has(Act.REWIND):
            record = standing(record)
            self.tells = Telling(record)
        self.record = record
        self.events = record.events
        self.ids = [player.id for player in header.players]
        self.names = labels.names
        self.takes_back = self.tells.has(Act.TAKEBACK)
        self.watch = watch
        self.index = 0
        self.outcome: dict[int, Money] | None = None
        self.state = State(edition or _paying_first(header.rulebook(), seats), seats, labels)
        self.reporter = Reporter()
        self.purse = Purse(seats)
        self.course = Course()

    def keep(self) -> KeptPlace:
        """The place before the event at hand, to go on from with `go_on_from` as often as one likes."""
        state = self.state.copy()
        purse = self.purse.copy(self.state.settled, state.settled)  # a merger stays the same object where it was
        return KeptPlace(self.index, state, self.reporter.copy(), purse, self.course.copy())

    def go_on_from(self, kept: KeptPlace) -> None:
        """Stand at a place that was kept, of this record or of one that is equal up to there; nothing is shared with it."""
        state = kept.state.copy()
        self.index, self.state, self.outcome = kept.index, state, None
        self.purse = kept.purse.copy(kept.state.settled, state.settled)
        self.reporter, self.course = kept.reporter.copy(), kept.course.copy()

    def resumed(self, record: GameRecord, kept: KeptPlace) -> Replayer:
        """Another replayer at a kept place of a record that is equal up to there and tells the same kinds of things."""
        twin = object.__new__(Replayer)
        twin.record, twin.events = record, record.events
        twin.ids, twin.names, twin.watch = self.ids, self.names, None
        twin.tells, twin.takes_back = self.tells, self.takes_back
        twin.go_on_from(kept)
        return twin

    # Reporting.

    def report(self, code: str, player: int, message: str, expected: object = None, recorded: object = None) -> None:
        """Note a finding on the event at hand, unless it only follows from an earlier one."""
        if not self.reporter.silences(code, self.course.number):
            self.add(code, player, message, expected, recorded)

    def add(
        self,
        code: str,
        player: int,
        message: str,
        expected: object = None,
        recorded: object = None,
        severity: Severity | None = None,
    ) -> None:
        """Note a finding on the event at hand."""
        row = CODES[code]
        severity = severity or row.severity
        name = self.ids[player] if player >= 0 else None
        self.reporter.expect(self.index, code, severity, name)
        line = self.record.line_of(self.index)
        number = self.course.number or None
        finding = Finding(code, severity, line, number, name, message, expected, recorded, row.rule)
        self.reporter.add(self.index, finding)

    def say_unread(self, gap: Unread) -> None:
        """Note a place of the log that cannot be read; what may have been a tile leaves the board in doubt."""
        name = self.ids[gap.player] if gap.player is not None else None
        row = CODES["line-unread"]
        message = f"“{gap.text}” cannot be read; write it as the notation has it and replay the log."
        number = self.course.number or None
        self.reporter.expect(gap.before, "line-unread", row.severity, name)
        self.reporter.add(
            gap.before,
            Finding("line-unread", row.severity, gap.line, number, name, message, None, gap.text, row.rule),
        )
        if gap.act is None or gap.act in _ON_THE_BOARD:
            self.reporter.doubt()
        if gap.player is not None:
            self.purse.unrecorded.add(gap.player)

    def refuse(
        self, refusal: IllegalActionError, player: int, expected: object = None, recorded: object = None
    ) -> None:
        """Note what the rules say against the event at hand."""
        self.report(refusal.code, player, f"{self.ids[player]}: {refusal}", expected, recorded)

    def say_out_of_turn(self, player: int) -> None:
        """Note that somebody does what only the player in turn can do."""
        name = self.ids[self.state.player]
        message = f"It is {name}'s turn, not {self.ids[player]}'s."
        self.report("act-out-of-turn", player, message, name, self.ids[player])

    def excuse_turn(self) -> None:
        """Take what else is wrong in this turn for a consequence of the finding just made."""
        self.reporter.excused = self.course.number

    def names_of(self, tiles: object) -> list[str]:
        """The names of tiles for a finding, ``?`` for an unknown one."""
        if not isinstance(tiles, (list, tuple, set)):
            return []
        return ["?" if tile < 0 else TILE_NAMES[tile] for tile in tiles]
