"""The game so far as a log tells it: the board, the merger under way and everybody's shares, to decide what a clause means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import ALL_CHAINS, CHAINS, CHAINS_IN, LONE, TILES, empty_spaces, loose_group, touched
from games.acquire.editions import BonusPayments, bonus_payments
from games.acquire.record import Header, StartPosition
from games.sentences import Said
from games.sentences import gettext_lazy as _

#: Acts to which the next clause may add something.
_STILL_OPEN: Final = frozenset({ActKind.BUY, ActKind.DISPOSE})
#: Acts after which the reader does not know who holds which shares.
_SHARES_UNKNOWN: Final = frozenset({ActKind.SWAP, ActKind.CARD, ActKind.MARKET, ActKind.TIMEOUT, ActKind.REWIND})


class MisfitError(ValueError):
    """A chain does not fit the tile beside which it is named; ``said`` is the reason, as a phrase."""

    def __init__(self, said: Said) -> None:
        super().__init__(said)
        self.said = said


@dataclass(frozen=True, slots=True)
class Merger:
    """The merger that the tile of a turn made: the sizes of the chains before it, and the survivor, None if it is still to be chosen."""

    sizes: dict[int, int]
    survivor: int | None

    @property
    def largest(self) -> list[int]:
        """The chains of which one survives."""
        most = max(self.sizes.values())
        return [chain for chain, size in self.sizes.items() if size == most]

    @property
    def defunct(self) -> list[int]:
        """The chains that are taken over; none if the survivor is still to be chosen."""
        return [] if self.survivor is None else [chain for chain in self.sizes if chain != self.survivor]


class GameSoFar:
    """The board and the shares after the events read so far, accurate enough to decide what a clause means that may mean several things.

    A chain beside a tile, ``2B (Luxor)``, is the chain founded if the tile founds one, and the survivor if equal chains merge. Otherwise
    it only repeats what follows from the tile.
    """

    __slots__ = (
        "_at",
        "_events",
        "_header",
        "_knows_shares",
        "_last_tile",
        "_merger",
        "_shares",
        "_shares_before",
        "_spaces",
        "_waiting",
        "buy_max",
    )

    def __init__(self, events: Sequence[Action], header: Header) -> None:
        self._events = events
        self._header = header
        self._at = 0
        self._spaces = empty_spaces()
        self._waiting = self._last_tile = -1
        self._merger: Merger | None = None
        self._shares = [[0] * CHAINS for _ in header.players]
        self._shares_before = self._shares
        rulebook = header.rulebook()
        self._knows_shares = not rulebook.market_holder_2p
        #: The most shares that may be bought in a turn.
        self.buy_max = rulebook.buy_max
        self._lay_out(header.position)

    def _lay_out(self, position: StartPosition | None) -> None:
        """Begin with the position of a log that starts in mid-game."""
        if position is None:
            return
        for chain, tiles in position.chains:
            self._fill(tiles, 1 << chain)
        self._fill(position.lone, LONE)
        for seat, chain, count in position.shares:
            self._shares[seat][chain] = count
        self._knows_shares = self._knows_shares and bool(position.shares or not position.chains)

    # What a clause may ask.

    def act_of(self, tile: int, chain: int) -> ActKind | None:
        """Return the act that naming a chain beside a tile means: `ActKind.FOUND`, `ActKind.SURVIVOR`, or None if it means none.

        Raises:
            MisfitError: if the tile has nothing to do with the chain.
        """
        self._follow()
        self._settle()
        chains = CHAINS_IN[touched(self._spaces, tile) & ALL_CHAINS]
        bit = 1 << chain
        if not chains:
            if bit in self._spaces:
                raise MisfitError(_("the chain is elsewhere on the board"))
            return ActKind.FOUND
        if chain not in chains:
            raise MisfitError(_("the tile touches other chains"))
        sizes = {other: self._spaces.count(1 << other) for other in chains}
        largest = [other for other, size in sizes.items() if size == max(sizes.values())]
        if chain not in largest:
            raise MisfitError(_("another merging chain is larger"))
        return None if largest == [chain] else ActKind.SURVIVOR

    def founds(self, tile: int, chain: int) -> bool:
        """Whether a tile, the last one or the next, founds a chain, and may found this one."""
        self._follow()
        if tile != self._waiting:
            self._settle()
        if not 0 <= tile < TILES or 1 << chain in self._spaces:
            return False
        neighbours = touched(self._spaces, tile)
        return not neighbours & ALL_CHAINS and bool(neighbours & LONE or not self.is_complete)

    @property
    def is_complete(self) -> bool:
        """Whether the log tells every tile that was on the board before the first turn."""
        started = sum(event.act is ActKind.START and event.value >= 0 for event in self._events)
        return self._header.position is not None or started == len(self._header.players)

    def is_placed(self, tile: int) -> bool:
        """Whether a tile lies on the board."""
        self._follow()
        return bool(self._spaces[tile])

    @property
    def merger(self) -> Merger | None:
        """The merger that the last tile of this turn made, or None."""
        self._follow()
        return self._merger

    def believe(self, survivor: int, gone: Sequence[int]) -> bool:
        """Take a log's word for it that the last tile merges these chains; returns whether the board says otherwise.

        It may do so only while the board is not complete.
        """
        merger = self.merger
        says_so = merger is not None and merger.survivor == survivor and set(gone) <= set(merger.sizes)
        if says_so or self._last_tile < 0:
            return False
        named = {*gone, survivor, *(merger.sizes if merger else ())}
        self._merger = Merger({chain: self._spaces.count(1 << chain) for chain in named}, survivor)
        joined = [space for space in range(TILES) if self._spaces[space] & sum(1 << chain for chain in named)]
        self._fill([*joined, self._last_tile, *loose_group(self._spaces, self._last_tile)], 1 << survivor)
        self._waiting = -1
        return True

    def shares(self, chain: int) -> list[int] | None:
        """Return everybody's shares of a chain as the log tells them, or None if it does not tell them all."""
        self._follow()
        return [held[chain] for held in self._shares] if self._knows_shares else None

    def bonuses(self, chain: int) -> BonusPayments | None:
        """Return the bonuses that are due for a chain taken over in this turn, or None if the log does not tell them."""
        merger = self.merger
        if merger is None or chain not in merger.defunct or not self._knows_shares:
            return None
        shares = [held[chain] for held in self._shares_before]
        if min(shares) < 0:
            return None
        return bonus_payments(self._header.rulebook(), self._header.labels().tiers[chain], merger.sizes[chain], shares)

    # Following the events.

    def _follow(self) -> None:
        """Apply the events that were read since the last call, but for a last one that the next clause may still change."""
        count = len(self._events)
        count -= count > self._at and self._events[-1].act in _STILL_OPEN
        for event in self._events[self._at : count]:
            act, _, value = event
            if act in (ActKind.PLAY, ActKind.START):
                self._settle()
                self._place(value)
            elif act is ActKind.TURN:
                self._settle()
                self._merger = None
                self._last_tile = -1
            elif act in (ActKind.FOUND, ActKind.SURVIVOR):
                self._name(event)
            else:
                self._move_shares(event)
        self._at = count

    def _place(self, tile: int) -> None:
        """Put a tile on the board as a lone one; what it joins is decided by the next events."""
        self._merger = None
        if not 0 <= tile < TILES:
            return
        self._waiting = self._last_tile = tile
        self._spaces[tile] = self._spaces[tile] or LONE
        chains = CHAINS_IN[touched(self._spaces, tile) & ALL_CHAINS]
        if len(chains) > 1:
            merger = Merger({chain: self._spaces.count(1 << chain) for chain in chains}, None)
            largest = merger.largest
            self._merger = Merger(merger.sizes, largest[0]) if len(largest) == 1 else merger
            self._shares_before = [list(held) for held in self._shares]

    def _name(self, event: Action) -> None:
        """Let the last tile found a chain, or join the chain named as the survivor."""
        chain = event.value
        if event.act is ActKind.FOUND:
            self._shares[event.player][chain] += 1
        elif self._merger is not None:
            self._merger = Merger(self._merger.sizes, chain)
        if self._waiting >= 0:
            self._join(self._waiting, chain)

    def _move_shares(self, event: Action) -> None:
        """Note who holds which shares after a purchase or a disposal."""
        act, seat, value = event
        if act is ActKind.BUY:
            for chain, count in value:
                self._shares[seat][chain] += count
        elif act is ActKind.DISPOSE:
            chain, sold, traded, _ = value
            self._shares[seat][chain] -= sold + traded
            survivor = self._merger.survivor if self._merger else None
            if survivor is not None:
                self._shares[seat][survivor] += traded // 2
            elif traded:
                self._knows_shares = False
        elif act in _SHARES_UNKNOWN:
            self._knows_shares = False

    def _settle(self) -> None:
        """Let the last tile join the chain that it touches, the largest if it touches several."""
        tile, self._waiting = self._waiting, -1
        chains = CHAINS_IN[touched(self._spaces, tile) & ALL_CHAINS] if tile >= 0 else ()
        if chains and self._spaces[tile] == LONE:
            self._join(tile, max(chains, key=lambda chain: self._spaces.count(1 << chain)))

    def _join(self, tile: int, chain: int) -> None:
        """Make a tile, the lone tiles connected with it and the chains it touches one chain."""
        chains = touched(self._spaces, tile) & ALL_CHAINS
        joined = loose_group(self._spaces, tile)
        joined += [space for space in range(TILES) if self._spaces[space] & chains]
        self._fill(joined, 1 << chain)
        self._waiting = -1

    def _fill(self, tiles: Sequence[int], bit: int) -> None:
        for tile in tiles:
            if 0 <= tile < TILES:
                self._spaces[tile] = bit
