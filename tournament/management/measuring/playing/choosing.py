"""An act that somebody might choose: legal by what the own view says, and by lot; the list of legal acts is never asked for."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

View = Mapping[str, Any]
PLAYABLE = frozenset({"lone", "found", "grow", "merge"})


def chosen(view: View, chance: Random) -> dict[str, Any]:
    """What the seat of a view does that is asked; the end is never called, so that games last as long as they are measured."""
    ask = view["ask"]
    phase = ask["phase"]
    if phase in ("start", "draw"):
        return {"act": phase}
    if phase in ("found", "survivor"):
        return {"act": phase, "chain": chance.choice(ask["chains"])}
    if phase == "order":
        return {"act": phase, "chains": [chance.choice(ask["chains"])]}
    if phase == "dispose":
        return {"act": phase, "chain": ask["chain"], **_disposal(ask, chance)}
    if phase == "play":
        tiles = [held["tile"] for held in view["hand"] if held["does"] in PLAYABLE]
        return {"act": "play", "tile": chance.choice(tiles)} if tiles else {"act": "pass"}
    return {"act": "buy", "shares": _purchase(ask, chance)}


def _disposal(ask: View, chance: Random) -> dict[str, int]:
    """Some traded, some of the others sold, the rest held."""
    trade = 2 * chance.randint(0, ask["most_traded"] // 2)
    sell = chance.randint(0, ask["owned"] - trade)
    return {"sell": sell, "trade": trade, "hold": ask["owned"] - trade - sell}


def _purchase(ask: View, chance: Random) -> dict[str, int]:
    """One share after another while there is money and anything to be had."""
    bought: dict[str, int] = {}
    left = ask["cash"]
    for _ in range(chance.randint(0, ask["limit"])):
        can_have = [
            chain for chain, most in ask["most"].items() if bought.get(chain, 0) < most and ask["prices"][chain] <= left
        ]
        if not can_have:
            break
        chain = chance.choice(can_have)
        bought[chain] = bought.get(chain, 0) + 1
        left -= ask["prices"][chain]
    return bought
