"""The listening sockets of `serve`: one port for pages, phones and the sockets of games, opened before anything is touched."""

from __future__ import annotations

import errno
import socket

from django.core.management.base import CommandError

from tournament.installation.folders import command_line

WAITING = 512
"""Connections that wait until they are accepted."""


def open_sockets(host: str, port: int) -> list[socket.socket]:
    """Open the sockets that listen at a host and port: for an empty host at all addresses of this machine, IPv4 first.

    Raises CommandError with a sentence where that is not possible.
    """
    if not 1 <= port <= 65535:
        raise CommandError(f"There is no port {port}; use one from 1024 to 65535.")
    try:
        if host:
            family, _kind, _protocol, _name, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            return [_listen(family, where)]
        everywhere = [_listen(socket.AF_INET, ("", port))]
    except OSError as error:
        raise CommandError(_refusal(error, host, port)) from None
    except UnicodeError:
        raise CommandError(_no_host(host)) from None
    try:
        everywhere.append(_listen(socket.AF_INET6, ("::", port)))
    except OSError:
        return everywhere  # no IPv6 on this machine: phones in a hall use IPv4
    return everywhere


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
        return f"Port {port}{where} is in use; stop the program that uses it, or run: {command_line(f'serve --port {port + 2}')}"
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the administrator; use one from 1024 to 65535."
    return f"Cannot serve{where}: {error.strerror}; leave out --host to answer on every address of this machine."


def _no_host(host: str) -> str:
    """The refusal of a host that is not a possible name of a machine."""
    return f"Cannot serve on {host}: this is not a valid name of a machine; leave out --host to answer on every address of this machine."
