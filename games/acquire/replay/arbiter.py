"""The arbiter: one state, driven through a log by the rules, and the findings made on the way.

What lies on the board stands, and money follows the rules (R11). So that one mistake does not become
a page of findings, the arbiter remembers three things about each:

- ``slack``: by how much a player's recorded cash may differ because of findings reported already;
- ``loose_shares``: holdings that an earlier finding leaves open;
- ``doubtful``: that the board no longer is what the log speaks of; findings that only follow from
  the board are then counted, not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import lru_cache
from typing import Any

from games.acquire.actions import Act
from games.acquire.board import TILE_NAMES
from games.acquire.editions import BonusOrder, Edition, Money
from games.acquire.errors import IllegalActionError
from games.acquire.record import GameRecord
from games.acquire.replay.findings import CODES, DEPENDENT, TURN_DEPENDENT, Finding, Severity
from games.acquire.state import NO_TILE, Merger, State


@lru_cache(maxsize=64)
def _paying_first(edition: Edition, seats: int) -> Edition:
    """All bonuses of a merger at once, so that log lines may come in either order; the money is the same."""
    if edition.market_holder_2p and seats == 2:
        return edition
    return replace(edition, bonus_order=BonusOrder.BEFORE_DISPOSAL)


class Arbiter:
    """Everything a replay knows while it walks through a record."""

    __slots__ = (
        "acts", "before", "clocked", "disordered", "doubted_before", "doubtful", "drawn", "due", "due_chains", "events", "excused",
        "final", "findings", "ids", "index", "kept", "loose_shares", "names", "noted",
        "number", "outcome", "passed_over", "past_end", "places", "record",
        "records_bonuses", "records_draws", "slack", "started", "state", "suppressed", "takes_back", "too_early", "unrecorded",
        "watch", "wrong_number",
    )  # fmt: skip

    def __init__(self, record: GameRecord, watch: Callable[[Arbiter], None] | None = None) -> None:
        header = record.header
        labels = header.labels()
        self.record = record
        self.events = record.events
        self.ids = [player.id for player in header.players]
        self.names = labels.names
        self.state = State(_paying_first(header.rulebook(), len(self.ids)), len(self.ids), labels)
        self.acts = {event[0] for event in record.events}
        self.records_bonuses = Act.BONUS in self.acts
        self.records_draws = Act.DRAW in self.acts
        self.watch = watch
        self.index = 0
        self.number = 0
        self.wrong_number = 0
        self.started = False
        self.findings: list[Finding] = []
        self.places: list[int] = []
        self.outcome: dict[int, Money] | None = None
        self.slack: list[set[Money]] = [{0} for _ in self.ids]
        self.loose_shares: set[tuple[int, int]] = set()
        self.doubtful = False
        self.suppressed = 0
        self.due: dict[tuple[int, int], Money] = {}
        self.due_chains: set[int] = set()
        self.noted: Merger | None = None
        self.unrecorded: set[int] = set()
        self.clocked = False
        self.before: State | None = None
        self.doubted_before = False
        self.takes_back = Act.TAKEBACK in self.acts
        self.excused = -1
        self.kept: set[int] = set()
        self.drawn: tuple[int, ...] = ()
        self.disordered: Merger | None = None
        self.past_end = False
        self.passed_over = NO_TILE  # the player whose turn another one took, while he may still take it
        self.too_early = NO_TILE
        self.final: dict[int, tuple[int, int]] = {}

    # Reporting.

    def report(self, code: str, player: int, message: str, expected: object = None, recorded: object = None) -> None:
        """Note a finding on the event at hand, unless it only follows from a board in doubt."""
        if (self.doubtful and code in DEPENDENT) or (self.excused == self.number and code in TURN_DEPENDENT):
            self.suppressed += self.doubtful
            return
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
        self.places.append(self.index)
        row = CODES[code]
        line = self.record.line_of(self.index)
        name = self.ids[player] if player >= 0 else None
        number = self.number or None
        self.findings.append(
            Finding(code, severity or row.severity, line, number, name, message, expected, recorded, row.rule)
        )

    def refuse(
        self, refusal: IllegalActionError, player: int, expected: object = None, recorded: object = None
    ) -> None:
        """Note what the rules say against the event at hand."""
        self.report(refusal.code, player, f"{self.ids[player]}: {refusal}", expected, recorded)

    def doubt(self) -> None:
        """From here on the board is not what the log speaks of."""
        self.doubtful = True

    def loosen(self, player: int, difference: Money) -> None:
        """Let a player's recorded cash differ by so much more, because of a finding just reported."""
        slack = self.slack[player]
        # So many findings about one purse leave nothing to compare; only the latest still explains something.
        self.slack[player] = {0, difference} if len(slack) > 64 else slack | {known + difference for known in slack}

    def names_of(self, tiles: object) -> list[str]:
        """The names of tiles for a finding, ``?`` for an unknown one."""
        if not isinstance(tiles, (list, tuple, set)):
            return []
        return ["?" if tile < 0 else TILE_NAMES[tile] for tile in tiles]

    # What the log left out.

    def mentions(self, tile: int) -> tuple[int, ...]:
        """The players who, later in the log, play, lay out, show or draw a tile."""
        later = []
        for act, player, value in self.events[self.index + 1 :]:
            if (act is Act.PLAY and value == tile) or (act in _TILE_LISTS and tile in value):
                later.append(player)
        return tuple(later)

    def next_of_turn(self, act: Act) -> Any:
        """The value of the next event of that act before the next turn, or None."""
        for other, _, value in self.events[self.index :]:
            if other is act:
                return value
            if other is Act.TURN:
                return None
        return None

    def chains_of_turn(self, act: Act) -> list[int]:
        """The chains named first in the events of that act before the next turn."""
        chains = []
        for other, _, value in self.events[self.index :]:
            if other is Act.TURN:
                break
            if other is act:
                chains.append(value[0])
        return chains

    def bonuses_of_turn(self) -> set[tuple[int, int]]:
        """The players and chains of the bonuses told after this event and before the next turn."""
        told = set()
        for act, player, value in self.events[self.index + 1 :]:
            if act is Act.TURN:
                break
            if act is Act.BONUS:
                told.add((player, value[0]))
        return told

    def fill_hands(self, told: Collection[int] = ()) -> None:
        """Take every hand for full except those told: tiles the log does not tell of are hidden ones."""
        state = self.state
        for player in set(range(state.seats)).difference(told):
            missing = min(state.edition.hand_size - state.count(player), state.bag)
            if missing > 0:
                state.hidden[player] += missing
                state.bag -= missing

    def hide_hand(self, player: int) -> None:
        """Forget which tiles a player holds; only their number stays known."""
        state = self.state
        state.hidden[player] += len(state.hands[player])
        state.seen -= state.hands[player]
        state.hands[player].clear()

    def hide_tile(self, tile: int) -> None:
        """Forget that a tile is in anybody's hand."""
        state = self.state
        for player, hand in enumerate(state.hands):
            if tile in hand:
                hand.remove(tile)
                state.seen.discard(tile)
                state.hidden[player] += 1

    def holder_of(self, tile: int) -> int:
        """The player known to hold a tile, -1 for none."""
        for player, hand in enumerate(self.state.hands):
            if tile in hand:
                return player
        return NO_TILE

    def lies_open(self, tile: int) -> bool:
        """Whether a tile is on the board or out of the game."""
        return self.state.spaces[tile] != 0 or tile in self.state.dead


_TILE_LISTS = frozenset({Act.DRAW, Act.DEAD, Act.SHOW, Act.HAND, Act.REDRAW})
