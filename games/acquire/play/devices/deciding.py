"""Decides about acts of a seat or of the arbiter: the result is the `Deed`s to be added, or a refusal with a code and a sentence.

Nothing is changed here: the caller stores the `Deed`s and adds them to the session with `add_deed`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.acquire.actions import NOBODY, Action, ActKind
from games.acquire.board import tile_name
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.asking import QuestionKind
from games.acquire.play.devices.deeds import Deed, Ruling, request_from
from games.acquire.play.devices.session import (
    Chooser,
    Session,
    add_deed,
    due_draw,
    penalty_redraw,
    pending_question,
    settle,
    time_up,
)
from games.acquire.rules.game import normal_form, refusal_of
from games.acquire.rules.legal import clocked_player
from games.acquire.state import Phase, State
from games.sentences import gettext_lazy as _

#: The value of ``who`` for the arbiter, or for the host in a casual game; players are seats from 0.
ARBITER: Final = -2

_OF_THE_ARBITER = frozenset({ActKind.TAKEBACK, ActKind.REDRAW, ActKind.TIMEOUT})
#: The choices that the arbiter makes for a player whose time is over (R31).
_SETTLED_BY_THE_ARBITER = frozenset({ActKind.FOUND, ActKind.SURVIVOR, ActKind.ORDER})
_OF_A_SEAT = _SETTLED_BY_THE_ARBITER.union(
    (ActKind.START, ActKind.PLAY, ActKind.PASS, ActKind.DISPOSE, ActKind.BUY, ActKind.DRAW, ActKind.CARD),
    (ActKind.SWAP, ActKind.END),
)


@dataclass(frozen=True, slots=True)
class TurnDecision:
    """The result of several acts sent as one: the `Deed`s of the legal ones, the session after them, and why the next was refused."""

    deeds: tuple[Deed, ...]
    session: Session
    refusal: IllegalActionError | None


def decide(session: Session, who: int, request: object, *, at: int, choose: Chooser, lag: int = 0) -> tuple[Deed, ...]:
    """Return the `Deed`s that a request leads to: first its own, then those of the server.

    ``who`` is a seat or `ARBITER`, ``request`` the JSON of an act, ``at`` the moment and ``lag`` the network delay measured for it,
    both in ms; ``choose`` chooses the tiles that are drawn.

    Raises:
        IllegalActionError: if the rules or the terms of the game refuse the request; nothing is done then.
    """
    what = request_from(request, session.terms, NOBODY if who == ARBITER else who)
    if isinstance(what, Ruling):
        check_order(session, what, by_arbiter=who == ARBITER)
    else:
        _check_may_send(session, what, who)
        what = _by_arbiter(session, what, choose, at) if who == ARBITER else _by_seat(session, what, who, choose)
    clock = session.clock
    credited = clock.creditable(who, lag) if clock is not None and who == clock.running else 0
    first = Deed(session.number + 1, max(at, session.at), what, credited)
    _, rest = settle(add_deed(session, first), at, choose)
    return (first, *rest)


def decide_turn(
    session: Session, who: int, requests: Sequence[Any], *, at: int, choose: Chooser, lag: int = 0
) -> TurnDecision:
    """Decide about several acts that were sent as one, one after the other, up to the first that is refused.

    The network delay ``lag`` is credited for the first of them only; the other parameters are those of `decide`.
    """
    deeds: tuple[Deed, ...] = ()
    for request in requests:
        try:
            made = decide(session, who, request, at=at, choose=choose, lag=0 if deeds else lag)
        except IllegalActionError as refusal:
            return TurnDecision(deeds, session, refusal)
        for deed in made:
            session = add_deed(session, deed)
        deeds += made
    return TurnDecision(deeds, session, None)


def write_timeout(session: Session, at: int, choose: Chooser) -> tuple[Deed, ...]:
    """Return the `Deed`s of a time-out that is due at the moment ``at`` (ms; R31-R34).

    Raises:
        IllegalActionError: ``time-not-up`` if nobody's time is over, a chain must be named first, or the game is paused.
    """
    over = time_up(session, at)
    if over is None or over.names_open or session.paused:
        raise IllegalActionError(_("Nobody can run out of time now."), "time-not-up", "R31")
    first = Deed(session.number + 1, max(at, session.at), Action(ActKind.TIMEOUT, over.seat))
    _left, rest = settle(add_deed(session, first), at, choose)
    return (first, *rest)


def is_stale(session: Session, number: int) -> bool:
    """Whether the position has changed since a client prepared an act whose `Deed` was to get this number.

    A pause, time given and a look into a hand do not change it.
    """
    return any(
        not isinstance(deed.what, Ruling) or deed.what.order is ActKind.REWIND for deed in session.deeds[number - 1 :]
    )


def _check_may_send(session: Session, action: Action, who: int) -> None:
    """Refuse an act that this kind of actor, a player or the arbiter, may never send or may not send now."""
    act = action.act
    if act not in _OF_A_SEAT and act not in _OF_THE_ARBITER:
        raise IllegalActionError(_("{clause} is written by the server; do not send it.", clause=act.word), "act-server")
    if session.state.phase is Phase.OVER:
        raise IllegalActionError(_("The game is over."), "game-over")
    if who == ARBITER:
        return
    if act in _OF_THE_ARBITER:
        raise IllegalActionError(
            _("Only the arbiter can do this ({clause}); call the arbiter.", clause=act.word), "act-arbiter"
        )
    if session.paused:
        raise IllegalActionError(_("The game is paused; wait until the arbiter resumes it."), "paused")


def _by_seat(session: Session, action: Action, seat: int, choose: Chooser) -> Action:
    """Return the complete action of a player: drawn tiles are chosen, and it is checked that he is asked and that the act is legal."""
    ask = pending_question(session)
    if ask is None or ask.seat != seat or action.player != seat:
        message = _("Nobody has to act now; wait until you are asked.")
        if ask is not None:
            message = _("{player} has to act now; wait until you are asked.", player=session.terms.ids[ask.seat])
        raise IllegalActionError(message, "act-out-of-turn")
    state = session.state
    if action.act is ActKind.START and ask.phase is QuestionKind.START:
        return Action(ActKind.START, seat, choose(state.unseen()))
    if action.act is ActKind.DRAW and ask.phase is QuestionKind.DRAW:
        return due_draw(state, choose)
    return complete_action(state, action)


def _by_arbiter(session: Session, action: Action, choose: Chooser, at: int) -> Action:
    """Return the complete action of the arbiter: an act of his own, the end, or a chain named for a player whose time is over."""
    state, act = session.state, action.act
    if act is ActKind.END or act is ActKind.TAKEBACK:
        if act is ActKind.TAKEBACK:
            _check_takeback(state)
        return complete_action(state, Action(act, max(0, state.player)))
    if action.player == NOBODY:
        raise IllegalActionError(
            _("{order} needs a player; name one of {choices}.", order=act.word, choices=", ".join(session.terms.ids)),
            "player-unknown",
        )
    if act is ActKind.REDRAW:
        return complete_action(state, penalty_redraw(state, action.player, choose))
    if act is ActKind.TIMEOUT:
        clocked = clocked_player(state)
        if clocked not in (NOBODY, action.player):
            name = session.terms.ids[clocked]
            raise IllegalActionError(
                _("Only {player} has to act, so nobody else can run out of time now.", player=name),
                "act-out-of-turn",
                "R31",
            )
        return complete_action(state, action)
    if act not in _SETTLED_BY_THE_ARBITER:
        raise IllegalActionError(
            _("The arbiter cannot send {clause} for a player; hand the seat to another device.", clause=act.word),
            "act-arbiter-only",
        )
    if action.player != state.player:
        raise IllegalActionError(_("Only the player whose turn it is can name a chain."), "act-out-of-turn")
    named, over = complete_action(state, action), time_up(session, at)
    if over is None or not over.names_open:
        name = session.terms.ids[state.player]
        raise IllegalActionError(
            _("{player} has time left, so nobody else can name the chain.", player=name), "time-not-up", "R31"
        )
    return named


def _check_takeback(state: State) -> None:
    """Refuse to take back a tile that made a merger without a choice of the survivor (R24)."""
    before, settled = state.before, state.settled
    if before is None or settled is None or settled is before.settled:
        return
    sizes = sorted(settled.sizes.values())
    if sizes[-1] != sizes[-2]:
        message = _("The tile made a merger with nothing to choose, so it cannot be taken back; rewind if necessary.")
        raise IllegalActionError(message, "takeback-late", "R24")


def complete_action(state: State, action: Action) -> Action:
    """Return a legal action in its complete form, a disposal with the number of shares held.

    Raises:
        IllegalActionError: if the engine refuses it.
    """
    if action.value is None and action.act in (ActKind.START, ActKind.DRAW):
        raise IllegalActionError(_("{clause} is not possible now.", clause=action.act.word), "not-now")
    refusal = refusal_of(state, action)
    if refusal is not None:
        raise refusal
    act, player, value = normal_form(action, state.seats)
    if act is ActKind.DISPOSE:
        chain, sell, trade, _left = value
        value = (chain, sell, trade, state.shares[chain][player] - sell - trade)
    return Action(act, player, value)


def check_order(session: Session, ruling: Ruling, *, by_arbiter: bool) -> None:
    """Refuse an order that is not possible now.

    Raises:
        IllegalActionError: with the code of what is wrong.
    """
    if not by_arbiter:
        raise IllegalActionError(
            _("Only the arbiter can do this ({clause}); call the arbiter.", clause=ruling.order.word), "act-arbiter"
        )
    _CHECKS[ruling.order](session, ruling)


def _pause(session: Session, ruling: Ruling) -> None:
    """Refuse to pause a game that is paused or over."""
    _check_running(session)
    if session.paused:
        raise IllegalActionError(_("{clause} is not possible now.", clause=ruling.order.word), "pause-unchanged")


def _resume(session: Session, ruling: Ruling) -> None:
    """Refuse to resume, except a paused game or clocks that are stopped while bonuses are looked at (R35)."""
    stands = session.clock is not None and session.clock.since > session.at
    if not session.paused and not stands:
        raise IllegalActionError(_("{clause} is not possible now.", clause=ruling.order.word), "pause-unchanged")


def _time(session: Session, ruling: Ruling) -> None:
    """Refuse to give or take time where there is no clock, the player is out of time, or no seconds are named."""
    _check_running(session)
    name = session.terms.ids[ruling.player]
    if session.clock is None:
        raise IllegalActionError(
            _("This game has no clock, so time cannot be given or taken away."), "time-none", "R27"
        )
    if ruling.player in session.state.timed_out:
        raise IllegalActionError(
            _("{player} is out of time; rewind if this is a mistake.", player=name), "time-none", "R34"
        )
    if not ruling.given:
        raise IllegalActionError(
            _("Enter the seconds to give, with a minus sign to take them away."), "time-none", "R27"
        )


def _rewind(session: Session, ruling: Ruling) -> None:
    """Refuse to go back without a reason, or to a `Deed` after which there is nothing to undo."""
    if not ruling.reason:
        raise IllegalActionError(_("Enter a reason for going back."), "reason-missing")
    if ruling.to >= session.number:
        message = _(
            "There is nothing to undo after action {number}; choose an earlier action, or 0 for the beginning.",
            number=ruling.to,
        )
        raise IllegalActionError(message, "rewind-not-back")


def _peek(session: Session, ruling: Ruling) -> None:
    """Refuse to look into a hand where the terms of the game keep hands closed."""
    if not session.terms.opens_hands and not session.is_over:
        raise IllegalActionError(_("Hands stay hidden until this game is over."), "peek-closed", "R22")


def _check_running(session: Session) -> None:
    """Refuse an order in a game that is over."""
    if session.state.phase is Phase.OVER:
        raise IllegalActionError(_("The game is over."), "game-over")


_CHECKS: Final[dict[ActKind, Callable[[Session, Ruling], None]]] = {
    ActKind.PAUSE: _pause,
    ActKind.RESUME: _resume,
    ActKind.REWIND: _rewind,
    ActKind.TIME: _time,
    ActKind.PEEK: _peek,
}


@dataclass(frozen=True, slots=True)
class RetractableTile:
    """A tile that can still be taken back: the seat that played it (``place``), its name, and the number of its `Deed`."""

    place: int
    tile: str
    number: int


def retractable_tile(session: Session) -> RetractableTile | None:
    """Return the tile that was placed last if the rules let it be taken back, else None; the session is not changed."""
    if session.is_over:
        return None
    for deed in reversed(session.standing):
        what = deed.what
        if isinstance(what, Action) and what.act is ActKind.PLAY:
            try:
                decide(session, ARBITER, {"act": ActKind.TAKEBACK.word}, at=session.at, choose=min)
            except IllegalActionError:
                return None
            return RetractableTile(what.player, tile_name(what.value), deed.number)
    return None
