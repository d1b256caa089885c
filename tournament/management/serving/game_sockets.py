"""The sockets of games in the web server: opened by `serve` and passed on, or behind a proxy by the web server's first process.

All processes of a server take from the same open sockets: whoever knocks while one is replaced waits for the next.
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
    """The variable that tells a server which open sockets are for games."""
    return {PASSED_ON: ",".join(str(number) for number in numbers)} if numbers else {}


def live_bind(bind: str, given: str) -> str:
    """Where sockets listen: where it is given, else at the port above the pages'; empty where that is told of no port, or off."""
    if given:
        return "" if given == OFF else given
    host, colon, port = bind.rpartition(":")
    return f"{host}:{int(port) + 1}" if colon and port.isdecimal() and int(port) < 65_535 else ""


def open_behind_proxy(bind: str) -> None:
    """Open the sockets in the first process; where it cannot, that is said, and pages go on asking by themselves."""
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
    """Serve the sockets in this process, if there are any."""
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
    """Close the sockets of this process, so that every client comes back at once."""
    while _running:
        _running.pop().end()
