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
from games.acquire.editions.bonus import Money
from games.acquire.errors import IllegalActionError, NotOverError, short_repr
from games.acquire.rules import ending
from games.acquire.rules.acts import ACTS, perform, perform_up_to_draw
from games.acquire.rules.forms import WRONG
from games.acquire.state import Phase, State
from games.sentences import gettext_lazy as _

PLAY = ActKind.PLAY
OVER = Phase.OVER


#: Acts that state something and change nothing.
STATEMENTS: Final = frozenset({ActKind.HAND, ActKind.TURN, ActKind.BONUS, ActKind.CASH, ActKind.FINAL})
#: Acts that a log may contain but `push` refuses: a state holds no statements, and no clock, watcher or history.
NOT_PLAYED: Final = STATEMENTS | BESIDE_THE_GAME | {ActKind.REWIND}


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
        raise NotOverError(_("The game is not over, so nobody has final cash yet; ask what a player is worth now."))
    return ended.cash


def normal_form(action: object, seats: int) -> tuple[ActKind, int, Any]:
    """Return act, player and value of an action, the value in the one form that the rules use (see `forms`).

    Raises:
        IllegalActionError: ``action-unknown``, ``action-statement``, ``player-unknown`` or ``value-wrong``.
    """
    if type(action) is Action:
        act, player, value = action
    elif isinstance(action, (tuple, list)) and len(action) in (2, 3):
        act, player, value = (*action, None)[:3]
    else:
        raise IllegalActionError(
            _("{value} is not an action; write the act, the player and the value.", value=short_repr(action)),
            "action-unknown",
        )
    if type(act) is not ActKind or act in NOT_PLAYED:
        act = _performable_act(act)
    if type(player) is not int or not 0 <= player < seats:
        raise IllegalActionError(
            _("There is no player {value}; use a number from 0 to {most}.", value=short_repr(player), most=seats - 1),
            "player-unknown",
        )
    form, wanted = ACTS[act].form
    known = form(value)
    if known is WRONG:
        raise IllegalActionError(
            _("{clause} needs {wanted}, not {value}.", clause=act.word, wanted=wanted, value=short_repr(value)),
            "value-wrong",
        )
    return act, player, known


def _performable_act(act: object) -> ActKind:
    """Return an act, given as a member or as its number, if it is one that `push` can perform.

    Raises:
        IllegalActionError: ``action-unknown`` or ``action-statement``.
    """
    if type(act) is not ActKind:
        if type(act) is not int or not 0 <= act < len(ActKind):
            raise IllegalActionError(
                _("{value} is not an act; see the table of acts.", value=short_repr(act)), "action-unknown"
            )
        act = ActKind(act)
    if act in STATEMENTS:
        raise IllegalActionError(
            _("{clause} is a statement, not something that a player does.", clause=act.word), "action-statement"
        )
    if act in NOT_PLAYED:
        raise IllegalActionError(_("Only the director can enter {clause}.", clause=act.word), "action-statement")
    return act


def refusal_of(state: State, action: object) -> IllegalActionError | None:
    """Return why `push` would refuse an action, or None if it would accept it; ``action`` may be any object."""
    try:
        act, player, value = normal_form(action, state.seats)
    except IllegalActionError as refusal:
        return refusal
    return ACTS[act].refusal(state, player, value)


def is_legal(state: State, action: object) -> bool:
    """Whether `push` would accept an action."""
    return refusal_of(state, action) is None


def push(state: State, action: object, *, undo: bool = True, asks_to_close: bool = False) -> None:
    """Change a state by an action; if the action is refused, the state stays unchanged.

    With ``undo`` the position before a tile is stored for a take-back (R23); a search that needs none saves time without it.
    With ``asks_to_close`` a player who has no tile to draw must close his turn with the clock himself, whether or not he could
    end the game instead: so nobody learns from being asked that he could.

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
    """Change a state by an action that is known to be legal; nothing is checked, and no position is stored for a take-back."""
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


#: The codes of those refusals that only a caller of `push` can get; all other refusals have the code of the finding that
#: a replay would report for the same mistake in a log. Programs refer to the codes, so they never change.
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
