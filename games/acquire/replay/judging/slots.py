"""Edits of single events: all that the position allows in place of each, with what each costs by how unlikely it is.

The position before an event of a log, with what is to be explained, and what the position allows in the event's place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS, CHAINS_IN, NEIGHBOURS, ROWS, TILE_NAMES, TILES
from games.acquire.replay.coverage import disposers_in_turn
from games.acquire.replay.findings import CODES, CodeGroup
from games.acquire.replay.judging.edits import Edit, EditKind
from games.acquire.replay.replayer import Replayer
from games.acquire.rules.purchase import Purchase, cost, purchases_of
from games.acquire.state import Phase, State

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


def buyable_purchases(state: State) -> list[Purchase]:
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

    def loss_of(self, clause: Action, at: int, cost: int) -> Edit:
        """Return the edit by which a clause was left out before the event at ``at``."""
        return Edit(EditKind.LOST, at, 0, (clause,), self.first, clause=clause, cost=cost)

    def exchange_with(self, kind: EditKind, other: int, cost: int = 0) -> Iterator[Edit]:
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


def edits_at(scene: Scene) -> Iterator[Edit]:
    """Yield the edits of one event, and of what was left out before it."""
    event = scene.events[scene.at]
    yield from _lost_choices(scene, event)
    yield from _OF_ACT.get(event.act, _no_edits)(scene, event)
    before = scene.events[scene.at - 1] if scene.at else None
    if event == before and event.act is not ActKind.CASH:
        yield Edit(EditKind.TWICE, scene.at, 1, (), scene.at, clause=event)


def _no_edits(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield nothing."""
    return iter(())


# Purchases.


def _purchases(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield every other purchase that the position allows, and the exchange with the purchase before of another player."""
    if not scene.clue.is_of_shares:
        return
    state, (_act, player, bought) = scene.replayer.state, event
    spent = cost(state, bought)
    for basket in buyable_purchases(state):
        if basket != bought and scene.moves(bought, basket) and scene.fits_counts(player, spent - cost(state, basket)):
            yield scene.other(basket, _cost_of_confusion(bought, basket))
    later = range(scene.at + 1, min(scene.clue.place + 1, len(scene.events)))
    following = next((at for at in later if scene.events[at].act is ActKind.BUY), None)
    if following is not None and scene.events[following].player != player:
        yield from scene.exchange_with(EditKind.PURCHASES, following, 1)


def _cost_of_confusion(bought: Purchase, other: Purchase) -> int:
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
    yield from _moved_purchases(scene)
    for basket in buyable_purchases(state) if said is None else ():
        if basket and scene.moves((), basket) and scene.fits_counts(head.player, -cost(state, basket)):
            yield scene.loss_of(Action(ActKind.BUY, head.player, basket), scene.at, 1)


def _moved_purchases(scene: Scene) -> Iterator[Edit]:
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
            yield from scene.exchange_with(EditKind.DISPOSALS, other)


def _is_disposal(event: Action, chain: int) -> bool:
    """Whether an event disposes of shares of a chain."""
    return event.act is ActKind.DISPOSE and event.value[0] == chain


def _sale_price(state: State, chain: int) -> int:
    """Return what the bank pays for a share of a chain in the latest merger."""
    return state.settled.prices.get(chain, 0) if state.settled is not None else 0


def _triples(owned: int) -> Iterator[tuple[int, int]]:
    """Yield all numbers of shares that a holder of so many may sell and trade; the others are held."""
    return ((sell, trade) for trade in range(0, owned + 1, 2) for sell in range(owned - trade + 1))


#: What is to be chosen in a phase of the game.
_CHOSEN_IN: Final = {Phase.FOUND: ActKind.FOUND, Phase.SURVIVOR: ActKind.SURVIVOR}


def _choices(state: State) -> Sequence[int]:
    """Return the chains of which one is to be founded, or survives; empty if none is to be chosen."""
    if state.phase is Phase.SURVIVOR and state.merger is not None:
        return state.merger.choices
    return state.free_chains() if state.phase is Phase.FOUND else ()


def _lost_choices(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield what was left out before an event: the chain founded or surviving, or disposals of the holders whose time has come."""
    state = scene.replayer.state
    act = _CHOSEN_IN.get(state.phase)
    if act is not None and event.act is not act:
        yield from (scene.loss_of(Action(act, state.player, chain), scene.at, 0) for chain in _choices(state))
    elif state.phase is Phase.DISPOSE and state.merger is not None and event.act is not ActKind.BONUS:
        said = disposers_in_turn(scene.events, scene.at)
        for player, chain in state.merger.queue:
            if (player, chain) in said:
                break
            for sell, trade in _triples(state.shares[chain][player]):
                if (sell or trade) and scene.fits_counts(player, sell * _sale_price(state, chain)):
                    yield scene.loss_of(Action(ActKind.DISPOSE, player, (chain, sell, trade, None)), scene.at, 1)


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
                yield from scene.exchange_with(EditKind.TILES, placed[other], 1)


def _is_in_line(tile: int, other: int) -> bool:
    """Whether two tiles have one letter or one number."""
    return TILE_NAMES[tile][-1] == TILE_NAMES[other][-1] or TILE_NAMES[tile][:-1] == TILE_NAMES[other][:-1]


def _similar_tiles(tile: int) -> tuple[int, ...]:
    """Return the tiles that are easily written for a tile: a digit too many or too few, and column and row exchanged, as in 3D and 4C."""
    column, row = int(TILE_NAMES[tile][:-1]), ROWS.index(TILE_NAMES[tile][-1]) + 1
    columns = [other for pair in _COLUMNS if column in pair for other in pair if other != column]
    names = [f"{other}{TILE_NAMES[tile][-1]}" for other in columns]
    if row <= len(ROWS) and column <= len(ROWS) and row != column:
        names.append(f"{row}{ROWS[column - 1]}")
    return tuple(TILE_NAMES.index(name) for name in names)


#: Numbers of columns that are easily written for each other.
_COLUMNS: Final = ((1, 11), (1, 10), (2, 12))

MISTAKEN: Final = tuple(map(_similar_tiles, range(TILES)))


def _starting_tiles(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield other starting tiles with the same letter or number."""
    return (scene.other(tile, 0) for tile in scene.free if _is_in_line(tile, event.value))


def _other_draws(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield other tiles drawn or laid out alone."""
    if len(event.value) == 1 and scene.at >= turn_of(scene.events, scene.clue.place):
        yield from (scene.other((tile,), 0) for tile in scene.free if tile != event.value[0])


def _chains(scene: Scene, event: Action) -> Iterator[Edit]:
    """Yield the other chains that could be founded, or could survive."""
    choices = _choices(scene.replayer.state) or range(CHAINS)
    return (scene.other(chain, 0) for chain in choices if chain != event.value)


_OF_ACT: Final[Mapping[ActKind, Callable[[Scene, Action], Iterator[Edit]]]] = {
    ActKind.BUY: _purchases,
    ActKind.DISPOSE: _disposals,
    ActKind.PLAY: _tiles,
    ActKind.START: _starting_tiles,
    ActKind.DRAW: _other_draws,
    ActKind.DEAD: _other_draws,
    ActKind.FOUND: _chains,
    ActKind.SURVIVOR: _chains,
}
