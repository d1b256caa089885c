"""The sockets of games in the web server: opened by `serve` and inherited, or behind a proxy opened by the first process.

All processes of a server accept from the same open sockets: a client that connects while one is replaced waits for the next.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence
from typing import Any

PASSED_ON = "TOPTABLE_LIVE_SOCKETS"
"""The variable with the numbers of open sockets that `serve` passes on."""
LIVE_PORT = "TOPTABLE_LIVE_PORT"
LIVE_BIND = "TOPTABLE_LIVE_BIND"
OFF = "off"
WAITING = 512

_opened: list[socket.socket] = []
_running: list[Any] = []


def socket_variable(numbers: Sequence[int]) -> dict[str, str]:
    """The environment variable that gives a server the numbers of the inherited sockets."""
    return {PASSED_ON: ",".join(str(number) for number in numbers)} if numbers else {}


def live_bind(bind: str, given: str) -> str:
    """The address of the sockets: the given one, else the port above the pages'; empty for off, or where that has no port."""
    if given:
        return "" if given == OFF else given
    host, colon, port = bind.rpartition(":")
    return f"{host}:{int(port) + 1}" if colon and port.isdecimal() and int(port) < 65_535 else ""


def open_behind_proxy(bind: str) -> None:
    """Open the sockets in the first process; a failure is logged, and pages then poll instead."""
    place = live_bind(bind, os.environ.get(LIVE_BIND, "").strip())
    if not place or _opened:
        return
    host, _, port = place.rpartition(":")
    try:
        family, _, _, _, where = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)[0]
        _opened.append(socket.create_server(where[:2], family=family, backlog=WAITING))
    except (OSError, ValueError, OverflowError) as error:
        sys.stderr.write(
            f"Games on devices get no sockets at {place}: {error}. Pages ask every two seconds; set {LIVE_BIND}.\n"
        )


def start_sockets(_worker: Any) -> None:
    """Serve the sockets in this worker, if there are any."""
    from django.conf import settings  # the application is there only now

    from tournament.play.games.sockets.serving import SocketServer

    numbers = [int(number) for number in os.environ.get(PASSED_ON, "").split(",") if number]
    listening = [socket.socket(fileno=os.dup(number)) for number in numbers] or [each.dup() for each in _opened]
    if listening:
        for each in listening:
            each.setblocking(False)
        # The front of `serve` counts as one of the proxies before its pages; before its sockets it does not stand.
        _running.append(SocketServer(listening, settings.TRUSTED_PROXIES - bool(numbers)))
        _running[-1].start()


def end_sockets(_server: Any, _worker: Any) -> None:
    """Close the connections of this worker, so that every client reconnects at once."""
    while _running:
        _running.pop().end()
