"""How a device in a game is connected to the server: by POST requests and polling every two seconds, or by a WebSocket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, Protocol
from urllib.parse import urlsplit

Frames = list[dict[str, Any]]
Hears = Callable[[dict[str, Any]], None]
"""A function that is called with every view (the state of the game as one seat sees it) that reaches a device."""


class Connection(Protocol):
    """The connection of one device; its methods raise OSError, EOFError or ValueError where they fail.

    ``asked`` counts its requests for news, ``failed`` those without an answer.
    """

    asked: int
    failed: int

    async def open(self, token: str, hears: Hears) -> None:
        """Connect with the token of a seat; from then on every view is passed to ``hears``."""

    async def send(self, message: Mapping[str, Any]) -> Frames:
        """Send a message and return the messages that answer it; a view among them is passed to ``hears`` too."""

    async def look(self) -> None:
        """Get the newest view now, or wait for the next one where views come by themselves."""

    async def close(self) -> None:
        """Close the connection."""


EVERY = 2.0
"""Seconds between two requests of a device for news."""
PATIENCE = 30.0
"""Seconds after which an answer is given up."""
NOTHING_NEW = 204


class Posting:
    """A device that sends POST requests and polls, on one connection that stays open; requests wait for one another."""

    def __init__(self, address: str, chance: Random, named: str = "") -> None:
        """``named`` is the host to name in requests, where it is not that of the address."""
        parts = urlsplit(address)
        self._named = named or parts.netloc
        self._host, self._port, self._path = str(parts.hostname), parts.port, parts.path
        self._first = EVERY * chance.random()
        self._token, self._number = "", 0
        self._hears: Hears = lambda view: None
        self._turn = asyncio.Lock()
        self._stream: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._asking: asyncio.Task[None] | None = None
        self.failed = 0
        self.asked = 0

    async def open(self, token: str, hears: Hears) -> None:
        """Connect with the token of a seat, and begin to poll."""
        self._token, self._hears = token, hears
        await self.send({"t": "hello", "v": 1, "token": token})
        self._asking = asyncio.create_task(self._ask())

    async def send(self, message: Mapping[str, Any]) -> Frames:
        """Send a message by POST and return the messages that answer it."""
        status, body = await self._exchange_safely("POST", self._path, json.dumps(message).encode())
        frames: Frames = json.loads(body)
        if status != 200:
            raise ValueError(f"{status} {frames}"[:200])
        for frame in frames:
            self._note(frame)
        return frames

    async def look(self) -> None:
        """Ask for news now."""
        status, body = await self._exchange_safely("GET", f"{self._path}?n={self._number}", b"")
        self.asked += 1
        if status == 200:
            self._note(json.loads(body))
        elif status != NOTHING_NEW:
            raise ValueError(f"asked: {status}")

    async def close(self) -> None:
        """Stop polling and close the connection."""
        if self._asking is not None:
            self._asking.cancel()
        self._disconnect()

    async def _ask(self) -> None:
        """Ask for news every `EVERY` seconds, without end."""
        await asyncio.sleep(self._first)
        while True:
            try:
                await self.look()
            except (OSError, EOFError, ValueError, TimeoutError):
                self.failed += 1
            await asyncio.sleep(EVERY)

    def _note(self, frame: dict[str, Any]) -> None:
        """Pass a message on if it is a view, and remember its number."""
        if frame["t"] == "view":
            self._number = max(self._number, frame["n"])
            self._hears(frame)

    async def _exchange_safely(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        """Send a request and return status and body of the answer; once more where the server has closed the idle connection."""
        async with self._turn, asyncio.timeout(PATIENCE):
            is_old = self._stream is not None
            try:
                return await self._exchanged(method, path, body)
            except (OSError, EOFError):
                self._disconnect()
                if not is_old:
                    raise
            # The server had closed the idle connection. If it did get the action, it answers in the same way, because the id is the same.
            return await self._exchanged(method, path, body)

    async def _exchanged(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        """Send one request and return status and body of the answer."""
        if self._stream is None:
            self._stream = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._stream
        heads = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._named}\r\nAuthorization: Bearer {self._token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(heads.encode() + body)
        await writer.drain()
        status = int((await reader.readuntil(b"\r\n")).split()[1])
        answered = {
            name.strip().lower(): value.strip()
            for name, _, value in (
                line.partition(":") for line in (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
            )
        }
        content = await reader.readexactly(int(answered.get("content-length", 0)))
        if answered.get("connection", "").lower() == "close":
            self._disconnect()
        return status, content

    def _disconnect(self) -> None:
        """Close the connection, if one is open; the next request opens a new one."""
        if self._stream is not None:
            self._stream[1].close()
            self._stream = None


class Socketing:
    """A device with a WebSocket; its library is imported only on opening, so that nothing else needs it."""

    def __init__(self, address: str, chance: Random, named: str = "") -> None:  # the same parameters as Posting
        self._address = address
        self._hears: Hears = lambda view: None
        self._waiting: dict[str, asyncio.Future[Frames]] = {}
        self._came: asyncio.Future[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._socket: Any = None
        self._shown = asyncio.Event()
        self.failed = 0
        self.asked = 0

    async def open(self, token: str, hears: Hears) -> None:
        """Connect with the token of a seat, and wait for the first view."""
        from websockets.asyncio.client import connect

        self._hears = hears
        self._socket = await connect(self._address, max_size=1_000_000, compression=None)
        self._came = asyncio.get_running_loop().create_future()
        self._reading = asyncio.create_task(self._read())
        await self._socket.send(json.dumps({"t": "hello", "v": 1, "token": token}))
        async with asyncio.timeout(PATIENCE):
            await self._came

    async def send(self, message: Mapping[str, Any]) -> Frames:
        """Send an action and return the message that answers it: its acknowledgement ("ack") or refusal ("no")."""
        answered: asyncio.Future[Frames] = asyncio.get_running_loop().create_future()
        self._waiting[message["id"]] = answered
        try:
            await self._socket.send(json.dumps(message))
            async with asyncio.timeout(PATIENCE):
                return await answered
        except Exception as problem:
            raise OSError(repr(problem)) from problem
        finally:
            self._waiting.pop(message["id"], None)

    async def look(self) -> None:
        """Wait for the next view, which the server sends by itself."""
        self._shown.clear()
        async with asyncio.timeout(PATIENCE):
            await self._shown.wait()

    async def close(self) -> None:
        """Close the connection."""
        if self._reading is not None:
            self._reading.cancel()
        if self._socket is not None:
            with suppress(Exception):
                await self._socket.close()

    async def _read(self) -> None:
        """Read messages until the socket ends: pass views on, and give answers to the calls of `send` that wait for them."""
        try:
            async for text in self._socket:
                frame = json.loads(text)
                if frame["t"] == "view":
                    self._hears(frame)
                    self._shown.set()
                    if self._came is not None and not self._came.done():
                        self._came.set_result(None)
                elif frame["t"] in ("ack", "no") and frame["id"] in self._waiting:
                    waiting = self._waiting[frame["id"]]
                    if not waiting.done():
                        waiting.set_result([frame])
        except Exception:  # noqa: BLE001  whatever ends a socket ends what waits for it
            self.failed += 1
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(OSError("the socket ended"))
