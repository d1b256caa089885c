"""What the server does by itself because nobody has a choice: hands, draws, statements, shown and dead tiles, the market's tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.acquire.actions import Action, ActKind
from games.acquire.play.devices.deeds import Deed
from games.acquire.play.devices.session import Session, add_deed, pending_question
from games.acquire.rules import legal, opening, turn
from games.acquire.state import Phase, State

#: A function that chooses one of several tiles: at random in a real game, fixed in a trial.
Chooser = Callable[[Sequence[int]], int]

_DRAWS = frozenset({Phase.DRAW, Phase.EXCHANGE})


def settle(session: Session, at: int, choose: Chooser) -> tuple[Session, tuple[Deed, ...]]:
    """Do everything that the server has to do until a player is asked or the game is over.

    ``at`` is the moment in ms. Returns the session after it, and the `Deed`s that were added.
    """
    done: list[Deed] = []
    while (action := next_server_action(session, choose)) is not None:
        deed = Deed(session.number + 1, max(at, session.at), action)
        session = add_deed(session, deed)
        done.append(deed)
    return session, tuple(done)


def next_server_action(session: Session, choose: Chooser) -> Action | None:
    """Return the next action that the server has to do, or None if a question is pending or the game is over."""
    if session.due_statements:
        return session.due_statements[0]
    state = session.state
    if state.phase is Phase.OVER or pending_question(session) is not None:
        return None
    if state.phase is Phase.DEAL:
        player = opening.next_to_deal(state)
        count = min(state.edition.hand_size - state.count(player), state.bag)
        return Action(ActKind.HAND, player, tuple(sorted(choose_tiles(state.unseen(), count, choose))))
    if state.phase in _DRAWS:
        return due_draw(state, choose)
    if state.phase is Phase.MARKET:
        return Action(ActKind.MARKET, state.player, (legal.market_chain(state), choose(state.unseen())))
    return _only_action(state, choose)


def choose_tiles(tiles: Sequence[int], count: int, choose: Chooser) -> tuple[int, ...]:
    """Choose ``count`` of the tiles, one after the other."""
    left, taken = list(tiles), []
    for _number in range(count):
        tile = choose(left)
        left.remove(tile)
        taken.append(tile)
    return tuple(taken)


def due_draw(state: State, choose: Chooser) -> Action:
    """Return the draw that is due, or the clock that closes the turn if there is no tile to draw."""
    due = turn.tiles_to_draw(state)
    if not due:
        return Action(ActKind.CLOCK, state.player)
    return Action(ActKind.DRAW, state.player, choose_tiles(state.unseen(), due, choose))


def penalty_redraw(state: State, player: int, choose: Chooser) -> Action:
    """Return the penalty redraw of a player (R27): the whole hand goes back first, then as many tiles are drawn."""
    pool = sorted({*state.unseen(), *state.hands[player]})
    return Action(ActKind.REDRAW, player, tuple(sorted(choose_tiles(pool, state.count(player), choose))))


def _only_action(state: State, choose: Chooser) -> Action:
    """Return the only possible action.

    For a player who let his time pass there may be several: then a random tile, and otherwise the first of the legal actions.
    """
    listed = legal.legal_actions(state)
    plays = {action.value: action for action in listed if action.act is ActKind.PLAY}
    return plays[choose(sorted(plays))] if plays else listed[0]
