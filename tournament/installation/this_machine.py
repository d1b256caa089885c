"""Whether a request comes from a browser on this very machine, run by the user who runs `serve` or `demo`.

Only the front server, which has the connection, can tell. It asks the system who holds the other end, and says so to the servers behind it
by a secret in a field of the request (the setting ``THIS_MACHINE``), which `serve` gives them all anew at each start. What another program
has passed on is never from this machine.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterable
from pathlib import Path

import psutil
from django.conf import settings
from django.http import HttpRequest

from tournament.installation.addresses import is_inside_windows, is_loopback, without_port
from tournament.installation.device_mark import is_same

FIELD = "x-at-this-machine"
"""The field of a request by which the front says so; it is removed from what browsers send."""
PASSED_ON = (
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
    "x-real-ip",
    "forwarded",
    "via",
    "cf-connecting-ip",
)
"""The fields by which proxies and tunnels say for whom they ask."""
BY_THE_FRONT = ["x-forwarded-for"]
"""Which of them the front itself writes."""
CONNECTIONS = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
PLACE_OF_OWN, PLACE_OF_OTHER, PLACE_OF_USER = 1, 2, 7
"""The columns of Linux' list of connections: this end, the other end, and the number of the user who holds this end."""


def is_at_the_machine(request: HttpRequest) -> bool:
    """Whether the request comes from this machine's own browser, at an address of this machine, through nobody's proxy.

    Never where the installation is not run by `serve` or `demo`. A page of another site that is led here by a false name of this machine is
    told by the name.
    """
    proof = settings.THIS_MACHINE
    if not proof or settings.BEHIND_PROXY or not is_loopback(without_port(request.get_host())):
        return False
    told = [name for name in PASSED_ON if name in request.headers]
    came_by = request.headers.get("X-Forwarded-For", "")  # the front's own line
    return told == BY_THE_FRONT and is_of_loopback(came_by) and is_same(request.headers.get(FIELD, ""), proof)


def is_of_loopback(peer: str) -> bool:
    """Whether the address of a connection's other end is this machine's own; false for anything that is not one address."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def is_of_this_user(peer_port: int, own_port: int) -> bool:
    """Whether the program at the other end of a connection over loopback runs as the same user as this one.

    The ports are those of its end and of ours. Where a system does not tell, everybody on the machine counts; inside Windows (WSL) its own
    programs are in no list.
    """
    if not hasattr(os, "getuid") or not CONNECTIONS[0].exists():
        return is_held_by_own_process(peer_port, own_port)
    users = set(users_of(peer_port, own_port, (line for file in CONNECTIONS for line in _lines(file))))
    return users == {os.getuid()} or (not users and is_inside_windows())


def is_held_by_own_process(peer_port: int, own_port: int) -> bool:
    """Whether a process of this user holds the end at ``peer_port`` of a connection to ``own_port``; for systems other than Linux.

    Windows lists the connections of all users, and whose process holds one; macOS only those of this user's own processes. True where the
    system lists none at all.
    """
    try:
        own = psutil.Process().username()
        try:
            listed = psutil.net_connections(kind="tcp")
        except psutil.AccessDenied:
            listed = []
        if listed:
            holders = [
                each.pid
                for each in listed
                if each.laddr and each.raddr and (each.laddr.port, each.raddr.port) == (peer_port, own_port)
            ]
            return bool(holders) and all(_user_of(number) == own for number in holders)
        return any(_holds(process, peer_port, own_port) for process in psutil.process_iter() if _name(process) == own)
    except (psutil.Error, OSError, RuntimeError):  # the last where the system's own list cannot be had
        return True


def _user_of(number: int | None) -> str:
    """The name of the user who runs a process; empty where the system does not tell, as of other users' processes."""
    try:
        return _name(psutil.Process(number)) if number else ""
    except psutil.Error:
        return ""


def _name(process: psutil.Process) -> str:
    """The name of the user who runs a process; empty where the system does not tell."""
    try:
        return str(process.username())
    except (psutil.Error, KeyError):
        return ""


def _holds(process: psutil.Process, peer_port: int, own_port: int) -> bool:
    """Whether a process holds the end at ``peer_port`` of a connection to ``own_port``; false where the system does not tell."""
    try:
        return any(
            each.laddr and each.raddr and (each.laddr.port, each.raddr.port) == (peer_port, own_port)
            for each in process.net_connections(kind="tcp")
        )
    except psutil.Error:
        return False


def users_of(peer_port: int, own_port: int, lines: Iterable[str]) -> list[int]:
    """The users who hold the end at ``peer_port`` of connections to ``own_port``, by the lines of Linux' list."""
    ends = (f":{peer_port:04X}", f":{own_port:04X}")
    found = [line.split() for line in lines]
    return [
        int(row[PLACE_OF_USER])
        for row in found
        if len(row) > PLACE_OF_USER and (row[PLACE_OF_OWN][-5:], row[PLACE_OF_OTHER][-5:]) == ends
    ]


def _lines(file: Path) -> list[str]:
    """The lines of a list of connections without its heading; none where it cannot be read."""
    try:
        return file.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return []
