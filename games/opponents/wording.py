"""Acts of the core in the words of the protocol, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.acquire.actions import Card
from games.acquire.board import parse_tile, tile_name
from games.acquire.editions import LabelSet
from games.opponents.core import acts

Document = Mapping[str, Any]

_CARDS = tuple(Card)


def act_of(document: Document, labels: LabelSet) -> int:
    """The number of an act of the protocol."""
    chain = labels.names.index
    match document["act"]:
        case "play":
            return parse_tile(document["tile"])
        case "buy":
            return acts.purchase((chain(name), count) for name, count in document["shares"].items())
        case "dispose":
            return acts.disposal(document["sell"], document["trade"])
        case "found":
            return acts.FOUNDS + chain(document["chain"])
        case "survivor":
            return acts.SURVIVORS + chain(document["chain"])
        case "order":
            return acts.ORDERS + chain(document["chains"][0])
        case "swap":
            return acts.SWAP + 7 * chain(document["give"]) + chain(document["take"])
        case "card":
            return acts.CARD + _CARDS.index(Card(document["card"]))
        case word:
            return {"pass": acts.PASS, "draw": acts.DRAWS, "clock": acts.DRAWS, "end": acts.END}[word]


def document_of(act: int, labels: LabelSet, chain: int = -1, owned: int = 0) -> dict[str, Any]:
    """An act in the words of the protocol; of a disposal the chain and how many shares of it are owned."""
    if act < acts.PASS:
        return {"act": "play", "tile": tile_name(act)}
    if act >= acts.PURCHASE:
        return {"act": "buy", "shares": {labels.names[of]: count for of, count in acts.bought(act)}}
    if act >= acts.DISPOSAL:
        sell, trade = acts.disposed(act)
        hold = owned - sell - trade
        return {"act": "dispose", "chain": labels.names[chain], "sell": sell, "trade": trade, "hold": hold}
    if act >= acts.SWAP:
        given, taken = divmod(act - acts.SWAP, 7)
        return {"act": "swap", "give": labels.names[given], "take": labels.names[taken]}
    if act >= acts.END:
        return {"act": "end" if act == acts.END else "draw"}
    return _named(act, labels)


def _named(act: int, labels: LabelSet) -> dict[str, Any]:
    if act >= acts.CARD:
        return {"act": "card", "card": _CARDS[act - acts.CARD].value}
    if act >= acts.ORDERS:
        return {"act": "order", "chains": [labels.names[act - acts.ORDERS]]}
    if act >= acts.SURVIVORS:
        return {"act": "survivor", "chain": labels.names[act - acts.SURVIVORS]}
    if act >= acts.FOUNDS:
        return {"act": "found", "chain": labels.names[act - acts.FOUNDS]}
    return {"act": "pass"}
