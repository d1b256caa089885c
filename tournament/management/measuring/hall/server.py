"""The server that `serve` starts, on a free port and a database of one's own."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from tournament.management.measuring.hall.browsers import Browser
from tournament.management.sentences import refuse
from tournament.management.serving.server import Server

LONGEST_START = 60.0


@contextmanager
def served(database: Path) -> Iterator[str]:
    """Serve a database as `serve` does, two processes of four threads, and give the address; stopped in the end."""
    opened = socket.create_server(("127.0.0.1", 0), backlog=1024)
    address = f"http://127.0.0.1:{opened.getsockname()[1]}"
    server = Server([opened])
    server.start(
        {
            "DATABASE_URL": f"sqlite:///{database}",
            "TOPTABLE_DEBUG": "off",
            "TOPTABLE_SECRET_KEY": str(settings.SECRET_KEY),
            "TOPTABLE_PUBLIC_ADDRESS": address,
            "TOPTABLE_ALLOWED_HOSTS": "127.0.0.1",
            "TOPTABLE_SNAPSHOTS": "off",
            "TOPTABLE_LOG_LEVEL": "ERROR",
        }
    )
    try:
        _wait(server, address)
        yield address
    finally:
        server.stop()
        opened.close()


def _wait(server: Server, address: str) -> None:
    last = time.monotonic() + LONGEST_START
    while time.monotonic() < last and server.ended() is None:
        browser = Browser(address)
        status = browser.get("/").status
        browser.close()
        if status == 200:
            return
        time.sleep(0.1)
    refuse(f"The server at {address} did not answer; what it said stands above.")
