"""The socket of a page: it only tells that something is new, and the page then requests what it shows."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from websockets.asyncio.server import ServerConnection

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.messages import Ping, message_from
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.pages.browser import tokens_in
from tournament.play.games.services.changes import Fingerprint
from tournament.play.games.services.presence import note_all_seen
from tournament.play.games.sockets.connection import Outbox
from tournament.play.games.sockets.hub import WantedView
from tournament.record.letin import hash_of
from tournament.record.pace import MESSAGES_IN_AN_EVENT, Pace


class PageSocket:
    """The socket of a page of a game; ``seat_keys`` are the primary keys of the seats that the browser holds."""

    wanted: WantedView | None = None

    def __init__(self, socket: ServerConnection, game: int, seat_keys: Collection[int]) -> None:
        self.socket, self.game, self.seat_keys = socket, game, seat_keys
        self.outbox = Outbox(socket)
        self._last_frame = ""

    @property
    def lag(self) -> int:
        """The ms that the last ping took to the client and back."""
        return round(self.socket.latency * 1000)

    def receive(self, fingerprint: Fingerprint | None, number: int, view: dict[str, Any] | None) -> None:
        """Tell the page that something is new, once for each fingerprint."""
        frame = json.dumps({"t": "wake", "s": ".".join(str(part) for part in fingerprint or ())})
        if frame != self._last_frame:
            self._last_frame = frame
            self.outbox.offer(frame)

    async def listen(self) -> None:
        """Answer pings, so that the page knows that the socket works; ignore all other messages."""
        pace = Pace(MESSAGES_IN_AN_EVENT)
        async for frame in self.socket:
            await pace.turn()
            try:
                message = message_from(frame)
            except IllegalActionError:
                continue
            if isinstance(message, Ping):
                await self.outbox.answer(json.dumps({"t": "pong", "at": message.at}))


def page_of(code: str, tokens: str) -> tuple[int, list[int]] | None:
    """Return the primary keys of the game with a code and of the seats in it that the tokens in a cookie open.

    Returns None where there is no such game.
    """
    game = Game.objects.filter(code=code).values_list("pk", flat=True).first()
    if game is None:
        return None
    hashes = [hash_of(token) for token in tokens_in(tokens)]
    seats = (
        list(GameSeat.objects.filter(game=game, token_hash__in=hashes).values_list("pk", flat=True)) if hashes else []
    )
    if seats:
        note_all_seen(seats)
    return game, seats
