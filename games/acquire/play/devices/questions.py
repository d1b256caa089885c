"""The pending question as a seat receives it, with what a page needs to build the answer: limits, choices, prices, effects."""

from __future__ import annotations

from typing import Any

from games.acquire.actions import ActKind
from games.acquire.board import ALL_CHAINS, CHAINS_IN, TILE_NAMES, loose_group, marks_around
from games.acquire.editions.bonus import Money
from games.acquire.logs.json import event_document
from games.acquire.play.devices.asking import PendingQuestion, QuestionKind, offers_end
from games.acquire.play.devices.session import Session, pending_question
from games.acquire.play.questions import disposal_range, purchase_range
from games.acquire.rules import legal as legality
from games.acquire.rules.placement import is_dead, may_pass, placement_fault
from games.acquire.state import State

_PURCHASES = (QuestionKind.BUY, QuestionKind.CARD)


def money_document(amount: Money) -> int | str:
    """Return dollars as a number, or as text such as ``7/3`` if they have a fraction."""
    return int(amount) if amount.denominator == 1 else str(amount)


def question_to(session: Session, seat: int, *, legal: bool = False) -> dict[str, Any] | None:
    """Return the pending question as one seat may see it, or None if there is none.

    Other seats than the one that answers see only who is asked and the kind of question. ``end`` in the document says whether a
    control to end the game is shown, not whether the game may be ended. With ``legal`` every legal act is listed.
    """
    ask = pending_question(session)
    if ask is None:
        return None
    document: dict[str, Any] = {"who": session.terms.ids[ask.seat], "phase": ask.phase.value}
    if ask.seat != seat:
        return document
    state = session.state
    document["end"] = offers_end(state, ask)
    if ask.phase is QuestionKind.PLAY:
        document["pass"] = may_pass(state, seat)
    elif ask.phase is QuestionKind.DISPOSE:
        document |= _disposal(state)
    elif ask.phase in _PURCHASES:
        document |= _purchase(state)
    else:
        document |= _chains(state, ask.phase)
    if state.edition.cards and ask.phase in (QuestionKind.PLAY, *_PURCHASES):
        cards = legality.early_cards(state) if ask.phase is QuestionKind.PLAY else legality.late_cards(state)
        document["cards"] = [card.value for card in cards]
    if legal:
        document["legal"] = legal_documents(session, ask)
    return document


def _purchase(state: State) -> dict[str, Any]:
    """Return the limits, prices and possible trades of a purchase as JSON."""
    purchase = purchase_range(state)
    if purchase is None:
        return {}
    names = state.labels.names
    document: dict[str, Any] = {
        "limit": purchase.limit,
        "most": {names[chain]: most for chain, most in purchase.most},
        "prices": {names[chain]: dict(purchase.prices)[chain] for chain, _count in purchase.most},
        "cash": money_document(purchase.cash),
        "one_kind": purchase.one_kind,
    }
    pairs = legality.swaps(state)
    return {**document, "swaps": [[names[given], names[taken]] for given, taken in pairs]} if pairs else document


def _disposal(state: State) -> dict[str, Any]:
    """Return the chain, number of shares and price of a disposal as JSON."""
    disposal, merger = disposal_range(state), state.merger
    if disposal is None or merger is None:
        return {}
    names = state.labels.names
    return {
        "chain": names[disposal.chain],
        "into": names[merger.survivor],
        "owned": disposal.owned,
        "most_traded": disposal.most_traded,
        "price": merger.prices[disposal.chain],
    }


def _chains(state: State, phase: QuestionKind) -> dict[str, Any]:
    """Return the chains of which one is to be named as JSON; empty for a question that names none."""
    names = state.labels.names
    if phase is QuestionKind.FOUND:
        return {"chains": [names[chain] for chain in state.free_chains()]}
    if phase in (QuestionKind.SURVIVOR, QuestionKind.ORDER) and state.merger is not None:
        return {"chains": [names[chain] for chain in state.merger.choices]}
    return {}


def legal_documents(session: Session, ask: PendingQuestion) -> list[dict[str, Any]]:
    """List every act that the pending question allows, each as it can be sent; ``end`` is listed exactly if the game may be ended."""
    state, terms = session.state, session.terms
    if ask.phase is QuestionKind.START:
        return [{"act": "start"}]
    if ask.phase is QuestionKind.DRAW:
        may_end = any(action.act is ActKind.END for action in legality.iter_legal(state))
        return [{"act": "draw"}, *([{"act": "end"}] if may_end else [])]
    ids, names = terms.ids, terms.names
    return [_document_of(event_document(action, ids, names)) for action in legality.iter_legal(state)]


def _document_of(document: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of an act without its player, who is the sender."""
    document.pop("player", None)
    return document


def tile_effect(state: State, tile: int) -> dict[str, Any]:
    """Return what placing a tile would do, as JSON: ``tile``, ``does`` and further keys that depend on ``does``.

    ``lone``: the tile joins no chain. ``found``: it founds a chain of ``size`` tiles. ``grow``: ``chain`` grows to ``size``.
    ``merge``: ``chains`` are joined, and ``into`` lists the largest, of which one survives. ``dead``: it can never be placed.
    ``not-now``: it is illegal, and ``why`` is the code of the refusal.
    """
    effect: dict[str, Any] = {"tile": TILE_NAMES[tile]}
    if is_dead(state, tile):
        return {**effect, "does": "dead"}
    bits = marks_around(state.spaces, tile)
    if fault := placement_fault(state, bits):
        return {**effect, "does": "not-now", "why": fault}
    chains = CHAINS_IN[bits & ALL_CHAINS]
    size = len(loose_group(state.spaces, tile))
    if not chains:
        founds = bits and not state.is_full()
        return {**effect, "does": "found", "size": size} if founds else {**effect, "does": "lone"}
    names = state.labels.names
    if len(chains) == 1:
        return {**effect, "does": "grow", "chain": names[chains[0]], "size": size + state.size(chains[0])}
    largest = max(state.size(chain) for chain in chains)
    into = [names[chain] for chain in chains if state.size(chain) == largest]
    return {**effect, "does": "merge", "chains": [names[chain] for chain in chains], "into": into}
