"""The sockets of games in a web server behind nginx, opened by its first process.

All processes of a server accept from the same open sockets: a client that connects while one is replaced waits for the next.
"""

from __future__ import annotations

import os
import socket
import sys
from typing import Any

from tournament.installation.processes import let_go_of_what_is_loaded

LIVE_BIND = "TOPTABLE_LIVE_BIND"
OFF = "off"
WAITING = 512

_opened: list[socket.socket] = []
_running: list[Any] = []


def live_bind(bind: str, given: str) -> str:
    """The address of the sockets: ``given``, else the port after that of ``bind``, the pages' address.

    Empty where ``given`` is "off", and where ``bind`` has no port.
    """
    if given:
        return "" if given == OFF else given
    host, colon, port = bind.rpartition(":")
    return f"{host}:{int(port) + 1}" if colon and port.isdecimal() and int(port) < 65_535 else ""


def open_behind_proxy(bind: str) -> None:
    """Open the sockets, before the processes of the server are forked; ``bind`` is the address of the pages.

    A failure is written to standard error; the pages of games then poll instead.
    """
    place = live_bind(bind, os.environ.get(LIVE_BIND, "").strip())
    if not place or _opened:
        return
    host, _, port = place.rpartition(":")
    try:
        family, _, _, _, where = socket.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)[0]
        _opened.append(socket.create_server(where[:2], family=family, backlog=WAITING))
    except (OSError, ValueError, OverflowError) as error:
        sys.stderr.write(
            f"Games on devices cannot use sockets at {place}: {error}. Pages ask every two seconds instead; set {LIVE_BIND}.\n"
        )


def start_sockets(_worker: Any) -> None:
    """Serve the sockets in this process of the server, if there are any; it has been loaded by now."""
    let_go_of_what_is_loaded()
    from django.conf import settings  # settings can be read only once the application is loaded

    from tournament.play.games.sockets.serving import SocketServer

    listening = [each.dup() for each in _opened]
    if listening:
        for each in listening:
            each.setblocking(False)
        _running.append(SocketServer(listening, settings.TRUSTED_PROXIES))
        _running[-1].start()


def end_sockets(_server: Any, _worker: Any) -> None:
    """Close the connections of this process of the server, so that their clients connect to another one at once."""
    while _running:
        _running.pop().end()
