"""The choices of a player as ranges: for a phone that shows one share at a time, and for a program that builds them one by one.

A purchase of three shares has up to 120 answers and a disposal up to 100; their ranges say the same in a few numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS
from games.acquire.editions import Money
from games.acquire.play.chance import actor
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

    def purchases(self) -> Iterator[Purchase]:
        """Yield every possible purchase once, the empty one first."""
        waiting: list[Purchase] = [()]
        for bought in waiting:
            yield bought
            for chain in self.next_chains(bought):
                last, count = bought[-1] if bought else (-1, 0)
                if chain > last:
                    waiting.append((*bought, (chain, 1)))
                elif chain == last:
                    waiting.append((*bought[:-1], (chain, count + 1)))


@dataclass(frozen=True, slots=True)
class DisposalRange:
    """The possible disposals of ``owned`` shares of one chain.

    An even number up to ``most_traded`` is traded, any number of the others sold, and the rest held.
    """

    chain: int
    owned: int
    most_traded: int

    def most_sold(self, trade: int) -> int:
        """Return how many shares can be sold if ``trade`` shares are traded."""
        return self.owned - trade

    def disposals(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield every possible disposal as chain and shares sold, traded and held."""
        for trade in range(0, self.most_traded + 1, 2):
            for sell in range(self.most_sold(trade) + 1):
                yield self.chain, sell, trade, self.owned - sell - trade


@dataclass(frozen=True, slots=True)
class DecisionRange:
    """What the game waits for.

    ``actor`` is the seat that decides, `CHANCE` for the bag, None when the game is over. ``actions`` are the decisions that are
    listed one by one (tiles, names, cards, the end and so on); ``purchase`` and ``disposal`` are ranges, None where no purchase or
    disposal is possible. With ``may_draw`` a draw may come next, whose tile the bag decides.
    """

    actor: int | None
    phase: Phase
    actions: tuple[Action, ...]
    purchase: PurchaseRange | None
    disposal: DisposalRange | None
    may_draw: bool

    def answers(self) -> Iterator[Action]:
        """Yield every possible decision, also each purchase and disposal.

        Tiles from the bag are not among them: `chance_outcomes` lists these.
        """
        if self.actor is not None and self.purchase is not None:
            yield from (Action(ActKind.BUY, self.actor, wanted) for wanted in self.purchase.purchases())
        if self.actor is not None and self.disposal is not None:
            yield from (Action(ActKind.DISPOSE, self.actor, value) for value in self.disposal.disposals())
        yield from self.actions


_CHANCES = frozenset({ActKind.START, ActKind.DRAW, ActKind.MARKET})


def question(state: State) -> DecisionRange:
    """Return what the game waits for, with ranges for purchases and disposals."""
    phase = state.phase
    short = _short_actions(state) if phase in (Phase.BUY, Phase.DISPOSE) else tuple(legal.iter_legal(state))
    return DecisionRange(
        actor=actor(state),
        phase=phase,
        actions=tuple(action for action in short if action.act not in _CHANCES),
        purchase=_purchase_range(state) if phase is Phase.BUY else None,
        disposal=_disposal_range(state) if phase is Phase.DISPOSE else None,
        may_draw=any(action.act is ActKind.DRAW for action in short),
    )


def _short_actions(state: State) -> tuple[Action, ...]:
    """Return the actions of phase BUY besides purchases; phase DISPOSE has no actions besides disposals."""
    return tuple(legal.iter_purchase_extras(state)) if state.phase is Phase.BUY else ()


def _purchase_range(state: State) -> PurchaseRange:
    """Return the possible purchases of the player in turn."""
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


def _disposal_range(state: State) -> DisposalRange | None:
    """Return the possible disposals of the holder who is next to dispose, or None without a merger."""
    if state.merger is None:
        return None
    player, chain = state.merger.queue[0]
    return DisposalRange(chain, state.shares[chain][player], legal.most_traded(state))
