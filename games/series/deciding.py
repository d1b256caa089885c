"""One decision of a bot: it is told a view, has its limit, and what it does counts, or what the edition's rule does for it.

1. The limit counts from the view; a refusal gives no more time.
2. The second refused act in one decision, and too many lines, count as out of time.
3. A line for another number than the next is stale: it is answered, and counts for nothing.
4. Of a whole turn what comes after an act that was done is refused without being counted, for the game may have gone on
   otherwise than its sender thought.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices import Chooser, Session, add_deed, decide_turn, pending_question, seat_view
from games.acquire.play.devices.messages import Acts, refused, stale
from games.series.conduct import Conduct
from games.series.reading import acts_from, named
from games.series.sitting import Elsewhere, Said, Silence, Sitter
from games.series.standing_in import stand_in
from games.series.tracing import Trace, Way

#: More lines than these are not read in one decision.
MOST_LINES: Final = 50
#: So many refused acts in one decision count as out of time.
MOST_REFUSED: Final = 2
#: Whoever was told nothing for more deeds than these is told a view, so that few news are lost.
MOST_UNTOLD: Final = 10


@dataclass(slots=True)
class Seat:
    """A seat of one game: who sits there, how he behaves, where his messages are kept, and the last number he was told."""

    place: int
    sitter: Sitter
    conduct: Conduct
    where: Mapping[str, Any]
    told: int = 0


@dataclass(slots=True)
class Round:
    """What the decisions of one game have in common: seats, the bag, chance for those out of time, the trace."""

    seats: tuple[Seat, ...]
    bag: Chooser
    random: Random
    trace: Trace
    begun: float


def decide_next(game: Round, session: Session) -> Session:
    """The session after the next decision of whoever is asked."""
    ask = pending_question(session)
    if ask is None:
        return session
    seat = game.seats[ask.seat]
    view = seat_view(
        session, seat.place, at=_moment(game, session), since=seat.told, connected=range(len(game.seats)), legal=True
    )
    seat.told = session.number
    seat.conduct.decisions += 1
    game.trace.keep(seat.where, Way.TO, view)
    seat.sitter.ask(view)
    begun = time.monotonic()
    told = _heard(game, session, seat, view)
    seat.conduct.slowest = max(seat.conduct.slowest, time.monotonic() - begun)
    return told


def tell_all(game: Round, session: Session) -> None:
    """Tell a view to every program that has not heard of many deeds, and the last one to each."""
    for seat in game.seats:
        if seat.sitter.is_program and (session.is_over or session.number - seat.told > MOST_UNTOLD):
            view = seat_view(
                session, seat.place, at=_moment(game, session), since=seat.told, connected=range(len(game.seats))
            )
            seat.told = session.number
            _tell(game, seat, view)


def _moment(game: Round, session: Session) -> int:
    return max(session.at, int((time.monotonic() - game.begun) * 1000))


def _tell(game: Round, seat: Seat, message: Mapping[str, Any]) -> None:
    game.trace.keep(seat.where, Way.TO, message)
    seat.sitter.tell(message)


def _heard(game: Round, session: Session, seat: Seat, view: Mapping[str, Any]) -> Session:
    """The session after what a seat answers to its view, or after what stands for it."""
    refusals = 0
    for _ in range(MOST_LINES):
        answer = seat.sitter.answer()
        if isinstance(answer, Silence):
            return _out_of_time(game, session, seat, view, answer)
        if isinstance(answer, Elsewhere):
            after_it, refusal = _elsewhere(game, session, seat, answer)
        else:
            after_it, refusal = _done(game, session, seat, answer)
        if after_it is not session:
            return after_it
        if refusal is None:
            continue
        refusals += 1
        seat.conduct.refused += 1
        seat.conduct.note(str(view["ask"]["phase"]), refusal.code, str(refusal))
        if refusals == MOST_REFUSED:
            twice = Silence("refused-twice", f"{MOST_REFUSED} acts were refused in one decision.")
            return _out_of_time(game, session, seat, view, twice)
        _tell(game, seat, view)
    many = Silence("too-many-lines", f"More than {MOST_LINES} lines were written in one decision.")
    return _out_of_time(game, session, seat, view, many)


def _done(game: Round, session: Session, seat: Seat, said: Said) -> tuple[Session, IllegalActionError | None]:
    """The session after a line, the same one where it did nothing, and the refusal of what it did not do."""
    game.trace.keep(seat.where, Way.FROM, said.line)
    try:
        sent = acts_from(said.line, session.number + 1)
    except IllegalActionError as problem:
        _tell(game, seat, refused(named(said.line), problem, session.number))
        return session, problem
    if sent is None:
        return session, None
    if sent.number != session.number + 1:
        _tell(game, seat, stale(sent.id, session.number))
        return session, None
    return _acted(game, session, seat, sent)


def _elsewhere(game: Round, session: Session, seat: Seat, sent: Elsewhere) -> tuple[Session, IllegalActionError | None]:
    """The session after what a server did for a seat, and why it refused what it did not do."""
    game.trace.keep(seat.where, Way.FROM, sent.line)
    if sent.refusal is not None:
        _tell(game, seat, refused(named(sent.line), sent.refusal, session.number))
    return sent.session or session, sent.refusal


def _acted(game: Round, session: Session, seat: Seat, sent: Acts) -> tuple[Session, IllegalActionError | None]:
    turn = decide_turn(session, seat.place, sent.requests, at=_moment(game, session), choose=game.bag)
    if turn.refusal is not None:
        _tell(game, seat, refused(sent.id, turn.refusal, turn.session.number))
    return turn.session, turn.refusal


def _out_of_time(game: Round, session: Session, seat: Seat, view: Mapping[str, Any], why: Silence) -> Session:
    seat.conduct.timeouts += 1
    seat.conduct.note(str(view["ask"]["phase"]), why.code, why.sentence)
    lost = IllegalActionError(f"{why.sentence} The decision is made for you.", why.code)
    game.trace.keep(seat.where, Way.ABOUT, {"code": why.code, "message": why.sentence})
    _tell(game, seat, refused("", lost, session.number))
    moment = _moment(game, session)
    for deed in stand_in(session, seat.place, view, at=moment, random=game.random, choose=game.bag):
        session = add_deed(session, deed)
    return session
