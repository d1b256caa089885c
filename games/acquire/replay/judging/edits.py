"""Edits of a log: for each event all that the position before it allows in its place, with what each costs by how unlikely it is.

An edit is one slip of whoever wrote the log. The changed log is replayed, and the edit is judged by the findings that remain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS, CHAINS_IN, NEIGHBOURS, ROWS, TILE_NAMES, TILES
from games.acquire.record import GameRecord
from games.acquire.replay.coverage import disposers_in_turn
from games.acquire.replay.findings import CODES, CodeGroup
from games.acquire.replay.replayer import Replayer
from games.acquire.state import Phase, State


class EditKind(StrEnum):
    """What was done wrong when the log was written."""

    RETOLD = "other-writing"
    NUMBERED = "turns-numbered"
    SWAPPED = "turns-swapped"
    EXCHANGED = "turns-exchanged"
    PLAYER = "other-player"
    MISSING = "turn-missing"
    LOST = "clause-lost"
    TWICE = "clause-twice"
    MOVED = "clause-moved"
    VALUE = "other-value"
    PURCHASES = "purchases-exchanged"
    DISPOSALS = "disposals-exchanged"
    TILES = "tiles-exchanged"
    UNIT = "unit-of-cash"
    FINALS = "finals-exchanged"
    TRADES = "trades-as-received"
    SEATS = "players-exchanged"
    CHAINS = "chains-exchanged"


#: What a scribe did through the whole log, or from one place on.
MANNERS: Final = frozenset({EditKind.UNIT, EditKind.FINALS, EditKind.TRADES, EditKind.SEATS, EditKind.CHAINS})


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a log: from the event at ``index`` on, ``removed`` events are replaced by the events ``put``.

    ``at`` is the index of the event where the error was made, and ``other`` that of a second event concerned, -1 for none. ``clause`` is
    the event that was left out or meant otherwise, None for an error of whole turns. ``pair`` are the two players or chains that were
    exchanged, or twice the unit in which cash was written, in dollars; (-1, -1) for none. ``cost`` is 0 for the most likely slips.
    """

    kind: EditKind
    index: int
    removed: int
    put: tuple[Action, ...]
    at: int
    other: int = -1
    clause: Action | None = None
    pair: tuple[int, int] = (-1, -1)
    cost: int = 0

    @property
    def chooses_shares(self) -> bool:
        """Whether the edit chooses freely what was bought, sold or traded; some purchase or sale explains almost any cash."""
        is_of_shares = self.clause is not None and self.clause.act in (ActKind.BUY, ActKind.DISPOSE)
        return self.kind is EditKind.MISSING or (is_of_shares and self.kind in (EditKind.LOST, EditKind.VALUE))

    def applied(self, record: GameRecord) -> GameRecord:
        """Return the record as it was meant by this edit, whose events keep their lines.

        ``record`` has a line, or None, for each of its events.
        """
        after = self.index + self.removed
        events = [*record.events]
        events[self.index : after] = self.put
        lines = record.lines
        added = len(self.put) - self.removed
        if added > 0:
            here = lines[min(self.index, len(lines) - 1)] if lines else None
            lines = [*lines[: self.index], *[here] * added, *lines[self.index :]]
        elif added < 0:
            lines = [*lines[: self.index + len(self.put)], *lines[after:]]
        unread = record.unread
        if added and unread:
            unread = tuple(
                replace(gap, before=gap.before + added) if gap.before > self.index else gap for gap in unread
            )
        return GameRecord(record.header, events, lines, record.spelling, unread)

    def place_as_written(self, place: int) -> int:
        """Return the index, in the log as written, of the event at an index in the changed log; added events count as at ``index``."""
        added = len(self.put) - self.removed
        if added > 0:
            return place if place < self.index else max(self.index, place - added)
        return place if place < self.index + len(self.put) else place - added


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


Basket = tuple[tuple[int, int], ...]
"""A purchase: chains with shares, each chain once and in order."""


@lru_cache(maxsize=256)
def baskets(chains: tuple[int, ...]) -> tuple[Basket, ...]:
    """Return all purchases of up to three shares of these chains, first the one of nothing."""
    return tuple(
        tuple((chain, basket.count(chain)) for chain in sorted(set(basket)))
        for count in (0, 1, 2, 3)
        for basket in combinations_with_replacement(chains, count)
    )


def buyable(state: State, player: int) -> list[Basket]:
    """Return what the position lets a player buy; the purchase of nothing is among it."""
    chains = tuple(chain for chain in CHAINS_IN[state.on_board] if state.bank[chain])
    return [basket for basket in baskets(chains) if all(count <= state.bank[chain] for chain, count in basket)]


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

    def moves(self, bought: Basket, other: Basket) -> bool:
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


def edits_at(scene: Scene) -> Iterator[Edit]:
    """Yield the edits of one event, and of what was left out before it."""
    event = scene.events[scene.at]
    yield from _lost_choices(scene, event)
    yield from _OF_ACT.get(event.act, _none)(scene, event)
    before = scene.events[scene.at - 1] if scene.at else None
    if event == before and event.act is not ActKind.CASH:
        yield Edit(EditKind.TWICE, scene.at, 1, (), scene.at, clause=event)


def _none(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield nothing."""
    return iter(())


# Purchases.


def _purchases(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield every other purchase that the position allows, and the exchange with the purchase before of another player."""
    if not scene.clue.is_of_shares:
        return
    state, (_act, player, bought) = scene.replayer.state, event
    spent = price_of(state, bought)
    for basket in buyable(state, player):
        if (
            basket != bought
            and scene.moves(bought, basket)
            and scene.fits_counts(player, spent - price_of(state, basket))
        ):
            yield scene.other(basket, _unlike(bought, basket))
    later = range(scene.at + 1, min(scene.clue.place + 1, len(scene.events)))
    following = next((at for at in later if scene.events[at].act is ActKind.BUY), None)
    if following is not None and scene.events[following].player != player:
        yield from scene.exchanged(EditKind.PURCHASES, following, 1)


def price_of(state: State, basket: Basket) -> int:
    """Return what a purchase costs in a position."""
    return sum(state.price[chain] * count for chain, count in basket)


def _unlike(bought: Basket, other: Basket) -> int:
    """Return how unlikely it is that one purchase was written for another: 0 if one number or chain differs, or two are exchanged."""
    if not bought or not other:
        return 1
    one, two = dict(bought), dict(other)
    if sorted(one.values()) == sorted(two.values()) and (len(one.keys() ^ two.keys()) == 2 or one.keys() == two.keys()):
        return 0
    differing = sum(one.get(chain, 0) != two.get(chain, 0) for chain in one.keys() | two.keys())
    return min(3, differing - 1 if one.keys() == two.keys() else differing)


#: Acts that come after the purchase of a turn, so that an unrecorded purchase is inserted before them.
_CLOSING: Final = frozenset(
    {ActKind.DRAW, ActKind.CASH, ActKind.CLOCK, ActKind.TIMEOUT, ActKind.END, ActKind.FINAL, ActKind.DEAD, ActKind.HAND}
)


def turn_end(events: Sequence[Action], first: int) -> int:
    """Return the index after the last event of the turn that begins at ``first``."""
    return next((at for at in range(first + 1, len(events)) if events[at].act is ActKind.TURN), len(events))


def place_of_purchase(events: Sequence[Action], first: int) -> int:
    """Return the index in a turn at which an unrecorded purchase would have been written."""
    last = turn_end(events, first)
    return next((at for at in range(first + 1, last) if events[at].act in _CLOSING), last)


def lost_purchases(scene: Scene) -> Iterator[Edit]:
    """Yield every purchase that was left out at the end of a turn, and those written into another turn; the scene is at that place."""
    events, first, state = scene.events, scene.first, scene.replayer.state
    head = events[first]
    last = turn_end(events, first)
    said = next((event for event in events[first:last] if event.act is ActKind.BUY), None)
    if not scene.clue.is_of_shares or head.act is not ActKind.TURN or (said is not None and said.value):
        return
    yield from _moved_purchases(scene, last)
    for basket in buyable(state, head.player) if said is None else ():
        if basket and scene.moves((), basket) and scene.fits_counts(head.player, -price_of(state, basket)):
            yield scene.lost(Action(ActKind.BUY, head.player, basket), scene.at, 1)


def _moved_purchases(scene: Scene, last: int) -> Iterator[Edit]:
    """Yield the edits by which what was bought in a turn stands in the next or last one, or in the same player's."""
    events, at, seats = scene.events, scene.at, len(scene.replayer.ids)
    player = events[scene.first].player
    turns = [place for place, event in enumerate(events) if event.act is ActKind.TURN]
    here = turns.index(scene.first)
    for number in (here - seats, here - 1, here + 1, here + seats):
        if not 0 <= number < len(turns):
            continue
        for place in range(turns[number], turn_end(events, turns[number])):
            if events[place].act is ActKind.BUY and events[place].value:
                bought = events[place]._replace(player=player)
                low, high = min(at, place), max(at, place + 1)
                without = [event for spot, event in enumerate(events[low:high], low) if spot != place]
                put = (bought, *without) if at <= place else (*without, bought)
                yield Edit(EditKind.MOVED, low, high - low, put, place, scene.first, bought, cost=1)


# Disposals.


def _disposals(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield every other disposal that the position allows, the line of another holder, and the exchange with another holder's line."""
    state, (act, player, (chain, sell, trade, hold)) = scene.replayer.state, event
    survivor = state.settled.survivor if state.settled is not None else chain
    if not scene.clue.is_of_shares or scene.clue.chain not in (-1, chain, survivor):
        return
    price = _sale_price(state, chain)
    written = sell, trade, hold
    owned = min(max(state.shares[chain][player], sell + trade), state.edition.chain_shares)
    for sold, traded in _triples(owned):
        meant = sold, traded, None if hold is None else owned - sold - traded
        changed = sum(one != other for one, other in zip(meant, written, strict=True))
        is_exchange = hold is not None and sorted(written) == sorted(meant)  # type: ignore[type-var]
        # Numbers that do not add up have one wrong number; of two no line can tell.
        adds_up = hold is None or sell + trade + hold == owned
        is_likely = (sold, traded) != (sell, trade) and (adds_up or changed == 1 or is_exchange)
        if is_likely and scene.fits_counts(player, (sold - sell) * price):
            yield scene.other((chain, sold, traded, meant[2]), 0 if is_exchange else changed - 1)
    last = turn_end(scene.events, scene.first)
    same = [at for at in range(scene.first, last) if _is_disposal(scene.events[at], chain)]
    disposers = {scene.events[at].player for at in same}
    for holder, count in enumerate(state.shares[chain]):
        if count and holder not in disposers:
            clause = Action(act, holder, (chain, sell, trade, None))
            yield Edit(EditKind.VALUE, scene.at, 1, (clause,), scene.at, clause=clause)
    for other in same:
        if other > scene.at and scene.events[other].player != player:
            yield from scene.exchanged(EditKind.DISPOSALS, other)


def _is_disposal(event: Action, chain: int) -> bool:
    """Whether an event disposes of shares of a chain."""
    return event.act is ActKind.DISPOSE and event.value[0] == chain


def _sale_price(state: State, chain: int) -> int:
    """Return what the bank pays for a share of a chain in the latest merger."""
    return state.settled.prices.get(chain, 0) if state.settled is not None else 0


def _triples(owned: int) -> Iterator[tuple[int, int]]:
    """Yield all numbers of shares that a holder of so many may sell and trade; the others are held."""
    return ((sell, trade) for trade in range(0, owned + 1, 2) for sell in range(owned - trade + 1))


def _lost_choices(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield what was left out before an event: the chain founded or surviving, or disposals of the holders whose time has come."""
    state = scene.replayer.state
    if state.phase is Phase.FOUND and event.act is not ActKind.FOUND:
        for chain in state.free_chains():
            yield scene.lost(Action(ActKind.FOUND, state.player, chain), scene.at, 0)
    elif state.phase is Phase.SURVIVOR and event.act is not ActKind.SURVIVOR and state.merger is not None:
        for chain in state.merger.choices:
            yield scene.lost(Action(ActKind.SURVIVOR, state.player, chain), scene.at, 0)
    elif state.phase is Phase.DISPOSE and state.merger is not None and event.act is not ActKind.BONUS:
        said = disposers_in_turn(scene.events, scene.at)
        for player, chain in state.merger.queue:
            if (player, chain) in said:
                break
            for sell, trade in _triples(state.shares[chain][player]):
                if (sell or trade) and scene.fits_counts(player, sell * _sale_price(state, chain)):
                    yield scene.lost(Action(ActKind.DISPOSE, player, (chain, sell, trade, None)), scene.at, 1)


# Tiles and chains.

#: How many turns before a finding, times the number of players, a wrong tile may lie.
_ROUNDS_OF_TILES: Final = 3


def _tiles(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield other tiles, far ones only since the last count, and the exchange with the next tile, of anybody or of the same player."""
    near = {*NEIGHBOURS[event.value], *MISTAKEN[event.value]}
    placed = [at for at, other in enumerate(scene.events) if other.act is ActKind.PLAY]
    here, seats = placed.index(scene.at), len(scene.replayer.ids)
    is_near = sum(at <= scene.clue.place for at in placed) - 1 - here < _ROUNDS_OF_TILES * seats
    is_late = scene.at >= turn_of(scene.events, scene.clue.place) or (is_near and scene.at >= scene.clue.since)
    for tile in scene.free if is_late else scene.free & near:
        yield scene.other(tile, 0 if tile in near or _is_in_line(tile, event.value) else 2)
    if is_near:
        for other in {here + 1, here + seats}:
            if other < len(placed):
                yield from scene.exchanged(EditKind.TILES, placed[other], 1)


def turn_of(events: Sequence[Action], place: int) -> int:
    """Return the index at which the turn of the event at ``place`` begins, 0 before the first turn."""
    return next((at for at in range(min(place, len(events) - 1), -1, -1) if events[at].act is ActKind.TURN), 0)


def _is_in_line(tile: int, other: int) -> bool:
    """Whether two tiles have one letter or one number."""
    return TILE_NAMES[tile][-1] == TILE_NAMES[other][-1] or TILE_NAMES[tile][:-1] == TILE_NAMES[other][:-1]


def _mistaken(tile: int) -> tuple[int, ...]:
    """Return the tiles that are easily written for a tile: a digit too many or too few, and column and row exchanged, as in 3D and 4C."""
    column, row = int(TILE_NAMES[tile][:-1]), ROWS.index(TILE_NAMES[tile][-1]) + 1
    columns = [other for pair in _COLUMNS if column in pair for other in pair if other != column]
    names = [f"{other}{TILE_NAMES[tile][-1]}" for other in columns]
    if row <= len(ROWS) and column <= len(ROWS) and row != column:
        names.append(f"{row}{ROWS[column - 1]}")
    return tuple(TILE_NAMES.index(name) for name in names)


#: Numbers of columns that are easily written for each other.
_COLUMNS: Final = ((1, 11), (1, 10), (2, 12))

MISTAKEN: Final = tuple(map(_mistaken, range(TILES)))


def _starting_tiles(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield other starting tiles with the same letter or number."""
    return (scene.other(tile, 0) for tile in scene.free if _is_in_line(tile, event.value))


def _drawn(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield other tiles drawn or laid out alone."""
    if len(event.value) == 1 and scene.at >= turn_of(scene.events, scene.clue.place):
        yield from (scene.other((tile,), 0) for tile in scene.free if tile != event.value[0])


def _chains(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield the other chains that could be founded, or could survive."""
    state = scene.replayer.state
    if state.phase is Phase.SURVIVOR and state.merger is not None:
        free: Sequence[int] = state.merger.choices
    else:
        free = state.free_chains() if state.phase is Phase.FOUND else range(CHAINS)
    return (scene.other(chain, 0) for chain in free if chain != event.value)


_OF_ACT: Final[Mapping[ActKind, Callable[[Scene, Action], Iterator[Edit]]]] = {
    ActKind.BUY: _purchases,
    ActKind.DISPOSE: _disposals,
    ActKind.PLAY: _tiles,
    ActKind.START: _starting_tiles,
    ActKind.DRAW: _drawn,
    ActKind.DEAD: _drawn,
    ActKind.FOUND: _chains,
    ActKind.SURVIVOR: _chains,
}
