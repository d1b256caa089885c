"""The working of a replay: what decides a bonus, a purchase, a disposal and a player's cash, as values and not in words."""

from games.acquire.replay.working.facts import (
    Account,
    BonusWorking,
    Count,
    DisposalWorking,
    Holder,
    MoneyKind,
    MoneyLine,
    PurchaseWorking,
    Wanted,
    Working,
)
from games.acquire.replay.working.moves import (
    Glance,
    Teller,
    account,
    bonuses_paid,
    final_bonuses,
    final_money,
    glance,
    money_since,
    working_before,
)
from games.acquire.replay.working.slips import MoneySlip, Slip, slips_of

__all__ = [
    "Account",
    "BonusWorking",
    "Count",
    "DisposalWorking",
    "Glance",
    "Holder",
    "MoneyKind",
    "MoneyLine",
    "MoneySlip",
    "PurchaseWorking",
    "Slip",
    "Teller",
    "Wanted",
    "Working",
    "account",
    "bonuses_paid",
    "final_bonuses",
    "final_money",
    "glance",
    "money_since",
    "slips_of",
    "working_before",
]
