"""Answer one message of the protocol for a seat, whether it came by POST or by socket."""

from __future__ import annotations

from typing import Any

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.messages import Acts, Agree, Hello, Ping, message_from, pong, refusal_answer
from tournament.play.games.models import GameSeat
from tournament.play.games.services.acting import act, game_now, moment_in, view_for
from tournament.play.games.services.agreeing import agree
from tournament.play.games.services.seats import say_hello
from tournament.record.devices import hash_of

TOKEN_UNKNOWN = "token-unknown"  # noqa: S105  the code of a refusal
NO_SUCH_TOKEN = "This token opens no seat of a game; take the one that was printed when it was opened."  # noqa: S105


def unknown_token() -> IllegalActionError:
    """Return the refusal of a token that opens no seat, or another one."""
    return IllegalActionError(NO_SUCH_TOKEN, TOKEN_UNKNOWN)


def answer(seat: GameSeat, body: str | bytes, *, legal: bool = False) -> list[dict[str, Any]]:
    """Do what one message asks, and return the messages that answer it. Except for a ping, the last of them is the view.

    Raises IllegalActionError ``act-unreadable`` for an unreadable message, ``token-unknown`` for a hello with the token of another seat.
    """
    message = message_from(body)
    if isinstance(message, Acts):
        result = act(seat, message)
        return [*result.answer, view_for(seat, result.game, result.session, since=message.number - 1, legal=legal)]
    if isinstance(message, Hello):
        if hash_of(message.token) != seat.token_hash:
            raise unknown_token()
        game, session = game_now(say_hello(seat))
        return [view_for(seat, game, session, since=message.number, legal=message.legal or legal)]
    if isinstance(message, Ping):
        return [pong(message, moment_in(seat.game))]
    assert isinstance(message, Agree)  # noqa: S101  the fourth of four kinds of messages
    answers = []
    try:
        agree(seat)
    except IllegalActionError as refusal:
        answers.append(refusal_answer("", refusal, seat.game.last))
    game, session = game_now(seat.game)
    return [*answers, view_for(seat, game, session, since=session.number)]
