"""What a player chose on the page of a hand: form fields as an act, and that act in words, to be confirmed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict

from games.acquire.actions import Card
from games.acquire.rules.cards import TRADES, is_wasted
from games.acquire.state import State
from tournament.play.games.words import CARD_DOES, card_words, dollars, tile_words

SHARES = "buy-"
"""The name of a form field for shares to buy begins with this; the number of the chain in the edition's order follows."""
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "start": (),
    "draw": (),
    "pass": (),
    "end": (),
    "play": ("tile",),
    "found": ("chain",),
    "survivor": ("chain",),
    "order": ("chain",),
    "dispose": ("chain", "sell", "trade"),
    "buy": (),
    "card": ("card",),
    "swap": ("give", "take"),
}
MOST_FIGURES = 3
NEVER = frozenset({"dead", "not-now"})
"""The values of ``does`` of a tile that cannot be played."""


@dataclass(frozen=True, slots=True)
class ChosenAct:
    """An act that a player chose and has to confirm: as the protocol sends it, as form fields, and in words with its price or gain.

    ``button`` is the label of the button that confirms it; ``caution`` is a question asked before, empty for none.
    """

    document: Mapping[str, Any]
    fields: tuple[tuple[str, str], ...]
    words: str
    button: str
    caution: str = ""


def act_in(form: QueryDict, names: tuple[str, ...]) -> dict[str, Any] | None:
    """Return the act that a form or a query string describes; None where there is none. ``names`` are the chains in order.

    Raises ValueError with a sentence where a field cannot be read.
    """
    act = form.get("act", "")
    if act not in _FIELDS:
        return None
    if act == "buy":
        shares = {name: count for name, count in _bought(form, names) if count}
        return {"act": "buy", "shares": shares}
    document: dict[str, Any] = {"act": act, **{field: form.get(field, "")[:40] for field in _FIELDS[act]}}
    if act == "dispose":
        document |= {field: _number_typed(form.get(field, ""), field) for field in ("sell", "trade")}
    if act == "order":
        document["chains"] = [document.pop("chain")]
    return document


def _bought(form: QueryDict, names: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """The chains with the numbers of shares that were typed for them."""
    for number, name in enumerate(names):
        yield name, _number_typed(form.get(f"{SHARES}{number}", ""), f"shares of {name}")


def _number_typed(typed: str, what: str) -> int:
    """A typed number, 0 if empty; ValueError with a sentence that names ``what`` it is for."""
    plain = typed.strip() or "0"
    if not (plain.isascii() and plain.isdigit() and len(plain) <= MOST_FIGURES):
        raise ValueError(f"“{typed[:20]}” for {what} is no number; type a whole number.")
    return int(plain)


def chosen_act(
    document: Mapping[str, Any], view: Mapping[str, Any], names: tuple[str, ...], state: State
) -> ChosenAct | None:
    """Return a chosen act to be confirmed; None where it does not answer the question that the seat is asked now.

    Raises ValueError with a sentence where it is not legal.
    """
    ask = view["ask"]
    if not ask or ask["who"] != view["you"]:
        return None
    description = _description(document, ask, view)
    if description is None:
        return None
    return ChosenAct(document, tuple(_fields(document, names)), *description, caution_about(document, state))


def _description(
    document: Mapping[str, Any], ask: Mapping[str, Any], view: Mapping[str, Any]
) -> tuple[str, str] | None:
    """What an act does in words, and the label of its button; None where it does not answer the question ``ask``."""
    act, phase = document["act"], ask["phase"]
    if act == "end" and ask["end"]:
        return "The game ends if an end condition holds (R12); nobody hears of it if none does.", "End the game"
    if act == "play" and phase == "play":
        return _tile(document["tile"], view["hand"])
    if act == phase and act in ("found", "survivor"):
        chain = _checked_chain(document["chain"], ask)
        does = "Found {}" if act == "found" else "Let {} stay"
        return f"You choose {chain}.", does.format(chain)
    if act == phase == "order":
        chain = _checked_chain(document["chains"][0], ask)
        return f"{chain} is settled next.", f"Settle {chain}"
    if act == phase == "dispose":
        return _disposal(document, ask)
    if act == "buy" and phase in ("buy", "card"):
        return _purchase(document, ask)
    if act == "pass" and phase == "play":
        return "You place no tile.", "Place no tile"
    if act == "card" and document["card"] in ask.get("cards", ()):
        return CARD_DOES[document["card"]], f"Use {card_words(document['card'])}"
    if act == "swap" and ask.get("swaps"):
        give, take = document["give"], document["take"]
        return f"You give 2 shares of {give} and take 1 of {take}.", f"Give 2 {give} for 1 {take}"
    return None


def caution_about(document: Mapping[str, Any], state: State) -> str:
    """Return a question to a player who is about to waste a card; empty where no card would be wasted."""
    card, act = state.late_card, document["act"]
    if act == "card" and is_wasted(state, Card(document["card"])):
        return "This card has no effect now. If you use it, it is used up. Use it all the same?"
    if act != "buy" or card is None:
        return ""
    count = sum(document["shares"].values())
    is_unused = {
        Card.FREE_3_STOCK: count == 0,
        Card.BUY_5_STOCK: count <= state.edition.buy_max,
        Card.TRADE_2_STOCK: state.swaps == TRADES,
    }
    return (
        f"You used the card {card_words(card)} and have nothing from it. Is that what you want?"
        if is_unused[card]
        else ""
    )


def _tile(name: str, hand: Iterable[Mapping[str, Any]]) -> tuple[str, str]:
    """What playing a tile does, and its button; ValueError where it is not in the hand or cannot be played."""
    tile = next((tile for tile in hand if tile["tile"] == name), None)
    if tile is None:
        raise ValueError("You do not hold this tile; choose one of yours.")
    if tile["does"] in NEVER:
        raise ValueError(f"{tile['tile']} {tile_words(tile)}; choose another tile.")
    return f"{tile['tile']} {tile_words(tile)}.", f"Play {tile['tile']}"


def _checked_chain(chain: str, ask: Mapping[str, Any]) -> str:
    """Return the chain unchanged if the question lists it; ValueError with a sentence otherwise."""
    if chain not in ask.get("chains", ()):
        raise ValueError(f"{chain or 'This chain'} cannot be named here; choose one of the chains below.")
    return chain


def _disposal(document: Mapping[str, Any], ask: Mapping[str, Any]) -> tuple[str, str]:
    """What selling, trading and keeping shares brings, and its button; ValueError where it is not legal."""
    sell, trade, owned = document["sell"], document["trade"], ask["owned"]
    keep = owned - sell - trade
    if keep < 0:
        raise ValueError(f"You have {owned} shares of {ask['chain']}; sell and trade no more than that.")
    if trade % 2 or trade > ask["most_traded"]:
        raise ValueError(f"Shares are traded two for one, here {ask['most_traded']} at most; type an even number.")
    got = ask["price"] * sell
    words = (
        f"You sell {sell} for {dollars(got)}, trade {trade} for {trade // 2} {ask['into']}, and keep {keep} of {owned}."
    )
    return words, f"Sell {sell}, trade {trade}, keep {keep}"


def _purchase(document: Mapping[str, Any], ask: Mapping[str, Any]) -> tuple[str, str]:
    """What a purchase costs, and its button; ValueError where it is not legal."""
    shares, limit = document["shares"], ask.get("limit", 0)
    count = sum(shares.values())
    if not count:
        return "You buy nothing.", "Buy nothing"
    for name, wanted in shares.items():
        if wanted > ask.get("most", {}).get(name, 0):
            raise ValueError(f"You can buy {ask.get('most', {}).get(name, 0)} of {name} at most, not {wanted}.")
    if count > limit:
        raise ValueError(f"You can buy {limit} shares at most, not {count}.")
    costs = sum(ask["prices"][name] * wanted for name, wanted in shares.items())
    what = ", ".join(f"{wanted} {name}" for name, wanted in shares.items())
    cash = ask["cash"]
    if not isinstance(cash, int):
        return f"{what} for {dollars(costs)}.", f"Buy {what}"
    if costs > cash:
        raise ValueError(f"{what} would cost {dollars(costs)}, and you have {dollars(cash)}; choose fewer shares.")
    return f"{what} for {dollars(costs)}. You keep {dollars(cash - costs)} in cash.", f"Buy {what}"


def _fields(document: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The form fields of an act."""
    yield "act", document["act"]
    if document["act"] == "buy":
        for name, count in document["shares"].items():
            yield f"{SHARES}{names.index(name)}", str(count)
        return
    for key in _FIELDS[document["act"]]:
        value = document["chains"][0] if document["act"] == "order" else document[key]
        yield key, str(value)
