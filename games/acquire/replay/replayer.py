"""The replayer: the state of a game to which the events of a log are applied by the rules, and the findings made on the way.

The tiles placed at the table stay on the board, and money is computed by the rules (R11). So that one mistake does not lead to
many findings, the replayer stores what may follow from each: in a `Reporter` of findings, a `Ledger` of money that is in doubt,
and the `Progress` of the turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from games.acquire.actions import ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.editions import BonusOrder, Edition, Money
from games.acquire.errors import IllegalActionError
from games.acquire.record import GameRecord, Unread
from games.acquire.replay.coverage import Coverage
from games.acquire.replay.findings import CODES, DEPENDENT, TURN_DEPENDENT, Finding, Severity, is_beside
from games.acquire.rewinding import standing
from games.acquire.state import NO_TILE, Merger, State


class Progress:
    """The turns as the log counts them, and what has happened in the present turn.

    - ``number``: the turn's number in the log, 0 before the first; ``wrong_number``: the latest one that was found wrong;
    - ``started``: whether the first turn has begun; ``past_end``: whether the game was found to go on after its end;
    - ``cash_at_end``: everybody's final cash at that end, in order of seats, None while no game went on after its end;
    - ``passed_over``: the player whose turn another one took, as long as he may still take it; ``too_early``: that other player;
    - ``time_called``: the player whose time was called while he had a chain to name, until it is named (R31);
    - ``clock_pressed``: whether the clock ended the turn; ``drawn``: the tiles drawn last;
    - ``kept_dead``: dead tiles reported already because they were kept; ``replaced``: the number of dead tiles replaced in the turn;
    - ``paused``: whether the director has stopped the game; ``end_unsaid``: whether the game was closed without an end in the log;
      ``end_called``: whether the end is called and the turn is still to be completed;
    - ``before_tile``: the position before the turn's tile, stored only if the log has a take-back; ``doubtful_before_tile``: the
      value of `Reporter.doubtful` at that position.
    """

    __slots__ = (
        "before_tile", "cash_at_end", "clock_pressed", "doubtful_before_tile", "drawn", "end_called", "end_unsaid", "kept_dead",
        "number", "passed_over", "past_end", "paused", "replaced", "started", "time_called", "too_early", "wrong_number",
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
        self.paused = self.end_unsaid = self.end_called = False
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
        twin.end_unsaid, twin.end_called = self.end_unsaid, self.end_called
        twin.before_tile = self.before_tile.copy() if self.before_tile is not None else None
        twin.doubtful_before_tile = self.doubtful_before_tile
        return twin


class Kept(NamedTuple):
    """Shares of a defunct chain that a holder without a line is taken to have kept.

    ``place`` is the index of the event before which he would have disposed, ``turn`` the number of the turn in the log.
    """

    place: int
    turn: int
    player: int
    chain: int
    owned: int


#: The most tolerated differences for one player; beyond that number only the latest is kept.
MOST_DIFFERENCES = 64


class Question:
    """A part of the log that cannot be read, as long as it may have moved money or shares that no later count has checked.

    - ``players``: those whose cash has not been counted right since; once it is empty, the question is closed;
    - ``needs_final``: whether shares may have moved too, so that only final cash that is right closes it;
    - ``suppressed``: how many findings were silenced before, if the board is in doubt only because of this part; else -1.
    """

    __slots__ = ("needs_final", "players", "suppressed")

    def __init__(self, players: set[int], needs_final: bool, suppressed: int) -> None:
        self.players, self.needs_final, self.suppressed = players, needs_final, suppressed

    def copy(self) -> Question:
        """An independent copy."""
        return Question(self.players.copy(), self.needs_final, self.suppressed)


class Ledger:
    """The money that differs, or may differ, from what the rules give, because of findings or because it is not recorded (R11).

    - ``tolerated``: by how much each player's recorded cash may differ because of findings reported already;
    - ``doubtful_shares``: holdings, as pairs of player and chain, that an earlier finding leaves in doubt;
    - ``without_purchase``: players with a turn whose purchase is not recorded;
    - ``unknown_cash``: players whose cash cannot be computed because payments to or by them are not recorded; ``unknown_shares``:
      pairs of player and chain for which the same holds for the shares; ``warned``: the players for whom that was reported;
    - ``due``: bonuses in dollars that are due and not yet recorded, by player and chain; ``due_chains``: the chains for which bonuses
      were stored;
    - ``noted_merger``: the merger whose bonuses were stored; ``disordered_merger``: the merger whose order of disposals was reported;
    - ``finals``: the final cash that the log states by player, with the index of the event;
    - ``kept``: the shares that holders without a line are taken to have kept;
    - ``question``: what could not be read and is still open, None for nothing.
    """

    __slots__ = (
        "disordered_merger", "doubtful_shares", "due", "due_chains", "finals", "kept", "noted_merger", "question", "tolerated",
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
        self.kept: list[Kept] = []
        self.question: Question | None = None

    def copy(self, old: Merger | None, new: Merger | None) -> Ledger:
        """Return an independent copy for a copied state, in which the merger ``old`` has become ``new``."""
        twin = Ledger.__new__(Ledger)
        twin.tolerated = [*map(set.copy, self.tolerated)]
        twin.doubtful_shares, twin.without_purchase = self.doubtful_shares.copy(), self.without_purchase.copy()
        twin.unknown_cash, twin.unknown_shares = self.unknown_cash.copy(), self.unknown_shares.copy()
        twin.warned, twin.finals, twin.kept = self.warned.copy(), self.finals.copy(), self.kept[:]
        twin.due, twin.due_chains = self.due.copy(), self.due_chains.copy()
        twin.noted_merger = new if self.noted_merger is old else self.noted_merger
        twin.disordered_merger = new if self.disordered_merger is old else self.disordered_merger
        twin.question = self.question.copy() if self.question is not None else None
        return twin

    def tolerate(self, player: int, difference: Money) -> None:
        """Allow a player's recorded cash to differ by this amount as well, because of a finding just reported."""
        known = self.tolerated[player]
        wider = {other + difference for other in known}
        self.tolerated[player] = {0, difference} if len(known) > MOST_DIFFERENCES else known | wider

    def leave_unknown(self, player: int, *chains: int) -> None:
        """Mark a player's cash and his shares of these chains as unknown."""
        self.unknown_cash.add(player)
        self.unknown_shares |= {(player, chain) for chain in chains}

    def is_chain_unknown(self, chain: int) -> bool:
        """Whether some player's shares of a chain are unknown; then its bonuses and the bank's shares are too."""
        return any(of == chain for _, of in self.unknown_shares)

    def forget_dues(self) -> None:
        """Remove all bonuses that are due."""
        self.due.clear()
        self.due_chains.clear()


class Reporter:
    """The findings made, each with the index of its event, and the reasons not to list others.

    ``doubtful``: the replay's board may differ from the one on the table, so findings that only follow from the board are counted
    (``suppressed``) instead of listed. ``excused``: the number of the turn with an illegal tile, which explains other mistakes in it.
    ``manners``: where a line is left out or stands in another order than that of the game, which is no mistake: what it is about, as a
    code, and the index of the event.
    """

    __slots__ = ("doubtful", "excused", "findings", "manners", "places", "suppressed")

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.places: list[int] = []
        self.manners: list[tuple[str, int]] = []
        self.suppressed = 0
        self.excused = -1
        self.doubtful = False

    def copy(self) -> Reporter:
        """An independent copy."""
        twin = Reporter.__new__(Reporter)
        twin.findings, twin.places, twin.manners = self.findings[:], self.places[:], self.manners[:]
        twin.suppressed, twin.excused, twin.doubtful = self.suppressed, self.excused, self.doubtful
        return twin

    def silences(self, code: str, number: int) -> bool:
        """Whether a finding with this code in turn ``number`` only follows from an earlier one; if so, it is counted."""
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
        """Store a finding about the event at ``place``, its index in the log."""
        rule = CODES[code].rule
        self.places.append(place)
        self.findings.append(Finding(code, severity, line, turn, player, message, expected, recorded, rule))

    def note_manner(self, code: str, place: int) -> None:
        """Store that the scribe's manner, and no mistake, explains what would be a finding about the event at ``place``."""
        self.manners.append((code, place))

    def place_of(self, finding: Finding) -> int:
        """Return the index of the event about which a finding was made."""
        return next(at for at, other in zip(self.places, self.findings, strict=True) if other is finding)

    @property
    def weight(self) -> int:
        """The number of mistakes, listed or silenced, without findings about the director's acts and about manners of writing."""
        return sum(not is_beside(finding) for finding in self.findings) + self.suppressed

    @property
    def first_mistake(self) -> int:
        """The index of the first finding that `weight` counts, 0 if there is none."""
        return next((at for at, finding in enumerate(self.findings) if not is_beside(finding)), 0)


#: Acts that decide what is on the board; if one of them cannot be read, the replay's board may differ from the one on the table.
_ON_THE_BOARD = frozenset(
    {ActKind.TURN, ActKind.PLAY, ActKind.START, ActKind.FOUND, ActKind.SURVIVOR, ActKind.TAKEBACK}
)


#: Acts that move the money of one player alone; whatever else cannot be read may concern everybody.
_OF_ONE_PLAYER = frozenset({ActKind.BUY, ActKind.BONUS, ActKind.DISPOSE, ActKind.CASH, ActKind.FINAL})


@lru_cache(maxsize=64)
def _paying_first(edition: Edition, seats: int) -> Edition:
    """Return the edition with all bonuses of a merger paid at once.

    The log may then have bonuses and disposals in either order; the money is the same.
    """
    if edition.market_holder_2p and seats == 2:
        return edition
    return replace(edition, bonus_order=BonusOrder.BEFORE_DISPOSAL)


class Replayer:
    """A replay that is under way; ``index`` is that of the next event or, while one is being handled, of this event.

    ``record`` is the record given, without what a rewind undid; ``ids`` are its players' IDs and ``names`` its chains' names.
    ``outcome`` is the final cash by player, None until the replay has come to the end of a game. ``watch`` is called before the
    first turn and at the end of each turn. ``lost`` has turn number, player and chain of disposals that the log may have lost.
    """

    __slots__ = (
        "coverage", "events", "ids", "index", "ledger", "lost", "names", "outcome", "progress", "record", "reporter",
        "state", "takes_back", "watch",
    )  # fmt: skip

    def __init__(
        self,
        record: GameRecord,
        watch: Callable[[Replayer], None] | None = None,
        edition: Edition | None = None,
        lost: frozenset[tuple[int, int, int]] = frozenset(),
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
        self.lost = lost
        self.index = 0
        self.outcome: dict[int, Money] | None = None
        self.state = State(edition or _paying_first(header.rulebook(), seats), seats, labels)
        self.reporter = Reporter()
        self.ledger = Ledger(seats)
        self.progress = Progress()

    def copy(self, record: GameRecord | None = None) -> Replayer:
        """Return an independent copy that no ``watch`` observes.

        If ``record`` is given, the copy goes on through that record, which must be equal up to the next event and have the same kinds of
        lines.
        """
        twin = Replayer.__new__(Replayer)
        twin.record = record or self.record
        twin.events = twin.record.events
        twin.ids, twin.names, twin.watch = self.ids, self.names, None
        twin.coverage, twin.takes_back, twin.lost = self.coverage, self.takes_back, self.lost
        twin.index, twin.outcome = self.index, None
        twin.state = self.state.copy()
        twin.ledger = self.ledger.copy(self.state.settled, twin.state.settled)  # the same merger, in a copy of its own
        twin.reporter, twin.progress = self.reporter.copy(), self.progress.copy()
        return twin

    def report(
        self,
        code: str,
        player: int,
        message: str,
        expected: object = None,
        recorded: object = None,
        severity: Severity | None = None,
    ) -> None:
        """Store a finding about the present event, unless it only follows from an earlier one; ``player`` is -1 for none."""
        if not self.reporter.silences(code, self.progress.number):
            self.add(code, player, message, expected, recorded, severity)

    def add(
        self,
        code: str,
        player: int,
        message: str,
        expected: object = None,
        recorded: object = None,
        severity: Severity | None = None,
    ) -> None:
        """Store a finding about the present event; ``player`` is -1 for none."""
        severity = severity or CODES[code].severity
        name = self.ids[player] if player >= 0 else None
        line, turn = self.record.line_of(self.index), self.progress.number or None
        self.reporter.add(self.index, code, severity, line, turn, name, message, expected, recorded)

    def add_unread(self, gap: Unread) -> None:
        """Store a finding about a part of the log that cannot be read.

        If that part may have changed the board, the board is in doubt from there on, until everybody's cash is counted right.
        """
        message = (
            f"“{gap.text}” cannot be read; expected {gap.expected or 'a clause of the notation'}. "
            "If it is a remark, put # before it."
        )
        name = self.ids[gap.player] if gap.player is not None else None
        severity, turn = CODES["line-unread"].severity, self.progress.number or None
        self.reporter.add(gap.before, "line-unread", severity, gap.line, turn, name, message, None, gap.text)
        self._ask(gap)
        if gap.player is not None:
            self.ledger.without_purchase.add(gap.player)

    def _ask(self, gap: Unread) -> None:
        """Note what a part of the log that cannot be read may have changed."""
        reporter, before = self.reporter, self.ledger.question
        own = gap.player is not None and gap.act in _OF_ONE_PLAYER
        players = {gap.player} if own and gap.player is not None else set(range(len(self.ids)))
        is_new_doubt = not reporter.doubtful and (gap.act is None or gap.act in _ON_THE_BOARD)
        suppressed = reporter.suppressed if is_new_doubt else -1
        if is_new_doubt:
            reporter.doubtful = True
        needs_final = gap.act is None or gap.act is ActKind.DISPOSE
        if before is not None:
            players |= before.players
            needs_final |= before.needs_final
            suppressed = max(suppressed, before.suppressed)
        self.ledger.question = Question(players, needs_final, suppressed)

    def close_question(self, player: int) -> None:
        """Note that a player's cash was counted right; the question is closed if everybody's was whom it may concern.

        The board is then no longer in doubt, and what was silenced because of it follows from the unread part.
        """
        question = self.ledger.question
        if question is None:
            return
        question.players.discard(player)
        if not question.players:
            if question.suppressed >= 0:
                self.reporter.doubtful, self.reporter.suppressed = False, question.suppressed
                question.suppressed = -1
            if not question.needs_final:
                self.ledger.question = None

    def refuse(
        self, refusal: IllegalActionError, player: int, expected: object = None, recorded: object = None
    ) -> None:
        """Store the rules' refusal of the present event as a finding, unless it only follows from an earlier one."""
        self.report(refusal.code, player, f"{self.ids[player]}: {refusal}", expected, recorded)

    def report_out_of_turn(self, player: int) -> None:
        """Report that a player does what only the player in turn may do."""
        name = self.ids[self.state.player]
        message = f"It is {name}'s turn, not {self.ids[player]}'s."
        self.report("act-out-of-turn", player, message, name, self.ids[player])

    def excuse_turn(self) -> None:
        """Treat everything else that is wrong in this turn as a consequence of the finding just made."""
        self.reporter.excused = self.progress.number

    def tile_names(self, tiles: Iterable[int]) -> list[str]:
        """Return the names of tiles for a finding, ``?`` for an unknown tile."""
        return ["?" if tile < 0 else TILE_NAMES[tile] for tile in tiles]
