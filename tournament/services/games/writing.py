"""The one writer of acts: what was decided becomes rows, under the lock of its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.acquire.play.devices import Deed, Session, add_deed, deed_document, time_up, write_timeout
from tournament.models import Game, GameAct
from tournament.record.gaming import GameState
from tournament.services.games.asking import LOCKED
from tournament.services.games.drawing import chooser_of
from tournament.services.games.kept import keep
from tournament.services.games.marks import tell

_BESIDE_THE_BODY = frozenset({"n", "at", "lag"})


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sent an act: the place of the seat, None for the arbiter; its own id for it, and what it is answered."""

    seat: int | None = None
    client_id: str = ""
    answer: list[dict[str, Any]] | None = None


SERVER = Sender()
"""Nobody: what the server does itself."""


def locked(game: int) -> Game:
    """The row of a game, which nobody else writes until the transaction ends."""
    row = LOCKED.first(game)
    if row is None:
        raise Game.DoesNotExist
    return row


def moment_in(game: Game, now: datetime | None = None) -> int:
    """The ms since a game began, by the server's clock; 0 before."""
    if game.begun_at is None:
        return 0
    return max(0, round(((now or timezone.now()) - game.begun_at).total_seconds() * 1000))


def write(game: Game, session: Session, deeds: Sequence[Deed], sender: Sender = SERVER) -> Session:
    """Store deeds that follow upon a session, the first as what its sender sent; the session after them."""
    rows: list[GameAct] = []
    for deed in deeds:
        session = add_deed(session, deed)
        body = {key: value for key, value in deed_document(deed, session.terms).items() if key not in _BESIDE_THE_BODY}
        by = SERVER if rows else sender
        rows.append(
            GameAct(
                game=game,
                number=deed.number,
                at_ms=deed.at,
                lag=deed.lag,
                seat=by.seat,
                client_id=by.client_id,
                body=body,
                answer=by.answer,
            )
        )
    GameAct.objects.bulk_create(rows)
    game.last = session.number
    if session.is_over is not (game.state == GameState.OVER.value):  # a game that went back from its end is played on
        game.state = (GameState.OVER if session.is_over else GameState.PLAYING).value
        game.ended_at = timezone.now() if session.is_over else None
        if not session.is_over:  # who agreed did so to another end
            game.seats.update(agreed_at=None, refused_at=None, accepted_by=None, accepted_by_name="")
    game.save(update_fields=["last", "state", "ended_at"])
    keep(game, session)
    tell(game.pk)
    return session


def is_time_up(session: Session, at: int) -> bool:
    """Whether a time-out is due that the server writes itself; where a chain is open the arbiter settles it (R31)."""
    over = time_up(session, at)
    return over is not None and not over.names_open and not session.paused


def write_due(game: Game, session: Session, at: int) -> Session:
    """Write the time-out that is due at a moment, if one is; the session after it."""
    while is_time_up(session, at):
        session = write(game, session, write_timeout(session, at, chooser_of(game.seed)))
    return session
