"""A device that plays by a socket: it says hello once, and every view is sent to it (docs/programs.md)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

from tournament.management.measuring.playing.ways import Frames, Hears

PATIENCE = 30.0


class Socketing:
    """One socket; the library is asked for only here, so that nobody else needs it."""

    def __init__(self, address: str, chance: Random, named: str = "") -> None:  # as every way is made
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
        """Connect, say hello, and wait for the first view."""
        from websockets.asyncio.client import connect

        self._hears = hears
        self._socket = await connect(self._address, max_size=1_000_000, compression=None)
        self._came = asyncio.get_running_loop().create_future()
        self._reading = asyncio.create_task(self._read())
        await self._socket.send(json.dumps({"t": "hello", "v": 1, "token": token}))
        async with asyncio.timeout(PATIENCE):
            await self._came

    async def send(self, message: Mapping[str, Any]) -> Frames:
        """What answers an act: its ack, or why not."""
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
        """Wait for the next view: what is new is sent."""
        self._shown.clear()
        async with asyncio.timeout(PATIENCE):
            await self._shown.wait()

    async def close(self) -> None:
        """Hang up."""
        if self._reading is not None:
            self._reading.cancel()
        if self._socket is not None:
            with suppress(Exception):
                await self._socket.close()

    async def _read(self) -> None:
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
