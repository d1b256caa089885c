"""The catalogue of human errors: each changes a faultless log of a game in a way in which scribes and players err."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from laboratory.mistakes.catalogue.clauses import (
    buy_four,
    forget_draw,
    found_another,
    keep_founders_share,
    lay_out_wrong_tile,
    lose_purchase,
    misplace_purchase,
    miswrite_shares,
    name_another_survivor,
    sell_too_many,
    write_neighbouring_tile,
    write_nothing_bought,
    write_wrong_tile,
)
from laboratory.mistakes.catalogue.editing import Mistake, Spoilt
from laboratory.mistakes.catalogue.money import (
    forget_bonus,
    give_wrong_change,
    pay_wrong_bonus,
    pay_wrong_price,
    pay_wrong_sale,
    write_wrong_final,
)
from laboratory.mistakes.catalogue.turns import (
    double_turn,
    exchange_players,
    exchange_turns,
    forget_turn,
    forget_turn_and_number_on,
    swap_turns,
)

#: The single errors by name, of all kinds of log.
CATALOGUE: Final[Mapping[str, Mistake]] = MappingProxyType(
    {
        "forgotten turn": forget_turn,
        "turn left uncounted": forget_turn_and_number_on,
        "doubled turn": double_turn,
        "swapped turns": swap_turns,
        "exchanged turns": exchange_turns,
        "out of turn": exchange_players,
        "lost purchase": lose_purchase,
        "misplaced purchase": misplace_purchase,
        "nothing for something": write_nothing_bought,
        "miswritten shares": miswrite_shares,
        "bought four": buy_four,
        "wrong tile": write_wrong_tile,
        "neighbouring tile": write_neighbouring_tile,
        "wrong chain founded": found_another,
        "wrong survivor": name_another_survivor,
        "wrong price": pay_wrong_price,
        "wrong change": give_wrong_change,
        "wrong bonus": pay_wrong_bonus,
        "forgotten bonus": forget_bonus,
        "wrong sale price": pay_wrong_sale,
        "founder's share": keep_founders_share,
        "sold too many": sell_too_many,
        "wrong final": write_wrong_final,
        "forgotten draw": forget_draw,
        "wrong dead tile": lay_out_wrong_tile,
    }
)

__all__ = [
    "CATALOGUE",
    "Mistake",
    "Spoilt",
    "buy_four",
    "double_turn",
    "exchange_players",
    "exchange_turns",
    "forget_bonus",
    "forget_draw",
    "forget_turn",
    "forget_turn_and_number_on",
    "found_another",
    "give_wrong_change",
    "keep_founders_share",
    "lay_out_wrong_tile",
    "lose_purchase",
    "misplace_purchase",
    "miswrite_shares",
    "name_another_survivor",
    "pay_wrong_bonus",
    "pay_wrong_price",
    "pay_wrong_sale",
    "sell_too_many",
    "swap_turns",
    "write_neighbouring_tile",
    "write_nothing_bought",
    "write_wrong_final",
    "write_wrong_tile",
]
