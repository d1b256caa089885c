"""Mergers, in the order of the rules.

1. The largest chain survives; equal largest: the mergemaker chooses (R14).
2. Prices and bonuses are those of the sizes before the merging tile.
3. Defunct chains are settled largest first; equal sizes: the mergemaker chooses the order (R14).
4. For each: bonuses, then the holders dispose, the mergemaker first, the others clockwise: sell at
   the old price, trade two for one share of the survivor while the bank has some, hold the rest.
5. The tiles belong to the survivor; the defunct chain can be founded again.

The board changes as soon as the survivor is known: nothing in steps 3 and 4 depends on it any more.
"""

from __future__ import annotations

from games.acquire.board import CHAINS_IN, LONE, loose_group
from games.acquire.editions import BonusOrder, Disposal, DisposalFirst, DisposalOrder
from games.acquire.editions.bonus import Money, split_bonus
from games.acquire.errors import IllegalActionError
from games.acquire.state import Merger, Phase, State
from games.sentences import Sentence, all_of, gettext_noop
from games.sentences import gettext_lazy as _

# Reading a member of an enumeration is slow.
DISPOSE = Phase.DISPOSE
HST, BY_PLAYER = Disposal.HST, DisposalOrder.BY_PLAYER


def begin_merger(state: State, tile: int, chains: int) -> None:
    """Begin the merger of several chains by a tile, which is not counted in the size of any of them.

    ``chains`` has the bit ``1 << chain`` set for each of them.
    """
    merging = CHAINS_IN[chains]
    merger = Merger({c: len(state.members[c]) for c in merging}, {c: state.price[c] for c in merging})
    state.merger = state.settled = merger
    largest = max(merger.sizes.values())
    merger.choices = tuple(c for c in merging if merger.sizes[c] == largest)
    state.spaces[tile] = LONE
    if len(merger.choices) > 1:
        state.phase = Phase.SURVIVOR
    else:
        settle(state, merger.choices[0])


def survivor_refusal(state: State, chain: int) -> IllegalActionError | None:
    """Return why this chain cannot be the survivor now, or None if it can."""
    merger = state.merger
    if merger is None or state.phase != Phase.SURVIVOR:
        return IllegalActionError(_("There is no merger to settle."), "survivor-not-asked", "R14")
    if chain not in merger.choices:
        names = all_of(state.labels.names[c] for c in merger.choices)
        return IllegalActionError(
            _(
                "{chain} cannot survive; the largest chains are {chains}.",
                chain=state.labels.names[chain],
                chains=names,
            ),
            "survivor-wrong",
            "R14",
        )
    return None


def settle(state: State, survivor: int) -> None:
    """Set the surviving chain, give it the tiles of the others, and begin to pay bonuses for these."""
    merger = state.merger
    if merger is None:
        raise IllegalActionError(_("There is no merger to settle."), "survivor-not-asked", "R14")
    merger.survivor = survivor
    merger.choices = ()
    merger.waiting = sorted((c for c in merger.sizes if c != survivor), key=lambda c: (-merger.sizes[c], c))
    _take_over(state, merger)
    if state.edition.bonus_order is BonusOrder.BEFORE_DISPOSAL:
        merger.unpaid = merger.waiting[:]
    pay_bonuses(state, merger)


def _take_over(state: State, merger: Merger) -> None:
    """Give the survivor the tiles of the defunct chains and the lone tiles, and update prices and safety."""
    mark = 1 << merger.survivor
    members = state.members[merger.survivor]
    members.extend(loose_group(state.spaces, state.placed))
    for chain in merger.waiting:
        members.extend(state.members[chain])
        state.members[chain] = []
        state.price[chain] = state.prices[chain][0]
        state.on_board &= ~(1 << chain)
        state.safe &= ~(1 << chain)
    for tile in members:
        state.spaces[tile] = mark
    size = len(members)
    state.price[merger.survivor] = state.prices[merger.survivor][size]
    if size >= state.edition.safe_size:
        state.safe |= mark


def has_market(state: State) -> bool:
    """Whether the stock market holds shares as a third player, as some editions have it in a game of two."""
    return state.edition.market_holder_2p and state.seats == 2


def pay_bonuses(state: State, merger: Merger) -> None:
    """Pay the bonuses of all chains in ``merger.unpaid``, then go on with the disposals; stop if the market has to draw a tile first."""
    while merger.unpaid:
        chain = merger.unpaid[0]
        if has_market(state) and chain not in merger.market:
            if state.bag:
                state.phase = Phase.MARKET
                return
            merger.market[chain] = 0  # Ruling: with an empty bag the market holds nothing.
        del merger.unpaid[0]
        holdings = state.shares[chain]
        market = [merger.market[chain]] if chain in merger.market else []
        merger.bonuses[chain] = pay_bonus(state, merger.prices[chain], holdings, market)
    if merger.current < 0:
        _next_defunct(state, merger)
    else:
        next_disposal(state, merger)


def pay_bonus(state: State, price: int, holdings: list[int], market: list[int]) -> list[tuple[int, Money]]:
    """Pay both bonuses of a chain and return the payments as pairs of player and dollars.

    ``market`` has the market's number of shares, or is empty where there is no market; the market's bonus stays in the bank.
    """
    edition = state.edition
    payments = split_bonus(edition, edition.majority_factor * price, edition.minority_factor * price, holdings + market)
    paid = [(player, amount) for player, amount in payments if player < state.seats]
    for player, amount in paid:
        state.cash[player] += amount
    return paid


def _next_defunct(state: State, merger: Merger) -> None:
    """Settle the next defunct chain, or ask which one is next; without any, end the merger."""
    if not merger.waiting:
        state.merger = None
        if state.player in state.timed_out:  # The turn ended with his time; only the merger went on (R31).
            state.phase = Phase.TURN_OVER
        else:
            state.phase = Phase.PLAY if state.more_tiles else Phase.BUY
        return
    if state.edition.disposal_order is BY_PLAYER:
        _settle_by_player(state, merger)
        return
    largest = merger.sizes[merger.waiting[0]]
    tied = tuple(c for c in merger.waiting if merger.sizes[c] == largest)
    # Where shares may only be held, the order has no effect and nobody is asked.
    if len(tied) > 1 and state.edition.disposal is HST:
        merger.choices = tied
        state.phase = Phase.ORDER
    else:
        take_defunct(state, tied[0])


def order_refusal(state: State, chain: int) -> IllegalActionError | None:
    """Return why this chain cannot be settled next, or None if it can."""
    merger = state.merger
    name = state.labels.names[chain]
    if merger is None or state.phase != Phase.ORDER:
        return IllegalActionError(_("There is no merger to settle."), "order-not-asked", "R14")
    if chain not in merger.choices:
        names = all_of(state.labels.names[c] for c in merger.choices)
        return IllegalActionError(
            _("{chain} cannot be taken over next; the largest defunct chains are {chains}.", chain=name, chains=names),
            "order-wrong",
            "R14",
        )
    return None


def take_defunct(state: State, chain: int) -> None:
    """Settle this defunct chain next: pay its bonuses unless they were paid before, then let its holders dispose."""
    merger = state.merger
    if merger is None:
        raise IllegalActionError(_("There is no merger to settle."), "order-not-asked", "R14")
    merger.choices = ()
    merger.waiting.remove(chain)
    merger.current = chain
    if state.edition.disposal is HST:
        holders = _disposers(state, chain)
        merger.queue = [(player, chain) for player in holders if state.shares[chain][player]]
    if chain not in merger.bonuses:
        merger.unpaid = [chain]
    pay_bonuses(state, merger)


def _settle_by_player(state: State, merger: Merger) -> None:
    """Settle all defunct chains together, as some editions do: each holder disposes of all his chains before the next one."""
    chains = merger.waiting
    merger.waiting = []
    merger.current = chains[0]
    if state.edition.disposal is HST:
        merger.queue = [
            (player, chain)
            for player in _disposers(state, chains[0])
            for chain in chains
            if state.shares[chain][player]
        ]
    merger.unpaid = [chain for chain in chains if chain not in merger.bonuses]
    pay_bonuses(state, merger)


def _disposers(state: State, chain: int) -> list[int]:
    """List all players in the order in which they dispose of a chain."""
    clockwise = state.from_player(state.player)
    if state.edition.disposal_first is DisposalFirst.MAJORITY_HOLDER:
        # Ruling: of several with most shares, the one who comes first after the mergemaker begins.
        return state.from_player(max(clockwise, key=state.shares[chain].__getitem__))
    return clockwise


def next_disposal(state: State, merger: Merger) -> None:
    """Wait for the next holder's disposal; a holder who is out of time sells everything at once (R34)."""
    while merger.queue:
        player, chain = merger.queue[0]
        if player in state.timed_out or (state.rushed and player == state.player):
            merger.forced[player, chain] = state.shares[chain][player]
            dispose(state, player, chain, state.shares[chain][player], 0)
            return
        if state.shares[chain][player]:
            state.phase = DISPOSE
            return
        del merger.queue[0]
    merger.current = -1
    _next_defunct(state, merger)


def disposal_fault(state: State, player: int, chain: int, sell: int, trade: int) -> str:
    """Return the code of the reason why a holder may not sell and trade these numbers of shares, or an empty text if he may."""
    merger = state.merger
    if state.edition.disposal is Disposal.HOLD_ONLY:
        return "dispose-forbidden"
    if merger is None or state.phase is not DISPOSE:
        return "dispose-not-asked"
    if merger.queue[0] != (player, chain):
        return "dispose-order"
    if sell < 0 or trade < 0:
        return "dispose-negative"
    if trade % 2:
        return "dispose-odd-trade"
    if trade // 2 > state.bank[merger.survivor]:
        return "dispose-no-stock"
    return "dispose-too-many" if sell + trade > state.shares[chain][player] else ""


_CANNOT_DISPOSE = {
    "dispose-forbidden": gettext_noop("In this edition shares of a defunct chain can only be held."),
    "dispose-not-asked": gettext_noop("Nobody can dispose of shares of {chain} now."),
    "dispose-order": gettext_noop("It is not this player's turn to dispose of {chain}."),
    "dispose-negative": gettext_noop("Nobody can sell or trade a negative number of shares."),
    "dispose-odd-trade": gettext_noop("Shares are traded two for one, but {trade} is an odd number."),
    "dispose-no-stock": gettext_noop("The bank has {left} of {survivor}, too few for a trade of {trade}."),
    "dispose-too-many": gettext_noop("Selling {sell} and trading {trade} is more than the {owned} of {chain} owned."),
}


def disposal_refusal(state: State, player: int, chain: int, sell: int, trade: int) -> IllegalActionError | None:
    """Return why a holder may not sell and trade these numbers of shares, or None if he may."""
    code = disposal_fault(state, player, chain, sell, trade)
    if not code:
        return None
    names = state.labels.names
    name, owned = names[chain], state.shares[chain][player]
    survivor = state.merger.survivor if state.merger is not None else -1
    values = {
        "chain": name,
        "owned": owned,
        "sell": sell,
        "trade": trade,
        "left": state.bank[survivor] if survivor >= 0 else 0,
        "survivor": names[survivor] if survivor >= 0 else _("the survivor"),
    }
    return IllegalActionError(Sentence(_CANNOT_DISPOSE[code], values), code)


def give_away(state: State, merger: Merger, player: int, chain: int, sell: int, trade: int) -> None:
    """Sell and trade shares of a defunct chain at the prices of its merger."""
    state.cash[player] += sell * merger.prices[chain]
    state.shares[chain][player] -= sell + trade
    state.shares[merger.survivor][player] += trade // 2
    state.bank[chain] += sell + trade
    state.bank[merger.survivor] -= trade // 2


def dispose(state: State, player: int, chain: int, sell: int, trade: int) -> None:
    """Sell and trade shares of the holder who is next to dispose, and go on; he keeps the rest.

    ``sell`` and ``trade`` are numbers of shares given away.
    """
    merger = state.merger
    if merger is None:
        raise IllegalActionError(_("There is no merger to settle."), "dispose-not-asked")
    give_away(state, merger, player, chain, sell, trade)
    merger.queue.remove((player, chain))
    next_disposal(state, merger)
