"""What the server does itself, because it leaves nobody a choice: hands, draws, statements, shown and dead tiles, the market."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.acquire.actions import Act, Action
from games.acquire.play.devices.deeds import Deed
from games.acquire.play.devices.session import Session, after, asked
from games.acquire.rules import legal, opening, turn
from games.acquire.state import Phase, State

#: Chooses one of several tiles, all equally likely where a game is played in earnest.
Chooser = Callable[[Sequence[int]], int]

_DRAWS = frozenset({Phase.DRAW, Phase.EXCHANGE})


def settle(session: Session, at: int, choose: Chooser) -> tuple[Session, tuple[Deed, ...]]:
    """The session once the server has done all that is its own to do at a moment, and the deeds that this took."""
    done: list[Deed] = []
    while (action := next_duty(session, choose)) is not None:
        deed = Deed(session.number + 1, max(at, session.at), action)
        session = after(session, deed)
        done.append(deed)
    return session, tuple(done)


def next_duty(session: Session, choose: Chooser) -> Action | None:
    """What the server does next; None where somebody is asked, and when the game is over."""
    if session.owed:
        return session.owed[0]
    state = session.state
    if state.phase is Phase.OVER or asked(session) is not None:
        return None
    if state.phase is Phase.DEAL:
        player = opening.next_to_deal(state)
        count = min(state.edition.hand_size - state.count(player), state.bag)
        return Action(Act.HAND, player, tuple(sorted(chosen(state.unseen(), count, choose))))
    if state.phase in _DRAWS:
        return drawn(state, choose)
    if state.phase is Phase.MARKET:
        return Action(Act.MARKET, state.player, (legal.market_chain(state), choose(state.unseen())))
    return _only(state, choose)


def chosen(tiles: Sequence[int], count: int, choose: Chooser) -> tuple[int, ...]:
    """So many of these tiles, chosen one after the other."""
    left, taken = list(tiles), []
    for _ in range(count):
        tile = choose(left)
        left.remove(tile)
        taken.append(tile)
    return tuple(taken)


def drawn(state: State, choose: Chooser) -> Action:
    """The draw that is due; without a tile to draw, the clock that closes the turn."""
    due = turn.tiles_to_draw(state)
    if not due:
        return Action(Act.CLOCK, state.player)
    return Action(Act.DRAW, state.player, chosen(state.unseen(), due, choose))


def redrawn(state: State, player: int, choose: Chooser) -> Action:
    """A penalty redraw (R27): the whole hand goes back first, then as many tiles are drawn."""
    pool = sorted({*state.unseen(), *state.hands[player]})
    return Action(Act.REDRAW, player, tuple(sorted(chosen(pool, state.count(player), choose))))


def _only(state: State, choose: Chooser) -> Action:
    """The one thing that can be done; for whoever let the time pass, a tile at random and then the least of everything."""
    listed = legal.legal_actions(state)
    plays = {action.value: action for action in listed if action.act is Act.PLAY}
    return plays[choose(sorted(plays))] if plays else listed[0]
