"""The state of a game: everything the rules need to know, cheap to copy.

The engine (`games.acquire.rules`) never changes a state it was given: it copies and changes the copy.
The replay owns its one state and lets the same rules change it in place.

Hands may be partly known: ``hands[p]`` are the tiles known to be in the hand, ``hidden[p]`` is the
number of further tiles in it. ``seen`` are all tiles known not to be in the bag.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Final

from games.acquire.actions import NOBODY, Card
from games.acquire.board import ALL_CHAINS, CHAINS, TILES, empty_spaces
from games.acquire.editions import Edition, LabelSet, Money, label_set, price_table

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


class EndReason(StrEnum):
    """Why a game is over."""

    CALLED = "called by a player"
    FORCED = "no legal tile in a valid end phase (R20)"
    AUTOMATIC = "an end condition held and the edition ends by itself"
    NO_PLAY = "a player could place no tile"
    EMPTY_BAG = "no tile was left to hand back"
    BLOCKED_ROUND = "nobody could place a tile for a whole round"
    NO_TILES = "all tiles are gone"
    STANDSTILL = "nothing can change any more"
    TIMED_OUT = "every player ran out of time"


@lru_cache(maxsize=64)
def _price_tables(edition: Edition, labels: LabelSet) -> tuple[tuple[int, ...], ...]:
    return tuple(price_table(edition, tier) for tier in labels.tiers)


class Merger:
    """A merger under way: what it joins, what each defunct chain was worth, who disposes next."""

    __slots__ = (
        "bonuses", "choices", "current", "forced", "market", "prices", "queue", "sizes", "survivor", "unpaid",
        "waiting",
    )  # fmt: skip

    def __init__(self, sizes: dict[int, int], prices: dict[int, int]) -> None:
        self.sizes = sizes
        self.prices = prices
        self.survivor = -1
        self.choices: tuple[int, ...] = ()
        self.waiting: list[int] = []
        self.unpaid: list[int] = []
        self.current = -1
        self.queue: list[tuple[int, int]] = []
        self.market: dict[int, int] = {}
        self.bonuses: dict[int, list[tuple[int, Money]]] = {}
        self.forced: dict[tuple[int, int], int] = {}  # shares sold because their holder is out of time (R34)

    def copy(self) -> Merger:
        """An independent copy."""
        twin = Merger(self.sizes, self.prices)
        twin.survivor, twin.choices, twin.current = self.survivor, self.choices, self.current
        twin.waiting, twin.unpaid, twin.queue = self.waiting[:], self.unpaid[:], self.queue[:]
        twin.market, twin.bonuses, twin.forced = dict(self.market), dict(self.bonuses), dict(self.forced)
        return twin


class State:
    """One position of a game, with the phase it is in."""

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
        """An independent copy; immutable parts are shared."""
        twin = State.__new__(State)
        for name in State.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.spaces = self.spaces[:]
        twin.members = [tiles[:] for tiles in self.members]
        twin.dead = set(self.dead)
        twin.price = self.price[:]
        twin.cash = self.cash[:]
        twin.shares = [holders[:] for holders in self.shares]
        twin.bank = self.bank[:]
        twin.start_tiles = dict(self.start_tiles)
        twin.hands = [set(hand) for hand in self.hands]
        twin.hidden = self.hidden[:]
        twin.seen = set(self.seen)
        twin.following = self.following[:]
        if self.merger is not None:
            twin.merger = twin.settled = self.merger.copy()
        twin.exposed = set(self.exposed)
        twin.cards = [set(cards) for cards in self.cards] if self.edition.cards else self.cards
        twin.timed_out = set(self.timed_out)
        twin.market = dict(self.market)
        return twin

    def count(self, player: int) -> int:
        """The number of tiles in a player's hand, known or not."""
        return len(self.hands[player]) + self.hidden[player]

    def size(self, chain: int) -> int:
        """The number of tiles of a chain."""
        return len(self.members[chain])

    def free_chains(self) -> list[int]:
        """The chains that are not on the board."""
        return [chain for chain in range(CHAINS) if not self.on_board >> chain & 1]

    def chains_on_board(self) -> list[int]:
        """The chains that are on the board."""
        return [chain for chain in range(CHAINS) if self.on_board >> chain & 1]

    def unseen(self) -> list[int]:
        """All tiles that may be in the bag, in ascending order."""
        return [tile for tile in range(TILES) if tile not in self.seen]

    def is_full(self) -> bool:
        """Whether all seven chains are on the board."""
        return self.on_board == ALL_CHAINS

    def seat_by(self, order: tuple[int, ...]) -> None:
        """Let the players follow each other in this order."""
        self.order = order
        for place, player in enumerate(order):
            self.following[player] = order[(place + 1) % self.seats]

    def from_player(self, first: int) -> list[int]:
        """All players in turn order, beginning with one."""
        place = self.order.index(first)
        return [*self.order[place:], *self.order[:place]]
