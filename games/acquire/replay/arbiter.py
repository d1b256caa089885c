"""The arbiter: one state, driven through a log by the rules, and the findings made on the way.

What lies on the board stands, and money follows the rules (R11). So that one mistake does not become
a page of findings, the arbiter remembers about each what may follow from it, in three small values: a
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
from games.acquire.replay.course import Course
from games.acquire.replay.findings import CODES, Finding, Severity
from games.acquire.replay.purse import Purse
from games.acquire.replay.reporter import Reporter
from games.acquire.replay.telling import Telling
from games.acquire.rewinding import standing
from games.acquire.state import State

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


class Arbiter:
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
        self, record: GameRecord, watch: Callable[[Arbiter], None] | None = None, edition: Edition | None = None
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

    def resumed(self, record: GameRecord, kept: KeptPlace) -> Arbiter:
        """Another arbiter at a kept place of a record that is equal up to there and tells the same kinds of things."""
        twin = object.__new__(Arbiter)
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
