"""Which player has to decide what; the server itself does everything that needs no decision."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.acquire.editions import EndCall
from games.acquire.rules.purchase import may_swap
from games.acquire.state import Phase, State


class QuestionKind(StrEnum):
    """The kinds of pending questions; `CARD` is a purchase during which the card TRADE_2_STOCK still allows trades."""

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
class PendingQuestion:
    """A pending question: the seat that has to answer it and its kind; seats are numbered in the order of joining."""

    seat: int
    phase: QuestionKind


#: Starting tiles are drawn without a clock.
ASKED_BY_CLOCK: Final = frozenset(QuestionKind) - {QuestionKind.START}

_OF_THE_TURN = {
    Phase.PLAY: QuestionKind.PLAY,
    Phase.FOUND: QuestionKind.FOUND,
    Phase.SURVIVOR: QuestionKind.SURVIVOR,
    Phase.ORDER: QuestionKind.ORDER,
    Phase.BUY: QuestionKind.BUY,
}


def question_in(state: State) -> PendingQuestion | None:
    """Return the question that is pending in a position, or None if no player has a choice."""
    phase = state.phase
    if phase is Phase.START:
        return PendingQuestion(len(state.start_tiles), QuestionKind.START)
    if phase is Phase.DISPOSE and state.merger is not None:
        return PendingQuestion(state.merger.queue[0][0], QuestionKind.DISPOSE)
    if state.rushed:
        return None  # The server plays for a player whose time is over, until his turn ends.
    if phase is Phase.DRAW:
        return PendingQuestion(state.player, QuestionKind.DRAW) if is_asked_to_draw(state) else None
    question = _OF_THE_TURN.get(phase)
    if question is QuestionKind.BUY and may_swap(state):
        question = QuestionKind.CARD
    return PendingQuestion(state.player, question) if question is not None else None


def is_asked_to_draw(state: State) -> bool:
    """Whether the player in turn has to ask for his draw, because until then he might end the game instead (R7, R13).

    He is asked in every edition in which a player ends the game, even when he may not do so now: the question must be no hint.
    """
    return state.edition.end is not EndCall.MANDATORY and not state.goal


def offers_end(state: State, ask: PendingQuestion) -> bool:
    """Whether a control to end the game is shown with a question.

    This depends only on the edition and the question, so it does not reveal whether the game may be ended.
    """
    end = state.edition.end
    if state.reason is not None:
        return False  # The end is called; the turn is only completed.
    if end in (EndCall.OPTIONAL_ANY_POINT, EndCall.OPTIONAL_COMPLETES_TURN):
        return ask.phase in (QuestionKind.PLAY, QuestionKind.BUY, QuestionKind.CARD, QuestionKind.DRAW)
    return end is EndCall.OPTIONAL_END_OF_TURN and ask.phase is QuestionKind.DRAW
