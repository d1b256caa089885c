"""What a player chose on the page of a hand: form fields as an act, and that act in words, to be confirmed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict

from games.acquire.actions import Card
from games.acquire.rules.purchase import TRADES, is_wasted
from games.acquire.state import State
from tournament.play.games.words import CARD_DOES, bought_words, card_words, dollars, tile_words
from wording import gettext as _
from wording import ngettext
from wording.digits import plain_digits

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
        shares = {name: count for name, count in _typed_shares(form, names) if count}
        return {"act": "buy", "shares": shares}
    document: dict[str, Any] = {"act": act, **{field: form.get(field, "")[:40] for field in _FIELDS[act]}}
    if act == "dispose":
        document |= {field: _number_typed(form.get(field, "")) for field in ("sell", "trade")}
    if act == "order":
        document["chains"] = [document.pop("chain")]
    return document


def _typed_shares(form: QueryDict, names: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """The chains with the numbers of shares that were typed for them."""
    for number, name in enumerate(names):
        yield name, _number_typed(form.get(f"{SHARES}{number}", ""))


def _number_typed(typed: str) -> int:
    """A typed number of shares, 0 if empty; ValueError with a sentence for anything else."""
    plain = plain_digits(typed).strip() or "0"
    if not (plain.isascii() and plain.isdigit() and len(plain) <= MOST_FIGURES):
        raise ValueError(_("“{entered}” is not a whole number. Enter it again.", entered=typed[:20]))
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
    """What an act does in words, empty where its button says it, and that button; None where it does not answer the question ``ask``."""
    act, phase = document["act"], ask["phase"]
    if act == "end" and ask["end"]:
        return _("The game ends now if an end condition is met (R12, R34); otherwise, nothing happens."), _(
            "End the game"
        )
    if act == "play" and phase == "play":
        return _tile(document["tile"], view["hand"])
    if act == phase and act in ("found", "survivor"):
        chain = _checked_chain(document["chain"], ask)
        button = _("Found {chain}", chain=chain) if act == "found" else _("Let {chain} survive", chain=chain)
        return "", button
    if act == phase == "order":
        chain = _checked_chain(document["chains"][0], ask)
        return "", _("Settle {chain}", chain=chain)
    if act == phase == "dispose":
        return _disposal(document, ask)
    if act == "buy" and phase in ("buy", "card"):
        return _purchase(document, ask)
    if act == "pass" and phase == "play":
        return "", _("Place no tile")
    if act == "card" and document["card"] in ask.get("cards", ()):
        return _(CARD_DOES[document["card"]]), _("Use the card “{card}”", card=card_words(document["card"]))
    if act == "swap" and ask.get("swaps"):
        values = {"given": document["give"], "taken": document["take"]}
        return "", _("Trade 2 {given} for 1 {taken}", **values)
    return None


def caution_about(document: Mapping[str, Any], state: State) -> str:
    """Return a question to a player who is about to waste a card; empty where no card would be wasted."""
    card, act = state.late_card, document["act"]
    if act == "card" and is_wasted(state, Card(document["card"])):
        return _("This card would have no effect now, and you can only use it once. Use it anyway?")
    if act != "buy" or card is None:
        return ""
    count = sum(document["shares"].values())
    is_unused = {
        Card.FREE_3_STOCK: count == 0,
        Card.BUY_5_STOCK: count <= state.edition.buy_max,
        Card.TRADE_2_STOCK: state.swaps == TRADES,
    }
    if not is_unused[card]:
        return ""
    return _("You used the card “{card}” but would gain nothing from it. Is that what you want?", card=card_words(card))


def _tile(name: str, hand: Iterable[Mapping[str, Any]]) -> tuple[str, str]:
    """What playing a tile does, and its button; ValueError where it is not in the hand or cannot be played."""
    tile = next((tile for tile in hand if tile["tile"] == name), None)
    if tile is None:
        raise ValueError(_("You do not have this tile. Choose one of yours."))
    if tile["does"] in NEVER:
        raise ValueError(
            _("{tile}: {what_it_does}. Choose another tile.", tile=tile["tile"], what_it_does=tile_words(tile))
        )
    words = _("{name}: {value}.", name=tile["tile"], value=tile_words(tile))
    return words, _("Play {tile}", tile=tile["tile"])


def _checked_chain(chain: str, ask: Mapping[str, Any]) -> str:
    """Return the chain unchanged if the question lists it; ValueError with a sentence otherwise."""
    if chain not in ask.get("chains", ()):
        raise ValueError(_("Choose one of the options."))
    return chain


def _disposal(document: Mapping[str, Any], ask: Mapping[str, Any]) -> tuple[str, str]:
    """What selling, trading and keeping shares brings, and its button; ValueError where it is not legal."""
    sell, trade, owned = document["sell"], document["trade"], ask["owned"]
    keep = owned - sell - trade
    if keep < 0:
        raise ValueError(
            ngettext(
                "You have {n} share of {chain}. Sell and trade no more than that.",
                "You have {n} shares of {chain}. Sell and trade no more than that.",
                owned,
                chain=ask["chain"],
            )
        )
    if trade % 2 or trade > ask["most_traded"]:
        raise ValueError(
            _("Shares are traded two for one, at most {most} here. Enter an even number.", most=ask["most_traded"])
        )
    got = ask["price"] * sell
    counts = {"sell": sell, "trade": trade, "keep": keep}
    words = _(
        "You sell {sell} for {amount}, trade {trade} for {received} {survivor}, and keep {keep} of {owned}.",
        **counts,
        amount=dollars(got),
        received=trade // 2,
        survivor=ask["into"],
        owned=owned,
    )
    return words, _("Sell {sell}, trade {trade}, keep {keep}", **counts)


def _purchase(document: Mapping[str, Any], ask: Mapping[str, Any]) -> tuple[str, str]:
    """What a purchase costs, and its button; ValueError where it is not legal."""
    shares, limit = document["shares"], ask.get("limit", 0)
    count = sum(shares.values())
    if not count:
        return "", _("Buy nothing")
    for name, wanted in shares.items():
        if wanted > ask.get("most", {}).get(name, 0):
            most = ask.get("most", {}).get(name, 0)
            raise ValueError(
                _("You can buy at most {most} of {chain}, not {wanted}.", most=most, chain=name, wanted=wanted)
            )
    if count > limit:
        raise ValueError(
            ngettext(
                "You can buy at most {n} share, not {wanted}.",
                "You can buy at most {n} shares, not {wanted}.",
                limit,
                wanted=count,
            )
        )
    costs = sum(ask["prices"][name] * wanted for name, wanted in shares.items())
    cash = ask["cash"]
    values = {"shares": bought_words(shares), "price": dollars(costs), "cash": dollars(cash)}
    button = _("Buy {shares}", **values)
    if not isinstance(cash, int):
        return _("{shares} for {price}.", **values), button
    if costs > cash:
        raise ValueError(_("{shares} would cost {price}, but you have only {cash}. Choose fewer shares.", **values))
    words = _("{shares} for {price}. You keep {rest} in cash.", **values, rest=dollars(cash - costs))
    return words, button


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
