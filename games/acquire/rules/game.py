"""The engine: whether an action is legal, what it does, and how a game ended.

``push`` changes the given state, ``apply`` a copy. Chance is an action like any other (starting tiles, draws, the market's
tile): a caller who plays the bag chooses at random, and a record of the actions can be replayed without a random generator.

Besides legal actions there are `interventions`, which are no moves: the clock (R9, R31), the director's take-back (R23) and the
penalty redraw (R27). ``push`` and ``apply`` accept both.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from games.acquire.actions import BESIDE_THE_GAME, Action, ActKind
from games.acquire.editions import Money
from games.acquire.errors import IllegalActionError, NotOverError
from games.acquire.rules import ending
from games.acquire.rules.acts import ACTS, perform, perform_up_to_draw
from games.acquire.rules.forms import WRONG
from games.acquire.state import Phase, State

PLAY = ActKind.PLAY
OVER = Phase.OVER


#: Acts that state something and change nothing.
STATEMENTS: Final = frozenset({ActKind.HAND, ActKind.TURN, ActKind.BONUS, ActKind.CASH, ActKind.FINAL})
#: What a log has and no player does: a position knows neither what was stated nor what was before it.
NOBODYS: Final = STATEMENTS | BESIDE_THE_GAME | {ActKind.REWIND}


def is_over(state: State) -> bool:
    """Whether the game is over."""
    return state.phase is OVER


def outcome(state: State) -> ending.Outcome | None:
    """Return why the game is over and everybody's cash, or None while it goes on."""
    if state.reason is None or not is_over(state):
        return None
    return ending.Outcome(state.reason, ending.worths(state))


def final_cash(state: State) -> tuple[Money, ...]:
    """Return each player's cash in dollars at the end of the game, all chains on the board paid out.

    Raises:
        NotOverError: while the game goes on; `worths` tells what everybody would have.
    """
    ended = outcome(state)
    if ended is None:
        raise NotOverError("The game goes on, so nobody has final cash yet; ask what a player is worth now.")
    return ended.cash


def normal_form(action: object, seats: int) -> tuple[ActKind, int, Any]:
    """Return act, player and value of an action in the form that the rules use.

    Raises:
        IllegalActionError: ``action-unknown``, ``action-statement``, ``player-unknown`` or ``value-wrong``.
    """
    if type(action) is Action:
        act, player, value = action
    elif isinstance(action, (tuple, list)) and len(action) in (2, 3):
        act, player, value = (*action, None)[:3]
    else:
        raise IllegalActionError(f"{_shown(action)} is no action; write act, player and value.", "action-unknown")
    if type(act) is not ActKind or act in NOBODYS:
        act = _act(act)
    if type(player) is not int or not 0 <= player < seats:
        raise IllegalActionError(f"There is no player {_shown(player)}; use 0 to {seats - 1}.", "player-unknown")
    form, wanted = ACTS[act].form
    known = form(value)
    if known is WRONG:
        raise IllegalActionError(f"{act.word} needs {wanted}, not {_shown(value)}.", "value-wrong")
    return act, player, known


def _act(act: object) -> ActKind:
    if type(act) is not ActKind:
        if type(act) is not int or not 0 <= act < len(ActKind):
            raise IllegalActionError(f"{_shown(act)} is no act; see the table of acts.", "action-unknown")
        act = ActKind(act)
    if act in STATEMENTS:
        raise IllegalActionError(f"{act.word} states something; it is nothing that a player does.", "action-statement")
    if act in NOBODYS:
        raise IllegalActionError(f"{act.word} is the director's; it is nothing that a player does.", "action-statement")
    return act


def _shown(value: object) -> str:
    """Return a value as text for a sentence, cut short."""
    try:
        text = repr(value)
    except ValueError:  # a number of more digits than Python writes
        return f"such a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def refusal_of(state: State, action: object) -> IllegalActionError | None:
    """Return why an action would be refused, whatever object it is, or None if it is legal or a possible intervention."""
    try:
        act, player, value = normal_form(action, state.seats)
    except IllegalActionError as refusal:
        return refusal
    return ACTS[act].refusal(state, player, value)


def is_legal(state: State, action: object) -> bool:
    """Whether `push` would accept an action."""
    return refusal_of(state, action) is None


def push(state: State, action: object, *, undo: bool = True, asks_to_close: bool = False) -> None:
    """Change a state by an action; if the action is refused, nothing changes.

    With ``undo`` the position before a tile is kept for a take-back (R23); who only searches can do without. With
    ``asks_to_close`` a turn without a tile to draw waits for its player's clock, as it always does where the game may be
    ended before the draw: so nobody learns from being asked that it may be.

    Raises:
        IllegalActionError: if it is no action, or neither legal nor a possible intervention.
    """
    act, player, value = normal_form(action, state.seats)
    refusal = ACTS[act].refusal(state, player, value)
    if refusal is not None:
        raise refusal
    if undo and act is PLAY:
        state.before = state.copy()
    (perform_up_to_draw if asks_to_close else perform)(state, act, player, value)


def push_trusted(state: State, action: Action) -> None:
    """Change a state by an action that is known to be legal in it, without checking it and without a way back."""
    act, player, value = action
    perform(state, act, player, value)


def apply(state: State, action: object) -> State:
    """Return the state after an action; the given state stays unchanged.

    Raises:
        IllegalActionError: if it is no action, or neither legal nor a possible intervention.
    """
    after = state.copy()
    push(after, action)
    return after


#: The codes of refusals that are no findings of a replay: what only somebody at the front door can do wrong. Codes are
#: stable, for programs refer to them; all other refusals bear the code of the finding that a log would get.
_CODES = """
action-unknown    something that is no triple of act, player and value, or an act that does not exist
action-statement  an act that no player does: a hand, a turn, a bonus, counted or final cash that is stated; what the director does
player-unknown    a player who is not in the game
value-wrong       a value of another kind than the act has
not-now           an act that the phase of the game does not ask for
game-over         anything after the end
tile-not-in-bag   a tile drawn that is not in the bag
draw-one-by-one   several tiles drawn at once, or none
order-one-by-one  several chains named where the next one is asked for
dead-one-by-one   several dead tiles set aside at once where the edition replaces one after another
dead-differs      other tiles laid out than the dead ones
"""

DOOR_CODES: Final[Mapping[str, str]] = MappingProxyType(
    {row.split()[0]: row.split(maxsplit=1)[1] for row in _CODES.strip().splitlines()}
)
