"""What decides a bonus, a purchase, a disposal and a player's cash, as values: players and chains by name, money in dollars."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from games.acquire.editions import BonusRole, Money


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
class BonusWorking:
    """Why a chain pays what it pays: tiles, dollars a share, both bonuses, and its holders, those with most shares first."""

    chain: str
    size: int
    price: int
    majority: int
    minority: int
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """One chain of a purchase: shares asked for, dollars a share, shares in the bank before it."""

    chain: str
    shares: int
    price: int
    bank: int


@dataclass(frozen=True, slots=True)
class PurchaseWorking:
    """A purchase as the log tells it, with the player's cash before it and how many shares may be bought."""

    player: str
    cash: Money
    limit: int
    wanted: tuple[Wanted, ...]

    @property
    def cost(self) -> int:
        """What all of it costs."""
        return sum(row.shares * row.price for row in self.wanted)


@dataclass(frozen=True, slots=True)
class DisposalWorking:
    """A disposal as the log tells it: shares owned before it, dollars a share, the survivor and its shares in the bank.

    ``hold`` is None where the log does not say what is held; ``survivor`` is None where no merger is under way.
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
    """One change of a player's cash: in which turn, by which event of the record, why, and by how many dollars.

    ``shares`` and ``price`` are 0 where the kind has none; ``chain`` is None where the money is of no chain.
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
    """Cash counted at the table: by which event and in which turn, what was counted, and what the rules gave there."""

    place: int
    turn: int
    player: str
    counted: Money
    due: Money


@dataclass(frozen=True, slots=True)
class Account:
    """A player's money from his last right count to a wrong one, line by line; ``since`` is None for the beginning of the log.

    ``start`` with all lines comes to ``due``; ``counted`` is what the log has instead.
    """

    player: str
    since: int | None
    start: Money
    lines: tuple[MoneyLine, ...]
    turn: int
    due: Money
    counted: Money


Working: TypeAlias = BonusWorking | PurchaseWorking | DisposalWorking | Account
