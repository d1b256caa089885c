"""Who is asked for what: everything else the server does itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.acquire.editions import EndCall
from games.acquire.rules.purchase import may_swap
from games.acquire.state import Phase, State


class Asked(StrEnum):
    """What somebody is asked for; `CARD` is a purchase for which a card still allows trades."""

    START = "start"
    PLAY = "play"
    FOUND = "found"
    SURVIVOR = "survivor"
    ORDER = "order"
    DISPOSE = "dispose"
    BUY = "buy"
    CARD = "card"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Ask:
    """One question: whom (a seat in the order of joining) and for what."""

    seat: int
    phase: Asked


#: Starting tiles are drawn without a clock.
ASKED_BY_CLOCK: Final = frozenset(Asked) - {Asked.START}

_OF_THE_TURN = {
    Phase.PLAY: Asked.PLAY,
    Phase.FOUND: Asked.FOUND,
    Phase.SURVIVOR: Asked.SURVIVOR,
    Phase.ORDER: Asked.ORDER,
    Phase.BUY: Asked.BUY,
}


def asked_in(state: State) -> Ask | None:
    """Who is asked for what in a position; None for what leaves no choice."""
    phase = state.phase
    if phase is Phase.START:
        return Ask(len(state.start_tiles), Asked.START)
    if phase is Phase.DISPOSE and state.merger is not None:
        return Ask(state.merger.queue[0][0], Asked.DISPOSE)
    if state.rushed:
        return None  # Whoever let the time pass is played for until the turn is over.
    if phase is Phase.DRAW:
        return Ask(state.player, Asked.DRAW) if is_asked_to_draw(state) else None
    question = _OF_THE_TURN.get(phase)
    if question is Asked.BUY and may_swap(state):
        question = Asked.CARD
    return Ask(state.player, question) if question is not None else None


def is_asked_to_draw(state: State) -> bool:
    """Whether the player in turn draws by his own act, for up to then he might end the game (R7, R13).

    Asked wherever the edition lets the end be called, whether or not it could be: a question must be no hint.
    """
    return state.edition.end is not EndCall.MANDATORY and not state.goal


def offers_end(state: State, ask: Ask) -> bool:
    """Whether a control to end the game stands beside a question: by the edition and the question alone, as it is no hint."""
    end = state.edition.end
    if end is EndCall.OPTIONAL_ANY_POINT:
        return ask.phase in (Asked.PLAY, Asked.BUY, Asked.CARD, Asked.DRAW)
    return end is EndCall.OPTIONAL_END_OF_TURN and ask.phase is Asked.DRAW
