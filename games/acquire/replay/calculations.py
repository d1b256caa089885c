"""How bonuses, purchases, disposals and a player's cash were computed, with players and chains by name and money in dollars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeAlias

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS
from games.acquire.editions.bonus import BonusRole, Money, bonus_payments
from games.acquire.rules.ending import payouts
from games.acquire.rules.purchase import share_price
from games.acquire.state import Merger, State


@dataclass(frozen=True, slots=True)
class Holder:
    """A holder of a chain that pays bonuses; ``player`` is None for the market, ``role`` None for one who is not paid.

    ``exact`` is his bonus before rounding, ``due`` after it.
    """

    player: str | None
    shares: int
    role: BonusRole | None
    exact: Fraction
    due: Money


@dataclass(frozen=True, slots=True)
class BonusCalculation:
    """How the bonuses of a chain were computed: tiles, dollars a share, both bonuses, and its holders, most shares first."""

    chain: str
    size: int
    price: int
    majority: int
    minority: int
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class WantedShares:
    """One chain in a purchase: number of shares, dollars a share, and shares in the bank before the purchase."""

    chain: str
    shares: int
    price: int
    bank: int


@dataclass(frozen=True, slots=True)
class PurchaseCalculation:
    """A recorded purchase, with the player's cash before it and the number of shares that may be bought."""

    player: str
    cash: Money
    limit: int
    wanted: tuple[WantedShares, ...]

    @property
    def cost(self) -> int:
        """The price of the whole purchase in dollars."""
        return sum(row.shares * row.price for row in self.wanted)


@dataclass(frozen=True, slots=True)
class DisposalCalculation:
    """A recorded disposal: shares owned before it, dollars a share, the survivor and the bank's shares of it.

    ``hold`` is None where the log leaves out what is held; ``survivor`` is None where no merger is under way.
    """

    player: str
    chain: str
    owned: int
    price: int
    sell: int
    trade: int
    hold: int | None
    survivor: str | None
    bank: int


class MoneyKind(StrEnum):
    """Why a player's cash changed."""

    BONUS = "bonus"
    SALE = "sale"
    PURCHASE = "purchase"
    FINAL_BONUS = "final bonus"
    FINAL_SALE = "final sale"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """One change of a player's cash by ``amount`` dollars.

    ``place`` is the index of the event that caused it, ``turn`` the number of the turn. ``shares`` and ``price`` are 0 for a kind that
    has none; ``chain`` is None for money that concerns no chain.
    """

    place: int
    turn: int
    player: str
    kind: MoneyKind
    chain: str | None
    shares: int
    price: int
    amount: Money


@dataclass(frozen=True, slots=True)
class Count:
    """Cash counted at the table: the index of the event, the turn, what was counted, and what the rules give."""

    place: int
    turn: int
    player: str
    counted: Money
    due: Money


@dataclass(frozen=True, slots=True)
class Account:
    """The changes of a player's cash from his last right count to a wrong one.

    ``since`` is the turn of the right count, None for the beginning of the log. ``start`` plus all lines is ``due``; ``counted`` is what
    the log has instead.
    """

    player: str
    since: int | None
    start: Money
    lines: tuple[MoneyLine, ...]
    turn: int
    due: Money
    counted: Money


Calculation: TypeAlias = BonusCalculation | PurchaseCalculation | DisposalCalculation | Account


#: The difference between two rows of the price list, in dollars a share.
ROW: Final = 100


class SlipKind(StrEnum):
    """What may have been done wrong with one sum."""

    ROW = "row"  # paid by the row above or below of the price list
    SHARE = "share"  # paid for one share more or fewer
    NEVER = "never"  # not paid at all
    TWICE = "twice"  # paid twice
    WRONG_WAY = "wrong-way"  # given where it was to be taken, or taken where it was to be given


@dataclass(frozen=True, slots=True)
class MoneySlip:
    """One mistake that explains a wrong count exactly: the change of cash, and the amount paid instead of the right one."""

    slip: SlipKind
    line: MoneyLine
    paid: Money


def slips_of(account: Account) -> tuple[MoneySlip, ...]:
    """Return every single mistake by which a player's right cash becomes what was counted, in the order of the log.

    A recorded bonus is checked elsewhere; here it may have been recorded but not paid.
    """
    difference = account.counted - account.due
    if not difference:
        return ()
    return tuple(found for line in account.lines for found in _slips(line) if found.paid - line.amount == difference)


def _slips(line: MoneyLine) -> Iterator[MoneySlip]:
    """Yield the possible mistakes with one change of cash."""
    amount = line.amount
    yield MoneySlip(SlipKind.NEVER, line, 0)
    yield MoneySlip(SlipKind.TWICE, line, 2 * amount)
    yield MoneySlip(SlipKind.WRONG_WAY, line, -amount)
    if line.kind in (MoneyKind.PURCHASE, MoneyKind.SALE, MoneyKind.FINAL_SALE) and line.shares:
        sign = -1 if amount < 0 else 1
        for row in (-ROW, ROW):
            yield MoneySlip(SlipKind.ROW, line, sign * line.shares * (line.price + row))
        for share in (-1, 1):
            if line.shares + share:
                yield MoneySlip(SlipKind.SHARE, line, sign * (line.shares + share) * line.price)


@dataclass(frozen=True, slots=True)
class MoneySnapshot:
    """The cash and shares of a position and what its latest merger has paid, for comparison with a later position."""

    cash: tuple[Money, ...]
    shares: tuple[tuple[int, ...], ...]
    settled: Merger | None
    paid: frozenset[int]
    forced: frozenset[tuple[int, int]]


def money_of(state: State) -> MoneySnapshot:
    """Return a snapshot of a position's money, which does not change with the position."""
    settled = state.settled
    return MoneySnapshot(
        tuple(state.cash),
        tuple(tuple(holders) for holders in state.shares),
        settled,
        frozenset(settled.bonuses) if settled is not None else frozenset(),
        frozenset(settled.forced) if settled is not None else frozenset(),
    )


@dataclass(frozen=True, slots=True)
class EventNames:
    """The names of players and chains, with the index of an event and its turn, to describe what happens there."""

    players: Sequence[str]
    chains: Sequence[str]
    place: int
    turn: int

    def line(
        self, player: int, kind: MoneyKind, chain: int | None, shares: int, price: int, amount: Money
    ) -> MoneyLine:
        """Return a change of a player's cash at this event."""
        name = None if chain is None else self.chains[chain]
        return MoneyLine(self.place, self.turn, self.players[player], kind, name, shares, price, amount)


def money_since(before: MoneySnapshot, state: State, names: EventNames) -> list[MoneyLine]:
    """Return all changes of cash since an earlier position: bonuses, sales, purchases, and others without a known reason."""
    lines = [*_bonuses_since(before, state, names), *_forced_since(before, state, names)]
    explained = dict.fromkeys(names.players, Fraction(0))
    for line in lines:
        explained[line.player] += line.amount
    for player, name in enumerate(names.players):
        rest = state.cash[player] - before.cash[player] - explained[name]
        if rest:
            lines += _trade_lines(before, state, names, player, int(rest) if rest == int(rest) else rest)
    return lines


def _new_bonuses(before: MoneySnapshot, state: State) -> list[int]:
    """Return the chains whose bonuses were paid since an earlier position."""
    settled = state.settled
    if settled is None:
        return []
    known = before.paid if before.settled is settled else frozenset()
    return [chain for chain in settled.bonuses if chain not in known]


def _bonuses_since(before: MoneySnapshot, state: State, names: EventNames) -> Iterator[MoneyLine]:
    """Yield the bonuses paid since an earlier position as changes of cash."""
    for chain in _new_bonuses(before, state):
        for player, amount in state.settled.bonuses[chain] if state.settled is not None else ():
            yield names.line(player, MoneyKind.BONUS, chain, 0, 0, amount)


def _forced_since(before: MoneySnapshot, state: State, names: EventNames) -> Iterator[MoneyLine]:
    """Yield the sales, since an earlier position, of shares whose holder is out of time (R34)."""
    settled = state.settled
    for (player, chain), count in settled.forced.items() if settled is not None else ():
        is_known = before.settled is settled and (player, chain) in before.forced
        if settled is not None and count and not is_known:
            price = settled.prices[chain]
            yield names.line(player, MoneyKind.SALE, chain, count, price, count * price)


def _trade_lines(before: MoneySnapshot, state: State, names: EventNames, player: int, rest: Money) -> list[MoneyLine]:
    """Explain the rest of a change of cash by shares sold or bought, if the sums agree; else it has no known reason."""
    settled = state.settled
    moved = [(chain, state.shares[chain][player] - before.shares[chain][player]) for chain in range(CHAINS)]
    less = [chain for chain, by in moved if by < 0 and settled is not None and settled.prices.get(chain)]
    if rest > 0 and len(less) == 1 and settled is not None:
        chain, price = less[0], settled.prices[less[0]]
        if rest % price == 0 and rest // price <= -dict(moved)[chain]:
            return [names.line(player, MoneyKind.SALE, chain, int(rest // price), price, rest)]
    bought = [(chain, by) for chain, by in moved if by > 0]
    if bought and rest == -sum(state.price[chain] * by for chain, by in bought):
        return [
            names.line(player, MoneyKind.PURCHASE, chain, by, state.price[chain], -by * state.price[chain])
            for chain, by in bought
        ]
    return [names.line(player, MoneyKind.OTHER, None, 0, 0, rest)]


def bonuses_paid(before: MoneySnapshot, state: State, names: EventNames) -> list[BonusCalculation]:
    """Return how every bonus paid since an earlier position was computed; the shares are those of that position."""
    settled = state.settled
    if settled is None:
        return []
    return [
        _bonus_calculation(state, names, chain, settled.sizes[chain], before.shares[chain], settled.market.get(chain))
        for chain in _new_bonuses(before, state)
    ]


def final_bonuses(state: State, names: EventNames) -> list[BonusCalculation]:
    """Return how the bonuses at the end of the game were computed, the smallest chain first (R15)."""
    return [
        _bonus_calculation(state, names, paid.chain, paid.size, state.shares[paid.chain], state.market.get(paid.chain))
        for paid in payouts(state)
        if paid.bonuses
    ]


def final_money(state: State, names: EventNames) -> list[MoneyLine]:
    """Return the payments to everybody at the end of the game: bonuses, and sales of all shares (R15)."""
    lines = []
    for paid in payouts(state):
        lines += [names.line(player, MoneyKind.FINAL_BONUS, paid.chain, 0, 0, due) for player, due in paid.bonuses]
        lines += [
            names.line(player, MoneyKind.FINAL_SALE, paid.chain, state.shares[paid.chain][player], paid.price, amount)
            for player, amount in paid.sold
        ]
    return lines


def _bonus_calculation(
    state: State, names: EventNames, chain: int, size: int, shares: Sequence[int], market: int | None
) -> BonusCalculation:
    """Return how the bonuses of a chain were computed; ``shares`` are the players', ``market`` the market's or None."""
    holdings = [*shares, *([] if market is None else [market])]
    paid = bonus_payments(state.edition, state.labels.tiers[chain], size, holdings)
    due = {share.holder: share for share in paid.paid}
    holders = [*names.players, None]
    order = sorted((place for place, count in enumerate(holdings) if count), key=lambda place: -holdings[place])
    return BonusCalculation(
        names.chains[chain],
        size,
        paid.price,
        paid.majority,
        paid.minority,
        tuple(
            Holder(holders[place], holdings[place], share.role, share.exact, share.rounded)
            if (share := due.get(place)) is not None
            else Holder(holders[place], holdings[place], None, Fraction(0), 0)
            for place in order
        ),
    )


def calculation_before(event: Action, state: State, names: EventNames) -> Calculation | None:
    """Return the figures of a purchase or disposal that is about to be replayed; None for any other event."""
    act, player, value = event
    if act is ActKind.BUY:
        wanted = tuple(
            WantedShares(names.chains[chain], count, share_price(state, chain), state.bank[chain])
            for chain, count in value
        )
        return PurchaseCalculation(names.players[player], state.cash[player], state.edition.buy_max, wanted)
    if act is ActKind.DISPOSE:
        chain, sell, trade, hold = value
        settled = state.settled if state.settled is not None and chain in state.settled.prices else None
        survivor = settled.survivor if settled is not None else -1
        return DisposalCalculation(
            names.players[player],
            names.chains[chain],
            state.shares[chain][player],
            settled.prices[chain] if settled is not None else 0,
            sell,
            trade,
            hold,
            names.chains[survivor] if survivor >= 0 else None,
            state.bank[survivor] if survivor >= 0 else 0,
        )
    return None


def account(player: str, start: Money, lines: Iterable[MoneyLine], counts: Iterable[Count], wrong: Count) -> Account:
    """Return the changes of a player's cash up to a wrong count, from his last right one before it.

    Without a right count they begin with ``start`` dollars at the beginning of the log.
    """
    right = [
        count for count in counts if count.player == player and count.place < wrong.place and count.counted == count.due
    ]
    after = right[-1].place if right else -1
    own = tuple(line for line in lines if line.player == player and after < line.place <= wrong.place and line.amount)
    return Account(
        player,
        right[-1].turn if right else None,
        right[-1].due if right else start,
        own,
        wrong.turn,
        wrong.due,
        wrong.counted,
    )
