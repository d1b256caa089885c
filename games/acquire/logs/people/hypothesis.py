"""A reading that is under way: what has been read of a log, the position of the game that it gives, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeAlias

from games.acquire.actions import Action, ActKind
from games.acquire.editions import Money
from games.acquire.logs.people.game import Placed, closed, lay, merged_into, purse, with_founded, with_survivor
from games.acquire.logs.people.lexicon import Word
from games.acquire.state import State

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
        """The cash of a player at this point, in dollars."""
        return purse(self.placed, self.sold, self.bought, player)

    def closed(self) -> State:
        """The position after this turn."""
        return closed(self.placed, self.sold, self.bought)

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
        assert self.turn is not None  # noqa: S101
        placed = lay(self.state, self.turn.seat, tile)
        self.turn = self.turn._replace(placed=placed, tile=tile)
        self.cost += ILLEGAL * bool(placed.fault)
        self.tell(ActKind.PLAY, self.turn.seat, tile, word)
        if self.turn.named is not None:
            self.name(self.turn.named, word)

    def name(self, chain: int, word: Word) -> None:
        """Name the chain that the tile founds."""
        assert self.turn is not None  # noqa: S101
        self.turn = self.turn._replace(placed=with_founded(self.turn.placed, chain))
        self.tell(ActKind.FOUND, self.turn.seat, chain, word)

    def take_over(self, survivor: int, defunct: int, word: Word) -> None:
        """Let one chain take over another, as the log says it, whatever the sizes."""
        assert self.turn is not None  # noqa: S101
        known = replace(self.turn.placed, touched=tuple({*self.turn.placed.touched, survivor, defunct}))
        self.turn = self.turn._replace(placed=merged_into(self.state, known, survivor))
        self.tell(ActKind.SURVIVOR, self.turn.seat, survivor, word)

    def survive(self, chain: int, word: Word) -> None:
        """Name the chain that survives among equal ones."""
        assert self.turn is not None  # noqa: S101
        self.turn = self.turn._replace(placed=with_survivor(self.turn.placed, chain))
        self.tell(ActKind.SURVIVOR, self.turn.seat, chain, word)

    def buy(self, chain: int, count: int, word: Word) -> None:
        """Add shares to the purchase of the turn."""
        turn = self.turn
        assert turn is not None  # noqa: S101
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
        assert self.turn is not None  # noqa: S101
        self.turn = self.turn._replace(is_bought=True)
        self.tell(ActKind.BUY, self.turn.seat, (), word)
        self.come_back(self.turn.seat)

    def come_back(self, seat: int) -> None:
        """Go on with the player of the turn, whoever was named last."""
        self.who = seat if self.who is not None else None

    def dispose(self, holder: int, chain: int, part: str, count: int, word: Word) -> None:
        """Add a part to a holder's disposal of a chain."""
        turn = self.turn
        assert turn is not None  # noqa: S101
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
        turn = self.turn
        assert turn is not None  # noqa: S101
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
        assert self.turn is not None  # noqa: S101
        self.turn = self.turn._replace(paid=(*self.turn.paid, (player, chain)))
        self.tell(ActKind.BONUS, player, (chain, amount), word)
        self.topic = chain
