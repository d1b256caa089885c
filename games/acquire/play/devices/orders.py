"""Which orders of the arbiter are possible: pause, resume, time, going back, a look into a hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deeds import Order, Ruling
from games.acquire.play.devices.session import Session
from games.acquire.state import Phase


def check_order(session: Session, ruling: Ruling, *, by_arbiter: bool) -> None:
    """Refuse an order that is not possible now.

    Raises:
        IllegalActionError: with the code of what is wrong.
    """
    if not by_arbiter:
        raise IllegalActionError(f"{ruling.order} is the arbiter's; call the arbiter.", "act-arbiter")
    _CHECKS[ruling.order](session, ruling)


def _pause(session: Session, ruling: Ruling) -> None:
    _check_running(session)
    if session.paused:
        raise IllegalActionError("The game is paused already.", "pause-unchanged")


def _resume(session: Session, ruling: Ruling) -> None:
    """A paused game goes on; so does a clock that stands because bonuses are looked at (R35)."""
    stands = session.clock is not None and session.clock.since > session.at
    if not session.paused and not stands:
        raise IllegalActionError("The game is not paused.", "pause-unchanged")


def _time(session: Session, ruling: Ruling) -> None:
    _check_running(session)
    name = session.terms.ids[ruling.player]
    if session.clock is None:
        raise IllegalActionError("This game has no clock, so no time can be given or taken.", "time-none", "R27")
    if ruling.player in session.state.timed_out:
        raise IllegalActionError(f"{name} is out of time; rewind if that was wrong.", "time-none", "R34")
    if not ruling.given:
        raise IllegalActionError("Say how many seconds are given, or taken with a minus.", "time-none", "R27")


def _rewind(session: Session, ruling: Ruling) -> None:
    if not ruling.reason:
        raise IllegalActionError("Going back needs a reason; write one.", "reason-missing")
    if ruling.to >= session.number:
        message = f"There is no act behind {ruling.to} to be undone; name an earlier one, or 0 for the beginning."
        raise IllegalActionError(message, "rewind-not-back")


def _peek(session: Session, ruling: Ruling) -> None:
    if not session.terms.opens_hands and not session.is_over:
        raise IllegalActionError("Hands stay closed in this game until it is over.", "peek-closed", "R22")


def _check_running(session: Session) -> None:
    if session.state.phase is Phase.OVER:
        raise IllegalActionError("The game is over.", "game-over")


_CHECKS: Final[dict[Order, Callable[[Session, Ruling], None]]] = {
    Order.PAUSE: _pause,
    Order.RESUME: _resume,
    Order.REWIND: _rewind,
    Order.TIME: _time,
    Order.PEEK: _peek,
}
