"""Act in a game: one transaction under the lock of its row. What is acknowledged is in the database, and nothing acts twice.

1. The same id again gets the first answer, whatever it holds now.
2. A time-out that is due is written first.
3. An act that was made up before the game moved on is stale; a pause, time given, a look into a hand do not move it.
4. What is legal is stored with everything that the server does then; of several acts those before the first that is not, and why it is not.

Ruling: an act that was refused leaves nothing behind, so its id is free again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices import ARBITER, Session, decide, decide_turn, is_stale
from games.acquire.play.devices.messages import Acts, ack, refused, stale
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.asking import HOLDS_YET, first_answer
from tournament.play.games.services.drawing import chooser_of
from tournament.play.games.services.kept import session_of
from tournament.play.games.services.writing import Sender, locked, moment_in, write, write_due
from tournament.play.games.tables.seating import event_of, fill_seats, is_drawing_starts
from tournament.record.gaming import GameState


@dataclass(frozen=True, slots=True)
class Done:
    """What an act came to: the messages that answer it, the game and its session as they are now."""

    answer: list[dict[str, Any]]
    game: Game
    session: Session


def act(seat: GameSeat, sent: Acts, *, now: datetime | None = None) -> Done:
    """Do what a seat sent, or say why not; ``now`` is the moment where it is not this one.

    Raises IllegalActionError ``act-unreadable`` for an id that nothing can keep, ``seat-handed-on`` for a seat whose token was revoked
    since it was read.
    """
    return _act(seat.game, seat, sent, now)


def rule_by_arbiter(game: Game, sent: Acts, *, now: datetime | None = None) -> Done:
    """Do what the arbiter of a game orders: pause, resume, time, a rewind, and what else is his alone."""
    return _act(game, None, sent, now)


def _act(game: Game, seat: GameSeat | None, sent: Acts, now: datetime | None) -> Done:
    if not sent.id.isprintable():
        raise IllegalActionError("'id' is a line of text; leave out what no page shows.", "act-unreadable")
    with transaction.atomic():
        if game.table_id is None or not is_drawing_starts(session_of(game)):
            return _act_for(locked(game.pk), seat, sent, now)
        event = event_of(game)  # before the game, as every act of the event locks it
        done = _act_for(locked(game.pk), seat, sent, now)
        if not is_drawing_starts(done.session):
            fill_seats(event, done.game, done.session)
        return done


def _act_for(game: Game, seat: GameSeat | None, sent: Acts, now: datetime | None) -> Done:
    """Do it for a seat that nobody else was given meanwhile, or for the arbiter."""
    if seat is not None and not HOLDS_YET.of(seat.pk, seat.token_hash):
        raise IllegalActionError("This seat was handed to another device; nothing was done.", "seat-handed-on")
    return _act_on(game, seat, sent, now)


def _storable(told: dict[str, Any]) -> dict[str, Any]:
    """A refusal without what no database keeps; it may quote what was sent."""
    words = "".join(letter if letter.isprintable() else "?" for letter in told["message"])
    return {**told, "message": words}


def _act_on(game: Game, sender: GameSeat | None, sent: Acts, now: datetime | None) -> Done:
    seat = None if sender is None else sender.place
    lag = 0 if sender is None else sender.lag
    first = first_answer(game.pk, seat, sent.id)
    session = session_of(game)
    if first is not None:
        return Done(first, game, session)
    if game.state == GameState.LOBBY.value:
        waits = IllegalActionError("The game begins when every player is here; wait for the others.", "game-not-begun")
        return Done([refused(sent.id, waits, session.number)], game, session)
    if game.reported_at is not None:
        handed_in = IllegalActionError(
            "All agreed, and the result is handed in. Correct the result of the table instead.", "game-handed-in"
        )
        return Done([refused(sent.id, handed_in, session.number)], game, session)
    if game.state == GameState.LEFT.value:
        left = IllegalActionError("The game is left as it is; take it up again first.", "game-left")
        return Done([refused(sent.id, left, session.number)], game, session)
    at = moment_in(game, now)
    session = write_due(game, session, at)
    if sent.number > session.number + 1 or is_stale(session, sent.number):
        return Done([stale(sent.id, session.number)], game, session)
    choose = chooser_of(game.seed)
    who = ARBITER if seat is None else seat
    refusal: IllegalActionError | None = None
    if len(sent.requests) == 1:
        try:
            deeds = decide(session, who, sent.requests[0], at=at, choose=choose, lag=lag)
        except IllegalActionError as problem:
            deeds, refusal = (), problem
    else:
        turn = decide_turn(session, who, sent.requests, at=at, choose=choose, lag=lag)
        deeds, refusal = turn.deeds, turn.refusal
    if not deeds:
        why = refusal or IllegalActionError("Nothing was sent to be done.", "act-unreadable")
        return Done([refused(sent.id, why, session.number)], game, session)
    answer = [ack(sent.id, deeds[-1].number)]
    if refusal is not None:
        answer.append(_storable(refused(sent.id, refusal, deeds[-1].number)))
    session = write(game, session, deeds, Sender(seat, sent.id, answer))
    return Done(answer, game, session)
