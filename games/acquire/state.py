"""The state of a game: everything the rules need to know, quick to copy and to compare.

Only the rules (`games.acquire.rules`) write a state; a replay and a game under way let them change it in place.
Two states are equal if the game can go on from them in the same ways; the actions that led to them do not count.

Hands may be partly known: ``hands[p]`` are the tiles known to be in the hand, ``hidden[p]`` is the
number of further tiles in it. ``seen`` are all tiles known not to be in the bag.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Final

from games.acquire.actions import NOBODY, Card
from games.acquire.board import ALL_CHAINS, CHAINS, TILES, empty_spaces
from games.acquire.editions import Edition
from games.acquire.editions.bonus import Money, price_table
from games.acquire.editions.labels import LabelSet, label_set
from games.sentences import gettext_noop

NO_TILE: Final = -1


class Phase(IntEnum):
    """What the game waits for."""

    START = 0  # a starting tile
    DEAL = 1  # a tile of the first hands
    PLAY = 2  # a tile to place, or a pass
    FOUND = 3  # the name of the new chain
    SURVIVOR = 4  # the choice among equal largest chains
    ORDER = 5  # the choice among equal defunct chains
    MARKET = 6  # the market's tile for one chain
    DISPOSE = 7  # one holder's disposal of one defunct chain
    BUY = 8  # a purchase
    DRAW = 9  # replacement tiles
    REPLACE = 10  # dead tiles to be set aside
    SHOW = 11  # the hand to be shown (R17)
    LAY = 12  # dead tiles to be laid out (R18)
    EXCHANGE = 13  # tiles drawn before placing (R19, cards, dead tiles)
    RETURN = 14  # exposed tiles to be put back (R19)
    TURN_OVER = 15
    OVER = 16

    # The hash of an enumeration is a Python function; phases are looked up at every action.
    __hash__ = int.__hash__


class EndReason(StrEnum):
    """Why a game is over."""

    CALLED = gettext_noop("called by a player")
    FORCED = gettext_noop("no legal tile in a valid end phase (R20)")
    AUTOMATIC = gettext_noop("an end condition was met, which ends the game in this edition")
    NO_PLAY = gettext_noop("a player could not place a tile")
    EMPTY_BAG = gettext_noop("no tiles were left to fill the hand")
    BLOCKED_ROUND = gettext_noop("nobody could place a tile for a whole round")
    NO_TILES = gettext_noop("no tiles are left")
    STANDSTILL = gettext_noop("nothing can change any more")
    TIMED_OUT = gettext_noop("every player ran out of time")


@lru_cache(maxsize=64)
def _price_tables(edition: Edition, labels: LabelSet) -> tuple[tuple[int, ...], ...]:
    """Return for each chain its price table: the dollars a share by size."""
    return tuple(price_table(edition, tier) for tier in labels.tiers)


@dataclass(slots=True)
class Merger:
    """A merger under way.

    - ``sizes``, ``prices``: tiles and dollars a share of the merging chains before the merging tile;
    - ``survivor``: -1 until it is known; ``choices``: the chains among which a survivor or the next defunct chain is to be chosen;
    - ``waiting``: defunct chains to be settled later; ``current``: the one that is being settled, -1 for none;
    - ``unpaid``: defunct chains whose bonuses are to be paid next; ``bonuses``: payments by chain, as pairs of player and dollars;
    - ``queue``: pairs of player and chain, in the order in which they dispose;
    - ``market``: the stock market's shares by chain; ``forced``: shares sold by player and chain because the player is out of time.
    """

    sizes: dict[int, int]
    prices: dict[int, int]
    survivor: int = -1
    choices: tuple[int, ...] = ()
    waiting: list[int] = field(default_factory=list)
    unpaid: list[int] = field(default_factory=list)
    current: int = -1
    queue: list[tuple[int, int]] = field(default_factory=list)
    market: dict[int, int] = field(default_factory=dict)
    bonuses: dict[int, list[tuple[int, Money]]] = field(default_factory=dict)
    forced: dict[tuple[int, int], int] = field(default_factory=dict)

    def copy(self) -> Merger:
        """Return an independent copy."""
        return Merger(
            *(self.sizes, self.prices, self.survivor, self.choices, self.waiting[:], self.unpaid[:], self.current),
            *(self.queue[:], dict(self.market), dict(self.bonuses), dict(self.forced)),
        )


class State:
    """One position of a game, with the phase it is in.

    - ``spaces``: what lies on each space, as bits of `board`; ``members``: the tiles of each chain; ``dead``: dead tiles (R18);
    - ``prices``: the price tables of the chains; ``price``: the present dollars a share; ``bank``: shares in the bank by chain;
    - ``shares``: by chain and player; ``cash``: dollars by player;
    - ``order``: the players in turn order; ``following``: the next player after each player;
    - ``bag``: the number of tiles in the bag, also unknown ones; ``hands``, ``hidden``, ``seen``: see the module;
    - ``turn``: the number of the turn; ``player``: the player in turn, -1 before the first turn;
    - ``placed``: the tile placed last in this turn; ``passed``, ``drew``: whether the player in turn passed or drew tiles;
    - ``exchanged``: whether he exchanged tiles; ``exposed``: tiles of his hand that lie open; ``shown``: how many he showed;
    - ``goal``: the number of tiles up to which he draws; ``rushed``: whether his time is over for this turn only;
    - ``more_tiles``, ``swaps``: tiles that he may still place and trades that he may still make by a card;
    - ``market``: the stock market's shares at the end of the game; ``reason``: why the game is over, None while it goes on.
    """

    __slots__ = (
        "bag", "bank", "before", "blocked", "cards", "cash", "concealed", "dead", "drew", "early_card", "edition", "exchanged",
        "exposed", "following", "goal", "hands", "hidden", "labels", "late_card", "market", "members", "merger",
        "more_tiles", "on_board", "order", "passed", "phase", "placed", "player", "price", "prices", "reason",
        "rushed", "safe", "seats", "seen", "settled", "shares", "shown", "spaces", "start_tiles", "still", "swaps",
        "timed_out", "turn",
    )  # fmt: skip

    def __init__(self, edition: Edition, seats: int, labels: LabelSet | None = None) -> None:
        self.edition = edition
        self.labels = labels or label_set(edition.labels)
        self.seats = seats
        # The board.
        self.spaces = empty_spaces()
        self.members: list[list[int]] = [[] for _ in range(CHAINS)]
        self.dead: set[int] = set()
        self.on_board = 0  # bits of the chains that have tiles
        self.safe = 0  # bits of the chains that are safe
        self.prices = _price_tables(edition, self.labels)
        self.price = [table[0] for table in self.prices]
        # Property.
        self.cash: list[Money] = [edition.start_cash] * seats
        self.shares = [[0] * seats for _ in range(CHAINS)]
        self.bank = [edition.chain_shares] * CHAINS
        # Tiles.
        self.start_tiles: dict[int, int] = {}
        self.hands: list[set[int]] = [set() for _ in range(seats)]
        self.hidden = [0] * seats
        self.seen: set[int] = set()
        self.bag = TILES
        # The turn.
        self.order = tuple(range(seats))
        self.following: list[int] = [*range(1, seats), 0]
        self.player = NOBODY
        self.turn = 0
        self.phase: Phase = Phase.START if edition.start_tiles else Phase.DEAL
        self.placed = NO_TILE
        self.passed = False
        self.drew = False
        self.blocked = 0  # turns in a row without a tile placed
        self.still = 0  # turns in a row in which no tile moved at all
        self.merger: Merger | None = None
        self.settled: Merger | None = None  # the latest merger, also when it is over
        self.before: State | None = None  # the position before the tile, for a take-back
        # The no-legal-play procedure and other draws before the tile.
        self.exchanged = False
        self.exposed: set[int] = set()
        self.shown = 0
        self.concealed = 0  # how many of the exposed tiles the log does not name
        self.goal = 0
        # Cards and clocks.
        self.cards: list[set[Card]] = [set(Card) if edition.cards else set() for _ in range(seats)]
        self.early_card: Card | None = None
        self.late_card: Card | None = None
        self.more_tiles = 0
        self.swaps = 0
        self.timed_out: set[int] = set()
        self.rushed = False
        # The end.
        self.market: dict[int, int] = {}
        self.reason: EndReason | None = None

    def copy(self) -> State:
        """Return an independent copy; immutable parts are shared."""
        twin = State.__new__(State)
        # Name by name, for this is what a search spends its time on.
        twin.edition, twin.labels, twin.seats = self.edition, self.labels, self.seats
        twin.spaces = self.spaces[:]
        twin.members = [*map(list.copy, self.members)]
        twin.dead = self.dead.copy()
        twin.on_board, twin.safe, twin.prices, twin.price = self.on_board, self.safe, self.prices, self.price[:]
        twin.cash = self.cash[:]
        twin.shares = [*map(list.copy, self.shares)]
        twin.bank = self.bank[:]
        twin.start_tiles = self.start_tiles.copy()
        twin.hands = [*map(set.copy, self.hands)]
        twin.hidden = self.hidden[:]
        twin.seen, twin.bag = self.seen.copy(), self.bag
        twin.order, twin.following = self.order, self.following[:]
        twin.player, twin.turn, twin.phase, twin.placed = self.player, self.turn, self.phase, self.placed
        twin.passed, twin.drew, twin.blocked, twin.still = self.passed, self.drew, self.blocked, self.still
        twin.merger, twin.settled, twin.before = None, self.settled, self.before
        if self.merger is not None:
            twin.merger = twin.settled = self.merger.copy()
        twin.exchanged, twin.exposed, twin.shown = self.exchanged, self.exposed.copy(), self.shown
        twin.concealed, twin.goal = self.concealed, self.goal
        twin.cards = [cards.copy() for cards in self.cards] if self.edition.cards else self.cards
        twin.early_card, twin.late_card = self.early_card, self.late_card
        twin.more_tiles, twin.swaps = self.more_tiles, self.swaps
        twin.timed_out, twin.rushed = self.timed_out.copy(), self.rushed
        twin.market, twin.reason = self.market.copy(), self.reason
        return twin

    def known_to(self, seat: int | None) -> State:
        """Return a copy with only what a seat knows, or for None a watcher: everything open and the seat's own hand.

        The other hands are hidden except for exposed tiles, and no earlier position is stored.
        """
        known = self.copy()
        known.before = None
        for player, hand in enumerate(self.hands):
            if player != seat:
                known.hands[player] = self.exposed & hand if player == self.player else set()
                known.hidden[player] += len(hand) - len(known.hands[player])
        filled = [tile for tile, mark in enumerate(self.spaces) if mark]
        known.seen = self.dead.union(filled, *known.hands)
        return known

    def become(self, other: State) -> None:
        """Replace everything in this state by a copy of another state."""
        twin = other.copy()
        for name in State.__slots__:
            setattr(self, name, getattr(twin, name))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        is_begun = self.player != NOBODY or self.start_tiles == other.start_tiles
        return is_begun and all(getattr(self, name) == getattr(other, name) for name in _COMPARED)

    __hash__ = None  # type: ignore[assignment]  # a state can be changed in place

    def __repr__(self) -> str:
        return f"<State {self.edition.name}, turn {self.turn} of player {self.player}, {self.phase.name}>"

    def count(self, player: int) -> int:
        """Return the number of tiles in a player's hand, known or not."""
        return len(self.hands[player]) + self.hidden[player]

    def size(self, chain: int) -> int:
        """Return the number of tiles of a chain."""
        return len(self.members[chain])

    def free_chains(self) -> list[int]:
        """List the chains that are not on the board."""
        return [chain for chain in range(CHAINS) if not self.on_board >> chain & 1]

    def chains_on_board(self) -> list[int]:
        """List the chains that are on the board."""
        return [chain for chain in range(CHAINS) if self.on_board >> chain & 1]

    def unseen(self) -> list[int]:
        """List all tiles that may be in the bag, or hidden in a hand, in ascending order."""
        return [tile for tile in range(TILES) if tile not in self.seen]

    def is_full(self) -> bool:
        """Whether all seven chains are on the board."""
        return self.on_board == ALL_CHAINS

    def seat_by(self, order: tuple[int, ...]) -> None:
        """Set the turn order."""
        self.order = order
        for place, player in enumerate(order):
            self.following[player] = order[(place + 1) % self.seats]

    def from_player(self, first: int) -> list[int]:
        """List all players in turn order, beginning with ``first``."""
        place = self.order.index(first)
        return [*self.order[place:], *self.order[:place]]


#: What counts when states are compared; all else follows from it, or is history.
_COMPARED: Final = sorted(
    {*State.__slots__}
    - {"before", "settled", "start_tiles", "members", "on_board", "safe", "price", "prices", "following"}
)
