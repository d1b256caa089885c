"""The socket of a client of the protocol: it says hello first, then gets the same answers as by POST, and the view at every change.

The socket of a page: it only tells that something is new, and the page then requests what it shows.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from django.db import DatabaseError
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.messages import Hello, Ping, message_from, refusal_answer
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.pages.browser import tokens_in
from tournament.play.games.services.answering import TOKEN_UNKNOWN, answer, unknown_token
from tournament.play.games.services.presence import note_all_seen, note_seen
from tournament.play.games.services.seats import seat_with
from tournament.play.games.services.sessions import Fingerprint
from tournament.play.games.sockets.connection import Outbox, Work
from tournament.play.games.sockets.hub import Hub, WantedView
from tournament.record.devices import hash_of
from tournament.record.pace import MESSAGES_IN_AN_EVENT, MESSAGES_OF_A_PROGRAM, Pace
from wording.languages import SOURCE_LANGUAGE, speaking

HELLO_WITHIN = 10.0
"""Seconds after which a socket is closed if the client has not said hello."""
OF_A_TOKEN = 2
"""How many sockets one token may have open in a process; with one more the oldest is closed."""
REFUSED, AGAIN_LATER = 1008, 1013
"""Codes with which a socket is closed: the client is refused; the database does not answer now."""

log = logging.getLogger("tournament.play.games.sockets")
_Frames = list[dict[str, Any]]


class SeatSocket:
    """The socket of a seat after its hello."""

    def __init__(self, socket: ServerConnection, seat: GameSeat, token: str, *, legal: bool) -> None:
        self.socket, self.game = socket, seat.game_id
        self.seat_keys: Collection[int] = (seat.pk,)
        self.key: int = seat.pk
        self.token, self.legal = token, legal
        self.place, self._hash = seat.place, seat.token_hash
        self.is_in_event = seat.game.table_id is not None
        self.outbox = Outbox(socket)
        self._number = 0
        self._shown: tuple[Any, ...] = ()
        self._closing: asyncio.Task[None] | None = None
        self.is_answered = False
        """Whether a message of the client is being answered; news waits meanwhile, because the answer most often tells the same."""
        self._missed: tuple[Fingerprint | None, int, dict[str, Any]] | None = None

    @property
    def wanted(self) -> WantedView | None:
        """The view that the socket waits for, with the news since the last one sent."""
        return WantedView(self.place, self._hash, self._number, self.legal)

    @property
    def lag(self) -> int:
        """The ms that the last ping took to the client and back."""
        return round(self.socket.latency * 1000)

    def receive(self, fingerprint: Fingerprint | None, number: int, view: dict[str, Any] | None) -> None:
        """Send the view if it differs from the last one sent. None means that the token is void, which closes the socket."""
        if view is None:
            self.refuse(unknown_token())
        elif self.is_answered:
            self._missed = (fingerprint, number, view)
        elif number >= self._number and _shown_parts(view) != self._shown:
            self._number, self._shown = number, _shown_parts(view)
            self.outbox.offer(json.dumps(view))

    async def send_answer(self, frames: _Frames) -> bool:
        """Send the answer to a message; return True if a newer view than that of the answer had been sent before."""
        view = frames[-1] if frames[-1]["t"] == "view" else None
        is_late = view is not None and view["n"] < self._number
        if view is not None and not is_late:
            self._number, self._shown = view["n"], _shown_parts(view)
            self.outbox.forget_news()
        await self.outbox.answer(*(json.dumps(frame) for frame in frames))
        self.is_answered = False
        if self._missed is not None:
            missed, self._missed = self._missed, None
            self.receive(*missed)
        return is_late

    def refuse(self, refusal: IllegalActionError) -> None:
        """Send a refusal and close the socket."""
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(_refuse(self.socket, refusal))


class ProgramSockets:
    """All sockets of programs in this process."""

    def __init__(self, hub: Hub, work: Work) -> None:
        self._hub, self._work = hub, work
        self._of_seat: dict[int, list[SeatSocket]] = {}

    async def serve(self, socket: ServerConnection, seated: Callable[[], None]) -> None:
        """Serve one socket from its hello to its end; ``seated`` is called once it has named its seat."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                first = await socket.recv()
        except TimeoutError:
            await socket.close(REFUSED, "hello")
            return
        try:
            seat, message, frames = await self._work.write(_answer_hello, first)
        except IllegalActionError as refusal:
            await _refuse(socket, refusal)
            return
        except DatabaseError as error:
            await _close_until_later(socket, error)
            return
        seated()
        one = SeatSocket(socket, seat, message.token, legal=message.legal)
        await one.send_answer(frames)
        sending = asyncio.create_task(one.outbox.send())
        self._enter(one)
        try:
            await self._listen(one)
        finally:
            self._leave(one)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    def _enter(self, one: SeatSocket) -> None:
        """Add a socket to those of its seat, and close the oldest if there are too many."""
        others = self._of_seat.setdefault(one.key, [])
        others.append(one)
        if len(others) > OF_A_TOKEN:
            too_many = IllegalActionError(
                "This token has two newer sockets; use one of them.",
                "socket-replaced",
            )
            others.pop(0).refuse(too_many)
        self._hub.add(one.game, one)

    def _leave(self, one: SeatSocket) -> None:
        """Remove a socket that has ended."""
        self._hub.remove(one.game, one)
        others = self._of_seat.get(one.key, [])
        if one in others:
            others.remove(one)
        if not others:
            self._of_seat.pop(one.key, None)

    async def _listen(self, one: SeatSocket) -> None:
        """Answer the messages of a socket until it ends or is refused."""
        pace = Pace(MESSAGES_IN_AN_EVENT if one.is_in_event else MESSAGES_OF_A_PROGRAM)
        async for frame in one.socket:
            await pace.turn()
            one.is_answered = True
            try:
                frames = await self._work.write(_answer_message, one.token, frame, one.legal)
            except IllegalActionError as refusal:
                if refusal.code == TOKEN_UNKNOWN:
                    await _refuse(one.socket, refusal)
                    return
                frames = [refusal_answer("", refusal, 0)]
            except DatabaseError as error:
                await _close_until_later(one.socket, error)
                return
            if await one.send_answer(frames):
                self._hub.read_soon(one.game)


def _shown_parts(view: dict[str, Any]) -> tuple[Any, ...]:
    """Return the parts of a view in which two views of one seat can differ; the rest follows from the acts and the moment.

    The question is one of them: a view from before the game begins has none, one from just after has one, with the same number of acts.
    """
    return view["n"], view["ask"], *((player["here"], player["agreed"]) for player in view["players"])


async def _refuse(socket: ServerConnection, refusal: IllegalActionError) -> None:
    """Send a refusal and close the socket with its code."""
    with suppress(ConnectionClosed):
        await socket.send(json.dumps(refusal_answer("", refusal, 0)))
        await socket.close(REFUSED, refusal.code)


async def _close_until_later(socket: ServerConnection, error: DatabaseError) -> None:
    """Close a socket because the database does not answer, so that the client tries again later."""
    log.warning("A socket of a game is closed, for the database does not answer: %s", error)
    await socket.close(AGAIN_LATER, "database")


@speaking(SOURCE_LANGUAGE)
def _answer_hello(frame: str | bytes) -> tuple[GameSeat, Hello, _Frames]:
    """Return the seat that the first message of a socket opens, the message, and the answer to it; IllegalActionError if it opens none."""
    message = message_from(frame)
    if not isinstance(message, Hello):
        raise IllegalActionError("Say hello first, with the token of a seat.", "token-missing")
    seat = seat_with(message.token)
    if seat is None:
        raise unknown_token()
    frames = answer(seat, frame)
    note_seen(seat)
    return seat, message, frames


@speaking(SOURCE_LANGUAGE)
def _answer_message(token: str, frame: str | bytes, legal: bool) -> _Frames:
    """Return the same answer to a message of a seat as by POST; IllegalActionError where the token is void by now."""
    seat = seat_with(token)
    if seat is None or seat.token_hash != hash_of(token):
        raise unknown_token()
    return answer(seat, frame, legal=legal)


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
