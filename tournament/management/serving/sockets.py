"""The listening sockets of `serve`, opened first, and kept open while the server behind them is replaced."""

from __future__ import annotations

import errno
import socket
import time
from collections.abc import Callable

from django.core.management.base import CommandError

from tournament.installation.folders import command_line

Refusing = Callable[[OSError, str, int], str]

WAITING = 512
"""Connections that wait while a server is replaced."""
KILLED_HOLD, TRIES_EVERY = 5.0, 0.25
"""Seconds for which opening the port for games is tried again while it is in use, and seconds between two tries."""


def open_sockets(host: str, port: int) -> list[socket.socket]:
    """Open the sockets that listen at a host and port: for an empty host at all addresses of this machine, IPv4 first.

    Raises CommandError with a sentence where that is not possible.
    """
    return _open(host, port, _refusal)


def open_live_sockets(host: str, port: int, pages: int) -> list[socket.socket]:
    """Open the sockets for games on devices at a host and port; ``pages`` is the port of the pages, for the refusal.

    A server that was killed holds these a moment longer than those of its pages, so opening them is tried again for `KILLED_HOLD` seconds.
    Raises CommandError as `open_sockets`.
    """
    last = time.monotonic() + KILLED_HOLD
    while True:
        try:
            return _open(host, port, lambda error, where, number: _live_refusal(error, where, number, pages))
        except CommandError:
            if not _is_held(host, port) or time.monotonic() >= last:
                raise
        time.sleep(TRIES_EVERY)


def _is_held(host: str, port: int) -> bool:
    """Whether a program listens at this port of the host (of this machine where it is empty)."""
    try:
        socket.create_connection((host or "127.0.0.1", port), TRIES_EVERY).close()
    except (OSError, OverflowError, UnicodeError):
        return False
    return True


def _open(host: str, port: int, refuse: Refusing) -> list[socket.socket]:
    """The listening sockets; raises CommandError with the sentence that ``refuse`` makes from the error, the host and the port."""
    if not 1 <= port <= 65535:
        raise CommandError(f"There is no port {port}; use one from 1024 to 65535.")
    try:
        if host:
            family, _kind, _protocol, _name, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            return [_listen(family, where)]
        everywhere = [_listen(socket.AF_INET, ("", port))]
    except OSError as error:
        raise CommandError(refuse(error, host, port)) from None
    except UnicodeError:
        raise CommandError(_no_host(host)) from None
    try:
        everywhere.append(_listen(socket.AF_INET6, ("::", port)))
    except OSError:
        return everywhere  # no IPv6 on this machine: phones in a hall use IPv4
    return everywhere


def behind_the_front() -> socket.socket:
    """A listening socket at a free port that only programs on this machine reach."""
    return _listen(socket.AF_INET, ("127.0.0.1", 0))


def _listen(family: int, where: tuple[object, ...]) -> socket.socket:
    """A socket of this address family that listens at the address ``where``; raises OSError."""
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        opened.bind(where)
        opened.listen(WAITING)
    except OSError:
        opened.close()
        raise
    return opened


def _refusal(error: OSError, host: str, port: int) -> str:
    """Why the pages cannot be served there, and what to do."""
    where = f" on {host}" if host else ""
    if error.errno == errno.EADDRINUSE:
        return f"Port {port}{where} is in use; stop the program that uses it, or run: {command_line('serve')} --port {port + 2}"
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the administrator; use one from 1024 to 65535."
    return f"Cannot serve{where}: {error.strerror}; leave out --host to answer on every address of this machine."


def _live_refusal(error: OSError, host: str, port: int, pages: int) -> str:
    """Why the sockets for games cannot be opened there, and what to do; ``pages`` is the port of the pages."""
    if error.errno != errno.EADDRINUSE:
        return _refusal(error, host, port)
    return (
        f"Port {port}, which games on devices use too, is in use; stop the program that uses it, "
        f"name another port with --live-port, or serve the pages elsewhere with --port {pages + 2}."
    )


def _no_host(host: str) -> str:
    """The refusal of a host that is not a possible name of a machine."""
    return f"Cannot serve on {host}: this is not a valid name of a machine; leave out --host to answer on every address of this machine."
