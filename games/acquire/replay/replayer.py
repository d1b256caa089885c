"""The replayer: one state of a game that is driven through a log by the rules, and the findings made on the way.

What lies on the board counts, and money follows the rules (R11). So that one mistake does not become
a page of findings, the replayer remembers what may follow from each: in a `Reporter` of findings, a `Ledger`
of the table's money, and the `Progress` of the turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from games.acquire.actions import ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.editions import BonusOrder, Edition, Money
from games.acquire.errors import IllegalActionError
from games.acquire.record import GameRecord, Unread
from games.acquire.replay.coverage import Coverage
from games.acquire.replay.findings import BESIDE, CODES, DEPENDENT, TURN_DEPENDENT, Finding, Severity
from games.acquire.rewinding import standing
from games.acquire.state import NO_TILE, Merger, State


class Progress:
    """The turns as the log counts them, and what the turn at hand has brought.

    - ``number``: the turn's number in the log, 0 before the first; ``wrong_number``: the latest one that was found wrong;
    - ``started``: whether the first turn has begun; ``past_end``: whether the game was found to go on after its end;
    - ``cash_at_end``: everybody's final cash at that end, in order of seats, None while no game went on after its end;
    - ``passed_over``: the player whose turn another one took, while he may still take it; ``too_early``: that other one;
    - ``time_called``: the player whose time was called while he had a chain to name, until it is named (R31);
    - ``clock_pressed``: whether the clock ended the turn; ``drawn``: the tiles drawn last;
    - ``kept_dead``: dead tiles already found to be kept; ``replaced``: the number of dead tiles replaced in the turn;
    - ``paused``: whether the director has stopped the game;
    - ``before_tile``: the position before the turn's tile, where the log takes tiles back; ``doubtful_before_tile``: whether
      it was in doubt.
    """

    __slots__ = (
        "before_tile", "cash_at_end", "clock_pressed", "doubtful_before_tile", "drawn", "kept_dead", "number",
        "passed_over", "past_end", "paused", "replaced", "started", "time_called", "too_early", "wrong_number",
    )  # fmt: skip

    def __init__(self) -> None:
        self.number = 0
        self.wrong_number = 0
        self.started = False
        self.past_end = False
        self.cash_at_end: tuple[Money, ...] | None = None
        self.passed_over = NO_TILE
        self.too_early = NO_TILE
        self.time_called = NO_TILE
        self.clock_pressed = False
        self.drawn: tuple[int, ...] = ()
        self.kept_dead: set[int] = set()
        self.replaced = 0
        self.paused = False
        self.before_tile: State | None = None
        self.doubtful_before_tile = False

    def copy(self) -> Progress:
        """An independent copy."""
        twin = Progress.__new__(Progress)
        # Name by name, for a search copies it with every trial.
        twin.number, twin.wrong_number = self.number, self.wrong_number
        twin.started, twin.past_end, twin.cash_at_end = self.started, self.past_end, self.cash_at_end
        twin.passed_over, twin.too_early = self.passed_over, self.too_early
        twin.clock_pressed, twin.drawn = self.clock_pressed, self.drawn
        twin.kept_dead, twin.replaced = self.kept_dead.copy(), self.replaced
        twin.paused, twin.time_called = self.paused, self.time_called
        twin.before_tile = self.before_tile.copy() if self.before_tile is not None else None
        twin.doubtful_before_tile = self.doubtful_before_tile
        return twin


#: So many findings about one player's cash leave nothing to compare; only the latest still explains something.
MOST_DIFFERENCES = 64


class Ledger:
    """The table's money by player and chain, where it differs from what the rules give or is not recorded (R11).

    - ``tolerated``: by how much each player's recorded cash may differ because of findings reported already;
    - ``doubtful_shares``: holdings, as pairs of player and chain, that an earlier finding leaves in doubt;
    - ``without_purchase``: players with a turn whose purchase is not recorded;
    - ``unknown_cash``: players whose cash nobody can compute, for something that they were paid or paid is not recorded;
      ``unknown_shares``: holdings, as pairs of player and chain, of which the same is so; ``warned``: the players of whom it was reported;
    - ``due``: bonuses in dollars that are due by player and chain; ``due_chains``: the chains they were noted for;
    - ``noted_merger``: the merger whose bonuses these are; ``disordered_merger``: the one whose order of disposals was found wrong;
    - ``finals``: the final cash that the log states by player, with the place of its event.
    """

    __slots__ = (
        "disordered_merger", "doubtful_shares", "due", "due_chains", "finals", "noted_merger", "tolerated",
        "unknown_cash", "unknown_shares", "warned", "without_purchase",
    )  # fmt: skip

    def __init__(self, seats: int) -> None:
        self.tolerated: list[set[Money]] = [{0} for _ in range(seats)]
        self.doubtful_shares: set[tuple[int, int]] = set()
        self.without_purchase: set[int] = set()
        self.unknown_cash: set[int] = set()
        self.unknown_shares: set[tuple[int, int]] = set()
        self.warned: set[int] = set()
        self.due: dict[tuple[int, int], Money] = {}
        self.due_chains: set[int] = set()
        self.noted_merger: Merger | None = None
        self.disordered_merger: Merger | None = None
        self.finals: dict[int, tuple[int, int]] = {}

    def copy(self, old: Merger | None, new: Merger | None) -> Ledger:
        """An independent copy that knows the merger ``old`` of the copied state as ``new``."""
        twin = Ledger.__new__(Ledger)
        twin.tolerated = [*map(set.copy, self.tolerated)]
        twin.doubtful_shares, twin.without_purchase = self.doubtful_shares.copy(), self.without_purchase.copy()
        twin.unknown_cash, twin.unknown_shares = self.unknown_cash.copy(), self.unknown_shares.copy()
        twin.warned, twin.finals = self.warned.copy(), self.finals.copy()
        twin.due, twin.due_chains = self.due.copy(), self.due_chains.copy()
        twin.noted_merger = new if self.noted_merger is old else self.noted_merger
        twin.disordered_merger = new if self.disordered_merger is old else self.disordered_merger
        return twin

    def tolerate(self, player: int, difference: Money) -> None:
        """Let a player's recorded cash differ by so much more, because of a finding just reported."""
        known = self.tolerated[player]
        wider = {other + difference for other in known}
        self.tolerated[player] = {0, difference} if len(known) > MOST_DIFFERENCES else known | wider

    def leave_unknown(self, player: int, *chains: int) -> None:
        """A player's cash and his shares of these chains are unknown from here on."""
        self.unknown_cash.add(player)
        self.unknown_shares |= {(player, chain) for chain in chains}

    def is_chain_unknown(self, chain: int) -> bool:
        """Whether somebody's shares of a chain are unknown, and with them its bonuses and the bank."""
        return any(of == chain for _, of in self.unknown_shares)

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

    def add(
        self,
        place: int,
        code: str,
        severity: Severity,
        line: int | None,
        turn: int | None,
        player: str | None,
        message: str,
        expected: object,
        recorded: object,
    ) -> None:
        """Note a finding on the event at a place of the log."""
        rule = CODES[code].rule
        self.places.append(place)
        self.findings.append(Finding(code, severity, line, turn, player, message, expected, recorded, rule))

    def place_of(self, finding: Finding) -> int:
        """The place of the event on which a finding was noted."""
        return next(at for at, other in zip(self.places, self.findings, strict=True) if other is finding)

    @property
    def weight(self) -> int:
        """The number of mistakes, listed or silenced; odd acts of the director are none."""
        return sum(finding.code not in BESIDE for finding in self.findings) + self.suppressed

    @property
    def first_mistake(self) -> int:
        """The index of the first mistake among the findings, 0 where there is none."""
        return next((at for at, finding in enumerate(self.findings) if finding.code not in BESIDE), 0)


#: Acts that decide what lies on the board; where one of them cannot be read, the board is not the table's.
_ON_THE_BOARD = frozenset(
    {ActKind.TURN, ActKind.PLAY, ActKind.START, ActKind.FOUND, ActKind.SURVIVOR, ActKind.TAKEBACK}
)


@lru_cache(maxsize=64)
def _paying_first(edition: Edition, seats: int) -> Edition:
    """The edition with all bonuses of a merger paid at once, so that log lines may come in either order; the money is the same."""
    if edition.market_holder_2p and seats == 2:
        return edition
    return replace(edition, bonus_order=BonusOrder.BEFORE_DISPOSAL)


class Replayer:
    """A replay while it walks through a record; ``index`` is the event at hand.

    ``record`` is the record given, without what a rewind undid; ``ids`` are its players' IDs
    and ``names`` its chains' names. ``outcome`` is the final cash by player once the walk has come to the end of a game.
    ``watch`` is called with the position before the first turn and at the end of each turn.
    """

    __slots__ = (
        "coverage", "events", "ids", "index", "ledger", "names", "outcome", "progress", "record", "reporter",
        "state", "takes_back", "watch",
    )  # fmt: skip

    def __init__(
        self, record: GameRecord, watch: Callable[[Replayer], None] | None = None, edition: Edition | None = None
    ) -> None:
        header = record.header
        labels = header.labels()
        seats = len(header.players)
        self.coverage = Coverage(record)
        if self.coverage.has(ActKind.REWIND):
            record = standing(record)
            self.coverage = Coverage(record)
        self.record = record
        self.events = record.events
        self.ids = [player.id for player in header.players]
        self.names = labels.names
        self.takes_back = self.coverage.has(ActKind.TAKEBACK)
        self.watch = watch
        self.index = 0
        self.outcome: dict[int, Money] | None = None
        self.state = State(edition or _paying_first(header.rulebook(), seats), seats, labels)
        self.reporter = Reporter()
        self.ledger = Ledger(seats)
        self.progress = Progress()

    def copy(self, record: GameRecord | None = None) -> Replayer:
        """An independent replayer before the event at hand, which nobody watches.

        It goes on through another ``record``, where one is given: one that is equal up to there and has the same kinds of lines.
        """
        twin = Replayer.__new__(Replayer)
        twin.record = record or self.record
        twin.events = twin.record.events
        twin.ids, twin.names, twin.watch = self.ids, self.names, None
        twin.coverage, twin.takes_back = self.coverage, self.takes_back
        twin.index, twin.outcome = self.index, None
        twin.state = self.state.copy()
        twin.ledger = self.ledger.copy(self.state.settled, twin.state.settled)  # the same merger, in a copy of its own
        twin.reporter, twin.progress = self.reporter.copy(), self.progress.copy()
        return twin

    def report(self, code: str, player: int, message: str, expected: object = None, recorded: object = None) -> None:
        """Note a finding on the event at hand, unless it only follows from an earlier one."""
        if not self.reporter.silences(code, self.progress.number):
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
        severity = severity or CODES[code].severity
        name = self.ids[player] if player >= 0 else None
        line, turn = self.record.line_of(self.index), self.progress.number or None
        self.reporter.add(self.index, code, severity, line, turn, name, message, expected, recorded)

    def add_unread(self, gap: Unread) -> None:
        """Note a place of the log that cannot be read; what may have been a tile leaves the board in doubt."""
        message = f"“{gap.text}” cannot be read; write it as the notation has it and replay the log."
        name = self.ids[gap.player] if gap.player is not None else None
        severity, turn = CODES["line-unread"].severity, self.progress.number or None
        self.reporter.add(gap.before, "line-unread", severity, gap.line, turn, name, message, None, gap.text)
        if gap.act is None or gap.act in _ON_THE_BOARD:
            self.reporter.doubtful = True
        if gap.player is not None:
            self.ledger.without_purchase.add(gap.player)

    def refuse(
        self, refusal: IllegalActionError, player: int, expected: object = None, recorded: object = None
    ) -> None:
        """Note the refusal of the event at hand by the rules, unless it only follows from an earlier finding."""
        self.report(refusal.code, player, f"{self.ids[player]}: {refusal}", expected, recorded)

    def report_out_of_turn(self, player: int) -> None:
        """Note that somebody does what only the player in turn can do."""
        name = self.ids[self.state.player]
        message = f"It is {name}'s turn, not {self.ids[player]}'s."
        self.report("act-out-of-turn", player, message, name, self.ids[player])

    def excuse_turn(self) -> None:
        """Take what else is wrong in this turn for a consequence of the finding just made."""
        self.reporter.excused = self.progress.number

    def tile_names(self, tiles: Iterable[int]) -> list[str]:
        """The names of tiles for a finding, ``?`` for an unknown one."""
        return ["?" if tile < 0 else TILE_NAMES[tile] for tile in tiles]
