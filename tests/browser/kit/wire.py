"""The way between a phone and the hall's server, which a test may cut: what the phone then meets is a real refusal, in its workers too.

A browser's own "offline" is set page by page, and a page or a worker that starts under load may slip past it for a moment.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from urllib.parse import urlsplit

from tests.tournament.serving.running import free_port

CHUNK = 65_536  # bytes


class Wire:
    """A door of its own before a server: every byte is passed on while it is whole, and nobody is let in while it is cut."""

    def __init__(self, server: str) -> None:
        """`server` is the address to pass on to, such as http://localhost:8000."""
        parts = urlsplit(server)
        self._behind = (parts.hostname or "localhost", parts.port or 80)
        self._lock = Lock()
        self._open: set[socket.socket] = set()
        self._door: socket.socket | None = None
        self.url = f"http://localhost:{self._listen(free_port())}"

    def cut(self) -> None:
        """Close the door and every connection through it."""
        with self._lock:
            door, self._door = self._door, None
            there = [*self._open]
        for one in there:
            _end(one)
        if door is not None:
            _end(door)
            door.close()

    def mend(self) -> None:
        """Open the door again, at the same address."""
        self._listen(int(self.url.rpartition(":")[2]))

    def _listen(self, port: int) -> int:
        self._door = socket.create_server(("127.0.0.1", port), backlog=64)
        Thread(target=self._let_in, args=(self._door,), daemon=True).start()
        return int(self._door.getsockname()[1])

    def _let_in(self, door: socket.socket) -> None:
        with suppress(OSError):
            while True:
                phone = door.accept()[0]
                try:
                    server = socket.create_connection(self._behind)
                except OSError:  # nobody is behind it any more
                    phone.close()
                    raise
                with self._lock:
                    if door is not self._door:
                        phone.close()
                        server.close()
                        return
                    self._open |= {phone, server}
                for source, sink in ((phone, server), (server, phone)):
                    Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while passed := source.recv(CHUNK):
                sink.sendall(passed)
        _end(sink)
        with self._lock:
            self._open.discard(source)
        source.close()


def _end(one: socket.socket) -> None:
    """Wake whoever waits at the socket: nothing comes any more."""
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)


@contextmanager
def wire_to(server: str) -> Iterator[Wire]:
    """A wire to a server for one test."""
    wire = Wire(server)
    try:
        yield wire
    finally:
        wire.cut()
