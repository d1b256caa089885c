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

    The ports are those of its end and of ours. Systems other than Linux do not tell, and there everybody on the machine counts; inside
    Windows its own programs are in no list.
    """
    if not CONNECTIONS[0].exists():
        return True
    users = set(users_of(peer_port, own_port, (line for file in CONNECTIONS for line in _lines(file))))
    return users == {os.getuid()} or (not users and is_inside_windows())


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
