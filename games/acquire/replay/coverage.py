"""How completely a log records each kind of line for each player, and what it records after a given event.

Scribes may leave out whole kinds of lines, such as all draws. So a line counts as missing only if the log otherwise has all lines of
this kind for this player. Draws and purchases count as complete if at least half of the player's turns have one, draws only if fewer
than `FEW` turns of all players lack one, or a fifteenth of them; other kinds if there is any line. A player without any line of a
kind counts as not recorded, except where so few lines are missing that they were probably forgotten:

- one turn without a draw, although the player's hand is recorded and others draw;
- fewer than `FEW` turns without a purchase;
- bonuses or disposals where the others have fewer than `FEW`.

What a replay keeps of the turns and of the money while it goes through a log.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import takewhile
from operator import itemgetter
from typing import Final

from games.acquire.actions import BESIDE_THE_GAME, NOBODY, Action, ActKind
from games.acquire.editions.bonus import Money
from games.acquire.record import GameRecord
from games.acquire.state import NO_TILE, Merger, State


@dataclass(slots=True)
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

    number: int = 0
    wrong_number: int = 0
    started: bool = False
    past_end: bool = False
    cash_at_end: tuple[Money, ...] | None = None
    passed_over: int = NO_TILE
    too_early: int = NO_TILE
    time_called: int = NO_TILE
    clock_pressed: bool = False
    drawn: tuple[int, ...] = ()
    kept_dead: set[int] = field(default_factory=set)
    replaced: int = 0
    paused: bool = False
    end_unsaid: bool = False
    end_called: bool = False
    before_tile: State | None = None
    doubtful_before_tile: bool = False

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


#: The most tolerated differences for one player; beyond that number only the latest is kept.
MOST_DIFFERENCES = 64


@dataclass(slots=True)
class Question:
    """A part of the log that cannot be read, as long as it may have moved money or shares that no later count has checked.

    - ``players``: those whose cash has not been counted right since; once it is empty, the question is closed;
    - ``needs_final``: whether shares may have moved too, so that only final cash that is right closes it;
    - ``suppressed``: how many findings were silenced before, if the board is in doubt only because of this part; else -1.
    """

    players: set[int]
    needs_final: bool
    suppressed: int

    def copy(self) -> Question:
        """An independent copy."""
        return Question(self.players.copy(), self.needs_final, self.suppressed)


@dataclass(slots=True)
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
    - ``question``: what could not be read and is still open, None for nothing.
    """

    tolerated: list[set[Money]]
    doubtful_shares: set[tuple[int, int]] = field(default_factory=set)
    without_purchase: set[int] = field(default_factory=set)
    unknown_cash: set[int] = field(default_factory=set)
    unknown_shares: set[tuple[int, int]] = field(default_factory=set)
    warned: set[int] = field(default_factory=set)
    due: dict[tuple[int, int], Money] = field(default_factory=dict)
    due_chains: set[int] = field(default_factory=set)
    noted_merger: Merger | None = None
    disordered_merger: Merger | None = None
    finals: dict[int, tuple[int, int]] = field(default_factory=dict)
    question: Question | None = None

    def copy(self, old: Merger | None, new: Merger | None) -> Ledger:
        """Return an independent copy for a copied state, in which the merger ``old`` has become ``new``."""
        twin = Ledger.__new__(Ledger)
        twin.tolerated = [*map(set.copy, self.tolerated)]
        twin.doubtful_shares, twin.without_purchase = self.doubtful_shares.copy(), self.without_purchase.copy()
        twin.unknown_cash, twin.unknown_shares = self.unknown_cash.copy(), self.unknown_shares.copy()
        twin.warned, twin.finals = self.warned.copy(), self.finals.copy()
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


class Extent(IntEnum):
    """How many of the lines of one kind a log has for one player."""

    NONE = 0
    SOME = 1
    ALL = 2


class LineKind(IntEnum):
    """The kinds of lines that scribes may or may not write down."""

    HANDS = 0
    DRAWS = 1
    DEAD_TILES = 2
    PURCHASES = 3
    DISPOSALS = 4
    BONUSES = 5


#: The acts by which each kind is recorded.
ACTS: Final[Mapping[LineKind, tuple[ActKind, ...]]] = {
    LineKind.HANDS: (ActKind.HAND, ActKind.SHOW, ActKind.RETURN),
    LineKind.DRAWS: (ActKind.DRAW,),
    LineKind.DEAD_TILES: (ActKind.DEAD,),
    LineKind.PURCHASES: (ActKind.BUY,),
    LineKind.DISPOSALS: (ActKind.DISPOSE,),
    LineKind.BONUSES: (ActKind.BONUS,),
}

#: Kinds of which every turn has a line; lines of other kinds depend on the game.
_EACH_TURN: Final = frozenset({LineKind.DRAWS, LineKind.PURCHASES})

#: If more than this part of the turns lack a draw, draws are told here and there.
_LACKING: Final = 1 / 15

#: Acts after which no draw of the turn is missing.
_CLOSING_A_DRAW: Final = frozenset({ActKind.DRAW, ActKind.CLOCK, ActKind.TIMEOUT})

#: Kinds that a scribe writes down for all players or for none.
_OF_THE_TABLE: Final = frozenset({LineKind.DISPOSALS, LineKind.BONUSES})

#: If fewer than this many lines could be missing, they count as forgotten; otherwise as intentionally not recorded.
FEW: Final = 3

BUY, ALL = ActKind.BUY, Extent.ALL
_ACT = itemgetter(0)
_ACT_AND_PLAYER = itemgetter(0, 1)


class Coverage:
    """How completely a log records each kind of line for each player (by seat).

    The lines are counted only when this is asked for the first time.
    """

    __slots__ = ("_acts", "_extents", "_lines", "_record", "_tells_minorities")

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._acts = set(map(_ACT, record.events))
        self._lines: Counter[tuple[ActKind, int]] | None = None
        self._extents: dict[LineKind, tuple[Extent, ...]] = {}
        self._tells_minorities: bool | None = None

    def has(self, act: ActKind) -> bool:
        """Whether the log has an event of that act."""
        return act in self._acts

    def extent(self, kind: LineKind, player: int) -> Extent:
        """Return how many of a player's lines of this kind are recorded."""
        extents = self._extents.get(kind)
        if extents is None:
            extents = self._extents[kind] = self._compute_extents(kind)
        return extents[player]

    def is_complete(self, kind: LineKind, player: int) -> bool:
        """Whether all lines of this kind are recorded for this player, so that one that is absent is a mistake."""
        extents = self._extents.get(kind)
        return (extents[player] if extents is not None else self.extent(kind, player)) is ALL

    def is_absent(self, kind: LineKind, player: int) -> bool:
        """Whether no line of this kind is recorded for this player."""
        return self.extent(kind, player) is Extent.NONE

    def without_purchases(self) -> list[int]:
        """Return the players for whom no purchase is recorded."""
        silent = set(range(len(self._record.header.players)))
        for act, player, _ in self._record.events:
            if act is BUY and player in silent:
                silent.remove(player)
                if not silent:
                    return []
        return [player for player in sorted(silent) if self.is_absent(LineKind.PURCHASES, player)]

    def tells_minorities(self) -> bool:
        """Whether the log has the bonuses of the second holders too.

        It does not if several chains are paid and everybody who is paid for one of them gets the same.
        """
        if self._tells_minorities is None:
            paid: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
            turn = 0
            for act, player, value in self._record.events:
                if act is ActKind.TURN:
                    turn += 1
                elif act is ActKind.BONUS:
                    paid[turn, value[0]][player] += value[1]
            is_split = any(len(set(amounts.values())) > 1 for amounts in paid.values())
            self._tells_minorities = is_split or len(paid) < 2
        return self._tells_minorities

    def tells_empty_purchases(self) -> bool:
        """Whether the log has a purchase of nothing."""
        return any(act is BUY and not value for act, _, value in self._record.events)

    def _compute_extents(self, kind: LineKind) -> tuple[Extent, ...]:
        """Compute the extent of a kind of line for each player."""
        if self._lines is None:
            self._lines = Counter(map(_ACT_AND_PLAYER, self._record.events))
        lines = self._lines
        seats = range(len(self._record.header.players))
        recorded = [sum(lines[act, player] for act in ACTS[kind]) for player in seats]
        turns = [lines[ActKind.TURN, player] for player in seats]
        position = self._record.header.position
        if kind is LineKind.HANDS and position is not None:
            for player, _ in position.hands:
                recorded[player] += 1
        whole = sum(recorded)
        if kind is LineKind.DRAWS:
            # A single draw that lacks is forgotten where the hand is recorded and others draw.
            few = [whole > 0 and turns[seat] == 1 and not self.is_absent(LineKind.HANDS, seat) for seat in seats]
        elif kind is LineKind.PURCHASES:
            few = [turns[seat] < FEW for seat in seats]
        elif kind in _OF_THE_TABLE:
            is_short = kind is LineKind.DISPOSALS and sum(turns) < FEW
            few = [0 < whole < FEW or is_short] * len(recorded)
        else:
            few = [False] * len(recorded)
        extents = [_extent(kind, recorded[seat], turns[seat], few[seat]) for seat in seats]
        if kind is LineKind.DRAWS:
            told = [seat for seat in seats if recorded[seat] and extents[seat] is Extent.ALL]
            least = max(FEW, sum(turns[seat] for seat in told) * _LACKING)
            if sum(turns[seat] - recorded[seat] for seat in told) >= least:  # the quicker count first
                lacking = self._turns_without_draw()
                if sum(lacking[seat] for seat in told) >= least:
                    extents = [Extent.SOME if seat in told and lacking[seat] else extents[seat] for seat in seats]
        return tuple(extents)

    def _turns_without_draw(self) -> Counter[int]:
        """Count for each player the turns with a tile and without a draw or a clock, before the last draw of the log."""
        lacking: Counter[int] = Counter()
        pending: Counter[int] = Counter()  # those behind the latest draw
        owing = NOBODY
        for act, player, _ in self._record.events:
            if act is ActKind.PLAY:
                owing = player
            elif act is ActKind.DRAW:
                lacking += pending
                pending.clear()
            if act in _CLOSING_A_DRAW and player == owing:
                owing = NOBODY
            elif act is ActKind.TURN and owing != NOBODY:
                pending[owing] += 1
                owing = NOBODY
        return lacking


def _extent(kind: LineKind, recorded: int, turns: int, is_few: bool) -> Extent:
    """Return how many lines are recorded, given the numbers of lines and of turns.

    With ``is_few`` a lack of all lines counts as forgotten, and not as intended.
    """
    if recorded:
        return Extent.SOME if kind in _EACH_TURN and 2 * recorded < turns else Extent.ALL
    return Extent.ALL if is_few else Extent.NONE


# What comes later: where something is missing or odd, the replay looks whether what follows explains it.

#: Acts that may be written between two events of the game without belonging to it.
_BESIDE = BESIDE_THE_GAME | {ActKind.REWIND}
_TILE_LISTS = frozenset({ActKind.DRAW, ActKind.DEAD, ActKind.SHOW, ActKind.HAND, ActKind.REDRAW})


def _events_from(events: Sequence[Action], place: int) -> Iterator[Action]:
    """Yield the events from a place on, without copying the list."""
    return (events[at] for at in range(place, len(events)))  # what lies before is not walked over


def mentioned_later(events: Sequence[Action], index: int, tile: int) -> tuple[int, ...]:
    """Return the players who play, lay out, show or draw a tile after the event at ``index``."""
    return tuple(
        player
        for act, player, value in _events_from(events, index + 1)
        if (act is ActKind.PLAY and value == tile) or (act in _TILE_LISTS and tile in value)
    )


def comes_next(events: Sequence[Action], index: int, act: ActKind) -> bool:
    """Whether the next event of the game after the one at ``index`` is of this act."""
    return next((event.act for event in _events_from(events, index + 1) if event.act not in _BESIDE), None) is act


def rest_of_turn(events: Sequence[Action], index: int) -> Iterator[Action]:
    """Yield the events from the one at ``index`` to the last before the next turn."""
    return takewhile(lambda event: event.act is not ActKind.TURN, _events_from(events, index))


def comes_in_turn(events: Sequence[Action], index: int, act: ActKind) -> bool:
    """Whether an event of this act is among the events from the one at ``index`` to the last before the next turn."""
    return any(event.act is act for event in rest_of_turn(events, index))


def chains_named_in_turn(events: Sequence[Action], index: int, act: ActKind) -> list[int]:
    """List the chain that each event of this act names first, from the event at ``index`` to the last before the next turn."""
    return [event.value[0] for event in rest_of_turn(events, index) if event.act is act]


def later_bonuses(events: Sequence[Action], index: int) -> set[tuple[int, int]]:
    """Return player and chain of each bonus recorded after the event at ``index`` and before the next turn."""
    return {(event.player, event.value[0]) for event in rest_of_turn(events, index + 1) if event.act is ActKind.BONUS}


def _turn_before(events: Sequence[Action], index: int) -> Iterator[Action]:
    """Yield the events of a turn before the one at ``index``, the last of them first."""
    return takewhile(lambda event: event.act is not ActKind.TURN, (events[at] for at in range(index - 1, -1, -1)))


def disposals_before(
    events: Sequence[Action], index: int, player: int, chain: int
) -> list[tuple[int, int, int, int | None]]:
    """Return a player's disposals of a chain that are recorded in the same turn before the event at ``index``."""
    return [
        event.value
        for event in _turn_before(events, index)
        if event.act is ActKind.DISPOSE and event.player == player and event.value[0] == chain
    ]


def bonuses_in_turn(events: Sequence[Action], index: int, player: int, chain: int) -> tuple[list[int], list[int]]:
    """Return a player's bonuses for a chain that are recorded in the same turn before the event at ``index``, and those after it."""
    earlier, later = (
        [
            event.value[1]
            for event in part
            if event.act is ActKind.BONUS and event.player == player and event.value[0] == chain
        ]
        for part in (_turn_before(events, index), rest_of_turn(events, index + 1))
    )
    return earlier, later


def disposers_in_turn(events: Sequence[Action], index: int) -> set[tuple[int, int]]:
    """Return player and chain of each disposal recorded from the event at ``index`` to the last before the next turn."""
    return {(event.player, event.value[0]) for event in rest_of_turn(events, index) if event.act is ActKind.DISPOSE}


def is_counted_later(events: Sequence[Action], index: int, player: int) -> bool:
    """Whether a player's cash is counted after the event at ``index``, during the game or at its end."""
    counts = (ActKind.CASH, ActKind.FINAL)
    return any(event.player == player and event.act in counts for event in _events_from(events, index))


def is_last_turn(events: Sequence[Action], index: int) -> bool:
    """Whether no turn begins after the event at ``index``."""
    return all(event.act is not ActKind.TURN for event in _events_from(events, index + 1))
