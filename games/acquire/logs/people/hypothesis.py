"""A reading that is under way: what has been read of a log, the position of the game that it gives, and what it costs.

The game beside the reader: what a tile does, what is due then, and what a turn leaves behind, whether or not it keeps to the rules.

The reader never asks whether something is allowed: a log may tell of a mistake. It asks what the rules expect, and counts a
difference against a reading.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeAlias

from games.acquire.actions import Action, ActKind
from games.acquire.board import ALL_CHAINS, CHAINS_IN, LONE, marks_around
from games.acquire.editions.bonus import Money
from games.acquire.logs.people.lexicon import Word
from games.acquire.record import Header, StartPosition
from games.acquire.rules import lenient
from games.acquire.rules.merger import pay_bonus, settle
from games.acquire.rules.placement import found_chain, place, placement_fault
from games.acquire.state import NO_TILE, Merger, Phase, State


@dataclass(frozen=True, slots=True)
class Placed:
    """A position after a tile: ``state`` is not to be changed.

    ``founds`` says that a chain is to be named, ``choices`` are the chains of which one survives, ``fault`` is the code of the rule
    against the tile, empty if there is none, and ``marks_around`` are the chains that the tile made larger or merged. ``merger`` is what is
    paid and to be disposed of, None without a merger or before its survivor is known.
    """

    state: State
    seat: int
    fault: str = ""
    founds: bool = False
    choices: tuple[int, ...] = ()
    merger: Merger | None = None
    touched: tuple[int, ...] = ()

    @property
    def defunct(self) -> tuple[int, ...]:
        """The chains that were taken over."""
        return tuple(chain for chain in self.merger.sizes if chain != self.merger.survivor) if self.merger else ()

    def dues(self) -> dict[tuple[int, int], Money]:
        """All bonuses that are due, in dollars by player and chain."""
        bonuses = self.merger.bonuses if self.merger else {}
        return {(holder, chain): amount for chain, paid in bonuses.items() for holder, amount in paid}

    def price(self, chain: int) -> int:
        """The dollars for which a share of a chain is sold in the merger, or bought after it."""
        prices = self.merger.prices if self.merger else {}
        return prices[chain] if chain in self.defunct else self.state.price[chain]


def opening(header: Header) -> State:
    """Return the position at the start of a log, that of its header if it has one."""
    state = State(header.rulebook(), max(1, len(header.players)), header.labels())
    position = header.position or StartPosition()
    for chain, tiles in position.chains:
        lenient.lay_chain(state, chain, tiles)
    lenient.lay_lone(state, position.lone)
    for player, amount in position.cash:
        lenient.give_cash(state, player, amount)
    for player, chain, count in position.shares:
        lenient.give_shares(state, player, chain, count)
    return state


def position_at_start(state: State, tiles: Iterable[int]) -> State:
    """Return a position with starting tiles on the board."""
    after = state.copy()
    lenient.lay_lone(after, tiles)
    return after


def lay(state: State, seat: int, tile: int) -> Placed:
    """Return the position after a tile of a player."""
    if state.spaces[tile]:
        return Placed(state, seat, "place-taken")
    after = state.copy()
    after.player, after.placed, after.merger, after.settled = seat, NO_TILE, None, None
    after.phase = Phase.PLAY
    bits = marks_around(after.spaces, tile)
    fault = placement_fault(after, bits)
    place(after, tile, bits)
    near = CHAINS_IN[bits & ALL_CHAINS]
    if after.merger is not None and after.phase is Phase.SURVIVOR:
        return Placed(after, seat, fault, choices=after.merger.choices, touched=near)
    if after.settled is not None:
        return Placed(after, seat, fault, merger=_pay_bonuses(after), touched=near)
    return Placed(after, seat, fault, founds=after.phase is Phase.FOUND, touched=near)


def with_founded(placed: Placed, chain: int) -> Placed:
    """Return the position after a chain is named for a tile, even one that touches nothing that is known."""
    if placed.state.on_board >> chain & 1 or placed.state.placed == NO_TILE or placed.merger is not None:
        return placed
    after = placed.state.copy()
    found_chain(after, chain)
    return Placed(after, placed.seat, placed.fault, touched=(chain,))


def merged_into(before: State, placed: Placed, survivor: int) -> Placed:
    """Return the position after a merger in which another chain survives than the rules have it; ``before`` is that before the tile."""
    tile = placed.state.placed
    merging = {*placed.touched, survivor}
    if len(merging) < 2 or tile == NO_TILE:
        return placed
    after = before.copy()
    after.player, after.placed = placed.seat, tile
    merger = Merger(
        {chain: len(after.members[chain]) for chain in merging}, {chain: after.price[chain] for chain in merging}
    )
    after.merger = after.settled = merger
    after.spaces[tile] = LONE
    settle(after, survivor)
    return Placed(after, placed.seat, placed.fault, merger=_pay_bonuses(after), touched=tuple(sorted(merging)))


def with_survivor(placed: Placed, chain: int) -> Placed:
    """Return the position after a chain is named that survives among equal ones."""
    if chain not in placed.choices:
        return placed
    after = placed.state.copy()
    settle(after, chain)
    return Placed(after, placed.seat, placed.fault, merger=_pay_bonuses(after), touched=placed.touched)


def _pay_bonuses(state: State) -> Merger | None:
    """Pay the bonuses of all chains of a merger that are not paid yet, and return the merger."""
    merger = state.settled
    if merger is not None:
        for chain in merger.sizes:
            if chain not in (merger.survivor, *merger.bonuses):
                merger.bonuses[chain] = pay_bonus(state, merger.prices[chain], state.shares[chain], [])
    return merger


#: What a reading pays for what it leaves open at the end of a turn.
_UNNAMED: Final = 1.0
_NO_TILE: Final = 1.2
ILLEGAL: Final = 2.0
_SUM_WRONG: Final = 1.0
_AGAIN: Final = 0.6
_COUNT_WRONG: Final = 0.4


class Told(NamedTuple):
    """An action and the word from which it was read."""

    action: Action
    word: Word


#: The shares that a holder sold, traded and kept; None where nothing is said of those that he kept.
Parts: TypeAlias = tuple[int, int, int | None]


class Turn(NamedTuple):
    """A turn that is being read; ``acts`` is all that is told in it, in the order of the log.

    ``named`` is the chain that a tile still to come founds. ``disposed`` has the parts of each disposal by holder and chain, ``paid`` the
    bonuses told by player and chain.
    """

    seat: int
    placed: Placed
    tile: int | None = None
    is_headed: bool = False
    acts: tuple[Told, ...] = ()
    bought: tuple[tuple[int, int], ...] = ()
    is_bought: bool = False
    disposed: tuple[tuple[tuple[int, int], Parts], ...] = ()
    paid: tuple[tuple[int, int], ...] = ()
    is_ended: bool = False
    is_passed: bool = False
    named: int | None = None

    def parts(self, holder: int, chain: int) -> Parts | None:
        """What is told of a holder's shares of a chain."""
        return dict(self.disposed).get((holder, chain))

    @property
    def sold(self) -> list[tuple[int, int, int, int]]:
        """All disposals: holder, chain, shares sold and traded."""
        return [(holder, chain, parts[0], parts[1]) for (holder, chain), parts in self.disposed]

    def holding(self, holder: int, chain: int) -> int:
        """The shares of a chain that a holder had when the turn's tile was laid."""
        return self.placed.state.shares[chain][holder]

    def left(self, holder: int, chain: int) -> int:
        """The shares of a chain of which nothing is told yet."""
        parts = self.parts(holder, chain) or (0, 0, 0)
        return self.holding(holder, chain) - parts[0] - parts[1] - (parts[2] or 0)

    def purse(self, player: int) -> Money:
        """The cash of a player in dollars, after his disposals, and after the purchases if the turn is his."""
        placed = self.placed
        cash = placed.state.cash[player]
        cash += sum(sell * placed.price(chain) for holder, chain, sell, _ in self.sold if holder == player)
        if player == placed.seat:
            cash -= sum(count * placed.state.price[chain] for chain, count in self.bought)
        return cash

    def closed(self) -> State:
        """The position after this turn."""
        placed = self.placed
        after = placed.state.copy()
        survivor = placed.merger.survivor if placed.merger else -1
        for holder, chain, sell, trade in self.sold:
            after.cash[holder] += sell * placed.price(chain)
            after.shares[chain][holder] -= sell + trade
            after.bank[chain] += sell + trade
            if survivor >= 0:
                after.shares[survivor][holder] += trade // 2
                after.bank[survivor] -= trade // 2
        for chain, count in self.bought:
            after.cash[placed.seat] -= count * after.price[chain]
            after.shares[chain][placed.seat] += count
            after.bank[chain] -= count
        # A disposal may have gone below nothing; a holding of the rules may not.
        for holdings in after.shares:
            for player, count in enumerate(holdings):
                holdings[player] = max(0, count)
        after.merger = after.settled = None
        return after

    def surprise(self) -> float:
        """What the turn costs for what is left open in it."""
        cost: float = _UNNAMED * (self.placed.founds or bool(self.placed.choices))
        if self.tile is None and not (self.is_ended or self.is_passed):
            cost += _NO_TILE / 2 if self.is_headed else _NO_TILE
        wrong = (
            sum(parts[:2]) + (parts[2] or 0) > self.holding(*key)
            or (parts[2] is not None and sum(parts[:2]) + parts[2] != self.holding(*key))
            for key, parts in self.disposed
        )
        counts = [one.action for one in self.acts if one.action.act is ActKind.CASH]
        cost += _COUNT_WRONG * len([count for count in counts if self.purse(count.player) != count.value])
        return cost + _SUM_WRONG * sum(wrong)


class Chain(NamedTuple):
    """A list that grows at its end, and shares its beginning with other readings."""

    before: Chain | None
    item: Any

    def items(self) -> list[Any]:
        """All items, the first one first."""
        found: list[Any] = []
        at: Chain | None = self
        while at is not None:
            found.append(at.item)
            at = at.before
        return found[::-1]


@dataclass(slots=True)
class Reading:
    """A reading of the words up to a place.

    - ``state``: the position before the turn that is being read; ``turns``, ``headed``, ``placed_starts``: how many turns are
      read, how many of them with their players, and how many starting tiles;
    - ``act``: the meaning of the word of clauses in force; ``is_filled``: something has been read behind it; ``is_stale``: an unknown word
      came after that;
    - ``who``: the player named last; ``fresh``: nothing has been read of him yet; ``is_head``: he stands at the head of a row;
    - ``at_head``, ``number``: nothing but a head has been read of the row, and the number in it; ``mark``: the last sign;
    - ``topic``: the chain that is being settled; ``last``: the last shares bought; ``proceeds``: the dollars of the last sale;
    - ``done``: what is told in the turns that are finished; ``passed``: the words passed over that may have meant something;
    - ``sign``: a hash of everything told.
    """

    state: State
    cost: float = 0.0
    turn: Turn | None = None
    act: str = ""
    who: int | None = None
    fresh: bool = False
    topic: int | None = None
    mark: str = ""
    last: tuple[int, int] | None = None
    proceeds: Money = 0
    is_head: bool = False
    at_head: bool = True
    is_filled: bool = True
    is_stale: bool = False
    number: int | None = None
    turns: int = 0
    headed: int = 0
    placed_starts: int = 0
    done: Chain | None = None
    passed: Chain | None = None
    sign: int = field(default=0)

    def copy(self, cost: float = 0.0) -> Reading:
        """Return a copy that costs more."""
        twin = Reading.__new__(Reading)
        # Name by name, for this is what the beam spends its time on.
        twin.cost = self.cost + cost
        twin.state = self.state
        twin.turn = self.turn
        twin.act = self.act
        twin.who = self.who
        twin.fresh = self.fresh
        twin.topic = self.topic
        twin.mark = self.mark
        twin.last = self.last
        twin.proceeds = self.proceeds
        twin.is_head = self.is_head
        twin.at_head = self.at_head
        twin.is_filled = self.is_filled
        twin.is_stale = self.is_stale
        twin.number = self.number
        twin.turns = self.turns
        twin.headed = self.headed
        twin.placed_starts = self.placed_starts
        twin.done = self.done
        twin.passed = self.passed
        twin.sign = self.sign
        return twin

    def key(self) -> tuple[object, ...]:
        """What tells this reading from others at the same place: those with equal keys go on alike."""
        return (
            self.sign,
            self.act,
            self.is_filled,
            self.is_stale,
            self.who,
            self.topic,
            self.is_head,
            self.at_head,
            self.last,
        )

    @property
    def this_turn(self) -> Turn:
        """The turn that is being read, which must have begun."""
        assert self.turn is not None  # noqa: S101
        return self.turn

    @property
    def seat(self) -> int | None:
        """The player whose turn it is."""
        return self.turn.seat if self.turn is not None else None

    def expected(self) -> int:
        """The player whose turn is next."""
        return 0 if self.turn is None else (self.turn.seat + 1) % self.state.seats

    def tell(self, act: ActKind, player: int, value: object, word: Word) -> None:
        """Add an act to the turn, or to what is told outside of any turn."""
        told = Told(Action(act, player, value), word)
        self.sign = hash((self.sign, act, player, value))
        if self.turn is None:
            self.done = Chain(self.done, (told,))
        else:
            self.turn = self.turn._replace(acts=(*self.turn.acts, told))

    def pass_over(self, word: Word) -> None:
        """Remember a word that was passed over."""
        self.passed = Chain(self.passed, word)

    def close(self) -> None:
        """Finish the turn."""
        if self.turn is None:
            return
        self.cost += self.turn.surprise()
        self.state = self.turn.closed()
        self.done = Chain(self.done, self.turn.acts)

    def begin(self, seat: int, word: Word, *, is_headed: bool) -> None:
        """Finish the turn before and begin another one, without a tile yet."""
        self.close()
        self.turn = Turn(seat, Placed(self.state, seat), is_headed=is_headed)
        self.turns += 1
        self.headed += is_headed
        self.tell(ActKind.TURN, seat, self.number, word)
        self.number, self.topic, self.last, self.act, self.fresh = None, None, None, "", False

    def place(self, tile: int, word: Word) -> None:
        """Lay a tile in the turn."""
        placed = lay(self.state, self.this_turn.seat, tile)
        self.turn = self.this_turn._replace(placed=placed, tile=tile)
        self.cost += ILLEGAL * bool(placed.fault)
        self.tell(ActKind.PLAY, self.turn.seat, tile, word)
        if self.turn.named is not None:
            self.name(self.turn.named, word)

    def name(self, chain: int, word: Word) -> None:
        """Name the chain that the tile founds."""
        self.turn = self.this_turn._replace(placed=with_founded(self.this_turn.placed, chain))
        self.tell(ActKind.FOUND, self.turn.seat, chain, word)

    def take_over(self, survivor: int, defunct: int, word: Word) -> None:
        """Let one chain take over another, as the log says it, whatever the sizes."""
        turn = self.this_turn
        known = replace(turn.placed, touched=tuple({*turn.placed.touched, survivor, defunct}))
        self.turn = turn._replace(placed=merged_into(self.state, known, survivor))
        self.tell(ActKind.SURVIVOR, self.turn.seat, survivor, word)

    def survive(self, chain: int, word: Word) -> None:
        """Name the chain that survives among equal ones."""
        self.turn = self.this_turn._replace(placed=with_survivor(self.this_turn.placed, chain))
        self.tell(ActKind.SURVIVOR, self.turn.seat, chain, word)

    def buy(self, chain: int, count: int, word: Word) -> None:
        """Add shares to the purchase of the turn."""
        turn = self.this_turn
        bought = dict(turn.bought)
        bought[chain] = bought.get(chain, 0) + count
        acts = tuple(told for told in turn.acts if told.action.act is not ActKind.BUY)
        first = next((told.word for told in turn.acts if told.action.act is ActKind.BUY), word)
        shares = tuple(bought.items())
        acts = (*acts, Told(Action(ActKind.BUY, turn.seat, shares), first))
        self.turn = turn._replace(acts=acts, bought=shares, is_bought=True)
        self.sign = hash((self.sign, "buy", chain, count))
        self.last = (chain, count)
        self.come_back(turn.seat)

    def buy_nothing(self, word: Word) -> None:
        """Note that nothing is bought."""
        self.turn = self.this_turn._replace(is_bought=True)
        self.tell(ActKind.BUY, self.turn.seat, (), word)
        self.come_back(self.turn.seat)

    def come_back(self, seat: int) -> None:
        """Go on with the player of the turn, whoever was named last."""
        self.who = seat if self.who is not None else None

    def dispose(self, holder: int, chain: int, part: str, count: int, word: Word) -> None:
        """Add a part to a holder's disposal of a chain."""
        turn = self.this_turn
        sell, trade, hold = turn.parts(holder, chain) or (0, 0, None)
        told = {"sell": sell, "trade": trade, "hold": hold or 0}[part]
        self.cost += _AGAIN * (told > 0) + _AGAIN * (part == "trade" and count % 2)
        if part == "sell":
            sell += count
            self.proceeds = count * turn.placed.price(chain)
        elif part == "trade":
            trade += count
        else:
            hold = (hold or 0) + count
        self.set_parts(holder, chain, (sell, trade, hold), word)

    def set_parts(self, holder: int, chain: int, parts: Parts, word: Word) -> None:
        """Set what is told of a holder's shares of a chain."""
        turn = self.this_turn
        known = [pair for pair in turn.disposed if pair[0] != (holder, chain)]
        action = Action(ActKind.DISPOSE, holder, (chain, *parts))
        acts, is_new = [], True
        for told in turn.acts:
            is_same = (told.action.act, told.action.player) == (ActKind.DISPOSE, holder)
            if is_same and told.action.value[0] == chain:
                acts.append(Told(action, told.word))
                is_new = False
            else:
                acts.append(told)
        if is_new:
            acts.append(Told(action, word))
        self.turn = turn._replace(acts=tuple(acts), disposed=(*known, ((holder, chain), parts)))
        self.sign = hash((self.sign, "dispose", holder, chain, parts))
        self.topic = chain

    def pay(self, player: int, chain: int, amount: int, word: Word) -> None:
        """Note a bonus."""
        self.turn = self.this_turn._replace(paid=(*self.this_turn.paid, (player, chain)))
        self.tell(ActKind.BONUS, player, (chain, amount), word)
        self.topic = chain
