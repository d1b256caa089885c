"""What an act of a seat or of the arbiter makes: the deeds to be added, or a refusal with a code and a sentence.

Nothing is changed here: whoever decides keeps the deeds, and takes them into the session with `after`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.acquire.actions import NOBODY, Act, Action
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.asking import Asked
from games.acquire.play.devices.deeds import Deed, Order, Ruling
from games.acquire.play.devices.duties import Chooser, drawn, redrawn, settle
from games.acquire.play.devices.orders import check_order
from games.acquire.play.devices.session import Session, after, asked, time_up
from games.acquire.play.devices.words import request_from
from games.acquire.rules.forms import normal_form
from games.acquire.rules.game import refusal_of
from games.acquire.rules.legal import clocked_player
from games.acquire.state import Phase, State

#: Who acts when it is the arbiter, or in a casual game the host.
ARBITER: Final = -2

_OF_A_SEAT = frozenset(
    {
        *(Act.START, Act.PLAY, Act.FOUND, Act.SURVIVOR, Act.ORDER, Act.DISPOSE, Act.BUY, Act.DRAW, Act.PASS),
        *(Act.CARD, Act.SWAP, Act.END),
    }
)
_OF_THE_ARBITER = frozenset({Act.TAKEBACK, Act.REDRAW, Act.TIMEOUT})
#: What the arbiter settles for a player whose time is over (R31).
_SETTLED_BY_THE_ARBITER = frozenset({Act.FOUND, Act.SURVIVOR, Act.ORDER})


@dataclass(frozen=True, slots=True)
class Turn:
    """What several acts sent as one came to: the deeds of those that were legal, and why the next one was refused, if one was."""

    deeds: tuple[Deed, ...]
    session: Session
    refusal: IllegalActionError | None


def decide(session: Session, who: int, request: object, *, at: int, choose: Chooser, lag: int = 0) -> tuple[Deed, ...]:
    """The deeds that a request makes: its own first, then what the server does itself.

    ``who`` is a seat or `ARBITER`, ``request`` the JSON of an act, ``at`` the moment and ``lag`` what was measured of it, both
    in ms; ``choose`` chooses what is drawn.

    Raises:
        IllegalActionError: if the rules or the terms refuse it; nothing is done then.
    """
    what = request_from(request, session.terms, NOBODY if who == ARBITER else who)
    if isinstance(what, Ruling):
        check_order(session, what, by_arbiter=who == ARBITER)
    else:
        _check_open(session, what, who)
        what = _by_arbiter(session, what, choose, at) if who == ARBITER else _by_seat(session, what, who, choose)
    clock = session.clock
    credited = clock.creditable(who, lag) if clock is not None and who == clock.running else 0
    first = Deed(session.number + 1, max(at, session.at), what, credited)
    _, rest = settle(after(session, first), at, choose)
    return (first, *rest)


def decide_turn(session: Session, who: int, requests: Sequence[Any], *, at: int, choose: Chooser, lag: int = 0) -> Turn:
    """What several acts sent as one make: applied one after the other as far as they are legal; the lag is the first one's alone."""
    deeds: tuple[Deed, ...] = ()
    for request in requests:
        try:
            made = decide(session, who, request, at=at, choose=choose, lag=0 if deeds else lag)
        except IllegalActionError as refusal:
            return Turn(deeds, session, refusal)
        for deed in made:
            session = after(session, deed)
        deeds += made
    return Turn(deeds, session, None)


def write_timeout(session: Session, at: int, choose: Chooser) -> tuple[Deed, ...]:
    """The deeds of a time-out that is due at a moment (R31-R34); whoever comes second finds it done and is refused.

    Raises:
        IllegalActionError: ``time-not-up`` if nobody's time is over, or a chain is to be named first.
    """
    over = time_up(session, at)
    if over is None or over.names_open or session.paused:
        raise IllegalActionError("Nobody who could be called out of time has none left.", "time-not-up", "R31")
    first = Deed(session.number + 1, max(at, session.at), Action(Act.TIMEOUT, over.seat))
    _, rest = settle(after(session, first), at, choose)
    return (first, *rest)


def is_stale(session: Session, number: int) -> bool:
    """Whether the game has moved on since a client made up an act that was to get this number.

    A pause, time given, a look into a hand do not count: the position is the same.
    """
    return any(
        not isinstance(deed.what, Ruling) or deed.what.order is Order.REWIND for deed in session.deeds[number - 1 :]
    )


def _check_open(session: Session, action: Action, who: int) -> None:
    """Refuse what cannot be done by anybody of that kind, whatever the position."""
    act = action.act
    if act not in _OF_A_SEAT and act not in _OF_THE_ARBITER:
        raise IllegalActionError(f"{act.word} is written by the server; nobody sends it.", "act-server")
    if session.state.phase is Phase.OVER:
        raise IllegalActionError(f"The game is over; {act.word} comes too late.", "game-over")
    if who == ARBITER:
        return
    if act in _OF_THE_ARBITER:
        raise IllegalActionError(f"{act.word} is the arbiter's; call the arbiter.", "act-arbiter")
    if session.paused:
        raise IllegalActionError("The game is paused; wait until the arbiter lets it go on.", "paused")


def _by_seat(session: Session, action: Action, seat: int, choose: Chooser) -> Action:
    ask = asked(session)
    if ask is None or ask.seat != seat or action.player != seat:
        whose = f"It is for {session.terms.ids[ask.seat]} to act" if ask is not None else "Nobody is asked"
        raise IllegalActionError(f"{whose}; wait until you are asked.", "act-out-of-turn")
    state = session.state
    if action.act is Act.START and ask.phase is Asked.START:
        return Action(Act.START, seat, choose(state.unseen()))
    if action.act is Act.DRAW and ask.phase is Asked.DRAW:
        return drawn(state, choose)
    return checked(state, action)


def _by_arbiter(session: Session, action: Action, choose: Chooser, at: int) -> Action:
    """What the arbiter does: his own acts, the end, and a chain named for a player whose time is over."""
    state, act = session.state, action.act
    if act is Act.END or act is Act.TAKEBACK:
        if act is Act.TAKEBACK:
            _check_takeback(state)
        return checked(state, Action(act, max(0, state.player)))
    if action.player == NOBODY:
        raise IllegalActionError(f"{act.word} needs a player; name one.", "player-unknown")
    if act is Act.REDRAW:
        return checked(state, redrawn(state, action.player, choose))
    if act is Act.TIMEOUT:
        clocked = clocked_player(state)
        if clocked not in (NOBODY, action.player):
            name = session.terms.ids[clocked]
            raise IllegalActionError(f"Only {name} can be out of time now, who is asked.", "act-out-of-turn", "R31")
        return checked(state, action)
    if act not in _SETTLED_BY_THE_ARBITER:
        raise IllegalActionError(
            f"The arbiter cannot send {act.word} for a player; hand the seat to another device.", "act-arbiter-only"
        )
    if action.player != state.player:
        raise IllegalActionError("Nobody but the player in turn names a chain.", "act-out-of-turn")
    named, over = checked(state, action), time_up(session, at)
    if over is None or not over.names_open:
        name = session.terms.ids[state.player]
        raise IllegalActionError(f"{name} has time left, so nobody else names the chain.", "time-not-up", "R31")
    return named


def _check_takeback(state: State) -> None:
    """A tile whose merger left no choice stays where it is (R24)."""
    before, settled = state.before, state.settled
    if before is None or settled is None or settled is before.settled:
        return
    sizes = sorted(settled.sizes.values())
    if sizes[-1] != sizes[-2]:
        message = "The tile made a merger that left no choice, so it stays; rewind where it must not."
        raise IllegalActionError(message, "takeback-late", "R24")


def checked(state: State, action: Action) -> Action:
    """An action in its full form.

    Raises:
        IllegalActionError: if the engine refuses it.
    """
    if action.value is None and action.act in (Act.START, Act.DRAW):
        raise IllegalActionError(f"{action.act.word} is not possible now.", "not-now")
    refusal = refusal_of(state, action)
    if refusal is not None:
        raise refusal
    act, player, value = normal_form(action, state.seats)
    if act is Act.DISPOSE:
        chain, sell, trade, _ = value
        value = (chain, sell, trade, state.shares[chain][player] - sell - trade)
    return Action(act, player, value)
