"""What a seat is asked, with everything that a page needs to build the answer from: limits, choices, prices."""

from __future__ import annotations

from typing import Any

from games.acquire.actions import Act
from games.acquire.logs.json import event_document
from games.acquire.play import plain
from games.acquire.play.devices.asking import Ask, Asked, offers_end
from games.acquire.play.devices.session import Session, asked
from games.acquire.play.questions import question
from games.acquire.rules import legal as legality
from games.acquire.rules.placement import may_pass
from games.acquire.state import State

_PURCHASES = (Asked.BUY, Asked.CARD)


def question_to(session: Session, seat: int, *, legal: bool = False) -> dict[str, Any] | None:
    """What is asked, as a seat is told it: to others only who is asked for what; None when nobody is asked.

    ``end`` says whether a control to end the game belongs there, never whether it may be ended.
    """
    ask = asked(session)
    if ask is None:
        return None
    told: dict[str, Any] = {"who": session.terms.ids[ask.seat], "phase": ask.phase.value}
    if ask.seat != seat:
        return told
    state = session.state
    told["end"] = offers_end(state, ask)
    if ask.phase is Asked.PLAY:
        told["pass"] = may_pass(state, seat)
    elif ask.phase is Asked.DISPOSE:
        told |= _disposal(state)
    elif ask.phase in _PURCHASES:
        told |= _purchase(state)
    else:
        told |= _chains(state, ask.phase)
    if state.edition.cards and ask.phase in (Asked.PLAY, *_PURCHASES):
        cards = legality.early_cards(state) if ask.phase is Asked.PLAY else legality.late_cards(state)
        told["cards"] = [card.value for card in cards]
    if legal:
        told["legal"] = legal_documents(session, ask)
    return told


def _purchase(state: State) -> dict[str, Any]:
    purchase = question(state).purchase
    if purchase is None:
        return {}
    names = state.labels.names
    told: dict[str, Any] = {
        "limit": purchase.limit,
        "most": {names[chain]: most for chain, most in purchase.most},
        "prices": {names[chain]: dict(purchase.prices)[chain] for chain, _ in purchase.most},
        "cash": plain.money_out(purchase.cash),
        "one_kind": purchase.one_kind,
    }
    pairs = legality.swaps(state)
    return {**told, "swaps": [[names[given], names[taken]] for given, taken in pairs]} if pairs else told


def _disposal(state: State) -> dict[str, Any]:
    disposal, merger = question(state).disposal, state.merger
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


def _chains(state: State, phase: Asked) -> dict[str, Any]:
    """The chains among which one is named."""
    names = state.labels.names
    if phase is Asked.FOUND:
        return {"chains": [names[chain] for chain in state.free_chains()]}
    if phase in (Asked.SURVIVOR, Asked.ORDER) and state.merger is not None:
        return {"chains": [names[chain] for chain in state.merger.choices]}
    return {}


def legal_documents(session: Session, ask: Ask) -> list[dict[str, Any]]:
    """Every act that whoever is asked may send, each as it can be sent; ``end`` is among them exactly if the game may be ended."""
    state, terms = session.state, session.terms
    if ask.phase is Asked.START:
        return [{"act": "start"}]
    if ask.phase is Asked.DRAW:
        may_end = any(action.act is Act.END for action in legality.iter_legal(state))
        return [{"act": "draw"}, *([{"act": "end"}] if may_end else [])]
    ids, names = terms.ids, terms.names
    return [_sendable(event_document(action, ids, names)) for action in legality.iter_legal(state)]


def _sendable(document: dict[str, Any]) -> dict[str, Any]:
    document.pop("player", None)
    return document
