"""The engine: whether an action is legal, what it does, and how a game ended.

``push`` changes the state it is given, ``apply`` a copy. Chance is an action like any other (starting tiles, draws, the
market's tile): whoever plays the bag chooses at random, and a record of the actions replays without a generator.

Besides the legal actions there are `interventions`, which are not moves: the clock (R9, R31), and the
director's take-back (R23) and penalty redraw (R27). ``push`` and ``apply`` accept both.
"""

from __future__ import annotations

from games.acquire.actions import Act, Action
from games.acquire.editions import Money
from games.acquire.errors import IllegalActionError, NotOverError
from games.acquire.rules import ending
from games.acquire.rules.acts import perform, perform_up_to_draw
from games.acquire.rules.checks import CHECKS
from games.acquire.rules.forms import normal_form
from games.acquire.state import Phase, State

PLAY = Act.PLAY
OVER = Phase.OVER


def is_over(state: State) -> bool:
    """Whether the game is over."""
    return state.phase is OVER


def outcome(state: State) -> ending.Outcome | None:
    """Why the game is over and with what cash; None while it is not."""
    if state.reason is None or not is_over(state):
        return None
    return ending.Outcome(state.reason, ending.worths(state))


def final_cash(state: State) -> tuple[Money, ...]:
    """Each player's cash in dollars at the end of a game, all chains on the board paid out.

    Raises:
        NotOverError: while the game goes on; `worths` tells what everybody would have.
    """
    ended = outcome(state)
    if ended is None:
        raise NotOverError("The game goes on, so nobody has final cash yet; ask what a player is worth now.")
    return ended.cash


def refusal_of(state: State, action: object) -> IllegalActionError | None:
    """Why an action would be refused, whatever it is; None if it would not."""
    try:
        act, player, value = normal_form(action, state.seats)
    except IllegalActionError as refusal:
        return refusal
    return CHECKS[act](state, player, value)


def is_legal(state: State, action: object) -> bool:
    """Whether `push` would accept an action."""
    return refusal_of(state, action) is None


def push(state: State, action: object, *, undo: bool = True, asks_to_close: bool = False) -> None:
    """Change a state by an action; a refused one changes nothing.

    With ``undo`` the position before a tile is kept for a take-back (R23); who only searches can do without. With
    ``asks_to_close`` a turn without a tile to draw waits for its player's clock, as it always does where the game may be
    ended before the draw: so nobody learns from being asked that it may be.

    Raises:
        IllegalActionError: if it is no action, or neither legal nor a possible intervention.
    """
    act, player, value = normal_form(action, state.seats)
    refusal = CHECKS[act](state, player, value)
    if refusal is not None:
        raise refusal
    if undo and act is PLAY:
        state.before = state.copy()
    (perform_up_to_draw if asks_to_close else perform)(state, act, player, value)


def push_trusted(state: State, action: Action) -> None:
    """Change a state by an action that was found legal in it, without another look and without a way back."""
    act, player, value = action
    perform(state, act, player, value)


def apply(state: State, action: object) -> State:
    """The state after an action; the given one stays as it is.

    Raises:
        IllegalActionError: if it is no action, or neither legal nor a possible intervention.
    """
    after = state.copy()
    push(after, action)
    return after
