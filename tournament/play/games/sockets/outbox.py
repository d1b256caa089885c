"""What one socket is still to be sent: answers in their order, and of news only the newest, however slowly it reads."""

from __future__ import annotations

import asyncio
from collections import deque

from websockets.asyncio.server import ServerConnection

MOST_ANSWERS = 8
"""Answers that wait for a socket; before it has taken some, nothing more of it is read."""


class Outbox:
    """The way to one socket. Nobody who puts something here waits for the socket but whoever answers it."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket
        self._answers: deque[str] = deque()
        self._newest: str | None = None
        self._is_closed = False
        self._filled, self._taken = asyncio.Event(), asyncio.Event()

    async def answer(self, *frames: str) -> None:
        """Put answers in, once there is room."""
        while len(self._answers) >= MOST_ANSWERS and not self._is_closed:
            self._taken.clear()
            await self._taken.wait()
        self._answers.extend(frames)
        self._filled.set()

    def offer(self, frame: str) -> None:
        """Put news in; news that has not been sent yet is forgotten for it."""
        self._newest = frame
        self._filled.set()

    def forget_news(self) -> None:
        """Forget news that an answer has overtaken."""
        self._newest = None

    async def send(self) -> None:
        """Send what is there, for ever; raises ConnectionClosed in the end."""
        try:
            while True:
                await self._filled.wait()
                self._filled.clear()
                while self._answers or self._newest is not None:
                    await self._socket.send(self._next())
        finally:
            self._is_closed = True
            self._taken.set()  # nobody waits for room any more

    def _next(self) -> str:
        if self._answers:
            self._taken.set()
            return self._answers.popleft()
        frame, self._newest = self._newest or "", None
        return frame
