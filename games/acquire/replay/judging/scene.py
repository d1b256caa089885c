"""The position before an event of a log, with what is to be explained, and what the position allows in the event's place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS_IN, TILES
from games.acquire.replay.findings import CODES, CodeGroup
from games.acquire.replay.judging.edits import Edit, EditKind
from games.acquire.replay.replayer import Replayer
from games.acquire.rules.purchase import Purchase, purchases_of
from games.acquire.state import State

#: The groups of findings that wrong purchases and disposals explain.
_OF_SHARES: Final = frozenset(
    {CodeGroup.CASH, CodeGroup.FINAL, CodeGroup.BONUS, CodeGroup.DISPOSAL, CodeGroup.PURCHASE}
)


@dataclass(frozen=True, slots=True)
class Clue:
    """The finding that an edit is to explain: its code, its place, and what is counted before it.

    ``since`` is the place of the count before it, of its player's cash or, without a player, of anybody's. ``gaps`` are the
    dollars that an edit may move if it is about a count. ``chain`` is the chain of whose shares it is, -1 for none.
    """

    code: str
    place: int
    since: int = 0
    gaps: frozenset[int] = frozenset()
    chain: int = -1

    @property
    def is_of_shares(self) -> bool:
        """Whether a wrong purchase or disposal may explain the finding."""
        return CODES[self.code].group in _OF_SHARES


def buyable(state: State) -> list[Purchase]:
    """Return what the position lets anybody buy who has the cash; the purchase of nothing is among it."""
    chains = tuple(chain for chain in CHAINS_IN[state.on_board] if state.bank[chain])
    listed = purchases_of(chains, state.edition.buy_max, state.edition.buy_one_kind)
    return [bought for bought in listed if all(count <= state.bank[chain] for chain, count in bought)]


def free_tiles(events: Sequence[Action]) -> list[int]:
    """Return the tiles that the log does not place, any of which a misread tile may have been."""
    placed = {event.value for event in events if event.act in (ActKind.PLAY, ActKind.START)}
    return [tile for tile in range(TILES) if tile not in placed]


@dataclass(slots=True)
class Scene:
    """The position before an event: ``replayer`` has come to ``at``, and ``first`` is where the event's turn begins.

    ``clue`` is what is to be explained; ``free`` are the tiles that the log does not place.
    """

    replayer: Replayer
    clue: Clue
    free: frozenset[int]
    at: int = 0
    first: int = 0

    @property
    def events(self) -> Sequence[Action]:
        """The events of the log."""
        return self.replayer.events

    def fits_counts(self, player: int, moved: int) -> bool:
        """Whether a player's cash may be ``moved`` dollars more from here on, by his next count.

        The counts before the finding are right, so they leave no money to move; the count that it is about says how much.
        """
        count = next_count(self.events, self.at, player)
        if count > self.clue.place or (count == self.clue.place and self.clue.code != "cash-wrong"):
            return True
        if not self.replayer.coverage.has(ActKind.BONUS) and self._is_merged_before(count):
            return True  # Shares bought may have changed bonuses that no line states.
        return moved in self.clue.gaps if count == self.clue.place else moved == 0

    def _is_merged_before(self, place: int) -> bool:
        """Whether a merger lies between the event and a later place."""
        return any(self.events[at].act is ActKind.DISPOSE for at in range(self.at, place))

    def moves(self, bought: Purchase, other: Purchase) -> bool:
        """Whether two purchases differ in the shares of the chain that the finding is about."""
        chain = self.clue.chain
        return chain < 0 or dict(bought).get(chain) != dict(other).get(chain)

    def other(self, value: Any, cost: int) -> Edit:
        """Return the edit by which the event was meant with this value."""
        meant = self.events[self.at]._replace(value=value)
        return Edit(EditKind.VALUE, self.at, 1, (meant,), self.at, clause=meant, cost=cost)

    def lost(self, clause: Action, at: int, cost: int) -> Edit:
        """Return the edit by which a clause was left out before the event at ``at``."""
        return Edit(EditKind.LOST, at, 0, (clause,), self.first, clause=clause, cost=cost)

    def exchanged(self, kind: EditKind, other: int, cost: int = 0) -> Iterator[Edit]:
        """Yield the edit by which the values of the event and of a later one were written for each other, if they differ."""
        one, two = self.events[self.at], self.events[other]
        if one.value != two.value:
            between = self.events[self.at + 1 : other]
            put = (one._replace(value=two.value), *between, two._replace(value=one.value))
            yield Edit(kind, self.at, other + 1 - self.at, put, self.at, other, put[0], cost=cost)


def next_count(events: Sequence[Action], place: int, player: int) -> int:
    """Return the index at which a player's cash is counted next, from a place on; the number of events if it is not."""
    later = range(place, len(events))
    return next((at for at in later if events[at].act is ActKind.CASH and events[at].player == player), len(events))


def turn_end(events: Sequence[Action], first: int) -> int:
    """Return the index after the last event of the turn that begins at ``first``."""
    return next((at for at in range(first + 1, len(events)) if events[at].act is ActKind.TURN), len(events))


def turn_of(events: Sequence[Action], place: int) -> int:
    """Return the index at which the turn of the event at ``place`` begins, 0 before the first turn."""
    return next((at for at in range(min(place, len(events) - 1), -1, -1) if events[at].act is ActKind.TURN), 0)
