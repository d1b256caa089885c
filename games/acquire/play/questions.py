"""The choices of a player as ranges, for a phone that shows one share at a time.

A purchase of three shares has up to 120 answers and a disposal up to 100; their ranges say the same in a few numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.acquire.board import CHAINS
from games.acquire.editions.bonus import Money
from games.acquire.rules import legal, purchase
from games.acquire.rules.purchase import Purchase
from games.acquire.state import Phase, State


@dataclass(frozen=True, slots=True)
class PurchaseRange:
    """The possible purchases: up to ``limit`` shares for up to ``cash`` dollars.

    ``most`` are pairs of chain and number for each chain of which at least one share can be bought. ``prices`` are pairs of chain
    and dollars a share for all seven chains, since a table may have bought what was not allowed. With ``one_kind`` all shares must
    be of one chain.
    """

    limit: int
    cash: Money
    most: tuple[tuple[int, int], ...]
    prices: tuple[tuple[int, int], ...]
    one_kind: bool

    def next_chains(self, bought: Purchase) -> list[int]:
        """List the chains of which one more share may be bought in addition to ``bought``, which need not be legal itself."""
        counts, prices = dict(bought), dict(self.prices)
        if sum(counts.values()) >= self.limit:
            return []
        left = self.cash - sum(prices[chain] * count for chain, count in counts.items())
        return [
            chain
            for chain, most in self.most
            if counts.get(chain, 0) < most and prices[chain] <= left and not (self.one_kind and counts.keys() - {chain})
        ]


@dataclass(frozen=True, slots=True)
class DisposalRange:
    """The possible disposals of ``owned`` shares of one chain by one holder.

    An even number up to ``most_traded`` is traded, any number of the others sold, and the rest held.
    """

    player: int
    chain: int
    owned: int
    most_traded: int


def purchase_range(state: State) -> PurchaseRange | None:
    """Return the possible purchases of the player in turn, or None if no purchase is due."""
    if state.phase is not Phase.BUY:
        return None
    player = state.player
    cash, limit = state.cash[player], purchase.buy_limit(state)
    chains = purchase.chains_to_buy(state, player) if limit else ()
    prices = tuple((chain, purchase.share_price(state, chain)) for chain in range(CHAINS))
    most = []
    for chain in chains:
        price = prices[chain][1]
        paid = int(cash // price) if price else limit
        most.append((chain, min(limit, state.bank[chain], paid)))
    return PurchaseRange(limit, cash, tuple(most), prices, state.edition.buy_one_kind)


def disposal_range(state: State) -> DisposalRange | None:
    """Return the possible disposals of the holder who is next to dispose, or None if nobody has to."""
    if state.merger is None or state.phase is not Phase.DISPOSE:
        return None
    player, chain = state.merger.queue[0]
    return DisposalRange(player, chain, state.shares[chain][player], legal.most_traded(state))
