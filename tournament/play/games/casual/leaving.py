"""Leave a casual game as it is, and take it up again.

Ruling: a game that may not be ended can be left as it is. Nothing is recorded then and the clocks stand; whoever plays takes it up
again by one press, so nobody's game is taken away by somebody else.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.acquire.play.devices import ARBITER, decide
from tournament.play.games.models import Game
from tournament.play.games.services.drawing import chooser_of
from tournament.play.games.services.kept import session_of
from tournament.play.games.services.writing import locked, moment_in, write, write_due
from tournament.record.gaming import GameState
from tournament.services.changes import RefusedError


@transaction.atomic
def leave_game(game: Game, *, now: datetime | None = None) -> Game:
    """Leave a casual game as it is, paused; left twice it changes nothing.

    Raises RefusedError for a game of an event, one that has not begun, and one that is over.
    """
    row = locked(game.pk)
    if row.table_id is not None:
        raise RefusedError("A game of an event is played on; what becomes of its table is entered at the desk.")
    if row.state == GameState.LOBBY.value:
        raise RefusedError("The game has not begun, so there is nothing to leave.")
    if row.state == GameState.PLAYING.value:
        at = moment_in(row, now)
        session = write_due(row, session_of(row), at)
        if session.is_over:
            raise RefusedError("The game is over.")
        if not session.paused:
            write(row, session, decide(session, ARBITER, {"act": "pause"}, at=at, choose=chooser_of(row.seed)))
        row.state = GameState.LEFT.value
        row.save(update_fields=["state"])
    elif row.state == GameState.OVER.value:
        raise RefusedError("The game is over.")
    return row


@transaction.atomic
def take_up(game: Game, *, now: datetime | None = None) -> Game:
    """Take a game up again that was left as it is; one that was not stays as it is."""
    row = locked(game.pk)
    if row.state == GameState.LEFT.value:
        row.state = GameState.PLAYING.value
        row.save(update_fields=["state"])
        session, at = session_of(row), moment_in(row, now)
        if session.paused:
            write(row, session, decide(session, ARBITER, {"act": "resume"}, at=at, choose=chooser_of(row.seed)))
    return row
